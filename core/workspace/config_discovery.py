"""Finding the config in a folder, where there is exactly one to find."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.errors import WorkspaceError
from larder.core.workspace.findings import Finding
from larder.core.workspace.json_fields import read_json
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import MARKING_KEYS, looks_like_config

PRESET_FOLDER: Final = "training_presets"

LARGEST_CONFIG: Final = 16 * 1024 * 1024
"""Bytes; a larger JSON file in a folder is not tried as a config (a packed one has some 100 kB)."""

CONFIGS_NAMED: Final = 5
"""How many of several configs a sentence lists."""


@dataclass(frozen=True, slots=True)
class FoundConfigs:
    """JSON files of a folder: those that are configs, and a finding for each unreadable one."""

    configs: tuple[Path, ...]
    unreadable: tuple[Finding, ...]


def configs_in(folder: Path) -> FoundConfigs:
    """The configs directly in a folder and in its `training_presets`, not in folders below."""
    configs: list[Path] = []
    unreadable: list[Finding] = []
    for place in (folder, folder / PRESET_FOLDER):
        for file in sorted(place.glob("*.json")):
            try:
                status = file.stat()
                if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_CONFIG:
                    continue
                raw = read_json(file)
            except OSError as error:
                unreadable.append(Finding(str(file), f"{file} cannot be read: {error.strerror}."))
                continue
            except WorkspaceError as error:
                unreadable.append(Finding(str(file), error.problem, error.hint))
                continue
            if looks_like_config(raw) and not _is_model_description(raw):
                configs.append(file)
    return FoundConfigs(tuple(configs), tuple(unreadable))


def _is_model_description(raw: object) -> bool:
    """Model folders hold a `config.json` that has `model_type` in common with a trainer's."""
    return (
        isinstance(raw, dict)
        and MARKING_KEYS & raw.keys() == {"model_type"}
        and find_model_type(str(raw["model_type"])) is None
    )


def unused_configs(opened: Path, found: FoundConfigs) -> tuple[Finding, ...]:
    """What to say of a folder whose stores are surveyed without a config."""
    if len(found.configs) < 2:
        return found.unreadable
    return (Finding(
        str(opened),
        f"There are {len(found.configs)} configs here, so none was used: {_named(found, opened)}.",
        "Open one of them, or add it with --config.",
    ),)


def nothing_found(opened: Path, found: FoundConfigs) -> WorkspaceError:
    """What to say of a folder with neither a store nor one config."""
    if len(found.configs) > 1:
        return WorkspaceError(
            f"{opened} holds no cache, and {len(found.configs)} configs: {_named(found, opened)}.",
            "Open one of them.",
        )
    if found.unreadable:
        return WorkspaceError(found.unreadable[0].problem, found.unreadable[0].hint)
    return WorkspaceError(
        f"Nothing in {opened} looks like a cache or a OneTrainer config.",
        "Open a config, a cache folder, or a folder that holds them.",
    )


def _named(found: FoundConfigs, opened: Path) -> str:
    names = [config.relative_to(opened).as_posix() for config in found.configs]
    more = len(names) - CONFIGS_NAMED
    return ", ".join(names[:CONFIGS_NAMED]) + (f" and {more} more" if more > 0 else "")
