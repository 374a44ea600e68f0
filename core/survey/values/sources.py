"""What became of the files that cached values were made from, as far as somebody wrote them down.

The rules are those of every store: a root that cannot be reached never makes an orphan, a file
whose date moved is read, one whose bytes are equal was only touched. The bytes are compared by
SHA-256, which also names the payloads of pictures and clips.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.core.files.folder_scan import FolderListing
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.settings import cache_home
from larder.core.stores.records import RecordedSource
from larder.core.survey import why
from larder.core.survey.report import Depth, RootFacts
from larder.core.survey.roots import ConceptRoot, concept_above
from larder.core.survey.source_tree import SourceTree, SpelledPaths
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import mostly_gone, root_is_unreachable


@dataclass(frozen=True, slots=True)
class SourcePlaces:
    """Where recorded sources are looked for.

    Attributes:
        paths: how they are spelled.
        concepts: folders of the workspace's concepts.
        gone: folders on this system whose missing files were deleted for good.
        depth: at any depth but `stat` every source is read again.
        tree: what was listed so far.
    """

    paths: SpelledPaths
    concepts: Sequence[ConceptRoot]
    gone: Sequence[str]
    depth: Depth
    tree: SourceTree = field(default_factory=SourceTree)


@dataclass(frozen=True, slots=True)
class JudgedSources:
    """What is known of the sources of n values.

    Attributes:
        verdicts: row -> verdict of those that are not as recorded.
        why: row -> sentence for each of them.
        concept: the concept whose folder holds the source, -1 for none, int16, shape (n,).
        root: index into `roots`, -1 for a value without a recorded source, int32, shape (n,).
        roots: of all recorded sources.
        folders: where the roots lie on this system, without those whose files are gone for good.
    """

    verdicts: Mapping[int, Verdict]
    why: Mapping[int, str]
    concept: npt.NDArray[np.int16]
    root: npt.NDArray[np.int32]
    roots: tuple[RootFacts, ...]
    folders: tuple[str, ...]


@dataclass(slots=True)
class _Root:
    spelled: str
    real: str
    trouble: str
    declared: bool
    indexed: int = 0
    present: int = 0


@dataclass(slots=True)
class _Rows:
    """What one look at the folders found."""

    concept: npt.NDArray[np.int16]
    root: npt.NDArray[np.int32]
    roots: list[_Root] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    real: dict[int, str] = field(default_factory=dict)
    mtimes_ns: dict[int, int] = field(default_factory=dict)


def judge_sources(
    recorded: Sequence[RecordedSource | None], places: SourcePlaces, token: CancelToken
) -> Job[JudgedSources]:
    """Look at every recorded source once.

    Args:
        recorded: per value what it was made from, None where nobody wrote it down.
        places: where to look.
        token: checked per folder and per file that is read.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    rows = _Rows(
        np.full(len(recorded), -1, dtype=np.int16), np.full(len(recorded), -1, dtype=np.int32))
    _look(recorded, places, rows, token)
    facts = [_facts(root) for root in rows.roots]
    verdicts: dict[int, Verdict] = {}
    sentences: dict[int, str] = {}
    for row in rows.absent:
        root = facts[rows.root[row]]
        held = root.unreachable
        verdicts[row] = Verdict.SOURCE_UNREACHABLE if held else Verdict.SOURCE_MISSING
        sentences[row] = (
            why.source_unreachable(root.spelled, held) if held
            else why.source_missing(root.spelled))
    yield from _compare(recorded, rows, verdicts, sentences, token)
    return JudgedSources(
        verdicts, sentences, rows.concept, rows.root, tuple(facts),
        tuple(root.real for root in rows.roots if not root.declared or os.path.isdir(root.real)))  # noqa: PTH112


def _look(
    recorded: Sequence[RecordedSource | None],
    places: SourcePlaces,
    rows: _Rows,
    token: CancelToken,
) -> None:
    """Find each source by one listing of its folder."""
    by_folder: dict[str, list[int]] = {}
    for row, source in enumerate(recorded):
        if source is not None:
            by_folder.setdefault(source.source.rpartition("/")[0], []).append(row)
    tree = places.tree
    numbers: dict[str, int] = {}
    for spelled, of_folder in by_folder.items():
        token.check()
        real = places.paths.real(spelled)
        concept = concept_above(places.paths.place(real), places.concepts, places.paths)
        listing = tree.listing(real)
        root = _root(spelled, real, concept, tree, places)
        number = numbers.setdefault(root.real, len(rows.roots))
        if number == len(rows.roots):
            rows.roots.append(root)
        rows.root[of_folder] = number
        rows.concept[of_folder] = -1 if concept is None else concept.concept
        rows.roots[number].indexed += len(of_folder)
        _find(recorded, of_folder, listing, real, rows, rows.roots[number], places.depth)


def _find(
    recorded: Sequence[RecordedSource | None],
    of_folder: Sequence[int],
    listing: FolderListing | None,
    real: str,
    rows: _Rows,
    root: _Root,
    depth: Depth,
) -> None:
    at_of = {} if listing is None else {name: at for at, name in enumerate(listing.names)}
    for row in of_folder:
        source = recorded[row]
        if source is None:
            continue
        name = source.source.rpartition("/")[2]
        at = at_of.get(name)
        if at is None or listing is None:
            rows.absent.append(row)
            continue
        root.present += 1
        size, mtime_ns = int(listing.sizes[at]), int(listing.mtimes_ns[at])
        if depth is not Depth.STAT or (size, mtime_ns) != (source.size, source.mtime_ns):
            rows.moved.append(row)
            rows.real[row] = os.path.join(real, name)  # noqa: PTH118 - thousands of them
            rows.mtimes_ns[row] = mtime_ns


def _root(
    spelled: str,
    real: str,
    concept: ConceptRoot | None,
    tree: SourceTree,
    places: SourcePlaces,
) -> _Root:
    declared = declared_gone(real, places)
    if declared:
        return _Root(spelled, max(declared, key=len), "", declared=True)
    refusal = tree.refusal(real)
    if refusal:
        return _Root(spelled, real, f"cannot be listed: {refusal}", declared=False)
    if concept is not None:
        return _Root(concept.spelled, concept.real, "", declared=False)
    name, path = places.paths.existing_parent(spelled)
    return _Root(name, path, "", declared=False)


def declared_gone(real: str, places: SourcePlaces) -> list[str]:
    """The folders above a path whose missing files were deleted for good."""
    paths = places.paths
    return [folder for folder in places.gone
            if paths.holds(paths.place(folder), paths.place(real))]


def _facts(root: _Root) -> RootFacts:
    gone = root.indexed - root.present
    unreachable = "" if root.declared else root.trouble or root_is_unreachable(
        exists=os.path.isdir(root.real),  # noqa: PTH112 - folders are texts here
        indexed=root.indexed, present=root.present)
    return RootFacts(
        spelled=root.spelled, unreachable=unreachable or "", indexed=root.indexed, gone=gone,
        mostly_gone=not root.declared and mostly_gone(indexed=root.indexed, gone=gone),
        declared_gone=root.declared)


def _compare(
    recorded: Sequence[RecordedSource | None],
    rows: _Rows,
    verdicts: dict[int, Verdict],
    sentences: dict[int, str],
    token: CancelToken,
) -> Job[None]:
    """Read the sources that moved, each once, whatever number of values was made from it."""
    if not rows.moved:
        return
    of_path: dict[Path, list[int]] = {}
    for row in rows.moved:
        of_path.setdefault(Path(rows.real[row]), []).append(row)
    with blob_memory(cache_home()) as memory:
        for done, (path, digest) in enumerate(blob_digests(of_path, memory, token=token)):
            yield Progress("reading sources", done, len(of_path), "files")
            for row in of_path[path]:
                source = recorded[row]
                if source is not None:
                    _judge_one(row, source, digest, rows, verdicts, sentences)


def _judge_one(
    row: int,
    source: RecordedSource,
    digest: str | OSError,
    rows: _Rows,
    verdicts: dict[int, Verdict],
    sentences: dict[int, str],
) -> None:
    if isinstance(digest, OSError):
        verdicts[row] = Verdict.SOURCE_UNREACHABLE
        sentences[row] = why.source_unreadable(digest.strerror or str(digest))
    elif digest != source.digest:
        verdicts[row] = Verdict.CONTENT_CHANGED
        sentences[row] = (
            why.content_changed(digest[:16], source.digest[:16], "") if source.digest
            else "its date moved, and nothing tells what its bytes were")
    elif rows.mtimes_ns[row] != source.mtime_ns:
        verdicts[row] = Verdict.TOUCHED
        sentences[row] = why.touched(source.mtime_ns / 1e9, rows.mtimes_ns[row])
