"""What the window knows of each kind of store: one row per kind, and no branch anywhere else.

A kind that is added to `core.workspace.store_kinds` gets its row here; a test asks for all of them.
A kind of a newer document that is not among them is shown like one nothing is known of.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from app.models.row_arrangement import EntryColumn
from core.workspace.store_kinds import StoreKind

_ALWAYS = frozenset({
    EntryColumn.SOURCE, EntryColumn.FOLDER, EntryColumn.KIND, EntryColumn.STATE,
    EntryColumn.REASON, EntryColumn.SIZE})


class SourcePreview(enum.Enum):
    """What the inspector shows of an entry's source."""

    FILE = "file"
    """The picture, or the beginning of the text, as the file's ending says."""
    NOTHING = "nothing"
    """A sound, or no file at all."""


@dataclass(frozen=True, slots=True)
class StoreRow:
    """One kind.

    Attributes:
        preview: what the inspector shows of a source.
        inspects: whether `inspect-entry` finds an entry's payloads.
        columns: of the Entries table, shown before the user chooses.
    """

    preview: SourcePreview = SourcePreview.NOTHING
    inspects: bool = False
    columns: frozenset[EntryColumn] = _ALWAYS


_VARIANTS = _ALWAYS | {EntryColumn.ALSO}
"""Kinds whose remarks name further resolutions or prompts."""

STORE_ROWS: dict[StoreKind, StoreRow] = {
    StoreKind.SMART_IMAGE: StoreRow(SourcePreview.FILE, inspects=True, columns=_VARIANTS),
    StoreKind.SMART_TEXT: StoreRow(SourcePreview.FILE, inspects=True, columns=_VARIANTS),
    StoreKind.LEGACY_IMAGE: StoreRow(SourcePreview.FILE),
    StoreKind.LEGACY_TEXT: StoreRow(SourcePreview.FILE),
    StoreKind.VISION: StoreRow(SourcePreview.FILE),
    StoreKind.AUDIO: StoreRow(),
    StoreKind.WAVEFORM: StoreRow(),
    StoreKind.TOKENS: StoreRow(SourcePreview.FILE),
    StoreKind.TREE: StoreRow(),
}

_UNKNOWN = StoreRow()
_BY_NAME = {kind.value: row for kind, row in STORE_ROWS.items()}


def store_row(kind: str) -> StoreRow:
    """The row of a kind by its name in documents."""
    return _BY_NAME.get(kind, _UNKNOWN)


def first_columns(kinds: Iterable[str]) -> frozenset[EntryColumn]:
    """Columns of the Entries table for a survey with stores of these kinds."""
    return frozenset().union(_ALWAYS, *(store_row(kind).columns for kind in kinds))
