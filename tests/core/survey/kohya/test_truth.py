"""Every file that sd-scripts wrote, beside what is true of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from larder.core.survey.report import Depth
from tests.support.other_trainers import (
    judged_files,
    read_truths,
    survey_trainer,
    unpack_trainer,
)

CONFIGS: Mapping[str, str] = {
    "kohya-flux": "dataset.toml",
    "kohya-sdxl": "config.toml",
    "kohya-sd15": "dataset.toml",
    "kohya-sdxl-cacheinfo": "dataset.toml",
    "kohya-flux-injson": "dataset.toml",
}

OTHERWISE: Mapping[tuple[str, str], tuple[str, str]] = {
    # The date of one list speaks against every text that it names alike, so it is said once.
    ("kohya-flux-injson", "photos/astro_0200x0200_flux_flux_te.npz"): ("ok", "never"),
    # Orphans that it lists are offered with it.
    ("kohya-sdxl-cacheinfo", "train/metadata_cache.json"): ("stale", "unticked"),
}
"""(state, offer) where the truth tells what no file shows, or the contract decides otherwise."""

VALUES_TELL = {"data/d_mask/hubble_0256x0223_sd.npz", "data/d_mask/retina_0240x0240_sd.npz"}
"""Files of which only the values tell."""


@pytest.mark.parametrize("name", CONFIGS)
def test_every_file_is_judged_as_the_trainers_own_run_showed(name: str, tmp_path: Path) -> None:
    folder = unpack_trainer(name, tmp_path)
    judged = judged_files(survey_trainer(folder / CONFIGS[name], depth=Depth.PAYLOAD))
    expected = read_truths(name, OTHERWISE)
    assert {path: (file.state.name_in_contract, file.offer.value, file.unused_bytes)
            for path, file in judged.items() if path in expected} == {
        path: (truth.state, truth.offer, truth.unused_bytes) for path, truth in expected.items()}
    assert {path for path, file in judged.items() if file.bytes} == {
        path for path in expected if (folder / path).stat().st_size} | {
        path for path, file in judged.items() if file.bytes and path not in expected}


@pytest.mark.parametrize("name", CONFIGS)
def test_headers_alone_tell_all_but_what_only_values_show(name: str, tmp_path: Path) -> None:
    folder = unpack_trainer(name, tmp_path)
    shallow = judged_files(survey_trainer(folder / CONFIGS[name]))
    deep = judged_files(survey_trainer(folder / CONFIGS[name], depth=Depth.PAYLOAD))
    assert {path for path in deep if deep[path].state is not shallow[path].state} <= VALUES_TELL


@pytest.mark.parametrize("name", CONFIGS)
def test_no_file_is_called_proven_that_only_names_and_dates_speak_for(
    name: str, tmp_path: Path
) -> None:
    folder = unpack_trainer(name, tmp_path)
    for file in judged_files(survey_trainer(folder / CONFIGS[name])).values():
        if file.state.name_in_contract == "ok":
            assert file.proof.value == "none"
            assert "as far as" in file.why or file.name == "metadata_cache.json"


def test_a_picture_whose_size_would_be_taken_from_another_name_is_said_to_be_squeezed(
    tmp_path: Path,
) -> None:
    folder = unpack_trainer("kohya-flux", tmp_path)
    missing = judged_files(survey_trainer(folder / "dataset.toml"))[
        "pics/2_stones/moon_0200x0250_flux.npz"]
    assert (missing.state.name_in_contract, missing.bytes) == ("missing", 0)
    assert "squeezed" in missing.why
    assert "moon_2_0200x0250_flux.npz" in missing.why
