"""Inputs that fuzzing found, each the smallest that shows it: all of them get an answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import read_weights_header
from larder.core.stores.indexed.content_index import payloads_by_prompt
from larder.core.stores.indexed.index_file import read_index
from larder.core.workspace.open_workspace import open_workspace
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.surveying import run_survey

DEEP = b"[" * 100_000 + b"]" * 100_000
ROW = {"filename": "a.png", "hash": "a" * 16, "mtime": 1.5, "modeltype": "M",
       "variants": {"_": {"cache_file": "a" * 12}}}


def index(**rows: Any) -> bytes:
    return json.dumps({"version": 3, "entries": {"a.png": ROW, **rows}, "hash_index": {}}).encode()


def test_a_row_that_is_not_utf_8_spoils_the_index_as_it_does_for_the_trainer(
    tmp_path: Path
) -> None:
    (tmp_path / "cache.json").write_bytes(index().replace(b"aaaa", b"\xac\xfeaa", 1))
    assert "not UTF-8" in read_index(tmp_path).rejected["cache.json"]


def test_a_row_with_a_lone_surrogate_is_left_out_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "cache.json").write_bytes(
        index(b={**ROW, "hash": "\ud800"}))
    found = read_index(tmp_path)
    assert not found.rejected
    assert len(found.columns) + len(found.columns.unreadable) == 2


def test_a_content_index_nested_a_thousand_deep_is_none(tmp_path: Path) -> None:
    (tmp_path / "content_index.json").write_bytes(DEEP)
    assert payloads_by_prompt(tmp_path) == {}


def weights(header: bytes) -> bytes:
    return len(header).to_bytes(8, "little") + header


@pytest.mark.parametrize("header", [b'{"a\x95": 1}', b'{"a": {"dtype": "\xff"}}', DEEP, b"", b"{"])
def test_a_header_that_is_no_json_is_no_safetensors_file(tmp_path: Path, header: bytes) -> None:
    (tmp_path / "in.safetensors").write_bytes(weights(header))
    with pytest.raises(UserFacingError, match="not a safetensors file"):
        read_weights_header(tmp_path / "in.safetensors")


@pytest.mark.parametrize("change", [
    lambda config: config.update(cache_dir="\0"),
    lambda config: config.update(cache_dir="\ud800"),
    lambda config: config.update(concept_file_name="\0"),
    lambda config: config.update(concepts=[{"name": "a", "path": "\ud800"}]),
    lambda config: config.update(concepts=[{"name": "a", "path": "\0"}]),
])
def test_a_config_with_names_that_no_file_can_have_is_opened_or_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    config = {"model_type": "STABLE_DIFFUSION_15", "cache_dir": "cache", "concepts": []}
    change(config)
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="ascii")
    with suppress(UserFacingError):
        open_workspace(tmp_path / "config.json")


@pytest.mark.parametrize("file", [
    "training_presets/config.json", "training_concepts/concepts.json"])
def test_a_number_of_five_thousand_digits_is_said(tmp_path: Path, file: str) -> None:
    config = IndexedWorkspace(tmp_path).write()
    (tmp_path / file).write_text('{"resolution": ' + "7" * 5000 + "}")
    with pytest.raises(UserFacingError, match="a number in it is too long"):
        open_workspace(config)


@pytest.mark.parametrize("path", ["\0", "\ud800", "/", "//"])
def test_a_concept_that_is_no_folder_or_all_of_them_is_said_and_not_walked(
    tmp_path: Path, path: str
) -> None:
    workspace = IndexedWorkspace(tmp_path)
    cats = workspace.add_concept()
    workspace.add_picture(f"{cats}/1.png")
    workspace.write()
    concepts = tmp_path / "training_concepts/concepts.json"
    document = json.loads(concepts.read_bytes())
    document.append({**document[0], "name": "odd", "path": path, "include_subdirectories": True})
    concepts.write_text(json.dumps(document), encoding="ascii")
    report = run_survey(tmp_path / "training_presets/config.json")
    assert any('"odd"' in found.problem for found in report.workspace.problems)
    assert len(report.stores[0].rows) == 1
