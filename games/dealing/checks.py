"""Whether a file of deals is true: every check that anybody can make, one after another.

``check`` is what ``manage.py verify_deal`` runs, and the page does the same in the browser
(``games/static/games/verify/checks.js``). Source: docs/dealing.md#what-is-checked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from games.dealing.deals import (
    FIRST_DEALER,
    commitment,
    deal,
    deal_secret,
    first_dealer,
    pack_order,
    public_part,
)
from games.dealing.files import DealsFile, ShownDeal, Unreadable, digest
from games.dealing.promises import DEALS_A_LIST, Promise, span


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked: ``code`` names it, ``about`` the deal or the field it is about."""

    code: str
    passed: bool
    about: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a file; ``file`` is None when it could not be read."""

    checks: tuple[Check, ...]
    file: DealsFile | None = None

    @property
    def passed(self) -> bool:
        """Whether everything is true."""
        return all(check.passed for check in self.checks)


def check(found: object) -> Verdict:
    """Check a file given as JSON values."""
    try:
        file = DealsFile.from_data(found)
    except Unreadable as fault:
        return Verdict((Check("readable", passed=False, about=fault.where),))
    assert isinstance(found, dict)
    made = [
        Check("readable", passed=True),
        Check("digest", found["digest"] == digest(found)),
        Check("lists", _lists(file)),
        Check("master", _master(file)),
        Check("contributions", _contributions(file)),
        Check("public", file.public == _public(file)),
        Check("dealer", _dealer(file)),
        Check("sequence", _sequence(file)),
        *_deals(file),
    ]
    return Verdict(tuple(made), file)


def packs(file: DealsFile) -> Iterator[tuple[int, ...]]:
    """Yield the order of the pack in each deal, as its secret gives it."""
    for shown in file.deals:
        yield pack_order(shown.secret, public=file.public, redeal=shown.redeal)


def _lists(file: DealsFile) -> bool:
    """Return whether the lists follow one another, as many as were needed, and give their roots."""
    most = max((shown.number for shown in file.deals), default=1)
    if len(file.lists) != 1 + max(most - 1, 0) // DEALS_A_LIST:
        return False
    expected = FIRST_DEALER
    for one in file.lists:
        promised = Promise(file.match, file.public_number, one.first, one.commitments)
        if (one.first, promised.last) != span(expected) or one.root != promised.root:
            return False
        expected = promised.last + 1
    return True


def _master(file: DealsFile) -> bool:
    """Return whether the master key gives every secret that was committed to."""
    return all(
        commitment(deal_secret(file.master, number)) == promised
        for one in file.lists
        for number, promised in enumerate(one.commitments, start=one.first)
    )


def _contributions(file: DealsFile) -> bool:
    given = [one for one in file.contributions if one is not None]
    return all(sha256(one.value).hexdigest() == one.hash for one in given)


def _public(file: DealsFile) -> bytes:
    values = [b"" if one is None else one.value for one in file.contributions]
    return public_part(values, file.public_number)


def _dealer(file: DealsFile) -> bool:
    own = file.dealer_secret == deal_secret(file.master, FIRST_DEALER)
    return own and file.dealer == first_dealer(file.dealer_secret, public=file.public)


def _sequence(file: DealsFile) -> bool:
    """Return whether each deal follows the one before: the next number, or dealt again once more."""
    before = (0, 0)
    for shown in file.deals:
        number, redeal = before
        if (shown.number, shown.redeal) not in {(number + 1, 0), (number, redeal + 1)} or not shown.number:
            return False
        before = (shown.number, shown.redeal)
    return not file.deals or file.deals[0].dealer == file.dealer


def _deals(file: DealsFile) -> Iterator[Check]:
    promised = {
        number: text for one in file.lists for number, text in enumerate(one.commitments, start=one.first)
    }
    for shown in file.deals:
        about = f"{shown.number}.{shown.redeal}" if shown.redeal else f"{shown.number}"
        kept = promised.get(shown.number) == shown.commitment == commitment(shown.secret)
        yield Check("commitment", kept, about)
        yield Check("hands", _hands(file, shown), about)


def _hands(file: DealsFile, shown: ShownDeal) -> bool:
    dealt = deal(shown.secret, public=file.public, redeal=shown.redeal, dealer=shown.dealer)
    return shown.hands == dealt
