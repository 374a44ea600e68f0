"""Released caches whose slots' origins are noted: what drifted is told, and nothing else is."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from larder.core.clean.assume import apply_assume, plan_assume
from larder.core.keys import hash_memory
from larder.core.keys.recipe import Weights
from larder.core.recipes.of_config import recipe_of
from larder.core.stores.records import append_recipe
from larder.core.stores.released import groups
from larder.core.survey.report import Depth, StoreSurvey
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support import released_building
from tests.support.building import plan_of
from tests.support.released_cache import (
    CACHE,
    ReleasedConcept,
    build_concept,
    note_origins,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import drifted, run_survey, store_of

CATS = ReleasedConcept("data/cats")
NAMES = ["a", "b", "c", "d"]


@pytest.fixture
def cats(tmp_path: Path) -> Path:
    """Four pictures with captions, cached, and noted what of; the workspace's folder."""
    write_pictures(tmp_path, CATS.path, [f"{name}.png" for name in NAMES])
    write_workspace(tmp_path, [CATS])
    build_concept(tmp_path, CATS)
    note_origins(tmp_path, CATS)
    return tmp_path


def file(root: Path, name: str) -> Path:
    return root / CATS.path / name


def edit(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b" and more")


def found(root: Path, store: str = "image", **options: object) -> dict[str, tuple[str, str]]:
    """Name of each source that is not valid -> its verdict and why."""
    survey = store_of(run_survey(root, **options), store)
    return {
        name: (Verdict(survey.rows.verdicts[row]).name_in_contract, survey.rows.why.get(row, ""))
        for row, name in enumerate(survey.rows.names)
        if survey.rows.verdicts[row] != Verdict.VALID}


def verdicts(root: Path, store: str = "image", **options: object) -> dict[str, str]:
    return {name: verdict for name, (verdict, _) in found(root, store, **options).items()}


@pytest.mark.parametrize("store", ["image", "text"])
@pytest.mark.parametrize("depth", Depth)
def test_an_unchanged_dataset_is_valid(cats: Path, store: str, depth: Depth) -> None:
    assert found(cats, store, depth=depth) == {}
    assert store_of(run_survey(cats, depth=depth), store).rows.why == {}


def test_lists_are_read_at_the_deepest_look_once(
    cats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    read_variation = groups._read_variation
    monkeypatch.setattr(hash_memory, "is_settled", lambda *_: True)
    monkeypatch.setattr(
        groups, "_read_variation",
        lambda store, *rest: read.append(store) or read_variation(store, *rest))
    for _ in range(2):
        assert found(cats, depth=Depth.PAYLOAD) == {}
        assert len(read) == 2, "the lists of pictures and captions"
    (aggregate,) = (cats / CACHE / "image").glob("*/variation-0/aggregate.pt")
    status, content = aggregate.stat(), bytearray(aggregate.read_bytes())
    content[content.index(b"data/cats/a.png")] ^= 1
    aggregate.write_bytes(content)
    os.utime(aggregate, ns=(status.st_atime_ns, status.st_mtime_ns))
    for count in (3, 4):  # what says something else is read each time
        found(cats, depth=Depth.PAYLOAD)
        assert len(read) == count


def test_an_edited_picture_is_edited_and_no_other(cats: Path) -> None:
    edit(file(cats, "b.png"))
    (verdict, why), = found(cats).values()
    assert verdict == "content-changed"
    assert why.startswith("Edited on ")
    assert "\nContent hash " in why
    assert found(cats, "text") == {}
    rows = store_of(run_survey(cats), "image").rows
    assert rows.also.tolist() == [0] * len(NAMES), "its date tells nothing more"


def test_an_edited_caption_is_edited_and_its_picture_is_not(cats: Path) -> None:
    edit(file(cats, "b.txt"))
    assert verdicts(cats, "text") == {"b.txt": "content-changed"}
    assert found(cats) == {}


def test_a_caption_that_was_deleted_counts_as_an_empty_one(cats: Path) -> None:
    file(cats, "b.txt").unlink()
    assert verdicts(cats, "text") == {"b.txt": "content-changed"}


def test_a_date_that_moved_is_told_and_nothing_is_amiss(cats: Path) -> None:
    os.utime(file(cats, "b.png"), (1, 1))
    (verdict, why), = found(cats).values()
    assert verdict == "touched"
    assert why.endswith("its content is the same")


def test_an_edit_under_the_old_date_and_size_is_found_at_depth_hash(cats: Path) -> None:
    path = file(cats, "b.png")
    status = path.stat()
    path.write_bytes(path.read_bytes()[::-1])
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert found(cats) == {}
    assert verdicts(cats, depth=Depth.HASH) == {"b.png": "content-changed"}


def test_a_renamed_picture_at_the_same_place_keeps_its_slot(cats: Path) -> None:
    for ending in ("png", "txt"):
        file(cats, f"b.{ending}").rename(file(cats, f"bb.{ending}"))
    os.utime(file(cats, "bb.png"), (1, 1))
    survey = store_of(run_survey(cats), "image")
    row = survey.rows.names.index("bb.png")
    assert survey.rows.verdicts[row] == Verdict.VALID
    assert survey.rows.why[row] == "Renamed: it was data/cats/b.png when it was cached"
    assert verdicts(cats) == {"b.png": "source-missing"}
    assert "bb.txt" not in verdicts(cats, "text")


def test_a_concept_that_is_spelled_anew_holds_what_it_held(cats: Path) -> None:
    write_workspace(cats, [replace(CATS, path=str(cats / CATS.path), seed=None)])
    for survey in run_survey(cats).stores:
        assert survey.rows.verdicts.tolist() == [Verdict.VALID] * len(NAMES)
        assert survey.rows.why == {}


def test_a_renamed_picture_at_another_place_shifts_all_between(cats: Path) -> None:
    for ending in ("png", "txt"):
        file(cats, f"b.{ending}").rename(file(cats, f"z.{ending}"))
    assert {name: one[0] for name, one in found(cats).items()} == {
        "c.png": "shifted", "d.png": "shifted", "z.png": "shifted", "b.png": "source-missing"}
    assert found(cats)["z.png"][1] == (
        "Made from data/cats/d.png\nCached file 3; the cached file of its present content is 1")
    assert found(cats, "text")["z.txt"][1] == (
        "Made from the caption of data/cats/d.png\nCached file 3; the cached file of its present "
        "content is 1")


def test_an_added_picture_shifts_what_follows_and_has_no_slot(cats: Path) -> None:
    write_pictures(cats, CATS.path, ["aa.png"])
    assert verdicts(cats) == {
        "aa.png": "shifted", "b.png": "shifted", "c.png": "shifted", "d.png": "missing-entry"}


def test_a_deleted_picture_shifts_what_follows(cats: Path) -> None:
    for ending in ("png", "txt"):
        file(cats, f"b.{ending}").unlink()
    assert verdicts(cats) == {
        "c.png": "shifted", "d.png": "shifted", "b.png": "source-missing"}


def test_two_pictures_that_exchanged_their_content_are_edited(cats: Path) -> None:
    one, other = file(cats, "a.png"), file(cats, "b.png")
    before = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(before)
    for path in (one, other):
        os.utime(path, (1, 1))
    assert {name: why.rpartition("; ")[2] for name, (_, why) in found(cats).items()} == {
        "a.png": "the cached file of its present content is 1",
        "b.png": "the cached file of its present content is 0"}


def test_slots_that_nothing_is_noted_of_are_judged_by_lists_and_dates_and_the_others_are_not(
    cats: Path,
) -> None:
    note_origins(cats, CATS, unknown=[f"{CATS.path}/{name}.png" for name in "bc"])
    assert found(cats) == found(cats, "text") == {}
    later_ns = time.time_ns() + 10**11
    for name in ("a.png", "b.png"):
        os.utime(file(cats, name), ns=(later_ns, later_ns))
    assert verdicts(cats) == {"a.png": "touched", "b.png": "content-changed"}
    file(cats, "d.png").rename(file(cats, "dd.png"))
    assert verdicts(cats) == {
        "a.png": "touched", "b.png": "content-changed", "d.png": "source-missing"}
    file(cats, "a.png").unlink()
    assert verdicts(cats) == {
        **dict.fromkeys(("b.png", "c.png", "dd.png"), "shifted"),
        **dict.fromkeys(("a.png", "d.png"), "source-missing")}


def test_captions_without_a_list_are_judged_by_what_is_noted_and_else_by_their_number(
    cats: Path,
) -> None:
    note_origins(cats, CATS, unknown=[f"{CATS.path}/{name}.png" for name in "bc"])
    shutil.rmtree(cats / CACHE / "image")
    assert found(cats, "text") == {}
    write_pictures(cats, CATS.path, ["z.png"])
    assert verdicts(cats, "text") == {
        "b.txt": "shifted", "c.txt": "shifted", "z.txt": "missing-entry"}


def test_masks_that_were_edited_removed_or_added_are_told(tmp_path: Path) -> None:
    write_pictures(tmp_path, CATS.path, [f"{name}.png" for name in NAMES])
    masks = {name: file(tmp_path, f"{name}-masklabel.png") for name in NAMES}
    for name in ("a", "b", "c"):
        masks[name].write_bytes(b"mask of " + name.encode())
    write_workspace(tmp_path, [CATS], masked_training=True)
    build_concept(tmp_path, CATS, more=("latent_mask",))
    conditioning = file(tmp_path, "a-condlabel.png")
    conditioning.write_bytes(b"counts where it is trained")
    note_origins(tmp_path, CATS, endings=("-masklabel.png", "-condlabel.png"))
    conditioning.unlink()
    assert found(tmp_path) == {}
    bare = run_survey(  # where no config says what counts, all that is noted does
        tmp_path / CACHE, root=tmp_path,
        concepts=tmp_path / "training_concepts" / "concepts.json")
    assert drifted(bare, "image") == {f"{CATS.path}/a.png": "sidecar-changed"}
    edit(masks["a"])
    masks["b"].unlink()
    masks["d"].write_bytes(b"a new mask")
    assert found(tmp_path) == {
        "a.png": ("sidecar-changed", "a-masklabel.png was edited after it was cached"),
        "b.png": ("sidecar-changed", "b-masklabel.png was removed after it was cached"),
        "d.png": ("sidecar-changed", "d-masklabel.png was added after it was cached")}


def test_prompts_of_one_file_drift_with_it(tmp_path: Path) -> None:
    prompts = tmp_path / "prompts.txt"
    prompts.write_text("a cat\nthe cat\n")
    concept = ReleasedConcept(
        "data/cats", text={"prompt_source": "concept", "prompt_path": "prompts.txt"})
    write_pictures(tmp_path, concept.path, ["a.png", "b.png"])
    write_workspace(tmp_path, [concept])
    build_concept(tmp_path, concept)
    note_origins(tmp_path, concept)
    file(tmp_path, "a.txt").unlink()
    assert found(tmp_path, "text") == {}
    prompts.write_text("a dog\n")
    assert set(verdicts(tmp_path, "text").values()) == {"content-changed"}


def test_prompts_of_names_drift_with_the_names(tmp_path: Path) -> None:
    concept = ReleasedConcept("data/cats", text={"prompt_source": "filename", "prompt_path": ""})
    write_pictures(tmp_path, concept.path, ["a.png", "b.png"])
    write_workspace(tmp_path, [concept])
    build_concept(tmp_path, concept)
    note_origins(tmp_path, concept)
    edit(file(tmp_path, "a.txt"))
    assert found(tmp_path, "text") == {}
    file(tmp_path, "a.png").rename(file(tmp_path, "aa.png"))
    assert verdicts(tmp_path, "text")["aa.txt"] == "shifted"


def made_with(root: Path, **config: object) -> str:
    """Note that a store's payloads were made as this config asks, and change it; the recipe."""
    workspace = open_workspace(root)
    recipe = recipe_of(workspace, workspace.concepts[0], StoreContent.IMAGE)
    append_recipe(root / CACHE / "image", recipe)
    path = root / "training_presets" / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **config}))
    return recipe.id


def test_another_recipe_is_told_with_what_differs(cats: Path) -> None:
    made = made_with(cats, vae={"model_name": "models/other"})
    note_origins(cats, CATS, recipe={f"{CATS.path}/{name}.png": made for name in "ab"})
    told = found(cats)
    assert {name: verdict for name, (verdict, _) in told.items()} == dict.fromkeys(
        ("a.png", "b.png"), "recipe-changed")
    assert told["a.png"][1] == "VAE: stable-diffusion-v1-5 → other"
    facts = store_of(run_survey(cats), "image").recipes
    assert facts is not None
    assert len(facts.model) == len(NAMES)


def test_slots_of_other_weights_than_the_latest_build_are_told_and_nothing_of_unknown_ones(
    cats: Path,
) -> None:
    workspace = open_workspace(cats)
    made = {
        name: recipe_of(workspace, workspace.concepts[0], StoreContent.IMAGE,
                        weights={"vae": Weights(sample=digit * 16)})
        for name, digit in (("a", "1"), ("b", "2"))}
    for recipe in made.values():
        append_recipe(cats / CACHE / "image", recipe)
    note_origins(cats, CATS, recipe={
        f"{CATS.path}/{name}.png": recipe.id for name, recipe in made.items()})
    assert found(cats) == {"a.png": (
        "recipe-changed", "vae weights: 11111111 → 22222222 in the latest build")}
    facts = store_of(run_survey(cats), "image").recipes
    assert facts is not None
    assert facts.model.tolist() == [1, 0, -1, -1]
    assert facts.by_weights.tolist() == [True, False, False, False]
    assert facts.unproven == 2


def test_what_was_said_of_a_cache_is_said_of_no_slot_that_tells_how_it_was_made(
    cats: Path,
) -> None:
    made = made_with(cats, vae={"model_name": "models/other"})
    note_origins(cats, CATS, recipe={f"{CATS.path}/{name}.png": made for name in "ab"})
    workspace = open_workspace(cats)
    apply_assume(workspace, plan_assume(workspace, workspace.stores[0].id), even_if_busy=True)
    assert verdicts(cats) == dict.fromkeys(("a.png", "b.png"), "recipe-changed")
    write_workspace(cats, [CATS])
    assert verdicts(cats) == dict.fromkeys(("c.png", "d.png"), "recipe-changed")
    file(cats, "d.png").unlink()
    assert verdicts(cats) == {"c.png": "recipe-changed", "d.png": "source-missing"}


@pytest.mark.parametrize("is_noted", [True, False])
def test_another_resolution_asks_for_another_size(tmp_path: Path, is_noted: bool) -> None:
    folder = tmp_path / CATS.path
    folder.mkdir(parents=True)
    for at, name in enumerate(NAMES):
        Image.new("RGB", (100, 100), (at, 0, 0)).save(folder / f"{name}.png")
    write_workspace(tmp_path, [CATS], resolution="64")
    build_concept(tmp_path, CATS)
    if is_noted:
        note_origins(tmp_path, CATS, recipe=made_with(tmp_path))
    assert found(tmp_path) == {}
    made_with(tmp_path, resolution="128")
    assert found(tmp_path) == dict.fromkeys(
        (f"{name}.png" for name in NAMES),
        ("missing-variant", "Cached as 64 × 64; this config asks for 128 × 128"))


@pytest.mark.parametrize(("is_noted", "was_bucketed", "is_told"), [
    (True, True, False), (True, False, True), (False, True, True)])
def test_a_crop_is_that_of_its_picture_unless_it_was_made_with_the_settings_of_today(
    tmp_path: Path, is_noted: bool, was_bucketed: bool, is_told: bool
) -> None:
    (tmp_path / CATS.path).mkdir(parents=True)
    Image.new("RGB", (200, 100)).save(file(tmp_path, "a.png"))
    write_workspace(tmp_path, [CATS], aspect_ratio_bucketing=was_bucketed)
    build_concept(tmp_path, CATS)
    recipe = made_with(tmp_path, aspect_ratio_bucketing=True)
    note_origins(tmp_path, CATS, recipe=recipe if is_noted else "")
    rows = store_of(run_survey(tmp_path), "image").rows
    assert rows.have(Verdict.MISSING_VARIANT).tolist() == [is_told]


def test_only_groups_that_nothing_is_noted_of_are_said_to_look_unchanged(cats: Path) -> None:
    assert not [one for one in run_survey(cats).problems if "neither content" in one.problem]
    dogs = ReleasedConcept("data/dogs")
    write_pictures(cats, dogs.path, ["x.png"])
    build_concept(cats, dogs)
    write_workspace(cats, [CATS, dogs])
    said = [one.problem for one in run_survey(cats).problems if "neither content" in one.problem]
    assert said == [
        f"For 1 of 2 groups, this cache records neither content nor dates of its {what}, so an "
        "edited one shows only by a date newer than its cached file's."
        for what in ("pictures", "captions")]


def test_a_folder_that_a_trainer_wrote_since_is_judged_without_the_note(cats: Path) -> None:
    aggregate = cats / CACHE / "image" / CATS.key(CATS.image) / "variation-0" / "aggregate.pt"
    os.utime(aggregate)
    assert found(cats) == {}
    edit(file(cats, "b.png"))
    assert {name: verdict for name, (verdict, _) in found(cats).items()} == {
        "b.png": "content-changed"}
    assert any("neither content" in one.problem for one in run_survey(cats).problems)


def test_a_surveyed_store_is_not_read_again_for_the_store_beside_it(
    cats: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from larder.core.survey.released import groups

    read: list[str] = []
    before: Callable[..., object] = groups.read_group

    def counted(store: Path, *more: object, **options: object) -> object:
        read.append(store.name)
        return before(store, *more, **options)

    monkeypatch.setattr(groups, "read_group", counted)
    run_survey(cats)
    assert sorted(read) == ["image", "text"]


@settings(max_examples=30, deadline=None)
@given(changes=st.lists(
    st.tuples(st.sampled_from(["delete", "add", "edit", "rename"]), st.sampled_from("abcdefgh")),
    max_size=4))
def test_exactly_the_slots_that_hold_what_their_sample_gives_are_right(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, str]]
) -> None:
    root = tmp_path_factory.mktemp("ws")
    write_pictures(root, CATS.path, [f"{name}.png" for name in NAMES])
    write_workspace(root, [CATS])
    build_concept(root, CATS)
    note_origins(root, CATS)
    slots = [file(root, f"{name}.png").read_bytes() for name in NAMES]
    for change, name in changes:
        path = file(root, f"{name}.png")
        if change == "add" and not path.exists():
            path.write_bytes(b"new " + name.encode())
        elif change == "edit" and path.exists():
            edit(path)
        elif change == "delete":
            path.unlink(missing_ok=True)
        elif change == "rename" and path.exists() and not file(root, f"{name}{name}.png").exists():
            path.rename(file(root, f"{name}{name}.png"))
    survey: StoreSurvey = store_of(run_survey(root), "image")
    samples = sorted(path.name for path in (root / CATS.path).glob("*.png"))
    good = {survey.rows.names[row]: survey.rows.verdicts[row] in (Verdict.VALID, Verdict.TOUCHED)
            for row in next(iter(survey.wanted.values()), ())}
    assert good == {
        name: at < len(slots) and file(root, name).read_bytes() == slots[at]
        for at, name in enumerate(samples)}


@pytest.mark.parametrize(("name", "verdict"), [
    ("1.png", "content-changed"), ("1-masklabel.png", "sidecar-changed"),
    ("2-masklabel.png", "sidecar-changed"), ("1.txt", "content-changed")])
def test_at_the_first_visit_a_source_newer_than_what_a_trainer_cached_is_told(
    tmp_path: Path, name: str, verdict: str
) -> None:
    workspace = released_building.let_train(released_building.cats(tmp_path))
    store = "text" if name.endswith(".txt") else "image"
    assert drifted(run_survey(workspace.config_path), store) == {}
    path = workspace.root / released_building.PATH / name
    path.write_bytes((workspace.root / released_building.PATH / "1-masklabel.png").read_bytes()
                     if "mask" in name else path.read_bytes() + b"edited")
    later_ns = time.time_ns() + 10**11
    os.utime(path, ns=(later_ns, later_ns))
    report = run_survey(workspace.config_path)
    assert drifted(report, store) == {
        f"{released_building.PATH}/{name[0]}.{name[-3:]}": verdict}
    assert drifted(report, "image" if store == "text" else "text") == {}
    assert plan_of(workspace, layout="released").update_count == 1


def test_dates_tell_nothing_where_a_copy_lost_those_of_most_pictures(tmp_path: Path) -> None:
    workspace = released_building.let_train(released_building.cats(tmp_path))
    later_ns = time.time_ns() + 10**11
    for path in (workspace.root / released_building.PATH).iterdir():
        os.utime(path, ns=(later_ns, later_ns))
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == drifted(report, "text") == {}
    assert [one.problem.rpartition(", ")[2] for one in report.problems
            if "neither content" in one.problem] == [
        "so Larder cannot tell which were edited."] * 2


def test_tokens_tell_that_a_caption_with_a_newer_date_is_the_same(tmp_path: Path) -> None:
    workspace = released_building.let_train(released_building.cats(tmp_path))
    later_ns = time.time_ns() + 10**11
    os.utime(workspace.root / released_building.PATH / "1.txt", ns=(later_ns, later_ns))
    assert drifted(run_survey(workspace.config_path), "text") == {
        f"{released_building.PATH}/1.txt": "content-changed"}
    report = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    assert drifted(report, "text") == {}
    assert [one.problem for one in report.problems if "of its captions" in one.problem] == [
        "This cache records neither content nor dates of its captions, so an edited one shows only "
        "by the tokens in its cached file."]
