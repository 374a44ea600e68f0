"""Programs that a trainer would run are never imported, in any form. Each form is shown to run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.bundle.manifest import MANIFEST_NAME
from larder.core.bundle.verify import Flaw
from larder.core.errors import UserFacingError
from larder.core.keys.content_hash import hash_file
from tests.support.building import BuildWorkspace
from tests.support.bundles import (
    changed,
    first_payload,
    import_bundle,
    manifest_of,
    reseal,
    unpacked,
    verify,
)
from tests.support.unpickling import FORMS, runs


def listed_again(folder: Path, path: Path) -> None:
    """Have the manifest list a file as it is, as somebody would who knows how it is sealed."""
    name = path.relative_to(folder).as_posix()

    def change(document: dict[str, Any]) -> None:
        document["files"] = [file for file in document["files"] if file["path"] != name]
        document["files"].append(
            {"path": name, "bytes": path.stat().st_size, "xxh64": hash_file(path)})

    reseal(folder, change)


def refused(bundle: Path, target: Path) -> set[Flaw]:
    """Return the flaws that `verify` finds in a bundle, and assert that `import` refuses it."""
    found = verify(bundle)
    assert not found.whole
    with pytest.raises(UserFacingError, match="is damaged"):
        import_bundle(bundle, target)
    assert not target.exists()
    return {flaw.what for flaw in found.flaws}


def test_no_form_of_a_program_is_imported(exported: Path, tmp_path: Path) -> None:
    """Each in the place of another cached file; every one is named."""
    made, places = tmp_path / "ran", set[str]()

    def change(folder: Path) -> None:
        listed = [path for path in sorted(folder.rglob("*.pt"))
                  if path.name not in {"aggregate.pt", "blank_sentinel.pt"}]
        for path, form in zip(listed, FORMS.values(), strict=False):
            form(path, made)
            assert runs(path, made)
            places.add(path.relative_to(folder).as_posix())
            listed_again(folder, path)
        assert len(places) == len(FORMS)

    bundle = changed(exported, tmp_path, change)
    refused(bundle, tmp_path / "cache")
    unsafe = [flaw for flaw in verify(bundle).flaws if flaw.what is Flaw.UNSAFE]
    assert {flaw.path for flaw in unsafe} == places
    assert all("would run code from it" in flaw.problem for flaw in unsafe)
    assert not made.exists()


@pytest.mark.parametrize("name", ["aggregate.pt", "blank_sentinel.pt"])
def test_lists_of_slots_and_stand_ins_are_read_too(
    exported: Path, tmp_path: Path, name: str
) -> None:
    made = tmp_path / "ran"
    listed = [file.path for file in manifest_of(exported).files if file.path.endswith(name)]
    if not listed:
        pytest.skip("the other layout's")

    def change(folder: Path) -> None:
        path = folder / listed[0]
        FORMS["archived, protocol 4"](path, made)
        assert runs(path, made)
        listed_again(folder, path)

    assert Flaw.UNSAFE in refused(changed(exported, tmp_path, change), tmp_path / "cache")
    assert not made.exists()


def test_what_cannot_be_read_whole_is_refused_though_it_runs_nothing(
    exported: Path, tmp_path: Path
) -> None:
    def change(folder: Path) -> None:
        first_payload(folder).write_bytes(b"\x80\x04K\x01.")
        listed_again(folder, first_payload(folder))

    assert Flaw.REFUSED in refused(changed(exported, tmp_path, change), tmp_path / "cache")


FOREIGN = ["sitecustomize.py", "aux.pt", "0.pt.", "0.pt ", "notes.npz", "0123456789AB_64x64_1.pt",
           ".larder/journal.jsonl", "cache.json.bak", "parameters.manifest", "deep/er/0.pt"]


def test_what_is_no_cached_file_is_not_taken(exported: Path, tmp_path: Path) -> None:
    """Beside the cached files, in a folder of its own, or at the top."""
    places = set[str]()

    def change(folder: Path) -> None:
        payload = first_payload(folder)
        for below in (payload.parent, folder / "beside", folder):
            for name in FOREIGN:
                path = below / name
                path.parent.mkdir(exist_ok=True, parents=True)
                path.write_bytes(payload.read_bytes())
                places.add(path.relative_to(folder).as_posix())
                listed_again(folder, path)

    bundle = changed(exported, tmp_path, change)
    assert Flaw.FOREIGN in refused(bundle, tmp_path / "cache")
    assert {flaw.path for flaw in verify(bundle).flaws if flaw.what is Flaw.FOREIGN} == places


def test_names_that_are_equal_but_for_their_case_are_not_taken(
    exported: Path, tmp_path: Path
) -> None:
    def change(folder: Path) -> None:
        path = first_payload(folder)
        other = path.with_name(path.name.replace(".pt", ".PT"))
        other.write_bytes(path.read_bytes())
        listed_again(folder, other)

    assert refused(changed(exported, tmp_path, change), tmp_path / "cache") == {Flaw.MANIFEST}


@pytest.mark.parametrize("store", ["vision", "tree", "con"])
def test_only_the_caches_of_a_trainer_are_taken(
    bundle_of: Callable[[Path, str], Path], workspace: BuildWorkspace, tmp_path: Path, store: str
) -> None:
    exported = bundle_of(workspace.config_path, "bundle")
    bundle = changed(exported, tmp_path, lambda folder: reseal(
        folder, lambda document: document["stores"][0].update(id=store)))
    assert refused(bundle, tmp_path / "cache") == {Flaw.MANIFEST}


@pytest.mark.parametrize("where", ["cache_file", "blank_sentinel"])
@pytest.mark.parametrize("stem", ["../../text/0123456789ab", "/tmp/x", "..\\x"])
def test_an_index_that_names_files_elsewhere_is_not_taken(
    homes: dict[str, BuildWorkspace], bundle_of: Callable[[Path, str], Path], tmp_path: Path,
    stem: str, where: str,
) -> None:
    """Stems and the stand-in are joined to the folder by a trainer without a look."""
    def change(folder: Path) -> None:
        path = folder / "image" / "cache.json"
        document = json.loads(path.read_text("ascii"))
        if where == "blank_sentinel":
            document["blank_sentinel"] = f"{stem}.pt"
        else:
            entry = next(iter(document["entries"].values()))
            next(iter(entry["variants"].values()))["cache_file"] = stem
        path.write_text(json.dumps(document), "ascii")
        listed_again(folder, path)

    whole = bundle_of(homes["cache.json"].config_path, "bundle")
    assert Flaw.FOREIGN in refused(changed(whole, tmp_path, change), tmp_path / "cache")


@pytest.mark.parametrize("key", ["cats/../../x.png", "../x.png", "cats//x.png", "./cats/0.png"])
def test_an_index_whose_pictures_lie_elsewhere_is_not_taken(
    homes: dict[str, BuildWorkspace], bundle_of: Callable[[Path, str], Path], tmp_path: Path,
    key: str,
) -> None:
    def change(folder: Path) -> None:
        path = folder / "image" / "cache.json"
        document = json.loads(path.read_text("ascii"))
        entries = document["entries"]
        entries[key] = entries.pop(next(iter(entries)))
        path.write_text(json.dumps(document), "ascii")
        listed_again(folder, path)

    whole = bundle_of(homes["cache.json"].config_path, "bundle")
    assert Flaw.FOREIGN in refused(changed(whole, tmp_path, change), tmp_path / "cache")


@pytest.mark.parametrize("name", ["..", "", "a/b", "..\\..\\x"])
def test_a_concept_that_is_no_folder_of_its_own_is_not_taken(
    exported: Path, tmp_path: Path, name: str
) -> None:
    """Its name is joined to a folder of the other computer."""
    bundle = changed(exported, tmp_path, lambda folder: reseal(
        folder, lambda document: document["counts"][0].update(name=name)))
    assert refused(bundle, tmp_path / "cache") == {Flaw.MANIFEST}


def test_an_untouched_bundle_is_taken(exported: Path, tmp_path: Path) -> None:
    assert verify(exported).whole
    assert import_bundle(unpacked(exported, tmp_path / "copy"), tmp_path / "cache").done
    assert not (tmp_path / "cache" / MANIFEST_NAME).exists()
