"""Every page of the site, in the states people meet it in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils import timezone

from games.models import Table, User
from games.rules import RULESETS, Phase
from games.services import chance, chat, hosting, reports
from games.services.clocks import TablePolicy
from games.services.hosting import Wish
from tests.cast import NOW, person
from tests.games import scene
from tests.rules.presets import LEVANTINE
from tests.tournaments import drafts, evenings, hall, over_days, signing_up
from tests.tournaments.weekly import weekly
from tournaments.models import Club, Pairing, Player, Stage, Tournament
from tournaments.services import clubs, draft_edits, house_rules, openings, planning, postponing, results
from tournaments.services.actions import PROGRAM, Author
from tournaments.services.planning import Plan

STILL = replace(TablePolicy.practice(), entropy_seconds=0, bots_after=None)
"""Nobody is in a hurry: a table stays as it is."""
PLAYED = {
    Phase.AUCTION: "jawaker",
    Phase.TRUMP: "egyptian-no-trump",
    Phase.PLAY: "kibbi",
    Phase.RESULT: "solo",
}
"""By which rules the tables are played that are looked at: those with most to show in the phase."""
SLOW_BOTS = replace(TablePolicy.fast(), bot_seconds=(3600, 3600))
"""Bots at every table, each of which thinks for an hour."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page in one of its states: its route, its address below the language, who looks at it.

    ``ready`` is what has to be on the page before it is looked at.
    """

    state: str
    route: str
    path: str
    who: User | None = None
    ready: str = "main"


def sheets(club: Club, alice: User, bob: User, olivia: User) -> list[Sheet]:
    """Make a site where something is happening, and return all its pages."""
    return [
        *_replays(),  # before all else: they are played until nothing anywhere is due any more
        *_plain(bob),
        *_club(club, olivia),
        *_house_rules(club, olivia),
        *_tournaments(club, alice, bob, olivia),
        *_tables(bob),
        *_reports(bob),
        *_rooms(bob),  # after all else of bob's: whoever sits down elsewhere leaves where he only waits
    ]


def _plain(bob: User) -> Iterator[Sheet]:
    for route, path in (
        ("home", ""),
        ("games:watch", "watch/"),
        ("games:rules", "rules/"),
        ("games:rules_of", "rules/solo/"),
        ("tournaments:list", "tournaments/"),
        ("tournaments:seat_code", "seat/"),
        ("account_login", "accounts/login/"),
        ("account_signup", "accounts/signup/"),
        ("account_inactive", "accounts/inactive/"),
        ("games:verify", "verify/"),
    ):
        yield Sheet(route, route, path)
    for route, path in (
        ("games:blocks", "blocks/"),
        ("play", "play/"),
        ("account_logout", "accounts/logout/"),
        ("account_change_password", "accounts/password/change/"),
    ):
        yield Sheet(route, route, path, bob)
    yield Sheet("a guest's play", "play", "play/")
    yield Sheet("no such page", "", "nowhere/")
    yield Sheet("not allowed", "tournaments:create", "tournaments/new/", bob)
    yield Sheet("a spent setup link", "owner_setup", "setup/spent/")


def _club(club: Club, olivia: User) -> Iterator[Sheet]:
    link = clubs.owner_link(timezone.now(), stream=chance.fresh())
    yield Sheet("setup", "owner_setup", f"setup/{link}/")
    yield Sheet("members", "tournaments:members", f"clubs/{club.slug}/members/", olivia)
    weekly(club, pattern=signing_up.opened(club, name="Thursdays"))
    yield Sheet("regular tournaments", "tournaments:regular", f"clubs/{club.slug}/regular/", olivia)
    yield Sheet("a new tournament", "tournaments:create", "tournaments/new/", olivia)


def _house_rules(club: Club, olivia: User) -> Iterator[Sheet]:
    kaboot = replace(LEVANTINE, score=replace(LEVANTINE.score, kaboot=16), targets_allowed=(31, 41))
    saved = house_rules.save(
        club=club, name="Friday rules", rules=kaboot, by=olivia, stream=chance.fresh(), now=timezone.now()
    )
    below = f"house-rules/{saved.public_id}/"
    yield Sheet("house rules", "tournaments:house_rules", "house-rules/", olivia)
    yield Sheet("choosing what to begin with", "tournaments:start_rules", "house-rules/new/", olivia)
    yield Sheet("making rules", "tournaments:new_rules", f"house-rules/new/{saved.key}/", olivia)
    yield Sheet("editing rules", "tournaments:edit_rules", f"{below}edit/", olivia)
    yield Sheet("rules from a file", "tournaments:import_rules", "house-rules/import/", olivia)
    yield Sheet("shared rules", "tournaments:rules", below)
    yield Sheet("a version of rules", "tournaments:rules_version", f"{below}1/")
    yield Sheet("playing by house rules", "play", "play/", olivia)


# ---- tournaments --------------------------------------------------------------------------------


def _tournaments(club: Club, alice: User, bob: User, olivia: User) -> Iterator[Sheet]:
    draft = draft_of(club, alice)
    yield import_sheet(draft, alice)
    yield from _directed("in preparation", draft, alice)
    entered = evenings.entered(club, 4, name="Summer Cup", author=Author(alice.pk))
    yield Sheet(
        "directing it before the draw", "tournaments:direct", f"tournaments/{entered.slug}/direct/", alice
    )
    yield from _registration(club, alice, olivia)
    running = evenings.started(club, 16, name="Cedar Cup", policy=SLOW_BOTS)
    yield from _directed("running", running, alice)
    yield Sheet("its times", "tournaments:times", f"tournaments/{running.slug}/times/")
    yield Sheet("setting its times", "tournaments:schedule", f"tournaments/{running.slug}/schedule/", alice)
    yield Sheet("a tournament: its rules", "tournaments:played_rules", f"tournaments/{running.slug}/rules/")
    yield _ruling(running, alice)
    yield from _hall(club, alice)
    yield from _drafts(club, alice)
    yield from _over_days(club)
    yield from _postponed(club, alice)
    yield from _not_here(club, alice)
    yield from _looked_up(club)
    yield Sheet("staff", "tournaments:staff", f"tournaments/{running.slug}/staff/", olivia)
    yield Sheet("an old seat link", "seat_link", "/s/no-such-link/")
    void = _void(club)
    yield Sheet("a match without result", "tournaments:direct", f"tournaments/{void.slug}/direct/", alice)
    finished = _finished(club, bob)
    yield from _directed("finished", finished, alice)
    yield from _put_right(running, finished, alice)
    yield Sheet("my table", "tournaments:me", "me/", bob)


def _put_right(running: Tournament, finished: Tournament, alice: User) -> Iterator[Sheet]:
    """Yield the pages on which results are corrected and entries leave."""
    final = Pairing.objects.get(round__stage__tournament=finished, place="final")
    below = f"tournaments/{finished.slug}/"
    yield Sheet("what is decided", "tournaments:decided", f"{below}corrections/", alice)
    path = f"{below}pairings/{final.pk}/correct/?winner=1&why=Upside+down"
    yield Sheet("correcting the final", "tournaments:correct", path, alice)
    act = finished.actions.latest("pk")
    yield Sheet("how it stood", "tournaments:stood", f"{below}log/{act.pk}/", alice)
    yield Sheet("a tournament from a file", "tournaments:bring_in", "tournaments/from-a-file/", alice)
    below = f"tournaments/{running.slug}/leaving/"
    entry = running.entries.order_by("pk")[0]
    yield Sheet("who may leave", "tournaments:leaving", below, alice)
    yield Sheet("an entry that leaves", "tournaments:leave", f"{below}{entry.pk}/", alice)
    yield Sheet("a substitute", "tournaments:substitute", f"{below}{entry.pk}/substitute/", alice)
    path = f"tournaments/{running.slug}/course/"
    yield Sheet("how a tournament goes on", "tournaments:course", path, alice)


def _drafts(club: Club, alice: User) -> Iterator[Sheet]:
    """Yield the page of a draw that waits to be published, and of one that was changed since."""
    cup = drafts.drafted(club, 6, format="swiss", options={"rounds": 3})
    drafts.edit(draft_edits.swap, cup, one=drafts.seed(cup, 4), other=drafts.seed(cup, 5))
    path = f"tournaments/{cup.slug}/draft/"
    yield Sheet("a draw to be checked", "tournaments:draft", path, alice)


def _hall(club: Club, alice: User) -> Iterator[Sheet]:
    """Yield the pages of a cup that is played with cards: a sheet, a dispute, and results to undo."""
    forty_one = RULESETS["moving-trump"]
    cup = evenings.started(club, 8, name="Hall Cup", place=Stage.Place.HALL, rules=forty_one)
    first, second, third, fourth = (evenings.pairing_of(cup, 1, number) for number in (1, 2, 3, 4))
    hall.enter(first, hall.deals(13))
    hall.say(second, 0, hall.won(0, 41, 20))
    hall.say(second, 1, hall.won(1, 41, 20))
    hall.enter(third, hall.won(0, 41, 20))
    hall.say(fourth, 0, hall.won(0, 41, 20))
    hall.ruled(fourth, alice)
    hall.call(first)
    below = f"tournaments/{cup.slug}/"
    yield Sheet("results from the hall", "tournaments:results", f"{below}results/", alice)
    yield Sheet("a dispute", "tournaments:direct", f"{below}direct/", alice)
    yield Sheet("a score sheet", "tournaments:result", f"{below}pairings/{first.pk}/result/", alice)
    theirs = f"{below}pairings/{fourth.pk}/result/"
    yield Sheet("what the others say", "tournaments:result", theirs, hall.plays(fourth, 1))
    yield Sheet("a sheet that is decided", "tournaments:result", f"{below}pairings/{third.pk}/result/", alice)


def _postponed(club: Club, alice: User) -> Iterator[Sheet]:
    """Yield the pages of matches that are played later, as the director sees them and as a player."""
    cup = evenings.started(club, 6, name="Later Cup", place=Stage.Place.HALL, format="swiss")
    first, second = (evenings.pairing_of(cup, 1, number) for number in (1, 2))
    for pairing in (first, second):
        postponing.postpone(pairing_id=pairing.pk, author=Author(why="No bus."), now=NOW)
    postponing.take_up(pairing_id=second.pk, author=Author(), now=NOW)
    below = f"tournaments/{cup.slug}/"
    yield Sheet("postponed matches", "tournaments:postponed", f"{below}postponed/", alice)
    yield Sheet("a match to be played later", "tournaments:detail", below, hall.plays(first, 0))


def _not_here(club: Club, alice: User) -> Iterator[Sheet]:
    """Yield the page on which a director decides matches that nobody came to, before and after he looks."""
    cup = evenings.started(club, 6, name="Empty Cup", format="swiss")
    ticked = [evenings.pairing_of(cup, 1, number).pk for number in (1, 3)]
    below = f"tournaments/{cup.slug}/no-shows/"
    named = f"?why=No+bus.&pairing={ticked[0]}&pairing={ticked[1]}"
    yield Sheet("who has not come", "tournaments:no_shows", below, alice)
    yield Sheet("what follows when nobody comes", "tournaments:no_shows", f"{below}{named}", alice)


def _over_days(club: Club) -> Iterator[Sheet]:
    """Yield where two pairs agree on a time, as the one sees it that was asked."""
    cup = over_days.week(club)
    first, second = over_days.players(cup)
    over_days.proposed(cup, first)
    pairing = evenings.pairing_of(cup, 1, 1)
    path = f"tournaments/{cup.slug}/pairings/{pairing.pk}/time/"
    yield Sheet("agreeing on a time", "tournaments:appointment", path, second)
    yield Sheet("a match of the week", "tournaments:detail", f"tournaments/{cup.slug}/", second)


def _registration(club: Club, alice: User, olivia: User) -> Iterator[Sheet]:
    """Yield the pages before the draw: of who registers, who is asked, who waits, and of the staff."""
    dina = person("dina")
    cup = signing_up.opened(club, name="Open Cup", most_pairs=2, fee=25, currency="USD")
    below = f"tournaments/{cup.slug}/"
    yield Sheet("registering", "tournaments:register", f"{below}register/", dina)
    for number in (1, 2, 3):
        signing_up.walk_in(cup, number)
    signing_up.looking(cup, person("hala"))
    signing_up.looking(cup, person("majd"), standby=True)
    token = signing_up.invited(cup, dina)
    yield Sheet("having a link for a partner", "tournaments:register", f"{below}register/", dina)
    yield Sheet("asked by a link", "tournaments:join", f"join/{token}/", olivia)
    yield Sheet("open for pairs", "tournaments:detail", below)
    yield Sheet("what registration asks", "tournaments:registration", f"{below}registration/", alice)
    yield Sheet("the order of seeds", "tournaments:seeds", f"{below}seeds/", alice)
    yield Sheet("what there is to win", "tournaments:prizes", f"{below}prizes/", alice)
    yield Sheet("the entries", "tournaments:entries", f"{below}entries/", alice)
    night = signing_up.opened(club, name="Hall Night")
    signing_up.signed_up(night, dina, olivia)
    openings.open_check_in(tournament_id=night.pk, author=PROGRAM, now=timezone.now())
    below = f"tournaments/{night.slug}/"
    yield Sheet("checking in", "tournaments:register", f"{below}register/", dina)
    yield Sheet("the list of who is here", "tournaments:entries", f"{below}entries/", alice)


def _looked_up(club: Club) -> Iterator[Sheet]:
    """Yield what people look up in a Swiss and in a double knockout."""
    swiss = evenings.started(club, 9, name="Friday Swiss", policy=STILL, format="swiss")
    evenings.play_round(swiss, 1)
    below = f"tournaments/{swiss.slug}/"
    yield Sheet("a Swiss", "tournaments:detail", below)
    yield Sheet("tables", "tournaments:tables", f"{below}tables/")
    yield Sheet("my table by letters", "tournaments:tables", f"{below}tables/?q=player+7")
    yield Sheet(
        "an entry",
        "tournaments:entrant",
        f"{below}entry/{evenings.pairing_of(swiss, 2, 1).sides.all()[0].entry_id}/",
    )
    yield from _handed_out(below)
    double = evenings.started(club, 8, name="Second Chance", policy=STILL, format="double-knockout")
    yield Sheet("a double knockout", "tournaments:detail", f"tournaments/{double.slug}/")


def _handed_out(below: str) -> Iterator[Sheet]:
    """Yield the pages of a tournament for a screen, for paper and for elsewhere."""
    yield Sheet("a screen of tables", "tournaments:screen", f"{below}screen/", None, ".picture:not([hidden])")
    yield Sheet("a screen of standings", "tournaments:screen", f"{below}screen/?show=standings")
    yield Sheet("pages to print", "tournaments:print", f"{below}print/")
    for what in ("tables", "sheets"):
        yield Sheet(f"on paper: {what}", "tournaments:paper", f"{below}print/{what}/")
    yield Sheet("sharing", "tournaments:share", f"{below}share/")
    yield Sheet("in a frame", "tournaments:embed", f"{below}embed/")


def _ruling(running: Tournament, alice: User) -> Sheet:
    """Return the page on which Alice is shown what points would do."""
    pairing = evenings.pairing_of(running, 1, 1).pk
    asked = "?choice=give&side=0&points=31&why=Misdeal"
    path = f"tournaments/{running.slug}/pairings/{pairing}/penalty/{asked}"
    return Sheet("a ruling", "tournaments:penalty", path, alice)


def draft_of(club: Club, alice: User) -> Tournament:
    """Return a tournament that Alice prepares."""
    plan = Plan(name="Winter Cup")
    return planning.create_tournament(club=club, plan=plan, author=Author(alice.pk), now=timezone.now())


def import_sheet(draft: Tournament, alice: User) -> Sheet:
    """Return the page where she enters the pairs."""
    return Sheet("import", "tournaments:import", f"tournaments/{draft.slug}/import/", alice)


def _directed(state: str, tournament: Tournament, alice: User) -> Iterator[Sheet]:
    """Yield a tournament's own page and its director's, with whatever waits for her."""
    below = f"tournaments/{tournament.slug}/"
    yield Sheet(f"a tournament {state}", "tournaments:detail", below, alice)
    yield Sheet(f"directing it {state}", "tournaments:direct", f"{below}direct/", alice)
    yield Sheet(f"its log {state}", "tournaments:log", f"{below}log/", alice)
    yield Sheet(f"its slips {state}", "tournaments:slips", f"{below}slips/", alice)


def _void(club: Club) -> Tournament:
    """Return a tournament in which everybody passed eight times at one table."""
    cup = evenings.started(club, 4, name="Spring Cup", policy=STILL)
    evenings.void(evenings.pairing_of(cup, 1, 1))
    results.record_finished(now=timezone.now(), stream=evenings.STREAM)
    return cup


def _finished(club: Club, bob: User) -> Tournament:
    """Return a tournament that Bob has won."""
    cup = evenings.started(club, 8, name="Autumn Cup", policy=STILL)
    Player.objects.filter(name="Player 1 A").update(user=bob)
    for number in (1, 2, 3):
        evenings.play_round(cup, number)
    return cup


# ---- tables -------------------------------------------------------------------------------------


def _replays() -> Iterator[Sheet]:
    for rules in ("moving-trump", "solo"):
        replayed = scene.bots_table(rules=rules, cap=2, title="Friends of the cedar")
        scene.play_out()
        path = f"table/{replayed.public_id}/matches/1/?deal=1&trick=7"
        yield Sheet(f"a replay: {rules}", "games:replay", path, None, ".diagram")


def _tables(bob: User) -> Iterator[Sheet]:
    people = [bob, *map(person, ("dalia", "elias", "farah"))]
    for phase, rules in PLAYED.items():
        table = scene.opened(people, policy=STILL, rules=rules, title="Friends of the cedar")
        yield _at(phase, table, people, ".seat .plate")
    over = scene.opened(people, policy=replace(STILL, casual=True), cap=1, title="Friends of the cedar")
    yield _at(Phase.OVER, over, people, ".card-result.over")
    empty = scene.opened([bob, None, None, None], policy=replace(STILL, casual=False))
    yield Sheet("waiting for people", "games:table", f"table/{empty.public_id}/", bob, ".notice")
    yield Sheet("a table: its rules", "games:table_rules", f"table/{table.public_id}/rules/", bob)
    asked = scene.opened(people, policy=STILL, entropy_seconds=3600, now=timezone.now())
    yield Sheet("shuffling", "games:table", f"table/{asked.public_id}/", bob, ".notice")
    yield Sheet("watching", "games:table", f"table/{table.public_id}/", None, ".seat .plate")


def _rooms(bob: User) -> Iterator[Sheet]:
    """Yield where people wait for each other, and the page of what they have played."""
    room = hosting.open_table(bob, Wish(LEVANTINE, bots=False), stream=chance.fresh(), now=timezone.now())
    link = f"table/{room.public_id}/join/{hosting.link_key(room.public_id)}/"
    yield Sheet("opening a table", "tournaments:open_table", "tables/new/")
    yield Sheet("waiting for friends", "games:table", f"table/{room.public_id}/", bob, ".invite .qr svg")
    yield Sheet("a link to a table", "games:invited", link, None, ".chair .btn")
    yield Sheet("my matches", "games:history", "matches/", bob)


def _reports(bob: User) -> Iterator[Sheet]:
    """Yield what the staff are told of people, with what was said in both directions of writing."""
    staff, dalia = person("staff"), person("dalia-who-writes")
    staff.is_staff = True
    staff.save()
    table = scene.opened([bob, dalia, None, None], policy=replace(STILL, free_chat=True))
    for number, words in enumerate(("What a bid, my friend", "لعب ضعيف (جداً) 24-17")):
        moment = NOW + timedelta(seconds=number * 10)
        chat.say(table_id=table.pk, user=dalia, said={"text": words}, now=moment)
    reports.report(table_id=table.pk, user=bob, number=1, reason="words", now=NOW + timedelta(minutes=1))
    yield Sheet("reports", "games:reports", "reports/", staff, "main article, main li")


def _at(phase: Phase, table: Table, people: list[User], ready: str) -> Sheet:
    """Play a table to a phase, and in the play to the middle of a trick; show it to who is to move."""
    play_to(phase, table, people)
    if phase is Phase.PLAY:
        scene.play_on(table, people, 6)
    turn = scene.stored(table).position.turn
    who = people[turn or 0]
    return Sheet(f"a table: {phase.value}", "games:table", f"table/{table.public_id}/", who, ready)


def play_to(phase: Phase, table: Table, people: list[User]) -> None:
    """Let the people at a table play until a phase begins."""
    while scene.stored(table).position.phase is not phase:
        scene.play_on(table, people, 1)
