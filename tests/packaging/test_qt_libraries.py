"""Shared libraries that a bare image lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from start import main

from starting.environment import prepare
from starting.machine import Stopped
from starting.qt_libraries import DEBIAN_PACKAGES
from tests.support.stub_computer import StubComputer

LDD = """
test -e "{there}" && exit 0
echo "/x/QtGui.abi3.so:"
printf '\\tlibc.so.6 => /lib/libc.so.6 (0x0)\\n'
printf '\\tlibEGL.so.1 => not found\\n\\tlibxkbcommon.so.0 => not found\\n'
echo "/x/libqoffscreen.so:"
printf '\\tlibEGL.so.1 => not found\\n'
"""


@pytest.fixture
def bare(computer: StubComputer) -> StubComputer:
    """A computer without two libraries, until `apt-get install` ran."""
    there = computer.folder / "libraries-are-there"
    computer.add("ldd", LDD.format(there=there))
    computer.add("apt-get", f'if [ "$1" = install ]; then touch "{there}"; fi')
    return computer


def test_without_root_the_line_to_run_is_printed(bare: StubComputer, clone: Path) -> None:
    assert main([], bare, clone) == 2
    (sentence,) = bare.complained
    assert "Qt needs libEGL.so.1, libxkbcommon.so.0, which this system lacks" in sentence
    assert sentence.endswith("sudo apt-get install -y libegl1 libxkbcommon0")
    assert bare.commands("apt-get") == []


def test_as_root_exactly_the_missing_ones_are_installed(bare: StubComputer, clone: Path) -> None:
    bare.root_user = True
    assert main([], bare, clone) == 0
    install = bare.commands("apt-get install")[0]
    assert install.endswith("libegl1 libxkbcommon0")


def test_a_stop_here_does_not_make_the_next_run_install_again(
    bare: StubComputer, clone: Path
) -> None:
    assert main([], bare, clone) == 2
    bare.forget_commands()
    bare.root_user = True
    assert main([], bare, clone) == 0
    assert bare.commands(" pip ") == []


def test_libraries_that_stay_missing_are_named(bare: StubComputer, clone: Path) -> None:
    bare.root_user = True
    bare.add("apt-get", "true")
    with pytest.raises(Stopped, match=r"Qt still lacks libEGL\.so\.1"):
        prepare(bare, clone, extras=(), system_torch=False)


def test_a_library_no_package_is_known_for_is_named(computer: StubComputer, clone: Path) -> None:
    computer.add("ldd", "printf '\\tlibodd.so.9 => not found\\n'")
    with pytest.raises(Stopped, match=r"Qt needs libodd\.so\.9"):
        prepare(computer, clone, extras=(), system_torch=False)


@pytest.mark.parametrize(
    ("variables", "plugin"),
    [
        ({"DISPLAY": ":0"}, "libqxcb.so"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "libqwayland.so"),
        ({}, None),
    ],
)
def test_the_plugin_of_the_display_is_asked_for_only_where_there_is_one(
    computer: StubComputer, clone: Path, variables: dict[str, str], plugin: str | None
) -> None:
    computer.variables = variables
    prepare(computer, clone, extras=(), system_torch=False)
    (asked,) = computer.commands("ldd")
    assert "libqoffscreen.so" in asked
    wanted = {plugin} if plugin else set()
    assert {name for name in ("libqxcb.so", "libqwayland.so") if name in asked} == wanted


def test_nothing_is_asked_on_other_systems(computer: StubComputer, clone: Path) -> None:
    computer.platform = "darwin"
    prepare(computer, clone, extras=(), system_torch=False)
    assert computer.commands("ldd") == []


def test_the_libraries_that_bare_images_lack_are_known() -> None:
    often_missing = {
        "libEGL.so.1", "libGL.so.1", "libxkbcommon.so.0", "libdbus-1.so.3", "libfontconfig.so.1",
        "libxcb-cursor.so.0", "libglib-2.0.so.0",
    }
    assert often_missing <= set(DEBIAN_PACKAGES)
