"""Deeds of a workspace: one for each clean, build, import and undo over all of its stores.

Each store has a journal, and a build notes what it wrote every few seconds. A deed is all of that
together, with the deed that took it back or made it final.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import UNSET
from msgspec.structs import replace

from larder.app.jobs.job import read_document
from larder.app.presentation.sentences import one_after_another
from larder.core.files.journal import STOPPED, JournalAction
from larder.core.requests.options import Answer
from larder.core.writes.quarantine.manifest import QuarantineState
from larder.core.writes.reports import History, PastAction, PastQuarantine

MOST_URGENT = (
    QuarantineState.UNREADABLE, QuarantineState.RESTORING, QuarantineState.PLANNED,
    QuarantineState.SWAPPING, QuarantineState.EMPTYING, QuarantineState.MOVED,
    QuarantineState.UNDONE, QuarantineState.RESTORED,
)

ONE_DEED_NS = 60 * 1_000_000_000
"""At most between two records of one deed where neither names a clean."""
ONE_RUN_NS = 10 * ONE_DEED_NS
"""At most between two records of a build in one store whose end is known: files may be large."""

PLACES = ("quarantine", "restored", "emptied")
"""Where the files of a deed may be; of those of several stores the first is told."""

_IMPORTS = frozenset({JournalAction.IMPORTING, JournalAction.IMPORTED})
_BY_A_BUILD = frozenset({QuarantineState.SWAPPING, QuarantineState.UNDONE})


class PastClean(PastQuarantine, frozen=True, kw_only=True):
    """Everything one clean moved away, over all its stores. `clean` undoes and empties it as one.

    Its state is the most urgent one among the stores, its folder that of the first store.

    Attributes:
        stores: folders of the stores.
    """

    stores: tuple[str, ...]


class PastDeed(PastAction, frozen=True, kw_only=True):
    """One clean, undo, build or import over all stores that it changed, dated by its end.

    Attributes:
        stores: folders of the stores.
        parts: what it did in each store, and in each run of a build that was stopped and resumed;
            latest first.
        runs: of a build or an import that was stopped and resumed, more than one.
        clean: what of it is in quarantine now, None for nothing.
        ended: the action of the deed that took it back or made it final, "" for none.
        ended_ns: when, nanoseconds since 1970.
    """

    stores: tuple[str, ...]
    parts: tuple[PastAction, ...] = ()
    runs: int = 1
    clean: PastClean | None = None
    ended: str = ""
    ended_ns: int = 0

    @property
    def can_undo(self) -> bool:
        """True if it can be undone now."""
        return self.clean is not None and self.clean.can_undo

    @property
    def is_stopped(self) -> bool:
        """True if it is a build that was stopped and not resumed."""
        return bool(self.parts and self.parts[0].detail.get(STOPPED))


@dataclass(frozen=True, slots=True)
class WorkspaceHistory:
    """Past deeds in a workspace and the cleans in quarantine, latest first.

    Attributes:
        lines: number of journal records that `records` was merged from.
        older: number of journal records that were not read.
    """

    cleans: tuple[PastClean, ...] = ()
    records: tuple[PastDeed, ...] = ()
    lines: int = 0
    older: int = 0

    @property
    def bytes(self) -> int:
        """The bytes that emptying all quarantines frees."""
        return sum(clean.bytes + clean.record_bytes for clean in self.cleans)

    @property
    def files(self) -> int:
        """Files in all quarantines."""
        return sum(clean.files for clean in self.cleans)


def read_history(answer: Answer) -> WorkspaceHistory:
    """Read a history's document.

    Raises:
        ValueError: if it is no such document; that is a bug, not something a user can mend.
    """
    document = read_document(answer, History)
    by_clean: dict[str, list[PastQuarantine]] = {}
    for quarantine in document.quarantines:
        by_clean.setdefault(quarantine.clean, []).append(quarantine)
    cleans = {clean: _past_clean(found) for clean, found in by_clean.items()}
    return WorkspaceHistory(
        cleans=tuple(cleans.values()), records=_past_deeds(document, cleans),
        lines=len(document.records), older=document.older or 0)


@dataclass(slots=True, eq=False)
class _GrowingDeed:
    """Records of one deed, latest first, while older ones are still being read.

    Attributes:
        clean: the id that its records share, "" for none.
        parts: records by run and store.
        run: those of the run that is being read, by store.
    """

    clean: str
    parts: list[list[PastAction]] = field(default_factory=list)
    run: dict[str, list[PastAction]] = field(default_factory=dict)
    runs: int = 1

    def add(self, record: PastAction) -> None:
        """Take an older record."""
        part = self.run.get(record.store)
        if part is not None and record.action == JournalAction.IMPORTING == part[-1].action:
            self.begin_run()
            part = None
        if part is None:
            part = self.run[record.store] = []
            self.parts.append(part)
        part.append(record)

    def begin_run(self) -> None:
        """Count the records that come now as an earlier run."""
        self.run = {}
        self.runs += 1

    def takes(self, record: PastAction) -> bool:
        """Return whether an older record, which names no clean either, is of the same run."""
        last = self.parts[-1][-1]
        if self.clean or (last.action != record.action and not {last.action, record.action} <= (
                _IMPORTS)):
            return False
        gap_ns, part = last.at_ns - record.at_ns, self.run.get(record.store)
        if part is None:
            return gap_ns <= ONE_DEED_NS
        if record.action == JournalAction.IMPORTING:
            return True
        if record.action != JournalAction.BUILT or STOPPED in record.detail:
            return False
        return gap_ns <= (ONE_RUN_NS if STOPPED in part[0].detail else ONE_DEED_NS)

    def deed(self) -> PastDeed:
        """Return what all of it comes to."""
        parts = tuple(map(_past_part, self.parts))
        first, places = parts[0], {part.where for part in parts}
        counted = [part for part in parts if part.action == first.action]
        return PastDeed(
            store=first.store, stores=tuple(dict.fromkeys(part.store for part in parts)),
            at_ns=first.at_ns, action=first.action, items=sum(part.items for part in counted),
            bytes=sum(part.bytes for part in counted), id=first.id, detail=first.detail,
            # Of one that was brought back in part, what is left is what is asked about.
            where=next((place for place in PLACES if place in places), ""), parts=parts,
            runs=self.runs)


def _past_part(found: Sequence[PastAction]) -> PastAction:
    """Return the records of one store and run as one; an import tells its files twice."""
    first = found[0]
    counted = [one for one in found if one.action == first.action]
    return replace(
        first, items=sum(one.items for one in counted), bytes=sum(one.bytes for one in counted))


def _past_deeds(document: History, cleans: Mapping[str, PastClean]) -> tuple[PastDeed, ...]:
    """Put together what was done at once, and name what ended it.

    Records of a clean, and of its undo and its emptying, share its id. Others are one deed if they
    follow upon one another, of the same action, each of another store; of a build, all records up
    to the end of the build before, and that one too if it was stopped.
    """
    clean_of = {(one.store, one.id): one.clean for one in document.quarantines}
    clean_of |= {(record.store, record.id): str(record.detail["clean"])
                 for record in document.records if "clean" in record.detail}
    growing: list[_GrowingDeed] = []
    of_clean: dict[tuple[str, str], _GrowingDeed] = {}
    builds: dict[str, _GrowingDeed] = {}
    for record in document.records:
        clean = clean_of.get((record.store, record.id), record.id)
        if clean:
            deed = of_clean.get((record.action, clean))
            if deed is not None and record.store in deed.run:
                deed = None
        else:
            deed = growing[-1] if growing and growing[-1].takes(record) else None
            if deed is None and record.detail.get(STOPPED) and record.store in builds:
                deed = builds[record.store]
                deed.begin_run()
                growing.append(growing.pop(growing.index(deed)))
        if deed is None:
            deed = _GrowingDeed(clean)
            growing.append(deed)
        deed.add(record)
        if clean:
            of_clean[record.action, clean] = deed
        elif record.action == JournalAction.BUILT:
            builds[record.store] = deed
    return _related(growing, cleans)


def _related(
    growing: Sequence[_GrowingDeed], cleans: Mapping[str, PastClean],
) -> tuple[PastDeed, ...]:
    """Return the deeds, latest first, each with what ended it and with what is in quarantine."""
    by_time = sorted(((one.clean, one.deed()) for one in growing),
                     key=lambda pair: pair[1].at_ns, reverse=True)
    latest: dict[str, PastDeed] = {}
    deeds: list[PastDeed] = []
    for clean, deed in by_time:
        after = latest.get(clean) if clean else None
        if clean:
            latest[clean] = deed
        if after is not None:
            deed = replace(deed, ended=after.action, ended_ns=after.at_ns)
        elif clean in cleans:
            now = cleans[clean]
            # A build that encoded nothing still put files in the place of others.
            deed = replace(deed, clean=now, items=deed.items or now.files,
                           bytes=deed.bytes if deed.items else now.size)
        deeds.append(deed)
    deeds += [_deed_of_clean(clean) for name, clean in cleans.items() if name not in latest]
    return tuple(sorted(deeds, key=lambda deed: deed.at_ns, reverse=True))


def _deed_of_clean(clean: PastClean) -> PastDeed:
    """Return the deed of a clean or a build that no journal tells: it was interrupted."""
    action = JournalAction.BUILT if clean.state in _BY_A_BUILD else JournalAction.QUARANTINED
    return PastDeed(
        store=clean.store, stores=clean.stores, at_ns=clean.at_ns, action=action,
        items=clean.files, bytes=clean.size, id=clean.id, where="quarantine", clean=clean)


def _past_clean(found: Sequence[PastQuarantine]) -> PastClean:
    reasons: dict[str, int] = {}
    for quarantine in found:
        for reason, count in quarantine.reasons.items():
            reasons[reason] = reasons.get(reason, 0) + count
    first = found[0]
    return PastClean(
        id=first.id, clean=first.clean, store=first.store, at_ns=min(one.at_ns for one in found),
        stores=tuple(dict.fromkeys(one.store for one in found)),
        state=min((one.state for one in found), key=MOST_URGENT.index),
        files=sum(one.files for one in found), bytes=sum(one.bytes for one in found),
        record_bytes=sum(one.record_bytes for one in found),
        shared=sum(one.shared for one in found),
        elsewhere=sum(one.elsewhere for one in found),
        rows=sum(one.rows for one in found), reasons=reasons,
        can_undo=any(one.can_undo for one in found), folder=first.folder,
        problem=one_after_another(one.problem for one in found if one.problem),
        written=tuple(said for one in found for said in one.written or ()) or UNSET)
