"""Which sources share payloads, what that saves, and where a trainer should not have shared."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

from larder.core.compare.document import StoreShares
from larder.core.compare.sharing import plan_shares
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import CONFLICTS, ConflictKind, Remark
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.samples import content_stamp
from tests.support.indexed_cache import MODEL_TYPE, TEXT_NAMES, IndexedWorkspace, tree_state
from tests.support.released_building import PATH, add_concept, build_released, cats


def shares(config: Path, store: str) -> StoreShares:
    plan = run_to_end(plan_shares(open_workspace(config), token=CancelToken()))
    return next(found for found in plan.stores if found.id == store)


@pytest.fixture
def twins(tmp_path: Path) -> IndexedWorkspace:
    """Two equal pictures with equal captions in two concepts, and one picture of its own."""
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_concept("dogs")
    made.add_picture("data/cats/a.png", colour=1, caption="a cat\nan animal", variations=2)
    made.add_picture("data/dogs/b.png", colour=1, caption="a cat\nan animal", variations=2)
    made.add_picture("data/dogs/c.png", colour=2, caption="a dog\nan animal")
    made.write()
    return made


def test_equal_pictures_are_a_group_that_saves_its_payloads_once(twins: IndexedWorkspace) -> None:
    (group,) = shares(twins.config_path, "image").contents
    assert [(source.source, source.concept) for source in group.sources] == [
        ("data/cats/a.png", "cats"), ("data/dogs/b.png", "dogs")]
    assert len(group.payloads) == 2
    assert group.bytes_saved == group.bytes == 2 * len(b"payload")
    assert group.conflict is None


def test_a_source_that_changed_since_is_no_longer_equal(twins: IndexedWorkspace) -> None:
    Image.new("RGB", (9, 9)).save(twins.root / "data/dogs/b.png")
    assert shares(twins.config_path, "image").contents == ()


def test_a_source_that_is_gone_shares_nothing(twins: IndexedWorkspace) -> None:
    (twins.root / "data/dogs/b.png").unlink()
    assert shares(twins.config_path, "image").contents == ()


def test_equal_bytes_at_two_sizes_save_nothing(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_picture("data/cats/a.png", colour=1)
    made.add_picture("data/cats/b.png", colour=1, bucket=(192, 192))
    made.write()
    (group,) = shares(made.config_path, "image").contents
    assert (group.payloads, group.bytes_saved) == ((), 0)


@pytest.mark.parametrize(("image", "conflict"), [
    ({"enable_fixed_flip": True}, "Fixed Flip: off → on"),
    ({"enable_resolution_override": True, "resolution_override": "192"}, ""),
])
def test_concepts_that_vary_pictures_otherwise_should_not_share(
    twins: IndexedWorkspace, image: dict[str, Any], conflict: str
) -> None:
    twins.concepts[1]["image"] = image
    twins.write()
    (group,) = shares(twins.config_path, "image").contents
    assert group.conflict == (f"cats and dogs differ: {conflict}" if conflict else None)


def test_pictures_with_different_masks_should_not_share(twins: IndexedWorkspace) -> None:
    twins.config["masked_training"] = True
    twins.write()
    assert shares(twins.config_path, "image").contents[0].conflict is None
    Image.new("L", (9, 9)).save(twins.root / "data/dogs/b-masklabel.png")
    assert shares(twins.config_path, "image").contents[0].conflict == "their masks differ"


def test_what_should_not_share_stands_first_and_says_which_kind_it_is(
    twins: IndexedWorkspace,
) -> None:
    for name in ("d.png", "e.png", "f.png"):  # saves more than the twins
        twins.add_picture(f"data/cats/{name}", colour=3)
    twins.concepts[1]["image"] = {"enable_fixed_flip": True}
    twins.write()
    first, second = shares(twins.config_path, "image").contents
    assert first.conflict_kind is ConflictKind.SETTINGS
    assert len(first.sources) == 2
    assert (second.conflict, second.conflict_kind, len(second.sources)) == (None, None, 3)


def test_a_concept_that_is_off_has_no_say(twins: IndexedWorkspace) -> None:
    twins.concepts[1] |= {"image": {"enable_fixed_flip": True}, "enabled": False}
    twins.write()
    assert shares(twins.config_path, "image").contents[0].conflict is None


def test_equal_pictures_that_are_not_cached_are_found_by_their_bytes(tmp_path: Path) -> None:
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    for name, colour in (("a.png", 1), ("b.png", 1), ("c.png", 2)):
        made.add_picture(f"data/cats/{name}", colour=colour, cached=False)
    made.write(stores=())
    (group,) = shares(made.config_path, "image").contents
    assert sorted(source.source for source in group.sources) == [
        "data/cats/a.png", "data/cats/b.png"]
    assert (group.payloads, group.bytes_saved, group.conflict) == ((), 0, None)


def test_equal_pictures_of_a_released_cache_are_listed_and_share_nothing(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    shutil.copyfile(tmp_path / PATH / "0.png", tmp_path / PATH / "00.png")
    shutil.copyfile(tmp_path / PATH / "0.txt", tmp_path / PATH / "00.txt")
    build_released(workspace)
    (group,) = shares(workspace.config_path, "image").contents
    assert sorted(source.source for source in group.sources) == [
        f"{PATH}/0.png", f"{PATH}/00.png"]
    assert group.bytes_saved == 0


def test_a_copy_in_a_validation_concept_of_a_released_cache_is_a_leak(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    workspace.configure(validation=True)
    add_concept(workspace, "checks", type="VALIDATION")
    shutil.copyfile(tmp_path / PATH / "0.png", tmp_path / "data/checks/same.png")
    build_released(workspace)
    (group,) = shares(workspace.config_path, "image").contents
    assert group.leak
    assert {(source.source, source.validation) for source in group.sources} == {
        (f"{PATH}/0.png", False), ("data/checks/same.png", True)}


def also_of(config: Path, store: str) -> dict[str, tuple[bool, str]]:
    """Return for each source whether the survey marks it as wrongly shared, and its sentence."""
    report = run_to_end(survey(open_workspace(config), token=CancelToken()))
    rows = next(found for found in report.stores if found.location.id == store).rows
    return {rows.source(row): (bool(rows.also[row] & Remark.SHARED_WRONGLY), rows.why.get(row, ""))
            for row in range(len(rows))}


def test_a_survey_marks_the_very_rows_that_should_not_share(twins: IndexedWorkspace) -> None:
    assert not any(marked for marked, _ in also_of(twins.config_path, "image").values())
    twins.concepts[1]["image"] = {"enable_fixed_flip": True}
    twins.write()
    marked = also_of(twins.config_path, "image")
    assert {source for source, (is_marked, _) in marked.items() if is_marked} == {
        "data/cats/a.png", "data/dogs/b.png"}
    assert marked["data/cats/a.png"][1] == (
        "Has the same content as data/dogs/b.png, and shares its cached file, but should not: cats "
        "and dogs differ: Fixed Flip: off → on")
    assert not any(marked for marked, _ in also_of(twins.config_path, "text").values())


def test_every_kind_of_conflict_has_its_words() -> None:
    assert set(CONFLICTS) == set(ConflictKind)
    assert all(effect.endswith(".") for effect in CONFLICTS.values())


def test_captions_of_file_name_prompts_should_not_share(twins: IndexedWorkspace) -> None:
    for concept in twins.concepts:
        concept["text"] = {"prompt_source": "filename"}
    twins.write()
    conflict = shares(twins.config_path, "text").contents[0].conflict
    assert conflict == "their prompts are their file names, which differ"


def test_a_line_of_several_captions_names_the_payload_it_was_encoded_into(
    twins: IndexedWorkspace,
) -> None:
    stamp = content_stamp(MODEL_TYPE, frozenset(TEXT_NAMES), "an animal")
    (twins.store("text") / "content_index.json").write_text(
        json.dumps({"version": 1, "entries": {stamp: "0123456789ab_1.pt"}}))
    lines = shares(twins.config_path, "text").lines
    assert [(line.prompt, line.payload) for line in lines] == [("an animal", "0123456789ab_1.pt")]
    assert [source.source for source in lines[0].sources] == [
        "data/cats/a.txt", "data/dogs/b.txt", "data/dogs/c.txt"]


def test_lines_of_concepts_that_vary_prompts_are_not_compared(twins: IndexedWorkspace) -> None:
    twins.concepts[1]["text"] = {"enable_tag_shuffling": True}
    twins.write()
    assert shares(twins.config_path, "text").lines == ()


def test_the_trainers_own_cache_shares_one_picture_it_should_not(
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sdxl_clean")
    before = tree_state(folder)
    config = folder / "training_presets" / "config.json"
    plan = run_to_end(plan_shares(open_workspace(config), token=CancelToken()))
    document = msgspec.to_builtins(plan)
    image, text = document["stores"]
    assert [source["source"] for source in image["groups"][0]["sources"]] == [
        "data/portraits/img_000.jpg", "data/objects/copy_of_img_000.jpg"]
    assert image["groups"][0]["conflict"].endswith("Crop Jitter: off → on")
    assert text["lines"][0]["line"] == "shared caption line"
    assert text["lines"][0]["payload"]
    assert document["bytes_saved"] == image["bytes_saved"] + text["bytes_saved"] > 0
    assert tree_state(folder) == before


def test_a_bare_folder_tells_equal_bytes_without_concepts(twins: IndexedWorkspace) -> None:
    (group,) = shares(twins.root / "workspace-cache", "image").contents
    assert [source.concept for source in group.sources] == ["", ""]
    assert group.conflict is None


def test_a_cancelled_comparison_stops(twins: IndexedWorkspace) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled):
        run_to_end(plan_shares(open_workspace(twins.config_path), token=token))
