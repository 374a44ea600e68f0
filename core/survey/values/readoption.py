"""What of a store's waste a present file can still claim, by content.

A renamed or moved file keeps its values: a payload is named by content, and a lookup by the moved
file finds it. So before a value of a vanished source, or the old value of an edited one, is called
waste, its content is looked for. A survey that finds every source as recorded looks for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from larder.core.jobs import CancelToken, Job
from larder.core.keys.key_names import NAME_PATTERNS, parse_name
from larder.core.stores.records import RecordedSource
from larder.core.survey.source_tree import RecordedPaths
from larder.core.survey.values.content_search import (
    FoundContent,
    LostValue,
    PresentSources,
    find_content,
    folders_of,
)
from larder.core.survey.values.sources import JudgedSources, SourcePlaces, declared_gone
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreKind, StoreLocation


def content_of_lost(
    rows: Sequence[int],
    names: Sequence[str],
    recorded: Sequence[RecordedSource | None],
    judged: JudgedSources,
    location: StoreLocation,
    places: SourcePlaces,
    token: CancelToken,
) -> Job[FoundContent]:
    """Look for the content of values that would be called waste.

    Args:
        rows: those values.
        names: of all values on disk, by row.
        recorded: what each was made from, by row.
        judged: what became of the sources.
        location: the store.
        places: where sources are.
        token: checked per folder and per file.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    kind = location.kind
    lost = {
        row: LostValue(_subject(kind, names[row]), source)
        for row in rows if (source := recorded[row]) is not None}
    if not lost:
        return FoundContent()
    folders = folders_of([
        *judged.folders, *(concept.real for concept in places.concepts
                           if not _is_gone(concept.real, places))])
    return (yield from find_content(
        lost, _present(names, recorded, judged, kind, places), folders, places.tree,
        beside=str(location.path), has_rows=kind is StoreKind.TOKENS, token=token))


def _is_gone(real: str, places: SourcePlaces) -> bool:
    """Whether a folder is not there, and its files were said to be deleted for good."""
    return bool(declared_gone(real, places)) and not places.tree.exists(real)


def _present(
    names: Sequence[str],
    recorded: Sequence[RecordedSource | None],
    judged: JudgedSources,
    kind: StoreKind,
    places: SourcePlaces,
) -> PresentSources:
    """Sources that hold what was recorded of them."""
    at: dict[str, str] = {}
    paths: set[str] = set()
    real = RecordedPaths(places.paths)
    for row, source in enumerate(recorded):
        if source is None or judged.verdicts.get(row, Verdict.VALID) < Verdict.TOUCHED:
            continue
        path = real.real(source.source)
        subject = _subject(kind, names[row]) if row < len(names) else ""
        for content in (subject, source.digest):
            if content:
                at[content] = path
        if subject or source.digest:
            paths.add(path)
    return PresentSources(at, paths)


def _subject(kind: StoreKind, name: str) -> str:
    """The content that a payload's name tells, "" for a tree, whose name is anybody's choice."""
    if kind.value not in NAME_PATTERNS:
        return ""
    parsed = parse_name(kind.value, name)
    return "" if parsed is None else parsed.subject
