"""The times of a tournament as its director writes them: a group of fields a stage, and two a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules import Refusal
from tournaments.forms.registration import WallTime
from tournaments.models import Stage
from tournaments.sentences import sentence
from tournaments.services import timing
from tournaments.services.timetables import Given, StageTimes, TimedRound, TimedStage, Timetable, Wanted
from tournaments.services.walls import comes_twice, moment_of

MOST_MINUTES = timing.LONGEST_PAUSE // timedelta(minutes=1)
MOST_TABLES = 2000
FIELDS = ("_at", "_pause", "_until")
WALLS = ("_at", "_until")
"""How the names of the fields end that have times on the wall."""


@dataclass(frozen=True, slots=True)
class RoundFields:
    """The fields of a round."""

    round: TimedRound
    fields: tuple[BoundField, ...]


@dataclass(frozen=True, slots=True)
class StageFields:
    """The fields of a stage and of its rounds that have not begun."""

    stage: TimedStage
    fields: tuple[BoundField, ...]
    rounds: tuple[RoundFields, ...]


class ScheduleForm(forms.Form):
    """What can be set of a tournament that is not over."""

    def __init__(
        self, *args: Any, timetable: Timetable, zone: str, remind_minutes: int | None, **kwargs: Any
    ) -> None:
        """Ask for what can still change, and begin with what is written."""
        super().__init__(*args, **kwargs)
        self._stages, self._zone = timetable.stages, zone
        self.fields["remind"] = _number(
            _("Players are told so many minutes before a start"), MOST_MINUTES, remind_minutes
        )
        self.fields["remind"].help_text = _("Empty for never. Only starts that have a time are told of.")
        for stage in timetable.stages:
            self.fields |= dict(_of_stage(stage))
            for round_ in _open(stage):
                self.fields |= _of_round(round_)
        if self.is_bound:
            self.fields["anyway"] = forms.BooleanField(label=_("Save it all the same"), required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse a time that is never on the wall, at its field."""
        asked = super().clean() or {}
        for name, wall in list(asked.items()):
            if name.endswith(WALLS) and wall is not None:
                asked[name] = wall.replace(tzinfo=None)
                try:
                    moment_of(asked[name], self._zone)
                except Refusal as refusal:
                    self.add_error(name, sentence(refusal))
        return asked

    @property
    def anyway(self) -> bool:
        """Whether it is to be saved whatever stands against it."""
        return bool(self.cleaned_data.get("anyway"))

    @property
    def remind_minutes(self) -> int | None:
        """How long before a start its players are told; ``None`` for never."""
        minutes: int | None = self.cleaned_data["remind"]
        return minutes

    @property
    def wanted(self) -> Wanted:
        """What is asked for, with what has begun as it is."""
        return {stage.row.position: self._times(stage) for stage in self._stages}

    def _times(self, stage: TimedStage) -> StageTimes:
        key, asked = _key(stage), self.cleaned_data
        rounds = dict(stage.times.rounds)
        for round_ in _open(stage):
            wall, minutes, until = (asked.get(f"{key}r{round_.number}{name}") for name in FIELDS)
            pause = None if minutes is None else minutes * 60
            given = Given(wall, pause, until)
            rounds[round_.number] = replace(round_.given, until=until) if round_.may_extend else given
        return StageTimes(
            opens_by_itself=asked[f"{key}_opens"],
            closes_by_itself=asked[f"{key}_closes"],
            when_unplayed=Stage.WhenUnplayed(asked[f"{key}_unplayed"]),
            break_seconds=(asked[f"{key}_break"] or 0) * 60,
            first_table=asked.get(f"{key}_first") or 1,
            last_table=asked.get(f"{key}_last"),
            rounds={number: given for number, given in rounds.items() if given != Given()},
        )

    @property
    def notes(self) -> list[str]:
        """What is meant by a time that is on the wall twice."""
        walls = [wall for name, wall in self.cleaned_data.items() if name.endswith(WALLS) and wall]
        text = gettext("Clocks go back that night, and %(time)s comes twice: the first one is meant.")
        return [text % {"time": f"{wall:%H:%M}"} for wall in walls if comes_twice(wall, self._zone)]

    @property
    def groups(self) -> Iterator[StageFields]:
        """The fields stage by stage, for the page."""
        for stage in self._stages:
            names = [name for name, _field in _of_stage(stage)]
            rounds = tuple(
                RoundFields(one, tuple(map(self.__getitem__, _of_round(one)))) for one in _open(stage)
            )
            yield StageFields(stage, tuple(self[name] for name in names), rounds)

    @property
    def confirm(self) -> BoundField | None:
        """The box that overrules what stands against it, once that has been told."""
        return self["anyway"] if "anyway" in self.fields else None


def _key(stage: TimedStage) -> str:
    return f"s{stage.row.position}"


def _open(stage: TimedStage) -> list[TimedRound]:
    return [round_ for round_ in stage.rounds if round_.may_change or round_.may_extend]


def _of_stage(stage: TimedStage) -> Iterator[tuple[str, forms.Field]]:
    key, times = _key(stage), stage.times
    yield f"{key}_opens", _tick(_("Rounds start by themselves when it is time"), times.opens_by_itself)
    yield f"{key}_closes", _tick(_("Rounds close by themselves with the last result"), times.closes_by_itself)
    pause = _number(_("Minutes between two rounds"), MOST_MINUTES, times.break_seconds // 60 or None, least=0)
    yield f"{key}_break", pause
    yield f"{key}_unplayed", _unplayed(times)
    if stage.row.place == Stage.Place.HALL:
        yield f"{key}_first", _number(_("First table in the hall"), MOST_TABLES, times.first_table)
        last = _number(_("Last table in the hall"), MOST_TABLES, times.last_table)
        last.help_text = _("Empty if there are enough. Who finds no free table plays when one is free.")
        yield f"{key}_last", last


def _unplayed(times: StageTimes) -> forms.ChoiceField:
    field = forms.ChoiceField(
        label=_("If nobody came while a round could be played"),
        choices=Stage.WhenUnplayed.choices,
        initial=times.when_unplayed,
    )
    field.help_text = _("Only for rounds that have a time until which they can be played.")
    return field


def _of_round(round_: TimedRound) -> dict[str, forms.Field]:
    """Return the fields of a round; of one in play the end of its window."""
    key = f"s{round_.stage}r{round_.number}"
    until = WallTime(label=_("Can be played until"), required=False, initial=round_.given.until)
    if round_.may_extend:
        until.required = True
        return {f"{key}_until": until}
    pause = None if round_.given.pause is None else round_.given.pause // 60
    return {
        f"{key}_at": WallTime(label=_("Not before"), required=False, initial=round_.given.wall),
        f"{key}_pause": _number(_("Minutes of pause before it"), MOST_MINUTES, pause, least=0),
        f"{key}_until": until,
    }


def _tick(label: Any, initial: bool) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, initial=initial)


def _number(label: Any, most: int, initial: int | None, *, least: int = 1) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, initial=initial)
