"""Behaviours of the trainer's cache that reading and surveying must honour, by their numbers.

Others stand where their piece is tested: 1 to 4 and 10 to 12 in `test_survey_smart`, 5 to 7, 12 and
13 in `test_clean_apply`, 24 in `test_survey_smart` (sidecars), 44 to 49 in `test_clean_plan`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
import xxhash

from larder.core.files.folder_scan import mtimes_as_floats, scan_folder
from larder.core.survey import sources as survey_content
from larder.core.survey.report import Depth
from larder.core.workspace import picture_size
from tests.support.indexed_cache import IndexedWorkspace, back_date
from tests.support.surveying import drifted, loose_payloads, run_survey, store_of, verdicts


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat number {number}")
    made.write()
    return made


def no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey_content, "hash_files", lambda *_, **__: pytest.fail("hashed"))


def test_behaviour_8_concepts_spelled_out_per_variation_read_as_interned_ones(
    workspace: IndexedWorkspace,
) -> None:
    for position, row in enumerate(workspace.rows["image"].values()):
        row["sourceless_runtime_values"] = {
            "0": {"concept": {"name": "cats", "path": "data/cats"}}}
        row["sourceless_rows"] = {str(position): {
            "metadata": {"source_index": position},
            "runtime_values": {"0": {"concept": {"name": "cats"}}}}}
    workspace.write_index("image")
    before = (workspace.store() / "cache.json").read_bytes()
    for _ in range(2):
        assert drifted(run_survey(workspace.config_path), "image") == {}
    assert (workspace.store() / "cache.json").read_bytes() == before


def test_behaviour_9_an_ascii_index_gives_back_names_in_any_script(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for name in ("кошка", "猫", "gätter", "🐈"):
        made.add_picture(f"data/cats/{name}.png")
    made.write(stores=("image",))
    assert (made.store() / "cache.json").read_bytes().isascii()
    report = run_survey(made.config_path)
    assert verdicts(report, "image") == {
        f"data/cats/{name}.png": "valid" for name in ("кошка", "猫", "gätter", "🐈")}


def test_behaviour_18_a_second_look_at_unchanged_files_reads_none_of_them(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_survey(workspace.config_path)
    no_hash(monkeypatch)
    scanned: list[str] = []
    real = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: (scanned.append(str(path)), real(path))[1])
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_behaviour_19_an_unrelated_file_disturbs_nothing_and_a_watched_one_is_noticed(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = workspace.root / "data/cats"
    with monkeypatch.context() as patch:
        no_hash(patch)
        (folder / "notes.md").write_text("unrelated")
        (folder / "Thumbs.db").write_bytes(b"unrelated")
        assert drifted(run_survey(workspace.config_path), "image") == {}
    back_date(folder / "0.png", by_ns=3_000_000_000)
    assert drifted(run_survey(workspace.config_path), "image") == {"data/cats/0.png": "touched"}
    workspace.add_picture("data/cats/new.png", cached=False)
    (folder / "2.png").unlink()
    assert drifted(run_survey(workspace.config_path), "image") == {
        "data/cats/0.png": "touched", "data/cats/2.png": "source-missing",
        "data/cats/new.png": "missing-entry"}


def test_behaviour_20_fingerprints_of_the_index_are_not_needed_and_not_believed(
    workspace: IndexedWorkspace,
) -> None:
    workspace.write_index("image", watched_fingerprints={"data/cats": [3, 1.0]}, last_validated=1)
    back_date(workspace.root / "data/cats/1.png", by_ns=3_000_000_000)
    assert drifted(run_survey(workspace.config_path), "image") == {"data/cats/1.png": "touched"}


def test_behaviour_25_synthetic_sources_stay_valid_and_never_share_a_payload(
    workspace: IndexedWorkspace,
) -> None:
    keys = ["data/cats/a-masklabel.png", "data/cats/b-masklabel.png"]
    for key in keys:
        workspace.add_entry("image", key, xxhash.xxh64_hexdigest(key.encode()), bucket=(128, 128))
        workspace.rows["image"][key]["mtime"] = 0.0
    workspace.write_index("image")
    report = run_survey(workspace.config_path)
    assert [verdicts(report, "image")[key] for key in keys] == ["valid", "valid"]
    rows = store_of(report, "image").rows
    assert len(rows) == 5
    assert loose_payloads(report, "image") == {}


def test_behaviour_27_a_picture_with_stored_size_is_never_opened(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        picture_size, "read_picture_size", lambda path: pytest.fail(f"opened {path}"))
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_behaviour_28_a_listing_gives_the_dates_of_single_stats_and_leaves_out_what_is_gone(
    tmp_path: Path,
) -> None:
    for number in range(40):
        path = tmp_path / f"{number}.png"
        path.write_bytes(b"x" * number)
        back_date(path, by_ns=number * 123_456_789_011)
    (tmp_path / "gone.png").write_bytes(b"")
    (tmp_path / "gone.png").unlink()
    listing = scan_folder(tmp_path)
    dates = dict(zip(listing.names, mtimes_as_floats(listing.mtimes_ns).tolist(), strict=True))
    assert dates == {path.name: path.stat().st_mtime for path in tmp_path.iterdir()}
    assert int(np.sum(listing.sizes)) == sum(range(40))


def test_behaviour_28_a_missing_folder_leaves_the_others_judged(
    workspace: IndexedWorkspace,
) -> None:
    workspace.add_picture("data/cats/sub/deep.png")
    workspace.write()
    (workspace.root / "data/cats/sub/deep.png").unlink()
    (workspace.root / "data/cats/sub").rmdir()
    assert drifted(run_survey(workspace.config_path), "image") == {
        "data/cats/sub/deep.png": "source-missing"}


def test_behaviour_38_editing_one_copy_leaves_the_other_and_its_payload(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for name in ("a", "b"):
        made.add_picture(f"data/cats/{name}.png", colour=3)
    made.write(stores=("image",))
    (made.root / "data/cats/a.png").write_bytes(b"edited")
    report = run_survey(made.config_path)
    assert verdicts(report, "image") == {
        "data/cats/a.png": "content-changed", "data/cats/b.png": "valid"}
    assert loose_payloads(report, "image") == {}


def test_behaviour_39_a_renamed_folder_leaves_every_payload_to_be_re_adopted(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.root / "data/cats").rename(workspace.root / "data/lions")
    workspace.concepts[0]["path"] = "data/lions"
    workspace.write()
    report = run_survey(workspace.config_path)
    # The old folder is gone as a whole, so its entries are held back, and nothing is an orphan.
    assert {verdict for source, verdict in verdicts(report, "image").items()
            if "cats" in source} == {"source-unreachable"}
    assert "orphaned" not in loose_payloads(report, "image").values()


# --- rules beyond the trainer's own collector -----------------------------------------------------


def test_an_unreachable_root_is_never_an_orphan(workspace: IndexedWorkspace) -> None:
    (workspace.root / "data").rename(workspace.root / "unplugged")
    report = run_survey(workspace.config_path)
    assert set(verdicts(report, "image").values()) == {"source-unreachable"}


def test_relative_keys_are_read_from_the_root_the_user_gives(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    store = workspace.store()
    elsewhere = tmp_path / "cache-on-another-drive"
    store.rename(elsewhere)
    report = run_survey(elsewhere, root=workspace.root)
    assert set(verdicts(report, "image").values()) == {"valid"}


def test_an_old_write_in_progress_is_a_leftover(workspace: IndexedWorkspace) -> None:
    name = "0123456789ab_128x128_1.pt.4242.7.tmp"
    workspace.add_payload("image", name)
    workspace.add_payload("image", "0123456789ab_128x128_1.pt.4242.7.aug.tmp")
    report = run_survey(workspace.config_path)
    assert set(loose_payloads(report, "image").values()) == {"temp-leftover"}


def test_a_flipped_bit_is_found_at_depth_payload_and_nowhere_else(
    fixture_workspace: object,
) -> None:
    root: Path = fixture_workspace("sdxl_clean")  # type: ignore[operator]
    store = root / "workspace-cache/run/image"
    path = sorted(store.glob("*_1.pt"))[0]
    before = path.stat()
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    config = root / "training_presets/config.json"
    assert drifted(run_survey(config), "image") == {}
    found = drifted(run_survey(config, depth=Depth.PAYLOAD), "image")
    assert set(found.values()) == {"corrupt-payload"}


def test_a_prompt_its_caption_cannot_give_is_another_recipe(fixture_workspace: object) -> None:
    root: Path = fixture_workspace("sdxl_clean")  # type: ignore[operator]
    caption = root / "data/portraits/img_003.txt"
    before = caption.stat()
    caption.write_text("another caption altogether")
    index_path = root / "workspace-cache/run/text/cache.json"
    index = json.loads(index_path.read_text())
    index["entries"]["data/portraits/img_003.txt"]["hash"] = xxhash.xxh64_hexdigest(
        caption.read_bytes())
    index_path.write_text(json.dumps(index, indent=2))
    os.utime(caption, ns=(before.st_atime_ns, before.st_mtime_ns))
    report = run_survey(root / "training_presets/config.json", depth=Depth.PAYLOAD)
    assert drifted(report, "text") == {"data/portraits/img_003.txt": "recipe-changed"}
