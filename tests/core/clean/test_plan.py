"""Plans of cleans: the items offered, those preselected, and the reasons for the rest."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from larder.core.clean.plan import CleanPlan, CleanReason, HeldReason
from larder.core.clean.plan_clean import clean_plan
from larder.core.clean.plan_document import load_plan, plan_columns, plan_document, save_plan
from larder.core.columns import TextColumn
from larder.core.errors import WorkspaceError
from larder.core.survey import roots, sources
from tests.support.building import BuildWorkspace
from tests.support.cleaning import planned, ticked
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.released_building import PATH, add_concept, build_released, delete_one
from tests.support.surveying import run_survey

DAY_S = 24 * 3600.0
LOOSE = "0123456789ab_128x128_1.pt"
TEMP = "0123456789ab_128x128_1.pt.4242.99.tmp"


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    return IndexedWorkspace.of_cats(tmp_path / "work", 4)


def forget(workspace: IndexedWorkspace, *sources: str) -> None:
    for source in sources:
        (workspace.root / source).unlink()


def whys(plan: CleanPlan) -> dict[str, str]:
    """Payload -> why it is not ticked, "" for what is."""
    return {name: plan.why.get(item, "") for item, name in enumerate(plan.payloads)}


def set_age(path: Path, seconds: float) -> None:
    moment = time.time() - seconds
    os.utime(path, (moment, moment))


def test_behaviour_44_an_empty_store_and_the_stand_in_offer_nothing(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "work")
    made.add_concept()
    made.write()
    made.add_payload("image", "blank_sentinel.pt")
    assert len(planned(made.root)) == 0


def test_behaviour_45_every_variant_of_a_live_entry_is_referenced(
    workspace: IndexedWorkspace,
) -> None:
    row = workspace.rows["image"]["data/cats/0.png"]
    stem = row["hash"][:12]
    row["variants"]["192x64"] = {"cache_file": f"{stem}_192x64"}
    workspace.add_payload("image", f"{stem}_192x64_1.pt")
    workspace.write_index()
    assert len(planned(workspace.root)) == 0
    forget(workspace, "data/cats/0.png", "data/cats/0.txt")
    assert set(ticked(planned(workspace.root))) >= {
        f"{stem}_128x128_1.pt", f"{stem}_192x64_1.pt"}


@pytest.mark.parametrize("number", [2, 3, 99, 100, 105, 12_345])
def test_behaviour_46_a_gap_in_variation_numbers_orphans_nothing(
    workspace: IndexedWorkspace, number: int
) -> None:
    stem = workspace.rows["image"]["data/cats/0.png"]["hash"][:12]
    workspace.add_payload("image", f"{stem}_128x128_{number}.pt")
    (workspace.store() / f"{stem}_128x128_1.pt").unlink()
    assert len(planned(workspace.root)) == 0


def test_behaviour_47_a_payload_shared_with_a_live_entry_stays(workspace: IndexedWorkspace) -> None:
    workspace.add_picture("data/cats/copy.png", colour=0)
    workspace.write_index()
    assert workspace.payload_of("data/cats/copy.png") == workspace.payload_of("data/cats/0.png")
    forget(workspace, "data/cats/0.png", "data/cats/0.txt")
    plan = planned(workspace.root, reasons=[CleanReason.ORPHANED])
    assert workspace.payload_of("data/cats/0.png") not in plan.payloads
    assert plan.rows_dropped(plan.preselected)["image"] == ["data/cats/0.png"]
    forget(workspace, "data/cats/copy.png")
    plan = planned(workspace.root, reasons=[CleanReason.ORPHANED])
    shared = plan.payloads.index(workspace.payload_of("data/cats/0.png"))
    assert plan.sources_of(shared) == ("data/cats/0.png", "data/cats/copy.png")
    assert plan.rows_dropped(plan.preselected)["image"] == [
        "data/cats/0.png", "data/cats/copy.png"]


def test_behaviour_48_a_payload_without_entry_is_offered(workspace: IndexedWorkspace) -> None:
    workspace.add_payload("image", LOOSE, b"x" * 123)
    plan = planned(workspace.root)
    assert plan.payloads == [LOOSE]
    assert CleanReason(plan.reason[0]) is CleanReason.UNINDEXED
    assert plan.preselected.all()
    assert plan.bytes.tolist() == [123]


@pytest.mark.parametrize("version", [1, 2])
def test_behaviour_49_older_indexes_are_understood(
    workspace: IndexedWorkspace, version: int
) -> None:
    for store in ("image", "text"):
        rows = {}
        for key, row in workspace.rows[store].items():
            ((resolution, variant),) = row["variants"].items()
            rows[key] = {
                "filename": row["filename"], "hash": row["hash"], "mtime": row["mtime"],
                "modeltype": row["modeltype"], "cache_file": variant["cache_file"],
                "cache_version": version}
            if resolution != "_":
                rows[key]["resolution"] = resolution
        workspace.rows[store] = rows
    workspace.top = {"version": version}
    workspace.write()
    assert len(planned(workspace.root)) == 0
    forget(workspace, "data/cats/0.png", "data/cats/0.txt")
    assert len(ticked(planned(workspace.root))) == 2


def test_the_old_payload_of_an_edited_picture_is_not_offered(workspace: IndexedWorkspace) -> None:
    (workspace.root / "data/cats/0.png").write_bytes(b"edited")
    assert len(planned(workspace.root)) == 0


def test_the_payload_of_a_renamed_picture_and_its_row_are_left_for_readoption(
    workspace: IndexedWorkspace,
) -> None:
    cats = workspace.root / "data/cats"
    (cats / "0.png").rename(cats / "renamed.png")
    (cats / "0.txt").rename(cats / "renamed.txt")
    plan = planned(workspace.root)
    assert len(plan) == 0
    assert plan.rows_dropped(plan.preselected) == {}


def test_files_that_are_not_the_stores_own_are_never_offered(workspace: IndexedWorkspace) -> None:
    for name in ("notes.txt", "backup_of_everything.pt", "ABCDEF012345_64x64_1.pt",
                 "0123456789ab_1.pt.bak", "0123456789ab_128x128_0.pt"):
        workspace.add_payload("image", name)
    assert len(planned(workspace.root)) == 0


@pytest.mark.parametrize(("age_s", "is_ticked"), [
    (DAY_S + 60, True), (DAY_S - 60, False), (60.0, False), (-3600.0, False)])
@pytest.mark.parametrize("name", [LOOSE, TEMP])
def test_young_files_are_listed_unticked_with_the_reason(
    workspace: IndexedWorkspace, name: str, age_s: float, is_ticked: bool
) -> None:
    set_age(workspace.add_payload("image", name), age_s)
    plan = planned(workspace.root)
    assert plan.payloads == [name]
    assert plan.preselected.tolist() == [is_ticked]
    assert bool(whys(plan)[name]) is not is_ticked


def test_the_minimum_age_is_a_setting(workspace: IndexedWorkspace) -> None:
    set_age(workspace.add_payload("image", TEMP), 7200)
    assert ticked(planned(workspace.root, min_age_s=3600)) == [TEMP]
    assert ticked(planned(workspace.root, min_age_s=3 * 3600)) == []


def test_orphans_need_no_age(workspace: IndexedWorkspace) -> None:
    set_age(workspace.store() / workspace.payload_of("data/cats/0.png"), 600)
    forget(workspace, "data/cats/0.png")
    assert workspace.payload_of("data/cats/0.png") in ticked(planned(workspace.root))


def test_a_temp_file_goes_with_no_index_and_no_config(workspace: IndexedWorkspace) -> None:
    workspace.add_payload("image", TEMP)
    (workspace.store() / "cache.json").unlink()
    assert ticked(planned(workspace.store())) == [TEMP]


def unindexed_why(workspace: IndexedWorkspace, path: Path | None = None, **more: Any) -> str:
    plan = planned(workspace.root if path is None else path, **more)
    assert LOOSE in plan.payloads
    assert LOOSE not in ticked(plan)
    return whys(plan)[LOOSE]


def test_unindexed_payloads_are_unticked_without_a_config(workspace: IndexedWorkspace) -> None:
    workspace.add_payload("image", LOOSE)
    assert "config" in unindexed_why(workspace, workspace.store())


def test_unindexed_payloads_are_unticked_when_the_index_is_missing(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_payload("image", LOOSE)
    (workspace.store() / "cache.json").unlink()
    assert "no index that can be read" in unindexed_why(workspace)


def test_unindexed_payloads_are_unticked_when_the_index_was_recovered(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_payload("image", LOOSE)
    index = workspace.store() / "cache.json"
    (workspace.store() / "cache.json.bak").write_bytes(index.read_bytes())
    index.write_text("{")
    assert "cache.json.bak" in unindexed_why(workspace)


def test_unindexed_payloads_are_unticked_while_a_concepts_folder_is_away(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_payload("image", LOOSE)
    dogs = workspace.add_concept("dogs")
    workspace.write()
    (workspace.root / dogs).rmdir()
    assert "data/dogs" in unindexed_why(workspace)


def test_unindexed_payloads_are_unticked_without_a_concept_list(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_payload("image", LOOSE)
    (workspace.root / "training_concepts/concepts.json").unlink()
    assert "concept" in unindexed_why(workspace)


def test_unindexed_payloads_are_unticked_when_they_are_half_of_the_store(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_payload("image", LOOSE)
    for number in range(3):
        workspace.add_payload("image", f"0123456789a{number}_128x128_1.pt")
    assert unindexed_why(workspace).startswith("4 of 8 cached files")


def test_unindexed_payloads_are_unticked_when_a_source_could_not_be_hashed(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_payload("image", LOOSE)
    report = run_survey(workspace.config_path)
    unsure = replace(report, stores=tuple(
        replace(store, sources_hashed=False) for store in report.stores))
    plan = clean_plan(unsure, now_ns=time.time_ns())
    assert "could be read" in whys(plan)[LOOSE]


def test_an_unreadable_row_unticks_everything_but_temp_files(workspace: IndexedWorkspace) -> None:
    workspace.add_payload("image", LOOSE)
    workspace.add_payload("image", TEMP)
    workspace.rows["image"]["data/cats/odd.png"] = {"hash": 7}
    workspace.write_index()
    forget(workspace, "data/cats/0.png")
    plan = planned(workspace.root)
    image = [name for name, store in zip(plan.payloads, plan.store, strict=True) if store == 0]
    assert [name for name in ticked(plan) if name in image] == [TEMP]
    assert "1 row of the index" in whys(plan)[LOOSE]
    assert "image" not in plan.rows_dropped(plan.preselected) or (
        plan.rows_dropped(plan.preselected)["image"] == [])


def test_a_root_that_lost_most_of_its_pictures_is_listed_unticked(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "work")
    cats = made.add_concept("portraits")
    for number in range(30):
        made.add_picture(f"{cats}/{number}.png")
    made.write()
    for number in range(20):
        (made.root / f"{cats}/{number}.png").unlink()
    plan = planned(made.root)
    assert len(plan) == 20
    assert ticked(plan) == []
    assert set(whys(plan).values()) == {"20 of 30 pictures of portraits are gone."}
    assert plan.rows_dropped(plan.preselected)["image"] == []
    assert [(held.reason, held.entries) for held in plan.held_back] == [
        (HeldReason.MOSTLY_GONE, 20)]
    declared = planned(made.root, gone=[made.root / cats])
    assert len(ticked(declared)) == 20
    assert declared.held_back == ()


def test_a_dead_row_without_payloads_is_dropped_too(workspace: IndexedWorkspace) -> None:
    (workspace.store() / workspace.payload_of("data/cats/0.png")).unlink()
    forget(workspace, "data/cats/0.png")
    plan = planned(workspace.root)
    assert len(plan) == 0
    assert plan.rows_dropped(plan.preselected) == {"image": ["data/cats/0.png"]}


def test_a_synthetic_source_is_never_an_orphan(workspace: IndexedWorkspace) -> None:
    import xxhash

    key = "prompt://made up"
    content = xxhash.xxh64_hexdigest(key.encode())
    workspace.add_entry("text", key, content, bucket=None, mtime=0.0)
    workspace.write_index("text")
    plan = planned(workspace.root)
    assert len(plan) == 0
    assert plan.rows_dropped(plan.preselected) == {}


def test_unticking_one_of_a_rows_payloads_keeps_the_row(workspace: IndexedWorkspace) -> None:
    stem = workspace.rows["image"]["data/cats/0.png"]["hash"][:12]
    workspace.add_payload("image", f"{stem}_128x128_2.pt")
    forget(workspace, "data/cats/0.png")
    plan = planned(workspace.root)
    selected = plan.preselected.copy()
    assert plan.rows_dropped(selected)["image"] == ["data/cats/0.png"]
    selected[plan.payloads.index(f"{stem}_128x128_2.pt")] = False
    assert plan.rows_dropped(selected)["image"] == []


def test_only_the_reasons_asked_for_are_offered(workspace: IndexedWorkspace) -> None:
    workspace.add_payload("image", LOOSE)
    workspace.add_payload("image", TEMP)
    forget(workspace, "data/cats/0.png")
    plan = planned(workspace.root, reasons=[CleanReason.TEMP_LEFTOVER])
    assert plan.payloads == [TEMP]
    assert plan.rows_dropped(plan.preselected) == {}


def test_two_configs_on_one_cache_offer_nothing_of_each_other(workspace: IndexedWorkspace) -> None:
    dogs = workspace.add_concept("dogs")
    workspace.add_picture(f"{dogs}/d.png", caption="dog")
    workspace.write()
    concepts = workspace.root / "training_concepts/concepts.json"
    concepts.write_text(json.dumps(workspace.concepts[:1]))
    assert len(planned(workspace.root)) == 0


def test_blocks_on_disk_are_told_beside_sizes(workspace: IndexedWorkspace) -> None:
    path = workspace.add_payload("image", LOOSE, b"x" * 5000)
    plan = planned(workspace.root)
    status = path.stat()
    expected = getattr(status, "st_blocks", None)
    assert plan.bytes_on_disk.tolist() == [5000 if expected is None else expected * 512]


def assert_same_plan(one: CleanPlan, two: CleanPlan) -> None:
    for name in CleanPlan.__slots__:
        first, second = getattr(one, name), getattr(two, name)
        if isinstance(first, np.ndarray):
            assert first.dtype == second.dtype, name
            assert first.tolist() == second.tolist(), name
        else:
            assert first == second, name


def test_a_saved_plan_is_the_plan(workspace: IndexedWorkspace, tmp_path: Path) -> None:
    workspace.add_payload("image", LOOSE)
    set_age(workspace.add_payload("image", TEMP), 60)
    workspace.add_picture("data/cats/copy.png", colour=0)
    workspace.write_index()
    forget(workspace, "data/cats/0.png", "data/cats/copy.png", "data/cats/1.txt")
    plan = planned(workspace.root)
    save_plan(plan, tmp_path / "plan.json")
    assert_same_plan(load_plan(tmp_path / "plan.json"), plan)


def test_a_plan_with_names_that_are_not_utf8_is_saved(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    odd = f"data/cats/{os.fsdecode(bytes([0x63, 0xe9]))}.png"
    try:
        workspace.add_picture(odd)
    except (OSError, UnicodeError):
        pytest.skip("this file system wants UTF-8")
    workspace.write_index()
    forget(workspace, odd)
    plan = planned(workspace.root)
    save_plan(plan, tmp_path / "plan.json")
    loaded = load_plan(tmp_path / "plan.json")
    assert odd in loaded.sources
    assert_same_plan(loaded, plan)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "larder.survey/1"}'])
def test_a_file_that_is_no_plan_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(WorkspaceError, match=r"plan\.json"):
        load_plan(tmp_path / "plan.json")


def test_the_document_is_the_contracts(workspace: IndexedWorkspace) -> None:
    set_age(workspace.add_payload("image", TEMP), 60)
    forget(workspace, "data/cats/0.png")
    plan = planned(workspace.root)
    document = plan_document(plan)
    name = workspace.payload_of("data/cats/0.png")
    size = (workspace.store() / name).stat().st_size
    assert document["schema"] == "larder.clean-plan/1"
    status = (workspace.store() / "cache.json").stat()
    assert document["stamps"]["image"] == {
        "size": status.st_size, "mtime_ns": status.st_mtime_ns, "inode": status.st_ino}
    assert (document["files"], document["bytes"]) == (1, size)
    orphans, temps = document["groups"]
    assert {key: orphans[key] for key in ("reason", "preselected", "files", "bytes")} == {
        "reason": "orphaned", "preselected": True, "files": 1, "bytes": size}
    (item,) = orphans["items"]
    assert item["payload"] == name
    assert item["store"] == "image"
    assert item["sources"] == ["data/cats/0.png"]
    assert (item["preselected"], item["why"]) == (True, None)
    assert (temps["reason"], temps["preselected"], temps["files"]) == ("temp-leftover", False, 0)
    assert temps["items"][0]["why"]
    assert document["index_rows_dropped"] == {"image": ["data/cats/0.png"]}
    json.dumps(document)


def test_the_columns_are_in_plan_order(workspace: IndexedWorkspace) -> None:
    workspace.add_payload("image", LOOSE)
    workspace.add_payload("image", TEMP)
    forget(workspace, "data/cats/0.png", "data/cats/1.txt")
    plan = planned(workspace.root)
    columns = plan_columns(plan)
    assert list(columns) == [
        "store", "group", "payload", "source", "source_rank", "sources", "bytes",
        "bytes_on_disk", "age_s", "files", "again", "preselected", "why"]
    payload = columns["payload"]
    assert isinstance(payload, TextColumn)
    assert list(payload) == plan.payloads
    assert {name: str(column.dtype) for name, column in columns.items()
            if not isinstance(column, TextColumn)} == {
        "store": "int32", "group": "uint8", "source_rank": "int32", "sources": "int32",
        "bytes": "int64", "bytes_on_disk": "int64", "age_s": "int64", "files": "int64",
        "again": "int64", "preselected": "bool"}
    assert np.all(np.diff(plan.reason.astype(int)) >= 0)


def test_a_root_that_lost_most_of_its_pictures_has_the_name_of_its_own_concept(
    tmp_path: Path,
) -> None:
    made = IndexedWorkspace(tmp_path / "work")
    for name in ("landscapes", "portraits"):
        folder = made.add_concept(name)
        for number in range(30):
            made.add_picture(f"{folder}/{number}.png")
    for number in range(30):
        made.add_picture(f"data/nobody/{number}.png")
    made.write()
    for folder, kept in (("data/portraits", 10), ("data/nobody", 5)):
        for number in range(kept, 30):
            (made.root / f"{folder}/{number}.png").unlink()
    assert set(whys(planned(made.root)).values()) == {
        "20 of 30 pictures of portraits are gone.", "25 of 30 pictures of data/nobody are gone."}


def test_a_store_without_an_index_has_no_rows_that_go(tmp_path: Path) -> None:
    made = BuildWorkspace(tmp_path / "work")
    add_concept(made)
    for number in range(3):
        made.add_picture(f"{PATH}/{number}.png", caption=f"cat {number}", size=(16, 16))
    build_released(made)
    delete_one(made)
    assert {store.id: store.dead_rows for store in planned(made.root).stores} == {
        "image": (), "text": ()}


def test_a_sample_without_a_file_of_its_own_holds_nothing(workspace: IndexedWorkspace) -> None:
    """A picture without a caption file is trained with its name; that file cannot be read."""
    workspace.add_picture("data/cats/nameless.png")
    workspace.write()
    workspace.add_payload("text", "0123456789ab_1.pt")
    set_age(workspace.store("text") / "0123456789ab_1.pt", 3 * DAY_S)
    plan = planned(workspace.root)
    assert whys(plan)["0123456789ab_1.pt"] == ""


def test_groups_are_offered_for_their_own_reason_only(tmp_path: Path) -> None:
    made = BuildWorkspace(tmp_path / "work")
    add_concept(made)
    made.add_picture(f"{PATH}/0.png", caption="a cat", size=(16, 16))
    build_released(made)
    made.concepts[0]["path"] = "data/elsewhere"
    made.write()
    assert len(planned(made.root)) == 2
    assert len(planned(made.root, reasons=[CleanReason.ORPHANED])) == 0


def test_a_group_takes_the_space_of_its_files(tmp_path: Path) -> None:
    made = BuildWorkspace(tmp_path / "work")
    add_concept(made)
    made.add_picture(f"{PATH}/0.png", caption="a cat", size=(16, 16))
    build_released(made)
    made.concepts[0]["path"] = "data/elsewhere"
    made.write()
    (slot, *_) = made.store("image").glob("*/variation-0/0.pt")
    (slot.parent / "@eaDir").mkdir()  # what a drive leaves in any folder goes with it
    (slot.parent / "@eaDir" / "thumb").write_bytes(b"x" * 5000)
    plan = planned(made.root)
    for item, name in enumerate(plan.payloads):
        files = [path for path in (plan.store_of(item).folder / name).rglob("*") if path.is_file()]
        assert plan.bytes_on_disk[item] == sum(path.stat().st_blocks * 512 for path in files)
        assert plan.files[item] == len(files)


def test_a_dead_row_that_shares_its_payload_stays_while_rows_cannot_be_read(
    workspace: IndexedWorkspace,
) -> None:
    """The payload stays with its live row, so nothing says that the dead one was finished."""
    copied = workspace.root / "data/cats/copy.png"
    copied.write_bytes((workspace.root / "data/cats/0.png").read_bytes())
    index = workspace.index()
    index["entries"]["data/cats/copy.png"] = {
        **index["entries"]["data/cats/0.png"], "filename": "copy.png"}
    index["entries"]["data/cats/odd.png"] = {"hash": 7}
    (workspace.store() / "cache.json").write_text(json.dumps(index, indent=2))
    forget(workspace, "data/cats/0.png")
    plan = planned(workspace.root)
    assert "data/cats/0.png" not in plan.rows_dropped(plan.preselected).get("image", [])
    assert "data/cats/0.png" not in plan.stores[0].dead_rows


def test_what_no_row_names_is_not_ticked_while_a_drive_is_away(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.add_payload("image", LOOSE)
    set_age(workspace.store() / LOOSE, 3 * DAY_S)
    assert whys(planned(workspace.root))[LOOSE] == ""
    monkeypatch.setattr(roots, "device_of", lambda _: 12345)
    assert "another device" in whys(planned(workspace.root))[LOOSE]


def test_nothing_is_read_while_every_payload_has_its_row(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.add_picture("data/cats/new.png", cached=False)
    monkeypatch.setattr(sources, "hash_files", None)
    assert len(planned(workspace.root)) == 0


def test_a_row_without_a_payload_stays_while_rows_cannot_be_read(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.store() / workspace.payload_of("data/cats/0.png")).unlink()
    forget(workspace, "data/cats/0.png")
    assert planned(workspace.root).stores[0].dead_rows == ("data/cats/0.png",)
    index = workspace.index()
    index["entries"]["data/cats/odd.png"] = {"hash": 7}
    (workspace.store() / "cache.json").write_text(json.dumps(index, indent=2))
    assert planned(workspace.root).stores[0].dead_rows == ()


def test_a_row_without_a_payload_stays_while_most_of_its_root_is_gone(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(30):
        made.add_picture(f"{cats}/{number}.png")
    made.write()
    (made.store() / made.payload_of(f"{cats}/0.png")).unlink()
    for number in range(20):
        (made.root / f"{cats}/{number}.png").unlink()
    assert f"{cats}/0.png" not in planned(made.root).stores[0].dead_rows
