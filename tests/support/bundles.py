"""Bundles in both forms, of both layouts: made, damaged, brought elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from larder.core.bundle.bundle_files import open_files
from larder.core.bundle.export import ExportPlan, apply_export, plan_export
from larder.core.bundle.import_bundle import Import, apply_import, plan_import
from larder.core.bundle.manifest import MANIFEST_NAME, BundleManifest, read_manifest
from larder.core.bundle.verify import Verification, verify_bundle
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.payloads.packed import Place, directory_of, member_parts
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.training import add_cats, cached

FORMS = ("bundle", "bundle.zip")
SECRET = "cats 1 line"
"""Part of a caption."""


def home(root: Path, layout: str) -> BuildWorkspace:
    """Two concepts, one of them spelled with an absolute path."""
    made = cached(root, layout=layout, pictures=4, masked=[1], lines=2, text_variations=2,
                  image_variations=2, path=str(root / "data" / "cats"))
    add_cats(made, "dogs", pictures=3)
    build(made, layout=layout, even_if_busy=True)
    return made


def planned(
    workspace: BuildWorkspace | Path, target: Path, *, captions: bool = False
) -> ExportPlan:
    opened = open_workspace(workspace if isinstance(workspace, Path) else workspace.config_path)
    return run_to_end(plan_export(opened, target, CancelToken(), captions=captions))


def export(workspace: BuildWorkspace | Path, target: Path, *, captions: bool = False) -> Path:
    plan = planned(workspace, target, captions=captions)
    assert run_to_end(apply_export(plan, CancelToken())).done
    return target


def manifest_of(bundle: Path) -> BundleManifest:
    return read_manifest(bundle, open_files(bundle))


def verify(bundle: Path) -> Verification:
    return run_to_end(verify_bundle(bundle, CancelToken()))


def import_bundle(bundle: Path, target: Path, **how: Any) -> Import:
    plan = run_to_end(plan_import(bundle, target, CancelToken(), **how))
    return run_to_end(apply_import(plan, CancelToken()))


def unpacked(bundle: Path, folder: Path) -> Path:
    """A copy of a bundle as a folder, as any program that knows zip files makes it of one file."""
    if bundle.is_dir():
        return Path(shutil.copytree(bundle, folder, symlinks=True))
    with zipfile.ZipFile(bundle) as whole:
        whole.extractall(folder)
    return folder


def packed(folder: Path, target: Path) -> Path:
    """A folder as one file."""
    places: list[Place] = []
    with target.open("wb") as file:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            place, parts = member_parts(
                path.relative_to(folder).as_posix(), file.tell(), [path.read_bytes()])
            places.append(place)
            file.writelines(parts)
        file.write(directory_of(places))
    return target


def changed(bundle: Path, folder: Path, change: Callable[[Path], object]) -> Path:
    """A copy of a bundle in which something was changed, in the form it has."""
    copy = unpacked(bundle, folder / "changed")
    change(copy)
    return copy if bundle.is_dir() else packed(copy, folder / "changed.zip")


def reseal(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a manifest so that its own digest is right again."""
    path = folder / MANIFEST_NAME
    document = json.loads(path.read_text("ascii"))
    change(document)
    whole = msgspec.json.decode(json.dumps(document).encode(), type=BundleManifest)
    path.write_bytes(whole.encode())


def first_payload(folder: Path) -> Path:
    """Return the path of the first cached picture."""
    return sorted(path for path in (folder / "image").rglob("*.pt")
                  if path.name not in {"aggregate.pt", "blank_sentinel.pt"})[0]


def files_below(folder: Path) -> dict[str, bytes]:
    """Content of every file that a trainer would see."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file() and ".larder" not in path.parts}


class Soon(CancelToken):
    """Cancelled at its n-th check."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self._left = checks

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise JobCancelled


def texts_of(bundle: Path) -> dict[str, bytes]:
    """Every file of a bundle, decoded as far as a reader of it decodes."""
    files = open_files(bundle)
    return {path: files.content(path) for path, _ in files.list_paths()} | {
        "as it lies": bundle.read_bytes() if bundle.is_file() else b"",
        "name": os.fsencode(bundle.name)}
