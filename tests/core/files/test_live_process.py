"""Checks of whether a process is alive, which do not disturb it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from larder.core.files.temp_names import host_digest, is_process_alive


def test_this_process_and_a_running_child_are_alive() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        assert is_process_alive(os.getpid())
        assert is_process_alive(child.pid)
    finally:
        child.communicate(b"\n")
    assert child.returncode == 0


def test_an_ended_child_is_not_alive() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert not is_process_alive(child.pid)


@pytest.mark.parametrize("pid", [0, -1, 2**31, 2**70])
def test_numbers_that_no_process_has_are_not_alive(pid: int) -> None:
    assert not is_process_alive(pid)


def test_the_host_digest_is_eight_hex_digits_and_stays() -> None:
    assert len(host_digest()) == 8
    assert int(host_digest(), 16) >= 0
    assert host_digest() == host_digest()
