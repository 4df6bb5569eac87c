"""The addresses of the API, version 1."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from games.api.rules import OneRuleSet, Rules
from games.api.tables import OneTable, Tables
from tournaments.api.reports import Reports
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
]
