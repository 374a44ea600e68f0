"""The survey of one store in released OneTrainer's layout.

Such a store has no index: a slot belongs to the sample of the same number, if the samples are still
those the group was built from. So the rows are the config's samples, judged slot by slot, and the
sources that an image group lists although they are no samples any more. What a source looked like
when it was cached is recorded nowhere; `legacy_findings` says so once per store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from larder.core.errors import Finding, WorkspaceError
from larder.core.files.folder_scan import FolderListing
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.stores.busy import busy_signs
from larder.core.stores.released.groups import (
    GroupRecord,
    LegacyFolders,
    Places,
    list_legacy_folders,
    read_group,
)
from larder.core.survey.legacy.files import payload_files
from larder.core.survey.legacy.judging import LegacyFacts, judge_legacy_store
from larder.core.survey.legacy.matching import concept_places
from larder.core.survey.legacy.rows import RowCollector
from larder.core.survey.legacy.sources import Reachability
from larder.core.survey.report import (
    Depth,
    IndexCopy,
    IndexFacts,
    RootFacts,
    StoreSurvey,
)
from larder.core.survey.wanted import wanted_names
from larder.core.workspace.open_workspace import StoreKind, StoreLocation, Workspace
from larder.core.workspace.roots import HERE, PathFlavour, recorded_flavour
from larder.core.workspace.samples import ConceptSamples
from larder.core.workspace.store_kinds import StoreContent, StoreFormat, kind_of

Records = Mapping[str, GroupRecord]


def survey_legacy_store(
    location: StoreLocation,
    *,
    workspace: Workspace,
    samples: Mapping[int, ConceptSamples],
    depth: Depth,
    resolve: Callable[[str], Path],
    token: CancelToken,
    now_ns: int,
    gone: Sequence[str] = (),
    roots: list[RootFacts] | None = None,
) -> Job[StoreSurvey]:
    """Judge every sample and group of one store.

    Args:
        location: a store of a legacy kind.
        workspace: whose concepts it is matched with.
        samples: of the concepts a trainer would load, by concept index, links followed: released
            OneTrainer follows them.
        depth: STAT and HASH say the same, for no hash is stored; PAYLOAD opens every slot.
        resolve: where a spelled folder lies on this system.
        token: checked per group and, at depth payload, per slot.
        now_ns: the time, nanoseconds since 1970.
        gone: folders on this system whose missing files were deleted for good.
        roots: the survey's roots so far; this store's are put behind them and its rows numbered by
            them. None leaves the rows without roots.

    Raises:
        JobCancelled: if the token was cancelled.
        WorkspaceError: if the store's folder cannot be listed.
    """
    folders = _folders(location.path)
    records = yield from _read_groups(location.path, folders.groups, token)
    image_records: Records = {}
    if location.kind.content is StoreContent.TEXT:
        beside = _image_store_beside(location, workspace)
        image_records = yield from _read_groups(beside, _folders(beside).groups, token)
    flavour = _flavour(records, samples)
    facts = LegacyFacts(
        location=location, workspace=workspace, concepts=concept_places(workspace, flavour),
        samples=samples if _is_asked_for(workspace, location) else {},
        records=records, image_records=image_records, places=Places(resolve),
        reachability=Reachability(gone, flavour))
    collector = RowCollector(flavour)
    verdicts = yield from judge_legacy_store(facts, collector, depth=depth, token=token)
    rows = collector.columns(first_root=None if roots is None else len(roots))
    if roots is not None:
        roots += collector.root_facts()
    return StoreSurvey(
        location=location,
        index=IndexFacts(copy=IndexCopy.NONE, version=None, stamp=None, unreadable_rows={}),
        rows=rows,
        payloads=payload_files(records, verdicts, foreign=folders.foreign),
        busy=busy_signs(location.path, listing=_newest_files(location, records), now_ns=now_ns),
        sources_hashed=True,
        wanted=collector.wanted(sorted(facts.samples)),
    )


def legacy_findings(stores: Iterable[StoreSurvey]) -> Iterator[Finding]:
    """What no verdict can say of legacy stores, once for each that holds anything."""
    for store in stores:
        kind = store.location.kind
        if kind.format is not StoreFormat.LEGACY or not store.payloads.names:
            continue
        what = "captions" if kind.content is StoreContent.TEXT else "pictures"
        yield Finding(
            store.location.spelled,
            f"This cache records neither hashes nor dates of its {what}, so an edited one looks "
            "like an unchanged one.",
            f"After editing {what}, have OneTrainer clear this cache before it trains.",
        )


def _is_asked_for(workspace: Workspace, location: StoreLocation) -> bool:
    """Texts are not cached at all while every text encoder is trained."""
    kind = kind_of(StoreFormat.SMART, location.kind.content)
    return wanted_names(workspace.config, kind) != frozenset()


def _read_groups(
    store: Path, keys: tuple[str, ...], token: CancelToken
) -> Job[dict[str, GroupRecord]]:
    records: dict[str, GroupRecord] = {}
    for done, key in enumerate(keys):
        token.check()
        yield Progress("reading groups", done, len(keys), "groups")
        records[key] = read_group(store, key)
    return records


def _folders(store: Path) -> LegacyFolders:
    try:
        return list_legacy_folders(store)
    except (FileNotFoundError, NotADirectoryError):
        return LegacyFolders(groups=(), foreign=())
    except OSError as error:
        raise WorkspaceError(
            f"The cache folder {store} cannot be listed: {error.strerror or error}.",
            "Check that you may read it.") from error


def _image_store_beside(location: StoreLocation, workspace: Workspace) -> Path:
    """The image store of the same cache directory, by its place in the trainer's layout."""
    parent = location.path.parent
    known = [
        store.path for store in workspace.stores
        if store.kind is StoreKind.LEGACY_IMAGE and store.path.parent == parent]
    return known[0] if known else parent / StoreContent.IMAGE.value


def _flavour(records: Records, samples: Mapping[int, ConceptSamples]) -> PathFlavour:
    """How the store's sources are spelled: as recorded, else as the samples are."""
    for record in records.values():
        sources = record.sources()
        if sources:
            return recorded_flavour(sources)
    return next((of_concept.flavour for of_concept in samples.values()), HERE)


def _newest_files(location: StoreLocation, records: Records) -> FolderListing:
    """The youngest file of each group, as a listing of the store: what shows a trainer at work."""
    groups = [record.group for record in records.values() if record.group.newest]
    return FolderListing(
        path=str(location.path),
        names=[f"{group.key}/{group.newest}" for group in groups],
        sizes=np.zeros(len(groups), dtype=np.int64),
        mtimes_ns=np.array([group.newest_ns for group in groups], dtype=np.int64),
        subfolders=[], links=frozenset(), vanished=())
