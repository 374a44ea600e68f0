"""Torch archives put together by hand, for what `torch.save` does not write here."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

Change = Callable[[str, bytes], bytes]


def write_archive(
    path: Path,
    data_pkl: bytes,
    storages: Mapping[str, bytes] | None = None,
    byteorder: str = "little",
) -> Path:
    """A torch archive with this pickle and these storages by key."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", data_pkl)
        archive.writestr("archive/byteorder", byteorder)
        for key, content in (storages or {}).items():
            archive.writestr(f"archive/data/{key}", content)
        archive.writestr("archive/version", "3\n")
    return path


def rewrite_archive(
    source: Path, target: Path, change: Change, compression: int = zipfile.ZIP_STORED
) -> Path:
    """Copy an archive; `change` gets each member's name below the folder and its bytes."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", compression) as new:
        for name in old.namelist():
            new.writestr(name, change(name.partition("/")[2], old.read(name)))
    return target
