"""Files of other trainers: listed, found and counted."""

from __future__ import annotations

import os
from pathlib import Path

from larder.core.files.file_stamp import mtime_ns_of
from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.queries.file_counts import make_figures
from larder.core.stores.trainers_files import OWN_NAMES
from larder.core.survey.document import StoreFigures
from larder.core.workspace.open_workspace import StoreLocation, Workspace


def list_trainer_files(store: StoreLocation) -> list[str]:
    """Names of its files below its folder, "/" between folders, sorted."""
    return [name for name, _ in _own_files(store)]


def find_trainer_files(
    workspace: Workspace, store: StoreLocation, source: str
) -> tuple[Path, ...]:
    """Files whose names begin as that of a source does: its own, and perhaps those of others."""
    del workspace
    stem = source.rpartition("/")[2].rpartition(".")[0]
    return tuple(store.path / name for name, _ in _own_files(store)
                 if stem and name.rpartition("/")[2].startswith(stem))


def count_trainer_files(store: StoreLocation) -> StoreFigures:
    """Its figures; these trainers record no lookups."""
    files = _own_files(store)
    return make_figures(
        store, entries=len(files), sizes=[status.st_size for _, status in files], temporaries=[],
        uses=None, last_used_ns=max((mtime_ns_of(status) for _, status in files), default=None))


def _own_files(store: StoreLocation) -> list[tuple[str, os.stat_result]]:
    is_own = OWN_NAMES[store.kind]
    found = []
    for folder, subfolders, names in os.walk(store.path):
        subfolders[:] = [name for name in subfolders if name != LARDER_FOLDER]
        below = Path(folder).relative_to(store.path).as_posix()
        prefix = "" if below == "." else f"{below}/"
        found += [(prefix + name, os.stat(os.path.join(folder, name)))  # noqa: PTH118, PTH116
                  for name in names if is_own(prefix + name)]
    return sorted(found, key=lambda file: file[0])
