"""The survey of one dataset root of ai-toolkit."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec.structs import replace

from larder.core.errors import WorkspaceError
from larder.core.files.regular_file import read_regular
from larder.core.jobs import Job, Progress
from larder.core.payloads.safetensors_header import read_safetensors_header
from larder.core.stores.ai_toolkit.file_names import FOLDERS, SIZES
from larder.core.survey.ai_toolkit.judge import judge_root
from larder.core.survey.ai_toolkit.root import PICTURE_ENDINGS, Stamp, ToolkitRoot
from larder.core.survey.context import SurveyContext
from larder.core.survey.files.states import JudgedFile
from larder.core.survey.files.values import find_bad_values
from larder.core.survey.report import Depth
from larder.core.workspace.ai_toolkit_config import AiToolkitConfig
from larder.core.workspace.json_fields import read_json
from larder.core.workspace.open_workspace import StoreLocation

TOLD_EVERY = 256
"""Files between two reports of progress."""


def judge_store(location: StoreLocation, context: SurveyContext) -> Job[list[JudgedFile]]:
    """Judge every cached file below a root, and what is missing.

    Raises:
        WorkspaceError: if the root cannot be listed.
    """
    stamps = dict(_walk(location.path, "", context))
    trainer = context.workspace.trainer
    config = trainer.config if trainer and isinstance(
        trainer.config, AiToolkitConfig) else None
    context.family = config.family if config else ""
    root = ToolkitRoot(
        location.path, stamps, config=config,
        datasets=[dataset for dataset in config.datasets
                  if context.workspace.find(dataset.root) == location.path] if config else (),
        size_of=_sizes(location.path, stamps, context).get,
        sizes_at_last_run=_read_sizes(location.path),
        header_of=lambda path: read_safetensors_header(location.path / path),
        caption_of=lambda path: _read_caption(location.path / path) if path in stamps else None)
    judged: list[JudgedFile] = []
    for file in judge_root(root):
        context.token.check()
        if context.depth is Depth.PAYLOAD and file.name.endswith(".safetensors"):
            file = find_bad_values(location.path, file)
        judged.append(replace(file, changed_ns=stamps.get(file.name, (0, 0))[1]))
        if len(judged) % TOLD_EVERY == 0:
            yield Progress("reading headers", len(judged), len(stamps), "files")
    return judged


def _walk(root: Path, below: str, context: SurveyContext) -> list[tuple[str, Stamp]]:
    """Every file below a root that the trainer may see, hidden folders left out.

    Raises:
        WorkspaceError: if the root itself cannot be listed.
    """
    folder = os.path.join(root, below) if below else str(root)  # noqa: PTH118 - thousands
    try:
        listing = context.tree.list_folder(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise WorkspaceError.of_listing(Path(folder), error) from error
    prefix = f"{below}/" if below else ""
    found = [(prefix + name, stamp) for name, stamp in listing.stamps().items()]
    for name in listing.subfolders:
        if not name.startswith("."):
            found += _walk(root, prefix + name, context)
    return found


def _sizes(
    root: Path, stamps: dict[str, Stamp], context: SurveyContext
) -> dict[str, tuple[int, int]]:
    """(width, height) upright of every picture whose header can be read, by name below the root."""
    paths = {
        path: os.path.join(root, path) for path in stamps  # noqa: PTH118 - thousands
        if os.path.splitext(path)[1].lower() in PICTURE_ENDINGS  # noqa: PTH122
        and FOLDERS[0] not in path}
    context.pictures.ask([*paths.values()])
    found = ((path, context.pictures.size(real)) for path, real in paths.items())
    return {path: (size[1], size[0]) for path, size in found if size is not None}


def _read_sizes(root: Path) -> dict[str, str]:
    """The last run's record: name below the root, with a slash before it -> "bytes:seconds"."""
    try:
        raw = read_json(root / SIZES)
    except WorkspaceError:
        return {}
    return {} if not isinstance(raw, dict) else {
        path: said[2] for path, said in raw.items()
        if isinstance(said, list) and len(said) > 2 and isinstance(said[2], str)}


def _read_caption(path: Path) -> str | None:
    try:
        return read_regular(path).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
