"""How a bot plays for the king of hearts, where he pays a bonus."""

from games.bots import choose
from games.rules import EDITIONS, RULESETS, PlayCard, RuleSet, parse_card
from tests.bots.seats import STREAM, playing

KIBBI, MOVING_TRUMP = RULESETS["kibbi"], RULESETS["moving-trump"]
WITHOUT = EDITIONS["kibbi", 1]


def plays(card: str, hand: str, *, rules: RuleSet = KIBBI, trump: str = "H", **moment: str | int) -> bool:
    """Whether a bot plays this card."""
    view = playing(hand, trump=trump, **moment)  # type: ignore[arg-type]  # the keywords of playing()
    return choose(view, STREAM, rules) == PlayCard(parse_card(card))


def test_the_ace_of_trumps_catches_an_opponents_king() -> None:
    # A ruff with the deuce would do to take the trick.
    assert plays("AS", "AS 2S 4D", trick="KH", rules=MOVING_TRUMP, trump="S")
    assert plays("2S", "AS 2S 4D", trick="QH", rules=MOVING_TRUMP, trump="S")


def test_the_king_of_a_partner_is_left_to_him() -> None:
    assert plays("2S", "AS 2S 4D", trick="5C KH 9C", rules=MOVING_TRUMP, trump="S")


def test_an_ace_that_is_no_trump_catches_nobody() -> None:
    assert plays("4D", "AS 2S 4D", trick="KH", rules=MOVING_TRUMP, trump="D")


def test_the_king_is_not_led_while_an_opponent_may_hold_the_ace() -> None:
    touching = "KH QH 2H 4D"

    assert plays("KH", touching, rules=WITHOUT)
    assert not plays("KH", touching)


def test_the_king_is_led_when_the_ace_is_gone_or_can_only_be_the_partners() -> None:
    assert plays("KH", "KH QH 2H 4D", gone="3H AH 4H 5H")
    assert not plays("2H", "KH QH 4D 3D", gone="3H 2S 4H 3S")


def test_a_king_that_is_the_only_card_left_to_lead_is_led() -> None:
    assert plays("KH", "KH")


def test_as_a_side_card_the_king_is_led_like_any_other() -> None:
    assert plays("KH", "KH QH 2H 4D", rules=MOVING_TRUMP, trump="S", declarer=1)
