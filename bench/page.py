"""What the table's page costs on the line: its script, and the frames of whole matches.

Matches are played by bots in memory, by the rules most play; counted is every byte one seat hears, its own
moves and the answers to them, without the few bytes that TCP and WebSocket add.
``python bench/page.py [--matches 20] [--rules levantine]``
"""

# ruff: noqa: PLC0415 - Django is imported once the environment is made

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def main() -> None:
    """Print a line for the script and one for the frames."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=20, help="how many matches are played")
    parser.add_argument("--rules", default="levantine", help="by which rules")
    parser.add_argument("--seconds", type=float, help="as the other benches have it; under 5, two matches")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    short = options.seconds is not None and options.seconds < 5
    os.environ["DJANGO_SETTINGS_MODULE"] = "tarneeb_site.settings"
    import django

    django.setup()
    matches = [measured(options.rules, number) for number in range(2 if short else options.matches)]
    told = {
        "matches": len(matches),
        "deals": statistics.median(deals for deals, *_ in matches),
        "frames": statistics.median(frames for _, frames, _, _ in matches),
        "heard_bytes": statistics.median(heard for _, _, heard, _ in matches),
        "said_bytes": statistics.median(said for *_, said in matches),
    }
    print(
        json.dumps(told)
        if options.json
        else "\n".join(f"{key:<12}{value:>10.0f}" for key, value in told.items())
    )


def measured(key: str, number: int) -> tuple[int, int, int, int]:
    """Return the deals, the frames, and the bytes one seat hears and says in a match."""
    from games.frames import encode
    from games.hub import Committed, Logged, event_frames
    from games.rules import RULESETS, SEATS

    deals = frames = heard = said = seq = 0
    for position, seat, action, events in match(RULESETS[key], number):
        logged = tuple(Logged(event, "user") for event in events)
        told = event_frames(
            Committed(1, seq + 1, logged, position, None, datetime(2026, 1, 1, tzinfo=UTC)), SEATS[0]
        )
        seq += len(events)
        frames += len(told)
        heard += sum(len(encode(frame).encode()) for frame in told)
        deals += any(event.kind == "score" for event in events)
        if seat == SEATS[0]:
            said += len(
                encode({"t": "do", "id": f"1a2b3c-{seq}", "s": seq, "k": "card", "d": action}).encode()
            )
            heard += len(encode({"t": "ack", "id": f"1a2b3c-{seq}", "s": seq}).encode())
    return deals, frames, heard, said


def match(rules: Any, number: int) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Yield the moves of a match of bots: where each leads, whose it was, what he said, what happened."""
    from games.bots import BOTS
    from games.dealing import Stream, commitment, deal, deal_secret
    from games.rules import SEATS, Card, Deal, Phase, Position, Ready, apply, view

    stream = Stream(b"bench/page").derive(number)
    master = stream.bytes(32)
    position = Position.begin(rules, dealer=SEATS[0])
    while position.phase is not Phase.OVER:
        seat = None
        if position.phase is Phase.DEAL:
            secret = deal_secret(master, position.deal_number)
            hands = deal(secret, public=b"", redeal=position.redeals, dealer=position.dealer)
            action: Any = Deal(tuple(tuple(map(Card, hand)) for hand in hands), commitment(secret))
        elif position.phase is Phase.RESULT:
            seat, action = next(seat for seat in SEATS if seat not in position.ready), Ready()
        else:
            assert position.turn is not None
            seat = position.turn
            action = BOTS["club"](view(position, seat), stream, rules)
        position, events = apply(position, seat, action)
        yield position, seat, {"card": "QH"}, events


if __name__ == "__main__":
    main()
