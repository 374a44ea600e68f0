"""Unfinished writes: `<payload>.tmp.<pid>.<8 digits>`, the form of the original programs.

The first four digits are of this computer's name, so that on a shared drive a number of a process
is asked for only where it means something. A payload is complete or absent after `kill -9`; it is
not flushed to the drive one by one (2 ms each, more than most values take), because the seal shows
what a power cut left half written, and the value is made again.
"""

from __future__ import annotations

import io
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from larder.core.files.temp_names import host_digest, is_process_alive
from larder.core.payloads.npz_write import LaidOut
from larder.core.stores.sharded.grammar import TEMPORARY

HOST_DIGITS: Final = 4
IDLE_NS: Final = 10 * 60 * 1_000_000_000
"""Age from which a write of an unknown computer's ended process counts as left behind."""

ABANDONED_NS: Final = 24 * 3600 * 1_000_000_000
"""Age at which no write is still going on: the number of its process was given to another."""

_NEW_FILE: Final = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL
    | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
)  # fmt: skip
_MOST_VECTORS: Final = 512
"""POSIX promises 16 at least, Linux, macOS and the BSDs take 1024."""


def write_temp(shard: Path, file_name: str, payload: LaidOut, *, mtime_ns: int) -> Path:
    """Write a payload beside its place and return where; nothing is left if that fails.

    Args:
        shard: folder of the payload; must exist.
        file_name: of the payload.
        payload: its bytes.
        mtime_ns: modification time it gets, so that the order of writes is the order of times.

    Raises:
        OSError: if the drive refuses.
    """
    while True:
        temp = shard / _temp_name(file_name)
        try:
            descriptor = os.open(temp, _NEW_FILE, 0o666)
        except FileExistsError:
            continue
        break
    try:
        with io.FileIO(descriptor, "wb") as file:
            _write_all(file, payload.chunks)
        os.utime(temp, ns=(mtime_ns, mtime_ns))
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    return temp


def is_left_behind(name: str, mtime_ns: int, *, now_ns: int) -> bool:
    """Whether the writer of an unfinished write is gone.

    Args:
        name: of the file, with or without its folder.
        mtime_ns: when it was last written to.
        now_ns: the time.
    """
    named = TEMPORARY.fullmatch(name.rpartition("/")[2])
    if named is None:
        return False
    age = now_ns - mtime_ns
    if named["pid"] is None:
        return age > IDLE_NS
    if is_process_alive(int(named["pid"])):
        return age > ABANDONED_NS
    is_of_this_host = (named["nonce"] or "").startswith(host_digest()[:HOST_DIGITS])
    return is_of_this_host or age > IDLE_NS


def _temp_name(file_name: str) -> str:
    nonce = host_digest()[:HOST_DIGITS] + secrets.token_hex((8 - HOST_DIGITS) // 2)
    return f"{file_name}.tmp.{os.getpid()}.{nonce}"


def _write_all(file: io.FileIO, chunks: Sequence[bytes | memoryview]) -> None:
    """Everything with as few calls as the system takes; a call may take a part."""
    rest: list[bytes | memoryview] = [chunk for chunk in chunks if len(chunk)]
    rest.reverse()
    while rest:
        if hasattr(os, "writev"):
            written = os.writev(file.fileno(), rest[: -_MOST_VECTORS - 1 : -1])
        else:
            written = file.write(rest[-1]) or 0
        while rest and written >= len(rest[-1]):
            written -= len(rest.pop())
        if written:
            rest[-1] = memoryview(rest[-1])[written:]
