"""Messages where Qt cannot start: the libraries actually missing, and their packages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from larder.app.qt_libraries import (
    DEBIAN_PACKAGES,
    NO_WINDOW,
    explanation,
    missing_libraries,
    platforms_to_try,
)
from tests.support.fixtures import REPOSITORY

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere Qt brings everything")

LDD = """#!/bin/sh
case "$*" in
  *libqxcb*) {xcb};;
  *libqwayland*) {wayland};;
  *QtGui*) {gui};;
esac
"""
TWO_MISSING = """echo "        libxcb-icccm.so.4 => not found"
             echo "        libxcb-keysyms.so.1 => not found"
             echo "        libxcb.so.1 => /usr/lib/libxcb.so.1 (0x00007f)\""""


@pytest.fixture
def loader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Puts an `ldd` on the PATH that lacks two libraries of xcb, or what a test says."""
    def put(
        *, gui: str = ":", wayland: str = ":", xcb: str = TWO_MISSING, apt: bool = True
    ) -> str:
        ldd = LDD.format(gui=gui, wayland=wayland, xcb=xcb)
        for name, body in (("ldd", ldd), ("apt-get", "")):
            program = tmp_path / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(body)
            program.chmod(0o755)
        if not apt:
            (tmp_path / "bin" / "apt-get").unlink()
        monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin" if apt else str(tmp_path / "bin"))
        return os.environ["PATH"]
    return put


def start_window(path: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items()
            if name not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE"}}
    return subprocess.run(
        [sys.executable, "-m", "larder.app"], cwd=REPOSITORY, capture_output=True,
        text=True, timeout=60, check=False, env={**kept, "PATH": path, **variables})


def test_a_window_that_cannot_open_names_every_library_and_its_package(loader) -> None:
    ended = start_window(loader(), DISPLAY=":987")
    assert ended.returncode == NO_WINDOW
    assert ended.stderr == (
        "Qt needs libxcb-icccm.so.4, libxcb-keysyms.so.1, which this system lacks. Run this line, "
        "then start this again:\n    sudo apt-get install -y libxcb-icccm4 libxcb-keysyms1\n")


def test_a_display_that_cannot_be_reached_is_not_taken_for_a_missing_library(loader) -> None:
    ended = start_window(loader(xcb=":"), DISPLAY=":987")
    assert ended.returncode == NO_WINDOW
    assert ended.stderr.startswith("There is no display that a window could open on.")
    assert "xcb-cursor" not in ended.stderr


def test_a_platform_that_was_asked_for_by_a_wrong_name_is_named() -> None:
    ended = start_window(os.environ["PATH"], QT_QPA_PLATFORM="nowhere")
    assert ended.returncode == NO_WINDOW
    assert 'Could not find the Qt platform plugin "nowhere"' in ended.stderr


def test_qt_that_cannot_even_be_imported_is_explained_too(loader, tmp_path: Path) -> None:
    path = loader(gui='echo "  libEGL.so.1 => not found"')
    broken = tmp_path / "sitecustomize.py"
    broken.write_text(
        "import sys\n"
        "class Lacking:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'PySide6.QtGui':\n"
        "            raise ImportError('libEGL.so.1: cannot open shared object file')\n"
        "sys.meta_path.insert(0, Lacking())\n")
    ended = start_window(path, QT_QPA_PLATFORM="offscreen", PYTHONPATH=str(tmp_path))
    assert (ended.returncode, ended.stderr.splitlines()[-1]) == (
        NO_WINDOW, "    sudo apt-get install -y libegl1")


def test_one_platform_that_works_is_enough(loader) -> None:
    loader()
    assert missing_libraries(["wayland", "xcb"]) == []
    loader(wayland='echo "  libwayland-egl.so.1 => not found"')
    assert missing_libraries(["wayland", "xcb"]) == ["libwayland-egl.so.1"]
    assert missing_libraries([]) == []


def test_without_a_loader_to_ask_nothing_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    assert missing_libraries(["xcb"]) == []


@pytest.mark.parametrize(("variables", "platforms"), [
    ({}, []),
    ({"DISPLAY": ":0"}, ["xcb"]),
    ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, ["wayland", "xcb"]),
    ({"QT_QPA_PLATFORM": "wayland-egl;xcb:option", "DISPLAY": ":0"}, ["wayland", "xcb"]),
])
def test_platforms_are_tried_in_qt_s_order(
    variables: dict[str, str], platforms: list[str]
) -> None:
    assert platforms_to_try(variables) == platforms


def test_other_systems_packages_are_named_as_debian_calls_them(loader) -> None:
    loader(apt=False)
    assert "calls libegl1 on Debian" in explanation(["libEGL.so.1"])
    assert explanation(["libodd.so.9"]).endswith("Install what brings them, and start this again.")


def test_the_start_up_script_is_told_which_package_brings_which_library(loader) -> None:
    path = loader()
    asked = subprocess.run(
        [sys.executable, "-m", "larder.app.qt_libraries"], cwd=REPOSITORY, capture_output=True,
        text=True, check=True,
        env={**os.environ, "PATH": path, "QT_QPA_PLATFORM": "", "DISPLAY": ":0",
             "WAYLAND_DISPLAY": ""})
    assert json.loads(asked.stdout) == {
        "libxcb-icccm.so.4": "libxcb-icccm4", "libxcb-keysyms.so.1": "libxcb-keysyms1"}


def test_asking_loads_nothing_of_qt() -> None:
    script = "import sys, app.qt_libraries; print('PySide6' in sys.modules)"
    asked = subprocess.run([sys.executable, "-c", script], cwd=REPOSITORY, capture_output=True,
                           text=True, check=True)
    assert asked.stdout == "False\n"


def test_the_libraries_that_bare_images_lack_are_known() -> None:
    often_missing = {
        "libEGL.so.1", "libGL.so.1", "libxkbcommon.so.0", "libdbus-1.so.3", "libfontconfig.so.1",
        "libxcb-cursor.so.0", "libglib-2.0.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1",
    }
    assert often_missing <= set(DEBIAN_PACKAGES)
