"""The same on every machine and every version of Python, to the byte."""

import json
from hashlib import sha256

from games.bots import choose
from games.dealing import Stream
from games.rules import SEATS, Phase, Position, apply, view
from tests.rules.playing import log, match, shuffled
from tests.rules.presets import LEVANTINE, PRESETS


def digest(texts: list[str]) -> str:
    """Return a short digest of texts."""
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


def test_a_match_is_the_same_to_the_byte() -> None:
    texts = []
    for rules in PRESETS.values():
        happened = match(rules, 7, 3)
        texts += [json.dumps([e.kind, e.seat, dict(e.data)]) for e in log(happened)]
        texts += [after.to_json() for _, _, _, after, _ in happened]
        texts += [json.dumps(view(after, SEATS[2])) for _, _, _, after, _ in happened]

    assert digest(texts) == "e19a816a07d2979a"


def test_a_match_of_bots_is_the_same_to_the_byte() -> None:
    stream, drawn, moves = Stream(b"bots"), Stream(b"deals"), []
    position = Position.begin(LEVANTINE, dealer=SEATS[0])
    while position.phase is not Phase.OVER:
        if position.phase is Phase.DEAL:
            position, _ = apply(position, None, shuffled(drawn))
        else:
            waiting = [seat for seat in SEATS if seat not in position.ready]
            seat = waiting[0] if position.turn is None else position.turn
            action = choose(view(position, seat), stream, position.rules)
            moves.append(repr(action))
            position, _ = apply(position, seat, action)

    assert digest([*moves, position.to_json()]) == "a83cc2723a5e9ec0"
