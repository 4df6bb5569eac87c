"""The rule sets shipped, by the names tests call them."""

from collections.abc import Mapping

from games.rules import EDITIONS, RULESETS, RuleSet

LEVANTINE = RULESETS["levantine"]
MOVING_TRUMP = RULESETS["moving-trump"]
KIBBI = RULESETS["kibbi"]
SOLO = RULESETS["solo"]
ONE_ROUND = RULESETS["one-round"]
EGYPTIAN = RULESETS["egyptian-no-trump"]

PRESETS: Mapping[str, RuleSet] = RULESETS
EVERY_EDITION: Mapping[str, RuleSet] = {
    f"{key} {version}": rules for (key, version), rules in EDITIONS.items()
}
