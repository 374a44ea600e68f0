"""What plans on disk say of their request: the options, so that they mean the same anywhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from larder.core.clean.transaction import IndexTarget
from larder.core.errors import WorkspaceError
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.requests.options import WorkspaceOptions
from larder.core.saved_plans import NO_PLAN, PlanOrigin
from larder.core.workspace.open_workspace import Workspace

PATHS: Final = ("workspace", "root", "config", "concepts", "sources")
"""Options that name one file or folder."""

LISTS_OF_PATHS: Final = ("models", "gone")

OF_THE_RUN: Final = ("plan", "measure", "measure_anew", "apply", "even_if_busy")
"""Options that say what is done with a plan, not what is in it."""

Options = TypeVar("Options", bound=msgspec.Struct)


def origin_of(
    options: WorkspaceOptions, workspace: Workspace, targets: Sequence[IndexTarget]
) -> PlanOrigin:
    """What a saved plan says of its workspace, its options and its stores."""
    stamps = {target.id: target.stamp for target in targets}
    return PlanOrigin.of(
        [store for store in workspace.stores if store.id in stamps], stamps,
        {**saved_options(options), "maps": [[one.old, one.new] for one in workspace.maps]})


def saved_options(options: msgspec.Struct) -> dict[str, Any]:
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
    write_atomically(file, [encode_ascii_json(document), b"\n"])


def _absolute(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100 - links stay as they are spelled
