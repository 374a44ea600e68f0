"""Text of the command file that a double click on Windows runs; it was tried with Wine's cmd."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from starting.interpreters import SUPPORTED, find_interpreter
from starting.machine import Stopped
from tests.support.fixtures import REPOSITORY
from tests.support.stub_computer import StubComputer

SCRIPT = (REPOSITORY / "packaging" / "start.cmd").read_bytes()
LINES = SCRIPT.decode("ascii").split("\r\n")
MINORS = [minor for _, minor in SUPPORTED]


def test_its_lines_end_as_cmd_wants_them() -> None:
    """With bare line feeds, cmd misses labels."""
    assert SCRIPT.endswith(b"\r\n")
    assert SCRIPT.count(b"\n") == SCRIPT.count(b"\r\n") == len(LINES) - 1


def test_it_takes_the_launcher_then_python_and_supported_versions_first() -> None:
    supported, any_that_reads_the_script = (f"{min(MINORS)}", f"{max(MINORS)}"), ("8", "99")
    tried = [tuple(line.split()[2:]) for line in LINES if line.startswith("call :try")]
    assert tried == [
        (*versions, *python) for versions in (supported, any_that_reads_the_script)
        for python in (("py", "-3"), ("python",))]


@pytest.mark.parametrize(("least", "most", "answer"), [("11", "14", 0), ("8", "10", 1)])
def test_the_question_it_asks_a_python_is_answered_by_version(
    least: str, most: str, answer: int
) -> None:
    (question,) = re.findall(r'-c "(.+)" >nul 2>nul', "\n".join(LINES))
    question = question.replace("%1", least).replace("%2", most)
    assert subprocess.run([sys.executable, "-c", question], check=False).returncode == answer


def test_it_goes_only_to_labels_that_are_there() -> None:
    named = {found for line in LINES for found in re.findall(r"(?:goto |call :)(\w+)", line)}
    assert named == {line[1:] for line in LINES if line.startswith(":")}


def test_it_passes_on_arguments_and_the_exit_code_and_waits_after_an_error() -> None:
    start = LINES.index('call %found% "%~dp0start.py" %*')
    assert LINES[start + 1:start + 4] == [
        'set "code=%errorlevel%"', 'if not "%code%"=="0" pause', "exit /b %code%"]


def test_without_a_python_it_says_the_sentence_of_start_py_and_waits(
    computer: StubComputer,
) -> None:
    (computer.bin / "python3.12").unlink()
    computer.running_python = str(computer.add_python("3.8"))
    with pytest.raises(Stopped) as stopped:
        find_interpreter(computer)
    missing = LINES.index(":missing")
    said = LINES[missing + 1].removeprefix("echo ")
    assert said.startswith("Larder needs ")
    versions, address = said.split(":")[0], re.findall(r"https://\S+", said)
    assert versions.removeprefix("Larder needs ") in str(stopped.value)
    assert re.findall(r"https://[^\s)]+", str(stopped.value)) == address
    assert LINES[missing + 2:missing + 4] == ["pause", "exit /b 2"]
