"""The addresses of the API, version 1."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from games.api.rules import OneRuleSet, Rules
from games.api.tables import OneTable, Tables
from tournaments.api import calls, corrections, course, directing, drafts, making, registration
from tournaments.api.reports import Reports
from tournaments.api.sign_up import OneInvitation, SignUp
from tournaments.api.tournaments import OneTournament, Tournaments

app_name = "api"
urlpatterns = [
    path("schema/", SpectacularJSONAPIView.as_view(), name="schema"),
    path("rules/", Rules.as_view(), name="rules"),
    path("rules/<slug:key>/", OneRuleSet.as_view(), name="rule_set"),
    path("tables/", Tables.as_view(), name="tables"),
    path("tables/<slug:public_id>/", OneTable.as_view(), name="table"),
    path("tournaments/", Tournaments.as_view(), name="tournaments"),
    path("tournaments/<slug:slug>/", OneTournament.as_view(), name="tournament"),
    path(
        "tournaments/<slug:slug>/pairings/<int:pairing_id>/reports/",
        Reports.as_view(),
        name="reports",
    ),
    path("tournaments/<slug:slug>/registration/", registration.Asked.as_view(), name="registration"),
    path("tournaments/<slug:slug>/registration/step/", registration.Steps.as_view(), name="step"),
    path("tournaments/<slug:slug>/entries/", registration.Entries.as_view(), name="entries"),
    path("tournaments/<slug:slug>/entries/<int:entry_id>/", registration.OneEntry.as_view(), name="entry"),
    path("tournaments/<slug:slug>/entries/leave-out/", registration.LeaveOut.as_view(), name="leave_out"),
    path("tournaments/<slug:slug>/entries/match/", registration.Matching.as_view(), name="match"),
    path("tournaments/<slug:slug>/seeds/", registration.Seeds.as_view(), name="seeds"),
    path("tournaments/<slug:slug>/entries/import/", making.Import.as_view(), name="import"),
    path("tournaments/<slug:slug>/entries/<int:entry_id>/leave/", corrections.Leave.as_view(), name="leave"),
    path(
        "tournaments/<slug:slug>/entries/<int:entry_id>/come-back/",
        corrections.ComeBack.as_view(),
        name="come_back",
    ),
    path("tournaments/<slug:slug>/staff/", making.Staff.as_view(), name="staff"),
    path("tournaments/<slug:slug>/prizes/", making.Prizes.as_view(), name="prizes"),
    path("tournaments/<slug:slug>/draw/", directing.Draw.as_view(), name="draw"),
    path(
        "tournaments/<slug:slug>/rounds/<int:stage>/<int:number>/",
        directing.RoundSteps.as_view(),
        name="round",
    ),
    path("tournaments/<slug:slug>/pairings/", directing.Pairings.as_view(), name="pairings"),
    path(
        "tournaments/<slug:slug>/pairings/<int:pairing_id>/settle/",
        directing.Settle.as_view(),
        name="settle",
    ),
    path(
        "tournaments/<slug:slug>/pairings/<int:pairing_id>/postpone/",
        directing.Postpone.as_view(),
        name="postpone",
    ),
    path("tournaments/<slug:slug>/pairings/<int:pairing_id>/move/", directing.Move.as_view(), name="move"),
    path(
        "tournaments/<slug:slug>/pairings/<int:pairing_id>/penalty/",
        corrections.Penalise.as_view(),
        name="penalty",
    ),
    path(
        "tournaments/<slug:slug>/pairings/<int:pairing_id>/correct/",
        corrections.Correct.as_view(),
        name="correct",
    ),
    path("tournaments/<slug:slug>/no-shows/", corrections.NoShows.as_view(), name="no_shows"),
    path("tournaments/<slug:slug>/reports/<int:report_id>/", directing.OneReport.as_view(), name="report"),
    path("tournaments/<slug:slug>/calls/", calls.Calls.as_view(), name="calls"),
    path("tournaments/<slug:slug>/calls/<int:call_id>/appeal/", calls.Appeal.as_view(), name="appeal"),
    path(
        "tournaments/<slug:slug>/pairings/<int:pairing_id>/calls/",
        calls.PairingCalls.as_view(),
        name="pairing_calls",
    ),
    path("tournaments/<slug:slug>/calls/<int:call_id>/", calls.OneCall.as_view(), name="call"),
    path("tournaments/<slug:slug>/players/<int:player_id>/seat/", directing.Seats.as_view(), name="seat"),
    path("tournaments/<slug:slug>/actions/", corrections.Log.as_view(), name="actions"),
    path("tournaments/<slug:slug>/actions/<int:action_id>/undo/", corrections.Undo.as_view(), name="undo"),
    path("tournaments/<slug:slug>/drafts/", drafts.Drafts.as_view(), name="drafts"),
    path("tournaments/<slug:slug>/drafts/<int:draft_id>/", drafts.OneDraft.as_view(), name="draft"),
    path("tournaments/<slug:slug>/draws/", drafts.Draws.as_view(), name="draws"),
    path("tournaments/<slug:slug>/draws/apart/", drafts.Apart.as_view(), name="apart"),
    path("tournaments/<slug:slug>/course/", course.Course.as_view(), name="course"),
    path("tournaments/<slug:slug>/entries/late/", course.Late.as_view(), name="late"),
    path(
        "tournaments/<slug:slug>/pairings/<int:pairing_id>/appointment/",
        course.OneAppointment.as_view(),
        name="appointment",
    ),
    path(
        "tournaments/<slug:slug>/entries/<int:entry_id>/substitute/",
        course.Substitute.as_view(),
        name="substitute",
    ),
    path("tournaments/<slug:slug>/entries/<int:entry_id>/bye/", course.Bye.as_view(), name="bye"),
    path("tournaments/<slug:slug>/times/", course.Times.as_view(), name="times"),
    path("tournaments/<slug:slug>/finish/", corrections.Finish.as_view(), name="finish"),
    path("tournaments/<slug:slug>/sign-up/", SignUp.as_view(), name="sign_up"),
    path("invitations/<str:token>/", OneInvitation.as_view(), name="invitation"),
]
