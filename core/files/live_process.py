"""Whether the process that left a trace still lives on this host."""

from __future__ import annotations

import os
import platform
import sys
import zlib

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
    """Whether a process with this number exists on this host.

    A number that was given to another process since then reads as alive, which errs on the side of
    leaving things alone. On Windows `os.kill` would end the process, so it is asked for its state.
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
