"""The form with which a tournament is brought in from its file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.rules import Refusal
from tournaments.models import Club
from tournaments.sentences import sentence
from tournaments.services.record import LARGEST_BYTES, read_record
from tournaments.services.record.reading import Record


class RecordForm(forms.Form):
    """A record and the club whose it is to be. When the form is valid, ``record`` is what the file says."""

    record: Record

    file = forms.FileField(label=_("JSON file"))
    club: forms.ModelChoiceField[Club] = forms.ModelChoiceField(
        queryset=None, label=_("Club"), empty_label=None
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], **details: Any) -> None:
        """Offer these clubs."""
        super().__init__(*args, **details)
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]  # it is a ModelChoiceField

    def clean(self) -> dict[str, Any]:
        """Read the record, or say where it is wrong."""
        asked = super().clean() or {}
        if "file" in asked:
            try:
                self.record = read_record(asked["file"].read(LARGEST_BYTES + 1))
            except Refusal as refusal:
                raise ValidationError(sentence(refusal), code=refusal.code) from refusal
        return asked
