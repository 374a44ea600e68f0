"""Building the folders that released OneTrainer reads: whole, incrementally, and by right pairs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from larder.core.build.payload_totals import count_payloads
from larder.core.build.released.columns import SlotAction
from larder.core.clean.assume import apply_assume, plan_assume
from larder.core.encoders.draws import PromptMaker, onetrainer_positions
from larder.core.errors import StoreBusyError
from larder.core.files.journal import JournalAction, read_journal
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import (
    BuildWorkspace,
    CountingEncoders,
    build,
    cancel_after,
    plan_of,
    start,
)
from tests.support.disk_cache import DiskCache, group_key, load
from tests.support.released_building import (
    PATH,
    add_concept,
    add_one,
    add_one_without_caption,
    assert_served_right,
    build_released,
    cats,
    delete_one,
    edit_caption,
    edit_mask,
    files_of,
    let_train,
    rename_folder,
    rename_one,
    touch_one,
)
from tests.support.surveying import drifted, run_survey


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    """Six pictures with captions and two masks, nothing cached."""
    return cats(tmp_path)


@pytest.fixture
def trained(workspace: BuildWorkspace) -> BuildWorkspace:
    """The same, its cache made by the trainer."""
    return let_train(workspace)


def test_a_first_build_makes_what_the_trainer_would_have_cached(
        workspace: BuildWorkspace) -> None:
    built = build_released(workspace)

    assert built.encoders.encoded == 12
    assert built.report.is_whole
    assert_served_right(workspace)


def test_files_hold_what_the_trainer_puts_there(workspace: BuildWorkspace) -> None:
    build_released(workspace)

    (key,) = DiskCache(workspace).groups("image")
    folder = workspace.store() / key / "variation-0"
    assert sorted(path.name for path in folder.iterdir()) == [
        *(f"{slot}.pt" for slot in range(6)), "aggregate.pt"]
    aggregate = load(folder / "aggregate.pt")
    assert aggregate[0].keys() == {"crop_resolution", "image_path"}
    assert [one["image_path"] for one in aggregate] == [
        f"{PATH}/{number}.png" for number in range(6)]
    values = load(folder / "0.pt")
    assert {name for name in values if not name.startswith("__")} == {
        "latent_image", "latent_mask", "original_resolution", "crop_offset"}
    (text_key,) = DiskCache(workspace).groups("text")
    captions = workspace.store("text") / text_key / "variation-0"
    assert load(captions / "aggregate.pt") == [{}] * 6


def test_a_second_build_has_nothing_to_do(workspace: BuildWorkspace) -> None:
    build_released(workspace)

    plan = plan_of(workspace)

    assert plan.is_empty
    assert plan.payloads == 0


EDITS = [
    # edit, pictures encoded, captions encoded
    (add_one, 1, 1), (add_one_without_caption, 1, 1), (delete_one, 0, 0), (rename_one, 0, 0),
    (edit_caption, 0, 1), (edit_mask, 0, 0), (touch_one, 0, 0), (rename_folder, 0, 0)]


@pytest.mark.swept(3)
@pytest.mark.parametrize(
    ("edit", "pictures", "captions"), EDITS, ids=[edit.__name__ for edit, *_ in EDITS])
def test_a_change_of_the_dataset_encodes_no_more_than_it_changed(
        workspace: BuildWorkspace, edit: Callable[[BuildWorkspace], None], pictures: int,
        captions: int) -> None:
    build_released(workspace)
    edit(workspace)

    built = build_released(workspace)

    assert (len(built.encoders.images), len(built.encoders.prompts)) == (pictures, captions)
    masks = int(edit is edit_mask)  # put beside the latents that are there
    assert built.plan.payloads == pictures + captions + masks
    assert built.report.copied == masks
    assert_served_right(workspace)
    assert plan_of(workspace).is_empty


def test_without_a_build_the_trainer_serves_wrong_pairs(workspace: BuildWorkspace) -> None:
    build_released(workspace)
    delete_one(workspace)

    trainer = DiskCache(workspace)

    # Slots 2, 3 and 4 hold the pictures and captions before them.
    assert len(trainer.right(0)) == 6
    assert trainer.cached == []


def test_a_plan_says_what_becomes_of_every_slot(workspace: BuildWorkspace) -> None:
    build_released(workspace)
    delete_one(workspace)
    add_one(workspace)

    plan = plan_of(workspace)

    (images, _) = plan.stores
    assert images.slots is not None
    (folder,) = images.slots.folders
    assert [slot.action for slot in folder.slots] == [
        SlotAction.STAYS, SlotAction.ENCODED, SlotAction.MOVES, SlotAction.STAYS,
        SlotAction.STAYS, SlotAction.STAYS]
    assert folder.goes == 1


def test_what_a_trainer_made_is_taken_over_without_touching_it(
        trained: BuildWorkspace) -> None:
    before = files_of(trained)

    built = build_released(trained)

    assert built.encoders.encoded == 0
    assert built.plan.payloads == 0
    assert files_of(trained) == before
    assert plan_of(trained).is_empty


def test_a_white_mask_that_lost_its_last_bits_was_made_without_a_mask_file(
        trained: BuildWorkspace) -> None:
    import torch

    (key,) = DiskCache(trained).groups("image")
    slot = trained.store() / key / "variation-0" / "3.pt"
    values = load(slot)
    values["latent_mask"] = values["latent_mask"] * (1 - 2e-7)
    assert values["latent_mask"].min() < 1
    torch.save(values, slot)

    assert build_released(trained).encoders.encoded == 0


def test_what_a_build_wrote_just_now_is_no_trainer_at_work(workspace: BuildWorkspace) -> None:
    build_released(workspace)

    assert [store.busy for store in run_survey(workspace.config_path).stores] == [(), ()]
    edit_caption(workspace)
    assert build(workspace, layout="released").encoders.encoded == 1


def test_nothing_is_built_while_a_trainer_writes(workspace: BuildWorkspace) -> None:
    let_train(workspace)

    with pytest.raises(StoreBusyError, match="changed in the last 5 minutes"):
        build(workspace, layout="released")


@pytest.mark.swept(3)
@pytest.mark.parametrize(
    ("edit", "pictures", "captions"), EDITS, ids=[edit.__name__ for edit, *_ in EDITS])
def test_after_a_takeover_a_change_encodes_no_more_than_it_changed(
        trained: BuildWorkspace, edit: Callable[[BuildWorkspace], None], pictures: int,
        captions: int) -> None:
    build_released(trained)
    edit(trained)

    built = build_released(trained)

    # Nothing says with which models the trainer made the latent that another mask is put beside.
    pictures += edit is edit_mask
    assert (len(built.encoders.images), len(built.encoders.prompts)) == (pictures, captions)
    assert_served_right(trained)


def test_slots_behind_a_picture_that_went_are_proved_where_they_lie(
        trained: BuildWorkspace) -> None:
    delete_one(trained)

    built = build_released(trained)

    assert built.encoders.encoded == 0
    assert_served_right(trained)


class DrawingCache(DiskCache):
    """The same, its captions the lines that the trainer draws for each position."""

    def encode(self, content: str, picture: str, position: int, number: int) -> dict[str, Any]:
        if content == "image":
            return super().encode(content, picture, position, number)
        (concept,) = self.opened.concepts
        drawn = PromptMaker(self.opened, onetrainer_positions(self.opened.config)).prompts(
            concept, position, picture,
            (self.workspace.root / picture).with_suffix(".txt").read_bytes(), number + 1)
        return dict(self._texts.encode([drawn[number]])[0])


@pytest.mark.parametrize("further", [[], ["128"]], ids=["released", "with the resolution"])
def test_draws_of_captions_behind_one_that_went_are_proved_by_the_image_groups_list(
        workspace: BuildWorkspace, further: list[str]) -> None:
    for number in range(6):
        workspace.write_caption(
            f"{PATH}/{number}.txt", "".join(f"line {line} of {number}\n" for line in range(40)))
    trainer = DrawingCache(workspace)
    assert trainer.right(0) == []
    if further:  # as pull request 1134 names it
        (key,) = trainer.groups("image")
        (workspace.store() / key).rename(workspace.store() / group_key(
            workspace.concepts[0], "image", *further))
    delete_one(workspace)

    assert plan_of(workspace).payloads == 0


def test_a_picture_younger_than_its_slot_is_encoded_and_told(trained: BuildWorkspace) -> None:
    picture = trained.add_picture(f"{PATH}/3.png", size=(43, 48), seed=77)
    picture.touch()

    built = build_released(trained)

    (images, *_) = built.plan.stores
    assert images.slots is not None
    assert [(left.samples, left.example) for left in images.unproved] == [
        (1, f"{PATH}/3.png")]
    assert "newer" in images.unproved[0].why
    assert (len(built.encoders.images), len(built.encoders.prompts)) == (1, 0)
    assert_served_right(trained)


def flip(workspace: BuildWorkspace) -> None:
    workspace.concepts[0]["image"]["enable_random_flip"] = True
    workspace.write()


@pytest.mark.parametrize("is_recorded", [False, True])
def test_pictures_that_a_trainer_cached_before_a_setting_changed_are_encoded(
        trained: BuildWorkspace, is_recorded: bool) -> None:
    if is_recorded:
        build_released(trained)
    flip(trained)

    built = build_released(trained)

    assert (len(built.encoders.images), len(built.encoders.prompts)) == (6, 0)
    assert_served_right(trained)


def test_a_setting_that_is_taken_back_finds_its_pictures_again(trained: BuildWorkspace) -> None:
    flip(trained)
    trained.concepts[0]["image"]["enable_random_flip"] = False
    trained.write()

    assert plan_of(trained).payloads == 0


def test_captions_that_a_trainer_cached_before_a_setting_changed_are_encoded(
        workspace: BuildWorkspace) -> None:
    for number in range(6):
        tags = ", ".join(f"tag {tag} of {number}" for tag in range(9))
        workspace.write_caption(f"{PATH}/{number}.txt", tags)
    trained = let_train(workspace)
    build_released(trained)
    trained.concepts[0]["text"]["enable_tag_shuffling"] = True
    trained.write()

    built = build_released(trained)

    assert (len(built.encoders.images), len(built.encoders.prompts)) == (0, 6)


def test_a_caption_whose_prompt_another_setting_leaves_alone_is_up_to_date_once_taken_over(
        workspace: BuildWorkspace) -> None:
    build_released(workspace)
    workspace.concepts[0]["text"]["enable_tag_shuffling"] = True
    workspace.write()
    built = build_released(workspace)
    assert (built.encoders.prompts, built.report.adopted) == ([], 6)

    assert plan_of(workspace).is_empty
    assert drifted(run_survey(workspace.config_path), "text") == {}


def another_seed(workspace: BuildWorkspace) -> None:
    workspace.concepts[0]["seed"] = 77
    workspace.write()


@pytest.mark.parametrize("edit", [another_seed, rename_folder])
def test_captions_of_a_group_that_goes_by_another_name_now_are_known_by_their_tokens(
        trained: BuildWorkspace, edit: Callable[[BuildWorkspace], None]) -> None:
    edit(trained)

    assert sum(len(store.items) for store in plan_of(trained).stores
               if store.target.id == "text") == 0
    assert build_released(trained).encoders.prompts == []
    assert_served_right(trained)


def test_pictures_that_were_taken_over_move_to_the_group_that_another_seed_names(
        trained: BuildWorkspace) -> None:
    build_released(trained)
    another_seed(trained)

    assert plan_of(trained).payloads == 0
    assert build_released(trained).encoders.encoded == 0
    assert_served_right(trained)

    flip(trained)
    another_seed(trained)
    assert len(build_released(trained).encoders.images) == 6


@pytest.mark.parametrize("is_recorded", [False, True])
def test_masks_switched_on_over_a_trainers_cache_are_missed_by_survey_and_build_alike(
        tmp_path: Path, is_recorded: bool) -> None:
    workspace = cats(tmp_path)
    workspace.configure(masked_training=False)
    let_train(workspace)
    if is_recorded:
        build_released(workspace)
    workspace.configure(masked_training=True)

    found = drifted(run_survey(workspace.config_path), "image")
    assert set(found.values()) <= {"incomplete-schema", "sidecar-changed"}
    assert len(found) == 6
    assert plan_of(workspace).payloads == 6
    build_released(workspace)
    assert_served_right(workspace)
    assert drifted(run_survey(workspace.config_path), "image") == {}


def test_another_line_of_the_same_caption_is_no_reason_to_encode_it(
        workspace: BuildWorkspace) -> None:
    for number in range(6):
        workspace.write_caption(
            f"{PATH}/{number}.txt", "".join(f"line {line} of {number}\n" for line in range(40)))
    assert DrawingCache(workspace).right(0) == []
    workspace.configure(masked_training=False)  # another place of the draw in the pipeline

    assert plan_of(workspace).payloads == 0


@pytest.mark.swept(3)
@pytest.mark.parametrize("change", [
    {"path": f"{PATH}/"}, {"path": f"./{PATH}"}, {"include_subdirectories": False},
    {"path": "data"}], ids=str)
@pytest.mark.parametrize("is_recorded", [False, True])
def test_pictures_of_a_group_that_only_its_folder_names_otherwise_move(
        trained: BuildWorkspace, change: dict[str, Any], is_recorded: bool) -> None:
    if is_recorded:
        build_released(trained)
    trained.concepts[0].update(change)
    trained.write()

    built = build_released(trained)

    assert built.encoders.images == []
    assert not is_recorded or built.encoders.prompts == []


def test_pictures_go_from_one_concept_to_another_with_the_same_settings_alone(
        trained: BuildWorkspace) -> None:
    build_released(trained)
    add_concept(trained, "dogs", seed=9)
    add_concept(trained, "pigs", seed=10, image={"enable_random_flip": True})

    for flipped, alike in (("2", "0"), ("5", "3")):
        for name, folder in ((flipped, "pigs"), (alike, "dogs")):
            for ending in (".png", ".txt"):
                (trained.root / PATH / f"{name}{ending}").rename(
                    trained.root / "data" / folder / f"{name}{ending}")

        assert [item.source.name for item in build_released(trained).encoders.images] == [
            f"{flipped}.png"]


def test_a_caption_edited_before_the_takeover_is_encoded(trained: BuildWorkspace) -> None:
    trained.write_caption(f"{PATH}/3.txt", "other words with an old date")

    built = build_released(trained)

    assert built.encoders.prompts == ["other words with an old date"]
    assert_served_right(trained)


def test_variations_and_several_concepts(workspace: BuildWorkspace) -> None:
    add_concept(workspace, "dogs", image_variations=3, text_variations=2,
                image={"enable_crop_jitter": True, "enable_random_flip": True},
                text={"enable_tag_shuffling": True}, balancing=2.5)
    for number in range(3):
        workspace.add_picture(
            f"data/dogs/{number}.png", caption=f"dog {number}, a, b, c, d, e", size=(90, 40))

    built = build_released(workspace)

    assert (len(built.encoders.images), len(built.encoders.prompts)) == (15, 12)
    trainer = DiskCache(workspace)
    for epoch in range(3):
        for (content, picture), values in trainer.start(epoch).items():
            assert values, (content, picture)
    assert trainer.cached == []


def test_a_mask_of_16_bits_is_told_once_with_those_that_wait_for_it(tmp_path: Path) -> None:
    """Whatever the number of variations: the trainer would read it wrongly."""
    made = cats(tmp_path)
    made.concepts[0]["image_variations"] = 2
    made.write()
    Image.fromarray(np.full((44, 48), 999, np.uint16)).save(
        made.age(made.root / PATH / "4-masklabel.png"))
    report = build_released(made).report
    assert [(left.source, "16 bits" in left.why) for left in report.failed] == [
        (f"{PATH}/4.png", True)]
    assert report.waiting == 5 + 6


def test_a_failed_picture_keeps_all_folders_of_its_concept_as_they_are(
        workspace: BuildWorkspace) -> None:
    build_released(workspace)
    before = files_of(workspace)
    delete_one(workspace)
    add_one(workspace)

    def break_one(encoders: Any) -> None:
        encoders.broken = frozenset({"00.png"})

    failed = build_released(workspace, disturb=break_one)
    assert [left.source for left in failed.report.failed] == [f"{PATH}/00.png"]
    # Its neighbours of both stores and its own caption.
    assert failed.report.waiting == 5 + 6
    assert files_of(workspace) == before

    again = build_released(workspace)
    assert (len(again.encoders.images), len(again.encoders.prompts)) == (1, 0)
    assert_served_right(workspace)


def test_a_stopped_build_goes_on_where_it_stopped(workspace: BuildWorkspace) -> None:
    token = CancelToken()
    plan = plan_of(workspace, layout="released")
    encoders = CountingEncoders(plan)
    cancel_after(4, token)(encoders)
    with pytest.raises(JobCancelled):
        run_to_end(start(plan, encoders, even_if_busy=True, token=token))
    assert not files_of(workspace)

    built = build_released(workspace)

    assert encoders.encoded + built.encoders.encoded == 12
    assert_served_right(workspace)
    assert not list((workspace.store() / ".larder" / "building").iterdir())


def test_equal_pictures_and_prompts_are_encoded_once(workspace: BuildWorkspace) -> None:
    workspace.add_picture(f"{PATH}/a.png", caption="twice", size=(40, 48), seed=5)
    workspace.add_picture(f"{PATH}/b.png", caption="twice", size=(40, 48), seed=5)

    built = build_released(workspace)

    assert (len(built.encoders.images), len(built.encoders.prompts)) == (7, 7)
    assert_served_right(workspace)
    made = [record for store in ("image", "text") for record in read_journal(workspace.store(store))
            if record.action == JournalAction.BUILT]
    assert sum(record.items for record in made) == built.report.encoded
    slots = [path.read_bytes() for store in ("image", "text")
             for path in workspace.store(store).glob("?*/variation-0/[0-9]*.pt")]
    # What is shared is copied into each of its slots.
    assert sum(map(len, {*slots})) < sum(map(len, slots)) <= built.report.bytes
    assert sum(record.bytes for record in made) == sum(map(len, {*slots}))


def test_equal_pictures_are_mirrored_each_by_its_own_draw(workspace: BuildWorkspace) -> None:
    workspace.concepts[0]["image"]["enable_random_flip"] = True
    workspace.write()
    for name in "abcd":
        workspace.add_picture(f"{PATH}/{name}.png", caption="twice", size=(40, 48), seed=5)

    planned = run_to_end(count_payloads(plan_of(workspace, layout="released"), CancelToken()))
    built = build_released(workspace)

    assert len(built.encoders.images) == planned.totals["image"].encodes == 8
    assert_served_right(workspace)


@pytest.mark.parametrize(("make", "is_said", "encodes"), [
    (build_released, False, 0), (let_train, True, 0), (let_train, False, 6)])
def test_masks_that_are_switched_on_complete_what_is_known(
    workspace: BuildWorkspace, make: Callable[[BuildWorkspace], object], is_said: bool,
    encodes: int,
) -> None:
    """Of what a trainer made nobody knows without a word whether masks are all that it lacks."""
    workspace.configure(masked_training=False)
    make(workspace)
    workspace.configure(masked_training=True)
    if is_said:
        opened = open_workspace(workspace.config_path)
        apply_assume(opened, plan_assume(opened, "image"), even_if_busy=True)

    planned = run_to_end(count_payloads(plan_of(workspace, layout="released"), CancelToken()))
    built = build_released(workspace)

    assert built.encoders.encoded == planned.totals["image"].encodes == encodes
    assert (built.report.encoded, built.report.copied) == (encodes, 6 - encodes)
    assert_served_right(workspace)
    assert build_released(workspace).plan.is_empty
