"""Template tags for what tarneeb pages show everywhere: cards, suits, scores, clocks and names.

Bidirectional text decides their markup. A score written as one run of text turns round beside an Arabic
name, so each number is isolated; a clock and a signed number always read from left to right.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django import template
from django.template import RequestContext
from django.templatetags.static import static
from django.urls import translate_url
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

register = template.Library()

AVATAR_HUES = 8
SUITS: dict[str, str | Promise] = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
    "N": gettext_lazy("no trump"),
}
COURTS: dict[str, str | Promise] = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
}


@register.simple_tag
def score(first: int, second: int) -> SafeString:
    """Show the score of two sides, each number on the side of its own team in both directions."""
    return _two(_minus(first), _minus(second))


@register.simple_tag
def scores(sides: Iterable[Any]) -> SafeString:
    """Show what each of the sides of a pairing has, two or more, each isolated."""
    dash = mark_safe('<span aria-hidden="true">–</span>')
    numbers = format_html_join(dash, "<bdi>{}</bdi>", ((_minus(side.score or 0),) for side in sides))
    return format_html('<span class="score">{}</span>', numbers)


@register.simple_tag
def points(number: int | None) -> SafeString | str:
    """Show a total: a minus stays before its number, in both directions; None is nothing yet."""
    return "" if number is None else format_html('<span class="signed">{}</span>', _minus(number))


@register.simple_tag
def games(halves: int | None) -> SafeString | str:
    """Show what a side has of a series: ``halves`` is twice its games, a drawn one being ½ for each."""
    return "" if halves is None else format_html('<span class="signed">{}</span>', _half(halves))


@register.simple_tag
def games_score(first: int, second: int) -> SafeString:
    """Show the games of both sides, as ``score`` shows their points."""
    return _two(_half(first), _half(second))


def _half(halves: int) -> str:
    """Return half of a number, with its fraction as people write it."""
    whole, rest = divmod(halves, 2)
    return str(whole) if not rest else f"{whole or ''}½"


def _two(first: str, second: str) -> SafeString:
    return format_html(
        '<span class="score"><bdi>{}</bdi><span aria-hidden="true">–</span><bdi>{}</bdi></span>',
        first,
        second,
    )


def _minus(number: int) -> str:
    """Return the number with the typographic minus."""
    return str(number).replace("-", "−")


@register.simple_tag
def signed(number: int) -> SafeString:
    """Show a gain or a loss with its sign; the minus is the typographic one."""
    sign = "+" if number > 0 else "−" if number < 0 else ""
    return format_html('<span class="signed">{}{}</span>', sign, abs(number))


@register.simple_tag
def clock(seconds: float) -> SafeString:
    """Show a duration as 0:45, 12:03 or 1:05:00."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return format_html('<span class="clock">{}</span>', text)


@register.simple_tag
def when(
    moment: datetime, zone: str, shape: str = "SHORT_DATETIME_FORMAT", *, named: bool = True
) -> SafeString:
    """Show a moment as the wall of the hall does, and its zone; the page adds the time of who reads it.

    :param shape: a format of Django, or the name of one.
    """
    wall = localtime(moment, ZoneInfo(zone))
    return format_html(
        '<span class="when"><time datetime="{}" data-zone="{}"><bdi>{}</bdi></time>{}'
        '<bdi class="sub here" hidden></bdi></span>',
        moment.isoformat(),
        zone,
        date_format(wall, shape),
        format_html(' <bdi class="sub latin">{}</bdi>', zone) if named else "",
    )


@register.simple_tag
def name(person: object) -> SafeString:
    """Show the name of a person or an entry, isolated from the direction of what stands around it."""
    return format_html('<bdi class="name">{}</bdi>', str(person))


@register.simple_tag
def money(amount: Decimal, currency: str) -> SafeString:
    """Show an amount with its currency, isolated, without the decimals that say nothing."""
    text = number_format(amount.normalize(), force_grouping=True, use_l10n=True)
    return format_html('<bdi class="num">{} {}</bdi>', text, currency)


@register.simple_tag
def avatar(person: object, size: str = "") -> SafeString:
    """Show the initial of a name on a colour the name decides; a decoration, since readers hear the name."""
    text = str(person).strip()
    hue = sum(map(ord, text)) % AVATAR_HUES
    return format_html('<span class="av h{} {}" aria-hidden="true">{}</span>', hue, size, text[:1].upper())


@register.simple_tag
def icon(symbol: str, classes: str = "") -> SafeString:
    """Draw an icon of _sprite.html; class ``flip`` turns arrows round in a right-to-left page."""
    return format_html('<svg class="i {}" aria-hidden="true"><use href="#i-{}"/></svg>', classes, symbol)


@register.simple_tag
def suit(letter: str) -> SafeString:
    """Draw a suit, or N for no trump, named for readers."""
    return format_html(
        '<svg class="suit {0}" role="img" aria-label="{1}"><use href="#s-{0}"/></svg>',
        letter.lower(),
        SUITS[letter],
    )


def card_name(code: str) -> str:
    """Return what a card is called: "queen of hearts", "10 of spades"."""
    rank = COURTS.get(code[0]) or ("10" if code[0] == "T" else code[0])
    # Translators: the name of a card; rank is "ace" .. "jack" or a number.
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": SUITS[code[1]]}


@register.simple_tag
def card(code: str) -> SafeString:
    """Draw a card given as two letters ("QH", "TS"), named for readers."""
    rank = "10" if code[0] == "T" else code[0]
    return format_html(
        '<svg class="pc" role="img" aria-label="{}"><use href="{}"/></svg>',
        card_name(code),
        f"{static('cards.svg')}#c-{rank}{code[1].lower()}",
    )


@register.simple_tag
@lru_cache(maxsize=64)
def qr(link: str) -> SafeString:
    """Draw a link as a QR code. It is made of numbers only, so it is safe as it stands."""
    return mark_safe(segno.make(link, micro=False).svg_inline(scale=3, border=0, omitsize=True))  # noqa: S308 - see above


@register.simple_tag(takes_context=True)
def page_in(context: RequestContext, language: str) -> str:
    """Return the address of the page being shown in another language."""
    return translate_url(context["request"].get_full_path(), language)


@register.simple_tag(takes_context=True)
def absolute_page_in(context: RequestContext, language: str) -> str:
    """Return the same with scheme and host, as search engines ask for it."""
    request = context["request"]
    return str(request.build_absolute_uri(translate_url(request.get_full_path(), language)))
