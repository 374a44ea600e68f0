"""State of a window: its temporary folder, the user's settings and its layout."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow, end_window_session, make_window
from larder.app.cache_session import LEFTOVER_AGE_S, SessionFolder
from larder.app.user_settings import UserSettings
from larder.app.widgets.window_layout import WindowMemory
from larder.core.errors import UserFacingError
from larder.core.settings import (
    ByteUnits,
    ColourScheme,
    Settings,
    cache_home,
    change_settings,
    load_settings,
)
from tests.app.conftest import AbsentWorker


def test_every_folder_handed_out_is_a_new_one(tmp_path: Path) -> None:
    folder = SessionFolder(tmp_path)
    handed_out = {folder.fresh("survey") for _ in range(3)} | {folder.fresh("plan")}
    assert len(handed_out) == 4
    assert all(path.parent == folder.path for path in handed_out)


def test_sweeping_removes_the_folder_and_old_leftovers_only(tmp_path: Path) -> None:
    crashed, running, folder = (SessionFolder(tmp_path) for _ in range(3))
    (crashed.path / "survey-1").mkdir()
    old = time.time() - LEFTOVER_AGE_S - 60
    os.utime(crashed.path, (old, old))
    folder.sweep()
    assert not folder.path.exists()
    assert not crashed.path.exists()
    assert running.path.exists()


def test_settings_are_saved_when_they_change(opened: OpenWindow, qtbot: QtBot) -> None:
    settings = UserSettings(Settings(), opened.services.calls)
    changes: list[bool] = []
    settings.changed.connect(lambda: changes.append(True))
    settings.keep_recent("/train/one")
    settings.keep_recent("/train/two")
    settings.keep_scheme(ColourScheme.DARK)
    settings.keep_scheme(ColourScheme.DARK)
    settings.change(lambda now: now.with_path_maps("/train/two", (("E:", "/mnt/e"),)))
    settings.change(lambda now: replace(now, recent_workspaces=("/train/two",)))
    qtbot.waitUntil(lambda: opened.services.calls.is_idle)
    assert len(changes) == 5
    saved = load_settings()
    assert saved.recent_workspaces == ("/train/two",)
    assert saved.colour_scheme is ColourScheme.DARK
    assert dict(saved.path_maps) == {"/train/two": (("E:", "/mnt/e"),)}


def test_what_others_wrote_into_the_settings_stays_and_is_read(
    opened: OpenWindow, qtbot: QtBot,
) -> None:
    settings = UserSettings(load_settings(), opened.services.calls)
    change_settings(lambda known: known.with_path_maps("/w", (("E:", "/mnt/e"),)))
    settings.change(lambda now: replace(now, min_age_hours=2.5))
    settings.change(lambda now: replace(now, byte_units=ByteUnits.SI))
    qtbot.waitUntil(lambda: opened.services.calls.is_idle)
    saved = load_settings()
    assert (saved.min_age_hours, saved.byte_units) == (2.5, ByteUnits.SI)
    assert saved.path_maps == {"/w": (("E:", "/mnt/e"),)}
    settings.read_again()
    assert settings.current == saved


def test_a_change_just_before_the_window_closes_is_saved(opened: OpenWindow) -> None:
    settings = UserSettings(Settings(), opened.services.calls)
    for number in range(20):
        settings.change(lambda now, number=number: replace(now, min_age_hours=number))
    opened.services.calls.shut_down()
    settings.finish()
    assert load_settings().min_age_hours == 19


def test_settings_that_cannot_be_saved_are_told(
    opened: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("LARDER_CONFIG_HOME", str(tmp_path / "file" / "below"))
    settings = UserSettings(Settings(), opened.services.calls)
    told: list[object] = []
    settings.saving_failed.connect(told.append)
    settings.keep_recent("/train/one")
    qtbot.waitUntil(lambda: opened.services.calls.is_idle)
    assert len(told) == 1
    assert isinstance(told[0], UserFacingError | OSError)
    assert settings.current.recent_workspaces == ("/train/one",)


def test_a_window_that_remembers_nothing_saves_nothing(
    opened: OpenWindow, qtbot: QtBot,
) -> None:
    opened.services.settings.keep_recent("/train/one")
    qtbot.waitUntil(lambda: opened.services.calls.is_idle)
    assert load_settings().recent_workspaces == ()


def test_a_window_that_remembers_nothing_leaves_no_file_behind(dressed: QApplication) -> None:
    opened = make_window(dressed, remembers=False, make_worker=AbsentWorker)
    opened.window.show()
    opened.window.close_now()
    end_window_session(opened)
    # A dialog says how large it was when it is deleted, after everything else.
    opened.services.memory.keep_layout("dialog", QByteArray(b"size"))
    assert opened.services.memory.layout("dialog") == QByteArray(b"size")
    opened.services.memory.write()
    assert not list((cache_home() / "sessions").iterdir())


def test_layouts_are_kept_by_name_and_nonsense_is_absent(qapp: object, tmp_path: Path) -> None:
    file = tmp_path / "window.ini"
    memory = WindowMemory(file)
    memory.keep_layout("docks", QByteArray(b"\x00state"))
    memory.write()
    assert WindowMemory(file).layout("docks") == QByteArray(b"\x00state")
    assert WindowMemory(file).layout("geometry").isEmpty()
    edited = tmp_path / "edited.ini"
    edited.write_text("[layout]\ndocks=nonsense\n", "utf-8")
    assert WindowMemory(edited).layout("docks").isEmpty()


def test_a_window_that_was_taken_apart_is_gone_with_all_it_shared(dressed: QApplication) -> None:
    opened = make_window(dressed, remembers=False, make_worker=AbsentWorker)
    gone: list[str] = []
    opened.window.destroyed.connect(lambda: gone.append("window"))
    opened.services.commands.destroyed.connect(lambda: gone.append("commands"))
    opened.window.close_now()
    end_window_session(opened)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert sorted(gone) == ["commands", "window"]
