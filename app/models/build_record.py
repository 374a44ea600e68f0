"""A small file about the build that is running, for the start after a crash.

It lies in the window's session folder while the build runs and goes with it, however it ends. One
whose process is gone is of a window that crashed, or of a machine that lost its power.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from larder.app.session_folder import PREFIX
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.live_process import host_digest, is_process_alive
from larder.core.requests.options import WorkspaceOptions

RECORD_NAME = "build.json"


class BuildRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A build as far as it got.

    Attributes:
        host, pid: of the window's process.
        name: what the workspace is called.
        about: the workspace.
        scope: name of the BuildScope.
        selection: (store id, source) pairs, None for all.
        models, device, dtype, batch: with what is encoded.
        other_weights: name of the OtherWeights.
        done, total: payloads.
    """

    host: str
    pid: int
    name: str
    about: WorkspaceOptions
    scope: str
    selection: tuple[tuple[str, str], ...] | None = None
    models: tuple[str, ...] = ()
    device: str | None = None
    dtype: str | None = None
    batch: int | None = None
    other_weights: str = "ask"
    done: int = 0
    total: int = 0

    @property
    def is_abandoned(self) -> bool:
        """Whether its window is gone for sure."""
        return (self.host == host_digest() and self.pid != os.getpid()
                and not is_process_alive(self.pid))


def write_record(folder: Path, record: BuildRecord) -> None:
    """Write or renew the record of a window; for a pool thread.

    A record that cannot be written costs an offer after a crash, no more: the build goes on.
    """
    fresh = folder / f"{RECORD_NAME}.new"
    with contextlib.suppress(OSError):
        fresh.write_bytes(encode_ascii_json(record))
        fresh.replace(folder / RECORD_NAME)


def drop_record(folder: Path) -> None:
    """Remove the record of a folder; for a pool thread."""
    with contextlib.suppress(OSError):
        (folder / RECORD_NAME).unlink(missing_ok=True)


def abandoned_records(sessions: Path) -> Sequence[tuple[Path, BuildRecord]]:
    """(folder, record) of builds whose window is gone, the latest first; for a pool thread."""
    found: list[tuple[float, Path, BuildRecord]] = []
    for file in sessions.glob(f"{PREFIX}*/{RECORD_NAME}"):
        # Swept or written meanwhile, or of another version: then there is nothing to offer.
        with contextlib.suppress(OSError, UnreadableJsonError):
            record = decode_ascii_json(file.read_bytes(), BuildRecord)
            if record.is_abandoned and Path(record.about.workspace).exists():
                found.append((file.stat().st_mtime, file.parent, record))
    found.sort(key=lambda one: one[0], reverse=True)
    return [(folder, record) for _, folder, record in found]
