"""What every template keeps to, and what the tournament's pages say in each state of a match."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.template.loader import get_template, render_to_string

FOLDER = settings.BASE_DIR / "templates"
TEMPLATES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.html"))


def side(name: str = "Khalil – Nasser", **facts: object) -> SimpleNamespace:
    """Return one side of a pairing as a page gets it."""
    known = {"seed": 1, "score": 28, "won": False, "lost": False, "source": ""}
    return SimpleNamespace(name=name, mine=False, **known | facts)


def pairing(state: str = "decided", decided_by: str = "target", **facts: object) -> SimpleNamespace:
    """Return a pairing as a page gets it."""
    known: dict[str, object] = {"id": 1, "number": 1, "mine": False, "live": None, "url": "", "table": 4}
    known |= {"sides": [side(), side("Saleh – Mansour")], "decided_deal": 9, "why_level": ""}
    return SimpleNamespace(state=state, decided_by=decided_by, **known | facts)


def in_bracket(shown: SimpleNamespace) -> str:
    """Return how the bracket shows a pairing."""
    return render_to_string("tournaments/_pairing.html", {"pairing": shown})


def step(state: str, **facts: object) -> str:
    """Return what a player reads as his next step."""
    known = {
        "round": None,
        "table": 3,
        "decided_by": "",
        "opponent_entry": "",
        "sit_url": "",
        "table_url": "",
    }
    place = SimpleNamespace(state=state, **known | facts)
    return render_to_string("tournaments/_step.html", {"place": place})


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_can_be_read(template: str) -> None:
    get_template(template)


@pytest.mark.parametrize("template", TEMPLATES)
def test_no_template_needs_what_the_content_policy_forbids(template: str) -> None:
    text = (FOLDER / template).read_text(encoding="utf-8")

    assert not re.search(r"\sstyle=|\son[a-z]+=|\shx-on|javascript:", text)
    scripts = [tag for tag in re.findall(r"<script[^>]*>", text) if "application/json" not in tag]
    # What has an address is allowed by it; a nonce there would make each visitor's page another.
    assert all(("nonce=" in tag) != ("src=" in tag) for tag in scripts)


def test_the_sprite_holds_every_icon_a_template_draws_and_no_other() -> None:
    drawn = set()
    for template in TEMPLATES:
        text = (FOLDER / template).read_text(encoding="utf-8")
        drawn |= set(re.findall(r'{% icon "(\w+)"', text))

    held = set(re.findall(r'id="i-(\w+)"', (FOLDER / "_sprite.html").read_text(encoding="utf-8")))

    assert held == drawn


def test_a_match_level_at_the_cap_says_that_its_last_deal_decides() -> None:
    at_cap = pairing(decided_by="last_round", why_level="cap")
    at_clock = pairing(decided_by="last_round", why_level="clock")

    assert "Level at the cap: last deal decides" in in_bracket(at_cap)
    assert "Level at the clock: last deal decides" in in_bracket(at_clock)


def test_a_void_match_says_that_the_director_decides() -> None:
    assert "the director decides" in in_bracket(pairing(state="void", decided_by=""))


def test_an_unknown_side_names_the_pairing_it_comes_from_and_a_bye_says_so() -> None:
    unknown = [side("", source="Winner of semi-final 1"), side("", source="Winner of semi-final 2")]

    assert "Winner of semi-final 2" in in_bracket(pairing(state="waiting", sides=unknown))
    assert "bye" in in_bracket(pairing(state="bye", decided_by="bye", sides=[side(), side("")]))


def test_who_advances_is_said_in_words_and_not_by_weight_alone() -> None:
    assert "advances" in in_bracket(pairing(sides=[side(won=True), side(lost=True)]))
    assert "advances" not in in_bracket(pairing(state="ready", decided_by=""))


def test_a_pairing_without_a_table_is_no_link() -> None:
    assert "<a" not in in_bracket(pairing())
    assert 'href="/en/table/x7Kq/"' in in_bracket(pairing(url="/en/table/x7Kq/"))


def test_a_player_reads_what_he_has_to_do_in_every_state() -> None:
    assert 'action="/en/me/sit/1/"' in step("sit", sit_url="/en/me/sit/1/")
    assert 'href="/en/table/x7Kq/"' in step("your_turn", table_url="/en/table/x7Kq/")
    assert "your side gained in the last deal" in step("advanced", decided_by="last_round")
    assert "gained in the last deal and advances" in step("out", decided_by="last_round")
    assert "<bdi>Saleh – Mansour</bdi>" in step("waiting", opponent_entry="Saleh – Mansour")
    assert "director decides" in step("void")


def test_the_director_is_offered_the_four_ways_out_of_a_void_match() -> None:
    context = {
        "pairing": pairing(state="void"),
        "key": "k",
        "tournament": SimpleNamespace(slug="c", version=1),
    }

    written = render_to_string("tournaments/_void.html", context)

    assert set(re.findall(r'name="choice" value="(\w+)"', written)) == {
        "replay",
        "lot",
        "double_walkover",
        "walkover",
    }
    assert re.findall(r'name="winner" value="(\d)"', written) == ["0", "1"]
