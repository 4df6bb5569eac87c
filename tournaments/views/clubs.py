"""The first owner's set-up, and the people of a club."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.models import User
from games.permissions import NotAllowed, SignedInRequest, require
from games.rules import Refusal
from games.services import people
from tournaments.forms.clubs import OwnerForm, RoleForm
from tournaments.models import Club, Role, Tournament, TournamentRole
from tournaments.permissions import may_direct, may_manage, may_name_staff, role_in, roles_to_give
from tournaments.sentences import sentence
from tournaments.services import clubs


@never_cache
@require_http_methods(["GET", "POST"])
def set_up(request: HttpRequest, token: str) -> HttpResponse:
    """Let whoever holds the link make the owner's account, once."""
    now = timezone.now()
    if not clubs.is_open(token, now=now):
        context = {"expired": True, "form": None}
        return render(request, "accounts/owner_setup.html", context, status=HTTPStatus.GONE)
    form = OwnerForm(request.POST or None, asks_for_club=clubs.wants_a_club())
    if form.is_valid():
        owner = clubs.set_up_owner(token=token, account=form.account, club_name=form.club_name, now=now)
        people.enter(request, owner)
        return redirect("home")
    return render(request, "accounts/owner_setup.html", {"expired": False, "form": form})


@login_required
@require_http_methods(["GET", "POST"])
def members(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show who is what in a club; its administrators give roles here."""
    club = get_object_or_404(Club.objects.for_user(request.user), slug=slug)
    require(may_manage, request.user, club)
    form = RoleForm(request.POST or None, roles=roles_to_give(role_in(request.user, club.pk)))
    if form.is_valid():
        _grant(request, form, partial(clubs.grant_role, club=club))
        return redirect("tournaments:members", club.slug)
    rows = club.memberships.select_related("user").order_by("user__username")
    by_rank = sorted(rows, key=lambda row: -Role(row.role).rank)
    return render(request, "tournaments/members.html", {"club": club, "form": form, "rows": by_rank})


@login_required
@require_POST
def dismiss(request: SignedInRequest, slug: str, user_id: int) -> HttpResponse:
    """Take somebody's role in a club away; a member may take away his own."""
    club = get_object_or_404(Club.objects.for_user(request.user), slug=slug)
    user = get_object_or_404(User, memberships__club=club, pk=user_id)
    _try(request, partial(clubs.revoke_role, by=request.user, club=club, user=user, now=timezone.now()))
    if may_manage(request.user, club):
        return redirect("tournaments:members", club.slug)
    return redirect("home")


@login_required
@require_http_methods(["GET", "POST"])
def staff(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show who directs or scores one tournament only; administrators of its club name them here."""
    tournament = get_object_or_404(Tournament.objects.for_user(request.user), slug=slug)
    require(may_direct, request.user, tournament)
    if request.method == "GET" and not may_name_staff(request.user, tournament):
        return _staff_page(request, tournament, None)
    require(may_name_staff, request.user, tournament)
    form = RoleForm(request.POST or None, roles=reversed(TournamentRole.ROLES))
    if not form.is_valid():
        return _staff_page(request, tournament, form)
    _grant(request, form, partial(clubs.grant_tournament_role, tournament=tournament))
    return redirect("tournaments:staff", tournament.slug)


def _staff_page(request: HttpRequest, tournament: Tournament, form: RoleForm | None) -> HttpResponse:
    """Show the staff of a tournament, with a form to whoever may name some."""
    rows = tournament.roles.select_related("user").order_by("role", "user__username")
    context = {"club": tournament.club, "tournament": tournament, "form": form, "rows": rows}
    return render(request, "tournaments/members.html", context)


@login_required
@require_POST
def relieve(request: SignedInRequest, slug: str, user_id: int) -> HttpResponse:
    """Take away what somebody is in one tournament only."""
    tournament = get_object_or_404(Tournament.objects.for_user(request.user), slug=slug)
    require(may_name_staff, request.user, tournament)
    user = get_object_or_404(User, tournament_roles__tournament=tournament, pk=user_id)
    clubs.revoke_tournament_role(by=request.user, tournament=tournament, user=user, now=timezone.now())
    return redirect("tournaments:staff", tournament.slug)


def _grant(request: SignedInRequest, form: RoleForm, grant: Callable[..., None]) -> None:
    """Give the person on the form the role that was chosen for him."""
    _try(
        request,
        partial(grant, by=request.user, user=form.person, role=form.chosen, now=timezone.now()),
    )


def _try(request: HttpRequest, act: Callable[[], None]) -> None:
    """Do what was asked for, and say on the next page why it could not be done."""
    try:
        act()
    except NotAllowed:
        raise
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
