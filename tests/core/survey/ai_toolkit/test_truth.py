"""Every file that ai-toolkit wrote, beside what is true of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.errors import UserFacingError
from larder.core.survey.report import Depth
from tests.support.other_trainers import (
    judged_files,
    read_data_truths,
    read_truth,
    survey_trainer,
    unpack_trainer,
)

NAME = "ai-toolkit-flux"
JOB = "ai-toolkit/config/portraits_flux.yml"

OTHERWISE = {
    # By the trainer's own record only the date differs.
    "/data/photos/portraits/_latent_cache/touched_Env_W2OW_I4Xpo8U2hJKEQ.safetensors":
        ("suspect", "unticked"),
    "/data/photos/portraits/_latent_cache/touched_fy98O8H1HVagmU_1-4htCw.safetensors":
        ("suspect", "unticked"),
    # No caption of today explains it.
    "/data/photos/portraits/_t_e_cache/astronaut_dns-QYOzzilxH3Siq1YDbQ.safetensors":
        ("unexplained", "unticked"),
    # Its picture may only have been renamed.
    "/data/photos/scenes/_latent_cache/before_GYODWeJch3LvV1vpVfRObg.safetensors":
        ("orphan", "unticked"),
    "/data/photos/scenes/_t_e_cache/before_16pWL8LrU2KWoCRttGxnQA.safetensors":
        ("orphan", "unticked"),
}
"""(state, offer) where the contract decides otherwise."""


@pytest.mark.parametrize("depth", Depth)
def test_every_file_is_judged_as_the_trainers_own_run_showed(depth: Depth, tmp_path: Path) -> None:
    data = unpack_trainer(NAME, tmp_path)
    judged = judged_files(survey_trainer(data / JOB, depth=depth, data=data))
    expected = read_data_truths(NAME, OTHERWISE)
    assert {path: (file.state.name_in_contract, file.offer.value)
            for path, file in judged.items() if path in expected} == {
        path: (truth.state, truth.offer) for path, truth in expected.items()}


def test_what_the_next_run_encodes_is_what_is_missing(tmp_path: Path) -> None:
    data = unpack_trainer(NAME, tmp_path)
    judged = judged_files(survey_trainer(data / JOB, data=data))
    assert {path for path, file in judged.items() if file.state.name_in_contract == "missing"} == {
        missing["path"] for missing in read_truth(NAME)["missing"]}


def test_a_name_that_is_computed_again_is_proven(tmp_path: Path) -> None:
    data = unpack_trainer(NAME, tmp_path)
    judged = judged_files(survey_trainer(data / JOB, data=data))
    assert {file.proof.value for path, file in judged.items()
            if file.state.name_in_contract == "ok" and "_cache/" in path} == {"proven"}


def test_a_replaced_picture_with_its_old_date_is_proven_by_the_last_runs_record(
    tmp_path: Path,
) -> None:
    data = unpack_trainer(NAME, tmp_path)
    judged = judged_files(survey_trainer(data / JOB, data=data))
    stale = [file for path, file in judged.items() if "/sneaky_" in path and
             file.state.name_in_contract == "stale"]
    assert len(stale) == 2
    assert {file.proof.value for file in stale} == {"proven"}


@pytest.mark.parametrize("text", [
    "", "[]", "config:", "config: {process: 3}", "{config: {process: [{datasets: 1}]}}",
    "a: &a [*a]", "config: {process: [{datasets: [{folder_path: [3]}]}]}\n", "\t- x: [", "%YAML 9"])
def test_an_odd_job_gives_a_sentence(text: str, tmp_path: Path) -> None:
    job = tmp_path / "job.yaml"
    job.write_text(text, encoding="utf-8")
    with pytest.raises(UserFacingError):
        survey_trainer(job)
