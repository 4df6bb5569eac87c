"""House rules: making and editing them with their scores in view, and the page a link opens to anybody."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.models import KEY_PREFIX, SavedRules
from games.numbers import whole_number
from games.permissions import SignedInRequest, has_account, require
from games.rule_book import rule_book
from games.rule_names import rules_name
from games.rules import RuleSet, nearest
from games.services import chance
from games.services import house_rules as saving
from games.services.house_rules import RulesMoved
from tournaments.forms.rules import NamingForm, RulesFileForm, RulesForm
from tournaments.models import Club
from tournaments.permissions import may_edit_rules, may_organise
from tournaments.sentences import sentence
from tournaments.services import house_rules

from .answers import speak_as
from .rule_choices import chosen_from, shipped, summary, told_apart, worked_lines


@login_required
@require_GET
def listing(request: SignedInRequest) -> HttpResponse:
    """List this person's house rules and those of his clubs."""
    clubs = list(Club.objects.for_user(request.user).order_by("name"))
    rows = house_rules.of_clubs(clubs)
    context = {
        "mine": chosen_from(SavedRules.objects.for_user(request.user).newest()),
        "clubs": [_club(request, club, rows[club.pk]) for club in clubs],
        "has_account": has_account(request.user),
    }
    return render(request, "house_rules/list.html", context)


def _club(request: SignedInRequest, club: Club, rows: list[SavedRules]) -> dict[str, Any]:
    return {
        "club": club,
        "own": chosen_from(rows),
        "families": shipped(),
        "may_choose": may_organise(request.user, club),
        "usual": rules_name(saving.rule_set(club.rules)),
    }


@login_required
@require_POST
def choose_usual(request: SignedInRequest, slug: str) -> HttpResponse:
    """Say by which rules a club usually plays."""
    club = get_object_or_404(Club.objects.for_user(request.user), slug=slug)
    require(may_organise, request.user, club)
    house_rules.choose_usual(club=club, key=request.POST.get("rules", ""))
    messages.success(request, _("The club's new tournaments begin with these rules."))
    return redirect("tournaments:house_rules")


@login_required
@require_GET
def start(request: SignedInRequest) -> HttpResponse:
    """Choose the rule set that new house rules begin with."""
    require(has_account, request.user)
    return render(request, "house_rules/start.html", {"families": shipped()})


@login_required
@require_http_methods(["GET", "POST"])
def bring(request: SignedInRequest) -> HttpResponse:
    """Begin house rules with a rule set from a file."""
    require(has_account, request.user)
    file = RulesFileForm(request.POST or None, request.FILES or None)
    if not file.is_valid():
        return render(request, "house_rules/import.html", {"form": file})
    other = nearest(file.rules)
    form, naming = RulesForm(begin=file.rules), NamingForm(clubs=_organised(request))
    action = reverse("tournaments:new_rules", args=[other.key])
    return _desk(request, form, naming, other=other, action=action)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: SignedInRequest, key: str) -> HttpResponse:
    """Make house rules out of another rule set, shipped or somebody's."""
    require(has_account, request.user)
    other = saving.rule_set(key)
    form, naming = _asked(request, begin=other, name="", clubs=_organised(request))
    if _is_to_be_saved(request, form, naming):
        saved = house_rules.save(
            club=naming.club_chosen,
            name=naming.cleaned_data["name"],
            rules=form.rules,
            by=request.user,
            stream=chance.fresh(),
            now=timezone.now(),
        )
        return redirect("tournaments:rules", saved.public_id)
    return _desk(request, form, naming, other=other, action=request.path)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: SignedInRequest, public_id: str) -> HttpResponse:
    """Make the next version of house rules.

    Whoever edited an earlier one sees his own beside the last, and may save it after that.
    """
    before = _found(public_id, request.POST.get("version", ""))
    require(may_edit_rules, request.user, before)
    _club_speaking(request, before)
    form, naming = _asked(request, begin=before.rules, name=before.name)
    if _is_to_be_saved(request, form, naming):
        try:
            saving.edit(
                before=before,
                name=naming.cleaned_data["name"],
                rules=form.rules,
                by=request.user,
                now=timezone.now(),
            )
        except RulesMoved as refusal:
            messages.error(request, sentence(refusal))
            before = _found(public_id)
        else:
            return redirect("tournaments:rules", public_id)
    return _desk(request, form, naming, other=before.rules, action=request.path, saved=before)


def _organised(request: SignedInRequest) -> QuerySet[Club]:
    """Return the clubs whose house rules this person may make."""
    clubs: QuerySet[Club] = Club.objects.for_user(request.user).organised_by(request.user)
    return clubs.order_by("name")


def _asked(
    request: HttpRequest, *, begin: RuleSet, name: str, clubs: Iterable[Club] = ()
) -> tuple[RulesForm, NamingForm]:
    """Return the two forms of the page; the name is not asked for before the rules are to be saved."""
    named = {"name": name} | request.POST.dict()
    return (
        RulesForm(request.POST or None, begin=begin),
        NamingForm(request.POST if "save" in request.POST else None, begin=named, clubs=clubs),
    )


def _is_to_be_saved(request: HttpRequest, form: RulesForm, naming: NamingForm) -> bool:
    both = [form.is_valid(), naming.is_valid()]
    return "save" in request.POST and all(both)


def _desk(
    request: HttpRequest,
    form: RulesForm,
    naming: NamingForm,
    *,
    other: RuleSet,
    action: str,
    saved: SavedRules | None = None,
) -> HttpResponse:
    """Show the rules with their scores beside those of the other; to htmx the scores only, and the faults."""
    part = bool(getattr(request, "htmx", False))
    context = _compared(form.rules, other) | {
        "form": form,
        "naming": naming,
        "action": action,
        "saved": saved,
        "part": part,
    }
    return render(request, "house_rules/_scores.html" if part else "house_rules/edit.html", context)


def _compared(rules: RuleSet, other: RuleSet) -> dict[str, Any]:
    """Return what templates read of a rule set beside another."""
    lines = worked_lines(rules, other)
    return {
        "other": rules_name(other),
        "lines": lines,
        "changes": sum(line.changed for line in lines),
        "differences": list(told_apart(rules, other)),
    }


# ---- what a link opens to anybody ---------------------------------------------------------------


def _found(public_id: str, version: str | int = "") -> SavedRules:
    """Return house rules by the part of their key that nobody guesses, in their last version or another."""
    rows = SavedRules.objects.public().filter(key=KEY_PREFIX + public_id).order_by("-version")
    if (number := whole_number(str(version))) is not None:
        rows = rows.filter(version=number)
    found: SavedRules | None = rows.first()
    if found is None:
        raise Http404
    return found


def _club_speaking(request: HttpRequest, saved: SavedRules) -> Club | None:
    """Return the club whose rules they are, if any; its page is in its words for trick and trump."""
    club = house_rules.club_of(saved)
    if club is not None:
        speak_as(request, club)
    return club


@require_GET
def read(request: HttpRequest, public_id: str, version: str | int = "") -> HttpResponse:
    """Show house rules to whoever has their link, and let him play a deal under them."""
    saved = _found(public_id, version)
    club = _club_speaking(request, saved)
    rules, versions = saved.rules, SavedRules.objects.public().filter(key=saved.key).order_by("-version")
    near = nearest(rules)
    context = _compared(rules, near) | {
        "saved": saved,
        "rules": rules,
        "book": rule_book(rules, name=saved.name),
        "line": summary(rules),
        "club": club,
        "versions": versions,
        "address": request.build_absolute_uri(reverse("tournaments:rules", args=[public_id])),
        "may_edit": may_edit_rules(request.user, saved),
    }
    return render(request, "house_rules/rules.html", context)


@require_GET
def as_json(_request: HttpRequest, public_id: str, version: int) -> HttpResponse:
    """Return a version of house rules as a file."""
    saved = _found(public_id, version)
    text = json.dumps(saved.rules.to_data(), indent=2, sort_keys=True)
    name = f'attachment; filename="{saved.key}-{saved.version}.json"'
    return HttpResponse(f"{text}\n", "application/json", headers={"Content-Disposition": name})
