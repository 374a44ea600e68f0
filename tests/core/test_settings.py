"""Settings come back as they were saved, and a bad file never stops a start."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.settings import (
    MAX_RECENT,
    ByteUnits,
    ColourScheme,
    Settings,
    cache_home,
    change_settings,
    config_home,
    load_settings,
    save_settings,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SETTINGS = st.builds(
    Settings,
    min_age_hours=st.floats(min_value=0, max_value=1e6),
    byte_units=st.sampled_from(ByteUnits),
    hide_names=st.booleans(),
    colour_scheme=st.sampled_from(ColourScheme),
    recent_workspaces=st.lists(TEXT, max_size=4).map(tuple),
    path_maps=st.dictionaries(
        TEXT, st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=3).map(tuple), max_size=3
    ),
    saved_filters=st.dictionaries(TEXT, TEXT, max_size=3),
)


def write_settings(text: str) -> Path:
    path = config_home() / "settings.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@given(SETTINGS)
def test_settings_round_trip(settings: Settings) -> None:
    save_settings(settings)
    assert load_settings() == settings


def test_without_a_file_there_are_defaults_and_nothing_is_written() -> None:
    assert load_settings() == Settings()
    assert load_settings().min_age_hours == 24
    assert not config_home().exists()


@pytest.mark.parametrize("text", ["min_age_hours = ", "[[[", 'a = "\\x"', "a = 1\na = 2"])
def test_a_file_that_is_no_toml_gives_defaults_a_finding_and_stays(text: str) -> None:
    path = write_settings(text)
    loaded = load_settings()
    assert str(path) in loaded.problems[0]
    assert loaded.min_age_hours == 24
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_is_no_text_gives_defaults_and_a_finding() -> None:
    path = write_settings("")
    path.write_bytes(b"\xff\xfe")
    assert len(load_settings().problems) == 1


def test_saving_over_an_unreadable_file_keeps_it_beside() -> None:
    path = write_settings("[[[")
    save_settings(Settings(hide_names=True))
    assert load_settings() == Settings(hide_names=True)
    assert path.with_name("settings.toml.unreadable").read_text(encoding="utf-8") == "[[["


def test_one_wrong_value_costs_only_itself() -> None:
    wrong = 'min_age_hours = -1\nbyte_units = "miles"\nrecent_workspaces = ["a", 5]\n'
    write_settings(f"hide_names = true\n{wrong}")
    loaded = load_settings()
    assert loaded.hide_names
    assert (loaded.min_age_hours, loaded.byte_units) == (24, ByteUnits.IEC)
    assert [problem.split()[0] for problem in loaded.problems] == [
        "min_age_hours",
        "byte_units",
        "recent_workspaces",
    ]


def test_whole_hours_may_be_written_without_a_point() -> None:
    write_settings("min_age_hours = 48\n")
    assert load_settings().min_age_hours == 48.0


def test_keys_of_a_newer_version_survive_a_save() -> None:
    write_settings('format_version = 2\nshelf = "top"\n[pantry]\njars = [1, 2]\n')
    loaded = load_settings()
    assert loaded.problems == ()
    save_settings(loaded.with_recent("/w"))
    assert load_settings().unknown == {
        "format_version": 2,
        "shelf": "top",
        "pantry": {"jars": [1, 2]},
    }


def test_recent_workspaces_are_the_latest_and_each_once() -> None:
    settings = Settings()
    for number in range(MAX_RECENT + 3):
        settings = settings.with_recent(str(number))
    settings = settings.with_recent("7")
    assert len(settings.recent_workspaces) == MAX_RECENT
    assert settings.recent_workspaces[:2] == ("7", str(MAX_RECENT + 2))
    assert settings.recent_workspaces.count("7") == 1


def test_maps_are_kept_per_workspace_and_can_be_forgotten() -> None:
    settings = Settings().with_path_maps("/a", (("D:", "/mnt"),))
    settings = settings.with_path_maps("/b", (("x", "y"),))
    assert settings.path_maps == {"/a": (("D:", "/mnt"),), "/b": (("x", "y"),)}
    assert settings.with_path_maps("/a", ()).path_maps == {"/b": (("x", "y"),)}


def test_a_path_that_is_not_utf8_is_left_out_of_the_file() -> None:
    odd = os.fsdecode(b"/caf\xe9")
    save_settings(Settings().with_recent("/w").with_recent(odd).with_path_maps(odd, (("a", "b"),)))
    assert load_settings() == Settings(recent_workspaces=("/w",))


def test_the_homes_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LARDER_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LARDER_CONFIG_HOME", str(tmp_path / "config"))
    assert (cache_home(), config_home()) == (tmp_path / "cache", tmp_path / "config")


def test_the_homes_are_the_users_own_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LARDER_CACHE_HOME", "LARDER_CONFIG_HOME"):
        monkeypatch.delenv(variable)
    for home in (cache_home(), config_home()):
        assert home.is_absolute()
        assert "larder" in home.parts


def test_a_change_leaves_what_others_wrote_meanwhile() -> None:
    save_settings(Settings(hide_names=True))
    save_settings(load_settings().with_path_maps("/w", (("E:", "/mnt/e"),)))
    after = change_settings(lambda settings: settings.with_recent("/w"))
    assert after == load_settings()
    assert after.hide_names
    assert after.path_maps == {"/w": (("E:", "/mnt/e"),)}
    assert after.recent_workspaces == ("/w",)


def test_a_change_of_nothing_writes_nothing() -> None:
    assert change_settings(lambda settings: settings) == Settings()
    assert not config_home().exists()
