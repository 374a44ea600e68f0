"""Gives payloads without a live row their row back, by content.

A survey found present sources whose content some payload was made from. A source that was renamed
or moved takes over the row of its old name; payloads that no row names get a new one; where the
whole index is missing, one is begun anew. No payload is touched, nothing is encoded again.
A store of single values has no index; `touch` says what is written there.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import msgspec

from larder.core.errors import error_reason
from larder.core.files.file_stamp import is_there, may_be_there, stamp
from larder.core.files.folder_scan import mtime_as_float
from larder.core.files.journal import JournalAction, PayloadSource, payloads_detail
from larder.core.index_edits.touch import (
    RenewedSource,
    RowStore,
    filter_stores,
    find_moved_values,
    write_notes,
)
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import hash_file
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.open_index import read_rows
from larder.core.stores.indexed.readopted_rows import (
    NotAdoptableError,
    row_from_payloads,
    take_over_row,
)
from larder.core.survey.report import SurveyReport
from larder.core.writes.last_good import backup_bytes
from larder.core.writes.reports import AdoptedSource, AdoptionsOfStore, LeftSource, ReadoptReport
from larder.core.writes.transaction import IndexTarget, index_transaction, write_index

PLAN_SCHEMA = "larder.readopt-plan/1"
PROGRESS_EVERY = 64


@dataclass(frozen=True, slots=True)
class Adoption:
    """Payloads that a source gets back.

    Attributes:
        key: the source as the index will spell it.
        hash: its content's hash, 16 hex digits.
        mtime: its modification time, seconds.
        payloads: names of the payloads, the newest first.
        dead_key: the vanished source whose row it takes over, None for a new row.
    """

    key: str
    hash: str
    mtime: float
    payloads: tuple[str, ...]
    dead_key: str | None


@dataclass(frozen=True, slots=True)
class ReadoptPlan:
    """Edits of a re-adoption; only stores in which there is something to do.

    Attributes:
        stores: of single values those of which a file moved.
        modeltype: the config's model type, None without a config.
    """

    stores: tuple[RowStore[Adoption], ...]
    modeltype: str | None

    @property
    def entries(self) -> int:
        """Sources that get a row, and moved files of single values."""
        return sum(len(store.rows) + len(store.sources) for store in self.stores)

    @property
    def payloads(self) -> int:
        """Payloads that are named again."""
        return sum(payload_count(store.rows) + len(store.notes) for store in self.stores)

    def document(self) -> ReadoptPlanDocument:
        """Return the plan's JSON document."""
        return ReadoptPlanDocument(
            entries=self.entries, payloads=self.payloads, stores=self.adoptions(),
            backup_bytes=sum(store.backup_growth for store in self.stores))

    def adoptions(self) -> tuple[AdoptionsOfStore, ...]:
        """Return the reported adoptions, store by store."""
        return tuple(
            AdoptionsOfStore(store.target.id, tuple(map(_report_adopted, store.items)))
            for store in self.stores)

    def select(self, selection: Collection[tuple[str, str]]) -> Self:
        """Return the plan limited to pairs of store id and source, old or new, or payload."""
        def is_selected(store: str, row: Adoption | RenewedSource) -> bool:
            item = _report_adopted(row)
            names = (item.source, item.instead_of, *item.payloads)
            return any((store, name) in selection for name in names)

        return replace(self, stores=filter_stores(self.stores, is_selected))

    def restrict(
        self, saved: Sequence[AdoptionsOfStore]
    ) -> tuple[ReadoptPlan, tuple[LeftSource, ...]]:
        """Return the part shared with a saved plan, and the saved sources it lacks now."""
        listed = [(store.store, item) for store in saved for item in store.items]
        known = frozenset(listed)
        kept = replace(self, stores=filter_stores(
            self.stores, lambda store, row: (store, _report_adopted(row)) in known))
        today = {(store.store, item.source) for store in kept.adoptions() for item in store.items}
        return kept, tuple(
            LeftSource(store, item.source, "It has changed since its cached files were made.")
            for store, item in listed if (store, item.source) not in today)


def plan_readopt(report: SurveyReport) -> ReadoptPlan:
    """Collect what the survey found to be re-adoptable."""
    stores = []
    for survey in report.stores:
        files = survey.payloads
        written = dict(zip(files.names, files.mtimes_ns.tolist(), strict=True)) \
            if survey.readoptions else {}
        adoptions = tuple(
            Adoption(
                key=survey.rows.source(option.row), hash=option.hash, mtime=option.mtime,
                payloads=tuple(sorted(
                    option.payloads, key=lambda name: (-written.get(name, 0), name))),
                dead_key=None if option.dead_row is None
                else survey.rows.source(option.dead_row))
            for option in survey.readoptions)
        if adoptions and not survey.index.unread:
            stores.append(RowStore(IndexTarget.of(report, survey), adoptions))
    config = report.workspace.config
    return ReadoptPlan(
        (*stores, *find_moved_values(report)), None if config is None else config.model_type)


def apply_readopt(
    plan: ReadoptPlan, *, even_if_busy: bool = False, token: CancelToken
) -> Job[ReadoptReport]:
    """Write the rows.

    Raises:
        StalePlanError: if an index is not the one the plan was made from; nothing was written.
        StoreLockedError: if another Larder process writes into a store; nothing was written.
        StoreBusyError: if a trainer seems to be at work; nothing was written.
        UserFacingError: if an index cannot be written.
        JobCancelled: if the token was cancelled; stores already written stay so.
    """
    with index_transaction([store.target for store in plan.stores], even_if_busy=even_if_busy):
        return (yield from readopt_locked(plan, token))


def readopt_locked(plan: ReadoptPlan, token: CancelToken) -> Job[ReadoptReport]:
    """As `apply_readopt`, for a caller that holds the stores' locks and has checked their indexes.

    Raises:
        StalePlanError: if an index moved meanwhile.
        UserFacingError: if an index cannot be written.
        JobCancelled: if the token was cancelled; stores already written stay so.
    """
    entries = payloads = 0
    dropped: list[LeftSource] = []
    backup = backup_bytes(store.target.folder for store in plan.stores)
    for store in plan.stores:
        if store.notes:
            left_values = write_notes(store, action=JournalAction.READOPTED, token=token)
            dropped += left_values
            gone = {left.source for left in left_values}
            entries += len({note.source for note in store.notes if note.name not in gone})
            payloads += len(store.notes) - len(gone)
            continue
        rows, left = yield from _rows(store, plan.modeltype, token)
        dropped += left
        done = [adoption for adoption in store.rows if adoption.key in rows]
        if done:
            _write(store.target, done, rows)
        entries += len(done)
        payloads += payload_count(done)
    grown = backup_bytes(store.target.folder for store in plan.stores) - backup
    return ReadoptReport(
        entries=entries, payloads=payloads, dropped=tuple(dropped), backup_bytes=max(grown, 0))


class ReadoptPlanDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A plan as `larder.readopt-plan/1`."""

    schema: str = PLAN_SCHEMA
    entries: int = 0
    payloads: int = 0
    stores: tuple[AdoptionsOfStore, ...]
    backup_bytes: int = 0


def _report_adopted(row: Adoption | RenewedSource) -> AdoptedSource:
    return AdoptedSource(row.source, (row.name,)) if isinstance(row, RenewedSource) \
        else AdoptedSource(row.key, row.payloads, row.dead_key)


def payload_count(adoptions: Sequence[Adoption]) -> int:
    """Files, each once: sources with equal bytes share theirs."""
    return len({name for adoption in adoptions for name in adoption.payloads})


def _rows(
    store: RowStore[Adoption], modeltype: str | None, token: CancelToken
) -> Job[tuple[dict[str, bytes], list[LeftSource]]]:
    """The row of every adoption that still holds, and why the others do not."""
    target = store.target
    dead = _dead_rows(store)
    rows: dict[str, bytes] = {}
    left: list[LeftSource] = []
    for done, adoption in enumerate(store.rows):
        token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("reading cached files", done, len(store.rows), "entries")
        try:
            mtime = _present_mtime(target, adoption, token)
            rows[adoption.key] = _row(target, adoption, dead, mtime, modeltype)
        except NotAdoptableError as error:
            left.append(LeftSource(target.id, adoption.key, str(error)))
    return rows, left


def _dead_rows(store: RowStore[Adoption]) -> dict[str, str]:
    """Text of the rows that are taken over."""
    keys = [adoption.dead_key for adoption in store.rows if adoption.dead_key is not None]
    if not keys:
        return {}
    return read_rows(store.target.folder / store.target.copy.value, keys)[0]


def _row(
    target: IndexTarget,
    adoption: Adoption,
    dead: dict[str, str],
    mtime: float,
    modeltype: str | None,
) -> bytes:
    missing = [name for name in adoption.payloads
               if not may_be_there(target.folder / name)]
    if missing:
        raise NotAdoptableError(f"Its cached file {missing[0]} is missing.")
    if adoption.dead_key is not None and adoption.dead_key in dead:
        return take_over_row(
            dead[adoption.dead_key].encode("utf-8", "surrogatepass"), old_key=adoption.dead_key,
            new_key=adoption.key, mtime=mtime, modeltype=modeltype, separator=target.separator)
    return row_from_payloads(
        target.folder, adoption.payloads, key=adoption.key, content_hash=adoption.hash,
        mtime=mtime, modeltype=modeltype, separator=target.separator)


def _present_mtime(target: IndexTarget, adoption: Adoption, token: CancelToken) -> float:
    """The source's date, if its content is still the one that was found.

    Raises:
        NotAdoptableError: if it is not.
    """
    path = Path(target.source_path(adoption.key))
    seen = stamp(path)
    if seen is None:
        raise NotAdoptableError("It no longer exists.")
    mtime = mtime_as_float(seen.mtime_ns)
    if mtime == adoption.mtime:
        return mtime
    try:
        content = hash_file(path, token=token)
    except OSError as error:
        raise NotAdoptableError(f"It cannot be read: {error_reason(error)}.") from error
    if content != adoption.hash or stamp(path) != seen:
        raise NotAdoptableError("It changed after the plan was made.")
    return mtime


def _write(target: IndexTarget, done: Sequence[Adoption], rows: dict[str, bytes]) -> None:
    # A vanished source that is back keeps its row; both then name the same payloads.
    taken_over = {adoption.dead_key for adoption in done if adoption.dead_key is not None
                  and not is_there(target.source_path(adoption.dead_key))}
    # A row that could not be read may still stand under one of the keys, so they are dropped too.
    drop = frozenset(taken_over | {adoption.key for adoption in done})
    sources = {name: PayloadSource(adoption.key, adoption.hash)
               for adoption in done for name in adoption.payloads}
    write_index(
        target, IndexEdit(drop=drop, add={adoption.key: rows[adoption.key] for adoption in done}),
        action=JournalAction.READOPTED, items=len(done), detail=payloads_detail(sources))
