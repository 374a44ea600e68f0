import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.encoders.draws import SampleDraws, onetrainer_positions
from larder.core.payloads.pt_file import read_pt_value
from larder.core.workspace.bucketing import scale_and_crop
from larder.core.workspace.concepts import ImageSettings, TextSettings, read_concept_file
from larder.core.workspace.model_types import MODEL_TYPES
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.samples import caption_lines
from tests.support.fixture_pipeline import fixture_positions


def positions(model_type="STABLE_DIFFUSION_15", **settings):
    return onetrainer_positions(config_from({"model_type": model_type, **settings}, where="test"))


def draws(variation, position, **profile):
    return SampleDraws(positions(**profile), variation, position)


class TestPositions:
    def test_the_plain_pipeline(self):
        plain = positions()

        assert (plain.caption_line, plain.bucketing, plain.crop, plain.flip) == (11, 13, 14, 15)
        assert (plain.drop_tags, plain.capitals, plain.shuffle_tags) == (21, 22, 23)

    @pytest.mark.parametrize(("profile", "caption_line", "bucketing"), [
        ({"model_type": "QWEN"}, 12, 15),
        ({"model_type": "STABLE_DIFFUSION_15_INPAINTING"}, 11, 16),
        ({"model_type": "FLUX_FILL_DEV_1"}, 11, 16),
        ({"masked_training": True}, 12, 18),
        ({"model_type": "FLUX_FILL_DEV_1", "masked_training": True}, 12, 18),
        ({"custom_conditioning_image": True}, 12, 15),
        ({"model_type": "QWEN", "masked_training": True}, 13, 20),
        ({"model_type": "LARDER_PATCH_MEANS", "masked_training": True}, 12, 18),
        ({"model_type": "NOT_KNOWN_YET"}, 11, 13),
        ({"aspect_ratio_bucketing": False}, 11, 13),
    ])
    def test_masks_conditioning_and_frames_shift_what_comes_after_them(
        self, profile, caption_line, bucketing
    ):
        shifted = positions(**profile)

        assert (shifted.caption_line, shifted.bucketing) == (caption_line, bucketing)
        assert shifted.crop == bucketing + 1
        assert shifted.flip == bucketing + 2
        assert shifted.shuffle_tags == bucketing + 10

    @pytest.mark.parametrize("model_type", sorted(MODEL_TYPES))
    def test_every_model_type_has_positions(self, model_type):
        assert positions(model_type).crop > positions(model_type).caption_line


class TestTargets:
    @pytest.mark.parametrize(("variation", "drawn"), [
        (0, [768, 1024, 768, 512, 1024, 1024, 512, 512]),
        (1, [768, 512, 1024, 512, 1024, 1024, 1024, 768]),
    ])
    def test_one_of_several_edges(self, variation, drawn):
        assert [
            draws(variation, number).target([512, 768, 1024]) for number in range(8)] == drawn


class TestLines:
    @pytest.mark.parametrize(("variation", "drawn"), [
        (0, "bacccccc"), (1, "cbbaabbb"), (2, "bbcabcaa")])
    def test_one_of_three_lines(self, variation, drawn):
        assert "".join(draws(variation, number).line("abc") for number in range(8)) == drawn

    def test_no_line_is_the_empty_prompt(self):
        assert draws(0, 0).line(()) == ""

    def test_one_line_is_every_variations(self):
        assert {draws(variation, 3).line(["only"]) for variation in range(20)} == {"only"}


class TestCrop:
    def test_the_middle_without_jitter(self):
        assert draws(0, 0).crop_offset((768, 1365), (768, 1344), jitter=False) == (0, 10)

    def test_a_crop_larger_than_the_picture_is_refused(self):
        with pytest.raises(ValueError, match="does not fit"):
            draws(0, 0).crop_offset((100, 100), (128, 64), jitter=True)

    @given(
        size=st.tuples(st.integers(1, 5000), st.integers(1, 5000)),
        bucket=st.tuples(st.integers(1, 32), st.integers(1, 32)),
        variation=st.integers(0, 9), position=st.integers(0, 10**6),
    )
    @settings(max_examples=50, deadline=None)
    def test_a_jittered_crop_lies_inside_the_scaled_picture(
        self, size, bucket, variation, position
    ):
        bucket = (bucket[0] * 8, bucket[1] * 8)
        scaled, _ = scale_and_crop(*size, bucket)

        top, left = draws(variation, position).crop_offset(scaled, bucket, jitter=True)

        assert 0 <= top <= scaled[0] - bucket[0]
        assert 0 <= left <= scaled[1] - bucket[1]


class TestFlip:
    def test_a_random_flip_is_drawn_per_variation(self):
        flips = [draws(variation, 5).is_flipped(ImageSettings(enable_random_flip=True))
                 for variation in range(8)]

        assert flips == [True, False, True, True, False, False, True, False]

    def test_a_fixed_flip_needs_no_draw(self):
        fixed = ImageSettings(enable_fixed_flip=True)

        assert all(draws(variation, 0).is_flipped(fixed) for variation in range(5))

    def test_a_random_flip_outranks_a_fixed_one(self):
        both = ImageSettings(enable_fixed_flip=True, enable_random_flip=True)

        assert not draws(1, 5).is_flipped(both)

    def test_nothing_is_flipped_unasked(self):
        assert not any(draws(variation, 0).is_flipped(ImageSettings()) for variation in range(9))


class TestTrainersOwnPayloads:
    """Draws made and recorded by the trainer's module, in the order of its whole sample list."""

    @pytest.fixture
    def workspace(self, unpacked_fixture):
        return unpacked_fixture("sdxl_clean")

    @staticmethod
    def recorded(workspace, side):
        """(concept, position, variation, payload, key) of every payload a file does not share."""
        store = workspace / "workspace-cache" / "run" / side
        concepts = {concept.path: concept for concept in read_concept_file(
            workspace / "training_concepts" / "concepts.json")}
        entries = json.loads((store / "cache.json").read_text())["entries"]
        owners = {}
        for key, entry in entries.items():
            for position in entry["sourceless_rows"]:
                for variant in entry["variants"].values():
                    owners.setdefault(variant["cache_file"], []).append((int(position), key))
        for stem, users in owners.items():
            for path in store.glob(f"{stem}_[0-9].pt"):
                payload = read_pt_value(path)
                for position, key in users:
                    if len(users) == 1 or payload.get("image_path") == key:
                        concept = concepts[payload["__concept_path"]]
                        yield concept, position, int(path.stem.split("_")[-1]) - 1, payload, key

    def test_crop_offsets_are_drawn_again(self, workspace):
        checked = jittered = 0
        for concept, position, variation, payload, _ in self.recorded(workspace, "image"):
            bucket = payload["crop_resolution"]
            scaled, _ = scale_and_crop(*payload["original_resolution"], bucket)
            offset = SampleDraws(fixture_positions(), variation, position).crop_offset(
                scaled, bucket, jitter=concept.image.enable_crop_jitter)
            assert offset == payload["crop_offset"]
            checked += 1
            jittered += concept.image.enable_crop_jitter and scaled != bucket

        assert checked == 30
        assert jittered >= 15

    def test_caption_lines_are_drawn_again(self, workspace):
        checked = 0
        for concept, position, variation, payload, key in self.recorded(workspace, "text"):
            lines = caption_lines((workspace / key).read_bytes())
            drawn = SampleDraws(fixture_positions(), variation, position).prompt(
                lines, concept.text)
            assert drawn == payload["__sourceless_values"]["prompt"]
            checked += len(set(lines)) > 1

        assert checked == 4


class TestPrompt:
    def test_each_step_has_draws_of_its_own(self):
        settings = TextSettings(
            tag_dropout_enable=True, tag_dropout_probability=0.5, tag_dropout_mode="RANDOM",
            enable_tag_shuffling=True, caps_randomize_enable=True, caps_randomize_probability=0.5)
        lines = ["one girl, red hair, Blue Eyes, (smile), park, x+y"]

        assert draws(0, 0).prompt(lines, settings) == "One Girl, Red Hair, x+y, (smile)"
        assert draws(1, 7).prompt(lines, settings) == "one girl, X+Y"

    def test_a_prompt_without_settings_is_the_line_untouched(self):
        assert draws(0, 0).prompt([" a ,b,, "], TextSettings()) == " a ,b,, "
