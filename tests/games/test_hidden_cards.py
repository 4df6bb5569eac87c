"""No name of a stored fact, as it stands in a log or an error, gives a card away.

What leaves the server for players and watchers is proved in ``test_two_worlds``.
"""

from __future__ import annotations

from games.models import User
from games.models.sealed import Event, Position, Secret
from tests.games.scene import MASTER, opened, stored


def test_what_a_stored_fact_is_called_in_a_log_names_no_card(four: list[User]) -> None:
    table = opened(four)
    rows = [Position.objects.get(table=table), *Event.objects.filter(table=table), *Secret.objects.all()]

    for row in rows:
        assert "hands" not in repr(row)
        assert MASTER.hex() not in repr(row)
        assert stored(table).position.to_json() not in repr(row)
