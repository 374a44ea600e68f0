"""Detection of changes in sources or caches since the last look: stamps, cheap to repeat.

A survey is repeated only when the stamp differs. Where the operating system reports changes
(`QFileSystemWatcher` in a window), it reports only local folders, and on Linux not a file that is
written in place; this finds those too, at one `scandir` per folder.

Not every file of a cache is looked at: a trainer that writes one also writes its index or, in
numbered folders, changes the date of the folder it puts it into.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from larder.core.background import FileCounter, in_background
from larder.core.files.folder_scan import scan_folder
from larder.core.files.journal import JOURNAL_NAME
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, Job
from larder.core.keys.payload_names import AGGREGATE_NAME, INDEX_NAME
from larder.core.requests.options import SourceStateOptions
from larder.core.requests.request import Request

REMOTE = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "gluster", "lustre", "dav", "fuse.", "ncp")
"""What types of file systems on other machines begin with; FUSE lets nobody watch its folders."""
MOUNTS = Path("/proc/self/mounts")

HANGS_AFTER_S = 30.0
"""A drive that gives no answer for so long is left behind until the next look."""

INDEX_NAMES = (INDEX_NAME, f"{INDEX_NAME}.tmp", f"{INDEX_NAME}.bak")


class FolderState(msgspec.Struct, frozen=True, kw_only=True):
    """Folders of sources and caches at one moment.

    Attributes:
        stamp: of sources and further files; another one whenever a name, a size or a date is.
        caches: the same of caches.
        newest_ns: the newest date of a file or folder, nanoseconds; 0 where there is none.
        seconds: how long it took to look.
        worked_s: how much of that this computer worked for; the rest it waited for a drive.
        local: folders of sources on this machine, where changes can be told.
    """

    stamp: str
    newest_ns: int
    seconds: float
    local: tuple[str, ...]
    caches: str = ""
    worked_s: float = 0.0


def stamp_sources(options: SourceStateOptions, token: CancelToken) -> Job[FolderState]:
    """Stamp folders; one that cannot be read is stamped as being so.

    Raises:
        DriveHangsError: if a drive gave no answer for `HANGS_AFTER_S`.
    """
    counter = FileCounter(token)
    return in_background(
        _stamp_folders(options, counter), token, counter, hangs_after_s=HANGS_AFTER_S)


def _stamp_folders(options: SourceStateOptions, counter: FileCounter) -> Job[FolderState]:
    began_s, worked_s = time.perf_counter(), time.thread_time()
    sources, caches = _Stamp(), _Stamp()
    is_local = _is_local_by_mount()
    for folder in options.folders:
        sources.add_folder(folder, counter)
    for file in options.files:
        sources.add_one(file)
    for cache in options.caches:
        counter.note(1)
        caches.add_cache(cache)
    yield from ()
    return FolderState(
        stamp=sources.text, caches=caches.text, newest_ns=max(sources.newest_ns, caches.newest_ns),
        seconds=time.perf_counter() - began_s, worked_s=time.thread_time() - worked_s,
        local=tuple(folder for folder in options.folders if is_local(folder)))


class _Stamp:
    """A digest of names, sizes and dates.

    Attributes:
        newest_ns: the newest date of them, 0 for none.
    """

    def __init__(self) -> None:
        self._digest = hashlib.blake2b(digest_size=16)
        self.newest_ns = 0

    @property
    def text(self) -> str:
        """The digest of all that was added."""
        return self._digest.hexdigest()

    def add_folder(self, folder: str, counter: FileCounter) -> None:
        """Add every file of a folder, and the names of the folders in it."""
        self._digest.update(os.fsencode(folder) + b"\0")
        try:
            counter.note(1)
            listing = scan_folder(folder, counter.note)
            self.newest_ns = max(self.newest_ns, Path(folder).stat().st_mtime_ns)
        except OSError as error:
            self._digest.update(f"{type(error).__name__}\0".encode())
            return
        self.newest_ns = max(self.newest_ns, int(listing.mtimes_ns.max(initial=0)))
        # A folder's entries come in no order; a file system may change it by itself.
        lines = zip(listing.names, listing.sizes.tolist(), listing.mtimes_ns.tolist(), strict=True)
        for name, size, mtime_ns in sorted(lines):
            self._digest.update(os.fsencode(f"{name}\0{size}\0{mtime_ns}\0"))
        self._digest.update(os.fsencode("\0".join(sorted(listing.subfolders))))

    def add_cache(self, cache: str) -> None:
        """Add a cache's folder with its index, else with the folders in it, two levels deep.

        And the journal, which tells of what Larder did from the command line.
        """
        self.add_one(cache)
        self.add_one(str(larder_folder(Path(cache)) / JOURNAL_NAME))
        indexes = [self.add_one(f"{cache}{os.sep}{name}") for name in INDEX_NAMES]
        if not any(indexes):
            for group in self._add_folders_in(cache):
                for variation in self._add_folders_in(group):
                    self.add_one(f"{variation}{os.sep}{AGGREGATE_NAME}")

    def add_one(self, path: str) -> bool:
        """Add a file or folder by its date, a file by its size too; return whether it is there."""
        self._digest.update(os.fsencode(path) + b"\0")
        try:
            found = os.stat(path)  # noqa: PTH116
        except OSError as error:
            self._digest.update(f"{type(error).__name__}\0".encode())
            return False
        size = found.st_size if stat.S_ISREG(found.st_mode) else 0
        self._digest.update(f"{size}\0{found.st_mtime_ns}\0".encode())
        self.newest_ns = max(self.newest_ns, found.st_mtime_ns)
        return True

    def _add_folders_in(self, folder: str) -> list[str]:
        try:
            with os.scandir(folder) as entries:
                found = sorted(
                    entry.path for entry in entries
                    if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False))
        except OSError as error:
            self._digest.update(f"{type(error).__name__}\0".encode())
            return []
        for path in found:
            self.add_one(path)
        return found


def _is_local_by_mount() -> Callable[[str], bool]:
    """Tells of a path whether it lies on this machine, as far as the system says so."""
    if sys.platform == "win32":
        import ctypes

        remote = 4  # DRIVE_REMOTE of GetDriveTypeW
        return lambda path: ctypes.windll.kernel32.GetDriveTypeW(
            os.path.splitdrive(path)[0] + "\\") != remote
    if sys.platform == "darwin":
        return lambda path: not path.startswith("/Volumes/")
    try:
        lines = os.fsdecode(read_regular(MOUNTS)).splitlines()
    except OSError:
        return lambda _: False
    mounts = {fields[1].replace("\\040", " "): fields[2]
              for fields in map(str.split, lines) if len(fields) > 2}

    def is_local(path: str) -> bool:
        for folder in (Path(path), *Path(path).parents):
            kind = mounts.get(str(folder))
            if kind is not None:
                return not kind.startswith(REMOTE)
        return False

    return is_local


SOURCE_STATE = Request(SourceStateOptions, stamp_sources)
