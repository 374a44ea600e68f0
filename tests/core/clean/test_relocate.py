"""A folder that moved: its entries get the new path in one step, and an undo brings all back."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
import xxhash

from larder.core.build.released.columns import SlotAction
from larder.core.errors import UserFacingError
from larder.core.files.journal import JournalAction, read_journal
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.building import build_samples, plan_samples
from larder.core.requests.index_writing import relocate
from larder.core.requests.options import BuildOptions, RelocateOptions
from larder.core.requests.request import open_for
from larder.core.stores.records import read_sources
from larder.core.workspace.roots import PathMap
from larder.core.writes.reports import RelocateReport, Relocation, SampleState
from larder.core.writes.undo import undo_clean
from tests.support.building import BuildWorkspace
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state
from tests.support.source_building import SourceBuild, write_text
from tests.support.surveying import run_survey, verdicts
from tests.support.windows_paths import on_windows, respell_concepts, respell_index

PICTURES = 6
MASK_HASH = xxhash.xxh64_hexdigest(b"mask")


def _mask(path: Path) -> Path:
    path.write_bytes(b"mask")
    return path


@pytest.fixture
def cached(tmp_path: Path) -> IndexedWorkspace:
    """Cats by an absolute path, with captions and a mask; dogs beside them stay."""
    made = IndexedWorkspace(tmp_path / "work")
    old = str(tmp_path / "drive" / "cats")
    made.add_concept("cats", path=old)
    dogs = made.add_concept("dogs")
    Path(old).mkdir(parents=True, exist_ok=True)
    for number in range(PICTURES):
        back_date(_mask(Path(old, f"{number}-masklabel.png")))
        made.add_picture(
            f"{old}/{number}.png", caption=f"cat {number}",
            sidecar_hashes={f"{old}/{number}-masklabel.png": MASK_HASH}, sourceless={
                "linked_paths": {"image_path": f"{old}/{number}.png",
                                 "sample_prompt_path": f"{old}/{number}.txt"}})
    made.add_picture(f"{dogs}/rex.png", caption="rex")
    made.write()
    return made


def moved_to(made: IndexedWorkspace, new: Path, *, names_it: bool = True) -> tuple[str, str]:
    """Rename the folder of cats; the concept names the new one where OneTrainer was told so."""
    old = made.concepts[0]["path"]
    new.parent.mkdir(parents=True, exist_ok=True)
    Path(old).rename(new)
    if names_it:
        made.concepts[0]["path"] = str(new)
        respell_concepts(
            made.root / "training_concepts/concepts.json", made.concepts, lambda path: path)
    return old, str(new)


def asked(workspace: Path, old: str, new: str = "", **options: Any) -> Any:
    wanted = RelocateOptions(workspace=str(workspace), old=old, new=new, **options)
    return run_to_end(relocate(open_for(wanted), wanted, CancelToken()))


def undone(made: IndexedWorkspace) -> None:
    run_to_end(undo_clean([made.store(), made.store("text")], None, token=CancelToken()))


def caches(made: IndexedWorkspace) -> Any:
    return {name: of for name, of in tree_state(made.root).items() if "/.larder" not in name}


def test_entries_of_a_moved_folder_are_valid_again_and_nothing_else_changes(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "elsewhere" / "kittens")
    assert set(verdicts(run_survey(cached.config_path), "image").values()) > {"valid"}
    before = caches(cached)
    found = asked(cached.config_path, old, new)
    assert isinstance(found, Relocation)
    assert (found.entries, found.matching, len(found.sample)) == (
        2 * PICTURES, 2 * PICTURES, 2 * PICTURES)
    assert (found.stores, found.taken, found.unnamed) == (
        {"image": PICTURES, "text": PICTURES}, 0, ())
    assert caches(cached) == before
    report = asked(cached.config_path, old, new, apply=True)
    assert isinstance(report, RelocateReport)
    assert report.entries == 2 * PICTURES
    assert found.backup_bytes == report.backup_bytes == sum(
        (cached.store(store) / "cache.json.bak").stat().st_size for store in ("image", "text"))
    surveyed = run_survey(cached.config_path)
    for store in ("image", "text"):
        assert set(verdicts(surveyed, store).values()) == {"valid"}
        assert read_journal(cached.store(store))[-1].action == JournalAction.RELOCATED
    row = cached.index()["entries"][f"{new}/0.png"]
    assert row == {
        **cached.rows["image"][f"{old}/0.png"],
        "sidecar_hashes": {f"{new}/0-masklabel.png": MASK_HASH},
        "sourceless": {"linked_paths": {
            "image_path": f"{new}/0.png", "sample_prompt_path": f"{new}/0.txt"}}}
    assert old not in json.dumps(cached.index())


def test_an_undo_brings_both_caches_back_to_the_byte(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "elsewhere")
    before = caches(cached)
    asked(cached.config_path, old, new, apply=True)
    assert caches(cached) != before
    undone(cached)
    assert caches(cached) == before


def test_an_undo_after_a_trainer_saved_keeps_what_that_trainer_wrote(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "elsewhere")
    asked(cached.config_path, old, new, apply=True)
    index = cached.index()
    index["entries"][f"{new}/1.png"]["mtime"] = 5.0
    index["entries"]["added.png"] = index["entries"]["data/dogs/rex.png"]
    (cached.store() / "cache.json").write_text(json.dumps(index))
    back_date(cached.store() / "cache.json")
    undone(cached)
    entries = cached.index()["entries"]
    assert {key for key in entries if key.startswith(new)} == {f"{new}/1.png"}
    assert {key for key in entries if key.startswith(old)} == {
        f"{old}/{number}.png" for number in range(PICTURES)}
    assert "added.png" in entries


def test_the_folder_is_found_beside_the_old_place_whatever_it_is_called_now(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "drive" / "renamed", names_it=False)
    (tmp_path / "drive" / "empty").mkdir()
    found = asked(cached.config_path, old)
    assert (found.proposals, found.new, found.matching) == ((new,), new, 2 * PICTURES)
    assert found.unnamed == (old,)


def test_the_folder_the_concept_names_now_is_proposed_wherever_it_is(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "far" / "away" / "kittens")
    assert asked(cached.config_path, old).proposals[0] == new


@pytest.mark.parametrize("names_it", [True, False])
def test_which_folder_moved_needs_not_be_said(
    cached: IndexedWorkspace, tmp_path: Path, names_it: bool,
) -> None:
    assert asked(cached.config_path, "") == Relocation()
    old, new = moved_to(cached, tmp_path / "drive" / "kittens", names_it=names_it)
    found = asked(cached.config_path, "")
    assert (found.old, found.new, found.missing) == (old, new, (old,))


def test_of_a_drive_that_is_gone_the_drive_and_the_folder_on_it_are_offered(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "kittens")
    Path(old).parent.rmdir()
    found = asked(cached.config_path, "")
    assert found.missing == (str(Path(old).parent), old)
    assert (found.old, found.new) == (old, new)


def test_where_nothing_is_found_nothing_is_proposed_and_a_place_has_to_be_named(
    cached: IndexedWorkspace,
) -> None:
    old = cached.concepts[0]["path"]
    shutil.rmtree(old)
    assert asked(cached.config_path, old) == Relocation(old=old, missing=(old,))
    with pytest.raises(UserFacingError, match="Both folders"):
        asked(cached.config_path, old, apply=True)


def test_a_folder_with_other_files_of_these_names_is_refused(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "elsewhere")
    for path in Path(new).iterdir():
        path.write_bytes(b"something else")
    found = asked(cached.config_path, old, new)
    assert {one.state for one in found.sample} == {SampleState.OTHER}
    before = caches(cached)
    with pytest.raises(UserFacingError, match="None of the 12 compared files"):
        asked(cached.config_path, old, new, apply=True)
    assert caches(cached) == before


def test_what_cannot_be_looked_at_in_the_new_folder_is_not_missing_there(
    cached: IndexedWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = moved_to(cached, tmp_path / "elsewhere")
    hidden, real = f"{new}/0.png", os.stat

    def stat(path: Any, **more: Any) -> os.stat_result:
        if str(path) == hidden:
            raise OSError(errno.EIO, "Input/output error", hidden)
        return real(path, **more)

    monkeypatch.setattr(os, "stat", stat)
    monkeypatch.setattr(os, "lstat", stat)
    open_file = os.open
    monkeypatch.setattr(os, "open", lambda path, *more, **named: (
        stat(path) if str(path) == hidden else open_file(path, *more, **named)))
    found = asked(cached.config_path, old, new)
    assert [one.state for one in found.sample if one.source == hidden] == [
        SampleState.UNREADABLE]
    for path in Path(new).iterdir():
        if str(path) != hidden:
            path.write_bytes(b"something else")
    with pytest.raises(UserFacingError, match=r"0\.png cannot be read, so Larder cannot tell"):
        asked(cached.config_path, old, new, apply=True)


def test_what_is_not_there_any_more_is_told_and_is_an_orphan_afterwards(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "elsewhere")
    Path(new, "0.png").unlink()
    found = asked(cached.config_path, old, new)
    assert [one.source for one in found.sample if one.state is SampleState.MISSING] == [
        f"{new}/0.png"]
    asked(cached.config_path, old, new, apply=True)
    assert verdicts(run_survey(cached.config_path), "image")[f"{new}/0.png"] == "source-missing"


def test_a_file_that_has_an_entry_in_the_new_folder_keeps_that(
    cached: IndexedWorkspace, tmp_path: Path,
) -> None:
    old, new = moved_to(cached, tmp_path / "elsewhere")
    index = cached.index()
    index["entries"][f"{new}/0.png"] = {**index["entries"][f"{old}/0.png"], "cache_version": 7}
    (cached.store() / "cache.json").write_text(json.dumps(index))
    back_date(cached.store() / "cache.json")
    assert asked(cached.config_path, old, new).taken == 1
    asked(cached.config_path, old, new, apply=True)
    entries = cached.index()["entries"]
    assert (entries[f"{new}/0.png"]["cache_version"], f"{old}/0.png" in entries) == (7, True)


def test_a_folder_named_relative_to_the_workspace_stays_relative(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "work")
    made.add_concept("cats")
    made.add_picture("data/cats/a.png", caption="a")
    made.write()
    (made.root / "data/cats").rename(made.root / "data/kittens")
    asked(made.config_path, "data/cats", str(made.root / "data/kittens"), apply=True)
    assert list(made.index()["entries"]) == ["data/kittens/a.png"]


@pytest.mark.parametrize(("old", "new"), [
    ("D:", "E:"), ("d:/Train", "E:\\train"), (r"\\?\D:\TRAIN\Data", r"E:\Train\data")])
def test_a_drive_that_got_another_letter_is_renamed_in_whatever_spelling(
    tmp_path: Path, old: str, new: str,
) -> None:
    made = IndexedWorkspace(tmp_path / "drive" / "train")
    made.add_concept("cats")
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption="a")
    made.write()
    for store in ("image", "text"):
        respell_index(
            made.store(store), made.index(store), lambda path: on_windows(path, r"D:\train"))
    respell_concepts(
        made.root / "training_concepts/concepts.json", made.concepts,
        lambda path: on_windows(path, "e:/Train").replace("\\", "/"))
    maps = (("e:", str(made.root.parent)),)
    found = asked(made.config_path, old, new, maps=maps)
    assert (found.entries, found.matching, found.unnamed) == (6, 6, ())
    before = caches(made)
    asked(made.config_path, old, new, maps=maps, apply=True)
    assert {key[:2] for key in made.index()["entries"]} == {"E:"}
    surveyed = run_survey(made.config_path, maps=[PathMap(*maps[0])])
    assert set(verdicts(surveyed, "image").values()) == {"valid"}
    undone(made)
    assert caches(made) == before


def test_an_index_of_windows_gets_no_path_of_another_system(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "work")
    made.add_concept("cats")
    made.add_picture("data/cats/1.png", caption="a")
    made.write()
    respell_index(made.store(), made.index(), lambda path: on_windows(path, r"D:\train"))
    with pytest.raises(UserFacingError, match="use Windows paths") as refused:
        asked(made.config_path, r"D:\train", str(made.root))
    assert "--map" in refused.value.hint


def test_values_of_files_are_recorded_in_the_new_folder_and_an_undo_forgets_it(
    tmp_path: Path,
) -> None:
    made = SourceBuild.of(tmp_path)
    for number in range(4):
        write_text(made.sources, f"{number}.txt", f"row of {number}")
    made.build()
    store, new = made.store.folder, tmp_path / "renamed"
    made.sources.rename(new)
    before = tree_state(store)
    assert set(verdicts(run_survey(store.parent), "tokens").values()) != {"valid"}
    found = asked(store.parent, str(made.sources), str(new))
    assert (found.entries, found.matching) == (4, 4)
    asked(store.parent, str(made.sources), str(new), apply=True)
    assert {Path(line.source).parent for line in read_sources(store).values()} == {new}
    assert set(verdicts(run_survey(store.parent), "tokens").values()) == {"valid"}
    report = run_to_end(undo_clean([store], None, token=CancelToken()))
    assert report.index_rows_restored == found.entries
    assert read_journal(store)[-1].items == found.entries
    after = tree_state(store)
    assert {name: of for name, of in after.items() if "journal" not in name} == {
        name: of for name, of in before.items() if "journal" not in name}


@pytest.mark.parametrize("names_it", [True, False])
def test_a_released_cache_is_told_where_the_folder_is_and_a_build_moves_what_is_cached(
    tmp_path: Path, names_it: bool,
) -> None:
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(3):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    options = BuildOptions(workspace=str(made.config_path), layout="released")
    run_to_end(build_samples(open_for(options), options, CancelToken()))
    (made.root / cats).rename(made.root / "data/kittens")
    if names_it:
        made.concepts[0]["path"] = "data/kittens"
        made.write()
    found = asked(made.config_path, "")
    assert (found.old, found.new) == ("data/cats", "data/kittens")
    assert (found.entries, found.released) == (0, ("image", "text"))
    assert found.unnamed == (() if names_it else ("data/cats",))
    made.concepts[0]["path"] = "data/kittens"
    made.write()
    options = BuildOptions(workspace=str(made.config_path))
    plan, _ = run_to_end(plan_samples(open_for(options), options, CancelToken()))
    assert plan.payloads == 0
    assert sum(store.count(SlotAction.MOVES) for store in plan.stores) == 6
