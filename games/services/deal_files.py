"""The files anybody can check a match's deals with: the promise at any time, the rest when it is over.

Source: docs/dealing.md#the-file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import store
from games.dealing import FIRST_DEALER, SCHEME, DealsFile, PublishedList, ShownDeal, deal_secret
from games.models import Match
from games.rules import Event, Seat, parse_cards
from games.services.deals import Source
from games.services.entropy import Entropy
from games.services.records import refuse_open


def promise(match: Match) -> dict[str, Any]:
    """Return the lists of commitments a match has published until now, as JSON values."""
    source, log = _read(match.pk)
    file = {
        "scheme": SCHEME,
        "match": source.entropy.match,
        "public_number": source.entropy.public_number,
    }
    return file | {"lists": [one.to_data() for one in _lists(source, log)]}


def deals_file(match: Match) -> dict[str, Any]:
    """Return the file of a match's deals, all secrets shown, as JSON values.

    :raises MatchNotOver: while it is being played.
    """
    refuse_open(match.pk)
    source, log = _read(match.pk)
    entropy = source.entropy
    file = DealsFile(
        match=entropy.match,
        public_number=entropy.public_number,
        lists=_lists(source, log),
        contributions=entropy.contributions,
        public=entropy.public,
        master=source.master,
        dealer=_first_dealer(log),
        dealer_secret=deal_secret(source.master, FIRST_DEALER),
        deals=tuple(_shown(event, source.master) for event in log if event.kind == "deal"),
    )
    return file.to_data()


def _read(match_id: int) -> tuple[Source, list[Event]]:
    master, entropy = store.secret_of_match(match_id)
    log = [logged.event for logged in store.events_of_match(match_id)]
    return Source(master, Entropy.from_json(entropy)), log


def _lists(source: Source, log: Iterable[Event]) -> tuple[PublishedList, ...]:
    told = [event.data for event in log if event.kind == "commitments"]
    promises = [source.promise(deal=data["last"]) for data in told]
    return tuple(PublishedList(one.first, one.root, one.commitments) for one in promises)


def _first_dealer(log: Iterable[Event]) -> Seat:
    dealer: Seat = next(event.data["dealer"] for event in log if event.kind == "match")
    return dealer


def _shown(event: Event, master: bytes) -> ShownDeal:
    number = event.data["deal"]
    return ShownDeal(
        number=number,
        redeal=event.data["redeal"],
        dealer=event.data["dealer"],
        commitment=event.data["commitment"],
        secret=deal_secret(master, number),
        hands=tuple(parse_cards(hand) for hand in event.data["hands"]),
    )
