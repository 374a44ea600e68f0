import itertools
import wave
from pathlib import Path

import numpy as np
import pytest

from larder.core.demo.drifts import CLICKS
from larder.core.demo.sample_sources import find_shipped
from larder.core.demo.value_caches import (
    RULES,
    LogMel,
    read_wave,
    sample_features,
    sample_waveforms,
)
from larder.core.encoders.audio import ClipRules
from larder.core.encoders.protocol import SourceError

SECONDS = 0.5


def tone(hertz, rate):
    return 0.5 * np.sin(2 * np.pi * hertz * np.arange(round(SECONDS * rate)) / rate)


@pytest.fixture
def saved(tmp_path):
    def save(signal, rate):
        path = tmp_path / "clip.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1 if signal.ndim == 1 else signal.shape[1])
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(np.round(np.clip(signal, -1, 1) * 32_767).astype("<i2").tobytes())
        return path

    return save


@pytest.fixture(scope="module")
def sounds(sample):
    return {path.name: path for path in (Path(sample.folder) / "sounds").iterdir()}


def outline(samples):
    """Loudness in 64 parts, what a small drawing of a waveform shows."""
    return np.array([np.abs(part).max() for part in np.array_split(samples, 64)])


def test_they_are_a_few_seconds_in_files_any_program_opens(sounds):
    formats, seconds = {}, 0.0
    for name, path in sounds.items():
        with wave.open(str(path)) as file:
            formats[name] = (file.getframerate(), file.getnchannels(), 8 * file.getsampwidth())
            seconds += file.getnframes() / file.getframerate()

    assert formats == {
        "chord_48k_stereo.wav": (48_000, 2, 16), "clicks.wav": (16_000, 1, 16),
        "melody.wav": (16_000, 1, 16), "sweep.wav": (16_000, 1, 16)}
    assert 5 < seconds < 12


def test_their_waveforms_can_be_told_apart(sounds):
    outlines = {name: outline(read_wave(path, RULES)) for name, path in sounds.items()}

    for first, second in itertools.combinations(outlines, 2):
        assert np.abs(outlines[first] - outlines[second]).mean() > 0.1, (first, second)


def test_none_is_silent_or_cut_off_at_full_scale(sounds):
    for name, path in sounds.items():
        assert 0.3 < np.abs(read_wave(path, RULES)).max() < 1, name


def test_the_edited_clip_is_another_one_than_was_cached(sounds):
    now, cached = (read_wave(path, RULES) for path in (sounds["clicks.wav"], find_shipped(CLICKS)))
    assert np.abs(now[:20_000] - cached[:20_000]).max() > 0.4


class TestReading:
    def test_gives_back_what_was_written_to_half_a_level(self, saved):
        signal = tone(440, 16_000)

        read = read_wave(saved(signal, 16_000), RULES)

        assert read.dtype == np.float32
        np.testing.assert_allclose(read, signal, atol=1.5 / 32_768)

    def test_takes_the_mean_of_the_channels(self, saved):
        left, right = tone(440, 16_000), tone(700, 16_000)

        read = read_wave(saved(np.stack([left, right], axis=1), 16_000), RULES)

        np.testing.assert_allclose(read, (left + right) / 2, atol=2 / 32_768)

    def test_a_higher_rate_keeps_its_tones_where_they_are(self, saved):
        read = read_wave(saved(tone(1000, 48_000), 48_000), RULES)

        np.testing.assert_allclose(read[100:-100], tone(1000, 16_000)[100:-100], atol=2e-3)

    def test_what_the_lower_rate_cannot_tell_does_not_fold_in(self, saved):
        read = read_wave(saved(tone(11_000, 48_000), 48_000), RULES)

        assert np.abs(read[100:-100]).max() < 2e-3

    def test_is_cut(self, saved):
        assert len(read_wave(saved(tone(440, 16_000), 16_000), ClipRules(16_000, 100))) == 100

    @pytest.mark.parametrize(("rate", "rules"), [
        (48_000, ClipRules(16_000, 100)), (44_100, RULES), (8_000, RULES)])
    def test_another_rate_is_refused(self, saved, rate, rules):
        with pytest.raises(SourceError, match=f"{rate:,} samples per second"):
            read_wave(saved(tone(440, rate), rate), rules)

    @pytest.mark.parametrize("content", [b"", b"RIFF", b"no sound at all"])
    def test_what_is_no_sound_is_refused(self, tmp_path, content):
        path = tmp_path / "clip.wav"
        path.write_bytes(content)

        with pytest.raises(SourceError, match=r"clip\.wav cannot be decoded"):
            read_wave(path, RULES)

    def test_other_numbers_of_bits_are_refused(self, tmp_path):
        path = tmp_path / "clip.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(3)
            file.setframerate(16_000)
            file.writeframes(bytes(30))

        with pytest.raises(SourceError, match="24 bits"):
            read_wave(path, RULES)


class TestLogMel:
    def test_has_a_frame_per_hundredth_of_a_second_that_lies_inside(self):
        features = LogMel().features(tone(440, 16_000).astype(np.float32), 16_000)

        assert features.shape == (1, 80, 1 + (8000 - 400) // 160)
        assert features.dtype == np.float32

    @pytest.mark.parametrize("hertz", [200, 440, 1000, 3000])
    def test_a_tone_is_loudest_in_the_band_around_it(self, hertz):
        settings = LogMel()
        mel = 2595 * np.log10(1 + np.array([40, hertz, 8000]) / 700)
        expected = (mel[1] - mel[0]) / (mel[2] - mel[0]) * (settings.bands + 1) - 1

        features = settings.features(tone(hertz, 16_000).astype(np.float32), 16_000)

        assert abs(features[0].mean(axis=1).argmax() - expected) <= 1

    def test_silence_is_the_floor(self):
        features = LogMel().features(np.zeros(4000, np.float32), 16_000)

        assert np.all(features == -10)

    def test_a_sweep_rises_through_the_bands(self, sounds):
        features = LogMel().features(read_wave(sounds["sweep.wav"], RULES), 16_000)[0]

        loudest = features.argmax(axis=0)[10:-10]
        assert np.all(np.diff(loudest) >= -1)
        assert loudest[-1] - loudest[0] > 50


class TestFingerprints:
    def test_every_setting_counts(self):
        settings = [
            LogMel(), LogMel(window=512), LogMel(hop=200), LogMel(bands=64),
            LogMel(lowest_hz=0.0), LogMel(highest_hz=7000.0), LogMel(floor=1e-8)]

        assert len({sample_features(one).fingerprint.digest for one in settings}) == 7

    def test_the_decoder_is_part_of_both(self):
        assert sample_waveforms().fingerprint.facts["decoder"] == {"bits": 16, "name": "wave"}
        reading = sample_features().fingerprint.facts["reading"]
        assert reading["resampler"]["taps"] == 97
