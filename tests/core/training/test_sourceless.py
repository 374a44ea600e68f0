"""Training from the cache alone: the same as with sources, or every reason why it cannot begin."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import larder
from larder.core.build.pipeline.encoding import Encoding
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, JobCancelled
from larder.core.training.report import TrainingWarning
from larder.core.training.sourceless import inspect_without_sources
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.training import add_cats, all_same, cached, same

Document = dict[str, Any]


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    """Two concepts, one of them in several variations and repeated."""
    made = cached(tmp_path, pictures=5, masked=[1], lines=3, text_variations=3, image_variations=2,
                  balancing=1.6)
    add_cats(made, "dogs", pictures=4, loss_weight=0.5, balancing=3,
             balancing_strategy="SAMPLES")
    build(made, even_if_busy=True)
    return made


def items_of(workspace: BuildWorkspace, epochs: int = 3, **options: Any) -> list[Document]:
    dataset = larder.CachedDataset(workspace.config_path, **options)
    found = []
    for epoch in range(epochs):
        dataset.set_epoch(epoch)
        found += [dataset[at] for at in range(len(dataset))]
    return found


def drop_sources(workspace: BuildWorkspace) -> None:
    shutil.rmtree(workspace.root / "data")


def edit(workspace: BuildWorkspace, store: str, change: Callable[[Document], None]) -> None:
    path = workspace.store(store) / "cache.json"
    document = json.loads(path.read_text("ascii"))
    change(document)
    path.write_text(json.dumps(document, indent=2), "ascii")


def missing(workspace: BuildWorkspace) -> list[str]:
    facts, _ = inspect_without_sources(open_workspace(workspace.config_path))
    assert facts.ready == (not facts.missing)
    return [gap.what for gap in facts.missing]


def test_without_sources_everything_is_served_as_with_them(workspace: BuildWorkspace) -> None:
    """Behaviour 55: pairing, order, variations, prompts and concept values."""
    with_sources = items_of(workspace)
    assert missing(workspace) == []
    assert all_same(items_of(workspace, sourceless=True), with_sources)
    drop_sources(workspace)
    assert missing(workspace) == []
    assert all_same(items_of(workspace, sourceless=True), with_sources)
    assert {item["loss_weight"] for item in with_sources} == {0.5, 1.0}


def test_one_picture_in_two_concepts_keeps_both_of_its_rows(tmp_path: Path) -> None:
    """Behaviour 55: duplicate rows of one file are preserved."""
    made = BuildWorkspace(tmp_path)
    add_cats(made, pictures=3)
    made.concepts.append(made.concepts[0] | {"name": "again", "seed": 2, "loss_weight": 0.25})
    made.write()
    build(made, even_if_busy=True)
    drop = items_of(made)
    assert [item["loss_weight"] for item in drop[:6]] == [1.0, 1.0, 1.0, 0.25, 0.25, 0.25]
    assert all_same(items_of(made, sourceless=True), drop)


@pytest.mark.parametrize("former", ["stays", "goes", "comes back"])
def test_a_concept_over_pictures_that_are_cached_is_recorded_by_a_build_that_encodes_nothing(
    workspace: BuildWorkspace, former: str
) -> None:
    """As a trainer does with rows that are missing, at the start of any run with the pictures."""
    before = list(workspace.concepts)
    again = before[0] | {"name": "again", "seed": 2, "loss_weight": 0.25}
    workspace.concepts[:] = [*(before if former == "stays" else before[1:]), again]
    workspace.write()
    assert missing(workspace) == ["concept-not-cached"]
    built = build(workspace, even_if_busy=True)
    assert (built.report.encoded, missing(workspace)) == (0, [])
    if former == "comes back":
        workspace.concepts[:] = before
        workspace.write()
        assert missing(workspace) == ["concept-not-cached"]
        assert build(workspace, even_if_busy=True).report.encoded == 0
    assert all_same(items_of(workspace, sourceless=True), items_of(workspace))
    assert build(workspace, even_if_busy=True).report.reordered == 0


def test_settings_of_today_decide_how_often_a_picture_is_served(
    workspace: BuildWorkspace
) -> None:
    workspace.concepts[0] |= {"balancing": 2.0, "loss_weight": 3.0}
    workspace.write()
    assert all_same(items_of(workspace, sourceless=True), items_of(workspace))


def test_captions_that_no_picture_is_of_are_ignored(workspace: BuildWorkspace) -> None:
    """Behaviour 55: stale text entries."""
    before = items_of(workspace, sourceless=True)
    edit(workspace, "text", lambda index: index["entries"].update({
        "data/cats/gone.txt": next(iter(index["entries"].values())) | {"sourceless_rows": {}}}))
    assert all_same(items_of(workspace, sourceless=True), before)


def test_pictures_deleted_since_and_concepts_of_validation_are_left_out(
    workspace: BuildWorkspace
) -> None:
    workspace.configure(validation=True)
    add_cats(workspace, "held", pictures=2, type="VALIDATION")
    build(workspace, even_if_busy=True)
    (workspace.root / "data/cats/2.png").unlink()
    facts, _ = inspect_without_sources(open_workspace(workspace.config_path))
    assert (facts.ready, facts.samples, facts.left_out) == (True, 8, 3)
    served = {item["image_path"] for item in items_of(workspace, sourceless=True)}
    assert "data/cats/2.png" not in served
    assert not any("held" in path for path in served)
    held = items_of(workspace, 1, sourceless=True, validation=True)
    assert {item["concept_type"] for item in held} == {"VALIDATION"}


@pytest.mark.skipif(os.name == "nt", reason="links take rights there")
def test_a_picture_that_cannot_be_looked_at_was_not_deleted(workspace: BuildWorkspace) -> None:
    before = items_of(workspace, sourceless=True)
    picture = workspace.root / "data/cats/2.png"
    picture.unlink()
    picture.symlink_to(picture)
    assert all_same(items_of(workspace, sourceless=True), before)


def test_a_disabled_concept_is_not_trained_on(workspace: BuildWorkspace) -> None:
    workspace.concepts[0]["enabled"] = False
    workspace.write()
    assert {item["concept_name"] for item in items_of(workspace, sourceless=True)} == {"dogs"}


def test_asking_what_is_served_opens_no_payload(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behaviour 56: listing the served samples opens no payload."""
    from larder.core.payloads import pt_file

    def never(path: Any) -> Any:
        raise AssertionError(f"{path} was opened")

    monkeypatch.setattr(pt_file, "FileBytes", never)
    dataset = larder.CachedDataset(workspace.config_path, sourceless=True)
    dataset.set_epoch(3)
    assert {len(served.crop or ()) for served in dataset.served} == {2}


def test_without_a_config_cached_sizes_take_turns_alike_in_batches_and_items(
    tmp_path: Path
) -> None:
    """Behaviour 56: the trainer's rotation over cached variants, alike in batching and fetch."""
    made = cached(tmp_path, resolution="128", pictures=6)
    for resolution in ("192", "256"):
        made.configure(resolution=resolution)
        build(made, even_if_busy=True)
    entries = made.index()["entries"]
    drop_sources(made)
    dataset = larder.CachedDataset(made.root / "workspace-cache/run", sourceless=True)
    seen: dict[str, set[Any]] = {}
    for epoch in range(4):
        dataset.set_epoch(epoch)
        for number, served in enumerate(dataset.served):
            item = dataset[served]
            height, width = item["crop_resolution"]
            keys = sorted(entries[item["image_path"]]["variants"])
            turn = (epoch * 0x9E3779B1 + number * 0x85EBCA77) % len(keys)
            assert f"{height}x{width}" == keys[turn]
            assert served.crop == item["crop_resolution"]
            assert item["latent_image"].shape[-2:] == (height // 8, width // 8)
            seen.setdefault(item["image_path"], set()).add(served.crop)
        again = larder.CachedDataset(
            made.root / "workspace-cache/run", sourceless=True, epoch=epoch)
        assert [one.crop for one in again.served] == [one.crop for one in dataset.served]
    assert all(len(crops) == 3 for crops in seen.values())


def test_the_released_layout_is_refused_with_the_way_out(tmp_path: Path) -> None:
    made = cached(tmp_path, layout="released")
    assert missing(made) == ["released-layout"]
    with pytest.raises(UserFacingError, match=r"larder convert --to cache\.json"):
        larder.CachedDataset(made.config_path, sourceless=True)


def _no_rows(index: Document) -> None:
    for entry in index["entries"].values():
        entry.pop("sourceless", None)
        entry.pop("sourceless_rows", None)


def _no_prompts(index: Document) -> None:
    for entry in index["entries"].values():
        for row in entry["sourceless_rows"].values():
            row["runtime_values"] = {"0": {}}


def _no_variants(index: Document) -> None:
    next(iter(index["entries"].values()))["variants"] = {}


def _older(index: Document) -> None:
    next(iter(index["entries"].values())).pop("cache_version")


def _other_model(index: Document) -> None:
    next(iter(index["entries"].values()))["modeltype"] = "FLUX_DEV_1"


def _emptied(index: Document) -> None:
    index["entries"].clear()


def _one_less(index: Document) -> None:
    index["entries"].pop("data/cats/1.txt")


def _no_masks(index: Document) -> None:
    for entry in index["entries"].values():
        for variant in entry["variants"].values():
            variant["schema_keys"].remove("latent_mask")


@pytest.mark.swept(3)
@pytest.mark.parametrize(("store", "change", "what", "words"), [
    ("image", _emptied, "empty", "has no entries"),
    ("text", _older, "older-format", "1 caption cannot be used, because an older trainer"),
    ("image", _other_model, "other-model-type", "another model type than LARDER_PATCH_MEANS"),
    ("text", _one_less, "no-caption", "1 caption cannot be used, because only their picture"),
    ("image", _no_rows, "no-stamp", "9 pictures cannot be used, because the index does not"),
    ("text", _no_prompts, "no-stamp", "the index does not record their prompt"),
    ("image", _no_variants, "no-variant", "because the index lists no cached file"),
    ("image", _no_masks, "incomplete", "lack values that the config needs"),
], ids=lambda value: getattr(value, "__name__", ""))
def test_each_thing_that_is_missing_is_told_before_anything_starts(
    workspace: BuildWorkspace, store: str, change: Callable[[Document], None], what: str, words: str
) -> None:
    """Behaviour 56: missing stamps raise before training; so does everything else of SPEC 7."""
    edit(workspace, store, change)
    assert what in missing(workspace)
    with pytest.raises(UserFacingError, match=words):
        larder.CachedDataset(workspace.config_path, sourceless=True)


def test_payloads_that_are_not_on_disk_are_told_in_any_variation(
    workspace: BuildWorkspace
) -> None:
    (path, *_) = sorted(workspace.store("text").glob("*_3.pt"))
    path.unlink()
    assert missing(workspace) == ["missing-payload"]


@pytest.mark.parametrize(("store", "kept", "why"), [
    ("image", 0, r"image/\w+_1\.pt is empty \(0 bytes\)"),
    ("image", 2000, r"image/\w+_1\.pt is incomplete"),
    ("text", 0, r"text/\w+_1\.pt is empty \(0 bytes\)")])
def test_a_payload_whose_size_gives_it_away_is_told_before_anything_starts(
    tmp_path: Path, store: str, kept: int, why: str
) -> None:
    made = cached(tmp_path)
    (path, *_) = sorted(made.store(store).glob("*_1.pt"))
    os.truncate(path, kept)
    assert missing(made) == ["damaged"]
    with pytest.raises(UserFacingError, match=f"1 (picture|caption) cannot be used, .*{why}"):
        larder.CachedDataset(made.config_path, sourceless=True)


def test_an_index_that_cannot_be_read_is_told(workspace: BuildWorkspace) -> None:
    (workspace.store() / "cache.json").write_bytes(b'{"entries": [')
    (workspace.store() / "cache.json.bak").unlink(missing_ok=True)
    assert missing(workspace) == ["no-index"]


def test_training_a_text_encoder_needs_the_captions(tmp_path: Path) -> None:
    made = cached(tmp_path)
    made.configure(model_type="STABLE_DIFFUSION_15", text_encoder={"train": True})
    assert "text-encoder-trained" in missing(made)
    made.configure(text_encoder={"train": False})
    assert "text-encoder-trained" not in missing(made)


def test_a_config_that_does_not_say_what_is_trained_is_told_so_and_not_to_build(
    tmp_path: Path
) -> None:
    """A build leaves the captions to the trainer then, so that to build helped nobody."""
    made = cached(tmp_path)
    shutil.rmtree(made.store("text"))
    made.configure(model_type="STABLE_DIFFUSION_15")
    with pytest.raises(UserFacingError, match="does not say which text encoders are trained"):
        larder.CachedDataset(made.config_path, sourceless=True)
    made.configure(text_encoder={"train": False})
    with pytest.raises(UserFacingError, match="There is no text cache"):
        larder.CachedDataset(made.config_path, sourceless=True)


def test_rows_whose_positions_were_taken_by_later_pictures_are_served_in_the_trainers_order(
    workspace: BuildWorkspace
) -> None:
    """Behaviour 57: shifted rows are brought back into order, and nothing is encoded again."""
    stamped = {key: entry["sourceless_rows"] for key, entry in workspace.index()["entries"].items()}
    for name in ("00", "11", "12"):
        workspace.add_picture(
            f"data/cats/{name}.png", caption=f"cats {name} line 0", seed=int(name) + 500)
    built = build(workspace, even_if_busy=True)
    assert {item.source.name for item in built.encoders.images} == {"00.png", "11.png", "12.png"}
    with_sources = items_of(workspace)
    without = items_of(workspace, sourceless=True)
    assert [item["image_path"] for item in without] == [
        item["image_path"] for item in with_sources]
    assert all(
        same(one[name], other[name])
        for one, other in zip(without, with_sources, strict=True)
        for name in ("latent_image", "latent_mask", "text_encoder_hidden_state", "prompt"))
    # As a trainer leaves them that only adds the rows of the new pictures.
    edit(workspace, "image", lambda index: [
        index["entries"][key].update(sourceless_rows=rows) for key, rows in stamped.items()])
    assert [item["image_path"] for item in items_of(workspace, sourceless=True)] == [
        item["image_path"] for item in with_sources]


def test_nothing_is_warned_of_where_everything_is_there(workspace: BuildWorkspace) -> None:
    drop_sources(workspace)
    with warnings.catch_warnings():
        warnings.simplefilter("error", TrainingWarning)
        larder.CachedDataset(workspace.config_path, sourceless=True)


def test_a_build_that_is_stopped_keeps_what_it_finished_and_that_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behaviour 58: the index is saved, and the stop is told from a failure."""
    made = BuildWorkspace(tmp_path)
    add_cats(made, pictures=60)
    plan = larder.plan_build(larder.open(made.config_path), batch=1)
    token = CancelToken()
    encode, calls = Encoding.encode, itertools.count(1)

    def stop_at_the_fifth(of: Any, batch: Any, /) -> Any:
        if next(calls) == 5:
            token.cancel()
        return encode(of, batch)

    monkeypatch.setattr(Encoding, "encode", stop_at_the_fifth)
    with pytest.raises(JobCancelled) as stopped:
        larder.apply(plan, even_if_busy=True, token=token)
    assert 0 < stopped.value.report.encoded < 60
    assert len(made.index()["entries"]) == stopped.value.report.encoded
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        try:
            served = len(larder.CachedDataset(made.config_path))
        except UserFacingError:
            served = 0  # pictures only, or captions only
    rest = build(made, even_if_busy=True)
    assert rest.report.encoded == plan.payloads - stopped.value.report.encoded
    assert served <= len(larder.CachedDataset(made.config_path)) == 60
    assert missing(made) == []
