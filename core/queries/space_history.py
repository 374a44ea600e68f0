"""How much the caches took after each deed of their journals, reckoned back from now.

A build adds what it made and takes what it replaced; a clean takes, an undo gives back. What lies
in quarantine does not count, so emptying it changes nothing. A trainer keeps no journal: what it
wrote counts as if it had been there from the start.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import UNSET

from larder.core.files.journal import STOPPED, JournalAction
from larder.core.queries.space_history_document import CacheSpace, SpaceHistory, SpaceStep
from larder.core.survey.report import SurveyReport
from larder.core.writes.history import read_history
from larder.core.writes.quarantine.manifest import QuarantineState
from larder.core.writes.reports import History, PastAction


def trace_space(report: SurveyReport) -> SpaceHistory:
    """Trace the space of a survey's caches through their journals.

    Raises:
        OSError: if a journal cannot be read.
    """
    stores = {str(store.location.path): store for store in report.stores if store.location.exists}
    sizes = {path: int(store.payloads.sizes[store.payloads.count_mask].sum())
             for path, store in stores.items()}
    names = {path: store.location.id for path, store in stores.items()}
    history = read_history([store.location.path for store in stores.values()])
    return reckon_back(history, sizes, names, now_ns=report.surveyed_at_ns)


def reckon_back(
    history: History, sizes: Mapping[str, int], names: Mapping[str, str], *, now_ns: int
) -> SpaceHistory:
    """Reckon from what caches take now to what they took after each deed.

    Args:
        history: of them.
        sizes: bytes now, by the folder of the cache.
        names: id of each cache, by its folder.
        now_ns: nanoseconds since 1970.
    """
    by_store: defaultdict[str, list[PastAction]] = defaultdict(list)
    for deed in history.records:  # newest first
        by_store[deed.store].append(deed)
    changes = _Changes(history)
    steps: list[SpaceStep] = []
    caches: list[CacheSpace] = []
    for path, size in sizes.items():
        level, untold = size, 0
        for deed in by_store[path]:
            change = changes.find(deed)
            if change == 0:
                continue
            steps.append(SpaceStep(
                names[path], deed.at_ns, deed.action, deed.items, change, level))
            level -= change or 0
            untold, level = untold + max(-level, 0), max(level, 0)
        caches.append(CacheSpace(names[path], level, size, untold))
    steps.sort(key=lambda step: step.at_ns)
    return SpaceHistory(
        at_ns=now_ns, caches=tuple(caches), steps=tuple(steps),
        unknown=sum(step.change is None for step in steps),
        older=0 if history.older is UNSET else history.older)


class _Changes:
    """Bytes that each deed changed, where the journal and the quarantines tell."""

    def __init__(self, history: History) -> None:
        self._made = {(deed.store, deed.id): deed.bytes for deed in _with_id(
            history.records, JournalAction.BUILT)}
        # What a build replaced: its own line does not tell, but who undid or emptied it does.
        self._replaced = {(deed.store, deed.id): deed.bytes for deed in _with_id(
            history.records, JournalAction.EMPTIED, JournalAction.RESTORED)}
        self._replaced |= {
            (held.store, held.id): held.size for held in history.quarantines
            if held.state is not QuarantineState.UNDONE}

    def find(self, deed: PastAction) -> int | None:
        """Return the bytes that a deed added, None where nothing tells."""
        if not deed.bytes and (deed.index_stamp is not None or STOPPED in deed.detail):
            return 0  # rows of the index alone
        find = _CHANGES.get(deed.action, _find_nothing)
        return find(self, deed)

    def _find_built(self, deed: PastAction) -> int | None:
        if deed.items and not deed.bytes:
            return None
        # A build that replaced nothing leaves no quarantine.
        return deed.bytes - self._replaced.get((deed.store, deed.id), 0)

    def _find_restored(self, deed: PastAction) -> int | None:
        if deed.items and not deed.bytes:
            return None
        return deed.bytes - self._made.get((deed.store, deed.id), 0)

    def _find_taken(self, deed: PastAction) -> int | None:
        return None if deed.items and not deed.bytes else -deed.bytes

    def _find_imported(self, deed: PastAction) -> int | None:
        return None if deed.items and not deed.bytes else deed.bytes

    def _find_zero(self, _deed: PastAction) -> int:
        return 0


def _find_nothing(_changes: _Changes, _deed: PastAction) -> None:
    return None


def _with_id(records: Sequence[PastAction], *actions: JournalAction) -> Iterable[PastAction]:
    return (deed for deed in records if deed.id and deed.action in actions)


_CHANGES: Final[Mapping[str, Callable[[_Changes, PastAction], int | None]]] = {
    JournalAction.BUILT: _Changes._find_built,
    JournalAction.RESTORED: _Changes._find_restored,
    JournalAction.QUARANTINED: _Changes._find_taken,
    JournalAction.DELETED: _Changes._find_taken,
    JournalAction.IMPORTED: _Changes._find_imported,
    **dict.fromkeys((
        JournalAction.EMPTIED, JournalAction.TOUCHED, JournalAction.READOPTED,
        JournalAction.ASSUMED, JournalAction.IMPORTING, JournalAction.COMPARED,
        JournalAction.REPAIRED, JournalAction.RELOCATED), _Changes._find_zero),
}
"""What each deed changes; a line that cannot be read, or of a newer Larder, tells nothing."""
