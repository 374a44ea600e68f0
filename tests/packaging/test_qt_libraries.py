"""Shared libraries that a bare image lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from start import main

from starting.environment import prepare
from starting.machine import Stopped
from tests.support.stub_computer import StubComputer

TWO = '{"libEGL.so.1": "libegl1", "libxkbcommon.so.0": "libxkbcommon0"}'


@pytest.fixture
def bare(computer: StubComputer) -> StubComputer:
    """A computer without two libraries, until `apt-get install` ran."""
    there = computer.folder / "libraries-are-there"
    computer.add_environment_python(
        libraries=f"if [ -e \"{there}\" ]; then echo '{{}}'; else echo '{TWO}'; fi")
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
    computer.add_environment_python(libraries="echo '{\"libodd.so.9\": \"\"}'")
    with pytest.raises(Stopped, match=r"Qt needs libodd\.so\.9"):
        prepare(computer, clone, extras=(), system_torch=False)


def test_a_remark_before_the_answer_is_passed_over(computer: StubComputer, clone: Path) -> None:
    computer.add_environment_python(libraries="echo 'a warning'; echo '{}'")
    assert main([], computer, clone) == 0


def test_nothing_is_asked_on_other_systems(computer: StubComputer, clone: Path) -> None:
    computer.platform = "darwin"
    prepare(computer, clone, extras=(), system_torch=False)
    assert computer.commands("qt_libraries") == []
