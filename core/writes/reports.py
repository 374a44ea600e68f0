"""Reports of operations on stores: each type is its JSON document, printed, sent and shown.

Light enough for the window, which reads them from its worker.
"""

from __future__ import annotations

import enum
from typing import Any, Self

import msgspec
from msgspec import UNSET, UnsetType

from larder.core.files.file_stamp import IndexStamp
from larder.core.quantities import Amount
from larder.core.writes.quarantine.manifest import QuarantineState


class LeftItem(msgspec.Struct, frozen=True):
    """One file that a clean left as it is, or that an undo could not bring back.

    Attributes:
        why: one sentence.
        in_quarantine: whether what an undo could not bring back is there still; left out of other
            reports.
    """

    store: str
    payload: str
    why: str
    in_quarantine: bool | UnsetType = UNSET


class FileAction(enum.StrEnum):
    """An action on a file; a build counts its own in `PayloadTotals`."""

    ENCODE = "encode"
    COPY = "copy"
    MOVE = "move"
    KEEP = "keep"
    REMOVE = "remove"
    EXPORT = "export"
    IMPORT = "import"


class ListedFile(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Files of one source with which the same is done.

    Attributes:
        concept: its name, "" where it is not known.
        source: as the index spells it, "" for a file of which nobody knows what it was made of.
        size: "832x1280" (height first) of what is made, "" else.
        origin: where the files come from, a source or a sentence; "" if that is plain.
    """

    store: str
    concept: str = ""
    source: str
    action: FileAction
    files: int
    size: str = ""
    origin: str = ""


class LeftSource(msgspec.Struct, frozen=True):
    """One source whose row was left as it is.

    Attributes:
        source: as the index spells it.
        why: one sentence.
    """

    store: str
    source: str
    why: str


class SampleState(enum.StrEnum):
    """State of a compared file of a moved folder."""

    SAME = "same"
    OTHER = "different content"
    MISSING = "missing"
    UNREADABLE = "cannot be read"


class SampledFile(msgspec.Struct, frozen=True):
    """One file that was compared: its new path as the index is to spell it, and as it is here."""

    store: str
    source: str
    path: str
    state: SampleState


class Relocation(msgspec.Struct, frozen=True, kw_only=True):
    """Plan to rename the entries of a moved folder; the `larder.relocate-plan/1` document.

    Attributes:
        old: the folder as the indexes spell it; "" where none was named and none is missing.
        new: as they are to spell it; "" where no place was named and none was found.
        missing: folders that entries lie in and that are not there, those with most first.
        proposals: folders that hold files of these names, the likeliest first.
        entries: rows and recorded values that would be renamed.
        stores: how many of each, by id.
        taken: rows that stay, because their file has an entry in the new folder already.
        sample: files that were compared.
        matching: how many of them are what was recorded.
        released: stores of the released layout, which know no paths.
        unnamed: concepts that still name the old folder.
        backup_bytes: what the last-good copies of the indexes would grow by.
    """

    schema: str = "larder.relocate-plan/1"
    old: str = ""
    new: str = ""
    missing: tuple[str, ...] = ()
    proposals: tuple[str, ...] = ()
    entries: int = 0
    stores: dict[str, int] = {}
    taken: int = 0
    sample: tuple[SampledFile, ...] = ()
    matching: int = 0
    released: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()
    backup_bytes: int = 0


class RelocateReport(msgspec.Struct, frozen=True, kw_only=True):
    """Report of a relocation; the `larder.relocate-report/1` document. `undo` reverts it.

    Attributes:
        taken: as of a `Relocation`.
        released: as of a `Relocation`.
        backup_bytes: what the last-good copies of the indexes grew by.
    """

    schema: str = "larder.relocate-report/1"
    entries: int = 0
    taken: int = 0
    released: tuple[str, ...] = ()
    stores: dict[str, int] = {}
    undo: str | None = None
    backup_bytes: int = 0


class CleanReport(msgspec.Struct, frozen=True, kw_only=True):
    """Report of a clean; the `larder.clean-report/1` document.

    Attributes:
        dropped: items left because they changed after the plan was made.
        failed: items the file system refused to move.
        index_rows_dropped: how many rows were removed from the index, by store id.
        undo: the id for an undo, None when there is nothing to undo.
        cancelled: whether it was stopped before it was through.
        backup_bytes: what the last-good copies of the indexes grew by.
    """

    schema: str = "larder.clean-report/1"
    quarantined: Amount = Amount()
    deleted: Amount = Amount()
    dropped: tuple[LeftItem, ...] = ()
    failed: tuple[LeftItem, ...] = ()
    index_rows_dropped: dict[str, int] = msgspec.field(default_factory=dict)
    undo: str | None = None
    cancelled: bool = False
    backup_bytes: int = 0


class UndoReport(msgspec.Struct, frozen=True, kw_only=True):
    """Report of an undo; the `larder.undo-report/1` document.

    Attributes:
        index_rows_restored: index rows that are back, and recorded values whose path is.
        index_verbatim: folders whose index is the very file it was before the clean.
        index_merged: folders in which rows were added to an index that was written since.
        redone: whether it was a build that had been undone, and is in place again.
        problems: what else is not back, or not as it was, one sentence each.
        stays: what was done after the clean and is left as it is, one sentence each.
        operation: what was undone: "clean", "build", "relocation" or "repair"; "" for nothing.
        made_ns: when that was done, nanoseconds since 1970.
    """

    schema: str = "larder.undo-report/1"
    id: str
    restored: Amount
    index_rows_restored: int
    index_verbatim: tuple[str, ...]
    index_merged: tuple[str, ...]
    not_restored: tuple[LeftItem, ...]
    problems: tuple[str, ...]
    stays: tuple[str, ...] = ()
    redone: bool = False
    operation: str = ""
    made_ns: int = 0

    @classmethod
    def of_nothing(cls, why: str) -> Self:
        """Return what is told of an undo that had nothing to bring back; a problem says why."""
        return cls(id="", restored=Amount(0, 0), index_rows_restored=0, index_verbatim=(),
                   index_merged=(), not_restored=(), problems=(why,))


class UndoPreview(msgspec.Struct, frozen=True, kw_only=True):
    """Deed that an undo would take back; the `larder.undo-preview/1` document.

    Attributes:
        id: what the undo takes, "" where an interrupted operation comes first: an undo finishes or
            takes back that one, and nobody knows before what is left then.
        operation, made_ns: as in `UndoReport`.
        restores: files that would come back.
        rows: index rows that would.
        redone: whether it is a build that was undone, and would be put in place again.
        stays: what was done after it and would be left as it is, one sentence each.
    """

    schema: str = "larder.undo-preview/1"
    id: str = ""
    operation: str = ""
    made_ns: int = 0
    restores: Amount = Amount()
    rows: int = 0
    redone: bool = False
    stays: tuple[str, ...] = ()


class NotEmptied(msgspec.Struct, frozen=True):
    """One quarantine that could not be emptied, and why."""

    store: str
    id: str
    problem: str


class EmptiedReport(msgspec.Struct, frozen=True, kw_only=True):
    """Report of files deleted for good; the `larder.emptied/1` document.

    Attributes:
        bytes: size of the files.
        record_bytes: additionally freed: what undos would have needed.
    """

    schema: str = "larder.emptied/1"
    ids: tuple[str, ...]
    files: int
    bytes: int
    failed: tuple[NotEmptied, ...]
    record_bytes: int = 0


class PastQuarantine(msgspec.Struct, frozen=True, kw_only=True):
    """One quarantine of one store.

    Attributes:
        clean: what all quarantines of one clean share, and an undo takes.
        files: files in it.
        bytes: their size, as the plan and the report of the clean counted it, less `elsewhere`.
        record_bytes: what emptying it frees besides: what an undo needs of the index.
        shared: of both, what stays until an earlier one is emptied, too: a copy of the index that
            both keep.
        elsewhere: bytes of those files that have another name, which emptying it does not free.
        rows: index rows that an undo brings back.
        can_undo: whether it can be undone now.
        problem: why it cannot be read, "" if it can.
        written: a sentence for each folder of it whose files were written since they were put
            aside, as a trainer does that fills the new folder in place; left out without any.
    """

    store: str
    id: str
    clean: str
    state: QuarantineState
    at_ns: int
    files: int
    bytes: int
    record_bytes: int = 0
    shared: int = 0
    elsewhere: int = 0
    rows: int = 0
    reasons: dict[str, int] = msgspec.field(default_factory=dict)
    can_undo: bool = False
    folder: str = ""
    problem: str = ""
    written: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def size(self) -> int:
        """Bytes of the files, whatever other names they have: an undo brings back all of them."""
        return self.bytes + self.elsewhere


class PastAction(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a store's journal, without lists of payloads.

    Attributes:
        action: a `JournalAction`, or the word of a newer Larder.
        items: payloads or rows it was done to.
        id: its quarantine, "" for none.
        index_stamp: the index as it was left.
        detail: what only this action has.
        where: where the quarantine is now: "quarantine", "restored", "emptied" or "".
    """

    store: str
    at_ns: int
    action: str
    items: int = 0
    bytes: int = 0
    id: str = ""
    index_stamp: IndexStamp | None = None
    detail: dict[str, Any] = msgspec.field(default_factory=dict)
    where: str = ""


class History(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.history/1` document: quarantines and journals, newest first.

    Attributes:
        older: records before these, which are not told; left out when there are none.
    """

    schema: str = "larder.history/1"
    quarantines: tuple[PastQuarantine, ...] = ()
    records: tuple[PastAction, ...] = ()
    older: int | UnsetType = UNSET


class TouchReport(msgspec.Struct, frozen=True, kw_only=True):
    """Report of a touch; the `larder.touch-report/1` document.

    Attributes:
        entries: rows that got a new date.
        dropped: rows left as they were, because their file changed after the plan was made.
        backup_bytes: what the last-good copies of the indexes grew by.
    """

    schema: str = "larder.touch-report/1"
    entries: int
    dropped: tuple[LeftSource, ...]
    backup_bytes: int = 0


class ReadoptReport(msgspec.Struct, frozen=True, kw_only=True):
    """Report of a re-adoption; the `larder.readopt-report/1` document.

    Attributes:
        entries: sources that got a row.
        payloads: payloads that are named again.
        dropped: sources left without one, because they or their payloads are not as they were.
        backup_bytes: what the last-good copies of the indexes grew by.
    """

    schema: str = "larder.readopt-report/1"
    entries: int = 0
    payloads: int = 0
    dropped: tuple[LeftSource, ...] = ()
    backup_bytes: int = 0


class AdoptedSource(msgspec.Struct, frozen=True, gc=False):
    """A source that gets payloads back, in a plan's document.

    Attributes:
        source: as the index will spell it.
        payloads: names of the payloads, the newest first.
        instead_of: the vanished source whose row it takes over, None for a new row.
    """

    source: str
    payloads: tuple[str, ...]
    instead_of: str | None = None


class AdoptionsOfStore(msgspec.Struct, frozen=True):
    """Those of one store."""

    store: str
    items: tuple[AdoptedSource, ...]


class RepairedIndex(msgspec.Struct, frozen=True, kw_only=True):
    """One index that is whole again.

    Attributes:
        kept: the damaged file; None where there was none, only a damaged copy.
        undo: what an undo takes to bring the damaged file back.
        sentence: what was done and where the damaged file is.
    """

    store: str
    index: str
    damage: str
    rows: int
    kept: str | None
    undo: str
    sentence: str


class RepairReport(msgspec.Struct, frozen=True, kw_only=True):
    """Which indexes were made whole; the `larder.repair-report/1` document."""

    schema: str = "larder.repair-report/1"
    repaired: tuple[RepairedIndex, ...]
