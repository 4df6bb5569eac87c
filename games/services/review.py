"""A match that is over, told for its replay: every deal card by card, and what each player did.

Everything comes from ``records.story_of``, which plays the log again, so a replay cannot show what
the rules do not confirm, and nothing of a match that still goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Match
from games.rules import SEATS, RuleSet, Seat, Seating, Side, side_of
from games.services import records


@dataclass(frozen=True, slots=True)
class ReplayedTrick:
    """A trick: its cards as two letters in the order they were played.

    ``won`` is None for a trick that was never filled because the match ended in it.
    """

    number: int
    leader: Seat
    cards: tuple[str, ...]
    won: Seat | None

    @property
    def plays(self) -> tuple[tuple[Seat, str], ...]:
        """Each card with the seat that played it."""
        return tuple((SEATS[(self.leader + at) % 4], card) for at, card in enumerate(self.cards))


@dataclass(frozen=True, slots=True)
class DealContract:
    """Who declared, how many tricks were bid, and trump as a letter (None: never named)."""

    declarer: Seat
    bid: int
    trump: str | None


@dataclass(frozen=True, slots=True)
class DealScore:
    """What a deal paid: ``took`` tricks of the declaring side, ``points`` and ``totals`` by side."""

    took: int
    made: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def swing(self) -> int:
        """How far the deal moved the sides apart, in points."""
        return max(self.points) - min(self.points)


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """A deal from the cards to its score.

    ``key`` names it within its match: its number, and after a dot how many deals of that number
    everybody had passed before. A deal that was passed has no contract, one that the end of the match
    cut short no score.
    """

    key: str
    number: int
    dealer: Seat
    hands: tuple[tuple[str, ...], ...]
    calls: tuple[tuple[Seat, str], ...]
    contract: DealContract | None
    tricks: tuple[ReplayedTrick, ...]
    score: DealScore | None

    @property
    def plays(self) -> tuple[tuple[Seat, str], ...]:
        """Every card in the order it was played, with the seat that played it."""
        return tuple(play for trick in self.tricks for play in trick.plays)


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """What a seat's player did: contracts declared, made and set, and tricks taken by his own cards."""

    seat: Seat
    name: str
    declared: int
    made: int
    set: int
    tricks: int


@dataclass(frozen=True, slots=True)
class MatchReview:
    """A match with all its deals; ``totals`` are the final ones, by side."""

    rules: RuleSet
    names: tuple[str, ...]
    target: int
    deals: tuple[ReplayedDeal, ...]
    winner: Side | None
    advances: Side | None
    totals: tuple[int, ...]

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides' names: partners together."""
        count = self.rules.seating.sides
        return tuple(" – ".join(filter(None, self.names[side::count])) for side in range(count))

    @property
    def course(self) -> tuple[tuple[int, ...], ...]:
        """The totals before the first deal and after each that was scored; the last are the final ones.

        They end with a step of its own where a director gave or took points after the last deal.
        """
        scored = [deal.score.totals for deal in self.deals if deal.score]
        course = [(0,) * len(self.totals), *scored]
        return tuple(course if course[-1] == self.totals else [*course, self.totals])

    @property
    def turning(self) -> frozenset[str]:
        """The keys of the deals that moved the sides furthest apart; none where nothing was scored."""
        swings = {deal.key: deal.score.swing for deal in self.deals if deal.score}
        largest = max(swings.values(), default=0)
        return frozenset(key for key, swing in swings.items() if swing == largest)

    @property
    def players(self) -> tuple[PlayerReview, ...]:
        """What each player did, in the order of the seats."""
        return tuple(_player(self, seat) for seat in SEATS)

    def side(self, seat: Seat) -> Side:
        """Return the side a seat plays for."""
        return side_of(seat, self.rules.seating)


def review(match: Match) -> MatchReview:
    """Return the review of a match.

    :raises MatchNotOver: while it is being played.
    """
    return told(records.story_of(match))


def told(story: Mapping[str, Any]) -> MatchReview:
    """Return the review of a match from its story (``games.rules.story``)."""
    rules = RuleSet.from_data(story["rules"]["rule_set"])
    result = story["result"]
    return MatchReview(
        rules=rules,
        names=tuple(story["seats"]),
        target=story["target"],
        deals=tuple(_deals(story["deals"], rules.seating)),
        winner=result["winner"],
        advances=result["advances"],
        totals=tuple(result["totals"]),
    )


def _deals(told_deals: Sequence[Mapping[str, Any]], seating: Seating) -> Iterator[ReplayedDeal]:
    for deal in told_deals:
        number, passed_before = deal["deal"], deal["redeal"]
        yield ReplayedDeal(
            key=f"{number}.{passed_before}" if passed_before else str(number),
            number=number,
            dealer=deal["dealer"],
            hands=tuple(map(tuple, deal["hands"])),
            calls=tuple((seat, call) for seat, call in deal["calls"]),
            contract=None if deal["contract"] is None else DealContract(**deal["contract"]),
            tricks=tuple(
                ReplayedTrick(at, trick["leader"], tuple(trick["cards"]), trick["won"])
                for at, trick in enumerate(deal["tricks"], start=1)
            ),
            score=None if deal["score"] is None else _score(deal, seating),
        )


def _score(deal: Mapping[str, Any], seating: Seating) -> DealScore:
    score = deal["score"]
    declaring = side_of(deal["contract"]["declarer"], seating)
    took = sum(score["tricks"][seat] for seat in SEATS if side_of(seat, seating) == declaring)
    return DealScore(took, score["made"], tuple(score["points"]), tuple(score["totals"]))


def _player(match: MatchReview, seat: Seat) -> PlayerReview:
    own = [deal.score.made for deal in match.deals if deal.score and _declares(deal, seat)]
    won = sum(trick.won == seat for deal in match.deals for trick in deal.tricks)
    return PlayerReview(seat, match.names[seat], len(own), sum(own), len(own) - sum(own), won)


def _declares(deal: ReplayedDeal, seat: Seat) -> bool:
    return deal.contract is not None and deal.contract.declarer == seat
