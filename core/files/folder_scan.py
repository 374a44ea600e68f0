"""One `scandir` per folder: names, sizes and modification times as columns.

A survey looks at every source and every payload once. Keeping an `os.stat_result` per file costs
140 MB at 100 000 files, three columns cost 7, so only what a verdict needs is kept; who needs an
inode or a change time asks for it again for the few files that moved.

`st_mtime` as a float is sec + 1e-9 * nsec; `mtime_ns / 1e9` differs from it in the last bit for
about a quarter of all files, and a trainer compares floats exactly. `mtimes_as_floats` does it as
the trainer.
"""

from __future__ import annotations

import errno
import os
import stat
from array import array
from collections.abc import Callable, Mapping, Set
from pathlib import Path
from types import MappingProxyType

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.file_stamp import INODE_MASK, LAST_NS, FileStamp

CAN_SCAN_DESCRIPTOR = os.scandir in os.supports_fd
"""Scanning an open folder makes each stat relative to it: 20 % cheaper on POSIX."""

BLOCK_BYTES = 512
"""`st_blocks` counts these, whatever the file system's own blocks are."""

HAS_BLOCKS = hasattr(os.stat_result, "st_blocks")
"""Windows does not tell how much of a drive a file occupies."""

OnEntries = Callable[[int], None]
"""Told of further entries that were looked at; what it raises ends the listing."""

ENTRIES_TOGETHER = 64
"""After so many entries it is told: on a drive that takes 5 ms for each, three times a second."""


class FolderListing(msgspec.Struct, frozen=True):
    """Content of one folder when it was scanned.

    Attributes:
        names: names of the regular files, links to regular files included, in scan order.
        sizes: bytes, int64, shape (len(names),).
        mtimes_ns: modification times in nanoseconds, int64, same shape.
        subfolders: names of the folders in it, links to folders included.
        links: those of `names` and `subfolders` that are symbolic links or junctions.
        vanished: names that were listed and gone or unreadable at their stat, and those of named
            pipes, sockets and devices.
        hard_linked: file number of each file that has other names too; none on Windows, where a
            listing does not tell.
        on_disk: bytes that they occupy, each name counted.
        device: number of the device that those in `hard_linked` are on, None if there are several,
            or none of them.
        ctimes_ns: change times in nanoseconds, int64, shape (len(names),); None if they were not
            asked for, and on Windows, where a listing does not tell the next.
        inodes: file numbers as a stamp has them, int64, same shape, or None.
    """

    path: str
    names: list[str]
    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    subfolders: list[str]
    links: frozenset[str]
    vanished: tuple[str, ...]
    hard_linked: dict[str, int] = {}
    on_disk: int = 0
    device: int | None = None
    ctimes_ns: npt.NDArray[np.int64] | None = None
    inodes: npt.NDArray[np.int64] | None = None

    def file_stamps(self) -> list[FileStamp]:
        """The stamp of each file; none if they were not asked for, or the system does not tell."""
        if self.ctimes_ns is None or self.inodes is None:
            return []
        return list(map(
            FileStamp, self.sizes.tolist(), self.mtimes_ns.tolist(), self.ctimes_ns.tolist(),
            self.inodes.tolist()))

    def stamps(self) -> dict[str, tuple[int, int]]:
        """Size and modification time of each file, by name."""
        return dict(zip(
            self.names, zip(self.sizes.tolist(), self.mtimes_ns.tolist(), strict=True),
            strict=True))


def scan_folder(
    path: str | os.PathLike[str], on_entries: OnEntries | None = None, *,
    is_stamped: bool = False,
) -> FolderListing:
    """List one folder with one `scandir`, not following into subfolders.

    With `is_stamped` the listing has the stamp of every file, for who would look at each again.

    Raises:
        OSError: if the folder is missing, as one is whose name no folder can have, or cannot be
            read.
    """
    spelled = os.fspath(path)
    try:
        if not CAN_SCAN_DESCRIPTOR:
            return _scan(spelled, spelled, on_entries, is_stamped=False)
        descriptor = os.open(spelled, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except ValueError as impossible:  # a NUL, a surrogate that stands for no byte
        raise FileNotFoundError(
            errno.ENOENT, os.strerror(errno.ENOENT), spelled) from impossible
    try:
        return _scan(spelled, descriptor, on_entries, is_stamped=is_stamped)
    finally:
        os.close(descriptor)


def real_path(path: str) -> str:
    """A folder's one name, as it is compared, whatever links lead there.

    Raises:
        ValueError: if no folder can have this name: a NUL, a surrogate that stands for no byte.
    """
    return os.path.normcase(os.path.realpath(path))


def real_path_below(above: str, listing: FolderListing, name: str) -> str:
    """`real_path` of a folder of a listing whose own is `above`.

    Only a link is looked up. Looking up each asks the system once for every folder above it: a
    walk down 1,900 folders took 231 s.
    """
    if name in listing.links:
        return real_path(os.path.join(listing.path, name))  # noqa: PTH118 - folders are texts here
    return os.path.join(above, os.path.normcase(name))  # noqa: PTH118


class WayDown:
    """Folders from a walk's top to the one at hand, which a link must not lead back to.

    The walk takes a folder's subfolders before its siblings. One set for all is kept: a set for
    each folder takes memory by the square of the depth.
    """

    def __init__(self) -> None:
        self._way: list[str] = []
        self._on_it: set[str] = set()

    def __contains__(self, real: str) -> bool:
        return real in self._on_it

    def turn(self, depth: int) -> None:
        """Come to a folder so many below the top: forget those beside and below it."""
        self._on_it.difference_update(self._way[depth:])
        del self._way[depth:]

    def enter(self, real: str) -> None:
        """Go into a folder that is not on the way yet."""
        self._way.append(real)
        self._on_it.add(real)


def count_files(
    folder: Path, bytes_of: Callable[[os.DirEntry[str]], int] | None = None
) -> tuple[int, int]:
    """Files below a folder and their bytes; (0, 0) if it is missing.

    Args:
        folder: none of its links is followed.
        bytes_of: what counts of each; None for what removing all of them frees.

    Raises:
        OSError: if a folder cannot be listed, or a file not be looked at.
    """
    bytes_of = Links().bytes_freed if bytes_of is None else bytes_of
    files = size = 0
    pending = [os.fspath(folder)]
    while pending:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                        continue
                    files += 1
                    size += bytes_of(entry)
        except FileNotFoundError:
            continue
    return files, size


def bytes_named_below(folder: Path) -> int:
    """Bytes of the files in a folder that have another name in a folder below, hidden ones apart.

    Raises:
        OSError: if one cannot be read.
    """
    listing = scan_folder(folder)
    sizes: dict[str, int] = dict(zip(listing.names, listing.sizes.tolist(), strict=True))
    left = {number: sizes[name] for name, number in listing.hard_linked.items()}
    linked = sum(left.values())
    pending = [folder / name for name in listing.subfolders if not name.startswith(".")]
    while pending and left:
        below = scan_folder(pending.pop())
        pending += [Path(below.path) / name for name in below.subfolders]
        for number in below.hard_linked.values():
            left.pop(number, None)
    return linked - sum(left.values())


def sizes_once(
    listing: FolderListing, seen: set[int],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Size of each file, 0 for one that was seen under another name, and which are new.

    `seen` has the numbers of all of them after.
    """
    is_new = np.ones(len(listing.names), dtype=np.bool_)
    if listing.hard_linked:
        numbers = {*listing.hard_linked.values()}
        if len(numbers) == len(listing.hard_linked) and seen.isdisjoint(numbers):
            seen |= numbers  # their other names lie elsewhere, in a quarantine mostly
            return listing.sizes, is_new
        for at, name in enumerate(listing.names):
            number = listing.hard_linked.get(name)
            is_new[at] = number not in seen
            if number is not None:
                seen.add(number)
    return np.where(is_new, listing.sizes, 0), is_new


class Links:
    """Counts files of several names once, and not at all as long as one of them was not seen.

    Args:
        living: numbers of files, by device, that have a name which is never among those counted.

    Attributes:
        shared: bytes counted since `begin` that have a name which was seen before it.
    """

    def __init__(self, living: Mapping[int, Set[int]] = MappingProxyType({})) -> None:
        self.shared = 0
        self._living = living
        self._device: int | None = None
        self._seen: dict[tuple[int, int], int] = {}
        self._seen_first: dict[tuple[int, int], int] = {}
        self._left: dict[tuple[int, int], int] = {}
        self._folder = 0

    def begin(self) -> None:
        """Begin with another folder, which may go while those before it stay."""
        self.shared = 0
        self._device = None
        self._left = {}
        self._folder += 1

    @property
    def elsewhere(self) -> int:
        """Bytes of files that were seen since `begin` and have a name that was not seen."""
        return sum(self._left.values())

    def bytes_freed(self, entry: os.DirEntry[str]) -> int:
        """Return the bytes that removing this name frees, after those that were seen before.

        Raises:
            OSError: if it cannot be accessed.
        """
        if self._device is not None and entry.inode() in self._living[self._device]:
            return 0
        # What a listing on Windows tells has neither the number of names nor that of the file.
        status = os.lstat(entry.path) if os.name == "nt" else entry.stat(follow_symlinks=False)
        if status.st_nlink <= 1:
            return status.st_size
        # Where a listing gives the file's own number, it is not asked for a stat of the others.
        if self._device is None and status.st_dev in self._living \
                and entry.inode() == status.st_ino:
            self._device = status.st_dev
        identity = (status.st_dev, status.st_ino)
        names = self._seen.get(identity, 0) + 1
        self._seen[identity] = names
        if names == 1:
            self._seen_first[identity] = self._folder
        if names < status.st_nlink:
            self._left[identity] = status.st_size
            return 0
        self._left.pop(identity, None)
        if self._seen_first[identity] != self._folder:
            self.shared += status.st_size
        return status.st_size


def mtime_as_float(mtime_ns: int) -> float:
    """As `mtimes_as_floats`, of one file."""
    return mtime_ns // 1_000_000_000 + 1e-9 * (mtime_ns % 1_000_000_000)


def mtimes_as_floats(mtimes_ns: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Nanoseconds to the float that `os.stat(...).st_mtime` gives, to the last bit."""
    seconds, nanoseconds = np.divmod(mtimes_ns, 1_000_000_000)
    return np.asarray(seconds + 1e-9 * nanoseconds, dtype=np.float64)


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Python 3.11 has no `DirEntry.is_junction`; on Windows a junction is a reparse point."""
    if os.name != "nt":
        return False
    attributes = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
    return bool(attributes & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0))


def _scan(
    spelled: str, target: str | int, on_entries: OnEntries | None, *, is_stamped: bool
) -> FolderListing:
    names: list[str] = []
    sizes, mtimes_ns, ctimes_ns, inodes = array("q"), array("q"), array("q"), array("q")
    subfolders: list[str] = []
    links: list[str] = []
    vanished: list[str] = []
    hard_linked: dict[str, int] = {}
    devices: set[int] = set()
    occupied = told = 0
    at = -1
    with os.scandir(target) as entries:
        for at, entry in enumerate(entries):
            if at - told == ENTRIES_TOGETHER and on_entries is not None:
                on_entries(at - told)
                told = at
            name = entry.name
            try:
                # Nearly every entry is a plain file, and each further question costs 0.1 µs.
                is_plain = entry.is_file(follow_symlinks=False)
                if not is_plain:
                    if entry.is_symlink() or _is_junction(entry):
                        links.append(name)
                    if entry.is_dir():
                        subfolders.append(name)
                        continue
                status = entry.stat()
            except OSError:
                vanished.append(name)
                continue
            if not (is_plain or stat.S_ISREG(status.st_mode)):
                vanished.append(name)
                continue
            names.append(name)
            sizes.append(status.st_size)
            occupied += status.st_blocks if HAS_BLOCKS else status.st_size
            mtime_ns = status.st_mtime_ns
            mtimes_ns.append(mtime_ns if mtime_ns < LAST_NS else LAST_NS)
            if is_stamped:
                ctime_ns = status.st_ctime_ns
                ctimes_ns.append(ctime_ns if ctime_ns < LAST_NS else LAST_NS)
                inodes.append(status.st_ino & INODE_MASK)
            if status.st_nlink > 1:
                hard_linked[name] = status.st_ino
                devices.add(status.st_dev)
    if on_entries is not None:
        on_entries(at + 1 - told)
    return FolderListing(
        path=spelled,
        names=names,
        sizes=np.array(sizes, dtype=np.int64),
        mtimes_ns=np.array(mtimes_ns, dtype=np.int64),
        subfolders=subfolders,
        links=frozenset(links),
        vanished=tuple(vanished),
        hard_linked=hard_linked,
        on_disk=occupied * BLOCK_BYTES if HAS_BLOCKS else occupied,
        device=devices.pop() if len(devices) == 1 else None,
        ctimes_ns=np.array(ctimes_ns, dtype=np.int64) if is_stamped else None,
        inodes=np.array(inodes, dtype=np.int64) if is_stamped else None,
    )
