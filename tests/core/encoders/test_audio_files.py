"""Clips as samples: decoded, mixed, resampled and cut in that order."""

from __future__ import annotations

import errno
import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.encoders.audio import ClipRules, Samples, Waveforms, read_clip
from larder.core.encoders.open_value_encoder import open_value_encoder
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import SourceFile, ValueOptions
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import WaveformKey
from larder.core.keys.strict_fingerprint import difference
from larder.core.workspace.store_kinds import StoreKind
from tests.support.late_packages import late_package

soundfile = late_package("soundfile")
soxr = late_package("soxr")

RATE = 16_000


def noise(seconds: float, rate: int = RATE, channels: int = 1) -> Samples:
    draws = np.random.default_rng(9).normal(0, 0.1, (round(seconds * rate), channels))
    return draws.astype(np.float32)


def write(path: Path, samples: Samples, rate: int = RATE, subtype: str = "FLOAT") -> Path:
    soundfile.write(path, samples, rate, subtype=subtype)
    return path


def rules(seconds: float = 30.0, *, auto_resample: bool = False) -> ClipRules:
    return ClipRules(RATE, round(seconds * RATE), auto_resample)


def waveforms(**options: object) -> Waveforms:
    chosen = ValueOptions(**options)  # type: ignore[arg-type]
    encoder = open_value_encoder(StoreKind.WAVEFORM, options=chosen)
    assert isinstance(encoder, Waveforms)
    return encoder


def key_of(encoder: Waveforms, path: Path) -> WaveformKey:
    (piece,) = encoder.pieces(SourceFile(path, "1" * 64))
    assert isinstance(piece.key, WaveformKey)
    return piece.key


def test_samples_are_mono_float32_one_axis_and_contiguous(tmp_path: Path) -> None:
    samples = read_clip(write(tmp_path / "a.wav", noise(0.5, channels=2)), rules())
    assert samples.dtype == np.float32
    assert samples.shape == (8_000,)
    assert samples.flags.c_contiguous


def test_mono_is_the_mean_over_the_channels(tmp_path: Path) -> None:
    stereo = noise(0.5, channels=2)
    samples = read_clip(write(tmp_path / "a.wav", stereo), rules())
    np.testing.assert_array_equal(samples, stereo.mean(axis=1, dtype=np.float32))


def test_mono_is_mixed_before_resampling(tmp_path: Path) -> None:
    stereo = noise(1.0, rate=44_100, channels=2)
    path = write(tmp_path / "a.wav", stereo, 44_100)
    mixed = soxr.resample(stereo.mean(axis=1, dtype=np.float32), 44_100, RATE, quality="HQ")
    np.testing.assert_array_equal(read_clip(path, rules(auto_resample=True)), mixed)


def test_longer_clips_are_cut_on_the_sample_and_shorter_ones_not_padded(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", noise(2.0))
    whole = read_clip(path, rules(30.0))
    assert len(whole) == 2 * RATE
    for seconds in (1.0, 0.00013, 1.99999):
        cut = read_clip(path, rules(seconds))
        assert len(cut) == round(seconds * RATE)
        np.testing.assert_array_equal(cut, whole[: len(cut)])


@pytest.mark.parametrize("rate", [8_000, 22_050, 44_100, 48_000])
def test_decoding_only_what_the_cut_needs_gives_the_very_samples_of_the_whole(
    rate: int, tmp_path: Path
) -> None:
    clip = noise(6.0, rate=rate)
    path = write(tmp_path / "a.wav", clip, rate)
    whole = soxr.resample(clip[:, 0], rate, RATE, quality="HQ")
    for seconds in (0.1, 2.0, 4.99, 30.0):
        samples = read_clip(path, rules(seconds, auto_resample=True))
        assert len(samples) <= round(seconds * RATE)
        np.testing.assert_array_equal(samples, whole[: round(seconds * RATE)])


def test_a_rate_that_does_not_fit_is_refused_with_both_rates(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", noise(0.5, rate=44_100), 44_100)
    with pytest.raises(SourceError, match=r"44,100 .* 16,000 .* Allow resampling"):
        read_clip(path, rules())


def test_the_right_rate_is_not_resampled_even_where_that_is_allowed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", noise(0.5))
    np.testing.assert_array_equal(
        read_clip(path, rules(auto_resample=True)), read_clip(path, rules()))


@pytest.mark.parametrize("suffix", ["wav", "flac", "ogg"])
def test_compressed_clips_are_decoded(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{suffix}"
    soundfile.write(path, noise(0.5), RATE)
    assert read_clip(path, rules()).shape == (8_000,)


def test_sixteen_bit_samples_are_those_of_the_file(tmp_path: Path) -> None:
    levels = np.arange(-32768, 32768, 7, dtype=np.int16)
    soundfile.write(tmp_path / "a.wav", levels, RATE, subtype="PCM_16")
    samples = read_clip(tmp_path / "a.wav", rules())
    np.testing.assert_array_equal(samples * 32768, levels)


def test_what_is_no_clip_is_one_sentence(tmp_path: Path) -> None:
    text, empty, broken = (tmp_path / name for name in ("a.wav", "b.wav", "c.wav"))
    text.write_text("no clip", encoding="utf-8")
    write(empty, noise(0.0))
    samples = noise(0.1)
    samples[3] = np.nan
    write(broken, samples)
    for path, problem in ((text, "cannot be decoded"), (empty, "no samples"),
                          (broken, "not numbers"), (tmp_path / "gone.wav", "cannot be read")):
        with pytest.raises(SourceError, match=problem) as caught:
            read_clip(path, rules())
        assert path.name in str(caught.value)
        assert "\n" not in str(caught.value)


def test_waveforms_are_stored_as_they_are_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", noise(2.0))
    encoder = waveforms(max_seconds=1.5)
    (values,) = encoder.encode(encoder.pieces(SourceFile(path)))
    assert isinstance(values, dict)
    np.testing.assert_array_equal(values["waveform"], read_clip(path, rules(1.5)))


def test_any_extractor_at_the_same_rate_and_cut_gets_the_same_key(tmp_path: Path) -> None:
    one, other = (key_of(waveforms(max_seconds=4.0), tmp_path / "a") for _ in range(2))
    assert one == other
    assert one == WaveformKey("1" * 64, RATE, 64_000, False, one.decoder)


def test_rate_cut_and_resampling_are_in_the_key(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    keys = [key_of(waveforms(**options), path) for options in (
        {}, {"sample_rate": 24_000}, {"max_seconds": 5.0}, {"auto_resample": True})]
    assert len({key.name() for key in keys}) == 4
    assert [".rs." in key.name() for key in keys] == [False, False, False, True]


def test_decoder_and_resampler_versions_are_in_the_key_where_they_are_used(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, resampled = waveforms(), waveforms(auto_resample=True)
    versions = {"soundfile": "0.14.0", "soxr": "9.9.9"}
    monkeypatch.setattr("larder.core.encoders.audio.package_versions",
                        lambda names: {name: versions[name] for name in names})
    newer = waveforms(auto_resample=True)
    assert "resampler.soxr" in " ".join(
        difference(resampled.fingerprint.facts, newer.fingerprint.facts))
    assert waveforms().fingerprint == plain.fingerprint
    versions["soundfile"] = "0.99"
    assert waveforms().fingerprint != plain.fingerprint
    monkeypatch.setattr("soundfile.__libsndfile_version__", "9.9.9")
    assert "decoder.libsndfile" in " ".join(
        difference(plain.fingerprint.facts, waveforms().fingerprint.facts))


def test_a_clip_without_a_known_blob_is_encoded_all_the_same(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", noise(0.5))
    encoder = waveforms()
    known, unknown = encoder.pieces(SourceFile(path, "2" * 64)), encoder.pieces(SourceFile(path))
    assert known[0].key != unknown[0].key
    first, second = encoder.encode([*known, *unknown])
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    np.testing.assert_array_equal(first["waveform"], second["waveform"])


def test_a_known_blob_names_the_key_without_opening_the_clip() -> None:
    assert key_of(waveforms(), Path("not/there.wav")).blob == "1" * 64
    with pytest.raises(SourceError, match=r"there\.wav cannot be read"):
        waveforms().pieces(SourceFile(Path("not/there.wav")))


def test_one_bad_clip_leaves_the_others_their_values(tmp_path: Path) -> None:
    good = write(tmp_path / "good.wav", noise(0.5))
    fast = write(tmp_path / "fast.wav", noise(0.5, rate=48_000), 48_000)
    encoder = waveforms()
    pieces = [encoder.pieces(SourceFile(path))[0] for path in (fast, good)]
    refused, values = encoder.encode(pieces)
    assert isinstance(refused, SourceError)
    assert isinstance(values, dict)


@pytest.mark.parametrize("options", [
    {"max_seconds": 0.0}, {"max_seconds": -1.0}, {"max_seconds": float("nan")},
    {"max_seconds": float("inf")}, {"max_seconds": 1e-9}, {"sample_rate": 0},
])
def test_lengths_and_rates_that_make_no_sense_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(UserFacingError):
        waveforms(**options)


@pytest.mark.parametrize("package", ["soundfile", "soxr"])
def test_a_missing_package_is_one_sentence(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UserFacingError, match=f"needs the package {package}") as caught:
        waveforms(auto_resample=True)
    assert f"{sys.executable} -m pip install" in caught.value.hint


def test_without_resampling_soxr_is_not_needed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "soxr", None)
    encoder = waveforms()
    (values,) = encoder.encode(encoder.pieces(SourceFile(write(tmp_path / "a.wav", noise(0.1)))))
    assert isinstance(values, dict)


@pytest.mark.parametrize("whole", [100, 20_000])
def test_a_clip_whose_drive_fails_is_refused_and_not_cut_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], whole: int
) -> None:
    class Broken(io.FileIO):
        def readinto(self, buffer: Any) -> int | None:
            if self.tell() + len(buffer) > whole:
                raise OSError(errno.EIO, "Input/output error")
            return super().readinto(buffer)

    clip = write(tmp_path / "clip.wav", noise(1.0))
    monkeypatch.setattr(
        "larder.core.encoders.audio.open_regular", lambda path, buffered: Broken(path))
    with pytest.raises(SourceError, match="cannot be read: Input"):
        read_clip(clip, rules())
    assert "Traceback" not in capfd.readouterr().err
