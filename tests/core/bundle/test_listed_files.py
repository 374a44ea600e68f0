"""An export and an import list the pictures and captions that they are of."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.bundling import export, import_bundle
from larder.core.requests.options import ExportOptions, ImportOptions
from larder.core.requests.request import open_for
from larder.core.writes.reports import FileAction, ListedFile
from tests.support.building import build
from tests.support.released_building import PATH, cats


def listed(path: Path) -> list[ListedFile]:
    return [msgspec.json.decode(line, type=ListedFile) for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_pictures_and_captions_are_listed_with_their_concept(
    tmp_path: Path, layout: str
) -> None:
    here, there = cats(tmp_path / "here"), cats(tmp_path / "there")
    build(here, layout=layout, even_if_busy=True)
    files, bundle = tmp_path / "files", tmp_path / "bundle"
    options = ExportOptions(
        workspace=str(here.config_path), target=str(bundle), files=str(files), apply=True)
    run_to_end(export(open_for(options), options, CancelToken()))
    names = {(store, f"{number}.{ending}") for number in range(6)
             for store, ending in (("image", "png"), ("text", "txt"))}
    exported = listed(files)
    assert {(one.store, Path(one.source).name) for one in exported} == names
    assert {(one.action, one.concept) for one in exported} == {(FileAction.EXPORT, "cats")}
    run_to_end(import_bundle(ImportOptions(
        bundle=str(bundle), target=str(there.config_path), files=str(files)), CancelToken()))
    imported = listed(files)
    assert {(one.store, Path(one.source).name) for one in imported} == names
    assert {one.action for one in imported} == {FileAction.IMPORT}
    assert all(PATH in one.source for one in imported)
