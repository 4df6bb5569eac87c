"""What a bot at seat 0 sees, in few words."""

from typing import Any

from games.dealing import Stream
from games.rules import RULESETS, Hand, RuleSet, legal_cards, names, notation

LEVANTINE = RULESETS["levantine"]
STREAM = Stream(b"a bot")
CALLS = "P 7 8 9 10 11 12 13"


def hand(text: str) -> Hand:
    """Return the hand written as spades.hearts.diamonds.clubs."""
    return notation.hand_of(text)


def calling(
    text: str,
    *calls: tuple[int, str],
    rules: RuleSet = LEVANTINE,
    legal: str = CALLS,
    totals: tuple[int, ...] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return the view of seat 0 in the auction."""
    return {
        "seat": 0,
        "turn": 0,
        "phase": "auction",
        "hand": names(hand(text)),
        "calls": [list(call) for call in calls],
        "legal": legal.split(),
        "totals": list(totals or (0,) * rules.seating.sides),
        "target": rules.target,
        "cap": rules.round_cap,
        "sheet": [],
        "time_up": False,
        **more,
    }


def playing(
    cards: str, *, trick: str = "", trump: str = "S", declarer: int = 0, gone: str = ""
) -> dict[str, Any]:
    """Return the view of seat 0 to play.

    The trick was led by whom it takes to make it 0's turn, and so was each of those that are
    ``gone``: four cards a trick, a card each of seats 0 to 3.
    """
    held, laid = cards.split(), trick.split()
    plays = [[(4 - len(laid) + at) % 4, card] for at, card in enumerate(laid)]
    return {
        "seat": 0,
        "turn": 0,
        "phase": "play",
        "hand": held,
        "legal": legal_cards(held, laid[0][1] if laid else None),
        "trick": plays,
        "trump": trump,
        "played": [[at % 4, card] for at, card in enumerate(gone.split())] + plays,
        "contract": {"declarer": declarer, "bid": 7},
    }
