"""A few injections of every kind into the verbs that write; `python -m tests.faults` does the rest.

One process with the interposer loaded does all of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from subprocess import PIPE

import pytest

from tests.faults.harness import start_below_interposer

needs_compiler = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("cc") is None,
    reason="the interposer is compiled with cc and loaded with LD_PRELOAD")

QUICK = (
    "--most", "2", "--name", "clean", "--name", "undo",
    "--fault", "KILLED", "--fault", "BROKEN_DRIVE", "--fault", "NO_LOCKS")


@pytest.mark.exhaustive
@needs_compiler
def test_no_fault_ends_in_a_traceback_or_loses_anything() -> None:
    ran = start_below_interposer(QUICK, stdout=PIPE, stderr=PIPE)
    out, err = ran.communicate(timeout=300)
    assert ran.returncode == 0, out + err
    assert " KILLED " in out, "nothing was injected"


@needs_compiler
def test_derived_memory_is_optional() -> None:
    """A survey says all it says when Larder's own folder fails."""
    ran = start_below_interposer(
        ("--home", "--most", "2", "--name", "survey", "--fault", "BROKEN_DRIVE",
         "--fault", "READ_ONLY"),
        stdout=PIPE, stderr=PIPE)
    out, err = ran.communicate(timeout=300)
    assert ran.returncode == 0, out + err


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each attack is a forked process")
def test_prepared_plans_and_caches_reach_nothing_outside() -> None:
    """A few of them; `--attacks` tries all."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.faults", "--attacks", "--name", "store is the home",
         "--name", "payload above", "--name", "link: .larder", "--name", "a copy is a link",
         "--name", "pickle in an archive as cached", "--name", "pickle alone as a checkpoint"],
        check=False, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "6 attacks, 0 files outside touched" in ran.stdout


@pytest.mark.exhaustive
@needs_compiler
def test_nothing_is_lost_beside_a_trainer() -> None:
    ran = start_below_interposer(("--beside-trainer", "3"), stdout=PIPE, stderr=PIPE)
    out, err = ran.communicate(timeout=300)
    assert ran.returncode == 0, out + err
