"""What the table's script says, in the reader's language.

The script builds no sentence of its own. A sentence with a number in it is given once for each
plural form of the language, under the names ``Intl.PluralRules`` has for them; braces are filled by
the script, which keeps names of people apart from the text around them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from games.views.chat_strings import CHAT, CHAT_GROUPS
from games.views.table_rules import rule_strings

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

    from games.rules import RuleSet

# A number that takes each plural form, in every language that has the form.
SAMPLES: Final[Mapping[str, int]] = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "few": 3,
    "many": 11,
    "other": 100,
}

SUIT_NAMES: Final[Mapping[str, Words]] = {
    "S": _("Spades"),
    "H": _("Hearts"),
    "D": _("Diamonds"),
    "C": _("Clubs"),
    "N": _("No trump"),
}

SUITS: Final[Mapping[str, Words]] = {
    "S": _("spades"),
    "H": _("hearts"),
    "D": _("diamonds"),
    "C": _("clubs"),
    "N": pgettext_lazy("trump", "none"),
}

RANKS: Final[Mapping[str, Words]] = {
    "A": _("ace"),
    "K": _("king"),
    "Q": _("queen"),
    "J": _("jack"),
}

PAGE: Final[Mapping[str, Words]] = {
    "back": pgettext_lazy("table", "Back"),
    "menu": _("Table menu"),
    "close": _("Close"),
    "table": pgettext_lazy("felt", "Table"),
    "link_opening": _("Connecting"),
    "link_live": pgettext_lazy("connection", "Live"),
    "link_lost": _("Reconnecting"),
    "link_ended": _("Disconnected"),
    "lost_hint": _("The table goes on; your page comes back by itself."),
    "try_now": _("Try now"),
    "ended_signed_out": _("You have signed out. Open the table again to go on."),
    "ended_elsewhere": _("You have opened many tables since. Open this one again to go on."),
    "ended_not_allowed": _("You may not see this table any more."),
    "ended_no_table": _("This table has been closed."),
    "ended_moved": _("You play at this table in another tab."),
    "twice": _("You are at this table in another tab."),
    "move_here": pgettext_lazy("button", "Move here"),
    "show_missed": pgettext_lazy("button", "Show"),
    "loading": _("Coming to the table"),
    "waiting_seats": _("Waiting until all four seats are taken."),
}

PEOPLE: Final[Mapping[str, Words]] = {
    "you": pgettext_lazy("seat", "You"),
    "us": _("Us"),
    "them": _("Them"),
    "bot": pgettext_lazy("seat", "bot"),
    "free_seat": _("Free seat"),
    "away": pgettext_lazy("seat", "away"),
    "not_here": pgettext_lazy("seat", "not here"),
    "sit": _("Sit here"),
    "seat": _("Seat {n}"),
    "stand": _("Leave your seat"),
    "kept_bot": _("A bot plays your seat."),
    "kept_open": _("Nobody sits on your seat."),
    "kept_user": _("You are away."),
    "take_back": pgettext_lazy("button", "Take my seat back"),
    "sit_behind": _("Look from the seat of"),
    "dealer": pgettext_lazy("seat", "Dealer"),
    "dealer_mark": pgettext_lazy("one letter for the dealer", "D"),
    "declarer": pgettext_lazy("seat", "declarer"),
    "led": pgettext_lazy("seat", "led"),
    "naming": pgettext_lazy("seat", "names trump"),
    "to_call": pgettext_lazy("seat", "bid or pass"),
}

AUCTION: Final[Mapping[str, Words]] = {
    "auction": _("Auction"),
    "auction_caption": _("The auction so far, in the order of speech"),
    "beat": _("above {n}"),
    "open_bid": _("nobody has bid"),
    "bid": pgettext_lazy("button", "Bid"),
    "bid_n": pgettext_lazy("button", "Bid {n}"),
    "pass": _("Pass"),
    "choose_trump": _("Choose trump"),
    "suits_group": _("Suits"),
    "you_hold": _("you hold {n}"),
    "suit_is_trump": _("{suit} is trump"),
    "without_trump": _("Play without trump"),
}

REASONS: Final[Mapping[str, Words]] = {
    "bid_too_low": _("A bid has to beat the one before."),
    "must_pass": _("There is nothing left to bid: pass."),
    "must_bid": _("Everybody has passed: you have to bid."),
}

PLAY: Final[Mapping[str, Words]] = {
    "card_of": _("{rank} of {suit}"),
    "your_hand": _("Your hand"),
    "your_card": _("your card"),
    "actions": _("What you can do"),
    "play": pgettext_lazy("button", "Play"),
    "play_card": _("Play the {card}"),
    "follow": _("Follow {suit}: {ranks}."),
    "any_card": _("Play any card."),
    "your_lead": _("You lead: play any card."),
    "queued": _("Waiting for your turn: {card}. Tap it again to take it back."),
    "queue_lapsed": _("The card that waited cannot be played now."),
    "last_trick": _("Last trick"),
    "no_cards": _("No cards on the table."),
    "winning": _("{name} is winning."),
    "trump": _("Trump"),
    "trump_is": _("Trump: {suit}."),
    "no_contract": _("There is no contract yet."),
    "your_turn": _("Your turn."),
    "ask_auction": _("Bid or pass."),
    "ask_trump": _("Name trump."),
    "ten_seconds": _("Ten seconds left."),
}

WAITING: Final[Mapping[str, Words]] = {
    "wait_auction": _("Waiting for a call: {name}."),
    "wait_trump": _("Waiting for trump: {name}."),
    "wait_play": _("Waiting for a card: {name}."),
    "phase_deal": _("The cards are dealt when all four seats are taken."),
    "shuffling": _("The cards are being shuffled."),
    "phase_auction": _("Waiting for the server."),
    "phase_trump": _("Waiting for the server."),
    "phase_play": _("Waiting for the server."),
    "phase_result": _("The deal is over."),
    "phase_over": _("The match is over."),
}

SCORE: Final[Mapping[str, Words]] = {
    "match_score": _("Match score"),
    "match_over": _("Match over"),
    "replay": _("Replay"),
    "download_text": _("Match as text"),
    "download_json": _("Match as JSON"),
    "download_deals": _("Deals to check"),
    "first_to": _("First to {n} wins the match"),
    "made": pgettext_lazy("contract", "Made"),
    "set": pgettext_lazy("contract", "Set"),
    "meter": _("Tricks: {us} {ours}, {them} {theirs}. Contract: {bid}, {name}."),
    "others": _("the other three"),
    "points_of": _("{name} {points}"),
    "score_now": _("Points: {points}."),
    "score_sheet": _("Score sheet"),
    "score_and_log": _("Score and log"),
    "deal": pgettext_lazy("score sheet", "Deal"),
    "deal_n": _("Deal {n}"),
    "game_of": _("Game {n} of {m}"),
    "bid_column": pgettext_lazy("score sheet", "Bid"),
    "took": pgettext_lazy("score sheet", "Took"),
    "no_deals": _("No deal has been scored yet."),
    "log": pgettext_lazy("table", "Log"),
    "deal_result": _("Deal result"),
    "ready": pgettext_lazy("button", "Ready"),
    "over_won_them": _("They have won"),
    "over_drawn": _("The match is level"),
    "over_void": _("The match is void"),
    "end_target": _("The target was reached."),
    "end_cap": _("The last deal of the match was played."),
    "end_clock": _("Time was called."),
    "end_all_pass": _("Nobody bid, deal after deal."),
    "advances": _("The last scored deal was gained by {side}."),
    "kaboot": _("Kaboot: all the tricks, on a lower bid."),
    "multiplied": _("The highest bid was set: the tricks of the others count {times}."),
    "bonus": _("Bonus for the king of hearts"),
    "bonus_lapsed": _("Bonus for the king of hearts, lapsed"),
    "play_again": pgettext_lazy("button", "Play again"),
    "begin_now": pgettext_lazy("button", "Begin now"),
    "no_more": pgettext_lazy("button", "No more"),
    "next_by_itself": _("The next match begins by itself."),
    "next_game": _("The next game begins by itself."),
    "no_rematch": _("There will be no other match."),
    "table_closed": _("This table is closed."),
    "other_table": _("To another table"),
}

TOLD: Final[Mapping[str, Words]] = {
    "told_bid": _("{name}: {bid}."),
    "told_pass": _("{name}: pass."),
    "told_card": _("{name}: {card}."),
    "told_deal": _("Deal {n}, dealt by {name}."),
    "told_all_pass": _("Everybody passed: a new deal."),
    "told_contract": _("Contract: {bid}, {name}."),
    "told_trump": _("Trump: {suit}."),
    "told_made": _("Contract made: {points}."),
    "told_set": _("Contract set: {points}."),
    "told_honour": _("{side}: the ace of trumps has taken the king of hearts. The bonus is pending."),
    "told_bonus": _("{side}: {points} of it is the bonus for the king of hearts."),
    "told_lapsed": _("{side}: the bonus for the king of hearts lapses, as the deal itself pays nothing."),
    "told_level": _("The leaders are level: another deal is played."),
    "told_won": _("The match is won by {side}, with {score}."),
    "told_drawn": _("The match ends level."),
    "told_void": _("The match is void."),
    "told_sit": _("Now at the table: {name}."),
    "told_leave": _("No longer at the table: {name}."),
    "told_call": _("The director was called by {name}."),
    "told_ruled": _("The director has ruled: {ruling}"),
    "told_settled": _("The director has settled the call."),
    "call_director": _("Call the director"),
    "told_away": _("{name} is away: three seconds a move until he is back."),
    "told_back": _("{name} is back."),
    "told_match": _("A match begins."),
    "told_rematch": _("{name} would play another match."),
    "told_no_rematch": _("{name} does not want another match."),
    "told_time_up": _("Time was called: no new deal after this one."),
    "director": _("Director"),
    "told_adjust": _("{side}: {points} by the director, now {score}."),
    "told_retire": _("{side}: the director lets this side retire."),
    "told_missing": _("{name}: nothing came in time for the shuffle."),
    "by_clock": _("Played by the clock for {name}."),
    "by_director": _("Played by the director for {name}."),
}

SETTINGS: Final[Mapping[str, Words]] = {
    "group_look": pgettext_lazy("settings", "Look"),
    "group_play": pgettext_lazy("settings", "Play"),
    "group_sound": pgettext_lazy("settings", "Sound and screen"),
    "set_theme": _("Colours"),
    "theme_system": _("As the device"),
    "theme_light": _("Light"),
    "theme_dark": _("Dark"),
    "set_deck": _("Four colours for the four suits"),
    "set_zen": _("Calm table"),
    "zen_system": pgettext_lazy("calm table", "Off"),
    "zen_on": _("Without log, chat and delays"),
    "zen_still": _("Without the seconds of the clock too"),
    "set_hold": _("A finished trick stays"),
    "hold_400": _("0.4 seconds"),
    "hold_900": _("0.9 seconds"),
    "hold_1400": _("1.4 seconds"),
    "hold_2000": _("2 seconds"),
    "hold_tap": _("until I tap the table"),
    "set_tap": _("One tap plays a card"),
    "set_forced": _("Play my only legal card for me"),
    "set_rows": _("Large hand in two rows"),
    "set_digits": _("Arabic-Indic digits"),
    "set_keys": _("No single-letter keys"),
    "set_voice": _("A screen reader tells"),
    "voice_all": _("everything"),
    "voice_turn": _("my turn only"),
    "voice_results": _("my turn and results"),
    "set_volume": _("Volume"),
    "volume_0": pgettext_lazy("volume", "Off"),
    "volume_1": _("Very soft"),
    "volume_2": _("Soft"),
    "volume_3": pgettext_lazy("volume", "Middle"),
    "volume_4": _("Loud"),
    "volume_5": _("Very loud"),
    "which_sounds": _("Which sounds"),
    "sound_deal": _("The cards are dealt"),
    "sound_card": _("A card is played"),
    "sound_trick_us": _("A trick for us"),
    "sound_trick_them": _("A trick for them"),
    "sound_turn": _("It is my turn"),
    "sound_late": _("The last ten seconds"),
    "sound_made": _("The contract is made"),
    "sound_set": _("The contract is set"),
    "sound_message": _("A message"),
    "set_buzz": _("No buzz when it is my turn"),
    "set_awake": _("Let the screen go dark"),
    "guide_again": _("Hints for a first deal"),
    "keys": _("Keys"),
    "rules_page": _("Rules of this table"),
}

KEYS: Final[Mapping[str, Words]] = {
    "\u2190 \u2192": _("Previous or next card"),
    "Enter": _("Lift the card, then play it; confirm"),
    "S H D C": _("First card of a suit, or choose trump"),
    "2-9 0 J Q K A": _("Next card of a rank, 0 is ten"),
    "P": _("Go to Pass"),
    "T": _("What lies on the table"),
    "L": _("The last trick"),
    "X": _("The score"),
    "N": _("The contract"),
    "W": _("Whose turn it is"),
    "Z": _("Calm table, on and off"),
    "?": _("These keys"),
}

FAIRNESS: Final[Mapping[str, Words]] = {
    "promise": _("Promise of the cards"),
    "promise_means": _(
        "All cards of this match were fixed by this number before the first call. Keep it: "
        "when the match is over, you can check every deal against it."
    ),
    "promise_list": _("The list behind it"),
    "check_deals": _("Check the deals"),
}

FLAT = (PAGE, PEOPLE, AUCTION, PLAY, WAITING, SCORE, TOLD, SETTINGS, FAIRNESS, CHAT)

GROUPS: Final[Mapping[str, Mapping[str, Words]]] = {
    "suits": SUITS,
    "suit_names": SUIT_NAMES,
    "ranks": RANKS,
    "reasons": REASONS,
    "key_list": KEYS,
    **CHAT_GROUPS,
}

COUNTED: Final[Mapping[str, Callable[[int], str]]] = {
    "more_to_make": lambda n: ngettext("{n} more to make", "{n} more to make", n),
    "more_to_set": lambda n: ngettext("{n} more to set", "{n} more to set", n),
    "made_with": lambda n: ngettext("Made with {n} trick", "Made with {n} tricks", n),
    "set_with": lambda n: ngettext("Set with {n} trick", "Set with {n} tricks", n),
    "ready_of_4": lambda n: ngettext("{n} of 4 ready", "{n} of 4 ready", n),
    "deals_played": lambda n: ngettext("{n} deal was scored.", "{n} deals were scored.", n),
    "want_rematch": lambda n: ngettext(
        "{n} of {m} wants another match.", "{n} of {m} want another match.", n
    ),
    "missed_cards": lambda n: ngettext(
        "Back at the table. You missed {n} card.", "Back at the table. You missed {n} cards.", n
    ),
}


def table_strings(rules: RuleSet) -> dict[str, Any]:
    """Return all that the table's script may say at a table of these rules, as JSON values."""
    own = rule_strings(rules)
    flat = {key: str(words) for part in (*FLAT, own.flat) for key, words in part.items()}
    groups = {name: {key: str(words) for key, words in group.items()} for name, group in GROUPS.items()}
    groups["key_list"] |= own.keys
    counted = {key: _forms(count) for key, count in {**COUNTED, **own.counted}.items()}
    return flat | groups | counted | {"bid_names": own.bid_names}


def _forms(count: Callable[[int], str]) -> dict[str, str]:
    return {form: count(number) for form, number in SAMPLES.items()}
