"""Findings and figures of stores: each type is its own JSON, for scripts and the window.

A survey is `larder.survey/1`; what stores hold and how they served is `larder.stats/1`. Rows and
files are `items` in a document for scripts; a window has them as columns instead, see
`core.queries.tables`. Fields that a reader does not know are ignored.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from larder.core.errors import Finding
from larder.core.files.quarantine_folder import Quarantined
from larder.core.quantities import Amount
from larder.core.survey.checks.document import SourceFacts
from larder.core.survey.remedies import Repair
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.store_kinds import FormatTraits, StoreKind

SCHEMA: Final = "larder.survey/1"

PROOF: Final = "prove"
"""Of a step that offers to compare a sample of the cache with the model."""


class WorkspaceFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Which workspace was surveyed; `root` is absolute, `config` None for a bare folder.

    Attributes:
        layouts: how its trainer's caches lie, as in `CacheLayout`; empty where nothing is cached.
        emptied_at_start: whether its trainer empties them when it starts; the first of the problems
            says so.
    """

    root: str
    config: str | None = None
    model_type: str | None = None
    depth: str = "stat"
    symlinks: str = "followed"
    layouts: tuple[CacheLayout, ...] = ()
    emptied_at_start: bool = False


class EncodedWithFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Entries whose payloads one model encoded; `asked` if that is the one they should be of."""

    model: str
    entries: int = 0
    asked: bool = True


class MixedUpBy(msgspec.Struct, frozen=True, kw_only=True):
    """Why cached files of a group are in each other's place; paths as they are spelled.

    Attributes:
        added: pictures that came since the group was cached.
        removed: pictures that went.
        renamed: (old, new) path of pictures that have another name now.
        concept: index of the group's concept among the document's, -1 if it has none.
        entries: pictures or captions that would be trained with what was made from another.
        text: that in a sentence.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    concept: int = -1
    entries: int = 0
    text: str = ""


class StoreFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One store: counts per verdict by contract name; `why_not_built` by whatever a build says.

    Attributes:
        index_problem: why its index is not known as a whole, left out where it is.
        busy: sentences that say why a trainer seems to be at work here, None without any.
        payload_files: files matching the store's grammar, without sentinel and temps.
        payload_bytes: of those together.
        reclaimable: what the clean plan would preselect.
        mixed_up_by: why entries are mixed up, left out where none are or nothing tells.
        backup_bytes: what the last-good copy of its index grows by when rows of it are written;
            left out where it does not.
    """

    id: str
    kind: str
    path: str
    index_version: int | None = None
    index_copy: str = "none"
    index_problem: str | UnsetType = UNSET
    busy: tuple[str, ...] | None = None
    entries: int = 0
    payload_files: int = 0
    payload_bytes: int = 0
    verdicts: dict[str, int] = {}
    payload_verdicts: dict[str, int] = {}
    reclaimable: Amount = Amount()
    encoded_with: tuple[EncodedWithFacts, ...] = ()
    why_not_built: str | None = None
    mixed_up_by: tuple[MixedUpBy, ...] | UnsetType = UNSET
    backup_bytes: int | UnsetType = UNSET

    @property
    def traits(self) -> FormatTraits:
        """The traits that follow from its format."""
        return StoreKind(self.kind).traits

    @property
    def is_built(self) -> bool:
        """True if a build makes entries here, including good ones on request."""
        return self.traits.is_onetrainers and not self.why_not_built

    @property
    def lacks_index(self) -> bool:
        """True if there are payloads here that no index explains."""
        return (self.traits.has_index and self.index_version is None and not self.index_problem
                and self.payload_files > 0)


class StoreCoverage(msgspec.Struct, frozen=True, kw_only=True):
    """How far one concept is cached in one store; counts of samples, bytes of payloads.

    Attributes:
        wanted: samples that the store should hold: covered, stale, missing, or out of reach.
        covered: those whose payload is good.
        stale: those whose payload is not.
        missing: those that have none.
        gone: entries of deleted sources, which nobody misses.
        renamed: entries of sources that have another name now.
        offline: entries and samples whose source cannot be reached.
        bytes: payload bytes on disk, those that several concepts share at the first of them.
    """

    wanted: int = 0
    covered: int = 0
    stale: int = 0
    missing: int = 0
    gone: int = 0
    renamed: int = 0
    offline: int = 0
    bytes: int = 0


class OtherCoverage(StoreCoverage, frozen=True, kw_only=True):
    """Part of a store that no concept's coverage counts.

    Attributes:
        store: its id.
        is_whole: all of a store that no concept asks for; else what lies under no concept.
        entries: how many rows that are.
    """

    store: str
    is_whole: bool = False
    entries: int = 0


class ConceptCoverage(msgspec.Struct, frozen=True, kw_only=True):
    """One concept, how many samples a trainer would load of it, and its coverage by store id."""

    name: str
    path: str = ""
    enabled: bool = True
    samples: int = 0
    stores: dict[str, StoreCoverage] = {}


class SurveyTotals(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of all stores, as every front end shows them; each row counts once.

    Attributes:
        entries: rows that have an entry.
        nothing, covered, stale, missing, gone, renamed, offline: rows by `Counted`.
        problems: rows and findings that are worse than a note.
    """

    entries: int = 0
    nothing: int = 0
    covered: int = 0
    stale: int = 0
    missing: int = 0
    gone: int = 0
    renamed: int = 0
    offline: int = 0
    problems: int = 0

    @property
    def rows(self) -> int:
        """All of them, as the Entries table lists them; with those that have no entry yet."""
        return sum((self.nothing, self.covered, self.stale, self.missing, self.gone, self.renamed,
                    self.offline))


class RootFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One root of sources: a concept's folder, or a parent of entries under no concept.

    Attributes:
        spelled: the folder as config or index spell it.
        unreachable: why its entries are held back, None when it can be reached.
        indexed: how many indexed sources belong to it.
        gone: how many of them are gone.
        mostly_gone: 20 or more and over half of the indexed sources are gone.
        declared_gone: the user said that its files were deleted for good.
    """

    spelled: str = msgspec.field(name="path")
    unreachable: str | None
    indexed: int
    gone: int
    mostly_gone: bool = False
    declared_gone: bool = False


class EntryItem(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One sample or entry; `remedy` is the command that mends it, `advice` that in words.

    `details` is what `why` leaves to those who ask: hashes, names of cached files. `harms` are what
    training would get wrong about it.
    """

    store: str
    source: str
    verdict: str
    why: str | None
    payloads: tuple[str, ...]
    bytes: int
    also: tuple[str, ...]
    remedy: str | None
    advice: str | None
    details: str = ""
    harms: tuple[str, ...] = ()


class PayloadItem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One file of a store's folder; of a foreign one nothing is known but its name."""

    store: str
    payload: str
    verdict: str
    bytes: int | None = None
    why: str | None = None


class NextStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do, or that nothing has to be done.

    Attributes:
        text: a sentence without its full stop.
        remedy: the command that does it, as of an item; None for none.
        hint: what else is to be known of it, one sentence, or "".
        count: the number in the sentence, and that of its row on the Problems page; what is counted
            is said in `queries.finding_remedies`.
        rows: samples and entries that it is about: stale or missing ones, or those whose date
            changed or whose folder is out of reach.
        files: files that it is about.
        bytes: of these files together, which a front end adds to the sentence.
        shows: what a front end goes to, where no command mends anything: "training", "check",
            "prove".
        seconds: how long a build of it takes, which a front end adds, too; left out where nothing
            tells.
        is_choice: whether its command does nothing about it unless the user says so.
        is_certain: False of a sentence that all is well as far as anybody looked.
    """

    text: str
    remedy: str | None = None
    hint: str = ""
    count: int = 0
    rows: int = 0
    files: int = 0
    bytes: int = 0
    shows: str = ""
    seconds: float | UnsetType = UNSET
    is_choice: bool = False
    is_certain: bool = True

    @property
    def is_of_problems(self) -> bool:
        """True if it counts problems that no other step counts, rather than quarantined files."""
        return not self.shows and self.remedy != Repair.QUARANTINE.value


class BuildEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """Estimate of a build of all that is due.

    Attributes:
        seconds: how long it takes, None if no pace is known.
        bytes: of the payloads that it makes, None if unknown.
        encodes, copies, moves: payloads, as in the totals of the build's plan.
        free_bytes: free space where it writes, the least of all drives.
        waits: why some of what is due is not built, one sentence; "" where all is.
    """

    seconds: float | None
    bytes: int | None
    encodes: int = 0
    copies: int = 0
    moves: int = 0
    free_bytes: int
    waits: str = ""


class WrongPair(msgspec.Struct, frozen=True, kw_only=True):
    """One picture with its caption, and what would be trained in their place.

    Paths are as they are spelled, "" where it is about a caption alone, or captions are not cached.

    Attributes:
        store: id of the store that holds what was made from both pictures, "" if none does.
        picture: the picture.
        caption: its caption file.
        trained_picture: the picture that training is given under this one's name.
        trained_caption: the caption file whose text it is given.
    """

    store: str = ""
    picture: str = ""
    caption: str = ""
    trained_picture: str = ""
    trained_caption: str = ""


class ListedChange(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing that the user changed since files were cached.

    Attributes:
        what: "added", "removed", "renamed", "moved", "edited" or "mask" of a file; "concept" or
            "unused" of a concept or folder; "setting".
        source: path of the file as it is spelled, else the name, or the setting with its values.
        now: the present path of what was renamed or moved.
    """

    what: str
    source: str
    now: str = ""


class Headline(msgspec.Struct, frozen=True, kw_only=True):
    """Cause of what is due, its effect and the work of a build, a sentence or two each.

    Attributes:
        remedy: the step that it is the cause of, as that step says.
        happened: what was done to sources or settings since they were cached, "" if unknown.
        effect: what training makes of it, "" if it is not harmed.
        work: what the build does about it, "" if unknown.
        changes: every file and setting; left out if `happened` names them all.
        pair: one picture that would be trained as another; left out if none is known.
    """

    happened: str = ""
    effect: str = ""
    work: str = ""
    remedy: str = "build"
    changes: tuple[ListedChange, ...] | UnsetType = UNSET
    pair: WrongPair | UnsetType = UNSET


class ReadTotals(msgspec.Struct, frozen=True, kw_only=True):
    """How much was looked into.

    Attributes:
        files: cached files.
        read: those of them that were read; the others are as they were when they were last.
        bytes: of those that were read.
    """

    files: int = 0
    read: int = 0
    bytes: int = 0


class TrainingRiskFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of thing that training would get wrong, in one store, mended in one way.

    Attributes:
        harm: a word for programs.
        effect: what it does to training.
        remedy: the command that mends it, as of an item; None for none.
        advice: what to do, in words.
        rows: samples and entries that it is about.
        sources: of these, left out of a window's document.
    """

    store: str
    harm: str
    label: str
    effect: str
    severity: str
    remedy: str | None
    advice: str
    rows: int
    sources: tuple[str, ...] | UnsetType = UNSET


class TrainingFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of what training would get wrong, as far as it was examined.

    Attributes:
        rows: samples and entries that training would get wrong; each counts once, notes do not.
        looked_into: cached files, None at a depth that opens none.
        seconds: what reading every cached file takes; left out where nothing tells.
    """

    rows: int = 0
    harms: tuple[TrainingRiskFacts, ...] = ()
    looked_into: ReadTotals | None = None
    seconds: float | UnsetType = UNSET


class SourcelessGap(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that keeps a cache from being trained from without its sources.

    Attributes:
        what: a word for programs.
        store: id of the store, "" where it is about the config.
        count: how many pictures, captions or cached files it is about, 0 where none are counted.
        first: one of them.
        problem: a sentence.
        hint: what to do about it.
    """

    what: str
    store: str
    problem: str
    hint: str
    count: int = 0
    first: str = ""


class SourcelessFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts on whether training can do without pictures and captions, and what prevents it.

    Attributes:
        samples: that would be trained on.
        left_out: entries of deleted pictures, and of concepts that are not trained on.
    """

    ready: bool
    missing: tuple[SourcelessGap, ...]
    samples: int = 0
    left_out: int = 0


class FileItem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A cached file of another trainer's, or one that is missing; see `JudgedFile`.

    Attributes:
        store: id of its store.
        path: below the workspace's root, "/" between folders; absolute where it is elsewhere.
        state: of `FileState`.
        proof: what that rests on: "proven", "dates" or "none".
        bytes: 0 of a missing one.
        sources: what it is made from, spelled as `path`.
        offer: what a clean does with it: "ticked", "unticked" or "never".
    """

    store: str
    path: str
    state: str
    proof: str
    why: str
    bytes: int
    sources: tuple[str, ...]
    offer: str


class OfferedFiles(msgspec.Struct, frozen=True, kw_only=True):
    """Another trainer's files that a clean lists, by whether they are ticked."""

    ticked: Amount = Amount()
    unticked: Amount = Amount()


class TrainerFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Another trainer's config, as it was read.

    Attributes:
        name: the trainer, as on the command line.
        label: what people call it.
        form: which kind of its configs this is.
        family: the models, "" where nothing tells.
        unknown: what decides about caches and is not known, sentences.
        alongside: other configs that were found for the same folders; what they need is not ticked.
    """

    name: str
    label: str
    form: str
    family: str = ""
    unknown: tuple[str, ...] = ()
    alongside: tuple[str, ...] = ()


class SurveyDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The document; a window's has no `items` and `payload_items`, and says `may_undo` a clean.

    `headline` is there if a build is due, `sourceless` if it was asked for, `quarantined` if
    anything is in quarantine, `checks` if a survey was asked for and not a plan. What follows
    `may_undo` is there for other trainers' caches: `encode_again` are bytes of what the trainer
    makes again, `inner_unused` of arrays in wanted files that nothing asks for.
    """

    schema: str = SCHEMA
    workspace: WorkspaceFacts
    stores: tuple[StoreFacts, ...] = ()
    concepts: tuple[ConceptCoverage, ...] = ()
    others: tuple[OtherCoverage, ...] = ()
    totals: SurveyTotals = SurveyTotals()
    headline: Headline | UnsetType = UNSET
    next_steps: tuple[NextStep, ...] = ()
    roots: tuple[RootFacts, ...] = ()
    items: tuple[EntryItem, ...] | UnsetType = UNSET
    payload_items: tuple[PayloadItem, ...] | UnsetType = UNSET
    problems: tuple[Finding, ...] = ()
    training: TrainingFacts = TrainingFacts()
    checks: SourceFacts | UnsetType = UNSET
    elapsed_s: float = 0.0
    sourceless: SourcelessFacts | UnsetType = UNSET
    quarantined: Quarantined | UnsetType = UNSET
    may_undo: bool | UnsetType = UNSET
    trainer: str | UnsetType = UNSET
    trainer_facts: TrainerFacts | UnsetType = UNSET
    files: tuple[FileItem, ...] | UnsetType = UNSET
    offered: OfferedFiles | UnsetType = UNSET
    encode_again: int | UnsetType = UNSET
    inner_unused: int | UnsetType = UNSET


class StoreFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Contents of one store, and how it served as far as it remembers.

    Attributes:
        kind: of the store, by name.
        path: its folder, as it is spelled.
        entries: values, index rows or, of a released trainer's folders, samples that have a slot.
        payload_files: finished payloads on disk, slots included.
        bytes: of those together.
        temporaries: unfinished writes.
        temporary_bytes: of those together.
        hits: lookups that found a value, None where none are recorded.
        misses: lookups that did not, None where none are recorded.
        hit_rate: part of all lookups that found one, 0 to 1; 0 before the first.
        note: why it has no count of lookups, None where it has.
        last_used_ns: the latest use or write of a value, of a trainer's store the latest use that a
            training loop recorded; nanoseconds since 1970, None without one.
        budget_bytes: what the settings allow it, else what its last writer was given.
        can_prune: whether values of it can be removed by age or budget.
    """

    id: str
    kind: str
    path: str
    entries: int = 0
    payload_files: int = 0
    bytes: int = 0
    temporaries: int = 0
    temporary_bytes: int = 0
    hits: int | None = None
    misses: int | None = None
    hit_rate: float | None = None
    note: str | None = None
    last_used_ns: int | None = None
    budget_bytes: int | None = None
    can_prune: bool = False

    @property
    def lookups(self) -> int:
        """Times that a value was asked for."""
        return (self.hits or 0) + (self.misses or 0)


class FiguresOfAll(msgspec.Struct, frozen=True, kw_only=True):
    """The sums over all stores that were counted; see `StoreFigures`.

    Attributes:
        budget_bytes: what all together may take, None without a limit.
        budgeted_bytes: of the stores that this budget holds for, those that can be pruned.
    """

    entries: int = 0
    payload_files: int = 0
    bytes: int = 0
    temporaries: int = 0
    temporary_bytes: int = 0
    hits: int | None = None
    misses: int | None = None
    hit_rate: float | None = None
    budget_bytes: int | None = None
    budgeted_bytes: int = 0


class CountedWorkspace(msgspec.Struct, frozen=True, kw_only=True):
    """Whose stores were counted; both paths are absolute."""

    root: str
    opened: str


class WorkspaceStats(msgspec.Struct, frozen=True, kw_only=True):
    """The stores of a workspace, and all of them together."""

    schema: str = "larder.stats/1"
    workspace: CountedWorkspace
    stores: tuple[StoreFigures, ...]
    total: FiguresOfAll
