"""Datasets and models in the local Hugging Face cache, looked up and never downloaded.

On disk: `<hub cache>/datasets--<owner>--<name>/refs/main` holds a revision, and the files of a
revision lie in `snapshots/<revision>/`; a model's folder begins with `models--`. The hub cache is
`HF_HUB_CACHE`, else `HF_HOME/hub`, else `XDG_CACHE_HOME/huggingface/hub`, else
`~/.cache/huggingface/hub` (huggingface_hub, "Manage your cache").
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from larder.core.files.regular_file import read_regular
from larder.core.workspace.roots import is_folder

DATASET_NAME: Final = re.compile(r"(?=.{1,96}$)(?!.*(?:--|\.\.))\w[\w.-]*/\w[\w.-]*", re.ASCII)
"""What the hub takes for the name of a repository: owner and name, 96 letters at most."""

REVISION_DIGITS: Final = 12
"""Digits of a revision that people are shown."""


def is_dataset_name(text: str) -> bool:
    """Return whether a text has the form `owner/name`."""
    return DATASET_NAME.fullmatch(text) is not None


def hub_cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where huggingface_hub keeps what it has downloaded; `environment` is the process's own."""
    variables = os.environ if environment is None else environment
    named = variables.get("HF_HUB_CACHE") or variables.get("HUGGINGFACE_HUB_CACHE")
    if named:
        return Path(named).expanduser()
    home = variables.get("HF_HOME")
    if home:
        return Path(home).expanduser() / "hub"
    user_cache = variables.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(user_cache).expanduser() / "huggingface" / "hub"


def find_dataset(name: str, hub_cache: Path | None = None) -> Path | None:
    """The folder with the files of dataset `owner/name`, None when it is not in the cache.

    The revision that `refs/main` names, or the newest one when that is not complete.
    """
    return _find("datasets", name, hub_cache)


def find_hub_model(name: str, hub_cache: Path | None = None) -> Path | None:
    """The folder with the files of model `owner/name`, as `find_dataset`."""
    return _find("models", name, hub_cache)


def hub_model_name(path: Path) -> str | None:
    """`owner/name@revision` of a path in a snapshot of a model, None for any other path."""
    parts = path.parts
    for at in range(len(parts) - 2):
        repository, folder, revision = parts[at : at + 3]
        if repository.startswith("models--") and folder == "snapshots":
            name = repository.removeprefix("models--").replace("--", "/")
            return f"{name}@{revision[:REVISION_DIGITS]}"
    return None


def _find(kind: str, name: str, hub_cache: Path | None) -> Path | None:
    if not is_dataset_name(name):
        return None
    cache = hub_cache_folder() if hub_cache is None else hub_cache
    repository = cache / f"{kind}--{name.replace('/', '--')}"
    named = _main_revision(repository)
    if named is not None and is_folder(named):
        return named
    try:
        snapshots = [folder for folder in (repository / "snapshots").iterdir() if is_folder(folder)]
    except OSError:
        return None
    return max(snapshots, key=lambda folder: folder.stat().st_mtime_ns, default=None)


def _main_revision(repository: Path) -> Path | None:
    try:
        revision = read_regular(repository / "refs" / "main").decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return repository / "snapshots" / revision if re.fullmatch(r"[\w.-]+", revision) else None
