"""The addresses of the API, version 1."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from games.api.rules import OneRuleSet, Rules
from games.api.tables import OneTable, Tables
from tournaments.api import registration
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
    path("tournaments/<slug:slug>/sign-up/", SignUp.as_view(), name="sign_up"),
    path("invitations/<str:token>/", OneInvitation.as_view(), name="invitation"),
]
