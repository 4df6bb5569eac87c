"""What a person reads when something is refused: a sentence for each refusal's code.

The core of the game cannot translate, so its refusals carry a code and values, and the words are
here. ``told`` is the one shape in which a refusal leaves the server, on a page, through the API or
down a socket.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.rule_faults import fault
from games.rules import BadRules, Refusal

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

SENTENCES: Final[Mapping[str, Words]] = {
    # ---- at the table
    "wrong_phase": _("This cannot be done at this point of the match."),
    "not_your_turn": _("It is not your turn."),
    "not_a_seats_action": _("Only the table itself does this."),
    "already_ready": _("You have already said that you are ready."),
    "points_out_of_range": _("Give or take 1 to %(most)s points."),
    "not_begun": _("The match has not begun: points can be given or taken from the first deal on."),
    "outlook_changed": _("The match has gone on meanwhile. Look at what the ruling would do now."),
    "time_already_up": _("Time was called before: the deal in hand is the last."),
    "unknown_call": _("This is not a call of these rules."),
    "bid_too_low": _("A bid has to be higher than %(highest)s."),
    "must_pass": _("Nothing can be bid above %(highest)s: pass."),
    "must_bid": _("Everybody else has passed: you have to bid at least %(lowest)s."),
    "auction_closed": _("The auction is over."),
    "passed_out": _("You have passed in this auction: you cannot call again."),
    "illegal_call": _("This call cannot be made."),
    "illegal_card": _("This card cannot be played."),
    "not_your_card": _("You do not hold this card."),
    "must_follow_suit": _("You hold a card of the suit that was led: play one."),
    "bad_card": _("There is no such card."),
    "bad_suit": _("There is no such suit."),
    "bad_action": _("Nothing of this kind can be done at a table."),
    "bad_frame": _("The server did not understand this page. Reload it."),
    "hello_first": _("The server did not understand this page. Reload it."),
    "bad_ticket": _("This page has been open for too long. Reload it."),
    "stale": _("The table has moved on: look again."),
    "no_table": _("There is no such table, or nothing has begun at it."),
    "table_closed": _("This table was closed: nothing is played here any more."),
    "no_such_bot": _("There is no bot called “%(bot)s” to play with."),
    "too_many_tables": _("Many tables were just opened from here. Try again in a minute."),
    "not_seated": _("You have no seat at this table."),
    "not_due": _("It is not yet time for this."),
    "seat_taken": _("This seat is taken or kept for somebody else."),
    "already_seated": _("You already have a seat at this table."),
    "match_goes_on": _("The match at this table is not over."),
    "no_rematch": _("There will be no other match at this table."),
    "already_answered": _("You have already said whether you want another match."),
    "no_director": _("This table has no director: it belongs to no tournament."),
    "director_called": _("The director has been called to this table and will come."),
    "call_too_late": _("The director is called while a match is played, or in the ten minutes after it."),
    "no_spectators": _("This table is played without spectators."),
    "players_do_not_watch": _(
        "You have a match to play in this tournament: until it is over, you cannot watch its other tables."
    ),
    "match_not_over": _("The cards of a match are shown when it is over."),
    "job_taken": _("Somebody else is doing this already."),
    "nothing_to_analyse": _(
        "This match cannot be analysed: that needs partners, and cards that were played."
    ),
    "retry": _("The server is busy: try again in a moment."),
    # ---- words between players
    "unknown_phrase": _("There is no such phrase."),
    "said_too_soon": _("Wait two seconds before you say something again."),
    "said_enough": _("You have said enough in this deal."),
    "no_free_text": _("Only phrases and signs are said here."),
    "bad_line": _("This cannot be said: it is too long, empty, or holds signs that nobody sees."),
    "said_before": _("You have just said this."),
    "nobody_there": _("No other person sits there."),
    "reported_before": _("You have reported this already; somebody will look at it."),
    "report_settled": _("This report was settled before."),
    "bad_reason": _("A report needs one of the reasons listed."),
    # ---- what pages put into the deals
    "bad_entropy": _("What this page put into the cards cannot be used."),
    "entropy_not_asked": _("It is too early or too late to put something into the cards."),
    "hashes_first": _("A value is told when every page has given its hash."),
    "entropy_twice": _("This seat has put its part into the cards."),
    "entropy_mismatch": _("This value is not the one whose hash was given."),
    # ---- rules and records
    "no_such_side": _("There is no such side at this table."),
    "bad_deal": _("A deal is the whole pack, thirteen cards to each seat."),
    "target_not_allowed": _("These rules are not played to %(target)s."),
    "cap_not_allowed": _("The largest number of deals has to be 1 or more."),
    "bad_rules": _("These values do not make a rule set: see “%(field)s”."),
    "rules_moved": _("Somebody else saved a new version of these rules meanwhile. Look again."),
    "unknown_rules": _("There is no rule set called “%(rules)s”."),
    "broken_record": _("The record contradicts itself at entry %(entry)s."),
    "bad_record": _("Line %(line)s of the record cannot be read."),
    # ---- a score sheet, line by line, and totals alone
    "bad_sheet_line": _("Line %(line)s cannot be."),
    "unreadable_line": _("Line %(line)s cannot be read."),
    "bad_sheet_bid": _("Line %(line)s: a bid is %(lowest)s to %(highest)s, not %(bid)s."),
    "bad_sheet_tricks": _("Line %(line)s: the tricks of a deal are 13 together, not %(total)s."),
    "bad_sheet_trump": _("Line %(line)s: these rules know no such trump."),
    "bad_sheet_bonus": _("Line %(line)s: this side cannot have earned the bonus."),
    "dealer_has_to_bid": _("Line %(line)s: by these rules the dealer has to bid, so not everyone passes."),
    "line_after_the_end": _("Line %(line)s: the match was over with line %(last)s."),
    "bad_totals": _("No match by these rules ends with these totals."),
    "totals_too_low": _("Nobody has reached %(target)s, and the match was not cut short."),
    "totals_level": _("Level at %(target)s or more: another deal is played."),
    "last_gain_missing": _("The totals are level: say which of these sides gained in the last scored deal."),
    # ---- people
    "refused": _("This is not possible."),
    "sign_in_first": _("Sign in first."),
    "not_allowed": _("You may not do this here."),
    "bad_name": _("This cannot be a name."),
    "name_empty": _("A name has at least one letter or digit."),
    "name_too_long": _("A name has at most %(longest)s letters."),
    "name_has_hidden_signs": _("A name cannot hold signs that nobody sees."),
    "name_piles_marks": _("A letter carries at most two marks."),
    "name_mixes_scripts": _("“%(word)s” mixes letters of two scripts."),
    "name_taken": _("“%(name)s” reads like a name somebody already has."),
}


def sentence(refusal: Refusal, sentences: Mapping[str, Words] = SENTENCES) -> str:
    """Return what a person reads, in the language that is active."""
    said = str(sentences[refusal.code]) % refusal.params
    return f"{said} {fault(refusal)}" if isinstance(refusal, BadRules) else said


def told(refusal: Refusal, sentences: Mapping[str, Words] = SENTENCES) -> dict[str, object]:
    """Return the refusal as it leaves the server: ``code``, ``sentence`` and ``params``."""
    return {
        "code": refusal.code,
        "sentence": sentence(refusal, sentences),
        "params": {name: _plain(value) for name, value in refusal.params.items()},
    }


def _plain(value: object) -> object:
    """Return the value as JSON knows it."""
    return value if isinstance(value, bool | int | str | list | None) else str(value)
