"""Addresses of clubs and tournaments; seat links stand beside the languages, short enough to type."""

from django.urls import path

from tournaments.views import (
    clubs,
    direct,
    hosting,
    house_rules,
    looking,
    pages,
    penalties,
    preparing,
    printing,
    screens,
    seats,
    sharing,
    verbs,
)

app_name = "tournaments"

seat_link_patterns = [path("s/<str:token>/", seats.seat_link, name="seat_link")]

urlpatterns = [
    path("tournaments/", pages.listing, name="list"),
    path("tournaments/new/", preparing.create, name="create"),
    path("tournaments/<slug:slug>/", pages.detail, name="detail"),
    path("tournaments/<slug:slug>/live/", pages.live_part, name="live"),
    path("tournaments/<slug:slug>/rules/", pages.played_rules, name="played_rules"),
    path("tournaments/<slug:slug>/tables/", looking.tables, name="tables"),
    path("tournaments/<slug:slug>/entries/<int:entry_id>/", looking.entry, name="entry"),
    path("tournaments/<slug:slug>/screen/", screens.screen, name="screen"),
    path("tournaments/<slug:slug>/print/", printing.paper, name="print"),
    path("tournaments/<slug:slug>/print/<slug:what>/", printing.paper, name="paper"),
    path("tournaments/<slug:slug>/share/", sharing.share, name="share"),
    path("tournaments/<slug:slug>/calendar.ics", sharing.calendar_file, name="calendar"),
    path("tournaments/<slug:slug>/embed/", sharing.embed, name="embed"),
    path("tournaments/<slug:slug>/direct/", direct.direct, name="direct"),
    path("tournaments/<slug:slug>/import/", preparing.import_pairs, name="import"),
    path("tournaments/<slug:slug>/slips/", preparing.slips, name="slips"),
    path("tournaments/<slug:slug>/draw/", verbs.draw_bracket, name="draw"),
    path("tournaments/<slug:slug>/start/", verbs.start_round, name="start_round"),
    path("tournaments/<slug:slug>/close/", verbs.close_round, name="close_round"),
    path("tournaments/<slug:slug>/stop/", verbs.stop_deals, name="stop_deals"),
    path("tournaments/<slug:slug>/pairings/<int:pairing_id>/settle/", verbs.settle, name="settle"),
    path(
        "tournaments/<slug:slug>/pairings/<int:pairing_id>/penalty/",
        penalties.penalty,
        name="penalty",
    ),
    path("tournaments/<slug:slug>/pairings/<int:pairing_id>/sit/", seats.sit, name="sit"),
    path(
        "tournaments/<slug:slug>/players/<int:player_id>/renew/",
        verbs.renew_seat,
        name="renew_seat",
    ),
    path("tournaments/<slug:slug>/calls/<int:call_id>/settle/", verbs.settle_call, name="settle_call"),
    path("tournaments/<slug:slug>/staff/", clubs.staff, name="staff"),
    path("tournaments/<slug:slug>/staff/<int:user_id>/relieve/", clubs.relieve, name="relieve"),
    path("clubs/<slug:slug>/members/", clubs.members, name="members"),
    path("clubs/<slug:slug>/members/<int:user_id>/dismiss/", clubs.dismiss, name="dismiss"),
    path("house-rules/", house_rules.listing, name="house_rules"),
    path("house-rules/new/", house_rules.start, name="start_rules"),
    path("house-rules/new/<slug:key>/", house_rules.new, name="new_rules"),
    path("house-rules/import/", house_rules.bring, name="import_rules"),
    path("house-rules/<slug:public_id>/", house_rules.read, name="rules"),
    path("house-rules/<slug:public_id>/edit/", house_rules.edit, name="edit_rules"),
    path("house-rules/<slug:public_id>/<int:version>/", house_rules.read, name="rules_version"),
    path("house-rules/<slug:public_id>/<int:version>/json/", house_rules.as_json, name="rules_json"),
    path("clubs/<slug:slug>/rules/", house_rules.choose_usual, name="choose_usual"),
    path("tables/new/", hosting.open_table, name="open_table"),
    path("me/", pages.me, name="me"),
    path("seat/", seats.seat_code, name="seat_code"),
]
