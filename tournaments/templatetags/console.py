"""The menu of the console: its pages in groups, and which of them one is on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.template import RequestContext
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

register = template.Library()


@dataclass(frozen=True, slots=True)
class ConsolePage:
    """A page of the menu: its route, icon and name, and the routes of the pages reached from it.

    ``for_scorers``: it is also a scorer's; the others are only a director's.
    """

    route: str
    icon: str
    name: str | Promise
    below: tuple[str, ...] = ()
    for_scorers: bool = False

    def holds(self, route: str) -> bool:
        """Return whether one is on it, or on a page reached from it."""
        return route.removeprefix("tournaments:") in (self.route, *self.below)


MENU: Final[tuple[tuple[str | Promise, tuple[ConsolePage, ...]], ...]] = (
    (
        "",
        (
            ConsolePage("direct", "play", _("Running round"), below=("penalty",)),
            ConsolePage("results", "list", _("Results from the hall"), for_scorers=True),
            ConsolePage("decided", "rot", _("Corrections"), below=("correct",)),
            ConsolePage("log", "dl", _("Log and download"), below=("stood",)),
        ),
    ),
    (
        _("Entries"),
        (
            ConsolePage("entries", "check", _("Entries and check-in"), below=("add_pair",), for_scorers=True),
            ConsolePage("leaving", "flag", _("Who leaves"), below=("leave", "substitute")),
            ConsolePage("seeds", "list", _("Seeds")),
            ConsolePage("import", "users", _("Import a list")),
        ),
    ),
    (
        _("Round by round"),
        (
            ConsolePage("draft", "list", pgettext_lazy("noun", "Draw")),
            ConsolePage("no_shows", "users", _("Nobody came")),
            ConsolePage("postponed", "clock", _("Postponed matches")),
            ConsolePage("course", "layers", _("Course")),
            ConsolePage("schedule", "cal", pgettext_lazy("of rounds", "Times")),
        ),
    ),
    (
        _("Show and print"),
        (
            ConsolePage("slips", "dl", _("Seat slips")),
            ConsolePage("print", "list", _("Print")),
            ConsolePage("screen", "eye", _("Screen")),
            ConsolePage("prizes", "trophy", _("Prizes")),
            ConsolePage("detail", "trophy", _("Public page"), for_scorers=True),
        ),
    ),
    (
        _("Setting up"),
        (
            ConsolePage("registration", "flag", _("Registration")),
            ConsolePage("staff", "shield", _("Directors and scorers")),
        ),
    ),
)


@register.inclusion_tag("tournaments/_console_menu.html", takes_context=True)
def console_menu(context: RequestContext) -> dict[str, Any]:
    """Show the pages of the console; to a scorer only his own."""
    is_scorer = context.get("only_scores", False)
    groups = [(name, [page for page in pages if page.for_scorers or not is_scorer]) for name, pages in MENU]
    route = context["request"].resolver_match.view_name
    here = next((page for _name, pages in MENU for page in pages if page.holds(route)), None)
    return {
        "groups": [(name, pages) for name, pages in groups if pages],
        "here": here,
        "slug": context["tournament"].slug,
    }
