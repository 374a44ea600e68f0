"""Survey results for single changes to an indexed cache, one behaviour per test."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
import xxhash
from PIL import Image

from larder.core.errors import WorkspaceError
from larder.core.files.temp_names import temp_name
from larder.core.index_edits.readopt import apply_readopt, plan_readopt
from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys.hash_memory import FINE_UNSETTLED_NS
from larder.core.stores.indexed import index_file
from larder.core.survey import sources as survey_content
from larder.core.survey.report import Depth, IndexCopy
from larder.core.survey.training_risks import TrainingRisk
from tests.support.indexed_cache import IMAGE_NAMES, IndexedWorkspace, back_date, trainers_payload
from tests.support.surveying import (
    also,
    drifted,
    loose_payloads,
    payload_verdicts,
    run_survey,
    store_of,
    verdicts,
    why,
)


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """One concept with three captioned pictures, everything cached."""
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat number {number}")
    made.write()
    return made


def rename_in_index(workspace: IndexedWorkspace, old: str, new: str) -> None:
    row = workspace.rows["image"].pop(old)
    workspace.rows["image"][new] = {**row, "filename": Path(new).name}


# --- index files and versions -------------------------------------------------------------------


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_index_is_read_as_version_3_with_the_same_payload_names(
    workspace: IndexedWorkspace, version: int
) -> None:
    for row in workspace.rows["image"].values():
        (key, variant), = row.pop("variants").items()
        row.update(cache_file=variant["cache_file"], resolution=key, cache_version=version)
    workspace.write_index("image", version=version)
    for _ in range(2):
        report = run_survey(workspace.config_path)
        assert drifted(report, "image") == {}
        assert store_of(report, "image").index.version == version


def test_an_older_row_without_resolution_gets_the_variant_without_size(
    workspace: IndexedWorkspace,
) -> None:
    for row in workspace.rows["text"].values():
        (_, variant), = row.pop("variants").items()
        row.update(cache_file=variant["cache_file"], cache_version=2)
    workspace.write_index("text", version=2)
    assert drifted(run_survey(workspace.config_path), "text") == {}


def test_an_older_row_without_payload_has_no_variant(workspace: IndexedWorkspace) -> None:
    workspace.rows["image"]["data/cats/0.png"].pop("variants")
    workspace.write_index("image", version=2)
    for report in (run_survey(workspace.config_path),
                   run_survey(workspace.store().parent, root=workspace.root)):
        assert drifted(report, "image") == {"data/cats/0.png": "missing-variant"}


def test_several_variants_pass_and_the_asked_one_counts(workspace: IndexedWorkspace) -> None:
    source = "data/cats/0.png"
    row = workspace.rows["image"][source]
    stem = row["hash"][:12] + "_64x64"
    row["variants"] = {"64x64": {"cache_file": stem, "crop_resolution": [64, 64]},
                       **row["variants"]}
    workspace.add_payload("image", f"{stem}_1.pt")
    workspace.write_index("image")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {}
    assert loose_payloads(report, "image") == {}


@pytest.mark.parametrize(("is_there", "names", "expected"), [
    (False, IMAGE_NAMES, "missing-payload"), (True, IMAGE_NAMES[1:], "incomplete-schema")])
def test_a_variant_of_another_size_makes_up_for_nothing(
    workspace: IndexedWorkspace, is_there: bool, names: list[str], expected: str
) -> None:
    source = "data/cats/0.png"
    name = workspace.payload_of(source)
    row = workspace.rows["image"][source]
    stem = row["hash"][:12] + "_64x64"
    variants = row["variants"]
    variants["64x64"] = {
        **variants["128x128"], "cache_file": stem, "crop_resolution": [64, 64]}
    variants["128x128"]["schema_keys"] = names
    workspace.add_payload("image", f"{stem}_1.pt")
    workspace.write_index("image")
    if not is_there:
        (workspace.store() / name).unlink()
    assert drifted(run_survey(workspace.config_path), "image") == {source: expected}


def test_of_an_edited_picture_the_size_of_today_counts(workspace: IndexedWorkspace) -> None:
    Image.new("RGB", (300, 100)).save(workspace.root / "data/cats/0.png")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"data/cats/0.png": "content-changed"}
    assert also(report, "image", "data/cats/0.png") == ("missing-variant",)


@pytest.mark.parametrize("is_masked", [True, False])
def test_a_crop_that_masks_draw_leaves_sizes_unjudged_while_masks_are_on(
    workspace: IndexedWorkspace, is_masked: bool
) -> None:
    workspace.concepts[0]["image"] = {"enable_random_mask_rotate_crop": True}
    workspace.config["masked_training"], workspace.resolution = is_masked, "256"
    report = run_survey(workspace.write())
    assert ("variant-not-checked" in also(report, "image", "data/cats/0.png")) == is_masked
    assert (verdicts(report, "image")["data/cats/0.png"] == "missing-variant") != is_masked


def test_an_entry_is_judged_by_no_payload_of_an_earlier_size_or_beyond_its_variations(
    tmp_path: Path,
) -> None:
    """Payloads of an earlier size or beyond the variations do not affect an entry's verdict.

    No build would replace them, since nothing requests them.

    No build would replace them, since nothing requests them.
    """
    made = IndexedWorkspace.of_cats(tmp_path, 1)
    row, = made.rows["image"].values()
    variant, = row["variants"].values()
    earlier = row["hash"][:12] + "_64x64"
    row["variants"]["64x64"] = {**variant, "cache_file": earlier, "crop_resolution": [64, 64]}
    made.write_index("image")
    good = trainers_payload()
    for name, payload in ((f"{variant['cache_file']}_1.pt", good), (f"{earlier}_1.pt", b"bad"),
                          (f"{variant['cache_file']}_2.pt", b"bad")):
        made.add_payload("image", name, payload)
    assert drifted(run_survey(made.config_path, depth=Depth.PAYLOAD), "image") == {}
    made.add_payload("image", f"{variant['cache_file']}_1.pt", b"bad")
    assert drifted(run_survey(made.config_path, depth=Depth.PAYLOAD), "image") == {
        "data/cats/0.png": "corrupt-payload"}
    made.resolution = "256"  # of no size that is asked for, so none is earlier than another
    report = run_survey(made.write(stores=()), depth=Depth.PAYLOAD)
    assert "corrupt-payload" in (
        *drifted(report, "image").values(), *also(report, "image", "data/cats/0.png"))


@pytest.mark.parametrize(("copies", "used"), [
    ({"cache.json": "good", "cache.json.tmp": "bad", "cache.json.bak": "bad"}, IndexCopy.MAIN),
    ({"cache.json": "bad", "cache.json.tmp": "good", "cache.json.bak": "bad"},
     IndexCopy.TEMPORARY),
    ({"cache.json": "bad", "cache.json.tmp": "bad", "cache.json.bak": "good"}, IndexCopy.BACKUP),
    ({"cache.json.tmp": "good", "cache.json.bak": "bad"}, IndexCopy.TEMPORARY),
    ({"cache.json.tmp": "bad", "cache.json.bak": "good"}, IndexCopy.BACKUP),
    ({"cache.json": "bad"}, IndexCopy.MAIN),
    ({"cache.json.tmp": "bad"}, IndexCopy.TEMPORARY),
])
def test_the_copy_of_the_index_is_chosen_in_the_trainers_order_and_left_as_it_is(
    workspace: IndexedWorkspace, copies: dict[str, str], used: IndexCopy
) -> None:
    store = workspace.store()
    text = (store / "cache.json").read_text()
    (store / "cache.json").unlink()
    for name, state in copies.items():
        (store / name).write_text(text if state == "good" else text[: len(text) // 2])
        back_date(store / name)
    before = {path.name: path.read_bytes() for path in store.iterdir()}
    report = run_survey(workspace.config_path)
    assert store_of(report, "image").index.copy is used
    assert {path.name: path.read_bytes() for path in store.iterdir()} == before
    is_whole = copies[used.value] == "good"
    if used is not IndexCopy.MAIN or not is_whole:
        assert any("cache.json" in finding.problem for finding in report.problems)
    expected = {"valid"} if is_whole else {"valid", "missing-entry"}
    assert set(verdicts(report, "image").values()) == expected
    is_damaged = copies.get("cache.json") == "bad" or not is_whole
    assert bool(store_of(report, "image").index.damage) is is_damaged
    # One of the copies damages it, and its repair is offered once.
    assert [one.repair for one in report.problems].count("repair-index") == is_damaged


def test_without_an_index_payloads_are_claimed_by_the_pictures_they_were_made_from(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.store() / "cache.json").unlink()
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").values()) == {"missing-entry"}
    assert set(payload_verdicts(report, "image").values()) == {"re-adoptable"}


@pytest.mark.parametrize("text", [
    "", "[]", '"text"', '{"version": 3}', '{"version": 3, "entries": []}', "\x00\x01",
])
def test_an_index_that_is_no_index_is_a_finding_with_a_way_out(
    workspace: IndexedWorkspace, text: str
) -> None:
    (workspace.store() / "cache.json").write_text(text)
    back_date(workspace.store() / "cache.json")
    report = run_survey(workspace.config_path)
    finding, = report.problems
    assert "cache.json cannot be read" in finding.problem
    assert "readopt --even-if-damaged" in finding.hint
    assert finding.repair == "repair-index"
    assert store_of(report, "image").index.whole is False


@pytest.mark.parametrize("broken", [
    {"hash": 5}, {"hash": "xyz"}, {"mtime": "yesterday"}, {"variants": []}, {"modeltype": None},
    {"variants": {"128x128": {"cache_file": "../../out/x"}}},
    {"variants": {"128x128": {"cache_file": "/etc/passwd"}}},
    {"variants": {"128x128": {}}},
])
def test_a_broken_row_is_a_finding_and_the_others_are_judged(
    workspace: IndexedWorkspace, broken: dict[str, object]
) -> None:
    workspace.rows["image"]["data/cats/1.png"].update(broken)
    workspace.write_index("image")
    report = run_survey(workspace.config_path)
    found = verdicts(report, "image")
    assert found["data/cats/0.png"] == found["data/cats/2.png"] == "valid"
    assert found["data/cats/1.png"] == "missing-entry"
    assert store_of(report, "image").index.unreadable_rows.keys() == {"data/cats/1.png"}
    assert any("data/cats/1.png" in finding.problem for finding in report.problems)


def test_unknown_fields_do_not_disturb(workspace: IndexedWorkspace) -> None:
    workspace.rows["image"]["data/cats/0.png"]["vendor"] = {"a": [1, 2]}
    workspace.write_index("image", vendor={"b": None})
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_a_source_name_that_is_not_utf_8_finds_its_file(workspace: IndexedWorkspace) -> None:
    raw = os.fsencode(str(workspace.root / "data/cats/0.png"))
    strange = raw.replace(b"0.png", b"caf\xe9.png")
    os.rename(raw, strange)
    name = os.fsdecode(strange).rpartition("/")[2]
    rename_in_index(workspace, "data/cats/0.png", f"data/cats/{name}")
    workspace.write_index("image")
    assert "\\udce9" in (workspace.store() / "cache.json").read_text("ascii")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {}
    assert verdicts(report, "image")[f"data/cats/{name}"] == "valid"


# --- unchanged, touched, edited -----------------------------------------------------------------


def test_an_unchanged_workspace_costs_no_hash_no_payload_open_and_no_second_decode(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_survey(workspace.config_path)
    opened: list[str] = []
    monkeypatch.setattr(survey_content, "hash_files", lambda *_, **__: pytest.fail("hashed"))
    monkeypatch.setattr(index_file, "_read_copy", lambda path: pytest.fail(f"decoded {path}"))
    real_open = os.open

    def note_open(path: object, *arguments: object, **options: object) -> int:
        opened.append(str(path))
        return real_open(path, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", note_open)
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == drifted(report, "text") == {}
    assert [path for path in opened if path.endswith((".pt", ".png"))] == []
    indexes = [path for path in opened if path.endswith("cache.json")]
    assert len(indexes) == len(set(indexes)), "more than the first bytes, which show an index"


def test_random_nanoseconds_compare_as_the_trainer_compares_them(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for number in range(60):
        source = f"data/cats/{number:02}.png"
        made.add_picture(source)
        nanoseconds = 1_600_000_000_000_000_000 + number * 987_654_321_987_653
        os.utime(made.root / source, ns=(nanoseconds, nanoseconds))
        made.rows["image"][source]["mtime"] = (made.root / source).stat().st_mtime
    made.write(stores=("image",))
    assert drifted(run_survey(made.config_path), "image") == {}


def test_a_touched_file_is_touched_and_its_hash_remembered(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_date(workspace.root / "data/cats/1.png", by_ns=5_000_000_000)
    assert drifted(run_survey(workspace.config_path), "image") == {"data/cats/1.png": "touched"}


def test_an_edited_file_is_content_changed_and_keeps_its_old_payload_alive(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.root / "data/cats/1.png").write_bytes(b"another picture")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"data/cats/1.png": "content-changed"}
    assert loose_payloads(report, "image") == {}


def test_an_edit_that_keeps_the_date_is_found_at_depth_hash(workspace: IndexedWorkspace) -> None:
    path = workspace.root / "data/cats/1.png"
    path.write_bytes(b"another picture")
    back_date(path)
    assert drifted(run_survey(workspace.config_path), "image") == {}
    deep = run_survey(workspace.config_path, depth=Depth.HASH)
    assert drifted(deep, "image") == {"data/cats/1.png": "content-changed"}


def test_editing_one_copy_leaves_the_other_entry_valid(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    made.add_picture("data/cats/a.png", colour=9)
    made.add_picture("data/cats/b.png", colour=9)
    made.write(stores=("image",))
    (made.root / "data/cats/b.png").write_bytes(b"edited")
    report = run_survey(made.config_path)
    assert drifted(report, "image") == {"data/cats/b.png": "content-changed"}
    assert loose_payloads(report, "image") == {}


def test_a_renamed_file_keeps_its_payload(workspace: IndexedWorkspace) -> None:
    (workspace.root / "data/cats/1.png").rename(workspace.root / "data/cats/renamed.png")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {
        "data/cats/1.png": "source-missing", "data/cats/renamed.png": "missing-entry"}
    assert set(loose_payloads(report, "image").values()) == {"re-adoptable"}
    claim, = store_of(report, "image").readoptions
    assert claim.dead_row is not None


def test_a_renamed_picture_keeps_its_payload_though_its_name_is_its_prompt(
    workspace: IndexedWorkspace,
) -> None:
    workspace.concepts[0]["text"] = {"prompt_source": "filename"}
    (workspace.root / "data/cats/1.png").rename(workspace.root / "data/cats/renamed.png")
    report = run_survey(workspace.write(stores=("image",)))
    assert loose_payloads(report, "image") == {
        workspace.payload_of("data/cats/1.png"): "re-adoptable"}


def test_a_picture_moved_over_another_one_claims_its_own_payload(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.root / "data/cats/0.png").replace(workspace.root / "data/cats/1.png")
    back_date(workspace.root / "data/cats/1.png", by_ns=9_000_000_000)
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {
        "data/cats/0.png": "source-missing", "data/cats/1.png": "content-changed"}
    assert "cached already" in why(report, "image", "data/cats/1.png")
    assert set(loose_payloads(report, "image").values()) == {"re-adoptable"}
    run_to_end(apply_readopt(plan_readopt(report), token=CancelToken()))
    after = run_survey(workspace.config_path)
    assert drifted(after, "image") == {}
    assert list(loose_payloads(after, "image").values()) == ["unindexed"]
    hashes = workspace.index()["hash_index"]
    listed = sorted(source for sources in hashes.values() for source in sources)
    assert listed == ["data/cats/1.png", "data/cats/2.png"]


def test_a_file_moved_to_another_concept_keeps_its_payload(workspace: IndexedWorkspace) -> None:
    workspace.add_concept("dogs")
    workspace.write()
    (workspace.root / "data/cats/1.png").rename(workspace.root / "data/dogs/1.png")
    report = run_survey(workspace.config_path)
    assert set(loose_payloads(report, "image").values()) == {"re-adoptable"}


# --- sidecars -----------------------------------------------------------------------------------


@pytest.fixture
def watched(workspace: IndexedWorkspace) -> IndexedWorkspace:
    """The index of a trainer that watches masks: picture 0 has one, 1 had none, 2 has no map."""
    mask = workspace.root / "data/cats/0-masklabel.png"
    mask.write_bytes(b"mask")
    back_date(mask)
    rows = workspace.rows["image"]
    rows["data/cats/0.png"]["sidecar_hashes"] = {
        "data/cats/0-masklabel.png": xxhash.xxh64_hexdigest(b"mask")}
    rows["data/cats/0.png"]["sidecar_mtimes"] = {
        "data/cats/0-masklabel.png": mask.stat().st_mtime}
    for name in ("sidecar_hashes", "sidecar_mtimes"):
        rows["data/cats/2.png"].pop(name)
    workspace.write_index("image")
    return workspace


def test_recorded_sidecars_that_agree_are_valid(watched: IndexedWorkspace) -> None:
    """Where case counts, a name with capitals is another."""
    (watched.root / "data/cats/0-Depth.DAT").write_bytes(b"depth")
    watched.rows["image"]["data/cats/0.png"]["sidecar_hashes"]["data/cats/0-Depth.DAT"] = (
        xxhash.xxh64_hexdigest(b"depth"))
    watched.write_index("image")
    assert drifted(run_survey(watched.config_path), "image") == {}


def test_a_recorded_sidecar_of_another_name_is_none_of_this_source(
    watched: IndexedWorkspace,
) -> None:
    row = watched.rows["image"]["data/cats/0.png"]
    row["sidecar_hashes"]["data/cats/zzz.dat"] = xxhash.xxh64_hexdigest(b"else")
    row["sidecar_mtimes"]["data/cats/zzz.dat"] = 1.0
    watched.write_index("image")
    assert drifted(run_survey(watched.config_path), "image") == {}


def test_a_touched_sidecar_with_equal_bytes_is_valid(watched: IndexedWorkspace) -> None:
    back_date(watched.root / "data/cats/0-masklabel.png", by_ns=7_000_000_000)
    assert drifted(run_survey(watched.config_path), "image") == {}


def test_an_edited_sidecar_is_found(watched: IndexedWorkspace) -> None:
    (watched.root / "data/cats/0-masklabel.png").write_bytes(b"another mask")
    report = run_survey(watched.config_path)
    assert drifted(report, "image") == {"data/cats/0.png": "sidecar-changed"}
    assert why(report, "image", "data/cats/0.png") == (
        "0-masklabel.png was edited after it was cached")


def test_a_removed_sidecar_is_found(watched: IndexedWorkspace) -> None:
    (watched.root / "data/cats/0-masklabel.png").unlink()
    report = run_survey(watched.config_path)
    assert why(report, "image", "data/cats/0.png") == (
        "0-masklabel.png was removed after it was cached")


def test_an_added_sidecar_is_found_where_its_absence_was_recorded(
    watched: IndexedWorkspace,
) -> None:
    for number in (1, 2):
        mask = watched.root / f"data/cats/{number}-masklabel.png"
        mask.write_bytes(b"new mask")
    report = run_survey(watched.config_path)
    assert drifted(report, "image") == {"data/cats/1.png": "sidecar-changed"}


@pytest.mark.parametrize(
    ("number", "kind"), [(0, "folder"), (0, "loop"), (1, "loop")])
def test_nobody_says_of_a_sidecar_that_cannot_be_read_that_it_changed(
    watched: IndexedWorkspace, number: int, kind: str
) -> None:
    mask = watched.root / f"data/cats/{number}-masklabel.png"
    mask.unlink(missing_ok=True)
    if kind == "loop":
        mask.symlink_to(mask)
    else:
        mask.mkdir()
    source = f"data/cats/{number}.png"
    (watched.store() / watched.payload_of(source)).unlink()
    report = run_survey(watched.config_path)
    assert drifted(report, "image") == {source: "source-unreachable"}
    assert also(report, "image", source) == ()  # nothing more is said of its payload
    assert f"{mask.name}: " in why(report, "image", source)


@pytest.mark.parametrize("is_ours", [False, True])
def test_without_a_config_the_index_tells_which_sidecars_count(
    watched: IndexedWorkspace, is_ours: bool
) -> None:
    watched.rows["image"]["data/cats/0.png"]["larder_sidecars"] = is_ours
    watched.write_index("image")
    (watched.root / "data/cats/0-masklabel.png").write_bytes(b"another mask")
    report = run_survey(watched.store().parent, root=watched.root)
    assert drifted(report, "image") == {"data/cats/0.png": "sidecar-changed"}


def test_sidecars_of_windows_are_watched_whatever_their_case(watched: IndexedWorkspace) -> None:
    (watched.root / "data/cats/1-masklabel.png").write_bytes(b"mask")
    rows = watched.rows["image"]
    for number, ending in ((0, "-MaskLabel.PNG"), (1, "-masklabel.png")):
        rows[f"data/cats/{number}.png"]["sidecar_hashes"] = {
            f"data\\cats\\{number}{ending}": xxhash.xxh64_hexdigest(b"mask")}
    watched.rows["image"] = {key.replace("/", "\\"): row for key, row in rows.items()}
    watched.concepts[0]["path"] = "data\\cats"
    watched.write(stores=("image",))
    assert drifted(run_survey(watched.config_path), "image") == {}


@pytest.mark.parametrize(("by_ns", "is_there", "expected"), [
    (-1, True, "valid"), (1, True, "sidecar-changed"), (1, False, "missing-payload")])
def test_a_mask_that_nobody_recorded_is_held_against_the_date_of_the_payload(
    workspace: IndexedWorkspace, by_ns: int, is_there: bool, expected: str
) -> None:
    """Where there is none, nothing was made without the mask."""
    source, mask = "data/cats/0.png", workspace.root / "data/cats/0-masklabel.png"
    for row in workspace.rows["image"].values():
        row["variants"]["128x128"]["schema_keys"] = [*IMAGE_NAMES, "latent_mask"]
    workspace.config["masked_training"] = True
    workspace.write()
    mask.write_bytes(b"mask")
    back_date(mask, by_ns=by_ns)
    if not is_there:
        (workspace.store() / workspace.payload_of(source)).unlink()
    report = run_survey(workspace.config_path)
    assert (verdicts(report, "image")[source], also(report, "image", source)) == (expected, ())


def test_an_index_that_records_no_sidecar_says_nothing_of_masks(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.root / "data/cats/0-masklabel.png").write_bytes(b"mask")
    assert drifted(run_survey(workspace.config_path), "image") == {}


# --- roots, synthetic sources, unused entries ---------------------------------------------------


def test_a_synthetic_source_is_valid_without_its_file(workspace: IndexedWorkspace) -> None:
    for key in ("data/cats/2.png", "elsewhere/blank-masklabel.png"):
        workspace.add_entry(
            "image", key, xxhash.xxh64_hexdigest(key.encode()), bucket=(128, 128))
        workspace.rows["image"][key]["mtime"] = 0.0
    other = "data/cats/5.png"  # without a date, and of no name either
    workspace.add_entry("image", other, xxhash.xxh64_hexdigest(b"else"), bucket=(128, 128))
    workspace.rows["image"][other]["mtime"] = 0.0
    dated = "data/cats/6.png"  # a file that was there says so by its date
    workspace.add_entry("image", dated, xxhash.xxh64_hexdigest(dated.encode()), bucket=(128, 128))
    (workspace.root / "data/cats/2.png").unlink()
    workspace.write_index("image")
    report = run_survey(workspace.config_path)
    found = verdicts(report, "image")
    assert found["data/cats/2.png"] == "valid"
    assert found["elsewhere/blank-masklabel.png"] == "valid"
    assert found[other] == found[dated] == "source-missing"
    assert list(payload_verdicts(report, "image").values()).count("orphaned") == 2


def test_a_deleted_source_is_an_orphan_while_its_folder_is_there(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.root / "data/cats/1.png").unlink()
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"data/cats/1.png": "source-missing"}
    assert list(loose_payloads(report, "image").values()) == ["orphaned"]
    assert drifted(report, "text") == {"data/cats/1.txt": "unused"}


def test_a_folder_that_holds_none_of_its_pictures_is_unreachable(
    workspace: IndexedWorkspace,
) -> None:
    for path in (workspace.root / "data/cats").iterdir():
        path.unlink()
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").values()) == {"source-unreachable"}
    assert loose_payloads(report, "image") == {}
    assert "holds none" in why(report, "image", "data/cats/0.png")


def test_captions_that_are_there_prove_that_deleted_pictures_are_deleted(
    workspace: IndexedWorkspace,
) -> None:
    for path in (workspace.root / "data/cats").glob("*.png"):
        path.unlink()
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").values()) == {"source-missing"}


def test_a_folder_declared_gone_makes_orphans_of_its_entries(workspace: IndexedWorkspace) -> None:
    folder = workspace.root / "data/cats"
    for path in folder.iterdir():
        path.unlink()
    report = run_survey(workspace.config_path, gone=(str(folder),))
    assert set(verdicts(report, "image").values()) == {"source-missing"}
    assert set(loose_payloads(report, "image").values()) == {"orphaned"}


def test_entries_under_no_concept_have_their_first_existing_parent_as_root(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_picture("old/gone/a.png")
    workspace.write_index("image")
    (workspace.root / "old/gone/a.png").unlink()
    (workspace.root / "old/gone").rmdir()
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"old/gone/a.png": "source-unreachable"}
    assert report.roots[-1].spelled == "data/cats"


def test_entries_no_enabled_concept_asks_for_are_unused_and_live(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_concept("shelved", enabled=False)
    workspace.add_picture("data/shelved/a.png")
    workspace.add_picture("other_config/b.png")
    workspace.write()
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {
        "data/shelved/a.png": "unused", "other_config/b.png": "unused"}
    assert loose_payloads(report, "image") == {}


def test_of_two_concepts_of_one_folder_only_one_may_ask_for_what_lies_deeper(
    tmp_path: Path,
) -> None:
    made = IndexedWorkspace(tmp_path)
    for is_deep in (True, False):
        made.add_concept(include_subdirectories=is_deep)
    made.add_picture("data/cats/a.png")
    made.add_picture("data/cats/deep/b.png")
    report = run_survey(made.write(stores=("image",)))
    assert [concept.stores["image"].wanted for concept in report.concepts] == [2, 1]


def test_two_configs_on_one_cache_folder_never_orphan_each_others_entries(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    workspace.add_concept("dogs")
    workspace.add_picture("data/dogs/a.png", colour=200)
    workspace.write()
    second = workspace.root / "training_presets" / "second.json"
    config = json.loads(workspace.config_path.read_text())
    second.write_text(json.dumps({**config, "concepts": [workspace.concepts[1]]}))
    first_report, second_report = run_survey(workspace.config_path), run_survey(second)
    assert drifted(first_report, "image") == {}
    assert set(drifted(second_report, "image").values()) == {"unused"}
    assert loose_payloads(second_report, "image") == {}


@pytest.mark.parametrize(("validation", "expected"), [(True, "valid"), (False, "unused")])
def test_a_validation_concept_is_wanted_only_while_validation_is_on(
    tmp_path: Path, validation: bool, expected: str
) -> None:
    made = IndexedWorkspace(tmp_path / "ws", config={"validation": validation})
    made.add_concept()
    made.add_concept("held_out", type="VALIDATION")
    made.add_picture("data/cats/a.png")
    made.add_picture("data/held_out/b.png")
    made.write(stores=("image",))
    report = run_survey(made.config_path)
    assert verdicts(report, "image")["data/held_out/b.png"] == expected
    coverage = report.concepts[1].stores["image"]
    assert coverage.wanted == (1 if validation else 0)


# --- variants, payloads, names ------------------------------------------------------------------


def test_another_resolution_asks_for_another_variant(workspace: IndexedWorkspace) -> None:
    workspace.resolution = "256"
    workspace.write()
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").values()) == {"missing-variant"}
    assert why(report, "image", "data/cats/0.png") == (
        "Cached as 128 × 128; this config asks for 256 × 256")


def test_a_fixed_size_is_written_width_first(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws", resolution="192x64")
    made.add_concept()
    made.add_picture("data/cats/a.png", bucket=(64, 192))
    made.rows["image"]["data/cats/a.png"].pop("original_resolution")
    (made.root / "data/cats/a.png").write_bytes(b"no picture")  # whose size decides nothing
    back_date(made.root / "data/cats/a.png")
    made.write(stores=("image",))
    report = run_survey(made.config_path)
    assert drifted(report, "image") == {}
    assert also(report, "image", "data/cats/a.png") == ()


def test_of_several_targets_the_one_that_the_trainer_draws_is_asked_for(
    workspace: IndexedWorkspace,
) -> None:
    workspace.resolution = "128,256"
    workspace.write()
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {
        f"data/cats/{number}.png": "missing-variant" for number in range(3)}
    assert why(report, "image", "data/cats/0.png") == (
        "Cached as 128 × 128; this config asks for 256 × 256")
    assert also(report, "image", "data/cats/0.png") == ("target-not-cached",)


def test_a_concepts_override_decides_only_when_it_is_switched_on(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept("off", image={"resolution_override": "256"})
    made.add_concept(
        "on", image={"enable_resolution_override": True, "resolution_override": "256"})
    made.add_picture("data/off/a.png")
    made.add_picture("data/on/b.png")
    made.write(stores=("image",))
    assert drifted(run_survey(made.config_path), "image") == {"data/on/b.png": "missing-variant"}


def test_a_resolution_that_cannot_be_read_is_said_and_no_concepts_own(
    workspace: IndexedWorkspace,
) -> None:
    workspace.resolution = "large"
    workspace.write()
    with pytest.raises(WorkspaceError, match='resolution "large" is not valid'):
        run_survey(workspace.config_path)


def test_the_cached_file_of_a_picture_of_unknown_size_stays(workspace: IndexedWorkspace) -> None:
    (workspace.root / "data/cats/0.png").write_bytes(b"no picture any more")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"data/cats/0.png": "content-changed"}
    assert also(report, "image", "data/cats/0.png") == ("variant-not-checked",)
    assert loose_payloads(report, "image") == {}


@pytest.mark.parametrize("size", [[200, 0], [0, 200]])
def test_a_stored_size_with_a_side_of_nothing_is_unknown(
    workspace: IndexedWorkspace, size: list[int]
) -> None:
    workspace.rows["image"]["data/cats/0.png"]["original_resolution"] = size
    (workspace.root / "data/cats/0.png").write_bytes(b"no picture, of the old date")
    back_date(workspace.root / "data/cats/0.png")
    report = run_survey(workspace.write())
    assert drifted(report, "image") == {}
    assert also(report, "image", "data/cats/0.png") == ("variant-not-checked",)


def test_the_size_of_a_row_without_stored_size_comes_from_the_header_once(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    from larder.core.workspace import picture_size

    for row in workspace.rows["image"].values():
        row.pop("original_resolution")
    workspace.write_index("image")
    # A file that changed just before it was read is not remembered.
    time.sleep(FINE_UNSETTLED_NS / 1e9 + 0.02)
    read: list[str] = []
    real = picture_size.read_picture_size
    monkeypatch.setattr(
        picture_size, "read_picture_size", lambda path: (read.append(path), real(path))[1])
    assert drifted(run_survey(workspace.config_path), "image") == {}
    assert len(read) == 3
    run_survey(workspace.config_path)
    assert len(read) == 3


def test_an_unknown_model_type_is_surveyed_and_remarked(workspace: IndexedWorkspace) -> None:
    workspace.config["model_type"] = "SOMETHING_NEW"
    for row in workspace.rows["image"].values():
        row["modeltype"] = "SOMETHING_NEW"
    workspace.write()
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {}
    assert also(report, "image", "data/cats/0.png") == ("variant-not-checked",)
    assert any("SOMETHING_NEW" in finding.problem for finding in report.problems)


def test_without_a_config_no_model_type_is_another(workspace: IndexedWorkspace) -> None:
    workspace.rows["image"]["data/cats/1.png"]["modeltype"] = "FLUX_DEV_1"
    workspace.write_index("image")
    (workspace.store() / workspace.payload_of("data/cats/2.png")).unlink()
    report = run_survey(workspace.store().parent, root=workspace.root)
    assert drifted(report, "image") == {"data/cats/2.png": "missing-payload"}
    # All may be trained, so what is amiss may harm.
    assert store_of(report, "image").rows.harms.tolist() == [0, 0, 1 << TrainingRisk.GONE]


def test_without_a_config_only_a_file_that_may_be_a_source_takes_payloads_over(
    workspace: IndexedWorkspace,
) -> None:
    payload, place = workspace.payload_of("data/cats/0.png"), workspace.root / "data/cats/0.png"
    for name, verdict in (("0.bak", "orphaned"), ("9.png", "re-adoptable")):
        place = place.rename(place.with_name(name))
        report = run_survey(workspace.store().parent, root=workspace.root)
        assert loose_payloads(report, "image") == {payload: verdict}


@pytest.mark.skipif(os.name == "nt", reason="making links needs a permission on Windows")
@pytest.mark.parametrize(("lists_concepts", "found"), [(True, {}), (False, {
    "data/cats/linked/b.png": "missing-entry"})])
def test_an_index_that_lists_concepts_skips_links_also_before_its_first_entry(
    tmp_path: Path, lists_concepts: bool, found: dict[str, str]
) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    made.add_picture("data/others/b.png", cached=False)
    (made.root / "data/cats/linked").symlink_to(made.root / "data/others")
    made.write(stores=("image",))
    if not lists_concepts:
        index = made.index()
        del index["concepts"]
        (made.store() / "cache.json").write_text(json.dumps(index), "ascii")
    assert drifted(run_survey(made.config_path), "image") == found


def test_where_keys_count_frames_only_a_recorded_crop_tells_a_size(
    workspace: IndexedWorkspace,
) -> None:
    workspace.config["model_type"] = "QWEN"
    row = workspace.rows["image"]["data/cats/0.png"]
    variant = row["variants"].pop("128x128")
    variant.pop("crop_resolution")
    row["variants"]["1x128"] = variant
    for row in workspace.rows["image"].values():
        row["modeltype"] = "QWEN"
    report = run_survey(workspace.write())
    assert also(report, "image", "data/cats/0.png") == ("variant-not-checked",)
    assert also(report, "image", "data/cats/1.png") == ()


def test_another_model_type_is_the_worst_and_the_rest_is_kept(workspace: IndexedWorkspace) -> None:
    workspace.config["model_type"] = "FLUX_DEV_1"
    workspace.write()
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").values()) == {"wrong-modeltype"}
    assert why(report, "image", "data/cats/0.png") == (
        "Made for STABLE_DIFFUSION_XL_10_BASE; this config is for FLUX_DEV_1")


def test_every_variation_must_be_on_disk_and_a_gap_orphans_nothing(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept(image_variations=3)
    content = made.add_picture("data/cats/a.png", variations=3)
    made.write(stores=("image",))
    assert drifted(run_survey(made.config_path), "image") == {}
    (made.store() / f"{content[:12]}_128x128_1.pt").unlink()
    report = run_survey(made.config_path)
    assert drifted(report, "image") == {"data/cats/a.png": "missing-payload"}
    assert loose_payloads(report, "image") == {}


def test_variations_above_99_are_referenced(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    made.add_picture("data/cats/a.png", variations=105)
    made.write(stores=("image",))
    report = run_survey(made.config_path)
    assert loose_payloads(report, "image") == {}
    assert store_of(report, "image").rows.bytes.tolist() == [105 * len(b"payload")]


@pytest.mark.parametrize("is_stamped", [True, False])
def test_masked_training_asks_for_a_name_the_payload_lacks(
    workspace: IndexedWorkspace, is_stamped: bool
) -> None:
    """A variant that names none of its parts has those of the index."""
    workspace.config["masked_training"] = True
    for row in workspace.rows["image"].values() if not is_stamped else ():
        row["variants"]["128x128"].pop("schema_keys")
    workspace.write()
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").values()) == {"incomplete-schema"}
    assert why(report, "image", "data/cats/0.png") == (
        "Its cached file lacks 1 part that this config needs\nlatent_mask")


@pytest.mark.parametrize("is_there", [True, False])
def test_two_contents_behind_one_payload_name_collide(
    workspace: IndexedWorkspace, is_there: bool
) -> None:
    rows = workspace.rows["image"]
    rows["data/cats/1.png"]["variants"] = rows["data/cats/0.png"]["variants"]
    if not is_there:
        (workspace.store() / workspace.payload_of("data/cats/0.png")).unlink()
    workspace.write_index("image")
    report = run_survey(workspace.config_path)
    found = verdicts(report, "image")
    assert found["data/cats/0.png"] == found["data/cats/1.png"] == "collision"
    assert "shared" not in also(report, "image", "data/cats/0.png")


def test_entries_that_share_a_payload_say_whose_it_is_too(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for name in ("a", "b", "c"):
        made.add_picture(f"data/cats/{name}.png", colour=7)
    made.add_picture("data/cats/other.png", colour=9)
    config = made.write(stores=("image",))
    report = run_survey(config)
    assert drifted(report, "image") == {}
    assert also(report, "image", "data/cats/b.png") == ("shared",)
    assert why(report, "image", "data/cats/b.png") == (
        "Has the same content as data/cats/a.png and 1 more, and shares its cached file")
    assert "data/cats/b.png" in why(report, "image", "data/cats/a.png")
    assert also(report, "image", "data/cats/other.png") == ()
    (made.root / "data/cats/a.png").unlink()
    (made.root / "data/cats/b.png").unlink()
    assert also(run_survey(config), "image", "data/cats/c.png") == ()


def test_bytes_that_entries_share_are_those_of_the_first_concept_that_asks_for_them(
    tmp_path: Path,
) -> None:
    made = IndexedWorkspace(tmp_path)
    for name, path in (("dogs", "data/dogs"), ("cats", "data/cats"), ("again", "data/dogs")):
        made.add_concept(name, path=path)
    for source in ("elsewhere/a.png", "data/cats/b.png", "data/dogs/c.png"):
        made.add_picture(source, colour=7)
    rows = store_of(run_survey(made.write(stores=("image",))), "image").rows
    assert rows.concept.tolist() == [-1, 1, 0]
    assert rows.bytes.tolist() == [len(b"payload")] * 3
    assert rows.own_bytes.tolist() == [0, 0, len(b"payload")]


def test_files_that_no_entry_decides_about_are_told_by_their_names(
    workspace: IndexedWorkspace,
) -> None:
    payload = workspace.payload_of("data/cats/0.png")
    ours, others = temp_name(payload), ("notes.txt", f"{payload}.bak")
    for name in (ours, *others):
        workspace.add_payload("image", name)
    report = run_survey(workspace.config_path)
    assert loose_payloads(report, "image") == {ours: "temp-leftover"}
    assert sorted(store_of(report, "image").payloads.foreign) == sorted(others)
    assert store_of(report, "image").rows.bytes[0] == len(b"payload")
    assert store_of(report, "image").payloads.named_by == {}


def test_a_shared_payload_lives_while_one_source_lives(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    made.add_picture("data/cats/a.png", colour=9)
    made.add_picture("data/cats/b.png", colour=9)
    made.write(stores=("image",))
    (made.root / "data/cats/a.png").unlink()
    assert loose_payloads(run_survey(made.config_path), "image") == {}
    (made.root / "data/cats/b.png").unlink()
    made.add_picture("data/cats/c.png", colour=10)
    made.write(stores=("image",))
    assert list(loose_payloads(run_survey(made.config_path), "image").values()) == ["orphaned"]


def test_a_picture_without_caption_file_says_what_the_trainer_would_do(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_picture("data/cats/9.png")
    workspace.write()
    report = run_survey(workspace.config_path)
    assert drifted(report, "text") == {"data/cats/9.txt": "source-missing"}
    assert "9.png has no caption file" in why(report, "text", "data/cats/9.txt")


# --- Windows paths ------------------------------------------------------------------------------


def test_windows_keys_below_the_root_find_their_files(workspace: IndexedWorkspace) -> None:
    for store in ("image", "text"):
        workspace.rows[store] = {
            key.replace("/", "\\"): row for key, row in workspace.rows[store].items()}
    workspace.concepts[0]["path"] = "data\\cats"
    workspace.write()
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").items()) == {
        (f"data\\cats\\{number}.png", "valid") for number in range(3)}
    # Only another system's disk can hold both: the row is of the one that it spells.
    (workspace.root / "data/cats/1.PNG").write_bytes(b"another")
    assert drifted(run_survey(workspace.config_path), "image") == {
        "data\\cats\\1.PNG": "missing-entry"}


def test_windows_drives_are_unreachable_without_a_map_and_valid_with_one(
    workspace: IndexedWorkspace,
) -> None:
    from larder.core.workspace.roots import PathMap

    for store in ("image", "text"):
        workspace.rows[store] = {
            "D:\\train\\" + key.replace("/", "\\"): row
            for key, row in workspace.rows[store].items()}
    workspace.concepts[0]["path"] = "D:\\train\\data\\cats"
    workspace.write()
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").values()) == {"source-unreachable"}
    mapped = run_survey(
        workspace.config_path, maps=[PathMap("d:/TRAIN", str(workspace.root))])
    assert set(verdicts(mapped, "image").values()) == {"valid"}
    assert set(verdicts(mapped, "text").values()) == {"valid"}
