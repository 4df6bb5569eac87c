"""What a person reads when a club or a tournament refuses something, beside what a table says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games import sentences as of_tables

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

    from games.rules import Refusal

SENTENCES: Final[Mapping[str, Words]] = {
    **of_tables.SENTENCES,
    # ---- clubs
    "last_owner": _("A club keeps an owner: name another one first."),
    "guests_hold_no_role": _("This person has no account yet, and can be given a role only then."),
    "club_name_taken": _("There is a club whose name makes the same address as “%(name)s”."),
    "link_spent": _("This link has been used or has run out."),
    # ---- tournaments
    "already_done": _("This had been done already."),
    "unknown_zone": _("There is no time zone called “%(zone)s”."),
    "rules_of_another": _("These are not house rules of this club."),
    "not_for_pairs": _("By these rules nobody has a partner. Choose Solo tables of four, or other rules."),
    "not_for_solo": _("Solo tables of four play Solo rules. Choose Solo rules, or another format."),
    "too_many_groups": _("%(entries)s entries are too few for %(groups)s groups. Choose fewer groups."),
    "next_round_moved": _("The next round was changed while it was being drawn. Try again."),
    "best_of_not_allowed": _("A match can be played over %(allowed)s games, not over %(best_of)s."),
    "no_such_time": _("Clocks go forward that night: in %(zone)s it is never %(wall)s."),
    "times_over": _("The tournament is over: its times stay as they are."),
    "tables_cross": _("The last table has a lower number than the first."),
    "rounds_out_of_order": _("%(round)s would not start after %(before)s."),
    "round_too_early": _(
        "%(round)s is too early: %(before)s is expected to be over at %(ends)s. It starts when that is over."
    ),
    "play_elsewhere": _("Playing in “%(tournament)s” at the same time: %(names)s."),
    "tables_taken": _("“%(tournament)s” has these tables at the same time: %(tables)s. Choose others."),
    "wrong_number_of_entries": _("This format takes %(fewest)s to %(most)s entries, not %(entries)s."),
    "tournament_moved": _("Somebody else changed the tournament meanwhile. Look again."),
    "decided_since": _("Somebody else has decided something here meanwhile. Look again."),
    "prizes_changed": _("Somebody else has changed the prizes meanwhile. Look again."),
    "prize_is_nothing": _("Prize %(number)s is nothing yet: write what it is, or how much."),
    "too_many_prizes": _("%(most)s prizes are enough."),
    "entries_closed": _("The bracket has been drawn: nobody can enter any more."),
    # ---- before the draw
    "plays_already": _("%(player)s is entered already: %(entry)s."),
    "entry_moved": _("This cannot be done to %(entry)s, or somebody else was first. Look again."),
    "not_at_this_point": _("The tournament is not where this can be done. Look again."),
    "reason_wanted": _("Say why: everybody concerned reads it."),
    "times_cross": _("It would close before it opens."),
    "too_few_pairs": _("A limit leaves room for two entries at least."),
    "registration_not_open": _("Registration is not open."),
    "account_wanted": _("Make an account first: then you can sign up."),
    "members_only": _("This tournament is for members of the club."),
    "no_such_player": _("Nobody called “%(name)s” plays in this club with an account. Send a link instead."),
    "invitation_spent": _("This invitation has been answered or taken back."),
    "invitation_of_another": _("This invitation is for somebody else: your partner opens it."),
    "standby_taken": _("Somebody else stands by already."),
    "no_partners_here": _("Everybody comes alone here: sign up without a partner."),
    "wrong_number_of_players": _("Players of an entry here: %(wanted)s."),
    "nothing_to_leave": _("You have not signed up here."),
    "no_room": _("All places are taken. Raise the limit first."),
    "same_player_twice": _("A pair is two people, and “%(name)s” is there twice."),
    "not_looking": _("There are not two players who look for a partner here."),
    "check_in_not_open": _("Check-in is not open now. At the desk they can help you."),
    "no_entry_of_yours": _("You are not entered in this tournament."),
    "not_checked_in": _("Not checked in: %(names)s. Confirm first that they are left out."),
    "list_changed": _("The list has changed meanwhile. Look again."),
    "fee_moved": _("The fee of %(entry)s stands like this already, or somebody else noted it first."),
    "no_such_act": _("Nothing called “%(act)s” is done to an entry."),
    "no_such_place": _("There are seeds from 1 to %(places)s."),
    "no_window": _("There is no time to agree on: this is played with its round, or is decided."),
    "outside_window": _("This time is past, or is not in the time in which the round is played."),
    "appointment_moved": _("Another time was named meanwhile. Look again."),
    "bots_do_not_wait": _("Bots take empty seats here and would play before people come: take windows away."),
    "window_ends_early": _("The time until which a round is played (%(until)s) is before its start."),
    "reminder_sent": _("The players have been told of this start already."),
    "regular_moved": _("The next one was made meanwhile, or somebody else changed this. Look again."),
    "regular_there": _("It is played again and again from this time on already."),
    "first_is_past": _("The first one would be in the past."),
    "pattern_of_another": _("This tournament is not one of the club."),
    "already_drawn": _("The bracket has been drawn, or the entries have changed meanwhile."),
    "round_not_drawn": _("This round has started, or the one before it is not closed."),
    "clock_moved": _("The round has no clock, or it was paused or let go on meanwhile."),
    "no_time_left": _("So much time is not left in the round. To end it, call “No new deal”."),
    "round_not_open": _("The round is not in play, or no new deal was called before."),
    "round_already_closed": _("Somebody else closed round %(number)s first."),
    "round_moved": _("A result has just changed: try again."),
    "results_missing": _("Results are missing in this round: %(missing)s."),
    "match_still_open": _("The match has not ended."),
    "already_recorded": _("This result is in the books, or the director has ruled meanwhile."),
    "nothing_to_settle": _("There is nothing to rule on here: it is decided or still being played."),
    # ---- the record of a tournament
    "record_moved": _("The tournament is being changed just now. Try again."),
    "record_too_large": _(
        "This record is too large: a page takes 64 MB, the command import_tournament 256 MB, both 100,000"
        " rows of a kind."
    ),
    "record_not_text": _("This is no record of a tournament: it is not JSON in UTF-8."),
    "record_of_another_version": _(
        "This is no record of a tournament, or one of another version. This site reads version %(version)s."
    ),
    "record_wrong": _("The record is wrong at %(where)s. Nothing was stored."),
    "already_here": _("“%(address)s” is on this site already: nothing was stored."),
    "log_broken": _("The log of a match goes against its rules."),
    "cannot_replay": _("Act %(act)s of the log, “%(verb)s”, cannot be done again from what it says."),
    "act_refused": _("Act %(act)s of the log, “%(verb)s”, is refused when it is done again: %(reason)s."),
    "replay_differs": _("Done again from its log the tournament is another at %(where)s."),
    "too_many_acts": _("A page shows how it stood after act %(most)s at most. Use the command for more."),
    "bad_state": _("The stage cannot be read: %(where)s %(what)s."),
    "not_being_played": _("No match is being played at this table now."),
    "reason_missing": _("Say why: both sides and the log read it."),
    "winner_missing": _("Say which side goes on."),
    "no_such_seat": _("Nobody has this link or code. It may have been replaced: ask the director."),
    "seat_has_account": _("This player has an account: sign in with it."),
    "seat_of_another": _("This is the seat link of %(name)s. It opens on that player's own phone."),
    "nothing_to_appeal": _("There is no ruling that you could appeal against, or somebody has done so."),
    "own_ruling": _("You have given this ruling yourself: another director decides the appeal."),
    "call_settled": _("Somebody else has settled this call."),
    "not_your_pairing": _("You do not play at this table, or it is not open yet."),
    "too_many_tries": _("Too many tries. Wait a minute."),
    "match_not_over": _("The cards of a match can be seen when it is over."),
    # ---- results from the hall
    "not_in_the_hall": _("Table %(number)s is played here. Let it go on with cards first."),
    "not_called": _("This pairing has not been called to a table yet."),
    "result_known": _("This match has a result already. The director can undo or correct it."),
    "result_moved": _("Somebody else has written meanwhile. Look at that, then choose."),
    "own_pairing": _("You play in this pairing: you speak for your own side only."),
    "nothing_to_take_back": _("This is not the last result of the pairing, or its round is closed."),
    "no_such_pairing": _("Nothing is played at table %(number)s now."),
    "reports_off": _("In this tournament the scorers enter the results."),
    "nothing_to_agree": _("The other side says something else by now. Look again."),
    "unknown_result": _("A result is the lines of a score sheet or the totals of the sides: %(allowed)s."),
    "head_changed": _("The first %(lines)s deals were played at the table and stay as they are."),
    "time_not_up": _("Time has not been called in this round, so the match goes on."),
    "not_at_a_table": _("This pairing is not being played at a table here."),
    "goes_on_with_cards": _("From this score the match can only go on with cards."),
    "bad_quick_entry": _(
        "Write the table and the score: 7 41-29. If they are level, who gained last: 7 24-24 A."
    ),
    "unclear_minus": _("Write a colon between the totals if one of them is below nought: 7 31:-5."),
    # ---- corrections, withdrawals and undo
    "nothing_to_correct": _("There is no result here to correct."),
    "series_is_awarded": _("Of a series it can only be corrected who won it."),
    "effects_changed": _("By now this would change something else. Look at it again."),
    "choice_missing": _("Something was played on the old result. Choose what becomes of it."),
    "not_under_review": _("The tournament is not under review, or a match of it is still being played."),
    "changed_since": _("Something of this was changed again since. Undo that first."),
    "already_undone": _("Somebody else has undone this."),
    "not_undoable": _("This cannot be undone."),
    "played_since": _("What followed has already been played."),
    "nobody_joins": _("Nobody joins any more: the last round is drawn, or this format takes nobody late."),
    "not_taking_part": _("This entry is not playing in this stage."),
    "out_of_bracket": _("Nobody comes back into a bracket. Undo the withdrawal in the log instead."),
    # ---- a draw before it is published
    "not_in_draw": _("This is not in the draw, or the two are one."),
    "locked_in_draw": _("A pairing that is locked stays as it is. Unlock it first."),
    "kept_apart_already": _("Choose two entries that are not kept apart yet."),
    "not_kept_apart": _("These two are not kept apart any more."),
    "draft_moved": _("Somebody else has changed this draw or published it. Look again."),
    "draft_stale": _("Something this was drawn from has changed. Draw it again, or choose to keep it."),
    "draft_not_kept": _("This draw cannot be kept: draw it again."),
    "follows_from_seeds": _("Here the seeds decide who meets, and they change before the first round only."),
    "nothing_to_draw": _("This round is drawn, or nobody is left to play it."),
    "round_called": _("The tables of this round are open: its draw stands."),
    "draw_waits": _("Results are missing at tables %(tables)s. Wait for them, or draw anyway."),
    "round_in_play": _("Round %(number)s is still in play."),
    "substitute_waits": _("A substitute waits for this place already, or he waits for another."),
    "no_bye_to_give": _("A bye is given in a Swiss, for the round that is drawn next."),
    # ---- the course of a tournament
    "tournament_cancelled": _("The tournament is cancelled. Undo that in the log if it goes on after all."),
    "not_in_play": _("The tournament is not drawn yet, or it is over."),
    "rounds_drawn": _("Here there can be %(fewest)s to %(most)s rounds now."),
    "round_not_closed": _("A round is drawn or in play. Take its draw back, or let it be played first."),
    "no_standings": _("A bracket is played to its end: no table says before who has won."),
    "not_begun_from_another": _("This is the first stage, or it has not begun."),
    "nothing_to_postpone": _("This match is decided or postponed, or it is not known yet who plays it."),
    "match_has_begun": _("Something of this match has been played or said: it is not postponed any more."),
    "not_postponed": _("This match is not postponed."),
    "no_match_named": _("Tick at least one match."),
    "not_to_come": _("Nothing was decided, for these matches wait for nobody any more: %(matches)s."),
    "some_have_begun": _(
        "Nothing was decided, for something has been played or said at these tables: %(matches)s."
    ),
    "still_postponed": _("First play or decide what is postponed: %(matches)s."),
    # ---- a list of pairs, line by line
    "list_refused": _("Nothing was taken from the list: it has faults."),
    "list_too_large": _("The list is too large: at most one megabyte and %(lines)s lines."),
    "list_not_text": _("This is not UTF-8 text. Save the list as “CSV UTF-8”."),
    "list_empty": _("There is nobody in the list."),
    "list_column_missing": _("The first line has no column “%(name)s”."),
    "list_column_unknown": _("Column “%(name)s” means nothing here, or is there twice."),
    "list_line_broken": _("This line has too many values, or quotes that do not match."),
    "list_name_missing": _("A name is missing: both players of a pair have one."),
    "list_name_is_formula": _("“%(name)s” begins like a formula of a spreadsheet."),
    "list_number_bad": _("“%(value)s” is not a whole number from %(lowest)s to %(highest)s."),
    "list_name_twice": _("“%(name)s” is there twice: give two people of one name different ones."),
    "list_seed_twice": _("Seed %(seed)s is given twice."),
}


def sentence(refusal: Refusal) -> str:
    """Return what a person reads, in the language that is active."""
    return of_tables.sentence(refusal, SENTENCES)


def told(refusal: Refusal) -> dict[str, object]:
    """Return the refusal as it leaves the server: ``code``, ``sentence`` and ``params``."""
    return of_tables.told(refusal, SENTENCES)
