"""Digests by which another program names what a processor makes, held against its rules."""

from __future__ import annotations

import enum
import hashlib
from types import SimpleNamespace

import pytest

from larder.core.keys.program_digest import (
    OF_PICTURES,
    OF_SOUNDS,
    HashedSettings,
    program_digests,
)


class Filter(enum.IntEnum):
    BICUBIC = 3


class CLIPImageProcessorPil(SimpleNamespace):
    """Named as the library names a processor where torchvision is not installed."""


class WhisperFeatureExtractor(SimpleNamespace):
    """Named as the library names it."""


def sha(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def picture_processor(**more: object) -> CLIPImageProcessorPil:
    return CLIPImageProcessorPil(**{
        "size": {"shortest_edge": 224}, "image_mean": (0.5, 0.5), "image_std": [0.25],
        "rescale_factor": 1 / 256, "resample": Filter.BICUBIC, "do_normalize": 1,
        "crop_size": {"height": 224, "width": 224}, **more})


def picture_text(name: str) -> str:
    return (
        f'{{"class": "{name}", "do_normalize": true, "do_rescale": true, "image_mean": [0.5, 0.5], '
        '"image_size": null, "image_std": [0.25], "resample": 3, "rescale_factor": 0.00390625, '
        '"size": {"shortest_edge": 224}}')


def test_a_processor_of_pictures_has_a_digest_for_each_name_of_its_class() -> None:
    wrapped = picture_processor(processor_class="PaliGemmaProcessor")
    assert program_digests(wrapped, OF_PICTURES) == tuple(sha(picture_text(name)) for name in (
        "CLIPImageProcessorPil", "CLIPImageProcessor", "PaliGemmaProcessor"))


def test_an_extractor_of_sounds_is_hashed_by_its_own_settings() -> None:
    extractor = WhisperFeatureExtractor(
        sampling_rate=16000, feature_size=80, n_fft=400, hop_length=160, chunk_length=30,
        padding_value=0.0, dither=0.1)
    assert program_digests(extractor, OF_SOUNDS) == (sha(
        '{"chunk_length": 30, "class": "WhisperFeatureExtractor", "fe_class": '
        '"WhisperFeatureExtractor", "feature_size": 80, "hop_length": 160, "n_fft": 400, '
        '"padding_value": 0.0, "return_attention_mask": false, "sampling_rate": 16000}'),)


@pytest.mark.parametrize(("more", "is_seen"), [
    ({"size": {"shortest_edge": 336}}, True), ({"do_rescale": False}, True),
    ({"crop_size": {"height": 1, "width": 1}}, False), ({"do_center_crop": True}, False)])
def test_settings_that_the_program_leaves_out_are_left_out(
    more: dict[str, object], is_seen: bool
) -> None:
    before = program_digests(picture_processor(), OF_PICTURES)
    assert (program_digests(picture_processor(**more), OF_PICTURES) != before) is is_seen


@pytest.mark.parametrize("hashed", [OF_PICTURES, OF_SOUNDS])
def test_a_digest_that_was_left_on_a_processor_goes_before_its_settings(
    hashed: HashedSettings
) -> None:
    pinned = picture_processor(**{hashed.pin: "ab" * 32})
    assert program_digests(pinned, hashed) == ("ab" * 32,)
    assert program_digests(picture_processor(**{hashed.pin: "no digest"}), hashed)


def test_what_has_other_digits_in_every_run_has_none() -> None:
    assert program_digests(picture_processor(size=object()), OF_PICTURES) == ()
