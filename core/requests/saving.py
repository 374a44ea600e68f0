"""Plans on disk: what they say of their request, so that they mean the same anywhere; applied.

What applies one is loaded only for a plan of its schema.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import msgspec

from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.temp_names import sweep_temporaries
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import ApplyOptions, WorkspaceOptions
from larder.core.requests.request import Request
from larder.core.saved_plans import NO_PLAN, PlanOrigin, read_saved
from larder.core.workspace.open_workspace import Workspace
from larder.core.writes.transaction import IndexTarget

if TYPE_CHECKING:
    from larder.core.build.reports import BuildReport
    from larder.core.writes.reports import CleanReport, ListedFile, ReadoptReport, TouchReport

Applied: TypeAlias = "CleanReport | BuildReport | TouchReport | ReadoptReport"
"""What carrying out a plan reports."""

PATHS: Final = ("workspace", "root", "config", "concepts", "sources")
"""Options that name one file or folder."""

LISTS_OF_PATHS: Final = ("models", "gone")

OF_THE_RUN: Final = ("plan", "files", "measure", "measure_anew", "apply", "even_if_busy")
"""Options that say what is done with a plan, not what is in it."""

Options = TypeVar("Options", bound=msgspec.Struct)


def origin_of(
    options: WorkspaceOptions, workspace: Workspace, targets: Sequence[IndexTarget]
) -> PlanOrigin:
    """Return what a saved plan records of its workspace, its options and its stores."""
    stamps = {target.id: target.stamp for target in targets}
    return PlanOrigin.of(
        [store for store in workspace.stores if store.id in stamps], stamps,
        {**encode_options(options), "maps": [[one.old, one.new] for one in workspace.maps]},
        made_from=workspace.digest)


def save_files(files: Iterable[ListedFile], path: Path) -> None:
    """Write what is done with each file, a JSON document per line.

    Raises:
        OSError: if it cannot be written.
    """
    write_atomically(path, [msgspec.json.Encoder().encode_lines(list(files))], fsync=False)


def encode_options(options: msgspec.Struct) -> dict[str, Any]:
    """Options as plain values, paths absolute."""
    values: dict[str, Any] = {
        name: value for name, value in msgspec.to_builtins(options).items()
        if name not in OF_THE_RUN}
    for name in PATHS:
        if values.get(name) is not None:
            values[name] = _absolute(values[name])
    for name in LISTS_OF_PATHS:
        if name in values:
            values[name] = [_absolute(path) for path in values[name]]
    model = values.get("model")
    if model is not None and Path(model).exists():
        values["model"] = _absolute(model)
    return values


def options_of(plan: PlanOrigin, kind: type[Options], **more: Any) -> Options:
    """The options a plan was made with.

    Raises:
        WorkspaceError: if they are no such options.
    """
    try:
        return msgspec.convert({**plan.request, **more}, kind)
    except msgspec.ValidationError as error:
        raise WorkspaceError(f"The plan's own options cannot be used: {error}.", NO_PLAN) from error


def save_document(document: dict[str, Any], file: Path) -> None:
    """Write a plan's document.

    Raises:
        UserFacingError: if it cannot be written.
        OSError: if its folder is missing.
    """
    sweep_temporaries(file)
    write_atomically(file, [encode_ascii_json(document), b"\n"])


def _absolute(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100 - links stay as they are spelled


@dataclass(frozen=True, slots=True)
class _Applier:
    """Function that applies plans of one schema: "module:name" below `larder.core.requests`."""

    where: str
    can_delete: bool = False

    def load(self) -> Callable[[ApplyOptions, CancelToken], Job[Applied]]:
        """Import the module and return the function."""
        module, _, name = self.where.partition(":")
        found: Callable[[ApplyOptions, CancelToken], Job[Applied]] = attrgetter(name)(
            importlib.import_module(f"larder.core.requests.{module}"))
        return found


_APPLIERS: Final = {
    "larder.clean-plan/1": _Applier("cleaning:apply_plan", can_delete=True),
    "larder.build-plan/1": _Applier("building:apply_saved_build"),
    "larder.touch-plan/1": _Applier("index_writing:TOUCHING.apply_saved"),
    "larder.readopt-plan/1": _Applier("index_writing:READOPTING.apply_saved"),
}


class _Head(msgspec.Struct):
    """Head of a plan's file, which identifies its kind."""

    schema: str


def apply_saved(options: ApplyOptions, token: CancelToken) -> Job[Applied]:
    """Carry out a plan from its file.

    Raises:
        StalePlanError, StoreLockedError, StoreBusyError: if it may not be done now.
        WorkspaceError: if the file cannot be read, is no plan, or the selection is not of it.
        UserFacingError: if it cannot be done.
        JobCancelled: if the token was cancelled; its report says what was done.
    """
    head = read_saved(Path(options.plan), _Head)
    applier = _APPLIERS.get(head.schema)
    if applier is None:
        raise WorkspaceError(
            f"The file {options.plan} has the schema {head.schema!r}, which no plan of this "
            "version of Larder has.", NO_PLAN)
    if not applier.can_delete and (options.delete or options.selected is not None):
        raise UserFacingError(
            f"{options.plan} is not the plan of a clean, so nothing in it can be deleted.",
            "Leave out --delete.")
    return (yield from applier.load()(options, token))


APPLY = Request(ApplyOptions, apply_saved)
