"""Building only what is missing or only what is stale, and what another model encoded."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.build.released.columns import SlotAction
from larder.core.build.reports import BuildPlanDocument
from larder.core.build.scope import BuildScope
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys import hash_memory
from larder.core.requests.building import (
    apply_saved_build,
    build_samples,
    plan_document,
    plan_samples,
)
from larder.core.requests.options import ApplyOptions, BuildOptions
from larder.core.requests.request import open_for
from larder.core.requests.saving import save_document
from larder.core.survey.report import Depth
from tests.support.building import BuildWorkspace, Built, plan_of
from tests.support.disk_cache import DiskCache, load, whole_concept
from tests.support.released_building import (
    PATH,
    add_one,
    assert_served_right,
    build_released,
    cats,
    delete_one,
    edit_caption,
    edit_mask,
    files_of,
    let_train,
    rename_one,
)
from tests.support.surveying import drifted, run_survey
from tests.support.tiny_vaes import write_vae


@pytest.fixture(autouse=True)
def nothing_is_too_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file written a moment ago counts as settled, so that its hash is remembered at once."""
    monkeypatch.setattr(hash_memory, "FINE_UNSETTLED_NS", 0)
    monkeypatch.setattr(hash_memory, "COARSE_UNSETTLED_NS", 0)


@pytest.fixture
def built(tmp_path: Path) -> BuildWorkspace:
    """Six pictures, two with masks, built."""
    workspace = cats(tmp_path)
    build_released(workspace)
    return workspace


def wrong(workspace: BuildWorkspace) -> list[str]:
    """List the samples for which the trainer serves something other than their source gives."""
    return DiskCache(workspace).right(0)


def pictures(build: Built) -> list[str]:
    """Names of the pictures that were encoded."""
    return [item.source.name for item in build.encoders.images]


def test_only_missing_encodes_what_is_new_and_leaves_what_is_stale(
        built: BuildWorkspace) -> None:
    edit_caption(built)
    edit_mask(built)
    add_one(built)

    only = build_released(built, scope=BuildScope.MISSING)

    assert pictures(only) == ["00.png"]
    assert only.encoders.prompts == ["a new cat"]
    assert wrong(built) == [f"image {PATH}/4.png", f"text {PATH}/3.png"]
    report = run_survey(built.config_path)
    assert drifted(report, "image") == {f"{PATH}/4.png": "sidecar-changed"}
    assert drifted(report, "text") == {f"{PATH}/3.txt": "content-changed"}


def test_only_missing_puts_in_order_what_moved(built: BuildWorkspace) -> None:
    edit_caption(built)
    delete_one(built)
    rename_one(built)

    only = build_released(built, scope=BuildScope.MISSING)

    assert only.encoders.encoded == 0
    assert wrong(built) == [f"text {PATH}/3.png"]


def test_only_missing_touches_nothing_where_all_is_only_stale(built: BuildWorkspace) -> None:
    before = files_of(built)
    edit_caption(built)
    edit_mask(built)

    assert plan_of(built, scope=BuildScope.MISSING).is_empty
    assert files_of(built) == before


def test_only_stale_encodes_what_was_edited(built: BuildWorkspace) -> None:
    edit_caption(built)
    edit_mask(built)

    only = build_released(built, scope=BuildScope.STALE)

    assert (pictures(only), only.encoders.prompts) == ([], ["something else"])
    assert only.report.built == 2
    assert_served_right(built)


def test_only_stale_leaves_a_group_that_lacks_a_slot_and_says_so(built: BuildWorkspace) -> None:
    before = files_of(built)
    edit_mask(built)
    add_one(built)

    only = build_released(built, scope=BuildScope.STALE)

    assert only.encoders.encoded == 0
    assert files_of(built) == before
    assert any("1 of its files are not cached yet" in left.why for left in only.plan.left_out)


@pytest.mark.parametrize("scope", [BuildScope.MISSING, BuildScope.STALE])
def test_of_a_trainers_cache_what_is_proved_is_taken_over_in_every_scope(
        tmp_path: Path, scope: BuildScope) -> None:
    trained = let_train(cats(tmp_path))

    taken = build_released(trained, scope=scope)

    assert taken.encoders.encoded == 0
    assert plan_of(trained).is_empty


def test_only_missing_leaves_a_trainers_group_of_which_a_slot_cannot_be_proved(
        tmp_path: Path) -> None:
    trained = let_train(cats(tmp_path))
    before = files_of(trained)
    edit_caption(trained)

    only = build_released(trained, scope=BuildScope.MISSING)

    assert only.encoders.encoded == 0
    assert files_of(trained) == before
    assert any("1 of the cached files that a trainer made" in one.why
               for one in only.plan.left_out)
    assert build_released(trained, scope=BuildScope.STALE).encoders.prompts == ["something else"]
    assert_served_right(trained)


def test_a_plan_lists_its_items_with_the_surveys_verdicts(built: BuildWorkspace) -> None:
    edit_caption(built)
    edit_mask(built)
    workspace_with_new = f"{PATH}/z.png"
    built.add_picture(workspace_with_new, caption="behind all others", size=(50, 48))

    document = plan_of(built).document()

    assert verdicts_of(document) == {
        f"{PATH}/3.txt": "content-changed", f"{PATH}/4.png": "sidecar-changed",
        f"{PATH}/z.png": "missing-entry", f"{PATH}/z.txt": "missing-entry"}


def test_a_trainers_slot_that_is_not_proved_counts_as_not_entered(tmp_path: Path) -> None:
    trained = let_train(cats(tmp_path))
    edit_caption(trained)

    assert verdicts_of(plan_of(trained).document()) == {
        f"{PATH}/3.txt": "missing-entry"}


@pytest.mark.parametrize("is_recorded", [True, False])
def test_a_slot_that_a_comparison_knows_to_be_made_otherwise_is_encoded(
        tmp_path: Path, is_recorded: bool) -> None:
    workspace = let_train(cats(tmp_path))
    if is_recorded:
        build_released(workspace)

    doubted = build_released(workspace, doubted=[("image", f"{PATH}/3.png")])

    assert (pictures(doubted), doubted.encoders.prompts) == (["3.png"], [])
    assert plan_of(workspace).is_empty
    assert_served_right(workspace)


def verdicts_of(document: BuildPlanDocument) -> dict[str, str]:
    return {
        item.source: item.verdict for store in document.stores for item in store.items or ()}


def cut_short(slot: Path) -> None:
    content = slot.read_bytes()
    slot.write_bytes(content[:len(content) // 2] + bytes(len(content) - len(content) // 2))


def fill_with_nan(slot: Path) -> None:
    import torch

    values = load(slot)
    values["latent_image"] = torch.full_like(values["latent_image"], float("nan"))
    torch.save(values, slot)


@pytest.mark.parametrize("damage", [cut_short, fill_with_nan])
@pytest.mark.parametrize("is_recorded", [True, False])
def test_a_damaged_slot_that_a_deep_survey_found_is_encoded_again(
        tmp_path: Path, damage: Callable[[Path], None], is_recorded: bool) -> None:
    workspace = let_train(cats(tmp_path))
    if is_recorded:
        build_released(workspace)
    (key,) = DiskCache(workspace).groups("image")
    damage(workspace.store() / key / "variation-0" / "3.pt")

    mended = build_released(workspace, depth=Depth.PAYLOAD)

    assert pictures(mended) == ["3.png"]
    assert mended.encoders.prompts == []
    assert_served_right(workspace)


@pytest.mark.parametrize("depth", [Depth.STAT, Depth.PAYLOAD])
def test_a_damaged_aggregate_is_written_anew(built: BuildWorkspace, depth: Depth) -> None:
    (key,) = DiskCache(built).groups("image")
    aggregate = built.store() / key / "variation-0" / "aggregate.pt"
    before = aggregate.stat()
    cut_short(aggregate)
    if depth is Depth.PAYLOAD:  # as if the drive had lost it, with nothing else to tell
        os.utime(aggregate, ns=(before.st_mtime_ns, before.st_mtime_ns))
    report = run_survey(built.config_path, depth=depth)
    assert set(drifted(report, "image").values()) == {"corrupt-payload"}

    mended = build_released(built, depth=depth)

    # The slots that Larder made tell themselves what they were made of.
    assert mended.encoders.encoded == 0
    assert_served_right(built)


@pytest.fixture
def models(tmp_path: Path) -> BuildWorkspace:
    """Three pictures; models A and B; the config names a model that is not on this computer."""
    pytest.importorskip("diffusers")
    made = BuildWorkspace(tmp_path, config={
        "model_type": "STABLE_DIFFUSION_15", "base_model_name": "models/base",
        "resolution": "64", "text_encoder": {"train": True}})
    made.add_concept()
    made.concepts[0] = whole_concept(made.concepts[0])
    made.write()
    for number in range(3):
        made.add_picture(f"{PATH}/{number}.png", size=(64, 64), seed=number)
    for seed, name in enumerate("AB"):
        write_vae(tmp_path / "models" / name / "vae", seed=seed)
    return made


def run(made: BuildWorkspace, model: str, **more: Any) -> Any:
    asked = BuildOptions(
        workspace=str(made.config_path), models=(str(made.root / "models" / model),),
        even_if_busy=True, layout="released", **more)
    return run_to_end(build_samples(open_for(asked), asked, CancelToken()))


def planned(made: BuildWorkspace, model: str, **more: Any) -> Any:
    asked = BuildOptions(
        workspace=str(made.config_path), models=(str(made.root / "models" / model),), **more)
    return run_to_end(plan_samples(open_for(asked), asked, CancelToken()))[0]


def test_slots_of_another_model_are_asked_about_and_nothing_is_encoded(
        models: BuildWorkspace) -> None:
    run(models, "A")
    models.add_picture(f"{PATH}/new.png", size=(64, 64), seed=99)
    before = files_of(models)

    with pytest.raises(UserFacingError) as refused:
        run(models, "B")

    assert refused.value.problem == (
        "3 pictures were encoded with models/A; this build uses models/B.")
    assert "--other-weights keep" in refused.value.hint
    assert files_of(models) == before
    (mixture,) = planned(models, "B").mixtures
    assert (mixture.kept, mixture.replaced, mixture.agreed) == (0, 3, False)


def test_slots_of_another_model_stay_if_they_are_to(models: BuildWorkspace) -> None:
    run(models, "A")
    models.add_picture(f"{PATH}/1b.png", size=(64, 64), seed=99)

    report = run(models, "B", other_weights="keep")

    assert report.encoded == 1
    (mixture,) = planned(models, "B", other_weights="keep").mixtures
    assert (mixture.kept, mixture.replaced, mixture.agreed) == (3, 0, True)
    assert run(models, "B", other_weights="keep").encoded == 0


def test_slots_of_another_model_are_encoded_anew_if_they_are_to(models: BuildWorkspace) -> None:
    run(models, "A")

    assert run(models, "B", other_weights="replace").encoded == 3
    assert planned(models, "B").mixtures == ()


def test_only_missing_mixes_models_only_if_that_is_agreed_to(models: BuildWorkspace) -> None:
    run(models, "A")
    models.add_picture(f"{PATH}/1b.png", size=(64, 64), seed=99)

    with pytest.raises(UserFacingError, match="encoded with models/A"):
        run(models, "B", only="missing")
    assert run(models, "B", only="missing", other_weights="keep").encoded == 1
    assert run(models, "B", only="missing", other_weights="replace").encoded == 3


def test_whoever_picks_one_picture_of_another_model_is_asked_about_it_and_the_others_stay(
        models: BuildWorkspace) -> None:
    run(models, "A")
    picked = {"selection": (("image", f"{PATH}/1.png"),)}

    (mixture,) = planned(models, "B", **picked).mixtures

    assert (mixture.kept, mixture.replaced, mixture.agreed) == (2, 1, False)
    assert run(models, "B", **picked, other_weights="replace").encoded == 1


def test_a_slot_that_stays_stale_moves_with_its_sample(built: BuildWorkspace) -> None:
    edit_caption(built)
    delete_one(built)

    (text,) = (store for store in plan_of(built, scope=BuildScope.MISSING).stores
               if store.target.id == "text")

    assert text.slots is not None
    assert [slot.action for slot in text.slots.folders[0].slots] == [
        SlotAction.STAYS, SlotAction.STAYS, SlotAction.LEFT, SlotAction.MOVES, SlotAction.MOVES]


def select(workspace: BuildWorkspace, *names: str) -> dict[str, Any]:
    """Return the options that the window sends for selected entries, valid ones included."""
    stores = {".png": "image", ".txt": "text"}
    return {"scope": BuildScope.ALL,
            "selection": [(stores[Path(name).suffix], f"{PATH}/{name}") for name in names]}


def test_selected_samples_that_are_mixed_up_move_and_nothing_else_is_encoded(
        built: BuildWorkspace) -> None:
    add_one(built)
    # The new one comes after the first.
    mixed_up = [f"{number}{ending}" for number in range(1, 6) for ending in (".png", ".txt")]

    only = build_released(built, **select(built, *mixed_up, "00.png", "00.txt"))

    assert pictures(only) == ["00.png"]
    assert only.encoders.prompts == ["a new cat"]
    assert_served_right(built)


def test_a_selected_good_picture_is_made_anew_and_its_group_stays(built: BuildWorkspace) -> None:
    before = files_of(built)

    only = build_released(built, **select(built, "3.png"))

    assert pictures(only) == ["3.png"]
    assert only.encoders.prompts == []
    changed = {name for name, found in files_of(built).items()
               if found != before[name] and not name.endswith("aggregate.pt")}
    assert len(changed) == 1
    assert_served_right(built)


def test_a_stale_sample_beside_a_selected_one_is_left_for_another_build(
        built: BuildWorkspace) -> None:
    edit_caption(built)
    edit_mask(built)

    only = build_released(built, **select(built, "0.txt"))

    assert pictures(only) == []
    assert only.encoders.prompts == ["a cat number 0"]
    assert wrong(built) == [f"image {PATH}/4.png", f"text {PATH}/3.png"]


def test_whoever_selects_pictures_gets_their_captions_put_in_order(built: BuildWorkspace) -> None:
    delete_one(built)

    only = build_released(built, **select(built, "3.png"))

    assert pictures(only) == []
    assert only.encoders.prompts == []
    assert_served_right(built)


def test_the_plan_of_a_selection_says_what_becomes_of_each_slot(built: BuildWorkspace) -> None:
    add_one(built)
    edit_caption(built)

    (text,) = (store for store in plan_of(built, **select(built, "0.txt", "2.txt")).stores
               if store.target.id == "text")

    assert text.slots is not None
    assert [slot.action for slot in text.slots.folders[0].slots] == [
        SlotAction.ENCODED, SlotAction.ENCODED, SlotAction.MOVES, SlotAction.MOVES,
        SlotAction.LEFT, SlotAction.MOVES, SlotAction.MOVES]
    # A button counts what was chosen; what lies behind the new caption moves along.
    assert (text.update_count, text.along) == (2, 4)


def test_a_saved_plan_of_a_selection_is_carried_out_as_it_was_shown(
        models: BuildWorkspace, tmp_path: Path) -> None:
    run(models, "A")
    saved = tmp_path / "plan.json"
    asked = BuildOptions(
        workspace=str(models.config_path), models=(str(models.root / "models" / "A"),), only="all",
        layout="released", even_if_busy=True, selection=(("image", f"{PATH}/1.png"),))
    shown, survey = run_to_end(plan_samples(open_for(asked), asked, CancelToken()))
    save_document(plan_document(asked, shown, survey), saved)

    report = run_to_end(apply_saved_build(ApplyOptions(plan=str(saved)), CancelToken()))

    assert (shown.payloads, report.encoded, report.changed) == (1, 1, ())
