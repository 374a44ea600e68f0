"""Features as extractors make them, under keys that change whenever the features would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.encoders.audio import AudioFeatures, ClipRules, read_clip, seed_draws
from larder.core.encoders.open_value_encoder import open_value_encoder
from larder.core.encoders.processors import SOUND
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import SourceFile, ValueEncoder, ValueOptions
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import AudioKey
from larder.core.keys.strict_fingerprint import difference
from larder.core.payloads.dtypes import Values
from larder.core.workspace.store_kinds import StoreKind
from tests.support.late_packages import late_package

soundfile = late_package("soundfile")
late_package("soxr")
torch = late_package("torch")
transformers = late_package("transformers")

pytestmark = pytest.mark.filterwarnings("ignore:At least one mel filter")

RATE = 16_000
BLOB = "3" * 64


def open_audio(model: Path | str = "whisper", **options: object) -> ValueEncoder:
    chosen = ValueOptions(**options)  # type: ignore[arg-type]
    return open_value_encoder(StoreKind.AUDIO, model=model, options=chosen)


def wrapped(extractor: Any, *, auto_resample: bool = False) -> AudioFeatures:
    rate = extractor.sampling_rate
    return AudioFeatures(extractor, ClipRules(rate, 30 * rate, auto_resample), name="p")


def key_of(encoder: ValueEncoder, path: Path = Path("not/there.wav")) -> AudioKey:
    (piece,) = encoder.pieces(SourceFile(path, BLOB))
    assert isinstance(piece.key, AudioKey)
    return piece.key


def only(encoder: ValueEncoder, path: Path) -> Values:
    (values,) = encoder.encode(encoder.pieces(SourceFile(path)))
    assert isinstance(values, dict), values
    return values


def write(path: Path, seconds: float, rate: int = RATE, channels: int = 1) -> Path:
    draws = np.random.default_rng(3).normal(0, 0.1, (round(seconds * rate), channels))
    soundfile.write(path, draws.astype(np.float32), rate, subtype="FLOAT")
    return path


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("clips") / "a.wav", 1.0)


VARIATIONS = (
    ("Whisper", {"dither": 1e-4}),
    ("Whisper", {"feature_size": 128}),
    ("Whisper", {"n_fft": 512}),
    ("Whisper", {"hop_length": 80}),
    ("Whisper", {"chunk_length": 20}),
    ("Whisper", {"padding_value": 1.0}),
    ("Whisper", {"padding_side": "left"}),
    ("Whisper", {"sampling_rate": 8_000}),
    ("Wav2Vec2", {"do_normalize": False}),
    ("Wav2Vec2", {"padding_side": "left"}),
    ("AST", {"max_length": 512}),
    ("AST", {"mean": 0.0}),
    ("AST", {"std": 1.0}),
    ("SeamlessM4T", {"stride": 1}),
    ("SeamlessM4T", {"num_mel_bins": 40}),
    ("Clap", {"truncation": "rand_trunc"}),
    ("Clap", {"padding": "repeat"}),
    ("Clap", {"frequency_max": 8_000}),
)


@pytest.mark.parametrize(("base", "changed"), VARIATIONS)
def test_every_setting_that_changes_the_features_changes_the_key(
    base: str, changed: dict[str, object]
) -> None:
    loader = getattr(transformers, f"{base}FeatureExtractor")
    plain, varied = wrapped(loader()).fingerprint, wrapped(loader(**changed)).fingerprint
    assert plain.digest != varied.digest
    assert difference(plain.facts, varied.facts)


def test_edited_mel_filters_change_the_key() -> None:
    plain, edited = (transformers.WhisperFeatureExtractor() for _ in range(2))
    edited.mel_filters = edited.mel_filters.copy()
    edited.mel_filters[100, 40] += 1e-6
    assert difference(wrapped(plain).fingerprint.facts, wrapped(edited).fingerprint.facts) == (
        "mel_filters changed",)


def test_rate_and_cut_change_the_key() -> None:
    names = {key_of(open_audio(**options)).name()
             for options in ({}, {"max_seconds": 5.0}, {"max_seconds": 5.0001})}
    assert len(names) == 3


def test_the_suffix_says_resampling_exactly_where_it_is_allowed(tmp_path: Path) -> None:
    native, resampled = key_of(open_audio()), key_of(open_audio(auto_resample=True))
    assert ".rs." not in native.name()
    assert ".rs." in resampled.name()
    assert native.processor != resampled.processor


def test_resampler_and_decoder_are_in_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    native, resampled = open_audio(), open_audio(auto_resample=True)
    reading = resampled.fingerprint.facts["reading"]
    assert isinstance(reading, dict)
    assert reading["resampler"]["name"] == "soxr"  # type: ignore[index,call-overload]
    assert reading["resampler"]["soxr"]  # type: ignore[index,call-overload]
    assert native.fingerprint.facts["reading"]["resampler"] is None  # type: ignore[index,call-overload]
    monkeypatch.setattr("soundfile.__libsndfile_version__", "9.9.9")
    assert difference(native.fingerprint.facts, open_audio().fingerprint.facts) == (
        "reading.decoder.libsndfile: 1.2.2 → 9.9.9".replace(
            "1.2.2", native.fingerprint.facts["reading"]["decoder"]["libsndfile"]),)  # type: ignore[index,call-overload,arg-type]


def test_asking_for_a_mask_counts_only_where_there_is_one(clip: Path) -> None:
    for base, counts in (("Whisper", True), ("Wav2Vec2", True), ("AST", False), ("Clap", False)):
        loader = getattr(transformers, f"{base}FeatureExtractor")
        without, asked = wrapped(loader(return_attention_mask=False)), wrapped(
            loader(return_attention_mask=True))
        assert (without.fingerprint.digest != asked.fingerprint.digest) is counts, base
    masked = wrapped(transformers.WhisperFeatureExtractor(return_attention_mask=True))
    plain = wrapped(transformers.WhisperFeatureExtractor())
    assert set(only(masked, clip)) - set(only(plain, clip)) == {"attention_mask"}


@pytest.mark.parametrize("name", sorted(SOUND.names))
def test_saved_and_loaded_again_it_has_the_same_key_even_with_a_foreign_pin(
    name: str, tmp_path: Path
) -> None:
    extractor = getattr(transformers, f"{SOUND.names[name]}FeatureExtractor")()
    extractor._dlm_audio_processor_sha256 = "ab" * 32
    extractor.save_pretrained(tmp_path)
    config = tmp_path / "preprocessor_config.json"
    saved = {**json.loads(config.read_text(encoding="utf-8")),
             "_dlm_audio_processor_sha256": "cd" * 32}
    config.write_text(json.dumps(dict(reversed(list(saved.items())))), encoding="utf-8")
    fresh, again = open_audio(name), open_audio(tmp_path)
    assert difference(fresh.fingerprint.facts, again.fingerprint.facts) == ()
    assert fresh.fingerprint == again.fingerprint


MEMBERS = {
    "ast": {"input_values"},
    "clap": {"input_features", "is_longer"},
    "seamless-m4t": {"input_features", "attention_mask"},
    "wav2vec2": {"input_values"},
    "whisper": {"input_features"},
}


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_features_and_masks_are_kept_bit_for_bit(name: str, clip: Path) -> None:
    encoder = open_audio(name, auto_resample=True)
    assert isinstance(encoder, AudioFeatures)
    values, rate = only(encoder, clip), key_of(encoder).sample_rate
    assert set(values) == MEMBERS[name]
    samples = read_clip(clip, ClipRules(rate, 30 * rate, True))
    extractor = getattr(transformers, f"{SOUND.names[name]}FeatureExtractor")()
    direct = extractor(samples, sampling_rate=rate, return_tensors="np")
    for member, array in values.items():
        assert array.dtype == np.asarray(direct[member]).dtype
        np.testing.assert_array_equal(array, direct[member])


def test_whisper_features_have_the_shape_its_model_takes(clip: Path) -> None:
    assert only(open_audio(), clip)["input_features"].shape == (1, 80, 3000)
    key = key_of(open_audio())
    assert (key.sample_rate, key.max_samples) == (RATE, 480_000)


def test_what_an_extractor_takes_is_the_cut_where_nothing_is_chosen() -> None:
    assert key_of(open_audio("clap")).max_samples == 480_000
    assert key_of(open_audio("clap")).sample_rate == 48_000
    assert key_of(open_audio("wav2vec2")).max_samples == 30 * RATE


def test_a_rate_that_does_not_fit_is_refused_clip_by_clip(clip: Path, tmp_path: Path) -> None:
    fast = write(tmp_path / "fast.wav", 0.5, rate=44_100, channels=2)
    encoder = open_audio()
    pieces = [encoder.pieces(SourceFile(path))[0] for path in (fast, clip)]
    refused, values = encoder.encode(pieces)
    assert isinstance(refused, SourceError)
    assert "44,100" in str(refused)
    assert "16,000" in str(refused)
    assert isinstance(values, dict)
    assert only(open_audio(auto_resample=True), fast)["input_features"].shape == (1, 80, 3000)


def test_another_rate_than_the_extractors_is_refused_at_once() -> None:
    with pytest.raises(UserFacingError, match=r"takes 16,000 .* not 24,000"):
        open_audio(sample_rate=24_000)


@pytest.mark.parametrize("changed", [
    {"base": "Clap", "truncation": "fusion"}, {"base": "Clap", "truncation": "rand_trunc"},
    {"base": "Whisper", "dither": 0.01},
])
def test_what_an_extractor_draws_is_the_same_for_the_same_clip(
    changed: dict[str, object], tmp_path: Path
) -> None:
    options = dict(changed)
    extractor = getattr(transformers, f"{options.pop('base')}FeatureExtractor")(**options)
    path = write(tmp_path / "long.wav", 14.0, rate=extractor.sampling_rate)
    encoder = wrapped(extractor)
    first = only(encoder, path)
    np.random.rand(7)
    torch.rand(7)
    second = only(encoder, path)
    for member, array in first.items():
        np.testing.assert_array_equal(array, second[member])


@pytest.mark.parametrize(("base", "problem"), [
    ("UnivNet", "returns different features each time"),
    ("MarkupLM", "cannot be loaded|cannot work with clips"),
])
def test_an_extractor_that_cannot_be_cached_is_refused_at_once(
    base: str, problem: str, tmp_path: Path
) -> None:
    (tmp_path / "preprocessor_config.json").write_text(
        json.dumps({"feature_extractor_type": f"{base}FeatureExtractor"}), encoding="utf-8")
    with pytest.raises(UserFacingError, match=problem):
        open_audio(tmp_path)


def test_draws_of_the_program_go_on_as_if_nothing_had_been_drawn() -> None:
    np.random.seed(5)
    torch.manual_seed(5)
    expected = np.random.rand(2), torch.rand(2)
    np.random.seed(5)
    torch.manual_seed(5)
    with seed_draws(BLOB):
        np.random.rand(3)
        torch.rand(3)
    np.testing.assert_array_equal(np.random.rand(2), expected[0])
    assert torch.equal(torch.rand(2), expected[1])


def test_a_clip_too_short_for_an_extractor_is_one_sentence(tmp_path: Path) -> None:
    path = write(tmp_path / "short.wav", 0.001)
    encoder = open_audio("seamless-m4t")
    (refused,) = encoder.encode(encoder.pieces(SourceFile(path)))
    assert isinstance(refused, SourceError)
    assert "short.wav" in str(refused)
    assert "\n" not in str(refused)


def test_a_known_blob_names_the_key_without_opening_the_clip() -> None:
    assert key_of(open_audio(), Path("not/there.wav")).blob == BLOB


def test_a_folder_of_pictures_is_no_feature_extractor(tmp_path: Path) -> None:
    (tmp_path / "preprocessor_config.json").write_text(
        '{"image_processor_type": "CLIPImageProcessor"}', encoding="utf-8")
    with pytest.raises(UserFacingError, match="does not name its feature extractor"):
        open_audio(tmp_path)
    with pytest.raises(UserFacingError, match="no feature extractor") as caught:
        open_audio("whispr")
    assert "whisper" in caught.value.hint
