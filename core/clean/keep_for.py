"""Other configs that share a cache, and what of it they need.

Each is opened and surveyed as if it had been given itself, so what it needs is what that survey
finds: what a clean of that config would not offer stays, and what it would hold back is held back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from larder.core.clean.plan import CleanReason, Offer
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import is_there
from larder.core.jobs import CancelToken, Job
from larder.core.survey.report import Depth, StoreSurvey, SurveyReport
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.workspace.open_workspace import Workspace, WorkspaceKind, open_workspace
from larder.core.workspace.store_kinds import CleanedFormats, StoreFormat, StoreKind

StoreKey = tuple[Path, StoreKind]
"""What a store is, whatever a workspace calls it."""

_HAS_ITS_CONTENT: Final = frozenset({PayloadVerdict.READOPTABLE})

NEEDED: Final[CleanedFormats[frozenset[PayloadVerdict]]] = {
    # An entry of the index names a payload whoever asks for it.
    StoreFormat.INDEXED: _HAS_ITS_CONTENT,
    # A concept is read from such a group.
    StoreFormat.RELEASED: _HAS_ITS_CONTENT | {PayloadVerdict.REFERENCED},
    StoreFormat.VALUES: _HAS_ITS_CONTENT,
    StoreFormat.TREES: _HAS_ITS_CONTENT,
    StoreFormat.FILES: frozenset({PayloadVerdict.REFERENCED}),
}
"""What is said of files that a config needs."""


def key_of(store: StoreSurvey) -> StoreKey:
    """Return the path and kind that identify a surveyed store."""
    return store.location.path, store.location.kind


def survey_other_configs(
    workspace: Workspace,
    configs: Iterable[Path],
    *,
    depth: Depth = Depth.STAT,
    gone: Sequence[str] = (),
    token: CancelToken,
) -> Job[tuple[SurveyReport, ...]]:
    """Survey other configs that share a workspace's caches.

    What only payloads tell is not asked of them. Their paths are absolute.

    Raises:
        WorkspaceError: if a config cannot be read.
        UserFacingError: if one uses none of these caches, or nothing tells what it needs.
    """
    found = []
    for path in dict.fromkeys(configs):
        other = _open_alongside(workspace, path)
        report = yield from survey(
            other, depth=Depth.HASH if depth is Depth.PAYLOAD else depth, gone=gone, token=token)
        found.append(report)
    return tuple(found)


def untick_requested(
    offers: Iterable[Offer], stores: Sequence[StoreKey], kept: SurveyReport,
    theirs: Iterable[Offer],
) -> None:
    """Untick what a clean of another config would not take.

    `stores` are those that are cleaned, by number; `theirs` is what a clean of the other config
    would offer.
    """
    shared = [key_of(store) for store in kept.stores]
    allowed = {(shared[offer.store], offer.payload): offer.why for offer in theirs}
    for offer in offers:
        key = stores[offer.store]
        if key not in shared or offer.reason is CleanReason.CORRUPT:
            continue  # a damaged file is of no use to anybody
        why = allowed.get((key, offer.payload))
        offer.why = _asks(kept) if why is None else offer.why or why


def untick_read(
    offers: Iterable[Offer], stores: Sequence[StoreKey], kept: SurveyReport
) -> None:
    """Untick what another config reads of stores that are cleared."""
    reads = {
        key: _reads(store) for store in kept.stores
        if (key := key_of(store)) in stores and store.location.kind.traits.may_clean}
    for offer in offers:
        is_read = reads.get(stores[offer.store])
        if is_read is not None and is_read(offer):
            offer.why = _asks(kept)


def _asks(kept: SurveyReport) -> str:
    """Say why something stays that another config needs."""
    return f"The config {kept.workspace.opened.name} needs it."


def _reads(store: StoreSurvey) -> Callable[[Offer], bool]:
    """Return a test whether a config reads an offered item of one store: file or needed source."""
    listed, needed = store.payloads, NEEDED[store.location.kind.format]
    sources = {store.rows.source(row) for rows in store.wanted.values() for row in rows.tolist()}
    files = {
        name for at, (name, verdict) in enumerate(
            zip(listed.names, listed.verdicts.tolist(), strict=True))
        if PayloadVerdict(verdict) in needed or at in listed.held}
    return lambda offer: offer.payload in files or not sources.isdisjoint(offer.sources)


def _open_alongside(workspace: Workspace, path: Path) -> Workspace:
    """A config that shares a cache; its relative paths may be meant as the workspace's are.

    Raises:
        WorkspaceError: if it cannot be read.
        UserFacingError: if it shares none, or its concepts are not known.
    """
    ours = {(store.path, store.kind) for store in workspace.stores}
    for root in (None, workspace.root):
        other = open_workspace(path, root=root, maps=workspace.maps)
        if other.kind is not WorkspaceKind.CONFIG or (
                other.config is None and other.trainer is None):
            raise UserFacingError(
                f"{path} is not a config, so what it needs is not known.", "Name a config.")
        if ours.isdisjoint((store.path, store.kind) for store in other.stores):
            continue
        if other.config is None:
            return other
        named = other.config.concept_file_name
        if other.config.concepts is None and not is_there(other.file(named)):
            raise UserFacingError(
                f"The concept file {other.file(named)} of {path} is missing, so what that config "
                "needs is not known.", "Put it back, or leave the config out.")
        return other
    raise UserFacingError(
        f"The config {path} uses none of these caches, so there is nothing to keep for it.",
        "Leave it out.")
