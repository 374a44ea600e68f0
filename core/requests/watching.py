"""Whether sources have changed since one last looked: a stamp over folders, cheap to repeat.

A survey is made anew only when the stamp is another one. Where the operating system tells of
changes (`QFileSystemWatcher` in a window), it tells only of local folders, and on Linux not of a
file that is written in its place; this finds those too, at one `scandir` per folder.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from larder.core.files.folder_scan import scan_folder
from larder.core.files.regular_file import read_regular
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import SourceStateOptions
from larder.core.requests.request import Request

REMOTE = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "gluster", "lustre", "dav", "fuse.", "ncp")
"""What types of file systems on other machines begin with; FUSE lets nobody watch its folders."""
MOUNTS = Path("/proc/self/mounts")


class SourceState(msgspec.Struct, frozen=True, kw_only=True):
    """Folders of sources at one moment.

    Attributes:
        stamp: another one whenever a name, a size or a date is.
        newest_ns: the newest date of a file or folder, nanoseconds; 0 where there is none.
        seconds: how long it took to look.
        local: those that lie on this machine, where changes can be told.
    """

    stamp: str
    newest_ns: int
    seconds: float
    local: tuple[str, ...]


def look_at_sources(options: SourceStateOptions, token: CancelToken) -> Job[SourceState]:
    """Stamp folders; one that cannot be read is stamped as being so."""
    began_s = time.perf_counter()
    digest, newest_ns, is_local = hashlib.blake2b(digest_size=16), 0, _is_local_by_mount()
    for folder in options.folders:
        token.check()
        digest.update(os.fsencode(folder) + b"\0")
        try:
            listing = scan_folder(folder)
            newest_ns = max(newest_ns, Path(folder).stat().st_mtime_ns)
        except OSError as error:
            digest.update(f"{type(error).__name__}\0".encode())
            continue
        newest_ns = max(newest_ns, int(listing.mtimes_ns.max(initial=0)))
        # A folder's entries come in no order; a file system may change it by itself.
        lines = zip(listing.names, listing.sizes.tolist(), listing.mtimes_ns.tolist(), strict=True)
        for name, size, mtime_ns in sorted(lines):
            digest.update(os.fsencode(f"{name}\0{size}\0{mtime_ns}\0"))
        digest.update(os.fsencode("\0".join(sorted(listing.subfolders))))
    yield from ()
    return SourceState(
        stamp=digest.hexdigest(), newest_ns=newest_ns, seconds=time.perf_counter() - began_s,
        local=tuple(folder for folder in options.folders if is_local(folder)))


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


SOURCE_STATE = Request(SourceStateOptions, look_at_sources)
