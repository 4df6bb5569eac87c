"""What is in the record of a tournament: which rows, in which order, with which of their columns.

A part is a list of rows, numbered from 1 in the file. A row names another by that number, so that a record
means the same wherever it is brought in; a person is named by his number in ``people``. A column that is
added to a model is in the record by itself; one that must not be is left out here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Field, Model

from games.models import Match, Table
from tournaments.models import (
    Action,
    Appointment,
    DirectorCall,
    DrawWishes,
    Entry,
    EntryPlayer,
    Invitation,
    KeptApart,
    Pairing,
    Player,
    Prize,
    Registration,
    Report,
    Round,
    RoundTime,
    Shown,
    Side,
    Single,
    Slot,
    Stage,
    Substitution,
    Tournament,
    TournamentRole,
)

FORMAT: Final = "tarneeb-tournament"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of one model.

    :param path: how their tournament is found from them; empty where ``writing`` knows another way.
    :param left_out: columns that follow from others, are secrets, or mean nothing on another site.
    :param only: the columns, where they are fewer than those of the model.
    """

    name: str
    model: type[Model]
    path: str = ""
    left_out: frozenset[str] = frozenset()
    only: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[Field[Any, Any], ...]:
        """The columns in the record, in the order of the model."""
        fields: Sequence[Any] = self.model._meta.concrete_fields  # noqa: SLF001 - Django's documented way
        kept = (one for one in fields if not one.primary_key and one.name not in self.left_out)
        return tuple(one for one in kept if not self.only or one.name in self.only)


_OF_IT = frozenset({"tournament"})

PARTS: Final = (
    Part("tournament", Tournament, "pk", frozenset({"club", "version"})),
    Part("registration", Registration, "tournament", _OF_IT),
    Part("roles", TournamentRole, "tournament", _OF_IT),
    Part("players", Player, left_out=frozenset({"club", "seat_token", "seat_code", "seat_opened_at"})),
    Part("entries", Entry, "tournament", _OF_IT),
    Part("members", EntryPlayer, "entry__tournament"),
    Part("invitations", Invitation, "tournament", _OF_IT | {"token"}),
    Part("singles", Single, "tournament", _OF_IT),
    Part("prizes", Prize, "tournament", _OF_IT),
    Part("draw_wishes", DrawWishes, "tournament", _OF_IT),
    Part("kept_apart", KeptApart, "tournament", _OF_IT),
    Part("stages", Stage, "tournament", _OF_IT),
    Part("round_times", RoundTime, "stage__tournament"),
    Part("slots", Slot, "stage__tournament"),
    Part("rounds", Round, "stage__tournament", frozenset({"version"})),
    Part("pairings", Pairing, "round__stage__tournament"),
    Part("sides", Side, "round__stage__tournament", frozenset({"round"})),
    Part("substitutions", Substitution, "entry__tournament"),
    Part("appointments", Appointment, "pairing__round__stage__tournament"),
    Part("tables", Table, only=("public_id", "number", "series", "created_at")),
    Part(
        "matches",
        Match,
        left_out=frozenset({"rules_key", "rules_version", "rules_json", "rules_digest", "target", "cap"}),
    ),
    Part("reports", Report, "pairing__round__stage__tournament"),
    Part("calls", DirectorCall, "pairing__round__stage__tournament"),
    Part("shown", Shown, "report__pairing__round__stage__tournament"),
    Part("actions", Action, "tournament", _OF_IT | {"key", "version", "made"}),
)
"""The parts in the order of the file."""

PART_OF: Final = {part.model: part.name for part in PARTS}

REFERENCES: Final = {
    "entry": "entries",
    "entries": "entries",
    "seeds": "entries",
    "moved": "entries",
    "moved_up": "entries",
    "checked_in": "entries",
    "ranking": "entries",
    "advance": "entries",
    "next": "entries",
    "draw": "entries",
    "swap": "entries",
    "left": "entries",
    "pairing": "pairings",
    "pairings": "pairings",
    "report": "reports",
    "reports": "reports",
    "of": "reports",
    "with": "reports",
    "action": "actions",
}
"""What the numbers under these keys name in ``before``, ``after`` and ``data`` of actions and reports."""

TELLING: Final = {"before", "after", "data"}
"""The columns in which ``REFERENCES`` stand."""

HERE_ONLY: Final = {"rows", "closed", "reopen"}
"""What an action keeps of this site's rows to undo it: on another site it is not undone."""
