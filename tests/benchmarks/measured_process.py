"""Runs a command as a cold process: how long it took, and how much memory it and its children held.

Linux only: peaks come from `wait4` and from `/proc`.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

POLL_S = 0.01


@dataclass(frozen=True, slots=True)
class Ran:
    """One finished process: wall-clock seconds from before its start, peak bytes, what it said."""

    seconds: float
    peak_bytes: int
    output: str


def run_timed(command: Sequence[str], environment: Mapping[str, str]) -> Ran:
    """Run a command with nothing beside it; the peak is that of its first process.

    Raises:
        RuntimeError: if it fails.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        return _finished(process, status, output.fileno(), seconds, usage.ru_maxrss * 1024)


def run_watched(command: Sequence[str], environment: Mapping[str, str]) -> Ran:
    """Run a command and watch all its processes, which slows them down.

    The peak is the sum of every process's own peak, so at least what they ever held together.

    Raises:
        RuntimeError: if it fails.
    """
    peaks: dict[int, int] = {}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=output, start_new_session=True)
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            peaks.update(_peaks_of_session(process.pid))
            time.sleep(POLL_S)
        peaks[process.pid] = usage.ru_maxrss * 1024
        seconds = time.perf_counter() - began
        return _finished(process, status, output.fileno(), seconds, sum(peaks.values()))


def _finished(
    process: subprocess.Popen[bytes], status: int, output: int, seconds: float, peak: int
) -> Ran:
    process.returncode = os.waitstatus_to_exitcode(status)
    os.lseek(output, 0, os.SEEK_SET)
    with os.fdopen(os.dup(output), encoding="utf-8") as file:
        said = file.read()
    if process.returncode:
        raise RuntimeError(f"{process.args!r} ended with {process.returncode}: {said}")
    return Ran(seconds, peak, said)


def _peaks_of_session(session: int) -> dict[int, int]:
    """Peak resident bytes of each living process of a session (proc(5))."""
    peaks: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            after_name = Path(f"/proc/{name}/stat").read_text("utf-8").rpartition(")")[2]
            if int(after_name.split()[3]) != session:
                continue
            status = Path(f"/proc/{name}/status").read_text("utf-8")
        except OSError:
            continue
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                peaks[int(name)] = int(line.split()[1]) * 1024
    return peaks
