"""A cache as a bundle: exported, damaged in every way, imported on another computer."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import larder
from larder.core.bundle.bring_in import Import, apply_import, plan_import
from larder.core.bundle.export import apply_export, plan_export
from larder.core.bundle.manifest import (
    MANIFEST_NAME,
    Flaw,
    Manifest,
    Verification,
    read_manifest,
    verify_bundle,
)
from larder.core.bundle.relative import Respelling, is_absolute_anywhere, name_folders, paths_in
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.keys.content_hash import hash_file
from larder.core.training.sourceless import look_without_sources
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.roots import PathFlavour
from tests.support.building import BuildWorkspace, build
from tests.support.training import add_cats, all_same, cached, read_payload

SECRET = "cats 1 line"
"""Part of a caption."""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> BuildWorkspace:
    """Two concepts, one of them spelled with an absolute path."""
    root = tmp_path_factory.mktemp("home")
    made = cached(root, pictures=4, masked=[1], lines=2, text_variations=2, image_variations=2,
                  path=str(root / "data" / "cats"))
    add_cats(made, "dogs", pictures=3)
    build(made, even_if_busy=True)
    return made


def export(workspace: BuildWorkspace, target: Path, *, captions: bool = False) -> Path:
    plan = plan_export(
        open_workspace(workspace.config_path), target, CancelToken(), captions=captions)
    assert run_to_end(apply_export(plan, CancelToken())).done
    return target


@pytest.fixture(scope="module")
def exported(workspace: BuildWorkspace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(workspace, tmp_path_factory.mktemp("export") / "bundle")


@pytest.fixture
def bundle(exported: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(exported, tmp_path / "bundle"))


def verify(bundle: Path) -> Verification:
    return run_to_end(verify_bundle(bundle, CancelToken()))


def bring_in(bundle: Path, target: Path, **how: Any) -> Import:
    plan = run_to_end(plan_import(bundle, target, CancelToken(), **how))
    return run_to_end(apply_import(plan, CancelToken()))


def first_payload(bundle: Path) -> Path:
    return sorted((bundle / "image").glob("*_*x*_1.pt"))[0]


def index_of(folder: Path, store: str = "image") -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / store / "cache.json").read_text("ascii"))
    return document


def test_a_bundle_holds_relative_keys_counts_digests_and_recipes(exported: Path) -> None:
    manifest = read_manifest(exported)
    assert [(one.name, one.pictures, one.captions) for one in manifest.concepts] \
        == [("cats", 4, 4), ("dogs", 3, 3)]
    assert {key.split("/")[0] for key in index_of(exported)["entries"]} == {"cats", "dogs"}
    on_disk = {path.relative_to(exported).as_posix(): path.stat().st_size
               for path in exported.rglob("*") if path.is_file()}
    del on_disk[MANIFEST_NAME]
    assert {file.path: file.bytes for file in manifest.files} == on_disk
    for store in manifest.stores:
        used = {file.recipe for file in manifest.files if file.path.startswith(store.id)}
        assert used - {""}
        assert used - {""} <= set(store.recipes)
    assert verify(exported).whole


def test_no_absolute_path_and_no_caption_leaves_the_computer(
    workspace: BuildWorkspace, exported: Path
) -> None:
    for path in exported.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert os.fsencode(workspace.root) not in content, path
            assert SECRET.encode() not in content, path
    for store in ("image", "text"):
        assert not any(map(is_absolute_anywhere, paths_in(index_of(exported, store))))


def test_captions_go_along_when_asked_for(workspace: BuildWorkspace, tmp_path: Path) -> None:
    made = export(workspace, tmp_path / "bundle", captions=True)
    assert read_manifest(made).captions
    assert SECRET in (made / "text" / "cache.json").read_text("ascii")
    assert verify(made).whole


def test_arrays_of_an_exported_payload_are_those_of_the_cache(
    workspace: BuildWorkspace, exported: Path
) -> None:
    payload = first_payload(exported)
    ours, theirs = read_payload(workspace.store() / payload.name), read_payload(payload)
    assert ours.pop("image_path").endswith(theirs.pop("image_path"))
    arrays = [name for name in ours if not name.startswith("__")]
    assert all_same([{name: ours[name] for name in arrays}],
                    [{name: theirs[name] for name in arrays}])


def test_a_bundle_is_trained_from_as_the_cache_it_was_made_of(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    made = export(workspace, tmp_path / "bundle", captions=True)
    assert look_without_sources(open_workspace(made)).facts.ready
    here = larder.CachedDataset(workspace.store().parent, sourceless=True)
    there = larder.CachedDataset(made, sourceless=True)
    assert len(here) == len(there) == 7
    for number in range(len(here)):
        one, other = dict(here[number]), dict(there[number])
        for name in ("image_path", "concept_path", "concept"):
            one.pop(name, None), other.pop(name, None)
        assert all_same([one], [other])


def reseal(bundle: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a manifest so that its own digest is right again."""
    path = bundle / MANIFEST_NAME
    document = json.loads(path.read_text("ascii"))
    change(document)
    path.write_bytes(msgspec.convert(document, Manifest).encoded())


def lose(bundle: Path) -> None:
    first_payload(bundle).unlink()


def add(bundle: Path) -> None:
    (bundle / "image" / "notes.txt").write_text("mine", "ascii")


def rename(bundle: Path) -> None:
    first_payload(bundle).rename(bundle / "image" / "0123456789ab_64x64_1.pt")


def truncate(bundle: Path) -> None:
    os.truncate(first_payload(bundle), 100)


def flip_a_bit(bundle: Path) -> None:
    content = bytearray(first_payload(bundle).read_bytes())
    content[len(content) // 2] ^= 4
    first_payload(bundle).write_bytes(content)


def change_the_manifest(bundle: Path) -> None:
    path = bundle / MANIFEST_NAME
    path.write_text(path.read_text("ascii").replace('"pictures":4', '"pictures":5'), "ascii")


def lose_the_manifest(bundle: Path) -> None:
    (bundle / MANIFEST_NAME).unlink()


def say_another_recipe(bundle: Path) -> None:
    def change(document: dict[str, Any]) -> None:
        for file in document["files"]:
            if file["path"] == f"image/{first_payload(bundle).name}":
                file["recipe"] = "0" * 16
    reseal(bundle, change)


def say_other_counts(bundle: Path) -> None:
    reseal(bundle, lambda document: document["counts"][0].update(pictures=9))


def say_other_entries(bundle: Path) -> None:
    reseal(bundle, lambda document: document["stores"][1].update(entries=1))


def link(bundle: Path) -> None:
    payload = first_payload(bundle)
    payload.rename(bundle.parent / "elsewhere.pt")
    payload.symlink_to(bundle.parent / "elsewhere.pt")


def link_a_folder(bundle: Path) -> None:
    (bundle / "text").rename(bundle.parent / "text")
    (bundle / "text").symlink_to(bundle.parent / "text")


def damage_the_index(bundle: Path) -> None:
    path = bundle / "text" / "cache.json"
    path.write_text(path.read_text("ascii").replace("dogs", "cows"), "ascii")


@pytest.mark.parametrize(("damage", "found"), [
    (lose, {Flaw.MISSING}),
    (add, {Flaw.EXTRA}),
    (rename, {Flaw.RENAMED}),
    (truncate, {Flaw.SIZE}),
    (flip_a_bit, {Flaw.DAMAGED}),
    (change_the_manifest, {Flaw.MANIFEST}),
    (lose_the_manifest, {Flaw.MANIFEST}),
    (say_another_recipe, {Flaw.RECIPE}),
    (say_other_counts, {Flaw.COUNT}),
    (say_other_entries, {Flaw.COUNT}),
    (link, {Flaw.LINK}),
    (link_a_folder, {Flaw.EXTRA, Flaw.MISSING}),
    (damage_the_index, {Flaw.DAMAGED}),
])
def test_every_damage_is_found_and_keeps_a_bundle_from_being_imported(
    bundle: Path, tmp_path: Path, damage: Callable[[Path], None], found: set[Flaw]
) -> None:
    damage(bundle)
    seen = verify(bundle)
    assert {flaw.what for flaw in seen.flaws} == found
    assert not seen.whole
    with pytest.raises(UserFacingError, match="not whole"):
        bring_in(bundle, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_manifest_that_leads_out_of_the_bundle_is_refused(bundle: Path) -> None:
    reseal(bundle, lambda document: document["files"][0].update(path="../../etc/passwd"))
    assert [flaw.what for flaw in verify(bundle).flaws] == [Flaw.MANIFEST]


def test_a_store_that_lies_elsewhere_is_refused(bundle: Path) -> None:
    reseal(bundle, lambda document: document["stores"][0].update(id="../image"))
    assert [flaw.what for flaw in verify(bundle).flaws] == [Flaw.MANIFEST]


@pytest.mark.parametrize("index", [
    {}, [], {"entries": []}, {"entries": {"cats/0.png": 3}},
    {"entries": {"cats/0.png": {"variants": {"_": 1}}}},
    {"entries": {"cats/0.png": {"sourceless_rows": []}}},
    {"entries": {"/home/me/0.png": {"modeltype": "FLUX_DEV_1"}}},
])
def test_an_index_that_was_written_to_deceive_is_found(bundle: Path, index: object) -> None:
    """With a manifest that goes with it; what it says is not taken on trust."""
    path = bundle / "image" / "cache.json"
    path.write_text(json.dumps(index), "ascii")

    def change(document: dict[str, Any]) -> None:
        for file in document["files"]:
            if file["path"] == "image/cache.json":
                file |= {"bytes": path.stat().st_size, "xxh64": hash_file(path)}
    reseal(bundle, change)
    assert {flaw.path for flaw in verify(bundle).flaws} & {"image/cache.json", MANIFEST_NAME}


def test_it_is_imported_under_another_root_with_the_keys_of_windows(
    exported: Path, tmp_path: Path
) -> None:
    done = bring_in(exported, tmp_path / "cache", under="D:\\train")
    assert done.done
    assert done.folders == {"cats": "D:\\train\\cats", "dogs": "D:\\train\\dogs"}
    index = index_of(tmp_path / "cache")
    assert "D:\\train\\cats\\0.png" in index["entries"]
    row = next(iter(index["entries"]["D:\\train\\cats\\0.png"]["sourceless_rows"].values()))
    assert row["metadata"]["linked_paths"]["sample_prompt_path"] == "D:\\train\\cats\\0.txt"
    assert row["concept_id"] in index["concepts"]
    assert {path for of in index["hash_index"].values() for path in of} == set(index["entries"])
    assert look_without_sources(open_workspace(tmp_path / "cache")).facts.ready


def test_a_cache_with_keys_of_windows_is_exported_with_slashes() -> None:
    respelling = Respelling({"D:\\Train\\cats": "cats"}, PathFlavour.WINDOWS, prompts=False)
    assert respelling.value({
        "D:\\Train\\Cats\\a\\b.png": ["d:/train/cats/b.txt", "E:\\secret\\list.txt"],
        "prompt": "a cat", "name": "C:\\odd name", "delimiter": "/",
    }) == {"cats/a/b.png": ["cats/b.txt", "list.txt"], "prompt": "", "name": "C:\\odd name",
        "delimiter": "/"}


def test_what_was_imported_on_windows_is_exported_as_it_came(
    exported: Path, tmp_path: Path
) -> None:
    """There and back: what is left of the way is nothing."""
    bring_in(exported, tmp_path / "cache", under="D:\\train")
    plan = plan_export(open_workspace(tmp_path / "cache"), tmp_path / "again", CancelToken())
    run_to_end(apply_export(plan, CancelToken()))
    assert read_manifest(tmp_path / "again") == read_manifest(exported)


def test_folders_of_one_name_get_names_of_their_own() -> None:
    assert name_folders(["/a/cats", "/b/Cats", "/"], PathFlavour.POSIX) == {
        "/a/cats": "cats", "/b/Cats": "Cats-2", "/": "files"}


def test_a_config_says_how_its_concepts_are_spelled(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path
) -> None:
    opened = open_workspace(workspace.config_path)
    bring_in(exported, tmp_path / "cache", workspace=opened)
    assert set(index_of(tmp_path / "cache")["entries"]) == set(workspace.index()["entries"])


def files_below(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


class _Soon(CancelToken):
    """Cancelled at its n-th check."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self._left = checks

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise JobCancelled


def test_an_interrupted_import_goes_on_where_it_stopped(exported: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    plan = run_to_end(plan_import(exported, cache, CancelToken()))
    with pytest.raises(JobCancelled):
        run_to_end(apply_import(plan, _Soon(5)))
    assert not list(cache.rglob("cache.json"))
    again = run_to_end(plan_import(exported, cache, CancelToken()))
    assert again.document.there == 5
    run_to_end(apply_import(again, CancelToken()))
    whole = files_below(cache)
    bring_in(exported, tmp_path / "other")
    assert whole == files_below(tmp_path / "other")
    assert bring_in(exported, cache).files == 0
    assert whole == files_below(cache)


def test_an_interrupted_export_is_no_bundle_and_is_begun_again(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    target = tmp_path / "bundle"
    plan = plan_export(open_workspace(workspace.config_path), target, CancelToken())
    with pytest.raises(JobCancelled):
        run_to_end(apply_export(plan, _Soon(5)))
    assert [flaw.what for flaw in verify(target).flaws] == [Flaw.MANIFEST]
    assert verify(export(workspace, target)).whole


def test_nothing_is_overwritten(exported: Path, workspace: BuildWorkspace, tmp_path: Path) -> None:
    other = tmp_path / "cache" / "image" / "cache.json"
    other.parent.mkdir(parents=True)
    other.write_text("{}", "ascii")
    with pytest.raises(UserFacingError, match="is another file"):
        bring_in(exported, tmp_path / "cache")
    assert files_below(tmp_path / "cache") == {"image/cache.json": b"{}"}
    with pytest.raises(UserFacingError, match="already holds something"):
        export(workspace, exported)


def test_what_the_disk_has_no_room_for_is_not_begun(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1000, 900, 100))
    with pytest.raises(UserFacingError, match="100 B left"):
        bring_in(exported, tmp_path / "cache")
    with pytest.raises(UserFacingError, match="100 B left"):
        export(workspace, tmp_path / "bundle")
    assert not list(tmp_path.iterdir())


def test_removed_pictures_and_validation_concepts_stay_at_home(tmp_path: Path) -> None:
    made = cached(tmp_path / "home", pictures=3)
    add_cats(made, "dogs", pictures=2)
    build(made, even_if_busy=True)
    made.concepts[1]["type"] = "VALIDATION"
    made.write()
    (made.root / "data" / "cats" / "0.png").unlink()
    manifest = read_manifest(export(made, tmp_path / "bundle"))
    assert [(one.name, one.pictures, one.captions) for one in manifest.concepts] \
        == [("cats", 2, 2)]
    assert not verify(tmp_path / "bundle").flaws


def test_a_released_cache_travels_by_way_of_the_other_layout(tmp_path: Path) -> None:
    """Numbered folders say neither concept nor prompt; the plan names the way."""
    made = cached(tmp_path / "home", layout="released", pictures=3)
    plan = plan_export(open_workspace(made.config_path), tmp_path / "bundle", CancelToken())
    assert [(gap.what, "larder convert --to cache.json" in gap.hint)
            for gap in plan.document.missing] == [("released-layout", True)]
    build(made, layout="cache.json", even_if_busy=True)
    bring_in(export(made, tmp_path / "bundle"), tmp_path / "cache")
    assert look_without_sources(open_workspace(tmp_path / "cache")).facts.samples == 3


def test_what_cannot_be_trained_from_is_not_exported(tmp_path: Path) -> None:
    made = cached(tmp_path / "home", pictures=2)
    next(made.store("text").glob("*_1.pt")).unlink()
    plan = plan_export(open_workspace(made.config_path), tmp_path / "bundle", CancelToken())
    assert [gap.what for gap in plan.document.missing] == ["missing-payload"]
    with pytest.raises(UserFacingError, match="not on disk"):
        run_to_end(apply_export(plan, CancelToken()))
    assert not (tmp_path / "bundle").exists()
