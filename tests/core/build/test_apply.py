from __future__ import annotations

import json
from pathlib import Path

import pytest

from larder.core.build.scope import BuildScope
from larder.core.errors import StoreBusyError, StoreLockedError, UserFacingError
from larder.core.files.journal import STOPPED, JournalAction, payload_sources, read_journal
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.keys.recipe import CHECKSUM_KEY, RECIPE_KEY
from larder.core.payloads.pt_file import list_pt, read_carried_recipe
from larder.core.stores.indexed.stamps import has_sentinel
from larder.core.stores.records import read_recipes
from larder.core.survey.report import Depth
from larder.core.writes.history import read_history
from tests.support.building import (
    BuildWorkspace,
    CountingEncoders,
    build,
    cancel_after,
    plan_of,
    start,
)
from tests.support.surveying import drifted, loose_payloads, run_survey, verdicts


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(3):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    return made


def test_a_first_build_makes_everything_and_the_survey_agrees(workspace: BuildWorkspace) -> None:
    built = build(workspace)
    assert (built.report.encoded, built.report.entries, built.failed) == (6, 6, [])
    report = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    for store in ("image", "text"):
        assert set(verdicts(report, store).values()) == {"valid"}
        assert loose_payloads(report, store) == {}


def test_a_second_build_opens_no_encoder_and_writes_nothing(workspace: BuildWorkspace) -> None:
    build(workspace)
    before = {path: path.stat() for path in workspace.root.rglob("*") if path.is_file()}
    again = build(workspace)
    assert again.plan.is_empty
    assert (again.encoders.opened, again.report.encoded, again.report.entries) == (0, 0, 0)
    after = {path: path.stat() for path in workspace.root.rglob("*") if path.is_file()}
    assert before.keys() == after.keys()
    assert all(before[path].st_mtime_ns == after[path].st_mtime_ns for path in before)


def test_rows_say_all_that_a_trainer_would_open_payloads_for(workspace: BuildWorkspace) -> None:
    build(workspace)
    index = workspace.index()
    row = index["entries"]["data/cats/1.png"]
    picture = workspace.root / "data/cats/1.png"
    names = ["crop_offset", "crop_resolution", "image_path", "latent_image", "original_resolution"]
    assert row["variants"] == {"128x128": {
        "cache_file": f"{row['hash'][:12]}_128x128", "schema_keys": names,
        "crop_resolution": [128, 128]}}
    assert row["filename"] == "1.png"
    assert row["mtime"] == picture.stat().st_mtime
    assert row["original_resolution"] == [40, 40]
    assert (row["sidecar_mtimes"], row["sidecar_hashes"]) == ({}, {})
    assert list(row["sourceless_rows"]) == ["1"]
    assert row["sourceless"] == row["sourceless_rows"]["1"]["metadata"]
    assert row["sourceless"]["group_values"] == [
        "data/cats", 1, True, workspace.concepts[0]["image"]]
    concept = row["sourceless_rows"]["1"]["concept_id"]
    assert index["concepts"] == {concept: workspace.concepts[0]}
    assert (index["schema"], index["schema_method"]) == (names, "shape_v1")
    assert index["blank_sentinel"] == "blank_sentinel.pt"
    assert index["hash_index"][row["hash"]] == ["data/cats/1.png"]
    assert "last_validated" not in index
    assert has_sentinel(workspace.store(), index["entries"]["data/cats/1.png"]["modeltype"], names)


def test_text_rows_carry_the_prompts_that_were_encoded(workspace: BuildWorkspace) -> None:
    build(workspace)
    row = workspace.row("data/cats/2.txt")
    assert row["sourceless_rows"]["2"]["runtime_values"] == {"0": {"prompt": "cat 2"}}
    name = f"{row['variants']['_']['cache_file']}_1.pt"
    values = list_pt(workspace.store("text") / name).values
    assert values["__sourceless_values"]["prompt"] == "cat 2"
    registered = json.loads((workspace.store("text") / "content_index.json").read_bytes())
    assert registered["entries"][values["__content_hash"]] == name


def test_payloads_carry_a_recipe_that_the_store_can_spell_out(workspace: BuildWorkspace) -> None:
    build(workspace)
    for store in ("image", "text"):
        recipes = read_recipes(workspace.store(store))
        assert recipes is not None
        for name in workspace.payloads(store):
            path = workspace.store(store) / name
            recipe, _ = read_carried_recipe(path)
            assert recipe in recipes.recipes
            assert {RECIPE_KEY, CHECKSUM_KEY} <= list_pt(path).values.keys()


def test_equal_builds_give_equal_bytes(workspace: BuildWorkspace, tmp_path: Path) -> None:
    other = BuildWorkspace(tmp_path / "other")
    other.add_concept()
    for number in range(3):
        other.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    build(workspace)
    build(other)
    for store in ("image", "text"):
        assert workspace.payloads(store) == other.payloads(store)


def test_pictures_are_batched_by_size(tmp_path: Path) -> None:
    workspace = BuildWorkspace(tmp_path / "work")
    cats = workspace.add_concept()
    for number in range(7):
        wide = number % 2 == 0
        workspace.add_picture(f"{cats}/{number}.png", size=(30, 90) if wide else (40, 40))
    built = build(workspace, batch=3)
    assert built.encoders.batches == [3, 1, 3]
    assert {item.bucket for item in built.encoders.images} == {(64, 192), (128, 128)}
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_every_variation_has_the_size_of_its_key(tmp_path: Path) -> None:
    workspace = BuildWorkspace(tmp_path / "work", {"resolution": "128,192,256"})
    cats = workspace.add_concept(
        image_variations=3, image={"enable_crop_jitter": True, "enable_random_flip": True})
    for number in range(4):
        workspace.add_picture(f"{cats}/{number}.png", size=(40, 40 + 11 * number))
    build(workspace, batch=4)
    for row in workspace.index()["entries"].values():
        (key, variant), = row["variants"].items()
        assert key == "x".join(map(str, variant["crop_resolution"]))
        for number in (1, 2, 3):
            contents = list_pt(workspace.store() / f"{variant['cache_file']}_{number}.pt")
            assert contents.values["crop_resolution"] == tuple(variant["crop_resolution"])
            shape = {array.name: array.shape for array in contents.arrays}["latent_image"]
            assert [side * 8 for side in shape[-2:]] == variant["crop_resolution"]


def test_a_build_takes_no_lock_it_cannot_have(workspace: BuildWorkspace) -> None:
    build(workspace)
    workspace.add_picture("data/cats/9.png")
    plan = plan_of(workspace)
    before = workspace.index()
    with lock_store(workspace.store()), pytest.raises(StoreLockedError):
        run_to_end(start(plan, CountingEncoders(plan)))
    assert workspace.index() == before


def test_a_store_that_a_trainer_uses_is_left_alone_unless_told_otherwise(
    workspace: BuildWorkspace,
) -> None:
    build(workspace)
    (workspace.store() / "0123456789ab_64x64_1.pt").write_bytes(b"just now")
    workspace.add_picture("data/cats/9.png")
    with pytest.raises(StoreBusyError):
        build(workspace)
    assert build(workspace, even_if_busy=True).report.encoded == 1


def test_cancel_keeps_what_is_done_and_the_next_build_goes_on(tmp_path: Path) -> None:
    workspace = BuildWorkspace(tmp_path / "work")
    cats = workspace.add_concept()
    for number in range(20):
        workspace.add_picture(f"{cats}/{number:02}.png")
    plan, token = plan_of(workspace), CancelToken()
    encoders = CountingEncoders(plan)
    cancel_after(5, token)(encoders)
    with pytest.raises(JobCancelled) as cancelled:
        run_to_end(start(plan, encoders, token=token))
    report = cancelled.value.report
    assert report.cancelled
    assert 5 <= report.encoded < 20
    assert report.encoded == report.entries == report.done == len(workspace.index()["entries"])
    assert report.planned == 20
    again = build(workspace)
    assert again.encoders.encoded == 20 - report.encoded
    assert drifted(run_survey(workspace.config_path), "image") == {}
    ends = [record.detail[STOPPED] for record in read_history([workspace.store()]).records
            if STOPPED in record.detail]
    assert ends == [False, True], "newest first: a front end shows one build in two parts"


def test_only_missing_leaves_what_is_stale(workspace: BuildWorkspace) -> None:
    build(workspace)
    workspace.add_picture("data/cats/1.png", seed=77)
    workspace.age(workspace.root / "data/cats/1.png", by_ns=10**9)
    workspace.add_picture("data/cats/new.png")
    missing = build(workspace, scope=BuildScope.MISSING)
    assert [item.spelled for item in missing.encoders.images] == ["data/cats/new.png"]
    stale = build(workspace, scope=BuildScope.STALE)
    assert [item.spelled for item in stale.encoders.images] == ["data/cats/1.png"]


def test_all_makes_everything_again(workspace: BuildWorkspace) -> None:
    build(workspace)
    before = workspace.payloads()
    built = build(workspace, scope=BuildScope.ALL)
    assert built.encoders.encoded == 6
    assert workspace.payloads() == before


def test_a_selection_is_rebuilt_alone(workspace: BuildWorkspace) -> None:
    build(workspace)
    built = build(
        workspace, scope=BuildScope.ALL, selection=[("image", "data/cats/2.png")])
    assert [item.spelled for item in built.encoders.images] == ["data/cats/2.png"]
    assert built.encoders.prompts == []


def test_a_limit_holds_per_store(workspace: BuildWorkspace) -> None:
    built = build(workspace, limit=2)
    assert (len(built.encoders.images), len(built.encoders.prompts)) == (2, 2)
    assert len(workspace.index()["entries"]) == 2


def test_the_journal_knows_source_content_and_pace_of_what_was_built(
    workspace: BuildWorkspace,
) -> None:
    build(workspace)
    journal = read_journal(workspace.store())
    assert {record.action for record in journal} == {JournalAction.BUILT}
    row = workspace.row("data/cats/0.png")
    source = payload_sources(journal)[f"{row['hash'][:12]}_128x128_1.pt"]
    assert (source.source, source.hash) == ("data/cats/0.png", row["hash"])
    workspace.add_picture("data/cats/9.png")
    plan = plan_of(workspace)
    group, = plan.groups
    assert (group.encoder, group.payloads) == ("patch-means", 1)
    assert group.seconds is not None
    assert group.seconds > 0


def test_an_edit_leaves_the_old_payload_superseded(workspace: BuildWorkspace) -> None:
    build(workspace)
    old = f"{workspace.row('data/cats/1.png')['hash'][:12]}_128x128_1.pt"
    workspace.add_picture("data/cats/1.png", seed=99)
    workspace.age(workspace.root / "data/cats/1.png", by_ns=10**9)
    assert build(workspace).report.encoded == 1
    report = run_survey(workspace.config_path)
    assert loose_payloads(report, "image") == {old: "superseded"}
    assert drifted(report, "image") == {}
    told = [record.items for record in read_history([workspace.store()]).records]
    assert told
    assert 0 not in told, "what a row replaced is noted apart, and is no line of its own"


def test_a_superseded_payload_of_the_trainers_own_is_known_too(workspace: BuildWorkspace) -> None:
    build(workspace)
    for line in (workspace.store() / ".larder").iterdir():
        if line.is_file():
            line.unlink()
    for path in workspace.store().iterdir():
        workspace.age(path)
    old = f"{workspace.row('data/cats/1.png')['hash'][:12]}_128x128_1.pt"
    workspace.add_picture("data/cats/1.png", seed=99)
    workspace.age(workspace.root / "data/cats/1.png", by_ns=10**9)
    build(workspace)
    assert loose_payloads(run_survey(workspace.config_path), "image") == {old: "superseded"}


def test_unknown_fields_and_other_rows_stay_byte_for_byte(workspace: BuildWorkspace) -> None:
    build(workspace)
    path = workspace.store() / "cache.json"
    text = path.read_text("ascii").replace(
        '"version": 3,', '"version": 3,\n  "vendor": {"pi": 3.140, "e": 1E2},')
    named = '"filename": "0.png",'
    text = text.replace(named, f'"vendor_note": "\\u00e9",\n      {named}')
    path.write_text(text, "ascii")
    workspace.age(path)
    before = path.read_text("ascii")
    workspace.add_picture("data/cats/9.png")
    build(workspace)
    after = path.read_text("ascii")
    assert '"vendor": {"pi": 3.140, "e": 1E2}' in after
    head = before[:before.index('"data/cats/2.png"')]
    assert after.startswith(head)


def test_a_picture_that_changes_while_it_is_built_is_passed_over(
    workspace: BuildWorkspace,
) -> None:
    def disturb(encoders: CountingEncoders) -> None:
        encoders.before_encode = lambda: workspace.age(
            workspace.root / "data/cats/1.png", by_ns=5 * 10**9)

    built = build(workspace, disturb=disturb)
    assert [left.source for left in built.report.changed] == ["data/cats/1.png"]
    assert "data/cats/1.png" not in workspace.index()["entries"]
    assert build(workspace).report.adopted == 1


def test_without_a_config_nothing_is_built(workspace: BuildWorkspace) -> None:
    build(workspace)
    report = run_survey(workspace.store())
    from larder.core.build.planning import build_plan
    with pytest.raises(UserFacingError, match="config"):
        run_to_end(build_plan(report, token=CancelToken()))
