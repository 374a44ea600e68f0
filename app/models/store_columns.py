"""What the window knows of each kind of store: one row per kind, and no branch anywhere else.

A kind that is added to `core.workspace.store_kinds` gets its row here; a test asks for all of them.
A kind of a newer document that is not among them is shown like one nothing is known of.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from larder.app.models.row_arrangement import EntryColumn
from larder.core.workspace.store_kinds import StoreKind

_ALWAYS = frozenset({
    EntryColumn.SOURCE, EntryColumn.FOLDER, EntryColumn.KIND, EntryColumn.STATE,
    EntryColumn.REASON, EntryColumn.SIZE})


class SourcePreview(enum.Enum):
    """What the inspector shows of an entry's source."""

    FILE = "file"
    """The picture, or the beginning of the text, as the file's ending says."""
    NOTHING = "nothing"
    """A sound, or no file at all."""
    PAYLOAD = "payload"
    """The payload in its place: what it holds can be drawn."""


@dataclass(frozen=True, slots=True)
class StoreRow:
    """One kind.

    Attributes:
        preview: what the inspector shows of a source.
        inspects: whether `inspect-entry` finds an entry's payloads.
        columns: of the Entries table, shown before the user chooses.
        own: further ones that only such stores have, shown while one of them is looked at.
    """

    preview: SourcePreview = SourcePreview.NOTHING
    inspects: bool = False
    columns: frozenset[EntryColumn] = _ALWAYS
    own: tuple[EntryColumn, ...] = ()


def _drawn(*own: EntryColumn) -> StoreRow:
    """A kind whose payloads are drawn."""
    return StoreRow(SourcePreview.PAYLOAD, own=own)


_VARIANTS = _ALWAYS | {EntryColumn.ALSO}
"""Kinds whose remarks name further resolutions or prompts."""

STORE_ROWS: dict[StoreKind, StoreRow] = {
    StoreKind.SMART_IMAGE: StoreRow(SourcePreview.FILE, inspects=True, columns=_VARIANTS),
    StoreKind.SMART_TEXT: StoreRow(SourcePreview.FILE, inspects=True, columns=_VARIANTS),
    StoreKind.LEGACY_IMAGE: StoreRow(SourcePreview.FILE),
    StoreKind.LEGACY_TEXT: StoreRow(SourcePreview.FILE),
    StoreKind.VISION: _drawn(EntryColumn.HEIGHT, EntryColumn.WIDTH, EntryColumn.MAKER),
    StoreKind.AUDIO: _drawn(EntryColumn.SAMPLE_RATE, EntryColumn.CAP, EntryColumn.MAKER),
    StoreKind.WAVEFORM: _drawn(
        EntryColumn.SAMPLE_RATE, EntryColumn.LENGTH, EntryColumn.CAP),
    StoreKind.TOKENS: _drawn(
        EntryColumn.SECTION, EntryColumn.ROW, EntryColumn.TOKENS, EntryColumn.CAP,
        EntryColumn.MAKER),
    StoreKind.TREE: _drawn(EntryColumn.LEAVES),
}

_UNKNOWN = StoreRow()
_BY_NAME = {kind.value: row for kind, row in STORE_ROWS.items()}


def store_row(kind: str) -> StoreRow:
    """The row of a kind by its name in documents."""
    return _BY_NAME.get(kind, _UNKNOWN)


def has_preview(kind: str) -> bool:
    """Whether payloads of a kind of store are drawn themselves."""
    return store_row(kind).preview is SourcePreview.PAYLOAD


def own_columns(kinds: Iterable[str]) -> tuple[EntryColumn, ...]:
    """Columns that only the stores looked at have: none where they are of several kinds."""
    of_kinds = {store_row(kind).own for kind in kinds}
    return of_kinds.pop() if len(of_kinds) == 1 else ()


def first_columns(kinds: Iterable[str]) -> frozenset[EntryColumn]:
    """Columns of the Entries table for a survey with stores of these kinds."""
    return frozenset().union(_ALWAYS, *(store_row(kind).columns for kind in kinds))
