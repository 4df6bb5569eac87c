"""The replay of a match that is over: for everybody who may watch its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.bid_names import bid_name
from games.models import DealAnalysis, Match, Table
from games.numbers import whole_number
from games.permissions import is_known, require
from games.rules import SEATS, Seat
from games.services import analyses, review, tables
from games.services.analyses import Mistake
from games.services.review import MatchReview, ReplayedDeal
from games.table_names import kind_name
from games.views.matches import seen_match
from games.views.replay_chart import HEIGHT, LEFT, RIGHT, WIDTH, chart
from games.views.replay_deal import cost_says, drawn, face

SHOWN_MISTAKES = 8


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal in the list of all of them; ``kind`` is whose contract it was, "" where there was none."""

    deal: ReplayedDeal
    declarer: str
    kind: str
    bid: str
    scores: tuple[tuple[int, int], ...]
    turning: bool
    current: bool


@require_GET
@never_cache
def match_page(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show a match that is over, one deal of it at a time.

    ``?deal=`` names a deal by its key, ``&trick=`` the trick after which the hands are shown.
    """
    match = seen_match(request, public_id, number)
    shown = review.review(match)
    south = _south(request, match)
    deal = _deal(request, shown)
    found = analyses.of_match(match.pk)
    context = _page(match, shown, deal, south) | _moment(request, shown, deal, south, found)
    return render(request, "games/replay.html", context | _analysis(match, shown, found))


@require_http_methods(["GET", "POST"])
@never_cache
def analysis(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Say how far the analysis of a match is; a POST asks for it first.

    The page asks again and again while it goes on, and is told to load itself anew when it has ended.
    """
    match = seen_match(request, public_id, number)
    if request.method == "POST":
        require(is_known, request.user)
        analyses.ask(match, now=timezone.now())
        return redirect("games:replay", public_id=public_id, number=number)
    context = {"match": match} | _analysis(match, review.review(match), {})
    response = render(request, "games/_replay_analysis.html", context)
    if not context["analysis"].is_open:
        response.headers["HX-Refresh"] = "true"
    return response


def _south(request: HttpRequest, match: Match) -> Seat:
    """Return the seat drawn below: that of whoever looks, if he has one at the table."""
    seat = tables.seat_number(table_id=match.table_id, user_id=request.user.pk)
    return SEATS[seat or 0]


def _deal(request: HttpRequest, shown: MatchReview) -> ReplayedDeal | None:
    """Return the deal asked for, or the first one; None in a match that ended before its first deal."""
    key = request.GET.get("deal", "")
    if not key:
        return shown.deals[0] if shown.deals else None
    found = [deal for deal in shown.deals if deal.key == key]
    if not found:
        raise Http404
    return found[0]


def _step(request: HttpRequest, deal: ReplayedDeal) -> int:
    """Return how many cards have been played at the end of the trick asked for."""
    trick = whole_number(request.GET.get("trick", "0"))
    if trick is None or trick > len(deal.tricks):
        raise Http404
    return min(4 * trick, len(deal.plays))


def _page(match: Match, shown: MatchReview, deal: ReplayedDeal | None, south: Seat) -> dict[str, Any]:
    own = shown.side(south)
    kinds = ["us" if side == own else "them" for side in range(len(shown.sides))]
    order = sorted(range(len(kinds)), key=lambda side: kinds[side] == "them")
    return {
        "match": match,
        "review": shown,
        "sides": [(side, shown.sides[side], kinds[side], shown.totals[side]) for side in order],
        "title": _title(match),
        **_back(match.table),
        "lines": [_line(shown, one, one is deal, order) for one in shown.deals],
        "chart": chart(shown.course, shown.target),
        "size": {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": RIGHT},
    }


def _moment(
    request: HttpRequest,
    shown: MatchReview,
    deal: ReplayedDeal | None,
    south: Seat,
    found: Mapping[str, DealAnalysis],
) -> dict[str, Any]:
    """Return what is shown of the deal, and the keys of its neighbours."""
    if deal is None:
        return {"drawn": None}
    at = shown.deals.index(deal)
    around = (None, *shown.deals, None)
    step = _step(request, deal)
    picture = drawn(shown, deal, step=step, south=south, analysis=found.get(deal.key))
    return {
        "drawn": picture,
        "before": around[at],
        "after": around[at + 2],
        "earlier": max(0, picture.trick - 1),
        "later": min(len(deal.tricks), picture.trick + 1),
        "config": {"deal": deal.key, "step": step, "says": picture.says, "steps": picture.steps},
    }


def _analysis(match: Match, shown: MatchReview, found: Mapping[str, DealAnalysis]) -> dict[str, Any]:
    """Return where the analysis stands, what each player gave away, and the cards that mattered most."""
    every = analyses.mistakes(shown, found)
    lost = [sum(one.cost for one in every if one.seat == seat) for seat in SEATS]
    return {
        "analysis": analyses.state_of(match, shown),
        "players": [(player, lost[player.seat] if found else None) for player in shown.players],
        "mistakes": [_mistake_line(shown, one) for one in every[:SHOWN_MISTAKES]],
    }


def _mistake_line(shown: MatchReview, mistake: Mistake) -> dict[str, Any]:
    return {
        "mistake": mistake,
        "name": shown.names[mistake.seat],
        "face": face(mistake.card),
        "suit": mistake.card[1],
        "says": cost_says(mistake.cost, mistake.better),
    }


def _back(table: Table) -> dict[str, str]:
    """Return where whoever looks came from: the tournament, else the table."""
    if table.home_path:
        home = f"/{translation.get_language()}/{table.home_path}"
        return {"back": home, "back_to": _("Back to the tournament")}
    return {"back": reverse("games:table", args=[table.public_id]), "back_to": _("Back to the table")}


def _title(match: Match) -> str:
    """Return what the match is called: the tournament or table, and the number where it is not the first."""
    title = match.table.title or kind_name(match.table)
    return (
        title
        if match.number == 1
        else _("%(title)s, match %(number)s") % {"title": title, "number": match.number}
    )


def _line(shown: MatchReview, deal: ReplayedDeal, current: bool, order: Sequence[int]) -> DealLine:
    contract, score = deal.contract, deal.score
    declarer = None if contract is None else contract.declarer
    return DealLine(
        deal=deal,
        declarer="" if declarer is None else shown.names[declarer],
        kind="" if declarer is None else "us" if shown.side(declarer) == order[0] else "them",
        bid="" if contract is None else bid_name(shown.rules, contract.bid),
        scores=() if score is None else tuple((score.points[side], score.totals[side]) for side in order),
        turning=deal.key in shown.turning,
        current=current,
    )
