"""Bundles of caches with an index: their keys, their rows, training from them."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import larder
from larder.core.bundle import export_set, indexes
from larder.core.bundle.bundle_files import PART_NAME
from larder.core.bundle.export import apply_export
from larder.core.bundle.export_writing import begin_writing
from larder.core.bundle.manifest import MANIFEST_NAME
from larder.core.bundle.relative import Respelling, is_absolute_anywhere, name_folders, paths_in
from larder.core.errors import UserFacingError
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys.content_hash import hash_file
from larder.core.stores.indexed.open_index import RowsInFile
from larder.core.training.sourceless import inspect_without_sources
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.roots import PathFlavour
from tests.support.building import BuildWorkspace, build
from tests.support.bundles import (
    FORMS,
    SECRET,
    changed,
    export,
    import_bundle,
    manifest_of,
    planned,
    reseal,
    verify,
)
from tests.support.training import add_cats, all_same, cached


@pytest.fixture
def workspace(homes: dict[str, BuildWorkspace]) -> BuildWorkspace:
    return homes["cache.json"]


@pytest.fixture
def exported(bundle_of: Any, workspace: BuildWorkspace) -> Path:
    folder: Path = bundle_of(workspace.config_path, "bundle")
    return folder


def index_of(folder: Path, store: str = "image") -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / store / "cache.json").read_text("ascii"))
    return document


def test_keys_are_relative(exported: Path) -> None:
    assert {key.split("/")[0] for key in index_of(exported)["entries"]} == {"cats", "dogs"}
    for store in ("image", "text"):
        assert not any(map(is_absolute_anywhere, paths_in(index_of(exported, store))))


def test_rows_stay_in_their_file_while_a_bundle_is_planned(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[type] = []
    monkeypatch.setattr(
        export_set, "respell_index",
        lambda _respelling, _document, rows, _keys, **_: held.append(type(rows)) or ())
    left = export_set.leave_indexed(open_workspace(workspace.config_path), captions=True)
    assert held == [RowsInFile, RowsInFile]
    for store in left.stores:
        path, digest = store.read
        assert hash_file(path) == digest


def test_an_index_larger_than_what_is_read_is_a_sentence(
    exported: Path, workspace: BuildWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "LARGEST_INDEX", 100)
    assert [(flaw.path, flaw.problem) for flaw in verify(exported).flaws] == [
        ("image/cache.json", "It cannot be read: it has more than 100 bytes.")]
    with pytest.raises(UserFacingError, match=r"list of files for .* the limit is"):
        run_to_end(apply_export(planned(workspace, tmp_path / "out"), CancelToken()))


def test_a_cached_file_that_one_listing_could_not_look_at_is_not_left_out(
    workspace: BuildWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missed(path: Path) -> FolderListing:
        found = scan_folder(path)
        at = next(at for at, name in enumerate(found.names) if name.endswith("_1.pt"))
        return msgspec.structs.replace(
            found, names=[*found.names[:at], *found.names[at + 1:]], vanished=(found.names[at],),
            sizes=np.delete(found.sizes, at), mtimes_ns=np.delete(found.mtimes_ns, at))

    def gone(path: Path) -> FolderListing:
        found = missed(path)
        name, = found.vanished
        return msgspec.structs.replace(found, vanished=(name.replace("_1.pt", "_9.pt"),))

    monkeypatch.setattr("larder.core.bundle.export_set.scan_folder", missed)
    assert verify(export(workspace, tmp_path / "bundle")).whole
    monkeypatch.setattr("larder.core.bundle.export_set.scan_folder", gone)
    with pytest.raises(FileNotFoundError):
        planned(workspace, tmp_path / "other")


def test_an_export_that_only_its_list_of_files_was_left_of_is_finished(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    """The drive failed, or the computer, between the manifest and the list's removal."""
    made = tmp_path / "bundle"
    asked = planned(workspace, made).asked
    export(workspace, made)
    begin_writing(made, asked)
    assert (made / PART_NAME).exists()
    assert verify(export(workspace, made)).whole
    assert not (made / PART_NAME).exists()


def test_workers_map_the_one_file_for_themselves(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    made = export(workspace, tmp_path / "bundle.zip", captions=True)
    alone = list(larder.CachedDataset(made, sourceless=True).loader(batch_size=1))
    dataset = pickle.loads(pickle.dumps(larder.CachedDataset(made)))
    for other in (list(dataset.loader(batch_size=1, workers=1)),):
        assert [batch["prompt"] for batch in other] == [batch["prompt"] for batch in alone]
        assert all_same([batch["latent_image"] for batch in other],
                        [batch["latent_image"] for batch in alone])


def test_one_file_of_the_released_layout_is_to_be_imported_first(
    homes: dict[str, BuildWorkspace], tmp_path: Path
) -> None:
    made = export(homes["released"], tmp_path / "bundle.zip")
    with pytest.raises(UserFacingError, match=r"released OneTrainer.*`larder import FILE CONFIG"):
        larder.CachedDataset(made)


def test_captions_go_along_when_asked_for(workspace: BuildWorkspace, tmp_path: Path) -> None:
    made = export(workspace, tmp_path / "bundle", captions=True)
    assert manifest_of(made).captions
    assert SECRET in (made / "text" / "cache.json").read_text("ascii")
    assert verify(made).whole


@pytest.mark.parametrize("form", FORMS)
def test_a_bundle_is_trained_from_as_the_cache_it_was_made_of(
    workspace: BuildWorkspace, tmp_path: Path, form: str
) -> None:
    """One file as the folder: mapped, never unpacked."""
    made = export(workspace, tmp_path / form, captions=True)
    here = larder.CachedDataset(workspace.store().parent, sourceless=True)
    there = larder.CachedDataset(made, sourceless=True)
    assert len(here) == len(there) == 7
    for number in range(len(here)):
        one, other = dict(here[number]), dict(there[number])
        for name in ("image_path", "concept_path", "concept"):
            one.pop(name, None), other.pop(name, None)
        assert all_same([one], [other])
    assert not there.report.missing
    assert {path.name for path in tmp_path.iterdir()} == {form}


@pytest.mark.parametrize("index", [
    {}, [], {"entries": []}, {"entries": {"cats/0.png": 3}},
    {"entries": {"cats/0.png": {"variants": {"_": 1}}}},
    {"entries": {"cats/0.png": {"sourceless_rows": []}}},
    {"entries": {"/home/me/0.png": {"modeltype": "FLUX_DEV_1"}}},
    {"entries": {}, "concepts": ["x"]}, {"entries": {"cats/\ud800.png": {"variants": []}}},
])
def test_an_index_that_was_written_to_deceive_is_found(
    exported: Path, tmp_path: Path, index: object
) -> None:
    """With a manifest that goes with it; what it says is not taken on trust."""
    def deceive(folder: Path) -> None:
        path = folder / "image" / "cache.json"
        path.write_text(json.dumps(index), "ascii")

        def change(document: dict[str, Any]) -> None:
            for file in document["files"]:
                if file["path"] == "image/cache.json":
                    file |= {"bytes": path.stat().st_size, "xxh64": hash_file(path)}
        reseal(folder, change)

    flaws = verify(changed(exported, tmp_path, deceive)).flaws
    assert {flaw.path for flaw in flaws} & {"image/cache.json", MANIFEST_NAME}


def _replace_index(exported: Path, tmp_path: Path, change: Callable[[bytes], bytes]) -> Path:
    """A copy of a bundle with another index, and a manifest that goes with it."""
    def replace(folder: Path) -> None:
        path = folder / "image" / "cache.json"
        path.write_bytes(change(path.read_bytes()))

        def change_manifest(document: dict[str, Any]) -> None:
            for file in document["files"]:
                if file["path"] == "image/cache.json":
                    file |= {"bytes": path.stat().st_size, "xxh64": hash_file(path)}
        reseal(folder, change_manifest)

    return changed(exported, tmp_path, replace)


DEEP = b'"x": ' + b"[" * 200_000 + b"]" * 200_000


@pytest.mark.parametrize(("change", "problem"), [
    (lambda content: content.replace(b"cats/0.", b"cats/\xff."), "it is not UTF-8 at byte "),
    (lambda content: content.replace(b"}", b"," + DEEP + b"}", 1), "it is nested too deeply"),
    (lambda content: content.rstrip()[:-1] + b"," + DEEP + b"}", "it is nested too deeply"),
    (lambda content: content.decode("ascii").encode("utf-16"), "it is not UTF-8 at byte 0"),
    (lambda content: content.decode("ascii").encode("utf-16-le"), "Expecting "),
    (lambda content: b"\xef\xbb\xbf" + content, "it begins with a byte order mark"),
    (lambda content: content + b"garbage", "Extra data"),
])
def test_an_index_that_no_trainer_could_read_is_damaged(
    exported: Path, tmp_path: Path, change: Callable[[bytes], bytes], problem: str
) -> None:
    flaws = verify(_replace_index(exported, tmp_path, change)).flaws
    assert [(flaw.what, flaw.path) for flaw in flaws] == [("damaged", "image/cache.json")]
    assert flaws[0].problem.startswith(f"It cannot be read: {problem}")
    assert not flaws[0].problem.endswith("..")


@pytest.mark.parametrize(("name", "shown"), [("\\u0000", r"\x00"), ("\\ud800", r"\ud800")])
def test_a_key_that_no_file_can_be_called_is_refused(
    exported: Path, tmp_path: Path, name: str, shown: str
) -> None:
    bundle = _replace_index(
        exported, tmp_path, lambda content: content.replace(b"cats/0.", f"cats/{name}.".encode()))
    flaws = verify(bundle).flaws
    assert (flaws[0].what, flaws[0].problem) == (
        "foreign", f"It lists 'cats/{shown}.png', which is not a valid file name.")
    with pytest.raises(UserFacingError, match="not a valid file name"):
        import_bundle(bundle, tmp_path / "cache")


def test_it_is_imported_under_another_root_with_the_keys_of_windows(
    exported: Path, tmp_path: Path
) -> None:
    done = import_bundle(exported, tmp_path / "cache", under="D:\\train")
    assert done.done
    assert done.folders == {"cats": "D:\\train\\cats", "dogs": "D:\\train\\dogs"}
    index = index_of(tmp_path / "cache")
    assert "D:\\train\\cats\\0.png" in index["entries"]
    row = next(iter(index["entries"]["D:\\train\\cats\\0.png"]["sourceless_rows"].values()))
    assert row["metadata"]["linked_paths"]["sample_prompt_path"] == "D:\\train\\cats\\0.txt"
    assert row["concept_id"] in index["concepts"]
    assert {path for of in index["hash_index"].values() for path in of} == set(index["entries"])
    facts, _ = inspect_without_sources(open_workspace(tmp_path / "cache"))
    assert facts.ready


def test_a_config_of_windows_gets_the_keys_that_its_trainer_computes(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path
) -> None:
    """Relative folders with slashes, as OneTrainer writes them on Windows, too."""
    there = BuildWorkspace(tmp_path / "there", dict(workspace.config), [
        concept | {"path": f"data/{concept['name']}"} for concept in workspace.concepts])
    there.configure(cache_dir="D:\\cache", base_model_name="D:\\models\\flux")
    import_bundle(exported, tmp_path / "cache", workspace=open_workspace(there.config_path))
    assert "data\\cats\\0.png" in index_of(tmp_path / "cache")["entries"]


def test_a_cache_with_keys_of_windows_is_exported_with_slashes() -> None:
    respelling = Respelling({"D:\\Train\\cats": "cats"}, PathFlavour.WINDOWS, prompts=False)
    assert respelling.value({
        "D:\\Train\\Cats\\a\\b.png": ["d:/train/cats/b.txt", "E:\\secret\\list.txt"],
        "prompt": "a cat", "name": "C:\\odd name", "delimiter": "/",
    }) == {"cats/a/b.png": ["cats/b.txt", "list.txt"], "prompt": "", "name": "C:\\odd name",
        "delimiter": "/"}


def test_folders_of_one_name_get_names_of_their_own() -> None:
    assert name_folders(["/a/cats", "/b/Cats", "/"], PathFlavour.POSIX) == {
        "/a/cats": "cats", "/b/Cats": "Cats-2", "/": "files"}


def test_a_config_says_how_its_concepts_are_spelled(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path
) -> None:
    opened = open_workspace(workspace.config_path)
    import_bundle(exported, tmp_path / "cache", workspace=opened)
    assert set(index_of(tmp_path / "cache")["entries"]) == set(workspace.index()["entries"])


def test_removed_pictures_and_validation_concepts_stay_at_home(tmp_path: Path) -> None:
    made = cached(tmp_path / "home", pictures=3)
    add_cats(made, "dogs", pictures=2)
    build(made, even_if_busy=True)
    made.concepts[1]["type"] = "VALIDATION"
    made.write()
    (made.root / "data" / "cats" / "0.png").unlink()
    plan = planned(made, tmp_path / "bundle")
    assert plan.document.left_out == 3
    run_to_end(apply_export(plan, CancelToken()))
    assert [(one.name, one.pictures, one.captions)
            for one in manifest_of(tmp_path / "bundle").concepts] == [("cats", 2, 2)]
    assert not verify(tmp_path / "bundle").flaws


def test_what_cannot_be_trained_from_is_not_exported(tmp_path: Path) -> None:
    made = cached(tmp_path / "home", pictures=2)
    next(made.store("text").glob("*_1.pt")).unlink()
    plan = planned(made, tmp_path / "bundle")
    assert [check.what for check in plan.document.obstacles] == ["missing-payload"]
    with pytest.raises(UserFacingError, match="a cached file is missing"):
        run_to_end(apply_export(plan, CancelToken()))
    assert not (tmp_path / "bundle").exists()
