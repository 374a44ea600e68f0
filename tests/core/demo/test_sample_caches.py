import json
import os
from pathlib import Path

import numpy as np
import pytest

from larder.core.demo.sample_sources import list_pictures
from larder.core.encoders.draws import SampleDraws, onetrainer_positions
from larder.core.errors import PayloadError
from larder.core.files.journal import payload_sources, read_journal
from larder.core.keys.content_hash import hash_file
from larder.core.payloads.pt_file import list_pt, read_pt_array, read_pt_value
from larder.core.stores.indexed.index_file import read_index
from larder.core.stores.indexed.stamps import concept_id
from larder.core.survey.audit import content_stamp
from larder.core.survey.report import Depth
from larder.core.workspace.concepts import read_concept_file
from larder.core.workspace.model_types import image_payload_names, text_payload_names
from larder.core.workspace.onetrainer_config import read_config
from larder.core.workspace.samples import LinkRule, caption_lines, caption_of, enumerate_concept
from tests.support.reading_payloads import verify_pt
from tests.support.sample_verdicts import trainers_drifts

SIDES = ("image", "text")


@pytest.fixture(scope="module")
def store(sample):
    return {side: Path(sample.folder) / "workspace-cache/run" / side for side in SIDES}


@pytest.fixture(scope="module")
def index(store):
    return {side: json.loads((store[side] / "cache.json").read_bytes()) for side in SIDES}


@pytest.fixture(scope="module")
def truth(sample):
    return trainers_drifts(sample, Depth.PAYLOAD)


def variants(index, side):
    """(key, entry, variant key, variant) of each entry of a store."""
    for key, entry in index[side]["entries"].items():
        ((variant_key, variant),) = entry["variants"].items()
        yield key, entry, variant_key, variant


def variations(entry):
    (row,) = entry["sourceless_rows"].values()
    return row["metadata"]["variations"]


@pytest.mark.parametrize("side", SIDES)
class TestIndex:
    def test_is_ascii_json_as_the_trainer_saves_it(self, store, side):
        text = (store[side] / "cache.json").read_bytes().decode("ascii")

        assert json.dumps(json.loads(text), indent=2) == text
        assert "\\u00f8" in text

    def test_every_row_can_be_read(self, store, side, index):
        read = read_index(store[side])

        assert read.copy == "cache.json"
        assert not read.columns.unreadable
        assert len(read.columns) == len(index[side]["entries"])
        assert read.columns.modeltypes == ["LARDER_PATCH_MEANS"]

    def test_hash_and_date_are_the_sources_unless_it_drifted(self, sample, side, index, truth):
        for key, entry in index[side]["entries"].items():
            if key in truth:
                continue
            source = Path(sample.folder) / key
            assert entry["hash"] == hash_file(source)
            assert entry["mtime"] == os.stat(source).st_mtime
            assert entry["filename"] == source.name

    def test_names_follow_from_hash_and_size_but_those_of_copies_with_other_settings(
        self, index, side
    ):
        copies = set()
        for key, entry, variant_key, variant in variants(index, side):
            size = "" if variant_key == "_" else f"_{variant_key}"
            if variant["cache_file"] != entry["hash"][:12] + size:
                copies.add(Path(key).stem)
                assert len(variant["cache_file"]) == 12 + len(size)
                assert variant["cache_file"].endswith(size)
        assert copies == {"postcard_balloons", "postcard_palms"}

    def test_every_registered_payload_exists_but_the_lost_one(self, index, side, store, truth):
        lost = {
            key for key, entry, _, variant in variants(index, side)
            for number in range(1, variations(entry) + 1)
            if not (store[side] / f"{variant['cache_file']}_{number}.pt").exists()
        }

        assert lost == {key for key, verdict in truth.items()
                        if verdict == "missing-payload" and side == "image"}

    def test_hash_index_lists_each_path_once_under_its_hash(self, index, side):
        listed = [(found, path) for found, paths in index[side]["hash_index"].items()
                  for path in paths]

        assert sorted(listed) == sorted(
            (entry["hash"], key) for key, entry in index[side]["entries"].items())
        assert sum(len(paths) == 2 for paths in index[side]["hash_index"].values()) == 2

    def test_concepts_are_interned_under_the_digest_of_their_json(self, index, side, sample):
        saved = json.loads(
            (Path(sample.folder) / "training_concepts/concepts.json").read_bytes())

        assert list(index[side]["concepts"].values()) == saved
        assert all(concept_id(value) == key for key, value in index[side]["concepts"].items())
        assert all(row["concept_id"] in index[side]["concepts"]
                   for entry in index[side]["entries"].values()
                   for row in entry["sourceless_rows"].values())

    def test_rows_are_numbered_as_the_trainer_enumerates(self, index, side):
        for position, picture in enumerate(list_pictures()):
            key = picture if side == "image" else caption_of(picture)
            entry = index[side]["entries"][key]
            assert list(entry["sourceless_rows"]) == [str(position)]
            assert entry["sourceless"]["source_index"] == position

    def test_schema_is_what_the_config_needs(self, index, side, sample):
        config = read_config(Path(sample.config))
        wanted = image_payload_names(config) if side == "image" else text_payload_names(config)

        assert index[side]["schema"] == sorted(wanted)
        assert index[side]["schema_method"] == "shape_v1"
        assert all(variant["schema_keys"] == sorted(wanted)
                   for *_, variant in variants(index, side))

    def test_journal_knows_the_source_of_every_payload_it_built(self, index, side, store):
        sources = payload_sources(read_journal(store[side]))

        for key, entry, _, variant in variants(index, side):
            known = sources[f"{variant['cache_file']}_1.pt"]
            assert known.hash == entry["hash"]
            assert known.source in index[side]["hash_index"][entry["hash"]] + [key]


def test_enumeration_agrees_with_the_workspace_room(sample):
    folder = Path(sample.folder)
    found = [
        path
        for concept in read_concept_file(folder / "training_concepts/concepts.json")
        for path in enumerate_concept(concept, folder / concept.path, spelled=concept.path,
                                      link_rule=LinkRule.SKIP).paths()
    ]
    built = list(list_pictures())

    assert set(built) - set(found) == {
        os.path.normpath("data/landscapes/canyon_dusk.jpg"),
        os.path.normpath("data/still-life/teapot.png"),
    }
    assert [key for key in found if key in built] == [key for key in built if key in found]


class TestPayloads:
    def test_image_payloads_hold_the_whole_schema_in_the_size_of_their_name(
        self, index, store, truth
    ):
        for key, entry, variant_key, variant in variants(index, "image"):
            if truth.get(key) == "corrupt-payload":
                continue
            contents = list_pt(store["image"] / f"{variant['cache_file']}_1.pt")
            height, width = (int(side) for side in variant_key.split("x"))
            shapes = {array.name: (array.dtype, array.shape) for array in contents.arrays}
            assert shapes == {
                "latent_image": ("float32", (4, height // 8, width // 8)),
                "latent_mask": ("float32", (1, height // 8, width // 8)),
            }
            assert {name for name in contents.names if not name.startswith("__")} == set(
                variant["schema_keys"])
            assert contents.values["crop_resolution"] == (height, width)
            assert variant["crop_resolution"] == [height, width]
            assert contents.values["original_resolution"] == tuple(entry["original_resolution"])
            assert contents.values["__modeltype"] == entry["modeltype"]

    def test_text_payloads_are_stamped_with_a_prompt_their_caption_gives(
        self, sample, index, store, truth
    ):
        by_stamp = json.loads((store["text"] / "content_index.json").read_bytes())["entries"]
        stamps = set()
        for key, entry, _, variant in variants(index, "text"):
            for number in range(1, variations(entry) + 1):
                contents = list_pt(store["text"] / f"{variant['cache_file']}_{number}.pt")
                stamp = contents.values["__content_hash"]
                prompt = contents.values["__sourceless_values"]["prompt"]
                stamps.add(stamp)
                assert stamp == content_stamp(
                    entry["modeltype"], frozenset(variant["schema_keys"]), prompt)
                tokens = next(a for a in contents.arrays if a.name == "tokens")
                assert tokens.shape == (len(prompt.encode()) + 2,)
                if key not in truth:
                    lines = caption_lines((Path(sample.folder) / key).read_bytes())
                    assert prompt in lines
        assert stamps == set(by_stamp)
        assert all((store["text"] / name).exists() for name in by_stamp.values())

    def test_variations_are_mirrored_where_the_trainer_would(self, sample, index, store):
        config = read_config(Path(sample.folder) / "training_presets" / "config.json")
        concepts = read_concept_file(Path(sample.folder) / "training_concepts" / "concepts.json")
        positions = onetrainer_positions(config)
        patterns = set()
        for key, entry, _, variant in variants(index, "image"):
            name = f"{variant['cache_file']}_{{}}.pt"
            if "still" not in key or not (store["image"] / name.format(2)).exists():
                continue
            if read_pt_value(store["image"] / name.format(1))["image_path"] != key:
                continue
            row = next(iter(entry["sourceless_rows"]))
            flips = [
                SampleDraws(positions, variation, int(row)).is_flipped(concepts[2].image)
                for variation in range(2)]
            first, second = (
                read_pt_array(store["image"] / name.format(number), "latent_image")
                for number in (1, 2))
            patterns.add(tuple(flips))
            expected = first[:, :, ::-1] if flips[0] != flips[1] else first
            np.testing.assert_allclose(second, expected, atol=1e-5)

        assert len(patterns) > 1

    def test_latent_mask_is_all_ones_without_a_mask_and_partly_zero_with_one(self, index, store):
        def mask(name):
            variant = next(v for key, _, _, v in variants(index, "image") if key.endswith(name))
            return read_pt_array(store["image"] / f"{variant['cache_file']}_1.pt", "latent_mask")

        np.testing.assert_allclose(mask("milo.jpg"), 1, atol=1e-6)
        assert 0.2 < mask("ada.jpg").mean() < 0.8
        assert mask("ada.jpg").max() == pytest.approx(1)

    def test_stand_in_is_zero_throughout(self, store):
        for side, name in (("image", "latent_image"), ("text", "text_encoder_hidden_state")):
            path = store[side] / "blank_sentinel.pt"
            assert not np.any(read_pt_array(path, name))
            assert list_pt(path).values["__modeltype"] == "LARDER_PATCH_MEANS"

    def test_torch_reads_them_without_unpickling_objects(self, store):
        import torch

        for side in SIDES:
            path = min(store[side].glob("*_1.pt"))
            assert torch.load(path, weights_only=True)["__cache_version"] == 3

    def test_one_payload_is_damaged_and_one_has_values_that_are_no_numbers(
        self, index, store, truth
    ):
        payloads = {key: store["image"] / f"{variant['cache_file']}_1.pt"
                    for key, _, _, variant in variants(index, "image")}
        damaged = next(key for key, verdict in truth.items() if verdict == "corrupt-payload")
        bad = next(key for key, verdict in truth.items() if verdict == "bad-values")

        with pytest.raises(PayloadError):
            verify_pt(payloads.pop(damaged))
        assert np.isnan(read_pt_array(payloads.pop(bad), "latent_image")).sum() == 6
        for path in payloads.values():
            verify_pt(path)
            assert np.isfinite(read_pt_array(path, "latent_image")).all()


def test_sidecars_of_masked_pictures_are_recorded_as_they_were(sample, index, truth):
    entries = index["image"]["entries"]
    recorded = {key: entry for key, entry in entries.items() if entry["sidecar_mtimes"]}

    assert len(recorded) == 15
    for key, entry in recorded.items():
        ((mask, date),) = entry["sidecar_mtimes"].items()
        path = Path(sample.folder) / mask
        unchanged = date == os.stat(path).st_mtime and (
            entry["sidecar_hashes"][mask] == hash_file(path))
        assert unchanged == (truth.get(key) != "sidecar-changed")


def test_drifted_sources_are_what_the_report_says(sample, index, truth):
    folder = Path(sample.folder)
    known = {**index["image"]["entries"], **index["text"]["entries"]}

    for key, verdict in truth.items():
        exists = (folder / key).exists()
        match verdict:
            case "source-missing":
                assert not exists
                assert key in known
            case "missing-entry":
                assert exists
                assert key not in known
            case "content-changed":
                assert hash_file(folder / key) != known[key]["hash"]
            case "touched":
                assert os.stat(folder / key).st_mtime != known[key]["mtime"]
                assert hash_file(folder / key) == known[key]["hash"]
            case _:
                assert exists
                assert key in known


def test_an_edit_that_kept_its_date_is_seen_by_hashing_only(sample, index):
    quick, closer = (trainers_drifts(sample, depth) for depth in (Depth.STAT, Depth.HASH))
    (key,) = set(closer) - set(quick)
    path = Path(sample.folder) / key

    assert closer[key] == "content-changed"
    assert os.stat(path).st_mtime == index["image"]["entries"][key]["mtime"]


def test_files_no_entry_names_are_what_the_report_says(sample, index, store):
    named = {
        side: {f"{variant['cache_file']}_{number}.pt"
               for _, entry, _, variant in variants(index, side)
               for number in range(1, variations(entry) + 1)}
        for side in SIDES
    }
    lost = {path.name for side in SIDES for path in store[side].iterdir()
            if path.suffix in {".pt", ".tmp"} and path.name not in named[side]
            and path.name != "blank_sentinel.pt"}
    verdicts = trainers_drifts(sample, Depth.STAT, is_payload=True)

    assert lost == {name for name, verdict in verdicts.items()
                    if verdict in {"unindexed", "superseded", "temp-leftover"}}
    assert len(lost) == 3


def test_superseded_payload_is_known_to_the_journal_with_its_source(sample, store, index):
    verdicts = trainers_drifts(sample, Depth.STAT, is_payload=True)
    (name,) = [name for name, verdict in verdicts.items() if verdict == "superseded"]
    known = payload_sources(read_journal(store["image"]))[name]

    assert known.hash[:12] == name[:12]
    assert index["image"]["entries"][known.source]["hash"] != known.hash


class TestFormulas:
    def test_concept_id_vector(self):
        assert concept_id({"b": 1, "a": True}) == "df3fa1ec4904e535"

    def test_prompt_stamp_vector(self):
        names = frozenset({"tokens", "tokens_mask", "text_encoder_hidden_state"})

        assert content_stamp("Z_IMAGE", names, "a photo of a cat") == "efa7d043d2a8cb96"
