"""Signs that a trainer is at work in a store. A trainer takes no lock, so these are all there is.

Looked for: an index or payload that changed just now, unless Larder's own journal explains it; a
temp file that is young or whose writer lives; on Linux, another process that has one of the store's
files open.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from larder.core.files.file_stamp import stamp
from larder.core.files.folder_scan import FolderListing
from larder.core.files.journal import (
    IMPORTS,
    MADE,
    JournalRecord,
    list_imported_files,
    naming_index,
    naming_index_date,
    payload_sources,
    search_journal,
)
from larder.core.files.regular_file import read_or_default, read_regular
from larder.core.files.store_paths import LARDER_FOLDER
from larder.core.files.temp_names import WINDOW_VARIABLE, is_process_alive
from larder.core.keys.payload_names import INDEX_NAME, TempName, parse_temp_name

RECENT_NS = 5 * 60 * 1_000_000_000
"""A trainer that builds writes a payload every second or so and its index every two minutes."""

AHEAD_NS = 24 * 3600 * 1_000_000_000
"""A date this far ahead still counts as recent: the clocks of a network drive may differ."""

START_SLACK_S = 2.0
"""How much later than a file's date its writer may seem to have started."""

PAYLOAD_SUFFIX = ".pt"

PARENT = 4
STARTED = 22
"""Fields of `/proc/<pid>/stat`, counted from 1; the name of the program is the second (proc(5))."""


def nothing_listed(folder: str) -> FolderListing:
    """The listing of a folder that is not there, or of which nothing is to be looked at."""
    nothing = np.zeros(0, dtype=np.int64)
    return FolderListing(folder, [], nothing, nothing, [], frozenset(), ())


class OpenFiles:
    """Files that processes have open, by one walk over all of them: 40 ms, whatever is asked.

    A survey asks for each of its stores. Only Linux tells, and only of one's own processes.
    """

    def __init__(self) -> None:
        self._held: list[tuple[int, str]] | None = None

    def below(self, folder: str) -> Iterator[tuple[int, str]]:
        """(process, path) of open files whose path begins with `folder`, by process."""
        if self._held is None:
            self._held = [] if sys.platform != "linux" else [
                (pid, path) for pid in sorted(map(int, filter(str.isdigit, os.listdir("/proc"))))
                for path in _files_of(pid)]
        return (held for held in self._held if held[1].startswith(folder))


def busy_signs(
    store: Path, *, listing: FolderListing, now_ns: int, open_files: OpenFiles | None = None
) -> tuple[str, ...]:
    """Return the signs that a trainer is using a store; empty when there are none.

    The files of `listing` are not looked at again; `open_files` are the files that were open a
    moment ago, None to look now.

    Returns:
        One sentence per sign.
    """
    ages = now_ns - listing.mtimes_ns
    recent = {listing.names[at]: int(listing.mtimes_ns[at])
              for at in np.flatnonzero((ages < RECENT_NS) & (ages > -AHEAD_NS)).tolist()}
    signs: list[str] = []
    if any(name == INDEX_NAME or name.endswith(PAYLOAD_SUFFIX) for name in recent):
        signs += _recent_changes(store, recent)
    signs += _writes_in_progress(listing, frozenset(recent))
    signs += find_open_files(store, open_files or OpenFiles())
    return tuple(signs)


def _recent_changes(store: Path, recent: Mapping[str, int]) -> Iterator[str]:
    """The index and payloads that changed, with their dates, and that no record of ours explains.

    Of a build the names count, for its files may still be moved about; what was brought in is known
    by its date, too.
    """
    if INDEX_NAME in recent:
        found = stamp(store / INDEX_NAME)
        if found is not None and not (
                _journal(store, naming_index(found.without_ctime()))
                or (_is_fine(found.mtime_ns)
                    and _journal(store, naming_index_date(found.without_ctime())))
                or list_imported_files(
                    _journal(store, *IMPORTS)).get(INDEX_NAME) == found.mtime_ns):
            yield f"{INDEX_NAME} changed in the last 5 minutes."
    payloads = [name for name in recent if name.endswith(PAYLOAD_SUFFIX)]
    if payloads:
        records = _journal(store, *MADE, *IMPORTS)
        built, imported = payload_sources(records), list_imported_files(records)
        payloads = [name for name in payloads
                    if name not in built and imported.get(name) != recent[name]]
    if payloads:
        yield (f"{payloads[0]} changed in the last 5 minutes." if len(payloads) == 1 else
               f"{len(payloads):,} cached files changed in the last 5 minutes, for example "
               f"{payloads[0]}.")


def _is_fine(mtime_ns: int) -> bool:
    """Return whether a drive dates files so finely that no two writes have one date.

    A folder that was copied with its dates holds what Larder wrote, journal and all.
    """
    return mtime_ns % 1_000_000 != 0


def _journal(store: Path, *texts: str) -> tuple[JournalRecord, ...]:
    return read_or_default(lambda: search_journal(store, *texts), ())


def _writes_in_progress(listing: FolderListing, recent: frozenset[str]) -> Iterator[str]:
    unfinished = [(at, name) for at, name in enumerate(listing.names) if name.endswith(".tmp")]
    for at, name in unfinished:
        temp = parse_temp_name(name)
        if temp is None:
            continue
        if name in recent:
            yield f"{name} was written in the last 5 minutes."
        elif _may_still_write(temp, int(listing.mtimes_ns[at])):
            yield f"Process {temp.pid}, which was writing {name}, is still running."


def _may_still_write(temp: TempName, mtime_ns: int) -> bool:
    """Return whether the process named by a temp file is alive and not a later one with its PID."""
    if not is_process_alive(temp.pid):
        return False
    started = _start_of_process(temp.pid)
    return started is None or started - START_SLACK_S <= mtime_ns / 1e9


def _start_of_process(pid: int) -> float | None:
    """When a process started, seconds since 1970; None where that cannot be told.

    What `/proc/<pid>/stat` tells counts clock ticks since the system started.
    """
    ticks = _stat_of(pid, STARTED) if sys.platform == "linux" else None
    if ticks is None:
        return None
    try:
        up_s = float(read_regular("/proc/uptime").decode("ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return time.time() - up_s + ticks / os.sysconf("SC_CLK_TCK")


def _stat_of(pid: int, field: int) -> int | None:
    """A number in `/proc/<pid>/stat`, None if it cannot be told; the name may hold anything."""
    try:
        after_name = read_regular(f"/proc/{pid}/stat").decode("utf-8").rpartition(")")[2]
        return int(after_name.split()[field - 3])
    except (OSError, ValueError, IndexError):
        return None


def find_open_files(
    store: Path, open_files: OpenFiles, is_of_store: Callable[[str], bool] | None = None
) -> Iterator[str]:
    """Other processes that have a file of the store open, each once.

    `is_of_store` says of a path below the folder whether it is a file of the store, None where all
    are: one that lies among pictures has others beside it.

    Larder's own do not count: this one, and for a worker the program that started it and its other
    workers.
    """
    folder = os.path.realpath(store) + os.sep
    ours = folder + LARDER_FOLDER + os.sep
    held: dict[int, str] = {}
    for pid, path in open_files.below(folder):
        name = path.removeprefix(folder)
        if not path.startswith(ours) and (is_of_store is None or is_of_store(name)):
            held.setdefault(pid, path)
    for pid, path in held.items():
        if not _is_ours(pid):
            yield f"Process {pid} has {path.removeprefix(folder)} open."


def _files_of(pid: int) -> Iterator[str]:
    folder = f"/proc/{pid}/fd"
    try:
        descriptors = os.listdir(folder)
    except OSError:
        return
    for descriptor in descriptors:
        try:
            yield os.readlink(f"{folder}/{descriptor}")  # noqa: PTH115 - thousands of them
        except OSError:
            continue


def _is_ours(pid: int) -> bool:
    window = os.environ.get(WINDOW_VARIABLE, "")
    return pid == os.getpid() or window in (str(pid), str(_stat_of(pid, PARENT)))
