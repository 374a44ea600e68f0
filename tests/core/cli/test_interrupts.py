"""Ctrl+C before a verb is at work ends the command with a sentence."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

STOPPED = "Cancelled; nothing was begun.\n"


def run(program: str, *options: str) -> tuple[int, str]:
    ran = subprocess.run(
        [sys.executable, *options, "-c", f"import os, signal, sys\n{program}"], capture_output=True,
        text=True, check=False)
    return ran.returncode, ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to itself")
def test_an_interrupt_while_the_command_is_loaded_is_no_traceback() -> None:
    """Sent by the first module that is loaded after the one that stands by."""
    assert run(
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "import larder.core.cli.__main__") == (130, STOPPED)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to itself")
def test_an_interrupt_while_a_verb_is_loaded_is_no_traceback() -> None:
    assert run(
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.endswith('survey_verb'): os.kill(os.getpid(), signal.SIGINT)\n"
        "from larder.core.cli.__main__ import main\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.argv = ['larder', 'survey', 'nowhere']\n"
        "main()") == (130, STOPPED)


def test_who_imports_the_command_keeps_his_own_answer() -> None:
    assert run(
        "import larder.core.cli.__main__\n"
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "import larder.core.cli.interrupts as interrupts\n"
        "interrupts.stand_by()\n"
        "assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN") == (0, "")


def test_nothing_slow_is_loaded_before_an_interrupt_is_answered() -> None:
    """Until then a Ctrl+C is a traceback: each of these takes milliseconds."""
    import larder

    code, said = run(
        f"sys.path[:0] = {[str(Path(larder.__file__).parents[1])]!r}\n"
        "before = set(sys.modules)\n"
        "import larder.core.cli.interrupts\n"
        "sys.exit(' '.join(sorted(set(sys.modules) - before)))", "-S")
    loaded = said.split()
    assert code == 1
    assert [name for name in loaded if name.startswith("larder")] == [
        "larder", "larder.core", "larder.core.cli", "larder.core.cli.interrupts"]
    assert not {"pathlib", "typing", "threading", "contextlib", "weakref"}.intersection(loaded)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to itself")
def test_an_interrupt_while_the_window_is_loaded_is_no_traceback() -> None:
    assert run(
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'larder.app.run': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from larder.app.__main__ import main\n"
        "main([])") == (-signal.SIGINT, "")
