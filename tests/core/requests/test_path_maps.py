"""A workspace is opened with the maps it was given the last time."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.settings import config_home, key_of, load_settings, maps_of, read_maps

MAPS = (("E:", "/mnt/e"), ("/old", "/new"))


def test_given_maps_are_remembered_and_used_when_none_are_given(tmp_path: Path) -> None:
    workspace = str(tmp_path / "w.json")
    assert maps_of(workspace, ()) == ()
    assert maps_of(workspace, MAPS) == MAPS
    assert maps_of(workspace, ()) == read_maps(workspace) == MAPS
    assert maps_of(workspace, MAPS[:1]) == read_maps(workspace) == MAPS[:1]


def test_a_workspace_is_the_same_however_its_path_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    maps_of("w.json", MAPS)
    assert read_maps(str(tmp_path / "w.json")) == MAPS
    assert read_maps("./below/../w.json") == MAPS
    assert set(load_settings().path_maps) == {key_of("w.json")}


def test_maps_are_used_where_they_cannot_be_remembered() -> None:
    config_home().parent.mkdir(parents=True, exist_ok=True)
    config_home().write_text("no folder", encoding="utf-8")
    assert maps_of("/w", MAPS) == MAPS
    assert read_maps("/w") == ()
