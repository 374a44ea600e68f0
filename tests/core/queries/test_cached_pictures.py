from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.pt import write_pt
from larder.core.queries.draw_latent import preview_cached_picture
from larder.core.queries.picture_likeness import rank_pictures
from larder.core.queries.preview import ColourState, LatentDrawing, PictureRanking, read_preview
from larder.core.recipes.of_config import recipe_of
from larder.core.requests.inspecting import INSPECT_ENTRY, PREVIEW_ENTRY
from larder.core.requests.options import InspectEntryOptions, PreviewEntryOptions
from larder.core.stores.records import append_recipe
from larder.core.workspace.open_workspace import StoreContent, open_workspace
from tests.support import released_cache
from tests.support.cached_photographs import (
    PICTURES,
    SIDE,
    Encode,
    Encoded,
    as_pixels,
    encoded,
    meaningless,
    patch_means,
    trained_linear,
)
from tests.support.indexed_cache import MODEL_TYPE
from tests.support.photographs import photographs
from tests.support.tiny_vaes import make_vae, write_vae


@pytest.mark.parametrize("encode", [patch_means, trained_linear])
def test_a_latent_is_drawn_as_the_picture_it_was_made_from(tmp_path: Path, encode: Encode) -> None:
    workspace = encoded(tmp_path, encode)
    drawing = workspace.drawing(3)
    assert drawing.state == ColourState.LEARNT
    assert drawing.r2 > 0.8
    assert drawing.pairs == PICTURES
    assert drawing.likeness is not None
    assert drawing.likeness > 0.9
    assert drawing.latent.shape == (16, 16, 3)
    assert drawing.source.shape == (SIDE, SIDE, 3)
    small = Image.fromarray(drawing.source).resize((16, 16), Image.Resampling.BOX)
    assert np.abs(np.asarray(small, float) - drawing.latent).mean() < 20


@pytest.mark.parametrize("encode", [patch_means, trained_linear])
@pytest.mark.parametrize("flips", [False, True])
def test_two_swapped_payloads_are_the_top_two_of_the_mismatches(
    tmp_path: Path, encode: Encode, flips: bool,
) -> None:
    workspace = encoded(tmp_path, encode, flips=flips)
    swapped = workspace.swap(4, 17)
    ranking = workspace.rank()
    assert {one.source for one in ranking.pictures[:2]} == swapped
    assert ranking.pictures[1].likeness < ranking.pictures[2].likeness - 0.1
    assert (ranking.compared, ranking.without_preview, ranking.unreadable) == (PICTURES, 0, 0)


def test_latents_that_are_no_pictures_have_no_preview(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, meaningless)
    drawing = workspace.drawing(0)
    assert drawing.state == ColourState.UNLIKE
    assert drawing.r2 < 0.3
    assert drawing.latent.size == 0
    assert drawing.likeness is None
    assert drawing.source.size
    assert int(drawing.counts.sum()) == 4 * 16 * 16
    assert workspace.rank().without_preview == PICTURES


def test_three_pictures_are_too_few_to_learn_from(tmp_path: Path) -> None:
    assert encoded(tmp_path, patch_means, count=3).drawing(0).state == ColourState.FEW


def test_what_was_learnt_draws_latents_whose_sources_are_gone(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    before = workspace.drawing(5)
    for source in workspace.sources:
        (tmp_path / source).unlink()
    drawing = workspace.drawing(5)
    assert np.array_equal(drawing.latent, before.latent)
    assert drawing.source.size == 0
    assert drawing.no_source
    assert drawing.likeness is None
    assert workspace.rank().without_source == PICTURES


def test_a_renamed_picture_stands_beside_what_was_made_from_it(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    now = tmp_path / "elsewhere.png"
    (tmp_path / workspace.sources[5]).rename(now)
    assert workspace.drawing(5).no_source
    drawing = workspace.drawing(5, renamed_to=now)
    assert np.array_equal(drawing.source, np.asarray(Image.open(now)))
    assert drawing.likeness is not None
    assert drawing.likeness > 0.99


def test_a_latent_that_no_entry_needs_is_drawn_without_a_source(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means, __modeltype=MODEL_TYPE)
    known = workspace.drawing(3)
    orphan = workspace.store / "00ff00ff00ff_128x128_1.pt"
    orphan.write_bytes(workspace.payload(3).read_bytes())
    os.utime(orphan, (1.7e9, 1.7e9))
    opened = open_workspace(workspace.indexed.config_path)
    location = opened.store("image")
    assert location is not None
    drawing = run_to_end(preview_cached_picture(
        opened, location, "", shown=orphan.name, token=CancelToken())).drawing
    assert isinstance(drawing, LatentDrawing)
    assert np.array_equal(drawing.latent, known.latent)
    assert drawing.no_source == "It is not recorded which picture it was made from."


def test_a_mirrored_picture_is_shown_as_it_was_encoded(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means, flips=True)
    straight, mirrored = workspace.drawing(2), workspace.drawing(3)
    assert not straight.mirrored
    assert mirrored.mirrored
    levels = np.asarray(Image.open(tmp_path / workspace.sources[3]))
    assert np.array_equal(mirrored.source, levels[:, ::-1])
    assert mirrored.likeness is not None
    assert mirrored.likeness > 0.99


def test_nothing_is_learnt_where_only_a_look_was_asked_for(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    drawing = workspace.drawing(0, learns=False)
    assert drawing.state == ColourState.NOT_YET
    assert drawing.latent.size == 0
    workspace.drawing(0)
    assert workspace.drawing(0, learns=False).state == ColourState.LEARNT


def test_a_payload_that_is_newer_than_what_was_learnt_is_learnt_from(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    assert workspace.drawing(0).state == ColourState.LEARNT
    for at in range(PICTURES):
        path = workspace.payload(at)
        levels = np.asarray(Image.open(tmp_path / workspace.sources[at]))
        write_pt(path, {"latent_image": -patch_means(as_pixels(levels))[::-1].copy(),
                        "crop_resolution": (SIDE, SIDE), "crop_offset": (0, 0),
                        "original_resolution": (SIDE, SIDE)})
    drawing = workspace.drawing(0)
    assert drawing.likeness is not None
    assert drawing.likeness > 0.99


def test_a_mask_and_the_conditioning_picture_stand_beside_the_latent(tmp_path: Path) -> None:
    mask = np.zeros((1, 16, 16), np.float32)
    mask[:, :, :8] = 1
    grey = patch_means(np.zeros((3, SIDE, SIDE), np.float32))
    workspace = encoded(
        tmp_path, patch_means, latent_mask=mask, latent_conditioning_image=grey)
    drawing = workspace.drawing(1)
    assert drawing.mask.shape == (16, 16)
    assert (drawing.mask[:, :8] == 255).all()
    assert (drawing.mask[:, 8:] == 0).all()
    assert drawing.conditioning.shape == (16, 16, 3)
    assert np.abs(drawing.conditioning.astype(int) - 127).max() < 12


def test_the_squares_of_a_shuffled_mask_are_put_back(tmp_path: Path) -> None:
    pixels = np.zeros((SIDE, SIDE), np.float32)
    pixels[:40, 24:90] = 1
    squares = pixels.reshape(16, 8, 16, 8).transpose(1, 3, 0, 2).reshape(64, 16, 16)
    workspace = encoded(tmp_path, patch_means, latent_mask=np.ascontiguousarray(squares))
    assert np.array_equal(workspace.drawing(0).mask, (pixels * 255).astype(np.uint8))


def test_frames_lie_beside_each_other(tmp_path: Path) -> None:
    def five_frames(pixels: np.ndarray) -> np.ndarray:
        return np.repeat(patch_means(pixels)[:, None], 5, axis=1)

    drawing = encoded(tmp_path, five_frames).drawing(0)
    assert drawing.state == ColourState.LEARNT
    assert drawing.latent.shape[0] > 16
    assert drawing.latent.shape[1] > 48


def test_a_picture_is_shown_as_it_was_cropped(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    levels = photographs(1, 2 * SIDE, seed=5)[0]
    Image.fromarray(levels[:SIDE]).save(tmp_path / workspace.sources[0])
    wide = levels[:SIDE, 64: 64 + SIDE]
    write_pt(workspace.payload(0), {
        "latent_image": patch_means(as_pixels(wide)), "crop_resolution": (SIDE, SIDE),
        "crop_offset": (0, 64), "original_resolution": (SIDE, 2 * SIDE)})
    drawing = workspace.drawing(0)
    assert np.array_equal(drawing.source, wide)
    assert drawing.likeness is not None
    assert drawing.likeness > 0.99


def test_a_damaged_payload_is_told_and_counted(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    workspace.payload(6).write_bytes(b"torn")
    preview = workspace.preview(6)
    assert preview.drawing is None
    assert preview.problem
    ranking = workspace.rank()
    assert (ranking.unreadable, ranking.compared) == (1, PICTURES - 1)


def test_what_was_compared_before_a_ranking_was_cancelled_is_told(tmp_path: Path) -> None:
    workspace = open_workspace(encoded(tmp_path, patch_means).indexed.config_path)
    token = CancelToken()
    job = rank_pictures(workspace, workspace.stores, most=3, token=token)
    compared = (event for event in job if isinstance(event, Progress)
                and event.phase == "comparing pictures")
    next(event for event in compared if event.done == 10)
    token.cancel()
    with pytest.raises(JobCancelled) as cancelled:
        next(job)
    report: PictureRanking = cancelled.value.report
    assert (report.compared, report.stopped, len(report.pictures)) == (10, True, 3)


def test_looking_writes_nothing_into_the_store(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    before = {path: path.stat().st_mtime_ns for path in workspace.store.rglob("*")}
    workspace.drawing(0)
    workspace.rank()
    assert {path: path.stat().st_mtime_ns for path in workspace.store.rglob("*")} == before


def test_a_slot_of_the_released_layout_is_drawn_beside_the_picture_it_was_made_from(
    tmp_path: Path,
) -> None:
    concept = released_cache.ReleasedConcept(path="data/cats", image_variations=2)
    config = released_cache.write_workspace(tmp_path, [concept])
    names = [f"data/cats/photo_{at:02}.png" for at in range(PICTURES)]
    for name, levels in zip(names, photographs(PICTURES, 64), strict=True):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(levels).save(tmp_path / name)
    key = concept.key(concept.image)
    for variation in range(2):
        folder = released_cache.write_image_group(tmp_path, key, names, variation=variation)
        for slot, levels in enumerate(photographs(PICTURES, 64)):
            write_pt(folder / f"{slot}.pt", {
                "latent_image": patch_means(as_pixels(levels)),
                "original_resolution": (64, 64), "crop_offset": (0, 0)})
    workspace = open_workspace(config)
    location = workspace.store("image")
    assert location is not None
    preview = run_to_end(preview_cached_picture(
        workspace, location, names[7], shown=f"{key}/variation-1/7.pt", token=CancelToken()))
    drawing = preview.drawing
    assert isinstance(drawing, LatentDrawing)
    assert list(drawing.names) == [f"{key}/variation-{n}/7.pt" for n in range(2)]
    assert drawing.shown == 1
    assert drawing.likeness is not None
    assert drawing.likeness > 0.99
    answer = run_to_end(INSPECT_ENTRY.start(InspectEntryOptions(
        workspace=str(config), store="image", source=names[7]),
        CancelToken()))
    assert len(json.loads(answer.document)["files"]) == 2


def test_a_window_reads_the_same_preview_from_columns(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    tables = tmp_path / "tables"
    tables.mkdir()
    answer = run_to_end(PREVIEW_ENTRY.start(PreviewEntryOptions(
        workspace=str(workspace.indexed.config_path), store="image", source=workspace.sources[2],
        tables=str(tables)), CancelToken()))
    read = read_preview(answer.document, tables).drawing
    direct = workspace.drawing(2)
    assert isinstance(read, LatentDrawing)
    assert np.array_equal(read.latent, direct.latent)
    assert read.likeness == pytest.approx(direct.likeness)
    assert list(read.names) == list(direct.names)


@pytest.mark.parametrize("kind", [pytest.param("sdxl", marks=pytest.mark.exhaustive), "tiny"])
def test_the_vae_at_hand_decodes_what_is_cached(tmp_path: Path, kind: str) -> None:
    import torch

    write_vae(tmp_path / "models" / "fp16-fix", kind)
    vae = make_vae(kind)

    def encode(pixels: np.ndarray) -> np.ndarray:
        found = vae.encode(torch.from_numpy(pixels)[None])
        return (found.latents if kind == "tiny" else found.latent_dist.mode())[0].numpy()

    workspace = encoded(tmp_path, encode, count=5, config={
        "vae": {"model_name": str(tmp_path / "models" / "fp16-fix")}, "train_dtype": "FLOAT_32",
        "weight_dtype": "FLOAT_32"})
    colours = workspace.drawing(2, learns=False)
    assert colours.vae == "fp16-fix"
    assert not colours.is_decoded
    drawing = workspace.drawing(2, decodes=True)
    levels = np.asarray(Image.open(tmp_path / workspace.sources[2]))
    wanted = vae.decode(torch.from_numpy(encode(as_pixels(levels)))[None]).sample[0]
    shares = wanted.add(1).div(2).clamp(0, 1).permute(1, 2, 0).numpy() * 255
    assert drawing.is_decoded
    assert drawing.latent.shape == (SIDE, SIDE, 3)
    assert np.abs(drawing.latent - shares).max() < 1.5


def test_without_a_vae_nothing_is_decoded(tmp_path: Path) -> None:
    workspace = encoded(tmp_path, patch_means)
    assert workspace.drawing(0).vae == ""
    with pytest.raises(UserFacingError, match="no VAE"):
        workspace.preview(0, decodes=True)


def test_a_vae_of_other_channels_is_refused(tmp_path: Path) -> None:
    write_vae(tmp_path / "models" / "fp16-fix", "flux2")
    workspace = encoded(tmp_path, patch_means, count=5, config={
        "vae": {"model_name": str(tmp_path / "models" / "fp16-fix")}})
    with pytest.raises(UserFacingError, match="8 channels, but this one has 4"):
        workspace.preview(0, decodes=True)


def built(root: Path, **after: object) -> Encoded:
    """Photographs that say what they were made with; then the config changes."""
    first = encoded(root, patch_means, count=4)
    opened = open_workspace(first.indexed.config_path)
    recipe = recipe_of(opened, opened.concepts[0], StoreContent.IMAGE)
    append_recipe(first.store, recipe)
    return encoded(root, patch_means, count=4, config=after, **{RECIPE_KEY: recipe.id})


def settings_of(workspace: Encoded) -> list[dict[str, object]]:
    opened = open_workspace(workspace.indexed.config_path)
    location = opened.store("image")
    assert location is not None
    found = run_to_end(preview_cached_picture(
        opened, location, workspace.sources[0], token=CancelToken()))
    return [dict(setting) for setting in found.settings]


def test_settings_that_are_still_asked_for_stand_alone(tmp_path: Path) -> None:
    found = settings_of(built(tmp_path))
    assert {"name": "resolution", "have": "128", "want": None} in found
    assert all(setting["want"] is None for setting in found)
    assert not any("fingerprint" in str(setting["name"]) for setting in found)


def test_a_setting_that_was_changed_since_comes_first_with_both_values(tmp_path: Path) -> None:
    found = settings_of(built(tmp_path, masked_training=True))
    assert found[0] == {"name": "masked_training", "have": "off", "want": "on"}
    assert all(setting["want"] is None for setting in found[1:])


def test_of_what_a_trainer_made_nothing_is_known(tmp_path: Path) -> None:
    assert settings_of(encoded(tmp_path, patch_means, count=4)) == []


def test_a_preview_says_when_it_was_cached_and_when_its_source_was_changed(
    tmp_path: Path,
) -> None:
    workspace = encoded(tmp_path, patch_means, count=4)
    preview = workspace.preview(1)
    assert preview.cached_ns == workspace.payload(1).stat().st_mtime_ns
    assert preview.source_ns == (tmp_path / workspace.sources[1]).stat().st_mtime_ns
    (tmp_path / workspace.sources[1]).unlink()
    assert workspace.preview(1).source_ns == 0


def test_values_are_counted_by_channel_and_their_medians_stand_beside_the_concepts(
    tmp_path: Path,
) -> None:
    workspace = encoded(tmp_path, patch_means)
    alone = workspace.drawing(3)
    assert alone.channel_counts.sum(axis=1).tolist() == [16 * 16] * len(alone.channel_counts)
    assert alone.channel_counts.sum(axis=0).tolist() == alone.counts.tolist()
    assert (alone.compared, alone.concept_medians.size) == (0, 0)
    medians = np.stack([workspace.drawing(at).medians for at in range(PICTURES)])
    beside = workspace.drawing(3, compares=True)
    assert beside.medians.tolist() == pytest.approx(medians[3].tolist())
    places = [at * PICTURES // beside.compared for at in range(beside.compared)]
    assert 0 < beside.compared <= 24
    assert beside.concept_medians.tolist() == pytest.approx(
        np.median(medians[places], axis=0).tolist())


def test_a_payload_that_cannot_be_read_is_left_out_of_the_medians_of_its_concept(
    tmp_path: Path,
) -> None:
    workspace = encoded(tmp_path, patch_means)
    whole = workspace.drawing(3, compares=True).compared
    workspace.payload(0).write_bytes(b"no payload")
    assert workspace.drawing(3, compares=True).compared == whole - 1


def test_an_edited_mask_is_drawn_as_it_is_now_and_one_that_is_as_cached_is_not(
    tmp_path: Path,
) -> None:
    mask = np.zeros((1, 16, 16), np.float32)
    mask[..., 8:] = 1
    workspace = encoded(tmp_path, patch_means, latent_mask=mask)
    source = tmp_path / workspace.sources[3]
    levels = np.kron(mask[0], np.ones((SIDE // 16, SIDE // 16))) * 255
    file = source.with_name(f"{source.stem}-masklabel.png")
    assert workspace.drawing(3).mask_now.size == 0  # there is no file
    Image.fromarray(levels.astype(np.uint8)).save(file)
    assert workspace.drawing(3).mask_now.size == 0
    Image.fromarray(np.maximum(levels, np.tri(SIDE) * 255).astype(np.uint8)).save(file)
    now = workspace.drawing(3).mask_now
    assert now.shape == workspace.drawing(3).mask.shape
    assert now.mean() > workspace.drawing(3).mask.mean() + 20
    file.write_bytes(b"no picture")
    assert workspace.drawing(3).mask_now.size == 0
