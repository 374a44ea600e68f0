"""What was entered about a build over a folder, read: options, or what is wrong in which field."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from larder.app.models.source_kinds import SOURCE_KINDS, SourceField
from larder.app.presentation.source_build_texts import field_label
from larder.core.errors import UserFacingError
from larder.core.quantities import parse_picture_size
from larder.core.requests.options import SourceBuildOptions
from larder.core.workspace.store_kinds import StoreKind

Faults = Mapping[SourceField, str]


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """What stands in the dialog.

    Attributes:
        kind: what is to be made.
        model: name of an encoder or a folder, None for none.
        resample: whether clips of another rate are resampled.
        texts: what was typed, by field.
    """

    kind: StoreKind
    model: str | None = None
    resample: bool = False
    texts: Mapping[SourceField, str] = field(default_factory=dict)

    def text(self, wanted: SourceField) -> str:
        """What stands in a field; "" in one that this kind does not have."""
        return self.texts.get(wanted, "").strip()


def read_entry(
    entry: SourceEntry, *, depth: str = "stat",
) -> tuple[SourceBuildOptions | None, Faults]:
    """The options, None where something is wrong or missing; then each field with its sentence.

    Args:
        entry: what was filled in.
        depth: how closely is looked at values that are there.
    """
    faults: dict[SourceField, str] = {}
    asked = SOURCE_KINDS[entry.kind]
    values: dict[SourceField, Any] = {}
    for wanted in (*asked.fields, SourceField.LIMIT):
        text = entry.text(wanted)
        if text:
            try:
                values[wanted] = _READERS[wanted](text)
            except UserFacingError as error:
                faults[wanted] = f"{field_label(wanted)}: {error.problem} {error.hint}".strip()
    if asked.takes_encoder and not entry.model:
        faults[SourceField.ENCODER] = _tr("Choose an encoder.")
    if faults or not (entry.text(SourceField.SOURCES) and entry.text(SourceField.TARGET)):
        return None, faults
    return SourceBuildOptions(
        workspace=entry.text(SourceField.TARGET), sources=entry.text(SourceField.SOURCES),
        store=entry.kind.value, model=entry.model if asked.takes_encoder else None,
        size=values.get(SourceField.SIZE), sample_rate=values.get(SourceField.SAMPLE_RATE),
        max_seconds=values.get(SourceField.SECONDS),
        resample=entry.resample and asked.resamples,
        sequence_length=values.get(SourceField.LENGTH), limit=values.get(SourceField.LIMIT),
        depth=depth), {}


def _whole(text: str) -> int:
    number, is_number = QLocale().toInt(text)
    if not is_number or number < 1:
        raise UserFacingError(
            _tr("“%1” is no whole number above 0.").replace("%1", text))
    return number


def _seconds(text: str) -> float:
    number, is_number = QLocale().toDouble(text)
    if not is_number or not math.isfinite(number) or number <= 0:
        raise UserFacingError(_tr("“%1” is no number of seconds.").replace("%1", text))
    return number


_READERS: Mapping[SourceField, Callable[[str], Any]] = {
    SourceField.SIZE: parse_picture_size,
    SourceField.SAMPLE_RATE: _whole,
    SourceField.SECONDS: _seconds,
    SourceField.LENGTH: _whole,
    SourceField.LIMIT: _whole,
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("SourceBuild", text)
