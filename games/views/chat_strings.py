"""What the table's script says about words between players, and the words themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

CHAT: Final[Mapping[str, Words]] = {
    "chat": _("Say something"),
    "chat_log": _("What was said"),
    "chat_silence": _("Nobody has said anything."),
    "chat_phrases": _("Each reader sees a phrase in his own language."),
    "chat_emotes": _("Signs"),
    "chat_text": _("Your words"),
    "chat_send": pgettext_lazy("chat", "Send"),
    "chat_mute": _("Do not hear {name}"),
    "chat_mute_all": _("Hear nobody"),
    "chat_block": _("Block {name}"),
    "chat_block_means": _(
        "You never hear {name} again, are not invited, and are not seated together by quick play."
    ),
    "chat_report": _("Report {name}"),
    "chat_reported": _("Reported: somebody will look at it."),
    "chat_people": _("People at the table"),
    "chat_said": _("{name}: {line}"),
}

PHRASES: Final[Mapping[str, Words]] = {
    "hello": pgettext_lazy("chat", "Hello"),
    "good_luck": pgettext_lazy("chat", "Good luck"),
    "well_played": pgettext_lazy("chat", "Well played"),
    "nice_bid": pgettext_lazy("chat", "Nice bid"),
    "thanks": pgettext_lazy("chat", "Thanks"),
    "sorry": pgettext_lazy("chat", "Sorry"),
    "one_moment": pgettext_lazy("chat", "One moment"),
    "your_turn": pgettext_lazy("chat", "Your turn"),
    "good_game": pgettext_lazy("chat", "Good game"),
}

EMOTES: Final[Mapping[str, Words]] = {
    "thumbs_up": pgettext_lazy("chat", "thumbs up"),
    "clap": pgettext_lazy("chat", "applause"),
    "laugh": pgettext_lazy("chat", "laughter"),
    "wow": pgettext_lazy("chat", "amazement"),
    "coffee": pgettext_lazy("chat", "coffee"),
    "heart": pgettext_lazy("chat", "heart"),
}

REASONS_TO_REPORT: Final[Mapping[str, Words]] = {
    "words": pgettext_lazy("report", "What was said"),
    "play": pgettext_lazy("report", "How was played"),
    "name": pgettext_lazy("report", "The name"),
}

CHAT_GROUPS: Final[Mapping[str, Mapping[str, Words]]] = {
    "phrases": PHRASES,
    "emotes": EMOTES,
    "report_reasons": REASONS_TO_REPORT,
}
