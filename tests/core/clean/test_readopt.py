from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xxhash
from msgspec.structs import replace

from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    list_readopted_payloads,
    payload_sources,
    payloads_detail,
    read_journal,
)
from larder.core.index_edits import readopt
from larder.core.index_edits.readopt import apply_readopt, plan_readopt
from larder.core.jobs import CancelToken, Progress, run_to_end
from larder.core.payloads.pt import write_pt
from larder.core.requests.index_writing import READOPT
from larder.core.requests.options import IndexWriteOptions
from larder.core.stores.indexed.readopted_rows import (
    NotAdoptableError,
    row_in_folder,
    take_over_row,
)
from larder.core.survey.report import Depth
from larder.core.workspace.roots import PathFlavour, PathMap
from larder.core.writes import transaction
from larder.core.writes.reports import ReadoptReport
from tests.support.cleaning import as_json
from tests.support.indexed_cache import (
    IMAGE_NAMES,
    MODEL_TYPE,
    IndexedWorkspace,
    back_date,
    tree_state,
)
from tests.support.surveying import also, drifted, loose_payloads, run_survey, store_of, why

STORES = Path("workspace-cache") / "run"


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    return IndexedWorkspace.of_cats(tmp_path / "work", 4)


def readopted(config: Path, **options: Any) -> ReadoptReport:
    plan = plan_readopt(run_survey(config))
    return run_to_end(apply_readopt(plan, token=CancelToken(), **options))


def write_payload(path: Path, *, modeltype: str = MODEL_TYPE, **more: Any) -> None:
    """A payload as a trainer writes it, with few numbers."""
    numpy = pytest.importorskip("numpy")
    values = {
        "latent_image": numpy.ones((4, 16, 16), numpy.float32), "original_resolution": (200, 210),
        "crop_offset": (0, 0), "crop_resolution": (128, 128), "image_path": "data/x.png",
        "__cache_version": 3, "__modeltype": modeltype, **more}
    write_pt(path, values)
    back_date(path)


def test_a_renamed_picture_takes_over_the_row_of_its_old_name(workspace: IndexedWorkspace) -> None:
    cats = workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    (cats / "1.txt").rename(cats / "renamed.txt")
    before = workspace.index()
    payloads = tree_state(workspace.store())
    size = sum((workspace.store(store) / "cache.json").stat().st_size
               for store in ("image", "text"))
    assert readopted(workspace.config_path) == ReadoptReport(
        entries=2, payloads=2, dropped=(), backup_bytes=size)
    row = before["entries"].pop("data/cats/1.png")
    before["entries"]["data/cats/renamed.png"] = {**row, "filename": "renamed.png"}
    before["hash_index"][row["hash"]] = ["data/cats/renamed.png"]
    assert (workspace.store() / "cache.json").read_text() == json.dumps(before, indent=2)
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == drifted(report, "text") == {}
    after = tree_state(workspace.store())
    assert {name: after[name] for name in payloads if name.endswith(".pt")} == {
        name: state for name, state in payloads.items() if name.endswith(".pt")}


def test_behaviour_39_the_trainers_renamed_file_is_readopted_with_its_links(
    fixture_workspace: Callable[[str], Path],
) -> None:
    workspace = fixture_workspace("sdxl_drifted")
    config = workspace / "training_presets" / "config.json"
    old = json.loads((workspace / STORES / "image/cache.json").read_text())
    assert replace(readopted(config), backup_bytes=0) == ReadoptReport(
        entries=2, payloads=4, dropped=())
    new = json.loads((workspace / STORES / "image/cache.json").read_text())
    taken = old["entries"]["data/objects/shot_017.webp"]
    text = json.dumps(taken).replace("objects/shot_017", "objects/renamed_shot_017")
    expected = {**json.loads(text), "filename": "renamed_shot_017.webp"}
    assert new["entries"]["data/objects/renamed_shot_017.webp"] == expected
    report = run_survey(config, depth=Depth.PAYLOAD)
    for store in ("image", "text"):
        assert not [name for name in drifted(report, store) if "shot_017" in name]
        assert not [name for name, verdict in loose_payloads(report, store).items()
                    if verdict == "re-adoptable"]


def test_an_entry_says_that_it_was_readopted_until_it_is_built_anew(
    workspace: IndexedWorkspace,
) -> None:
    cats = workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    (cats / "1.txt").rename(cats / "renamed.txt")
    readopted(workspace.config_path)
    report = run_survey(workspace.config_path)
    assert also(report, "image", "data/cats/renamed.png") == ("re-adopted",)
    assert "relinked after the file was renamed" in why(report, "image", "data/cats/renamed.png")
    assert also(report, "image", "data/cats/2.png") == ()
    rows = store_of(report, "image").rows
    assert {row: rows.why[row] for row in rows.why} == {
        row: rows.why[row] for row in range(len(rows))
        if rows.source(row) == "data/cats/renamed.png"}
    index = workspace.index()
    copy = workspace.root / "data/cats/copy.png"  # nobody gave it back to this one
    copy.write_bytes((cats / "renamed.png").read_bytes())
    index["entries"]["data/cats/copy.png"] = {
        **index["entries"]["data/cats/renamed.png"], "mtime": copy.stat().st_mtime}
    (workspace.store() / "cache.json").write_text(json.dumps(index))
    assert "re-adopted" not in also(
        run_survey(workspace.config_path), "image", "data/cats/copy.png")
    payload, = (name for name in store_of(report, "image").payloads.names
                if name in list_readopted_payloads(workspace.store()))
    append_journal(workspace.store(), JournalRecord(
        at_ns=9, action=JournalAction.BUILT, detail=payloads_detail(
            {payload: PayloadSource("data/cats/renamed.png", "0" * 16)})))
    assert "re-adopted" not in also(
        run_survey(workspace.config_path), "image", "data/cats/renamed.png")


def test_moved_pictures_are_readopted_with_their_captions(workspace: IndexedWorkspace) -> None:
    (workspace.root / "data/cats/deep").mkdir()
    for number in range(3):
        for suffix in (".png", ".txt"):
            (workspace.root / f"data/cats/{number}{suffix}").rename(
                workspace.root / f"data/cats/deep/{number}{suffix}")
    assert readopted(workspace.config_path).entries == 6
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == drifted(report, "text") == {}


def test_a_duplicate_of_a_vanished_picture_gets_a_row_each(workspace: IndexedWorkspace) -> None:
    cats = workspace.root / "data/cats"
    (cats / "first.png").write_bytes((cats / "2.png").read_bytes())
    (cats / "2.png").rename(cats / "second.png")
    assert readopted(workspace.config_path).entries == 2
    rows = workspace.index()["entries"]
    assert "data/cats/2.png" not in rows
    assert rows["data/cats/first.png"]["variants"] == rows["data/cats/second.png"]["variants"]


def test_a_payload_that_no_row_names_gets_a_new_one(workspace: IndexedWorkspace) -> None:
    content = workspace.add_picture("data/cats/lost.png", size=(200, 210), cached=False)
    for number in (1, 2):
        write_payload(workspace.store() / f"{content[:12]}_128x128_{number}.pt")
    before = workspace.index()
    size = (workspace.store() / "cache.json").stat().st_size
    assert readopted(workspace.config_path) == ReadoptReport(
        entries=1, payloads=2, dropped=(), backup_bytes=size)
    before["entries"]["data/cats/lost.png"] = {
        "filename": "lost.png", "hash": content,
        "mtime": (workspace.root / "data/cats/lost.png").stat().st_mtime,
        "modeltype": MODEL_TYPE,
        "variants": {"128x128": {
            "cache_file": f"{content[:12]}_128x128", "schema_keys": sorted(IMAGE_NAMES),
            "crop_resolution": [128, 128]}},
        "cache_version": 3, "sidecar_mtimes": {}, "sidecar_hashes": {},
        "original_resolution": [200, 210]}
    before["hash_index"][content] = ["data/cats/lost.png"]
    assert (workspace.store() / "cache.json").read_text() == json.dumps(before, indent=2)
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_a_lost_index_is_rebuilt_from_payloads(fixture_workspace: Callable[[str], Path]) -> None:
    workspace = fixture_workspace("sdxl_clean")
    config = workspace / "training_presets" / "config.json"
    for store in ("image", "text"):
        for name in ("cache.json", "cache.json.bak"):
            (workspace / STORES / store / name).unlink()
    report = readopted(config)
    assert (report.entries, report.payloads, report.dropped) == (42, 60, ())
    after = run_survey(config, depth=Depth.PAYLOAD)
    for store in ("image", "text"):
        assert drifted(after, store) == {}
        assert loose_payloads(after, store) == {}
    index = json.loads((workspace / STORES / "image/cache.json").read_text())
    assert list(index) == ["version", "entries", "hash_index"]


def test_a_damaged_payload_gets_no_row(workspace: IndexedWorkspace) -> None:
    content = workspace.add_picture("data/cats/lost.png", cached=False)
    workspace.add_payload("image", f"{content[:12]}_128x128_1.pt", b"no zip file")
    before = tree_state(workspace.store())
    report = readopted(workspace.config_path)
    assert (report.entries, [left.source for left in report.dropped]) == (
        0, ["data/cats/lost.png"])
    assert tree_state(workspace.store()) == before


def test_a_payload_of_another_model_gets_no_row(workspace: IndexedWorkspace) -> None:
    content = workspace.add_picture("data/cats/lost.png", cached=False)
    write_payload(
        workspace.store() / f"{content[:12]}_128x128_1.pt", modeltype="FLUX_DEV_1")
    report = readopted(workspace.config_path)
    assert report.entries == 0
    assert "FLUX_DEV_1" in report.dropped[0].why


def test_a_source_edited_after_the_plan_gets_no_row(workspace: IndexedWorkspace) -> None:
    cats = workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    plan = plan_readopt(run_survey(workspace.config_path))
    (cats / "renamed.png").write_bytes(b"another picture")
    before = tree_state(workspace.store())
    report = run_to_end(apply_readopt(plan, token=CancelToken()))
    assert (report.entries, len(report.dropped)) == (0, 1)
    assert tree_state(workspace.store()) == before


@pytest.mark.parametrize("gone", ["payload", "source"])
def test_what_is_gone_since_the_plan_gets_no_row(workspace: IndexedWorkspace, gone: str) -> None:
    renamed = workspace.root / "data/cats/renamed.png"
    (workspace.root / "data/cats/1.png").rename(renamed)
    plan = plan_readopt(run_survey(workspace.config_path))
    name = workspace.payload_of("data/cats/1.png")
    (renamed if gone == "source" else workspace.store() / name).unlink()
    before, events = tree_state(workspace.store()), list[object]()
    report = run_to_end(apply_readopt(plan, token=CancelToken()), events.append)
    assert [left.why for left in report.dropped] == [
        "It no longer exists." if gone == "source" else f"Its cached file {name} is missing."]
    assert report.entries == 0
    assert tree_state(workspace.store()) == before
    assert not read_journal(workspace.store())
    assert "reading cached files" in [
        event.phase for event in events if isinstance(event, Progress)]


def test_a_source_of_another_date_gets_its_row_with_that(workspace: IndexedWorkspace) -> None:
    renamed = workspace.root / "data/cats/renamed.png"
    (workspace.root / "data/cats/1.png").rename(renamed)
    plan = plan_readopt(run_survey(workspace.config_path))
    back_date(renamed, by_ns=5_000_000_000)
    assert run_to_end(apply_readopt(plan, token=CancelToken())).entries == 1
    assert workspace.index()["entries"]["data/cats/renamed.png"]["mtime"] == \
        renamed.stat().st_mtime
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_a_vanished_source_that_is_back_keeps_its_row(workspace: IndexedWorkspace) -> None:
    cats = workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    plan = plan_readopt(run_survey(workspace.config_path))
    (cats / "1.png").write_bytes((cats / "renamed.png").read_bytes())
    assert run_to_end(apply_readopt(plan, token=CancelToken())).entries == 1
    rows = workspace.index()["entries"]
    assert {"data/cats/1.png", "data/cats/renamed.png"} <= set(rows)


def test_the_journal_is_told_before_the_index_is_replaced(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill between the two would leave an index that looks as if a trainer had written it."""
    index, seen = workspace.store() / "cache.json", []
    append = transaction.append_journal

    def noted(store: Path, record: JournalRecord) -> None:
        seen.append(index.read_bytes())
        append(store, record)

    monkeypatch.setattr(transaction, "append_journal", noted)
    before, cats = index.read_bytes(), workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    readopted(workspace.config_path)
    assert seen == [before]
    assert index.read_bytes() != before


def test_the_journal_knows_which_source_each_payload_went_to(workspace: IndexedWorkspace) -> None:
    cats = workspace.root / "data/cats"
    content = workspace.index()["entries"]["data/cats/1.png"]["hash"]
    (cats / "1.png").rename(cats / "renamed.png")
    readopted(workspace.config_path)
    journal = read_journal(workspace.store())
    assert [record.action for record in journal] == [JournalAction.READOPTED]
    (name, origin), = payload_sources(journal).items()
    assert (name, origin.source, origin.hash) == (
        f"{content[:12]}_128x128_1.pt", "data/cats/renamed.png", content)


def test_a_source_whose_name_is_not_utf8_is_readopted(workspace: IndexedWorkspace) -> None:
    odd = os.fsdecode(b"caf\xe9.png")
    cats = workspace.root / "data/cats"
    try:
        (cats / "1.png").rename(cats / odd)
    except OSError:
        pytest.skip("this file system wants UTF-8")
    assert readopted(workspace.config_path).entries == 1
    assert f"data/cats/{odd}" in workspace.index()["entries"]
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_a_plan_says_what_would_be_written_and_writes_nothing(workspace: IndexedWorkspace) -> None:
    cats = workspace.root / "data/cats"
    content = workspace.index()["entries"]["data/cats/1.png"]["hash"]
    (cats / "1.png").rename(cats / "renamed.png")
    before = tree_state(workspace.root)
    document = as_json(plan_readopt(run_survey(workspace.config_path)).document())
    assert tree_state(workspace.root) == before
    assert document == {
        "schema": "larder.readopt-plan/1", "entries": 1, "payloads": 1,
        "backup_bytes": (workspace.store() / "cache.json").stat().st_size, "stores": [
            {"store": "image", "items": [
                {"source": "data/cats/renamed.png", "instead_of": "data/cats/1.png",
                 "payloads": [f"{content[:12]}_128x128_1.pt"]}]}]}


@pytest.mark.parametrize(("old", "new"), [
    (b"d/a.png", b"e/b.png"), (b"d/a.png", b"e/b.jpeg"), (b"d/a", b"e/b")])
def test_a_row_taken_over_keeps_every_other_byte(old: bytes, new: bytes) -> None:
    text = (b'{"odd": 1.50, "mtime": 1E9, "filename": "a.png", "modeltype": "M",'
            b' "sidecar_hashes": {"d/a-masklabel.png": "00"},'
            b' "sourceless": {"n": 2.0, "linked_paths": {"image_path": "d/a.png",'
            b' "mask_path": "d/a-masklabel.png", "others": ["d/a.png"], "other": "d/ab.png",'
            b' "far": "x/y-masklabel.png", "spelled": "x/\xc3\xa4.png"}}}'
            ).replace(b'"d/a.png", "mask', b'"' + old + b'", "mask')
    taken = take_over_row(
        text, old_key=old.decode(), new_key=new.decode(), mtime=7.5, modeltype="M", separator="/")
    assert taken == (
        text.replace(b"1E9", b"7.5").replace(b'"a.png"', b'"' + new[2:] + b'"')
        .replace(b'"image_path": "' + old, b'"image_path": "' + new)
        .replace(b"d/a-mask", b"e/b-mask"))


@pytest.mark.parametrize(("text", "why"), [
    (b'{"mtime": 1.0, "modeltype": "A"}', "the model type A, not for B"),
    (b'{"mtime": 1.0}', "does not record its model type"),
    (b'{"modeltype": "B"}', "has no date")])
def test_a_row_of_another_model_or_without_a_date_is_not_taken_over(text: bytes, why: str) -> None:
    with pytest.raises(NotAdoptableError, match=why):
        take_over_row(
            text, old_key="a", new_key="b", mtime=1.0, modeltype="B", separator="/")


def test_a_row_taken_over_gets_no_field_that_it_lacked() -> None:
    """Without a config nobody knows which model type is another."""
    assert take_over_row(
        b'{"mtime": 1.0, "sourceless": {"linked_paths": {"image_path": 5, "mask_path": "c"}}}',
        old_key="a", new_key="b", mtime=2.5, modeltype=None, separator="/") == (
            b'{"mtime": 2.5, "sourceless": {"linked_paths": {"image_path": 5, "mask_path": "c"}}}')


@pytest.mark.parametrize("by", ["source", "instead_of", "payload"])
def test_only_what_is_selected_gets_its_row_back(workspace: IndexedWorkspace, by: str) -> None:
    cats = workspace.root / "data/cats"
    for number in (1, 2):
        (cats / f"{number}.png").rename(cats / f"new-{number}.png")
    config = workspace.config_path
    first, *others = [
        (store.store, item)
        for store in plan_readopt(run_survey(config)).document().stores
        for item in store.items]
    assert others
    store, item = first
    name = {"source": item.source, "instead_of": item.instead_of, "payload": item.payloads[0]}[by]
    run_to_end(READOPT.start(IndexWriteOptions(
        workspace=str(config), apply=True, selection=((store, str(name)),)), CancelToken()))
    assert sum(len(store.items) for store in
               plan_readopt(run_survey(config)).adoptions()) == len(others)


def masked(tmp_path: Path) -> tuple[IndexedWorkspace, Path]:
    """Three pictures, two with a mask that their rows record, in a store that watches masks."""
    made = IndexedWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number, mask in enumerate((b"first mask", b"second mask", None)):
        name = f"{cats}/{number}-masklabel.png"
        recorded: dict[str, Any] = {}
        if mask is not None:
            (made.root / name).write_bytes(mask)
            back_date(made.root / name)
            recorded = {
                "sidecar_mtimes": {name: (made.root / name).stat().st_mtime},
                "sidecar_hashes": {name: xxhash.xxh64_hexdigest(mask)}}
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}", **recorded)
    made.write()
    return made, made.root / cats


def rename_with(cats: Path, mask: bytes | None) -> None:
    """Rename the picture that has the first mask, and have it lie beside another one, or none."""
    for ending in (".png", ".txt", "-masklabel.png"):
        (cats / f"0{ending}").rename(cats / f"renamed{ending}")
    if mask is None:
        (cats / "renamed-masklabel.png").unlink()
    else:
        (cats / "renamed-masklabel.png").write_bytes(mask)


@pytest.mark.parametrize("mask", [b"another mask", b"second mask", None])
def test_a_renamed_picture_with_another_mask_does_not_take_its_payload_back(
    tmp_path: Path, mask: bytes | None
) -> None:
    workspace, cats = masked(tmp_path)
    rename_with(cats, mask)
    report = run_survey(workspace.config_path)
    assert workspace.payload_of("data/cats/0.png") not in {
        name for option in store_of(report, "image").readoptions for name in option.payloads}
    assert drifted(report, "image")["data/cats/renamed.png"] == "missing-entry"
    readopted(workspace.config_path)
    assert "data/cats/renamed.png" not in workspace.index()["entries"]


def test_a_renamed_picture_with_its_own_mask_takes_its_payload_back(tmp_path: Path) -> None:
    workspace, cats = masked(tmp_path)
    rename_with(cats, b"first mask")
    readopted(workspace.config_path)
    row = workspace.index()["entries"]["data/cats/renamed.png"]
    assert list(row["sidecar_hashes"]) == ["data/cats/renamed-masklabel.png"]
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_a_payload_of_another_picture_with_the_same_first_digits_is_not_taken_back(
    tmp_path: Path,
) -> None:
    """Names have 12 of 16 digits; a row that says all of them is believed."""
    workspace, cats = masked(tmp_path)
    index = workspace.index()
    row = index["entries"]["data/cats/2.png"]
    row["hash"] = f"{row['hash'][:12]}{'0' if row['hash'][12] != '0' else '1'}{row['hash'][13:]}"
    (workspace.store() / "cache.json").write_text(json.dumps(index, indent=2))
    back_date(workspace.store() / "cache.json")
    for ending in (".png", ".txt"):
        (cats / f"2{ending}").rename(cats / f"renamed{ending}")
    readopted(workspace.config_path)
    assert "data/cats/renamed.png" not in workspace.index()["entries"]


def test_an_unchanged_source_is_not_read_again_when_it_gets_its_row_back(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    cats = workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    plan = plan_readopt(run_survey(workspace.config_path))
    monkeypatch.setattr(readopt, "hash_file", None)
    assert run_to_end(apply_readopt(plan, token=CancelToken())).entries == 1


def test_a_source_that_is_written_while_it_is_read_gets_no_row(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    cats = workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    plan = plan_readopt(run_survey(workspace.config_path))
    (adoption,) = plan.stores[0].rows
    back_date(cats / "renamed.png", by_ns=77)

    def written_meanwhile(path: Path, **_: object) -> str:
        path.write_bytes(b"another picture")
        return adoption.hash  # of what was read before

    monkeypatch.setattr(readopt, "hash_file", written_meanwhile)
    report = run_to_end(apply_readopt(plan, token=CancelToken()))
    assert (report.entries, len(report.dropped)) == (0, 1)
    assert "data/cats/renamed.png" not in workspace.index()["entries"]


def test_a_size_of_one_number_is_no_size(workspace: IndexedWorkspace) -> None:
    content = workspace.add_picture("data/cats/lost.png", size=(200, 210), cached=False)
    write_payload(workspace.store() / f"{content[:12]}_128x128_1.pt", crop_resolution=(128,))
    readopted(workspace.config_path)
    variant = workspace.index()["entries"]["data/cats/lost.png"]["variants"]["128x128"]
    assert "crop_resolution" not in variant


def test_without_a_config_the_payload_tells_the_model_type(workspace: IndexedWorkspace) -> None:
    content = workspace.add_picture("data/cats/lost.png", size=(200, 210), cached=False)
    write_payload(
        workspace.store() / f"{content[:12]}_128x128_1.pt", modeltype="FLUX_DEV_1")
    workspace.config_path.unlink()
    assert readopted(workspace.store()).entries == 1
    assert workspace.index()["entries"]["data/cats/lost.png"]["modeltype"] == "FLUX_DEV_1"


def test_without_a_config_a_payload_that_tells_no_model_type_gets_no_row(
    workspace: IndexedWorkspace,
) -> None:
    workspace.config_path.unlink()
    payload = workspace.store() / workspace.payload_of("data/cats/1.png")
    write_payload(payload, modeltype=None)  # type: ignore[arg-type]
    rows = {**workspace.rows["image"]}
    del workspace.rows["image"]["data/cats/1.png"]
    workspace.write_index("image")
    report = readopted(workspace.store())
    assert [left.why for left in report.dropped] == [
        f"{payload.name} does not record which model type it was made for."]
    assert rows.keys() - workspace.index()["entries"].keys() == {"data/cats/1.png"}


def test_without_a_config_a_file_beside_indexed_ones_counts_only_if_its_content_is_cached(
    workspace: IndexedWorkspace,
) -> None:
    cats = workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    (cats / "stranger.png").write_bytes(b"nothing that is cached")
    workspace.config_path.unlink()
    rows = store_of(run_survey(workspace.store()), "image").rows
    listed = {rows.source(row) for row in range(len(rows))}
    assert "data/cats/renamed.png" in listed
    assert "data/cats/stranger.png" not in listed


def test_a_new_row_has_the_size_that_the_newest_payload_says(workspace: IndexedWorkspace) -> None:
    content = workspace.add_picture("data/cats/lost.png", size=(200, 210), cached=False)
    for bucket, size, age in (("128x128", (200, 210), 1), ("64x64", (100, 105), 2)):
        path = workspace.store() / f"{content[:12]}_{bucket}_1.pt"
        write_payload(path, original_resolution=size)
        back_date(path, by_ns=age * 10**9)
    readopted(workspace.config_path)
    row = workspace.index()["entries"]["data/cats/lost.png"]
    newest = max(workspace.store().glob(f"{content[:12]}_*"), key=lambda p: p.stat().st_mtime_ns)
    assert row["original_resolution"] == (
        [200, 210] if "128x128" in newest.name else [100, 105])


def test_an_index_that_the_drive_does_not_give_is_not_begun_anew(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    cats = workspace.root / "data/cats"
    (cats / "1.png").rename(cats / "renamed.png")
    report = run_survey(workspace.config_path)
    (_, *others) = report.stores
    hidden = replace(report.stores[0], index=replace(
        report.stores[0].index, unread="Input/output error"))
    plan = plan_readopt(replace(report, stores=(hidden, *others)))
    assert "image" not in {store.target.id for store in plan.stores}


def test_a_renamed_folder_leaves_linked_files_of_other_folders_as_they_are() -> None:
    row = row_in_folder(
        b'{"sidecar_hashes": {"old/a-mask.png": "1", "masks/a.png": "2"}}',
        PathMap("old", "new"), PathFlavour.POSIX)
    assert json.loads(row)["sidecar_hashes"] == {"new/a-mask.png": "1", "masks/a.png": "2"}
