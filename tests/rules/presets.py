"""The rule sets shipped, by the names tests call them."""

from collections.abc import Mapping

import pytest

from games.rules import EDITIONS, RULESETS, RuleSet

LEVANTINE = RULESETS["levantine"]
MOVING_TRUMP = RULESETS["moving-trump"]
KIBBI = RULESETS["kibbi"]
SOLO = RULESETS["solo"]
ONE_ROUND = RULESETS["one-round"]
EGYPTIAN = RULESETS["egyptian-no-trump"]

PRESETS: Mapping[str, RuleSet] = RULESETS
#: Every rule set for a test that plays whole matches: two kinds at once, the others when there is time.
PLAYED_OUT = [
    pytest.param(rules, id=key, marks=[] if key in ("levantine", "solo") else pytest.mark.long)
    for key, rules in PRESETS.items()
]
EVERY_EDITION: Mapping[str, RuleSet] = {
    f"{key} {version}": rules for (key, version), rules in EDITIONS.items()
}
