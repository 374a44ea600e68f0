"""A bundle of either layout in either form: what is in it, what is found wrong, where it goes."""

from __future__ import annotations

import itertools
import os
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from larder.core.bundle import checks
from larder.core.bundle import export as export_rules
from larder.core.bundle import manifest as manifest_rules
from larder.core.bundle.bundle_files import open_files
from larder.core.bundle.export import apply_export, plan_export
from larder.core.bundle.export_writing import journal_of, make_unfinished_path
from larder.core.bundle.import_bundle import apply_import, plan_import
from larder.core.bundle.manifest import (
    MANIFEST_NAME,
    BundledConcept,
    BundledFile,
    BundledGroup,
    BundledStore,
    BundleManifest,
)
from larder.core.bundle.verify import Flaw
from larder.core.cli.__main__ import main
from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import canonical_json
from larder.core.jobs import CancelToken, JobCancelled, JobEvent, Progress, run_to_end
from larder.core.keys.content_hash import hash_file, hash_text
from larder.core.payloads.pt import pt_parts
from larder.core.payloads.tensors import read_pt_tensors
from larder.core.stores.released.slots import Origin
from larder.core.workspace.open_workspace import open_workspace
from tests.faults.pickles import archived
from tests.support.building import BuildWorkspace
from tests.support.bundles import (
    SECRET,
    Soon,
    changed,
    export,
    files_below,
    first_payload,
    import_bundle,
    manifest_of,
    planned,
    reseal,
    texts_of,
    unpacked,
    verify,
)
from tests.support.training import all_same, read_payload


def test_a_bundle_holds_counts_digests_and_recipes(exported: Path) -> None:
    manifest, files = manifest_of(exported), open_files(exported)
    assert [(one.name, one.pictures, one.captions) for one in manifest.concepts] \
        == [("cats", 4, 4), ("dogs", 3, 3)]
    assert {file.path: file.bytes for file in manifest.files} == {
        path: files.size(path) for path, _ in files.list_paths() if path != MANIFEST_NAME}
    for store in manifest.stores:
        used = {file.recipe for file in manifest.files if file.path.startswith(store.id)}
        used |= {origin.recipe for group in store.groups for slots in group.slots.values()
                 for origin in slots if origin is not None}
        assert used - {""}
        assert used - {""} <= set(store.recipes)
    assert verify(exported).whole


def test_no_absolute_path_and_no_caption_leaves_the_computer(
    workspace: BuildWorkspace, exported: Path
) -> None:
    """Every byte of every file, the manifest and indexes among them."""
    secrets = [os.fsencode(workspace.root), b"data/cats", b"workspace-cache", SECRET.encode()]
    for path, content in texts_of(exported).items():
        assert not [secret for secret in secrets if secret in content], path


def test_both_forms_hold_the_same_files(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path
) -> None:
    """To the byte, so that whoever unpacks the one file has the folder."""
    other = export(workspace, tmp_path / "folder")
    assert files_below(unpacked(exported, tmp_path / "unpacked")) == files_below(other)


def test_the_one_file_is_read_from_a_map_without_a_copy(
    bundle_of: Callable[[Path, str], Path], workspace: BuildWorkspace
) -> None:
    files = open_files(bundle_of(workspace.config_path, "bundle.zip"))
    folder = open_files(bundle_of(workspace.config_path, "bundle"))
    for path, _ in files.list_paths():
        if not path.endswith(".pt") or path.endswith("aggregate.pt"):
            continue
        one, other = (read_pt_tensors(form.part(path)) for form in (files, folder))
        assert all_same([one], [other])
        tensors = [value for value in one.values() if hasattr(value, "data_ptr")]
        assert tensors
        assert not [tensor for tensor in tensors if tensor.data_ptr() % 64]


def test_writing_into_a_mapped_tensor_leaves_the_file_alone(
    bundle_of: Callable[[Path, str], Path], workspace: BuildWorkspace
) -> None:
    bundle = bundle_of(workspace.config_path, "bundle.zip")
    files = open_files(bundle)
    name = next(path for path, _ in files.list_paths() if path.startswith("image/")
                and path.endswith("_1.pt" if "cache.json" in str(files.content(MANIFEST_NAME))
                                  else "/0.pt"))
    before = bundle.read_bytes()
    read_pt_tensors(files.part(name))["latent_image"].fill_(3)
    assert bundle.read_bytes() == before


def lose(folder: Path) -> None:
    first_payload(folder).unlink()


def add(folder: Path) -> None:
    (folder / "image" / "notes.txt").write_text("mine", "ascii")


def rename(folder: Path) -> None:
    first_payload(folder).rename(folder / "image" / "0123456789ab_64x64_1.pt")


def truncate(folder: Path) -> None:
    os.truncate(first_payload(folder), 100)


def flip_a_bit(folder: Path) -> None:
    content = bytearray(first_payload(folder).read_bytes())
    content[len(content) // 2] ^= 4
    first_payload(folder).write_bytes(content)


def change_the_manifest(folder: Path) -> None:
    path = folder / MANIFEST_NAME
    path.write_text(path.read_text("ascii").replace('"pictures":4', '"pictures":5'), "ascii")


def lose_the_manifest(folder: Path) -> None:
    (folder / MANIFEST_NAME).unlink()


def say_another_recipe(folder: Path) -> None:
    def change(document: dict[str, Any]) -> None:
        for file in document["files"]:
            if file["path"] == first_payload(folder).relative_to(folder).as_posix():
                file["recipe"] = "0" * 16
    reseal(folder, change)


def say_other_counts(folder: Path) -> None:
    reseal(folder, lambda document: document["counts"][0].update(pictures=9))


def say_other_entries(folder: Path) -> None:
    reseal(folder, lambda document: document["stores"][1].update(entries=1))


def link(folder: Path) -> None:
    payload = first_payload(folder)
    payload.rename(folder.parent / "elsewhere.pt")
    payload.symlink_to(folder.parent / "elsewhere.pt")


def link_a_folder(folder: Path) -> None:
    (folder / "text").rename(folder.parent / "text")
    (folder / "text").symlink_to(folder.parent / "text")


def damage_the_index(folder: Path) -> None:
    path = next(path for path in sorted((folder / "image").rglob("*"))
                if path.name in {"cache.json", "aggregate.pt"})
    path.write_bytes(path.read_bytes().replace(b"cats", b"cows").replace(b"dogs", b"cows"))


def put_a_program_in(folder: Path) -> None:
    """By somebody who knows how the manifest seals what it lists."""
    path = first_payload(folder)
    archived(path, folder.parent / "ran")

    def change(document: dict[str, Any]) -> None:
        listed = next(file for file in document["files"]
                      if file["path"] == path.relative_to(folder).as_posix())
        listed.update(bytes=path.stat().st_size, xxh64=hash_file(path))

    reseal(folder, change)


DAMAGES = [
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
    (put_a_program_in, {Flaw.UNSAFE}),
]


@pytest.mark.swept(20)
@pytest.mark.parametrize(("damage", "found"), DAMAGES)
def test_every_damage_is_found_and_keeps_a_bundle_from_being_imported(
    exported: Path, tmp_path: Path, damage: Callable[[Path], None], found: set[Flaw]
) -> None:
    if damage in (link, link_a_folder) and exported.is_file():
        pytest.skip("one file has no links")
    damaged = changed(exported, tmp_path, damage)
    seen = verify(damaged)
    assert {flaw.what for flaw in seen.flaws} == found
    assert not seen.whole
    with pytest.raises(UserFacingError, match="is damaged"):
        import_bundle(damaged, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def fill_with_no_numbers(folder: Path) -> None:
    """As an export of a cache that held them leaves it."""
    path = next(path for path in sorted((folder / "image").rglob("*.pt"))
                if "latent_image" in read_payload(path))
    held = read_payload(path)
    path.write_bytes(b"".join(pt_parts(
        {**held, "latent_image": np.full_like(held["latent_image"], np.nan)})))

    def change(document: dict[str, Any]) -> None:
        listed = next(file for file in document["files"]
                      if file["path"] == path.relative_to(folder).as_posix())
        listed.update(bytes=path.stat().st_size, xxh64=hash_file(path))

    reseal(folder, change)


def test_values_that_are_no_numbers_are_named_and_a_whole_bundle_stays_whole(
    exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bundle = changed(exported, tmp_path, fill_with_no_numbers)
    seen = verify(bundle)
    assert (seen.whole, seen.flaws) == (True, ())
    (warning,) = seen.warnings
    assert warning.what is Flaw.NOT_NUMBERS
    assert "NaN" in warning.problem

    monkeypatch.setattr("sys.argv", ["larder", "verify", str(bundle)])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    told = capsys.readouterr().out
    assert warning.path in told
    assert "But 1 cached file of it would spoil training." in told


def test_a_bit_flipped_anywhere_in_the_one_file_never_comes_to_a_cache(
    bundle_of: Callable[[Path, str], Path], workspace: BuildWorkspace, tmp_path: Path
) -> None:
    """Found by verify, or it lies in what nobody reads: the gaps between files."""
    bundle = bundle_of(workspace.config_path, "bundle.zip")
    whole, copy = bundle.read_bytes(), tmp_path / "copy.zip"
    contents = {
        path: open_files(bundle).content(path) for path, _ in open_files(bundle).list_paths()}
    seen = Counter[bool]()
    for at in range(0, len(whole), len(whole) // 40):
        copy.write_bytes(whole[:at] + bytes([whole[at] ^ 8]) + whole[at + 1:])
        is_whole = verify(copy).whole
        seen[is_whole] += 1
        if is_whole:
            files = open_files(copy)
            assert {path: files.content(path) for path, _ in files.list_paths()} == contents
    assert seen[False] > seen[True]


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.9999])
def test_one_file_that_was_cut_short_is_no_bundle(
    bundle_of: Callable[[Path, str], Path], workspace: BuildWorkspace, tmp_path: Path, part: float
) -> None:
    whole = bundle_of(workspace.config_path, "bundle.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[:int(len(whole) * part)])
    assert [flaw.what for flaw in verify(tmp_path / "cut.zip").flaws] == [Flaw.MANIFEST]


def test_one_file_with_a_compressed_manifest_is_not_read(tmp_path: Path) -> None:
    """It can be a thousand times as large as the file; Larder compresses nothing."""
    bundle = tmp_path / "small.zip"
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("larder-bundle.json", b" " * 1_000_000)
    (flaw,) = verify(bundle).flaws
    assert flaw.what == Flaw.MANIFEST
    assert "contains 'larder-bundle.json' in compressed form" in flaw.problem


@pytest.mark.parametrize(("limit", "said"), [
    ("LARGEST_MANIFEST", "it has more than 20 bytes"), ("MOST_FILES", "lists more than 20 files")])
def test_a_manifest_beyond_its_limits_is_not_read_and_the_limit_is_said(
    exported: Path, monkeypatch: pytest.MonkeyPatch, limit: str, said: str
) -> None:
    monkeypatch.setattr(manifest_rules, limit, 20)
    (flaw,) = verify(exported).flaws
    assert flaw.what == Flaw.MANIFEST
    assert said in flaw.problem
    assert f"{exported / MANIFEST_NAME}" in flaw.problem


def test_more_files_than_are_read_are_not_exported(
    workspace: BuildWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "MOST_FILES", 20)
    opened = open_workspace(workspace.config_path)
    plan = run_to_end(plan_export(opened, tmp_path / "out", CancelToken()))
    (check,) = plan.document.obstacles
    assert check.what == "files"
    monkeypatch.setattr(checks, "MOST_FILES", 1000)
    monkeypatch.setattr(export_rules, "LARGEST_MANIFEST", 20)
    plan = run_to_end(plan_export(opened, tmp_path / "out", CancelToken()))
    with pytest.raises(UserFacingError, match=r"list of files for .* the limit is"):
        run_to_end(apply_export(plan, CancelToken()))


def test_a_manifest_is_sealed_in_pieces_as_it_would_be_whole(
    exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manifest_rules, "FILES_TOGETHER", 7)
    found = manifest_of(exported)
    assert found.seal().digest == found.digest
    whole = msgspec.to_builtins(msgspec.structs.replace(found, digest=""))
    assert found.digest == hash_text(canonical_json(whole))


@pytest.mark.parametrize("change", [
    lambda document: document["files"][0].update(path="../../etc/passwd"),
    lambda document: document["files"][0].update(path="/etc/passwd"),
    lambda document: document["files"][0].update(path="image/..\\x.pt"),
    lambda document: document["stores"][0].update(id="../image"),
    lambda document: document["files"].append(document["files"][0]),
])
def test_a_manifest_that_leads_out_of_the_bundle_is_refused(
    exported: Path, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    damaged = changed(exported, tmp_path, lambda folder: reseal(folder, change))
    assert [flaw.what for flaw in verify(damaged).flaws] == [Flaw.MANIFEST]


def test_what_was_imported_on_windows_is_exported_as_it_came(
    exported: Path, tmp_path: Path, workspace: BuildWorkspace
) -> None:
    """There and back: what is left of the way is nothing."""
    import_bundle(exported, tmp_path / "cache", under="D:\\train")
    there = copy_of(workspace, tmp_path / "home", "D:\\train", tmp_path / "cache")
    again = export(there, tmp_path / exported.name)
    assert manifest_of(again).files == manifest_of(exported).files
    assert manifest_of(again).stores == manifest_of(exported).stores


def copy_of(workspace: BuildWorkspace, root: Path, under: str, cache: Path) -> BuildWorkspace:
    """A workspace with the same concepts at another place, and a cache that was imported."""
    concepts = [
        concept | {"path": f"{under}\\{concept['path'].rpartition('/')[2]}"}
        for concept in workspace.concepts]
    made = BuildWorkspace(root, {**workspace.config, "cache_dir": str(cache)}, concepts)
    made.write()
    return made


def test_an_interrupted_import_goes_on_where_it_stopped(exported: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    plan = run_to_end(plan_import(exported, cache, CancelToken()))
    with pytest.raises(JobCancelled):
        run_to_end(apply_import(plan, Soon(5)))
    assert not [*cache.rglob("cache.json"), *cache.rglob("aggregate.pt")]
    again = run_to_end(plan_import(exported, cache, CancelToken()))
    assert again.document.there == 5
    run_to_end(apply_import(again, CancelToken()))
    whole = files_below(cache)
    import_bundle(exported, tmp_path / "other")
    assert whole == files_below(tmp_path / "other")
    assert import_bundle(exported, cache).files == 0
    assert whole == files_below(cache)


def test_an_interrupted_export_is_no_bundle_and_goes_on_where_it_stopped(
    workspace: BuildWorkspace, exported: Path, form: str, tmp_path: Path
) -> None:
    target = tmp_path / form
    with pytest.raises(JobCancelled):
        run_to_end(apply_export(planned(workspace, target), Soon(5)))
    assert [flaw.what for flaw in verify(target).flaws] == [Flaw.MANIFEST]
    written = {path: path.stat().st_mtime_ns for path in target.rglob("*.pt")}
    assert planned(workspace, target).document.there == 5
    assert export(workspace, target)
    assert {path: path.stat().st_mtime_ns for path in written} == written
    assert verify(target).whole
    assert manifest_of(target) == manifest_of(exported)
    assert not journal_of(target).exists()
    assert not make_unfinished_path(target).exists()


def test_what_a_power_cut_left_of_an_export_is_written_again(
    workspace: BuildWorkspace, exported: Path, form: str, tmp_path: Path
) -> None:
    """Names that reached the drive without their bytes."""
    target = tmp_path / form
    with pytest.raises(JobCancelled):
        run_to_end(apply_export(planned(workspace, target), Soon(9)))
    written = make_unfinished_path(target) if form.endswith(".zip") else first_payload(target)
    os.truncate(written, written.stat().st_size // 2)
    assert manifest_of(export(workspace, target)) == manifest_of(exported)
    assert verify(target).whole


def test_an_export_of_something_else_begins_anew(
    workspace: BuildWorkspace, form: str, tmp_path: Path
) -> None:
    target = tmp_path / form
    with pytest.raises(JobCancelled):
        run_to_end(apply_export(planned(workspace, target), Soon(5)))
    other = planned(workspace, target, captions=True)
    assert other.document.there == 0
    run_to_end(apply_export(other, CancelToken()))
    assert manifest_of(target).captions
    assert verify(target).whole


def test_nothing_is_overwritten(exported: Path, workspace: BuildWorkspace, tmp_path: Path) -> None:
    other = import_bundle(exported, tmp_path / "first")
    name = next(path for path in files_below(tmp_path / "first") if path.startswith("image/"))
    (tmp_path / "cache" / name).parent.mkdir(parents=True)
    (tmp_path / "cache" / name).write_bytes(b"mine")
    with pytest.raises(UserFacingError, match="is a different file"):
        import_bundle(exported, tmp_path / "cache")
    assert other.done
    assert files_below(tmp_path / "cache") == {name: b"mine"}
    with pytest.raises(UserFacingError, match=r"is not empty|already exists"):
        export(workspace, exported)


def test_what_the_disk_has_no_room_for_is_not_begun(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1000, 900, 100))
    with pytest.raises(UserFacingError, match="only 100 B is free"):
        import_bundle(exported, tmp_path / "cache")
    with pytest.raises(UserFacingError, match="only 100 B is free"):
        export(workspace, tmp_path / exported.name)
    assert not list(tmp_path.iterdir())


def test_pictures_that_were_edited_since_are_told_before_an_export(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    copy = Path(shutil.copytree(workspace.root, tmp_path / "home"))
    made = BuildWorkspace(copy, workspace.config, [
        concept | {"path": concept["path"].replace(str(workspace.root), str(copy))}
        for concept in workspace.concepts])
    checks = {check.what: check for check in planned(workspace, tmp_path / "b").document.checks}
    assert all(check.passed for check in checks.values())
    made.concepts = made.concepts[1:]
    made.write()
    edited = made.add_picture("data/dogs/1.png", size=(40, 64), seed=99)
    made.age(edited, by_ns=10**9)
    checks = {check.what: check for check in planned(made, tmp_path / "b").document.checks}
    assert not checks["current"].passed
    assert not checks["current"].blocks
    assert "1.png" in checks["current"].problem


def test_damage_is_told_before_an_export_as_far_as_there_is_time(
    workspace: BuildWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damage is reported before an export as far as time allows.

    Other damage is found during the write, and the result is not a whole bundle.

    Other damage is found during the write, and the result is not a whole bundle.
    """
    copy = Path(shutil.copytree(workspace.root, tmp_path / "home"))
    made = BuildWorkspace(copy, workspace.config, workspace.concepts)
    damaged = first_payload(made.store().parent)
    content = bytearray(damaged.read_bytes())
    content[len(content) // 2] ^= 4
    damaged.write_bytes(content)
    target = tmp_path / "bundle"
    found = planned(made, target).document
    checks = {check.what: check for check in found.checks}
    name = damaged.relative_to(made.store().parent).as_posix()
    assert (checks["readable"].first, found.unread) == (name, 0)
    assert checks["readable"].problem.startswith(
        f"1 cached file cannot be used for training. {name} is damaged")
    with pytest.raises(UserFacingError, match="cannot be used for training"):
        export(made, target)
    assert not target.exists()
    monkeypatch.setattr("larder.core.bundle.checks.LOOKS_S", -1.0)
    hasty = planned(made, target)
    assert not hasty.document.obstacles
    assert hasty.document.unread
    with pytest.raises(UserFacingError, match="is damaged"):
        run_to_end(apply_export(hasty, CancelToken()))
    assert not verify(target).whole


def test_looking_for_damage_before_an_export_can_be_cancelled(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    token = CancelToken()

    def cancel(event: JobEvent) -> None:
        if isinstance(event, Progress) and event.phase == "checking cached files":
            token.cancel()

    with pytest.raises(JobCancelled):
        run_to_end(
            plan_export(open_workspace(workspace.config_path), tmp_path / "b", token), cancel)


def test_arrays_of_an_exported_payload_are_those_of_the_cache(
    workspace: BuildWorkspace, exported: Path, tmp_path: Path
) -> None:
    def arrays(folder: Path) -> list[dict[str, Any]]:
        found = [read_payload(path) for path in sorted((folder / "image").rglob("*.pt"))
                 if path.name not in {"aggregate.pt", "blank_sentinel.pt"}]
        kept = [{name: value for name, value in one.items()
                 if hasattr(value, "shape") or name in {"crop_offset", "original_resolution"}}
                for one in found]
        return sorted(kept, key=lambda one: one["latent_image"].flatten().tolist())

    ours = arrays(workspace.store().parent)
    assert ours
    assert all_same(ours, arrays(unpacked(exported, tmp_path / "unpacked")))


@pytest.mark.parametrize("odd", ["a", "é", "\ud800", 'a\\b"\x01\x7f', "1.5"])
def test_a_manifest_of_any_names_is_sealed_as_it_would_be_whole(
    monkeypatch: pytest.MonkeyPatch, odd: str
) -> None:
    monkeypatch.setattr(manifest_rules, "FILES_TOGETHER", 2)
    groups = tuple(BundledGroup(
        f"{odd}{number}", odd, (odd, 1.5, {"slots": {"0": []}, "groups": []}), {
            10: (None,), 2: (Origin(odd, "c", 1, 10**18, (1, 2)),) * number, 0: ()})
        for number in (1, 2, 5))
    stores = (BundledStore("image", odd, 3, {"r": {"b": 1.5, "groups": odd}}, groups),
              BundledStore("text", "", 0, {}, (BundledGroup("k", "c", (odd,)),)))
    for count, of in itertools.product((0, 1, 3), ((), stores[:1], stores)):
        files = tuple(BundledFile(f"image/{number}{odd}.pt", number, "f" * 16, "r" * (number % 2))
                      for number in range(count))
        manifest = BundleManifest(
            layout="x", captions=True, stores=of, concepts=(BundledConcept(odd, 1, 2),),
            files=files)
        assert manifest.seal().digest == hash_text(canonical_json(msgspec.to_builtins(manifest)))
