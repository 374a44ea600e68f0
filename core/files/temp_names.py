"""Names of files that are being written, whose they are, and whether their writer still lives.

Temp files are called `<name>.<host>.<pid>.<thread>.<nonce>.larder-tmp`: no trainer takes that
ending for one of its own, two writers never share one, and a later start can tell whose it was.
"""

from __future__ import annotations

import itertools
import os
import platform
import re
import sys
import threading
import time
import zlib
from pathlib import Path

from larder.core.errors import remark

TEMP_SUFFIX = ".larder-tmp"
_TEMP_NAME = re.compile(
    r"(?P<name>.+)\.(?P<host>[0-9a-f]{8})\.(?P<pid>[0-9]+)\.[0-9]+\.[0-9a-f]{8}\.larder-tmp",
    re.DOTALL,
)
_NAME_KEPT = 40
"""Characters of the target's name in its temp name, so that long names still fit 255 bytes."""

_NONCES = itertools.count(int.from_bytes(os.urandom(4)))
"""Told one after the other from a start that no earlier process of the same number had; asking the
system for each takes longer than the rest of the name."""

ABANDONED_AFTER_S = 7 * 24 * 3600.0
"""Age at which a temp of another host, whose processes cannot be asked, counts as left behind."""

WINDOW_VARIABLE = "LARDER_WINDOW_PID"
"""In a worker's environment: the process that started it, whose other workers are no strangers."""

if sys.platform == "win32":
    import ctypes

    _QUERY_LIMITED_INFORMATION = 0x1000
    _STILL_ACTIVE = 259
    _ACCESS_DENIED = 5


def host_digest() -> str:
    """Eight hex digits for this host's name: a pid on a shared drive says nothing without them."""
    return f"{zlib.crc32(platform.node().encode('utf-8', 'surrogatepass')):08x}"


def is_process_alive(pid: int) -> bool:
    """Return whether a process with this number exists on this host.

    A number that was given to another process since then counts as alive, which errs on the side of
    leaving things alone. On Windows `os.kill` would end the process, so its state is queried.
    """
    if not 0 < pid < 1 << 31:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


if sys.platform == "win32":

    def _is_alive_on_windows(pid: int) -> bool:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        kernel.GetExitCodeProcess.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_ulong)]
        kernel.CloseHandle.argtypes = [ctypes.c_void_p]
        process = kernel.OpenProcess(_QUERY_LIMITED_INFORMATION, False, pid)
        if not process:
            return ctypes.get_last_error() == _ACCESS_DENIED
        exit_code = ctypes.c_ulong()
        try:
            answered = kernel.GetExitCodeProcess(process, ctypes.byref(exit_code))
        finally:
            kernel.CloseHandle(process)
        return not answered or exit_code.value == _STILL_ACTIVE


def temp_name(name: str) -> str:
    """A name for a temp file of `name` that no other writer has."""
    return (
        f"{name[:_NAME_KEPT]}.{host_digest()}.{os.getpid()}.{threading.get_native_id()}"
        f".{next(_NONCES) & 0xFFFFFFFF:08x}{TEMP_SUFFIX}"
    )


def is_own_temp(name: str) -> bool:
    """Return whether a name is one that `temp_name` returns."""
    return name.endswith(TEMP_SUFFIX) and _TEMP_NAME.fullmatch(name) is not None


def stale_temps(folder: Path, *, now_s: float | None = None) -> tuple[str, ...]:
    """Names of temp files of ours whose writer is gone, sorted; those of trainers are left alone.

    A writer is gone if its process is not alive on this host. One of another host cannot be asked:
    its file goes once it is older than `ABANDONED_AFTER_S`.

    Raises:
        OSError: if the folder cannot be listed.
    """
    abandoned_before_s = (time.time() if now_s is None else now_s) - ABANDONED_AFTER_S
    with os.scandir(folder) as entries:
        return tuple(sorted(
            entry.name for entry in entries
            if is_own_temp(entry.name) and _is_left_behind(entry, abandoned_before_s)))


def remove_stale_temps(
    folder: Path, *, of: str = "", now_s: float | None = None
) -> tuple[str, ...]:
    """Remove the files that `stale_temps` names, of one target if it is named; returns their names.

    Raises:
        OSError: if the folder cannot be listed, or one cannot be removed.
    """
    stale = tuple(
        name for name in stale_temps(folder, now_s=now_s) if _is_of(name, of[:_NAME_KEPT]))
    for name in stale:
        (folder / name).unlink(missing_ok=True)
    return stale


def sweep_temporaries(target: Path) -> None:
    """Remove what killed writes of a file left beside it, and say so; for whoever writes it anew.

    Raises:
        OSError: if the folder cannot be listed, or one cannot be removed.
    """
    if remove_stale_temps(target.parent, of=target.name):
        remark(f"{target}: the leftover of an interrupted write was removed.")


def _is_of(name: str, target: str) -> bool:
    parts = _TEMP_NAME.fullmatch(name)
    return parts is not None and target in ("", parts["name"])


def _is_left_behind(entry: os.DirEntry[str], abandoned_before_s: float) -> bool:
    parts = _TEMP_NAME.fullmatch(entry.name)
    if parts is None:
        return False
    if parts["host"] == host_digest():
        return not is_process_alive(int(parts["pid"]))
    try:
        return entry.stat(follow_symlinks=False).st_mtime < abandoned_before_s
    except FileNotFoundError:
        return False
