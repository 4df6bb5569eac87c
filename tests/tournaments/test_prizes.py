"""What there is to win: the director writes it, everybody reads it, a correction says whose it is then."""

from __future__ import annotations

from decimal import Decimal

import pytest

from games.models import User
from tests.cast import NOW, client_of
from tests.tournaments.desk import WHY, correct, public_state, undo_last, won_by
from tests.tournaments.evenings import pairing_of, play_round, started
from tournaments.models import Action, Club, Entry, Prize, Tournament
from tournaments.services import corrections, prizes
from tournaments.services.actions import PROGRAM
from tournaments.services.effects import Choice
from tournaments.services.prizes import Handed, Offered

pytestmark = pytest.mark.django_db
CUP = Offered(1, "The cedar cup", Decimal(300), "USD")
SILVER = Offered(2, "Silver", Decimal(100), "USD")


def promise(tournament: Tournament, *offered: Offered) -> None:
    """Say what there is to win."""
    prizes.set_prizes(tournament_id=tournament.pk, prizes=offered, author=PROGRAM, now=NOW)


def over(club: Club, *offered: Offered) -> Tournament:
    """Return a knockout of four with these prizes; seed 1 beat seed 2 in the final."""
    cup = started(club, 4)
    promise(cup, *offered)
    for number in (1, 2):
        play_round(cup, number)
    cup.refresh_from_db()
    return cup


def entry(tournament: Tournament, seed: int) -> int:
    """Return an entry by its seed."""
    return Entry.objects.get(tournament=tournament, seed=seed).pk


def sent(*lines: dict[str, object], seen: str = "") -> dict[str, object]:
    """Return a form with these lines."""
    fields = {f"prize-{at}-{name}": value for at, line in enumerate(lines) for name, value in line.items()}
    return fields | {"prize-TOTAL_FORMS": len(lines), "prize-INITIAL_FORMS": 0, "seen": seen}


def test_a_director_writes_the_prizes_and_everybody_reads_them(club: Club, alice: User) -> None:
    cup = started(club, 4)
    form = sent(
        {"place": 1, "text": "Cup", "amount": "300.5", "currency": "USD"},
        {"place": 1, "text": "Dates", "of_club": "Al-Sham"},
        {"place": 7},
        seen=prizes.digest([]),
    )

    client_of(alice).post(f"/en/tournaments/{cup.slug}/prizes/", form)

    page = client_of(None).get(f"/en/tournaments/{cup.slug}/").content.decode()
    assert Prize.objects.count() == 2
    assert "300.5 USD" in page
    assert "best of Al-Sham" in page


def test_a_page_that_is_old_overwrites_nothing(club: Club, alice: User) -> None:
    cup = started(club, 4)
    promise(cup, CUP)
    form = sent({"place": 1, "text": "Mine"}, seen=prizes.digest([]))

    client_of(alice).post(f"/en/tournaments/{cup.slug}/prizes/", form)

    assert Prize.objects.get().text == "The cedar cup"


@pytest.mark.parametrize(
    ("offered", "refusal"),
    [([Offered(1)], prizes.PrizeIsNothing), ([CUP] * 61, prizes.TooManyPrizes)],
)
def test_what_is_no_prize_is_refused_and_changes_nothing(
    club: Club, offered: list[Offered], refusal: type[Exception]
) -> None:
    cup = started(club, 4)

    with pytest.raises(refusal):
        promise(cup, *offered)

    assert not Prize.objects.exists()


def test_the_prize_list_says_who_gets_what_and_those_who_are_level_share(club: Club) -> None:
    cup = over(club, CUP, Offered(3, "", Decimal(100), "USD"), Offered(4, "Book"))

    page = client_of(None).get(f"/en/tournaments/{cup.slug}/print/prizes/").content.decode()

    assert page.count('<tr><td class="n">') == 3
    assert page.count("50 USD") == 2
    assert page.count("(shared by 2)") == 2
    assert "The cedar cup" in page


def test_the_page_names_the_winner_once_the_tournament_is_finished(club: Club) -> None:
    cup = over(club, CUP)

    page = client_of(None).get(f"/en/tournaments/{cup.slug}/").content.decode()

    assert page.index("The cedar cup") < page.rindex("Player 1 A")


def test_a_correction_lists_the_prizes_that_go_to_others(club: Club) -> None:
    cup = over(club, CUP, SILVER)
    cup_prize, silver = Prize.objects.values_list("pk", flat=True)
    one, two = entry(cup, 1), entry(cup, 2)
    final = pairing_of(cup, 2, 1)

    seen = corrections.foresee(pairing_id=final.pk, result=won_by(2, final))

    assert seen.outlooks[0].prizes == (
        Handed(cup_prize, (one,), (two,)),
        Handed(silver, (two,), (one,)),
    )


def test_where_the_final_is_played_again_nobody_has_won_a_prize_yet(club: Club) -> None:
    cup = over(club, CUP)
    first = pairing_of(cup, 1, 1)

    seen = corrections.foresee(pairing_id=first.pk, result=won_by(4, first))

    by_choice = {one.choice: one.prizes for one in seen.outlooks}
    (prize,) = Prize.objects.values_list("pk", flat=True)
    assert by_choice[Choice.KEEP] == ()
    assert by_choice[Choice.REPLAY] == (Handed(prize, (entry(cup, 1),), ()),)
    assert by_choice[Choice.REPLACE] == (Handed(prize, (entry(cup, 1),), (entry(cup, 4),)),)


def test_while_the_tournament_is_played_no_prize_moves(club: Club) -> None:
    cup = started(club, 4)
    promise(cup, CUP)
    play_round(cup, 1)
    first = pairing_of(cup, 1, 1)

    seen = corrections.foresee(pairing_id=first.pk, result=won_by(4, first))

    assert [one.prizes for one in seen.outlooks] == [()]


def test_the_director_sees_them_on_the_page_that_asks_him_to_confirm(club: Club, alice: User) -> None:
    cup = over(club, CUP)
    final = pairing_of(cup, 2, 1)
    address = f"/en/tournaments/{cup.slug}/pairings/{final.pk}/correct/"

    page = client_of(alice).get(address, {"winner": "1", "why": WHY.why}).content.decode()

    assert "The cedar cup" in page


def test_undoing_the_correction_gives_the_prize_back(club: Club) -> None:
    cup = over(club, CUP)
    before, final = public_state(cup), pairing_of(cup, 2, 1)
    correct(final, won_by(2, final))
    cup.refresh_from_db()
    under_review = prizes.awards_of(cup)

    undo_last(cup, Action.Verb.CORRECT)

    cup.refresh_from_db()
    assert under_review == ()
    assert [award.entry for award in prizes.awards_of(cup)] == [entry(cup, 1)]
    assert public_state(cup) == before
