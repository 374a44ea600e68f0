"""Every file that musubi-tuner wrote, beside what is true of it."""

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
    "musubi-wan": "dataset.toml",
    "musubi-qwen-image": "qi.toml",
}


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("name", CONFIGS)
def test_every_file_is_judged_as_the_trainers_own_run_showed(
    name: str, depth: Depth, tmp_path: Path
) -> None:
    folder = unpack_trainer(name, tmp_path)
    judged = judged_files(survey_trainer(folder / CONFIGS[name], depth=depth))
    expected = read_truths(name)
    assert {path: (file.state.name_in_contract, file.offer.value)
            for path, file in judged.items() if path in expected} == {
        path: (truth.state, truth.offer) for path, truth in expected.items()}


@pytest.mark.parametrize("name", CONFIGS)
def test_what_is_left_over_is_said_to_be_trained_all_the_same(name: str, tmp_path: Path) -> None:
    folder = unpack_trainer(name, tmp_path)
    judged = judged_files(survey_trainer(folder / CONFIGS[name]))
    left_over = [file for file in judged.values() if file.state.name_in_contract == "leftover"]
    assert all("musubi trains on it all the same" in file.why for file in left_over)


def test_a_file_that_the_cache_command_would_delete_is_named(tmp_path: Path) -> None:
    folder = unpack_trainer("musubi-qwen-image", tmp_path)
    judged = judged_files(survey_trainer(folder / "qi.toml"))
    lora = judged["Bilder/Satz A/my_cat_style_qi.safetensors"]
    assert "deletes it" in lora.why
    assert "deletes it" not in judged["cache jsonl/epoch-000002.safetensors"].why


def test_what_is_cached_of_a_lost_picture_is_one_item(tmp_path: Path) -> None:
    folder = unpack_trainer("musubi-wan", tmp_path)
    judged = judged_files(survey_trainer(folder / "dataset.toml"))
    of_ihc = {file.unit for path, file in judged.items() if "/ihc_" in path}
    assert len(of_ihc) == 1
    assert of_ihc != {""}


@pytest.mark.parametrize("content", [
    b"", b"\0", b"\xff" * 8, b"\x10" + bytes(7) + b"{" * 16, bytes(7) + b"\x01" + b"{}",
    b'\x02\0\0\0\0\0\0\0{}'])
def test_a_file_that_is_no_tensor_file_is_damaged_or_foreign(
    content: bytes, tmp_path: Path
) -> None:
    folder = unpack_trainer("musubi-wan", tmp_path)
    name = "cache/pics/astronaut_0256x0256_wan.safetensors"
    (folder / name).write_bytes(content)
    state = judged_files(survey_trainer(folder / "dataset.toml"))[name].state
    assert state.name_in_contract in ("damaged", "foreign")
