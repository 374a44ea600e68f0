"""Report of a survey, in columns, from which plans, tables and documents are made.

Rows are the union of a store's entries and of the samples that have none. Everything a plan needs
to decide is here, so that planning reads nothing from the disk again.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.file_stamp import FileStamp
from larder.core.files.quarantine_folder import Quarantined
from larder.core.keys.recipe import FieldChange, Weights
from larder.core.settings import cache_home
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.stores.indexed.index_file import IndexRead
from larder.core.stores.store_memory import present_index
from larder.core.survey.checks.document import SourceFacts
from larder.core.survey.document import (
    ConceptCoverage,
    MixedUpBy,
    OtherCoverage,
    ReadTotals,
    RootFacts,
    SurveyTotals,
)
from larder.core.survey.targets import FirstPositions
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import Finding, StoreLocation, Workspace
from larder.core.workspace.roots import (
    before_name,
)

if TYPE_CHECKING:
    from larder.core.stores.released.leftovers import Leftover
    from larder.core.survey.files.states import JudgedFile
    from larder.core.survey.released.read_store import ReadStore


NOT_COUNTED: Final = (PayloadVerdict.TEMP_LEFTOVER, PayloadVerdict.SENTINEL)
"""Files that counts of payload files and their bytes leave out."""


class Depth(enum.Enum):
    """How closely a survey looks."""

    STAT = "stat"
    HASH = "hash"
    PAYLOAD = "payload"


class SourceLook(enum.Enum):
    """How closely a survey looks at sources for what would stop or spoil training.

    LISTED: at their names, and at what is remembered of those that were opened. OPENED: those that
    were not opened as they are now are opened.
    """

    NONE = "none"
    LISTED = "listed"
    OPENED = "opened"


class IndexCopy(enum.Enum):
    """Which copy of the index the trainer would pick, and so was read."""

    NONE = "none"
    MAIN = "cache.json"
    TEMPORARY = "cache.json.tmp"
    BACKUP = "cache.json.bak"


class IndexFacts(msgspec.Struct, frozen=True):
    """How the index of a store was read.

    Attributes:
        copy: the file that was used; NONE when there was none or none could be read.
        version: its `version`, None without an index.
        stamp: size, times and inode of `cache.json` when it was read, None when absent.
        unreadable_rows: key -> what is wrong, for rows that could not be decoded.
        damage: what is wrong with `cache.json`, "" when nothing is.
        unread: why the system did not give its content, so that nothing is known, "" when it did.
        recovered: damaged, and another copy is whole, which the trainer would go on with.
        whole: read from `cache.json` itself with no unreadable row.
    """

    copy: IndexCopy = IndexCopy.NONE
    version: int | None = None
    stamp: FileStamp | None = None
    unreadable_rows: Mapping[str, str] = {}
    damage: str = ""
    unread: str = ""
    recovered: bool = False

    @classmethod
    def of(cls, index: IndexRead) -> IndexFacts:
        """Return the facts about an index that was read."""
        return cls(
            copy=IndexCopy(index.copy) if index.copy else IndexCopy.NONE,
            version=index.columns.version if index.copy else None, stamp=index.stamp,
            unreadable_rows=index.columns.unreadable, damage=index.damage, unread=index.unread,
            recovered=bool(index.damage and index.copy) and index.copy not in index.rejected)

    @property
    def whole(self) -> bool:
        """True if the index is complete enough to call anything unindexed."""
        return self.copy is IndexCopy.MAIN and not (
            self.unreadable_rows or self.damage or self.unread)

    @property
    def problem(self) -> str:
        """Why the index is not known as a whole, as a sentence; "" when it is."""
        if self.unread:
            return f"The index cannot be read: {self.unread}."
        return f"The index cannot be read completely: {self.damage}." if self.damage else ""

    @property
    def why_rows_are_missing(self) -> str:
        """Why there may be rows that are not known, as a sentence; "" when all are."""
        if self.problem and not self.recovered:
            return self.problem
        rows = len(self.unreadable_rows)
        if not rows:
            return ""
        return f"{rows:,} {'row' if rows == 1 else 'rows'} of the index cannot be read."

    @property
    def why_a_row_may_name_it(self) -> str:
        """Why a payload may have an entry although none is known, "" when it has none."""
        missing = self.why_rows_are_missing
        return f"{missing} A row of it may name this file." if missing else ""


class EntryRows(msgspec.Struct, frozen=True):
    """One row per entry, then one per sample without an entry.

    Attributes:
        folders: folder parts of the sources as the index spells them.
        separator: what joins folder and name in this index, "/" or a backslash.
        folder: index into `folders`, int32, shape (n,).
        names: file names, n of them.
        verdicts: `Verdict`, uint8, shape (n,).
        also: further verdicts (`1 << Verdict`) and remarks (`Remark`), uint32, shape (n,).
        harms: what training would get wrong about rows that it asks for, `1 << Harm`, uint32,
            shape (n,).
        concept: index into the workspace's concepts, -1 for none, int16, shape (n,).
        has_entry: whether the index has a row, bool, shape (n,).
        bytes: payload bytes on disk that the entry names, int64, shape (n,).
        own_bytes: those of them that no entry before it names, by concept and then by row, so that
            they add up to the store's, int64, shape (n,).
        root: index into `SurveyReport.roots`, -1 for none, int32, shape (n,); while a store is
            surveyed, into its own.
        why: sentence for each row that is not valid, and for those whose payload is not theirs
            alone or was given back to them (sparse).
        payloads: payload names on disk for each row that is not valid (sparse).
        made_from: source that the payload of a row was made from, where it is another's and known
            (sparse).
    """

    folders: list[str]
    separator: str
    folder: npt.NDArray[np.int32]
    names: list[str]
    verdicts: npt.NDArray[np.uint8]
    also: npt.NDArray[np.uint32]
    harms: npt.NDArray[np.uint32]
    concept: npt.NDArray[np.int16]
    has_entry: npt.NDArray[np.bool_]
    bytes: npt.NDArray[np.int64]
    own_bytes: npt.NDArray[np.int64]
    root: npt.NDArray[np.int32]
    why: Mapping[int, str]
    payloads: Mapping[int, tuple[str, ...]]
    made_from: Mapping[int, str]

    def __len__(self) -> int:
        return len(self.names)

    def source(self, row: int) -> str:
        """The source as the index spells it."""
        return before_name(self.folders[self.folder[row]], self.separator) + self.names[row]

    def rows_with(self, verdict: Verdict) -> npt.NDArray[np.int64]:
        """Row numbers that got `verdict`."""
        return np.flatnonzero(self.verdicts == verdict)

    def have(self, *verdicts: Verdict) -> npt.NDArray[np.bool_]:
        """Return whether each row has one of these verdicts, as its worst or an additional one."""
        mask = np.uint32(sum(1 << verdict for verdict in verdicts))
        own = np.uint32(1) << self.verdicts.astype(np.uint32)
        return np.asarray(((own | self.also) & mask) != 0)


class PayloadFiles(msgspec.Struct, frozen=True):
    """One row per file of the store's folder that its name grammar knows (temps, sentinel too).

    Attributes:
        names: file names (for a released store: group folder names).
        sizes: bytes, int64, shape (m,).
        mtimes_ns: int64, shape (m,).
        verdicts: `PayloadVerdict`, uint8, shape (m,).
        slots: cached files that a group holds, int64, shape (m,); None where each row is one file.
        named_by: rows of `EntryRows` that name the file, for files that are not referenced
        (sparse).
        made_from: the source the journal knows, for superseded files (sparse).
        damaged: what is wrong with the file's content, at depth payload (sparse).
        why: a sentence for files that need one (sparse).
        held: why nobody can tell that a file is waste, though its verdict says so (sparse).
        foreign: names outside the grammar, counted apart and never offered.
    """

    names: list[str]
    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    verdicts: npt.NDArray[np.uint8]
    slots: npt.NDArray[np.int64] | None = None
    named_by: Mapping[int, tuple[int, ...]] = msgspec.field(default_factory=dict)
    made_from: Mapping[int, str] = msgspec.field(default_factory=dict)
    damaged: Mapping[int, str] = msgspec.field(default_factory=dict)
    why: Mapping[int, str] = msgspec.field(default_factory=dict)
    held: Mapping[int, str] = msgspec.field(default_factory=dict)
    foreign: tuple[str, ...] = ()

    @property
    def count_mask(self) -> npt.NDArray[np.bool_]:
        """A mask of the files that count as payload files, bool, shape (m,)."""
        return ~np.isin(self.verdicts, NOT_COUNTED)


class Readoption(msgspec.Struct, frozen=True):
    """Payloads without a live entry whose content a present source has.

    Attributes:
        hash: its content's hash, 16 hex digits.
        mtime: its modification time, seconds as `os.stat` gives it.
        payloads: names of the payloads, sorted.
        dead_row: an entry of a vanished source with that content, whose place it takes; None if
            no entry names the payloads.
    """

    row: int
    hash: str
    mtime: float
    payloads: tuple[str, ...]
    dead_row: int | None


class EncodedWith(msgspec.Struct, frozen=True):
    """Entries of one store whose payloads were encoded with the same weights.

    Attributes:
        model: what tells the model from the store's others: "models/sdxl", with a digest where
            several are called so, or "weights 01234567" where nobody gave it a name.
        name: what people call it.
        weights: those weights, by the config's object for an encoder.
        entries: how many that enabled concepts ask for.
        is_asked: whether these are the weights that payloads should be encoded with: those of the
            models chosen for a build, else of the config's, else those the store was last built
            with.
    """

    model: str
    name: str
    weights: Mapping[str, Weights]
    entries: int
    is_asked: bool


class RecipeFacts(msgspec.Struct, frozen=True):
    """Facts about how the entries of one store were made.

    Attributes:
        models: whose weights they were encoded with, the asked ones first.
        model: index into `models` per index row, -1 where it is not known; int16, shape (n,).
        by_weights: index rows that are not as asked because of their weights alone; bool, (n,).
        asked: what people call the models of the asked weights, "" if those are not known.
        unproven: cached files of a trainer that are asked for and of whose making nothing is known.
        changes: settings that cached files were made with otherwise than is asked for, each with
            the indexes of the concepts it is of, those of most concepts first.
    """

    models: tuple[EncodedWith, ...]
    model: npt.NDArray[np.int16]
    by_weights: npt.NDArray[np.bool_]
    asked: str
    unproven: int = 0
    changes: Mapping[FieldChange, tuple[int, ...]] = {}


class StoreSurvey(msgspec.Struct, frozen=True):
    """Everything found about one store.

    Attributes:
        index: how its index was read.
        rows: samples and entries with their verdicts.
        payloads: files with their verdicts.
        busy: signs that a trainer is at work, sentences; empty when there are none.
        sources_hashed: every listed source without an entry was hashed for re-adoption, or none had
        to.
        wanted: rows each concept asks for, by concept index, int32.
        readoptions: payloads that present sources can claim, in row order.
        recipes: how entries were made; None where nothing in the store tells.
        moved: of a store of single values, row -> path of another file that holds what the value
            was made of.
        leftovers: of a released trainer's store, what nothing reads in groups that are in use, and
            beside them.
        released: such a store as it was read, for a build to plan with.
        looked_into: payloads that were looked into, None at a depth that opens none.
        findings: what was found of the store itself, and no row or file says.
        judged: files of another trainer's, in row order.
        mixed_up_by: why slots of a released trainer's store are in each other's place.
    """

    location: StoreLocation
    index: IndexFacts
    rows: EntryRows
    payloads: PayloadFiles
    busy: tuple[str, ...]
    sources_hashed: bool
    wanted: Mapping[int, npt.NDArray[np.int32]] = msgspec.field(default_factory=dict)
    readoptions: tuple[Readoption, ...] = ()
    recipes: RecipeFacts | None = None
    moved: Mapping[int, str] = msgspec.field(default_factory=dict)
    leftovers: tuple[Leftover, ...] = ()
    released: ReadStore | None = None
    looked_into: ReadTotals | None = None
    findings: tuple[Finding, ...] = ()
    mixed_up_by: tuple[MixedUpBy, ...] = ()
    judged: tuple[JudgedFile, ...] = ()

    @property
    def entries(self) -> int:
        """How many rows the index has, or a slot."""
        return int(self.rows.has_entry.sum())

    def present_columns(self) -> IndexColumns | None:
        """The index as it is now; None where it is not the surveyed one: a trainer wrote it since.

        Raises:
            WorkspaceError: if the system does not give its content.
        """
        columns = present_index(cache_home(), self.location.path).columns
        return columns if len(columns) == self.entries else None

    @property
    def request_mask(self) -> npt.NDArray[np.bool_]:
        """A mask of the rows that any concept asks for."""
        asked = np.zeros(len(self.rows), dtype=np.bool_)
        for rows in self.wanted.values():
            asked[rows] = True
        return asked

    @property
    def values_on_disk(self) -> int:
        """Of a store of single values, how many rows have a payload: the first ones, in its order.

        Rows are the values in the order of the files, then those that are not on disk; files are
        the values, then unfinished writes.
        """
        return int(np.count_nonzero(self.payloads.verdicts != PayloadVerdict.TEMP_LEFTOVER))


class SurveyReport(msgspec.Struct, frozen=True):
    """The result of one survey.

    Attributes:
        symlinks: "skipped" or "followed", the rule that decided what a sample is.
        counted: what each row of each store counts as, `Counted`, uint8, shape (n,).
        concepts: coverage per concept, in file order.
        others: what else the stores hold.
        problems: findings that belong to no entry.
        surveyed_at_ns: wall clock when it began; ages are measured from it.
        chosen: models that the user chose for a build, None where nothing is to be built.
        gone: real paths of folders whose missing files were said to be deleted for good.
        quarantined: what cleans and builds have set aside, not counted for a build.
        first_positions: where the samples of each concept begin in its loader's list.
        sources: what is wrong with sources and settings, None where nobody asked for it.
        family: models that another trainer's config trains, "" where nothing tells.
    """

    workspace: Workspace
    depth: Depth
    symlinks: str
    stores: tuple[StoreSurvey, ...]
    counted: tuple[npt.NDArray[np.uint8], ...]
    concepts: tuple[ConceptCoverage, ...]
    others: tuple[OtherCoverage, ...]
    totals: SurveyTotals
    roots: tuple[RootFacts, ...]
    problems: tuple[Finding, ...]
    surveyed_at_ns: int
    elapsed_s: float
    chosen: tuple[Path, ...] | None = None
    gone: tuple[str, ...] = ()
    quarantined: Quarantined = Quarantined()
    first_positions: FirstPositions = FirstPositions()
    sources: SourceFacts | None = None
    family: str = ""

    def __repr__(self) -> str:
        totals = self.totals
        return (f"<SurveyReport of {self.workspace.opened}, depth {self.depth.value}: "
                f"{totals.rows} entries, {totals.covered} up to date>")
