"""Addresses of the table's pages."""

from django.urls import path

from games.views import history, lobby, matches, replay, rules, table, verify, waiting, words

app_name = "games"
urlpatterns = [
    path("watch/", lobby.watch, name="watch"),
    path("practice/", table.start_practice, name="practice"),
    path("quick/", table.start_quick_play, name="quick_play"),
    path("lobby/", lobby.lobby_part, name="lobby"),
    path("matches/", history.matches, name="history"),
    path("table/<slug:public_id>/", table.table_page, name="table"),
    path("table/<slug:public_id>/ticket/", table.ticket, name="ticket"),
    path("table/<slug:public_id>/join/<slug:key>/", waiting.invited, name="invited"),
    path("table/<slug:public_id>/room/", waiting.room_part, name="room"),
    path("table/<slug:public_id>/sit/", waiting.sit, name="sit"),
    path("table/<slug:public_id>/leave/", waiting.leave, name="leave"),
    path("verify/", verify.verify, name="verify"),
    path("table/<slug:public_id>/matches/<int:number>/", replay.match_page, name="replay"),
    path("table/<slug:public_id>/matches/<int:number>/analysis/", replay.analysis, name="analysis"),
    path("table/<slug:public_id>/matches/<int:number>/record.txt", matches.match_record, name="match_record"),
    path("table/<slug:public_id>/matches/<int:number>/match.json", matches.match_json, name="match_json"),
    path("table/<slug:public_id>/matches/<int:number>/deals.json", matches.match_deals, name="match_deals"),
    path(
        "table/<slug:public_id>/matches/<int:number>/promise.json",
        matches.match_promise,
        name="match_promise",
    ),
    path("table/<slug:public_id>/rules/", rules.table_rules, name="table_rules"),
    path("blocks/", words.blocked, name="blocks"),
    path("blocks/<int:user_id>/unblock/", words.unblock, name="unblock"),
    path("reports/", words.reported, name="reports"),
    path("reports/<int:report_id>/settle/", words.settle, name="settle_report"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:key>/", rules.rules_of, name="rules_of"),
]
