"""The picture for a messenger group: of what there is, mirrored for who reads from the right, drawn once."""

from __future__ import annotations

import struct

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.models import User
from games.rules import RULESETS
from tests.cast import NOW, client_of
from tests.tournaments.evenings import drawn, play_round, started
from tests.tournaments.test_formats import alone
from tournaments.models import Club, Entry, Player, Tournament
from tournaments.services import planning
from tournaments.services.actions import PROGRAM
from tournaments.services.board import board, kinds, picture
from tournaments.services.board.picture import PictureView, Words
from tournaments.services.planning import Plan
from tournaments.views import picture as views

pytestmark = pytest.mark.django_db
SWISS = {"format": "swiss", "options": {"rounds": 2, "tie_breaks": ["seed"]}}


def shown(cup: Tournament, kind: str, language: str = "en") -> PictureView:
    """Return a picture in a language."""
    cup.refresh_from_db()
    with translation.override(language):
        return picture(board(cup), kind, host="club.test")


def word(view: PictureView, text: str) -> Words:
    """Return the words with this text."""
    return next(one for one in view.words if text in one.text)


def texts(view: PictureView) -> list[str]:
    """Return all that is written."""
    return [one.text for one in view.words]


def test_there_is_a_picture_of_what_has_happened(club: Club) -> None:
    cup = drawn(club, 4, **SWISS)
    before = kinds(board(cup))
    cup = started(club, 4, name="Other Cup", **SWISS)
    play_round(cup, 1)
    cup.refresh_from_db()
    between = kinds(board(cup))
    play_round(cup, 2)
    cup.refresh_from_db()

    after = kinds(board(cup))

    assert (before, between, after) == (
        ["tables", "standings"],
        ["tables", "standings"],
        ["champion", "standings"],
    )


def test_for_who_reads_from_the_right_every_place_is_mirrored(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    play_round(cup, 1)

    english, arabic = (word(shown(cup, "standings", code), "Player 1 A") for code in ("en", "ar"))

    assert (english.x, english.anchor) == (150, "start")
    assert (arabic.x, arabic.anchor) == (1050, "end")
    assert english.y == arabic.y


def test_a_text_is_laid_out_from_the_side_of_its_first_letter(club: Club) -> None:
    cup = started(club, 4, name="كأس Cedar 2026", **SWISS)

    for language in ("en", "ar"):
        assert "\u202bكأس Cedar 2026\u202c" in texts(shown(cup, "tables", language))
        assert "Player 1 A" in texts(shown(cup, "tables", language))


def test_a_long_list_ends_with_how_many_more_there_are(club: Club) -> None:
    cup = started(club, 45, **SWISS)
    play_round(cup, 1)

    view = shown(cup, "standings")

    assert "and 5 more" in texts(view)
    assert view.height > max(one.y for one in view.words)


def test_partners_stand_below_each_other_and_a_long_name_is_written_smaller(club: Club) -> None:
    cup = started(club, 4, **SWISS)
    Player.objects.filter(name="Player 1 B").update(name="Christelle Abou Jaoude-Khoury")
    Entry.objects.filter(tournament=cup, seed=1).update(name="Player 1 A & Christelle Abou Jaoude-Khoury")

    view = shown(cup, "tables")

    first, second = word(view, "Player 1 A"), word(view, "Christelle Abou Jaoude-Khoury")
    assert (first.x, first.size) == (second.x, 32)
    assert first.y < second.y
    assert second.size < first.size


def test_all_who_share_the_first_place_are_on_the_picture(club: Club) -> None:
    cup = started(club, 16, format="swiss", options={"rounds": 1, "tie_breaks": ["diff"]})
    play_round(cup, 1)

    view = shown(cup, "champion")

    assert "Player 8 B" in texts(view)
    assert view.height > word(view, "Player 8 B").y + 60


def test_tables_of_four_have_two_lines(club: Club) -> None:
    cup = alone(club, 4, rules=RULESETS["solo"], format="solo-swiss", options={"rounds": 2})

    view = shown(cup, "tables")

    assert sum("Player" in text for text in texts(view)) == 4
    assert len({one.y for one in view.words if "Player" in one.text}) == 2


@pytest.mark.parametrize("asked", ["", "?show=champion", "?show=standings", "?show=tables", "?show=%00"])
def test_the_picture_is_a_png_as_wide_as_messengers_show(club: Club, asked: str) -> None:
    cup = started(club, 4, **SWISS)
    Player.objects.filter(name="Player 1 A").update(name="كريم <b> & حداد")

    answer = Client().get(f"/ar/tournaments/{cup.slug}/picture.png{asked}")

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", answer.content[16:24])
    assert (width, height) == (1200, 630)


def test_it_is_drawn_once_for_each_version(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = started(club, 4, **SWISS)
    address, drawings = f"/en/tournaments/{cup.slug}/picture.png", []

    def drawing(_tournament: Tournament, kind: str) -> bytes:
        drawings.append(kind)
        return b"drawn"

    monkeypatch.setattr(views, "_png", drawing)

    for _ in range(2):
        assert Client().get(address).content == b"drawn"
    play_round(cup, 1)
    Client().get(address)

    assert len(drawings) == 2


def test_what_is_in_preparation_has_no_picture_for_others(club: Club, bob: User, alice: User) -> None:
    plan = Plan(name="Secret")
    secret = planning.create_tournament(club=club, plan=plan, author=PROGRAM, now=NOW)
    address = f"/en/tournaments/{secret.slug}/picture.png"

    assert client_of(bob).get(address).status_code == 404
    assert client_of(alice).get(address).status_code == 200


def test_a_link_shows_the_picture_where_it_is_shared(club: Club) -> None:
    cup = started(club, 4)

    page = Client().get(f"/ar/tournaments/{cup.slug}/").content.decode()

    address = f"{settings.SITE_ORIGINS[0]}/ar/tournaments/{cup.slug}/picture.png"
    assert f'<meta property="og:image" content="{address}">' in page
