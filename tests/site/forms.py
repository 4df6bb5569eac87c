"""The forms that pages show, as a browser sends them: found by following links, filled in by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client

TYPED: Mapping[str, str] = {
    "why": "The hall saw it.",
    "player": "Late A",
    "partner": "Late B",
    "name": "Sub Stitute",
    "entry": "1 31-20",
    "text": "player,partner\nAmal,Basil\n",
    "rounds": "4",
    "place": "2",
}
"""What is written into the empty fields of these names."""


BUTTONS = ("act", "do", "step", "by")
ELSEWHERE = re.compile(r"/(print|screen|log/\d)")
"""Pages of papers, screens and the past: they show no form of their own."""


@dataclass(slots=True)
class Form:
    """A form: where it goes, and what it sends when its first button is pressed."""

    action: str
    is_post: bool
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def shape(self) -> str:
        """Its address and button, whichever table or pair it is about."""
        pressed = [
            f"{name}={self.fields[name]}" for name in ("act", "do", "step", "by") if name in self.fields
        ]
        where = re.sub(r"/tournaments/[^/]+|\d+", "#", self.action)
        return " ".join([where, *pressed])


class Page(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, path: str, text: str) -> None:
        """Read the page of an address."""
        super().__init__()
        self.path = path
        self.links: set[str] = set()
        self.forms: list[Form] = []
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a link, a form, or what a form sends."""
        told = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.add(urlsplit(urljoin(self.path, told.get("href", ""))).path)
        elif tag == "form":
            self.forms.append(Form(urljoin(self.path, told.get("action", "")), told.get("method") == "post"))
        elif self.forms:
            self._field(tag, told)

    def _field(self, tag: str, told: Mapping[str, str]) -> None:
        sent, name = self.forms[-1].fields, told.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            if "selected" in told or self._select not in sent:
                sent[self._select] = told.get("value", "")
        elif name and tag in ("input", "textarea", "button") and told.get("type") not in ("file", "checkbox"):
            sent.setdefault(name, told.get("value") or TYPED.get(name, ""))


def pages(client: Client, start: str) -> Iterator[Page]:
    """Yield the pages below an address that links lead to, one of each kind."""
    waiting, seen = [start], set[str]()
    below = start.rsplit("/", 2)[0]
    while waiting:
        path = waiting.pop()
        answer = client.get(path)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            page = Page(path, answer.content.decode())
            yield page
            for link in sorted(page.links):
                kind = re.sub(r"\d+", "#", link)
                if (
                    link.startswith(below)
                    and kind not in seen
                    and not re.search(r"/(print|log/\d|screen)", link)
                ):
                    seen.add(kind)
                    waiting.append(link)
