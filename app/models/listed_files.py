"""Files as rows of a table: what is done with each, and where it comes from.

A build, an import and an export list theirs in it, and a headline what the user changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from larder.app.models.tables import NONE, RIGHT, Cell, FactsTable, RowColumn, in_order
from larder.app.presentation.figures import resolution_text
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences
from larder.core.survey.document import ListedChange
from larder.core.workspace.roots import flavour_of, split_last
from larder.core.writes.reports import FileAction, ListedFile

_tr = Sentences("ListedFiles")

_LOOKS: Final[dict[str, tuple[str, str, Tone]]] = {
    FileAction.ENCODE: ("Encode", "command-build", Tone.WARNING),
    FileAction.COPY: ("Copy", "command-copy", Tone.NOTE),
    FileAction.MOVE: ("Move", "command-readopt", Tone.NOTE),
    FileAction.KEEP: ("Keep", "severity-good", Tone.GOOD),
    FileAction.REMOVE: ("Remove", "command-clean", Tone.NOTE),
    FileAction.EXPORT: ("Export", "command-export", Tone.NOTE),
    FileAction.IMPORT: ("Import", "drop", Tone.NOTE),
    "added": ("Added", "verdict-missing-entry", Tone.NOTE),
    "removed": ("Removed", "verdict-source-missing", Tone.NOTE),
    "renamed": ("Renamed", "command-readopt", Tone.NOTE),
    "moved": ("Moved", "command-readopt", Tone.NOTE),
    "edited": ("Edited", "verdict-content-changed", Tone.NOTE),
    "mask": ("Mask changed", "verdict-sidecar-changed", Tone.NOTE),
    "concept": ("Not cached yet", "verdict-missing-entry", Tone.NOTE),
    "unused": ("Not used any more", "verdict-unused", Tone.NOTE),
    "setting": ("Setting", "verdict-recipe-changed", Tone.NOTE),
}
"""Word, icon and colour of what is done with a file, or was done to it."""

ORDER: Final = tuple(_LOOKS)

ACTION, NAME, FOLDER, CONCEPT, STORE, COUNT, SIZE, NOTE = range(8)
"""Columns of `FilesTable`."""


@dataclass(frozen=True, slots=True)
class FileRow:
    """Files of one source with which the same is done.

    Attributes:
        action: a key of the looks above.
        source: as it is spelled, or a name that is no file's.
        note: where it comes from or goes to: a path, or a sentence of core's.
    """

    action: str
    source: str
    concept: str = ""
    store: str = ""
    files: int = 1
    size: str = ""
    note: str = ""

    @property
    def name(self) -> str:
        """The last part of its path."""
        return split_last(self.source, flavour_of(self.source))[1]

    @property
    def folder(self) -> str:
        """The path before the name."""
        return split_last(self.source, flavour_of(self.source))[0]

    @property
    def is_file(self) -> bool:
        """True if its source is a file, not a setting or a concept."""
        return bool(self.source) and self.action not in ("concept", "unused", "setting")


def read_files(path: Path) -> list[FileRow]:
    """Return the rows that a plan left in a file, in the order of their actions.

    Raises:
        OSError, msgspec.DecodeError: if it cannot be read.
    """
    decoder = msgspec.json.Decoder(ListedFile)
    with path.open("rb") as lines:
        found = [decoder.decode(line) for line in lines]
    rows = [FileRow(action=one.action, source=one.source, concept=one.concept, store=one.store,
                    files=one.files, size=one.size, note=one.origin) for one in found]
    return sorted(rows, key=lambda row: ORDER.index(row.action))


def rows_of_changes(changes: Sequence[ListedChange]) -> list[FileRow]:
    """Return a row for everything that a headline says was changed."""
    return [FileRow(action=one.what, source=one.source, note=one.now) for one in changes]


def action_look(action: str) -> Look:
    """Icon and word of what is done with a file."""
    return Look(*_LOOKS[action]).said(_tr)


def count_actions(rows: Sequence[FileRow]) -> Counter[str]:
    """Return how many files each thing is done with, in the order of the table."""
    found = Counter[str]()
    for row in rows:
        found[row.action] += row.files
    return Counter({action: found[action] for action in ORDER if action in found})


def select_rows(rows: Sequence[FileRow], action: str, words: str) -> list[FileRow]:
    """Return the rows with an action, "" for any, whose path or concept has all the words."""
    wanted = words.casefold().split()
    return [row for row in rows if (not action or row.action == action) and (
        not wanted or all(word in f"{row.source} {row.concept}".casefold() for word in wanted))]


class FilesTable(FactsTable[FileRow]):
    """Table model of files; the name's cell is painted with a picture beside it."""

    translate = staticmethod(_tr)
    columns = in_order(
        RowColumn("Action", 16, least=11, sort=lambda row: ORDER.index(row.action),
                  cell=lambda table, row: table.look_cell(action_look(row.action))),
        RowColumn("Name", 34, least=30, sort="name", cell=lambda table, row: Cell(
            (table.names.file(row.name) if row.is_file else table.names.sentence(row.source))
            or NONE, muted=not row.source),
            tip=lambda table, row: table.names.path(row.source)),
        RowColumn("Folder", 20, least=12, leaves=4, sort="folder", cell=lambda table, row: Cell(
            table.names.folder(row.folder) if row.is_file else "", muted=True)),
        RowColumn("Concept", 14, least=10, leaves=5, sort="concept", cell=lambda table, row: Cell(
            table.names.concept(row.concept))),
        RowColumn("Cache", 12, least=10, leaves=3, sort="store",
                  cell=lambda table, row: table.store_cell(row.store)),
        RowColumn("Files", 7, align=RIGHT, least=6, leaves=1, sort="files",
                  cell=lambda table, row: Cell(table.figures.count(row.files), raw=row.files)),
        RowColumn("Size", 12, least=9, leaves=2, sort="size", cell=lambda _, row: Cell(
            resolution_text(row.size))),
        RowColumn("From or to", 20, least=12, leaves=6, sort="note", cell=lambda table, row: Cell(
            table.names.sentence(row.note, (row.note,)), muted=True)),
    )

    def columns_without_text(self) -> list[int]:
        """Return the columns that have nothing to say about any row."""
        empty = {CONCEPT: "concept", STORE: "store", SIZE: "size", NOTE: "note"}
        found = [column for column, name in empty.items()
                 if not any(getattr(row, name) for row in self._rows)]
        return found if any(row.files != 1 for row in self._rows) else [*found, COUNT]
