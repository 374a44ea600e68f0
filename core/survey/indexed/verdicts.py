"""Verdicts of one indexed cache: every rule sets its bit, the lowest bit is the verdict.

The rules are the contract's, worst first; a row keeps the other bits as remarks. Rules work on
columns; only rows that are not valid cost a Python object, for their sentence.

Masks and other sidecars are recorded only by trainers that watch them, and by Larder, which marks
such rows; then the absence of one is recorded too: an empty map. Which kinds a trainer watches is
learnt from the index itself, from the name endings that any row recorded. Of rows that no one
recorded them of, only dates tell.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.errors import error_reason
from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.folder_scan import FolderListing
from larder.core.jobs import Job, Progress
from larder.core.keys.content_hash import hash_text
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.survey.context import SurveyContext
from larder.core.survey.indexed.join import JoinedStore
from larder.core.survey.roots import StoreRoots
from larder.core.survey.sources import hash_sources
from larder.core.survey.targets import UNKNOWN_TARGET, TargetCounts, TargetDraws
from larder.core.survey.variants import (
    NO_SIZE,
    NOT_THERE,
    FilesOfRows,
    WantedSize,
    assign_files,
    find_sizes,
    judge_variants,
)
from larder.core.survey.verdicts import Remark, Verdict
from larder.core.survey.why import UNUSED
from larder.core.workspace.concepts import Concept
from larder.core.workspace.roots import PathFlavour, comparable

Changes = dict[int, list[tuple[str, str]]]
"""Row -> (sidecar, what happened to it) of each that changed."""


class AskedOfStore(msgspec.Struct, frozen=True):
    """Requirements of the workspace for one store.

    Attributes:
        modeltype: the config's model type, None without a config.
        has_config: whether anything can be called unused or missing.
        sizes: what each concept wants, by concept index.
        names: payload names the config needs, None when it does not tell.
        endings: name endings of the sidecars that decide what is cached.
        why_unused: why an entry nothing asks for is not asked for.
    """

    modeltype: str | None
    has_config: bool
    sizes: Mapping[int, WantedSize]
    names: frozenset[str] | None
    endings: tuple[str, ...] = ()
    why_unused: str = UNUSED


class JudgedRows(msgspec.Struct, frozen=True):
    """Verdict bits of all rows of a store and the facts their sentences are made from.

    Attributes:
        join: the rows; n of the index, then the new ones.
        flags: `1 << Verdict` bits and remarks, uint32, shape (n + new,).
        harms: `1 << Harm` bits of what verdicts alone do not say, uint32, shape (n + new,).
        live: index rows that keep their payloads, bool, shape (n,).
        files: which files belong to which rows.
        hashes: present content of the index rows that were hashed.
        unreadable: row -> why its source, or a sidecar, cannot be read.
        sidecars: row -> (sidecar, what happened).
        collisions: stems that rows with different contents name, with those rows.
        asked_size: wanted height and width per index row, int32, shape (2, n).
        needed: variations wanted per index row, int32, shape (n,).
        is_earlier: whether each variant has a size that no concept asks for, beside one of its row
            that has, bool, shape (v,).
        undrawn: what is cached of concepts whose target is drawn, and nobody knows how.
    """

    join: JoinedStore
    roots: StoreRoots
    asked: AskedOfStore
    flags: npt.NDArray[np.uint32]
    harms: npt.NDArray[np.uint32]
    live: npt.NDArray[np.bool_]
    files: FilesOfRows
    hashes: Mapping[int, str]
    unreadable: Mapping[int, str]
    sidecars: Mapping[int, Sequence[tuple[str, str]]]
    collisions: Mapping[str, Sequence[int]]
    asked_size: npt.NDArray[np.int32]
    needed: npt.NDArray[np.int32]
    is_earlier: npt.NDArray[np.bool_]
    undrawn: Sequence[TargetCounts] = ()


def judge_rows(
    context: SurveyContext,
    join: JoinedStore,
    roots: StoreRoots,
    listing: FolderListing,
    asked: AskedOfStore,
) -> Job[JudgedRows]:
    """Set the bits of every row of one store."""
    count = len(join.columns)
    flags = np.full(count + len(join.new), 1 << Verdict.VALID, dtype=np.uint32)
    of_index = flags[:count]
    hashes, of_sources = yield from _content(context, join)
    files = assign_files(join.columns, listing)
    sidecars, of_sidecars = yield from _find_changed_sidecars(context, join, files, asked)
    unreadable = {**of_sidecars, **of_sources, **join.hidden}
    _flag_sources(join, roots, hashes, unreadable, of_index)
    _flag_new(join, flags)
    for row in sidecars:
        of_index[row] |= np.uint32(1 << Verdict.SIDECAR_CHANGED)
    _flag_modeltype(join, asked, of_index)
    collisions = _colliding_stems(join.columns, files)
    for colliding in collisions.values():
        of_index[colliding] |= np.uint32(1 << Verdict.COLLISION)
    yield Progress("checking cached files", 0, len(listing.names), "files")
    wanted_rows = _find_wanted_rows(join, asked)
    sizes = find_sizes(join, wanted_rows, asked.sizes, of_index, context.pictures)
    draws = context.target_draws
    asked_size, needed, serves = _flag_variants(
        join, asked, wanted_rows, sizes, files, of_index, draws)
    undrawn = [
        _count_targets(join, context.workspace.concepts[concept], asked.sizes[concept], rows, sizes)
        for concept, rows in wanted_rows.items()
        if concept >= 0 and asked.sizes[concept].edges and not draws.are_known(concept)]
    if asked.has_config:
        unused = np.ones(count, dtype=np.bool_)
        for rows in wanted_rows.values():
            unused[rows] = False
        of_index[unused & join.present] |= np.uint32(1 << Verdict.UNUSED)
    if asked.names == frozenset() and asked.sizes[-1].has_size:
        # While latent caching is off nothing tells which size would be asked for.
        of_index[join.present] |= np.uint32(Remark.VARIANT_NOT_CHECKED)
    live = (of_index & (1 << Verdict.SOURCE_MISSING)) == 0
    return JudgedRows(
        join, roots, asked, flags, np.zeros_like(flags), live, files, hashes, unreadable, sidecars,
        collisions, asked_size, needed, _are_earlier(join.columns, serves), undrawn)


def _content(
    context: SurveyContext, join: JoinedStore
) -> Job[tuple[dict[int, str], dict[int, str]]]:
    """Hash what moved, or, where dates are not trusted, everything that is there."""
    is_asked = join.present & join.moved if context.trusts_notes else join.present
    rows = np.flatnonzero(is_asked).tolist()
    columns = join.columns
    contents, unreadable = yield from hash_sources(
        [join.real_path(columns.folder[row], columns.names[row]) for row in rows],
        context.memory, trust_memory=context.trusts_memory, token=context.token)
    hashes = {
        row: content for row, content in zip(rows, contents, strict=True)
        if content is not None}
    return hashes, {rows[at]: why for at, why in unreadable.items()}


def _flag_sources(
    join: JoinedStore,
    roots: StoreRoots,
    hashes: Mapping[int, str],
    unreadable: Mapping[int, str],
    flags: npt.NDArray[np.uint32],
) -> None:
    """Missing, unreachable, edited and touched sources."""
    columns = join.columns
    unreachable = np.array([bool(root.unreachable) for root in roots.facts], dtype=np.bool_)
    absent = ~join.present
    for row in np.flatnonzero(absent & (columns.mtimes == 0.0)).tolist():
        spelled = join.source(row)
        if columns.hashes[row].decode("ascii") == hash_text(spelled):
            absent[row] = False
    if absent.any():
        offline = unreachable[roots.of_row[:len(columns)]]
        flags[absent & offline] |= np.uint32(1 << Verdict.SOURCE_UNREACHABLE)
        flags[absent & ~offline] |= np.uint32(1 << Verdict.SOURCE_MISSING)
    for row, content in hashes.items():
        if content.encode("ascii") != columns.hashes[row]:
            flags[row] |= np.uint32(1 << Verdict.CONTENT_CHANGED)
        elif join.moved[row]:
            flags[row] |= np.uint32(1 << Verdict.TOUCHED)
    for row in unreadable:
        flags[row] |= np.uint32(1 << Verdict.SOURCE_UNREACHABLE)


def _flag_new(join: JoinedStore, flags: npt.NDArray[np.uint32]) -> None:
    """Samples without an entry; a caption file that does not exist cannot be cached at all."""
    count = len(join.columns)
    for at, new in enumerate(join.new):
        verdict = Verdict.MISSING_ENTRY if new.present else Verdict.SOURCE_MISSING
        flags[count + at] |= np.uint32(1 << verdict)


def _flag_modeltype(
    join: JoinedStore, asked: AskedOfStore, flags: npt.NDArray[np.uint32]
) -> None:
    if asked.modeltype is None:
        return
    other = np.array(
        [name != asked.modeltype for name in join.columns.modeltypes], dtype=np.bool_)
    if other.any():
        flags[other[join.columns.modeltype]] |= np.uint32(1 << Verdict.WRONG_MODELTYPE)


def _colliding_stems(
    columns: IndexColumns, files: FilesOfRows
) -> dict[str, list[int]]:
    """Equal stems have one payload, so only its sharers and stems without one are compared."""
    times_named = np.bincount(files.first[files.first >= 0], minlength=1)
    suspects = np.flatnonzero((files.first < 0) | (times_named[files.first] > 1))
    rows_of: dict[str, list[int]] = {}
    for at in suspects.tolist():
        rows_of.setdefault(columns.stems[at], []).append(int(columns.variant_row[at]))
    return {
        stem: rows for stem, rows in rows_of.items()
        if len(rows) > 1 and len({bytes(columns.hashes[row]) for row in rows}) > 1
    }


def _find_wanted_rows(join: JoinedStore, asked: AskedOfStore) -> dict[int, npt.NDArray[np.int32]]:
    """Index rows that each concept asks for; without a config all of them, as concept -1."""
    count = len(join.columns)
    if not asked.has_config:
        return {-1: np.arange(count, dtype=np.int32)}
    return {concept: rows[rows < count] for concept, rows in join.wanted.items()}


def _flag_variants(
    join: JoinedStore,
    asked: AskedOfStore,
    wanted_rows: Mapping[int, npt.NDArray[np.int32]],
    sizes: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]],
    files: FilesOfRows,
    flags: npt.NDArray[np.uint32],
    draws: TargetDraws,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """Judge each concept's variants; of a row whose source is gone nothing more is said.

    Returns:
        `asked_size` and `needed` of `JudgedRows`, and `serves` of `judge_variants`.
    """
    columns = join.columns
    complete = _schema_is_complete(join, asked)
    asked_size = np.full((2, len(columns)), NO_SIZE, dtype=np.int32)
    needed = np.ones(len(columns), dtype=np.int32)
    serves = np.zeros(len(columns.stems), dtype=np.bool_)
    for concept, rows in wanted_rows.items():
        here = rows[(flags[rows] & NOT_THERE) == 0]
        wanted = asked.sizes[concept]
        first = judge_variants(
            columns, here, sizes, wanted, files, complete, flags, serves,
            _drawn_targets(join, concept, wanted, draws) if wanted.edges else None)
        asked_size[:, here] = first[:, here]
        needed[here] = np.maximum(needed[here], wanted.variations)
    return asked_size, needed, serves


def _are_earlier(
    columns: IndexColumns, serves: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Return `is_earlier` of `JudgedRows`."""
    has_one = np.zeros(len(columns), dtype=np.bool_)
    has_one[columns.variant_row[serves]] = True
    return ~serves & has_one[columns.variant_row]


def _drawn_targets(
    join: JoinedStore, concept: int, wanted: WantedSize, draws: TargetDraws
) -> npt.NDArray[np.int16]:
    """Per index row, the number of the target that the trainer's first epoch draws for it."""
    found = np.full(len(join.columns), UNKNOWN_TARGET, dtype=np.int16)
    if not draws.are_known(concept):
        return found
    rows = join.wanted[concept]
    order = sorted(rows.tolist(), key=lambda row: join.paths.order_key(join.source(row)))
    drawn = draws.of(concept, len(order), variation=0, targets=len(wanted.edges))
    in_order = np.array(order, dtype=np.int64)
    is_entry = in_order < len(join.columns)
    found[in_order[is_entry]] = drawn[is_entry]
    return found


def _count_targets(
    join: JoinedStore, concept: Concept, wanted: WantedSize, rows: npt.NDArray[np.int32],
    sizes: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]],
) -> TargetCounts:
    """Count the rows of a concept that have a variant of each target's size."""
    columns = join.columns
    if wanted.bucketing:
        rows = rows[(sizes[0][rows] > 0) & (sizes[1][rows] > 0)]
    buckets = wanted.buckets(sizes[0][rows], sizes[1][rows])
    asked = np.full((len(buckets), 2, len(columns)), NO_SIZE, dtype=np.int32)
    asked[:, :, rows] = buckets.transpose(0, 2, 1)
    of_variant = asked[:, :, columns.variant_row]
    hit = (of_variant[:, 0] != NO_SIZE) & (of_variant[:, 0] == columns.variant_height) \
        & (of_variant[:, 1] == columns.variant_width)
    cached = [distinct(columns.variant_row[of_target]) for of_target in hit]
    return TargetCounts(
        concept, wanted.edges, tuple(map(len, cached)), len(distinct(np.concatenate(cached))))


def _schema_is_complete(join: JoinedStore, asked: AskedOfStore) -> npt.NDArray[np.bool_]:
    """Per variant; a variant without stamped names is judged by the index's own schema, if any."""
    columns = join.columns
    if asked.names is None:
        return np.ones(len(columns.stems), dtype=np.bool_)
    names = asked.names
    unstamped = columns.index_schema is None or names.issubset(columns.index_schema)
    known = np.array(
        [*(names.issubset(schema) for schema in columns.schemas), unstamped], dtype=np.bool_)
    return np.asarray(known[columns.schema])


def _find_changed_sidecars(
    context: SurveyContext, join: JoinedStore, files: FilesOfRows, asked: AskedOfStore
) -> Job[tuple[Changes, dict[int, str]]]:
    """Rows whose sidecars differ from the recorded ones, and rows with one that cannot be read.

    Of rows that record none, because their trainer watches none, only dates tell: a sidecar that
    is newer than the payload was not there when that was made, or was another one.

    Returns:
        Row -> [(sidecar, what happened)], and row -> which and why. Nobody knows whether one that
        cannot be read has changed: what was made with it stays.
    """
    columns = join.columns
    endings = list_recorded_endings(
        columns, asked.endings if asked.modeltype is not None else list_watched_endings(columns))
    is_recorded = sidecars_are_recorded(columns)
    # A trainer that watches sidecars takes a row that records none as it is, and records them then.
    dates_tell = endings and not is_recorded.all() and not (
        columns.sidecars and not columns.sidecars_are_ours.any())
    written_ns = files.newest_ns() if dates_tell else None
    changes: Changes = {}
    unreadable: dict[int, str] = {}
    to_hash: list[tuple[int, str, str]] = []
    for row in np.flatnonzero(join.present).tolist() if endings else ():
        context.token.check()
        recorded = read_recorded_sidecars(columns, row) if is_recorded[row] else None
        for ending in endings:
            name = _stem(columns.names[row]) + ending
            try:
                mtime_ns = _date_of(join.real_path(int(columns.folder[row]), name))
            except OSError as error:
                unreadable[row] = f"{name}: {error_reason(error)}"
                continue
            there = mtime_ns is not None
            if recorded is None:
                if written_ns is not None and 0 < written_ns[row] < (mtime_ns or 0):
                    changes.setdefault(row, []).append((name, "added or edited"))
            elif ending in recorded and there:
                to_hash.append((row, name, recorded[ending]))
            elif there or ending in recorded:
                changes.setdefault(row, []).append((name, "added" if there else "removed"))
    sources = [join.real_path(columns.folder[row], name) for row, name, _ in to_hash]
    hashes, unread = yield from hash_sources(sources, context.memory, token=context.token)
    for at, (row, name, stored) in enumerate(to_hash):
        if at in unread:
            unreadable[row] = f"{name}: {unread[at]}"
        elif hashes[at] != stored:
            changes.setdefault(row, []).append((name, "edited"))
    return changes, unreadable


def list_watched_endings(columns: IndexColumns) -> tuple[str, ...]:
    """Name endings of the sidecars an index watches, such as "-masklabel.png"; sorted."""
    flavour = PathFlavour(columns.separator)
    endings = {
        _ending(path, columns.names[row], flavour)
        for row, recorded in columns.sidecars.items() for path in recorded
    }
    return tuple(sorted(ending for ending in endings if ending))


def list_recorded_endings(columns: IndexColumns, deciding: Sequence[str]) -> tuple[str, ...]:
    """Return the endings that rows record, or Larder records in them; sorted.

    A trainer that watches sidecars decides by itself which; in the index of any other, those that
    decide what is cached. What Larder recorded of others waits until they count again.
    """
    watched = list_watched_endings(columns)
    return watched if watched and not columns.sidecars_are_ours.any() else tuple(sorted(deciding))


def sidecars_are_recorded(columns: IndexColumns) -> npt.NDArray[np.bool_]:
    """Return whether each row tells which sidecars its payloads were made with, shape (n,).

    The empty map of a trainer that watches none says nothing.
    """
    if columns.sidecars_are_ours.any():
        return columns.sidecars_are_ours
    return columns.has_sidecar_map if columns.sidecars else np.zeros_like(columns.has_sidecar_map)


def read_recorded_sidecars(columns: IndexColumns, row: int) -> dict[str, str]:
    """Content of a row's recorded sidecars by name ending."""
    recorded = columns.sidecars.get(row, {})
    flavour = PathFlavour(columns.separator)
    return {
        _ending(path, columns.names[row], flavour): content for path, content in recorded.items()}


def _ending(sidecar: str, source: str, flavour: PathFlavour) -> str:
    """Return what a sidecar's name adds to its source's stem, or "" if not named after it.

    Where case does not count, the trainer's own ending is returned, which has no capitals.
    """
    name = sidecar.replace("\\", "/").rpartition("/")[2]
    stem = _stem(source)
    if not comparable(name, flavour).startswith(comparable(stem, flavour)):
        return ""
    ending = name[len(stem):]
    return ending if flavour is PathFlavour.POSIX else ending.lower()


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name


def find_sidecars(
    join: JoinedStore, folder: int, source: str, endings: Sequence[str]
) -> list[tuple[str, str]]:
    """The sidecars of a source that exist now, or may: (ending, path)."""
    paths = ((ending, join.real_path(folder, _stem(source) + ending)) for ending in endings)
    return [(ending, path) for ending, path in paths if _may_be_there(path)]


def _date_of(path: str) -> int | None:
    """Return a sidecar's modification time in nanoseconds, None if there is none.

    Raises:
        OSError: if the system does not tell.
    """
    try:
        return mtime_ns_of(os.stat(path))  # noqa: PTH116 - once per row and ending
    except (FileNotFoundError, ValueError):
        return None


def _may_be_there(path: str) -> bool:
    """The same, True where the system does not tell: reading it then says why it cannot be."""
    try:
        return _date_of(path) is not None
    except OSError:
        return True
