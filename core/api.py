"""Larder from Python: what `import larder` offers, as simple calls that run to their end.

Each call runs the same job that the command line and a worker of the window run, in this process
and to its end, and returns the same value. Plans are values: making one changes nothing on disk,
`apply` carries it out and checks every item again before it is touched.

Every call takes `on_progress`, which is told what the job does (`Progress`) and which items it
could not do (`ItemFailed`), and a `token`, with which another thread cancels it. Then
`JobCancelled` is raised; what was finished is kept.

`UserFacingError` and its children (`larder.core.errors`) say what a user can mend.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, overload

from larder.core.clean.plan import CleanPlan
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.jobs import CancelToken, Job, JobEvent, run_to_end
from larder.core.payloads.open_payload import open_payload
from larder.core.requests.options import (
    PROOF_SAMPLE,
    ApplyOptions,
    BuildOptions,
    ProveOptions,
    UndoOptions,
    WorkspaceOptions,
)
from larder.core.requests.request import open_for
from larder.core.stores import loops
from larder.core.survey.report import SurveyReport
from larder.core.training.dataset import CachedDataset
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_locations import StoreLocation, find_stores

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from larder.core.build.plan import BuildPlan
    from larder.core.build.reports import BuildReport
    from larder.core.compare.proof.document import ProofDocument
    from larder.core.requests.saving import Applied
    from larder.core.writes.reports import CleanReport, UndoReport

__all__ = [
    "CachedDataset", "Store", "apply", "open", "plan_build", "plan_clean", "prove", "stores",
    "survey", "undo"]

AnyPath = str | os.PathLike[str]
OnProgress = Callable[[JobEvent], None]
Report = TypeVar("Report")


def open(
    path: AnyPath,
    *,
    root: AnyPath | None = None,
    config: AnyPath | None = None,
    concepts: AnyPath | None = None,
    maps: Iterable[tuple[str, str]] = (),
) -> Workspace:
    """Open a workspace; reads the config, the concepts and the heads of indexes, writes nothing.

    Args:
        path: a OneTrainer config, a folder with caches, or one cache folder.
        root: folder that relative paths of config and indexes refer to, None to find it.
        config: config to add to a bare folder.
        concepts: concept list to add to a bare folder.
        maps: (old prefix, new prefix) pairs of absolute paths, remembered for this workspace.

    Raises:
        WorkspaceError: if there is nothing there, or it cannot be read.
    """
    return open_for(WorkspaceOptions(
        workspace=os.fspath(path), root=_text(root), config=_text(config),
        concepts=_text(concepts), maps=tuple(maps)))


def survey(
    workspace: Workspace,
    *,
    depth: str = "stat",
    gone: Collection[AnyPath] = (),
    on_progress: OnProgress | None = None,
    token: CancelToken | None = None,
) -> SurveyReport:
    """Say of every sample, entry and payload what it is worth; writes nothing.

    Args:
        workspace: as `open` gave it.
        depth: "stat" compares dates and hashes what moved, "hash" hashes every source, "payload"
            also looks into every payload.
        gone: folders whose missing pictures were deleted for good.
        on_progress: told what is being done.
        token: cancels it.

    Raises:
        WorkspaceError: if a store cannot be listed.
        JobCancelled: if the token was cancelled.
    """
    from larder.core.requests.surveying import survey_workspace

    return _run(
        lambda token: survey_workspace(
            workspace, depth, token, gone=[os.fspath(folder) for folder in gone]),
        on_progress, token)


def prove(
    workspace: Workspace,
    *,
    sample: int = PROOF_SAMPLE,
    models: Collection[AnyPath] = (),
    device: str | None = None,
    even_if_busy: bool = False,
    on_progress: OnProgress | None = None,
    token: CancelToken | None = None,
) -> ProofDocument:
    """Encode a few sources of every cache of a trainer anew, and compare with what is cached.

    Writes nothing but what was found out, into the `.larder` of each cache; surveys judge by it.

    Args:
        workspace: as `open` gave it.
        sample: files of each group, in a `cache.json` of each concept.
        models: folders or files with models, in place of those that the config names.
        device: where to encode, None for the fastest there is.
        even_if_busy: go on although a trainer seems to be at work.
        on_progress: told what is being done.
        token: cancels it.

    Raises:
        UserFacingError: if there is no config that can be built for, or a model is missing.
        StoreBusyError, StoreLockedError: if a cache may not be written now.
    """
    from larder.core.requests.comparing import prove_payloads

    options = ProveOptions(
        workspace=str(workspace.opened), sample=sample, device=device, even_if_busy=even_if_busy,
        models=tuple(os.fspath(model) for model in models))
    return _run(lambda token: prove_payloads(workspace, options, token), on_progress, token)


def plan_clean(
    report: SurveyReport, *, reasons: Collection[str] = (), keep_for: Collection[AnyPath] = ()
) -> CleanPlan:
    """Plan a clean; each item has its reason, its bytes, and whether it is preselected.

    Args:
        report: of a survey.
        reasons: only these groups ("orphaned", "superseded", "unindexed", "temp-leftover",
            "corrupt", "legacy-group", "legacy-leftover"), all of them with none.
        keep_for: other configs that share the caches; they are surveyed, and what they need stays.

    Raises:
        UserFacingError: if a reason is no reason, or nothing tells what another config needs.
    """
    from larder.core.requests.surveying import plan_clean as plan
    from larder.core.requests.surveying import survey_others

    kept = _run(lambda token: survey_others(
        report.workspace, [os.fspath(path) for path in keep_for], report.depth.value, token,
        gone=report.gone), None, None)
    return plan(report, reasons, kept)


def plan_build(
    workspace: Workspace,
    *,
    models: Collection[AnyPath] = (),
    encoder: str | None = None,
    device: str | None = None,
    dtype: str | None = None,
    batch: int | None = None,
    only: str = "needed",
    limit: int | None = None,
    depth: str = "stat",
    other_weights: str = "ask",
    all_targets: bool = False,
    layout: str | None = None,
    workers: str | None = None,
    gpus: str | None = None,
    on_progress: OnProgress | None = None,
    token: CancelToken | None = None,
) -> BuildPlan:
    """Plan a build: survey the workspace and list what would be encoded; nothing is written.

    Args:
        workspace: as `open` gave it, with a config.
        models: folders and files with models, in order of preference.
        encoder: name of an encoder other than the model type's own.
        device: as torch spells it, None for the fastest there is.
        dtype: number type of weights and work, None for the config's.
        batch: pictures or prompts encoded together.
        only: "missing", "stale", "needed" (both) or "all".
        limit: at most so many sources per store.
        depth: of the survey.
        other_weights: "replace" or "keep" good payloads of other weights; "ask" refuses to decide.
        all_targets: of several target resolutions build every one; in a `cache.json` only.
        layout: "released" or "cache.json", None for the one that is there.
        workers: how many processes encode, and where: "2", "ray", "ray://HOST:10001",
            "4@ray://HOST:10001"; None for this one alone.
        gpus: "all", or over how many graphics cards; None for one.
        on_progress: told what is being done.
        token: cancels it.

    Raises:
        UserFacingError: if nothing can be built for this workspace.
        JobCancelled: if the token was cancelled.
    """
    from larder.core.requests.building import plan_samples

    options = BuildOptions(
        workspace=str(workspace.opened), models=tuple(os.fspath(model) for model in models),
        encoder=encoder, device=device, dtype=dtype, batch=batch, only=only, limit=limit,
        depth=depth, other_weights=other_weights, all_targets=all_targets, layout=layout,
        workers=workers, gpus=gpus)
    plan, _ = _run(
        lambda token: plan_samples(workspace, options, token), on_progress, token)
    return plan


@overload
def apply(
    plan: CleanPlan, *, delete: bool = False, even_if_busy: bool = False,
    on_progress: OnProgress | None = None, token: CancelToken | None = None,
) -> CleanReport: ...
@overload
def apply(
    plan: BuildPlan, *, even_if_busy: bool = False,
    on_progress: OnProgress | None = None, token: CancelToken | None = None,
) -> BuildReport: ...
@overload
def apply(
    plan: AnyPath, *, delete: bool = False, even_if_busy: bool = False,
    on_progress: OnProgress | None = None, token: CancelToken | None = None,
) -> Applied: ...
def apply(
    plan: CleanPlan | BuildPlan | AnyPath,
    *,
    delete: bool = False,
    even_if_busy: bool = False,
    on_progress: OnProgress | None = None,
    token: CancelToken | None = None,
) -> Applied:
    """Do what a plan says, less what changed since, which the report names.

    Args:
        plan: as `plan_clean` or `plan_build` gave it, or a file that `--out` saved.
        delete: of a clean, free the space at once instead of moving into quarantine.
        even_if_busy: go on although a trainer seems to be at work.
        on_progress: told what is being done, and which items failed.
        token: cancels it; what was finished is kept.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
        UserFacingError: if it cannot be done.
        JobCancelled: if the token was cancelled; its report says what was kept.
    """
    return _run(
        lambda token: _run_apply(plan, delete=delete, even_if_busy=even_if_busy, token=token),
        on_progress, token)


def undo(
    workspace: Workspace,
    identity: str | None = None,
    *,
    even_if_busy: bool = False,
    on_progress: OnProgress | None = None,
    token: CancelToken | None = None,
) -> UndoReport:
    """Bring back what a clean moved: files and index rows.

    Args:
        workspace: as `open` gave it.
        identity: the `undo` of a clean's report, None for the newest.
        even_if_busy: go on although a trainer seems to be at work.
        on_progress: told what is being done.
        token: cancels it.

    Raises:
        StoreLockedError, StoreBusyError: if it may not be done now.
        UserFacingError: if there is nothing to undo.
    """
    from larder.core.requests.cleaning import undo as run_undo

    options = UndoOptions(
        workspace=str(workspace.opened), id=identity, even_if_busy=even_if_busy)
    return _run(lambda token: run_undo(workspace, options, token), on_progress, token)


@dataclass(frozen=True, slots=True)
class Store:
    """One cache folder, opened for reading.

    Attributes:
        location: its id in the workspace, its kind, and its folder.
    """

    location: StoreLocation

    def payloads(self) -> Iterator[str]:
        """Names of its cached files relative to its folder, of a tree its manifest, by name.

        Raises:
            WorkspaceError: if the folder cannot be listed.
        """
        from larder.core.queries.store_files import FILES_OF

        try:
            yield from sorted(FILES_OF[self.location.kind.format].list_payloads(self.location))
        except OSError as error:
            raise WorkspaceError.of_listing(self.location.path, error) from error

    def read(self, payload: str) -> dict[str, npt.NDArray[np.generic]]:
        """The arrays of one cached file by name, checksums compared; bfloat16 as float32.

        Raises:
            PayloadError: if it is damaged, or no payload.
        """
        with open_payload(self.location.path / payload) as opened:
            return {info.name: opened.array(info.name) for info in opened.contents().arrays}


class Stores:
    """Call it for the stores that are there; its members open one for a training loop.

    `larder.stores.TokenStore(folder).get_or_make(key, make)` gives what is cached, and makes and
    caches what is not.
    """

    AudioKey = loops.AudioKey
    AudioStore = loops.AudioStore
    AdmissionPolicy = loops.AdmissionPolicy
    TokenStore = loops.TokenStore
    TokensKey = loops.TokensKey
    TreeKey = loops.TreeKey
    TreeStore = loops.TreeStore
    VisionKey = loops.VisionKey
    VisionStore = loops.VisionStore
    WaveformKey = loops.WaveformKey
    WaveformStore = loops.WaveformStore

    def __call__(self, where: Workspace | AnyPath) -> tuple[Store, ...]:
        """The stores of a workspace that are there, or those in a folder and some levels below it.

        Raises:
            UserFacingError: if there is none in the folder.
        """
        if isinstance(where, Workspace):
            return tuple(Store(location) for location in where.stores if location.exists)
        found = find_stores(Path(os.path.abspath(where)))  # noqa: PTH100 - links stay as spelled
        if not found:
            raise UserFacingError(f"Nothing in {where} looks like a cache.", "Check the path.")
        return tuple(map(Store, found))


stores = Stores()


def _run_apply(
    plan: CleanPlan | BuildPlan | AnyPath, *, delete: bool, even_if_busy: bool, token: CancelToken
) -> Job[Applied]:
    if isinstance(plan, (str, os.PathLike)):
        from larder.core.requests.saving import apply_saved

        return apply_saved(
            ApplyOptions(plan=os.fspath(plan), delete=delete, even_if_busy=even_if_busy), token)
    if isinstance(plan, CleanPlan):
        from larder.core.clean.clean import apply_clean

        return apply_clean(plan, delete=delete, even_if_busy=even_if_busy, token=token)
    from larder.core.build.build import build_planned

    return build_planned(plan, even_if_busy=even_if_busy, token=token)


def _run(
    start: Callable[[CancelToken], Job[Report]], on_progress: OnProgress | None,
    token: CancelToken | None,
) -> Report:
    return run_to_end(start(token or CancelToken()), on_progress)


def _text(path: AnyPath | None) -> str | None:
    return None if path is None else os.fspath(path)
