"""Training errors from the trainer's weaknesses W1-W35, each in a cache that it wrote.

Each test reproduces a weakness in a cache of the real trainer and checks what is reported about it.
"""

from __future__ import annotations

import json
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from larder.core import background
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.keys.hash_memory import FINE_UNSETTLED_NS
from larder.core.queries.filter_language import WRONG, training_words
from larder.core.survey.audit import audit_payloads
from larder.core.survey.effects import Effect
from larder.core.survey.report import Depth, SurveyReport
from larder.core.survey.survey import survey
from larder.core.survey.training_risks import HARMS, TrainingRisk, harms_in
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.store_kinds import StoreFormat
from tests.support.indexed_cache import back_date
from tests.support.released_cache import (
    ReleasedConcept,
    build_concept,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import run_survey, store_of, verdicts, why
from tests.support.value_caches import date_back, vision_entry

CONFIG = Path("training_presets/config.json")
CONCEPTS = Path("training_concepts/concepts.json")
CACHE = Path("workspace-cache/run")

Workspace = Callable[[str], Path]


@pytest.fixture
def trained(fixture_workspace: Workspace) -> Path:
    """A cache that the real trainer wrote, with nothing wrong about it."""
    return fixture_workspace("sdxl_clean")


def audit(root: Path) -> SurveyReport:
    return run_survey(root / CONFIG, depth=Depth.PAYLOAD)


def found(report: SurveyReport, store: str) -> dict[str, tuple[TrainingRisk, ...]]:
    """Source -> harms, of rows that have any; without what the fixture was made with."""
    rows = store_of(report, store).rows
    return {rows.source(row): harms for row, bits in enumerate(rows.harms.tolist())
            if (harms := harms_in(bits & ~(1 << TrainingRisk.SHARED_SETTINGS)))}


def wait_until_settled() -> None:
    """Wait until the last changes are old enough to be remembered.

    A change made a moment ago is not.

    A change made a moment ago is not.
    """
    time.sleep(FINE_UNSETTLED_NS / 1e9 * 1.2)


def payloads_of(root: Path, store: str, source: str) -> list[Path]:
    """Payloads that the index names for a source, in the order of their variations."""
    index = json.loads((root / CACHE / store / "cache.json").read_text("ascii"))
    stems = [one["cache_file"] for one in index["entries"][source]["variants"].values()]
    return sorted(path for stem in stems for path in (root / CACHE / store).glob(f"{stem}_*.pt"))


def alone(root: Path, store: str) -> str:
    """A source whose payload no other entry names."""
    index = json.loads((root / CACHE / store / "cache.json").read_text("ascii"))
    stems = {source: next(iter(row["variants"].values()))["cache_file"]
             for source, row in index["entries"].items()}
    return next(one for one, stem in stems.items() if [*stems.values()].count(stem) == 1)


def change_payload(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Load, change and save a payload as a trainer would."""
    import torch

    values = torch.load(path, weights_only=True)
    change(values)
    torch.save(values, path)
    back_date(path)


def change_json(path: Path, change: Callable[[Any], None]) -> None:
    document = json.loads(path.read_text("utf-8"))
    change(document)
    path.write_text(json.dumps(document), "utf-8")
    back_date(path)


def test_a_cache_that_is_as_the_trainer_wrote_it_has_nothing_wrong(trained: Path) -> None:
    report = audit(trained)
    assert found(report, "image") == found(report, "text") == {}
    looked = store_of(report, "image").looked_into
    assert looked is not None
    assert looked.files == looked.read > 0


def test_every_harm_says_what_it_does_and_has_a_verdict_that_the_contract_knows() -> None:
    assert [*HARMS] == [*TrainingRisk]
    for row in HARMS.values():
        assert row.label
        assert row.effect.endswith(".")
        assert not row.label.endswith(".")
    assert len({harm.name_in_contract for harm in TrainingRisk}) == len(TrainingRisk) <= 32


# --- values ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "harm"), [
    (float("nan"), TrainingRisk.NOT_NUMBERS), (float("inf"), TrainingRisk.NOT_NUMBERS),
    (0.0, TrainingRisk.ALL_ZERO)])
@pytest.mark.parametrize(("store", "name"), [
    ("image", "latent_image"), ("text", "text_encoder_2_pooled_state")])
def test_values_that_no_encoder_gives(
    trained: Path, store: str, name: str, value: float, harm: TrainingRisk
) -> None:
    source = alone(trained, store)
    payload = payloads_of(trained, store, source)[0]
    change_payload(payload, lambda values: values[name].fill_(value))
    report = audit(trained)
    assert found(report, store) == {source: (harm,)}
    assert verdicts(report, store)[source] == "bad-values"
    assert name in why(report, store, source).lower()


# --- W1 to W9: pairs, stand-ins, sizes, adoption, damage ---------------------------------------


def test_w1_a_concept_that_draws_samples_is_paired_by_chance(trained: Path) -> None:
    def draw(concepts: list[dict[str, Any]]) -> None:
        concepts[0].update(balancing_strategy="SAMPLES", balancing=3)
    change_json(trained / CONCEPTS, draw)
    folder = json.loads((trained / CONCEPTS).read_text())[0]["path"]
    report = run_survey(trained / CONFIG)
    for store in ("image", "text"):
        harmed = found(report, store)
        assert harmed
        assert all(source.startswith(folder) for source in harmed)
        assert set(harmed.values()) == {(TrainingRisk.PAIRED_BY_CHANCE,)}


@pytest.mark.parametrize("prompts_from", ["sample", "filename"])
def test_w2_w11_a_picture_without_caption_file_is_trained_with_zeros(
    trained: Path, prompts_from: str
) -> None:
    def prompts(concepts: list[dict[str, Any]]) -> None:
        for concept in concepts:
            concept.setdefault("text", {})["prompt_source"] = prompts_from
    if prompts_from != "sample":
        change_json(trained / CONCEPTS, prompts)
    caption = alone(trained, "text")
    (trained / caption).unlink()
    report = run_survey(trained / CONFIG)
    assert TrainingRisk.NO_CAPTION in found(report, "text")[caption]
    assert "zeros" in HARMS[TrainingRisk.NO_CAPTION].effect


def test_w3_a_picture_that_cannot_be_opened_is_trained_as_zeros(trained: Path) -> None:
    folder = json.loads((trained / CONCEPTS).read_text())[0]["path"]
    whole = trained / folder / "whole.png"
    Image.new("RGB", (64, 64), (200, 10, 10)).save(whole)
    cut = trained / folder / "cut.png"
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    Image.fromarray(noise).save(cut)
    cut.write_bytes(cut.read_bytes()[:-4000])
    (trained / folder / "text.jpg").write_text("no picture at all")
    for path in (whole, cut, trained / folder / "text.jpg"):
        back_date(path, by_ns=-10**15)
    report = audit(trained)
    harmed = found(report, "image")
    assert harmed == {
        f"{folder}/cut.png": (TrainingRisk.UNREADABLE_PICTURE,),
        f"{folder}/text.jpg": (TrainingRisk.UNREADABLE_PICTURE,)}
    assert verdicts(report, "image")[f"{folder}/whole.png"] == "missing-entry"
    assert "cut.png" in why(report, "image", f"{folder}/cut.png")


def test_w4_a_payload_of_another_autoencoder_is_unlike_the_others(trained: Path) -> None:
    import torch

    source = alone(trained, "image")
    payload = payloads_of(trained, "image", source)[0]

    def widen(values: dict[str, Any]) -> None:
        values["latent_image"] = torch.ones(16, *values["latent_image"].shape[1:])
    change_payload(payload, widen)
    assert found(audit(trained), "image") == {source: (TrainingRisk.UNLIKE_OTHERS,)}


def test_w5_a_payload_of_another_bucket_has_the_wrong_shape(trained: Path) -> None:
    import torch

    source = alone(trained, "image")
    payload = payloads_of(trained, "image", source)[-1]

    def cut(values: dict[str, Any]) -> None:
        values["latent_image"] = torch.ones(4, 5, 7)
    change_payload(payload, cut)
    report = audit(trained)
    assert found(report, "image") == {source: (TrainingRisk.WRONG_SHAPE,)}
    assert "latent_image is 5x7" in why(report, "image", source)


def test_w5_wrong_shapes_are_found_though_half_of_the_payloads_have_them(trained: Path) -> None:
    import torch

    payloads = sorted((trained / CACHE / "image").glob("*_1.pt"))
    for number, payload in enumerate(payloads[::2]):
        change_payload(payload, lambda values, number=number: values.update(  # type: ignore[misc]
            latent_image=torch.ones(4, 3, 30 + number)))
    harmed = found(audit(trained), "image")
    assert harmed
    assert all(TrainingRisk.WRONG_SHAPE in harms for harms in harmed.values())


def test_w6_a_payload_that_another_models_run_left_is_told_from_this_ones(trained: Path) -> None:
    source = alone(trained, "image")
    for payload in payloads_of(trained, "image", source):
        change_payload(payload, lambda values: values.update(__modeltype="FLUX_DEV_1"))
    report = audit(trained)
    assert found(report, "image") == {source: (TrainingRisk.OTHER_MODEL,)}
    assert verdicts(report, "image")[source] == "recipe-changed"
    assert "made for FLUX_DEV_1" in why(report, "image", source)


def test_w6_a_prompt_that_the_caption_does_not_hold_is_another_caption(trained: Path) -> None:
    source = alone(trained, "text")
    payload = payloads_of(trained, "text", source)[0]
    change_payload(payload, lambda values: values.update(__content_hash="0" * 16))
    report = audit(trained)
    assert found(report, "text") == {source: (TrainingRisk.OTHER_PROMPT,)}
    assert verdicts(report, "text")[source] == "recipe-changed"


@pytest.mark.usefixtures("nothing_is_too_fresh")
def test_w6_another_prompt_that_was_found_is_told_by_the_next_survey_too(trained: Path) -> None:
    source = alone(trained, "text")
    change_payload(payloads_of(trained, "text", source)[0],
                   lambda values: values.update(__content_hash="0" * 16))
    audit(trained)
    report = run_survey(trained / CONFIG)
    assert found(report, "text") == {source: (TrainingRisk.OTHER_PROMPT,)}
    assert verdicts(report, "text")[source] == "recipe-changed"


def test_w7_a_variation_that_is_asked_for_and_not_there_stops_training(trained: Path) -> None:
    def more(concepts: list[dict[str, Any]]) -> None:
        for concept in concepts:
            concept["image_variations"] = 3
    change_json(trained / CONCEPTS, more)
    harmed = found(run_survey(trained / CONFIG), "image")
    assert set(harmed.values()) == {(TrainingRisk.GONE,)}


def test_w8_an_edit_that_keeps_the_date_is_an_old_version_and_others_the_trainer_sees(
    trained: Path,
) -> None:
    source = alone(trained, "image")
    stamp = (trained / source).stat()
    (trained / source).write_bytes((trained / source).read_bytes() + b"!")
    os.utime(trained / source, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert found(audit(trained), "image") == {source: (TrainingRisk.OLD_CONTENT,)}
    back_date(trained / source, by_ns=10**12)
    report = audit(trained)
    assert verdicts(report, "image")[source] == "content-changed"
    assert found(report, "image") == {}


def test_w9_a_payload_that_was_cut_short_stops_training(trained: Path) -> None:
    source = alone(trained, "image")
    payload = payloads_of(trained, "image", source)[0]
    payload.write_bytes(payload.read_bytes()[:-200])
    assert found(audit(trained), "image") == {source: (TrainingRisk.DAMAGED,)}


def test_w9_flipped_bits_are_found_which_torch_reads_without_a_word(trained: Path) -> None:
    import torch

    source = alone(trained, "image")
    payload = payloads_of(trained, "image", source)[0]
    with zipfile.ZipFile(payload) as archive:
        member = next(one for one in archive.infolist() if one.filename.endswith("/data/0"))
    content = bytearray(payload.read_bytes())
    begin = member.header_offset + 30 + int.from_bytes(
        content[member.header_offset + 26:member.header_offset + 28], "little") + int.from_bytes(
        content[member.header_offset + 28:member.header_offset + 30], "little")
    content[begin + 2] ^= 0x10
    payload.write_bytes(content)
    torch.load(payload, weights_only=True)
    report = audit(trained)
    assert found(report, "image") == {source: (TrainingRisk.FLIPPED_BITS,)}
    assert verdicts(report, "image")[source] == "corrupt-payload"


# --- W12 to W17: sharing, names, frames, stand-ins, schema --------------------------------------


def copy_in_index(root: Path, store: str, source: str, twin: str) -> None:
    """Have a trainer take a file of equal bytes for the same one, as its dedup does."""
    (root / twin).write_bytes((root / source).read_bytes())
    back_date(root / twin)

    def share(index: dict[str, Any]) -> None:
        row = {**index["entries"][source], "filename": Path(twin).name,
               "mtime": (root / twin).stat().st_mtime}
        index["entries"][twin] = row
        index["hash_index"][row["hash"]].append(twin)
    change_json(root / CACHE / store / "cache.json", share)


def test_w12_a_mask_that_dedup_ignored_is_one_mask_for_several(trained: Path) -> None:
    source = alone(trained, "image")
    twin = str(Path(source).with_name("twin" + Path(source).suffix))
    copy_in_index(trained, "image", source, twin)
    Image.new("L", (9, 9)).save((trained / twin).with_name("twin-masklabel.png"))
    change_json(trained / CONFIG, lambda config: config.update(masked_training=True))
    harmed = found(audit(trained), "image")
    assert TrainingRisk.SHARED_MASK in harmed[source]
    assert TrainingRisk.SHARED_MASK in harmed[twin]


def test_w12_prompts_of_file_names_that_share_one_embedding(trained: Path) -> None:
    def by_name(concepts: list[dict[str, Any]]) -> None:
        for concept in concepts:
            concept.setdefault("text", {})["prompt_source"] = "filename"
    change_json(trained / CONCEPTS, by_name)
    source = alone(trained, "text")
    twin = str(Path(source).with_name("twin.txt"))
    picture = next(path for path in (trained / source).parent.glob(f"{Path(source).stem}.*")
                   if path.suffix != ".txt")
    (trained / twin).with_suffix(picture.suffix).write_bytes(picture.read_bytes())
    copy_in_index(trained, "text", source, twin)
    harmed = found(run_survey(trained / CONFIG), "text")
    assert TrainingRisk.SHARED_PROMPT in harmed[source]
    assert TrainingRisk.SHARED_PROMPT in harmed[twin]


def test_w13_two_contents_behind_one_name_are_made_from_another_file(trained: Path) -> None:
    first, second = sorted(
        json.loads((trained / CACHE / "image/cache.json").read_text())["entries"])[:2]

    def collide(index: dict[str, Any]) -> None:
        entries = index["entries"]
        entries[second]["variants"] = entries[first]["variants"]
    change_json(trained / CACHE / "image" / "cache.json", collide)
    harmed = found(run_survey(trained / CONFIG), "image")
    assert TrainingRisk.MIXED_UP in harmed[first]
    assert TrainingRisk.MIXED_UP in harmed[second]


def test_w14_keys_of_frames_and_height_are_no_wrong_shapes(trained: Path) -> None:
    """QWEN's keys are "1x128", which lost the width; only the stored crop tells it."""
    def with_frames(index: dict[str, Any]) -> None:
        for row in index["entries"].values():
            row["modeltype"] = "QWEN"
            row["variants"] = {
                "1x" + key.partition("x")[0]: {
                    name: value for name, value in one.items() if name != "crop_resolution"}
                for key, one in row["variants"].items()}
    change_json(trained / CACHE / "image" / "cache.json", with_frames)
    (trained / CONFIG).unlink()
    report = run_survey(trained / "workspace-cache", depth=Depth.PAYLOAD)
    assert not any(TrainingRisk.WRONG_SHAPE in harms for harms in found(report, "image").values())


def test_w16_a_stand_in_that_holds_another_captions_values_is_a_finding(trained: Path) -> None:
    import torch

    sentinel = trained / CACHE / "text" / "blank_sentinel.pt"
    change_payload(sentinel, lambda values: values.update(
        text_encoder_4_hidden_state=[torch.ones(2, 3), torch.zeros(2, 3)]))
    said = [finding.problem for finding in audit(trained).problems]
    assert any("values of another caption" in problem for problem in said)


def test_w17_a_part_that_only_the_index_promises_is_incomplete(trained: Path) -> None:
    source = alone(trained, "image")
    payload = payloads_of(trained, "image", source)[0]
    change_payload(payload, lambda values: values.pop("crop_offset"))
    # Its size is not that of the others, so that even a survey that opens none looks into it.
    assert found(run_survey(trained / CONFIG), "image") == {source: (TrainingRisk.INCOMPLETE,)}
    report = audit(trained)
    assert found(report, "image") == {source: (TrainingRisk.INCOMPLETE,)}


# --- W28, W32, W33 ------------------------------------------------------------------------------


def test_w28_a_payload_that_holds_a_whole_batch_is_too_large_and_stays_valid(
    trained: Path,
) -> None:
    import torch

    source = alone(trained, "text")
    payload = payloads_of(trained, "text", source)[0]

    def as_view(values: dict[str, Any]) -> None:
        member = values["text_encoder_1_hidden_state"]
        values["text_encoder_1_hidden_state"] = torch.stack([member] * 8)[3]
    change_payload(payload, as_view)
    report = audit(trained)
    assert found(report, "text") == {source: (TrainingRisk.BLOATED,)}
    assert verdicts(report, "text")[source] == "valid"
    assert "to hold" in why(report, "text", source)


class _Program:
    def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
        return os.system, ("true",)


def test_w32_a_payload_that_would_run_a_program_is_said_to(trained: Path) -> None:
    import torch

    source = alone(trained, "image")
    payload = payloads_of(trained, "image", source)[0]
    torch.save({"latent_image": _Program()}, payload)
    report = audit(trained)
    assert found(report, "image") == {source: (TrainingRisk.UNSAFE,)}
    assert "system" in why(report, "image", source)


def test_w33_a_name_that_leaves_the_store_is_never_opened(trained: Path) -> None:
    source = alone(trained, "image")

    def escape(index: dict[str, Any]) -> None:
        for one in index["entries"][source]["variants"].values():
            one["cache_file"] = "../../../outside"
    change_json(trained / CACHE / "image" / "cache.json", escape)
    assert any(source in finding.problem for finding in audit(trained).problems)


# --- released layout ----------------------------------------------------------------------------


@pytest.fixture
def released(fixture_workspace: Workspace) -> Path:
    return fixture_workspace("sd15_legacy_diskcache")


def slot_and_source(root: Path, store: str) -> tuple[Path, str]:
    """A slot that its own picture is read from, of a group in which nothing moved."""
    rows = store_of(run_survey(root / CONFIG), store).rows
    good = next(rows.source(row) for row in range(len(rows))
                if rows.source(row).startswith("data/a") and rows.has_entry[row])
    names = sorted(rows.source(row) for row in range(len(rows))
                   if rows.source(row).startswith("data/a") and rows.has_entry[row])
    groups = {path.parent for path in (root / CACHE / store).rglob("variation-0")}
    group = next(path for path in groups
                 if len([*(path / "variation-0").glob("[0-9]*.pt")]) == len(names))
    return group / "variation-0" / f"{names.index(good)}.pt", good


@pytest.mark.parametrize(("store", "name", "value", "harm"), [
    ("image", "latent_image", float("nan"), TrainingRisk.NOT_NUMBERS),
    ("image", "latent_image", 0.0, TrainingRisk.ALL_ZERO),
    ("text", "text_encoder_hidden_state", float("inf"), TrainingRisk.NOT_NUMBERS)])
def test_values_that_no_encoder_gives_in_the_released_layout(
    released: Path, store: str, name: str, value: float, harm: TrainingRisk
) -> None:
    before = found(audit(released), store)
    slot, source = slot_and_source(released, store)
    change_payload(slot, lambda values: values[name].fill_(value))
    after = found(audit(released), store)
    assert harm in after[source]
    assert {one: harms for one, harms in after.items() if one != source} == before


def test_slots_that_were_moved_are_made_from_another_file(released: Path) -> None:
    harmed = found(run_survey(released / CONFIG), "image")
    assert harmed
    assert all(TrainingRisk.MIXED_UP in harms for harms in harmed.values())
    assert not any(TrainingRisk.GONE in harms for harms in harmed.values())


def test_a_picture_without_caption_file_is_trained_with_an_empty_prompt(tmp_path: Path) -> None:
    concept = ReleasedConcept("data/cats")
    write_pictures(tmp_path, concept.path, ["a.png", "b.png"])
    config = write_workspace(tmp_path, [concept])
    build_concept(tmp_path, concept)
    (tmp_path / "data/cats/b.txt").unlink()
    report = run_survey(config, depth=Depth.PAYLOAD)
    assert found(report, "text") == {"data/cats/b.txt": (TrainingRisk.NO_CAPTION,)}
    assert "without a caption" in why(report, "text", "data/cats/b.txt")


# --- stores of single values --------------------------------------------------------------------


def test_nan_in_a_store_of_single_values(tmp_path: Path) -> None:
    store = tmp_path / "vl-cache"
    payload = store / vision_entry(store, 1)
    with np.load(payload) as held:
        arrays = {name: held[name] for name in held.files}
    spoilt = next(name for name, array in arrays.items() if array.dtype.kind == "f")
    arrays[spoilt] = np.full_like(arrays[spoilt], np.nan)
    np.savez(payload, **arrays)
    date_back(payload)
    report = run_survey(store, depth=Depth.PAYLOAD)
    (harms,) = found(report, report.stores[0].location.id).values()
    assert harms == (TrainingRisk.NOT_NUMBERS,)


TOO_MANY = "It holds {:,} tokens, and the trainer takes 512 at most"
NOT_ASKED_FOR = ("It holds {:,} tokens, and {:,} are asked for; training stops when it shares a "
                 "batch with one of these")


@pytest.mark.parametrize(("modeltype", "tokens", "settings", "harm", "said"), [
    ("QWEN", 512, {}, None, ""), ("QWEN", 40, {}, None, ""),
    ("QWEN", 513, {}, TrainingRisk.TOO_LONG, TOO_MANY.format(513)),
    ("Z_IMAGE", 600, {}, TrainingRisk.TOO_LONG, TOO_MANY.format(600)),
    ("CHROMA_1", 513, {}, TrainingRisk.TOO_LONG, TOO_MANY.format(513)),
    ("FLUX_2", 512, {}, None, ""),
    ("FLUX_2", 600, {}, TrainingRisk.OLD_SETTINGS, NOT_ASKED_FOR.format(600, 512)),
    ("FLUX_2", 512, {"text_encoder_sequence_length": 256}, TrainingRisk.OLD_SETTINGS,
     NOT_ASKED_FOR.format(512, 256)),
    ("FLUX_2", 256, {"text_encoder_sequence_length": 256}, None, ""),
    ("FLUX_2", 256, {"text_encoder_sequence_length": None}, None, ""),
    ("SANA", 77, {}, TrainingRisk.OLD_SETTINGS, NOT_ASKED_FOR.format(77, 300)),
    ("STABLE_DIFFUSION_15", 600, {}, None, ""), ("", 600, {}, None, "")])
@pytest.mark.parametrize("is_released", [False, True])
def test_w4_a_caption_of_other_tokens_than_are_asked_for(
    tmp_path: Path, modeltype: str, tokens: int, settings: dict[str, object],
    harm: TrainingRisk | None, said: str, *, is_released: bool,
) -> None:
    import torch

    torch.save({"tokens": torch.ones(tokens, dtype=torch.int64),
                "text_encoder_hidden_state": torch.ones(tokens, 4)}, tmp_path / "a_1.pt")
    faults, _, _ = run_to_end(audit_payloads(
        tmp_path, {"a_1.pt": None}, None, CancelToken(),
        made_for=None if is_released else {"a_1.pt": modeltype},
        config=config_from({"model_type": modeltype, **settings}, where="config.json")))
    assert {harm: dict(of) for harm, of in faults.items() if of} == (
        {harm: {"a_1.pt": f"{said}\na_1.pt"}} if harm else {})


def test_w4_a_setting_says_nothing_of_the_tokens_of_another_model_type(tmp_path: Path) -> None:
    import torch

    torch.save({"tokens_2": torch.ones(512, dtype=torch.int64)}, tmp_path / "a_1.pt")
    config = config_from({"model_type": "FLUX_2"}, where="config.json")
    faults, _, _ = run_to_end(audit_payloads(
        tmp_path, {"a_1.pt": None}, None, CancelToken(), made_for={"a_1.pt": "FLUX_DEV_1"},
        config=config))
    assert not any(faults.values())


# --- a second look ------------------------------------------------------------------------------


def test_a_second_look_reads_only_what_is_new_and_what_was_damaged(trained: Path) -> None:
    store = trained / CACHE / "image"
    damaged = payloads_of(trained, "image", alone(trained, "image"))[0]
    damaged.write_bytes(damaged.read_bytes()[:-200])
    wait_until_settled()
    first = audit(trained)
    files = len([*store.glob("*_?.pt")])
    assert store_of(first, "image").looked_into.read == files  # type: ignore[union-attr]
    second = audit(trained)
    assert found(second, "image") == found(first, "image")
    looked = store_of(second, "image").looked_into
    assert looked is not None
    assert (looked.files, looked.read) == (files, 1)


def test_what_was_read_before_a_cancel_is_not_read_again(
    trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_until_settled()
    monkeypatch.setattr(background, "PROGRESS_EVERY_S", 0)
    token = CancelToken()

    def cancel_after_ten(event: object) -> None:
        if isinstance(event, Progress) and event.phase == "checking cached files" \
                and event.total and event.done == 10:
            token.cancel()
    job = survey(open_workspace(trained / CONFIG), depth=Depth.PAYLOAD, token=token)
    with pytest.raises(JobCancelled):
        run_to_end(job, cancel_after_ten)
    again = audit(trained)
    looked = [store.looked_into for store in again.stores if store.looked_into is not None]
    # The survey may be a few files further on in its own thread.
    assert sum(one.files for one in looked) - sum(one.read for one in looked) >= 11


@pytest.mark.parametrize(("harm", "form", "effect"), [
    (TrainingRisk.NO_CAPTION, StoreFormat.RELEASED, Effect.NOTICE),
    (TrainingRisk.NO_CAPTION, StoreFormat.INDEXED, Effect.WRONG),
    (TrainingRisk.GONE, StoreFormat.INDEXED, Effect.STOPS),
    (TrainingRisk.DAMAGED, StoreFormat.VALUES, Effect.WRONG),
    (TrainingRisk.BLOATED, StoreFormat.RELEASED, Effect.NOTICE)])
def test_what_happens_in_training_depends_on_the_layout(
    harm: TrainingRisk, form: StoreFormat, effect: Effect
) -> None:
    row = HARMS[harm]
    assert row.training_in(form) is effect
    assert row.effect_in(form) == (
        row.values if form is StoreFormat.VALUES
        else row.released if row.released and form is StoreFormat.RELEASED else row.effect)
    assert (WRONG in training_words(1 << harm)) == (harm is not TrainingRisk.BLOATED)
