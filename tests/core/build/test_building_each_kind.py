"""Pictures and clips end in stores that serve them, made by the libraries' own processors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from larder.core.encoders.value_encoder import SourceFile, ValueOptions
from larder.core.stores.values.store import ValuesStore
from larder.core.survey.report import Depth
from larder.core.workspace.store_kinds import StoreKind
from tests.support.late_packages import late_package
from tests.support.source_building import SourceBuild, write_clip, write_picture
from tests.support.surveying import drifted, run_survey

late_package("soundfile")
late_package("soxr")
late_package("transformers")

pytestmark = pytest.mark.filterwarnings("ignore:At least one mel filter")

SOUNDS = ("0.wav", "sub/1.flac", "sub/2.ogg")


def assert_all_served(build: SourceBuild, member: str) -> list[np.ndarray]:
    """Every source's value is in the store and as the encoder makes it; the values."""
    assert drifted(
        run_survey(build.store.folder.parent, depth=Depth.PAYLOAD), build.store.id) == {}
    found = []
    encoder = build.opener()
    with ValuesStore(build.store.kind, build.store.folder) as store:
        for path in sorted(build.sources.rglob("*.*")):
            (piece,) = encoder.pieces(SourceFile(path))
            values = store.get(piece.key)
            (fresh,) = encoder.encode([piece])
            assert values is not None
            assert isinstance(fresh, dict)
            np.testing.assert_array_equal(values[member], fresh[member])
            found.append(values[member])
    return found


@pytest.mark.parametrize("model", ["siglip", "qwen2-vl"])
def test_pictures_become_pixels(tmp_path: Path, model: str) -> None:
    made = SourceBuild.of(tmp_path, StoreKind.VISION, model=model)
    for number in range(3):
        write_picture(made.sources, f"{number}.png", seed=number)
    plan = made.plan(measure=True)
    assert plan.encoder is not None
    assert plan.encoder.resolution.count("x") == 1
    report = made.apply(plan)
    assert report.encoded == 3
    assert plan.bytes == pytest.approx(report.bytes, rel=0.1)
    assert_all_served(made, "pixel_values")
    assert made.plan().is_empty


def test_pictures_of_another_size_are_other_pixels(tmp_path: Path) -> None:
    made = SourceBuild.of(
        tmp_path, StoreKind.VISION, model="siglip", options=ValueOptions(size=(32, 48)))
    write_picture(made.sources, "0.png")
    assert made.build().encoded == 1
    (pixels,) = assert_all_served(made, "pixel_values")
    assert pixels.shape == (1, 3, 32, 48)
    made.opener.options = ValueOptions(size=(48, 32))
    assert made.plan().payloads == 1


def test_clips_become_features(tmp_path: Path) -> None:
    made = SourceBuild.of(
        tmp_path, StoreKind.AUDIO, model="whisper", options=ValueOptions(max_seconds=1.0))
    for number, name in enumerate(SOUNDS):
        write_clip(made.sources, name, seed=number)
    assert made.build().encoded == 3
    assert_all_served(made, "input_features")


def test_clips_become_samples_resampled_and_cut_as_asked(tmp_path: Path) -> None:
    made = SourceBuild.of(tmp_path, StoreKind.WAVEFORM, options=ValueOptions(
        sample_rate=8000, max_seconds=0.25, auto_resample=True))
    for number, name in enumerate(SOUNDS):
        write_clip(made.sources, name, seed=number, rate=22_050, seconds=0.2 + 0.1 * number)
    assert made.build().encoded == 3
    shapes = [wave.shape for wave in assert_all_served(made, "waveform")]
    assert shapes == [(1600,), (2000,), (2000,)]


def test_clips_of_another_rate_are_problems_where_resampling_was_not_allowed(
    tmp_path: Path,
) -> None:
    made = SourceBuild.of(tmp_path, StoreKind.WAVEFORM)
    write_clip(made.sources, "good.wav")
    write_clip(made.sources, "other.wav", rate=22_050)
    report = made.build()
    assert report.encoded == 1
    (failure,) = made.failures
    assert "22,050" in failure.problem


def test_broken_files_are_told_and_the_others_built(tmp_path: Path) -> None:
    made = SourceBuild.of(tmp_path, StoreKind.VISION, model="siglip")
    write_picture(made.sources, "good.png")
    (made.sources / "text.png").write_text("no picture")
    whole = write_picture(made.sources, "cut.png", seed=1).read_bytes()
    (made.sources / "cut.png").write_bytes(whole[:200])
    report = made.build()
    assert report.encoded == 1
    assert sorted(Path(failure.item).name for failure in made.failures) == [
        "cut.png", "text.png"]
    # They are tried again each time: the file may have been mended elsewhere.
    assert made.build().encoded == 0
    assert len(made.failures) == 2


def test_samples_of_another_decoder_are_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from larder.core.encoders import audio as audio_files

    made = SourceBuild.of(tmp_path, StoreKind.WAVEFORM)
    write_clip(made.sources, "0.wav")
    made.build()
    names = set(made.payloads())
    facts = audio_files.decoding_facts
    monkeypatch.setattr(
        "larder.core.encoders.audio.decoding_facts",
        lambda rules: {**facts(rules), "decoder": "a newer one"})
    report = made.build()
    assert report.encoded == 1
    assert set(made.payloads()) == names
    assert made.plan().is_empty


def test_a_trial_on_broken_sources_only_leaves_the_plan_without_an_estimate(
    tmp_path: Path,
) -> None:
    made = SourceBuild.of(tmp_path, StoreKind.VISION, model="siglip")
    (made.sources / "text.png").write_text("no picture")
    plan = made.plan(measure=True)
    assert (plan.payloads, plan.bytes, plan.measured) == (1, None, 0)
