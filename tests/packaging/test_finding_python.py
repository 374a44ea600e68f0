"""Which Python is taken, and the one sentence when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from start import main

from starting.interpreters import SUPPORTED, find_interpreter, version_of
from starting.machine import Ran, Stopped
from tests.support.stub_computer import StubComputer


def run_under(computer: StubComputer, version: str) -> None:
    """Let an old Python be the one that runs the script."""
    computer.running_python = str(computer.add_python(version))


def test_the_running_python_is_taken_when_it_is_supported(computer: StubComputer) -> None:
    computer.add_python("3.13")
    assert find_interpreter(computer).command == (computer.running_python,)


@pytest.mark.parametrize("old", ["3.8", "3.10", "3.15"])
def test_an_unsupported_python_hands_over_to_a_supported_one(
    computer: StubComputer, old: str
) -> None:
    run_under(computer, old)
    assert find_interpreter(computer).name == "python3.12"


def test_a_python_on_the_path_that_does_not_start_is_passed_over(computer: StubComputer) -> None:
    run_under(computer, "3.8")
    computer.add("python3.13", "echo 'the command exists in other versions' >&2; exit 127")
    assert find_interpreter(computer).name == "python3.12"


@pytest.mark.parametrize("version", SUPPORTED)
def test_every_supported_version_is_found_by_its_name(
    computer: StubComputer, version: tuple[int, int]
) -> None:
    (computer.bin / "python3.12").unlink()
    run_under(computer, "3.8")
    name = "{}.{}".format(*version)
    computer.add_python(name)
    assert find_interpreter(computer).version == version


def test_without_any_supported_python_one_sentence_is_said_and_nothing_is_made(
    computer: StubComputer, clone: Path
) -> None:
    (computer.bin / "python3.12").unlink()
    run_under(computer, "3.8")
    assert main([], computer, clone) == 2
    (sentence,) = computer.complained
    assert "3.11, 3.12, 3.13 or 3.14" in sentence
    assert "\n" not in sentence
    assert not (clone / ".venv").exists()


def test_on_windows_the_launcher_is_asked(computer: StubComputer) -> None:
    (computer.bin / "python3.12").unlink()
    run_under(computer, "3.8")
    computer.platform = "win32"
    computer.add("py", 'if [ "$1" = -3.11 ]; then echo 3.11; else exit 103; fi')
    found = find_interpreter(computer)
    assert found.version == (3, 11)
    assert found.command[1:] == ("-3.11",)


def test_a_python_that_answers_something_else_has_no_version(computer: StubComputer) -> None:
    program = computer.add("python3.14", "echo Welcome")
    assert version_of(computer, [str(program)]) is None


def test_a_program_that_cannot_be_started_is_an_answer_not_a_crash(
    computer: StubComputer, tmp_path: Path
) -> None:
    ran = computer.run([str(tmp_path / "nowhere")], capture=True)
    assert isinstance(ran, Ran)
    assert ran.code == 127


def test_stopping_is_not_an_error_with_a_traceback(computer: StubComputer) -> None:
    (computer.bin / "python3.12").unlink()
    run_under(computer, "3.9")
    with pytest.raises(Stopped):
        find_interpreter(computer)
