"""A name in a config that no file can have is told in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from larder.core.errors import WorkspaceError
from larder.core.quantities import moment_text
from larder.core.workspace.onetrainer_config import read_config


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "\udc00x"])
@pytest.mark.parametrize("key", [
    "cache_dir", "base_model_name", "huggingface_cache_dir", "concept_file_name",
    "lora_model_name", "vae_model_name"])
def test_a_name_that_no_file_can_have_is_told(tmp_path: Path, key: str, name: str) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "X", key: name}))
    with pytest.raises(WorkspaceError, match=f'"{key}" in .* which is not a valid file name'):
        read_config(tmp_path / "config.json")


def test_a_name_inside_a_part_is_told(tmp_path: Path) -> None:
    config = {"model_type": "X", "vae": {"model_name": "a\0b"}}
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(WorkspaceError, match="model_name"):
        read_config(tmp_path / "config.json")


def test_bytes_that_are_not_utf_8_make_a_name(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"cache_dir": "caf\udce9"}))
    assert read_config(tmp_path / "config.json").cache_dir == "caf\udce9"


@pytest.mark.parametrize("seconds", [253402300800.0, 1e30, -1e30, float("inf")])
def test_a_date_that_no_calendar_has_is_the_number_it_is(seconds: float) -> None:
    assert moment_text(seconds).endswith(" s")
