"""What Celery does, what happens without it, and that nobody waits for it."""

from __future__ import annotations

import threading
import time

import pytest
from django.conf import LazySettings

from games.services import play
from games.services.clocks import TablePolicy
from games.signals import match_finished
from tests.cast import NOW
from tests.tournaments.evenings import STREAM, ended, level, pairing_of, round_of, seeds_in, started
from tournaments import receivers, tasks
from tournaments.models import Club, Pairing


@pytest.mark.django_db
def test_without_the_sweep_a_level_match_is_stored_and_nobody_advances(club: Club) -> None:
    """The web process plays, and never records: that is Celery's."""
    cup = started(club, 2, cap=1, policy=TablePolicy.fast())
    now = NOW
    while (due_at := play.next_due()) is not None:
        now = max(now, due_at)
        play.play_due(now)

    final = pairing_of(cup, 1, 1)
    assert final.table is not None
    assert final.table.matches.get().state != "open"
    assert (final.state, final.advances) == (Pairing.State.CALLED, None)


@pytest.mark.django_db
def test_the_sweeps_find_what_is_due_and_say_how_much_it_was(club: Club) -> None:
    cup = started(club, 4)
    level(pairing_of(cup, 1, 1), advances=1)
    ended(pairing_of(cup, 1, 2))

    assert tasks.sweep_results(now=NOW, stream=STREAM) == 3
    assert tasks.sweep_results(now=NOW, stream=STREAM) == 0
    assert tasks.sweep_rounds(now=NOW, stream=STREAM) == 0
    assert seeds_in(pairing_of(cup, 2, 1)) == (4, 2)


@pytest.mark.django_db
def test_the_hint_s_task_records_and_goes_on_and_may_run_twice(club: Club) -> None:
    cup = started(club, 4)
    matches = [ended(pairing_of(cup, 1, number)) for number in (1, 2)]

    for match in [*matches, *matches]:
        tasks.record_match(match.pk, something_new="an old worker meets new arguments")

    assert round_of(cup, 2).state == "open"


def test_whoever_plays_the_last_card_does_not_wait_for_a_broker(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.VALKEY_URL = "redis://127.0.0.1:1/0"
    release = threading.Event()
    sent: list[int] = []

    def frozen(arguments: tuple[int], **_options: object) -> None:
        release.wait(10)
        sent.append(arguments[0])

    monkeypatch.setattr(tasks.record_match, "apply_async", frozen)
    began = time.monotonic()
    for number in range(1000):
        match_finished.send(sender=None, match_id=number)
    waited = time.monotonic() - began
    release.set()

    assert waited < 0.5
    deadline = time.monotonic() + 5
    while not sent and time.monotonic() < deadline:
        time.sleep(0.01)
    assert sent[0] == 0


def test_without_valkey_no_hint_is_sent(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    settings.VALKEY_URL = ""
    monkeypatch.setattr(receivers, "_start_sender", lambda: pytest.fail("a thread was started"))

    match_finished.send(sender=None, match_id=1)
