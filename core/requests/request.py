"""A request: options in, a document out, whoever asks.

The command line and `larder.core.api` call what a request runs; a worker process calls `start`,
which opens the workspace, runs the same function and encodes what it returns. So a workspace is
opened once per request, here, and an answer is made in one place.

A worker knows requests by name. Only the module of the one that is asked for is loaded: who
inspects a file needs nothing of what builds.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.jobs import CancelToken, Job, JobCancelled
from larder.core.requests.options import (
    Answer,
    AssumeOptions,
    ClearOptions,
    ConvertOptions,
    EncodingOptions,
    ExportOptions,
    IndexWriteOptions,
    MapOptions,
    PruneOptions,
    RelocateOptions,
    RepairOptions,
    WorkspaceOptions,
)
from larder.core.settings import maps_of
from larder.core.workspace.open_workspace import Workspace, open_workspace
from larder.core.workspace.roots import PathMap

_REQUESTS: Final = {
    "survey": "survey_summary:SURVEY",
    "check": "checking:CHECK",
    "source-state": "watching:SOURCE_STATE",
    "sourceless": "surveying:SOURCELESS",
    "plan-clean": "storekeeping:PLAN_CLEAN",
    "stats": "storekeeping:STATS",
    "usage": "storekeeping:USAGE",
    "scaling": "storekeeping:SCALING",
    "space-history": "storekeeping:SPACE_HISTORY",
    "plan-prune": "storekeeping:PLAN_PRUNE",
    "plan-clear": "storekeeping:PLAN_CLEAR",
    "plan-build": "building:PLAN_BUILD",
    "build": "building:BUILD",
    "plan-build-sources": "building:PLAN_BUILD_SOURCES",
    "build-sources": "building:BUILD_SOURCES",
    "devices": "building:DEVICES",
    "apply": "saving:APPLY",
    "export-plan": "cleaning:EXPORT_PLAN",
    "undo": "cleaning:UNDO",
    "show-undo": "cleaning:SHOW_UNDO",
    "history": "cleaning:HISTORY",
    "empty": "cleaning:EMPTY",
    "touch": "index_writing:TOUCH",
    "readopt": "index_writing:READOPT",
    "repair-index": "index_writing:REPAIR",
    "relocate": "index_writing:RELOCATE",
    "assume": "comparing:ASSUME",
    "prove": "comparing:PROVE",
    "diff": "comparing:DIFF",
    "dups": "comparing:DUPS",
    "inspect": "inspecting:INSPECT",
    "preview": "inspecting:PREVIEW",
    "preview-entry": "inspecting:PREVIEW_ENTRY",
    "decode-entry": "inspecting:DECODE_ENTRY",
    "match": "inspecting:MATCH",
    "likeness": "inspecting:LIKENESS",
    "map": "mapping:MAP",
    "latents": "mapping:LATENTS",
    "inspect-entry": "inspecting:INSPECT_ENTRY",
    "demo": "building:DEMO",
    "export": "bundling:EXPORT",
    "verify": "bundling:VERIFY",
    "import": "bundling:IMPORT",
    "manifest": "bundling:MANIFEST",
}
"""Where each lies: "module:name" below `larder.core.requests`."""

OF_BUILT_CACHES: Final = (
    PruneOptions, ClearOptions, IndexWriteOptions, RelocateOptions, ExportOptions, RepairOptions,
    EncodingOptions, ConvertOptions, AssumeOptions, MapOptions)
"""Options of what is only done with caches that Larder builds, too."""


def _as_it_is(_options: Any, result: Any) -> Any:
    return result


class Request(msgspec.Struct, frozen=True):
    """Kind of request that a front end may make.

    Attributes:
        options_type: what its options are decoded as.
        run: the job, of (workspace, options, token) where the options name a workspace, else of
            (options, token).
        document: makes the answer's document of the options and of what the job returned, or kept
            when it was cancelled; writes the plan and the columns that the options ask for.
    """

    options_type: type[msgspec.Struct]
    run: Callable[..., Job[Any]]
    document: Callable[[Any, Any], Any] = _as_it_is

    def start(self, options: Any, token: CancelToken) -> Job[Answer]:
        """Run it; what a cancelled job kept is on the exception as an answer, too.

        Raises:
            WorkspaceError: if the workspace cannot be read.
            UserFacingError: whatever else the job says.
        """
        try:
            if isinstance(options, WorkspaceOptions):
                result = yield from self.run(open_for(options), options, token)
            else:
                result = yield from self.run(options, token)
        except JobCancelled as cancelled:
            if cancelled.report is None:
                raise
            raise JobCancelled(self._answer(options, cancelled.report)) from cancelled
        return self._answer(options, result)

    def _answer(self, options: Any, result: Any) -> Answer:
        return Answer(
            document=encode_ascii_json(self.document(options, result)),
            tables=getattr(options, "tables", None), plan=getattr(options, "plan", None))


def open_for(options: WorkspaceOptions) -> Workspace:
    """Open the workspace that options name.

    Raises:
        WorkspaceError: if it cannot be read.
        UserFacingError: if it is another trainer's, and the options are of what is only done with
            caches that Larder builds.
    """
    workspace = open_workspace(
        Path(options.workspace),
        root=_path(options.root),
        config=_path(options.config),
        concepts=_path(options.concepts),
        maps=[PathMap(old, new) for old, new in maps_of(options.workspace, options.maps)])
    if isinstance(options, OF_BUILT_CACHES):
        require_onetrainers(workspace)
    return workspace


def require_onetrainers(workspace: Workspace) -> None:
    """Make sure that a workspace is not one of another trainer's.

    Raises:
        UserFacingError: if it is.
    """
    if any(store.kind.traits.is_other_trainers for store in workspace.stores):
        trainer = workspace.trainer.label if workspace.trainer else "this trainer"
        raise UserFacingError(
            f"Caches of {trainer} are read and cleaned here, not built or edited.",
            "The trainer itself makes what is missing when it starts.")


def store_folders(workspace: Workspace) -> list[Path]:
    """Return the folders of the stores that are there."""
    return [location.path for location in workspace.stores if location.exists]


def _path(spelled: str | None) -> Path | None:
    return None if spelled is None else Path(spelled)


class _Requests(Mapping[str, Request]):
    """Requests by name; each is loaded when it is asked for."""

    def __getitem__(self, kind: str) -> Request:
        module, _, name = _REQUESTS[kind].partition(":")
        request: Request = getattr(
            importlib.import_module(f"larder.core.requests.{module}"), name)
        return request

    def __iter__(self) -> Iterator[str]:
        return iter(_REQUESTS)

    def __len__(self) -> int:
        return len(_REQUESTS)


JOB_KINDS: Final = _Requests()
