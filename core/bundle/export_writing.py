"""A bundle being written, in either form, so that an interrupted export goes on where it stopped.

Beside what is written lies `larder-bundle.part`, one line for each file: what it is to be, and the
date of the file it was made of. A line counts if what was written has that digest still and its
source that date. The manifest, or the directory of the one file, comes last: what lacks it is no
bundle yet.
"""

from __future__ import annotations

import glob
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol, Self

import msgspec
import xxhash

from larder.core.bundle.bundle_files import PART_NAME
from larder.core.bundle.export_set import LeavingFile
from larder.core.bundle.manifest import MANIFEST_NAME, BundledFile
from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import replace_file, write_atomically
from larder.core.files.durable import explain_write_errors, sync_file, sync_folder
from larder.core.files.folder_scan import scan_folder
from larder.core.files.regular_file import naming_errors, read_regular
from larder.core.files.store_paths import refuse_link
from larder.core.files.temp_names import TEMP_SUFFIX, temp_name
from larder.core.keys.content_hash import hash_file
from larder.core.payloads.packed import SUFFIX, Place, directory_of, member_parts
from larder.core.payloads.pt import Bytes

CHUNK: Final = 1 << 20
KEPT_OF_NAME: Final = 40
"""Characters of a name that the name of what is being written begins with, at least."""


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line: what was asked for in the first, a file in each other.

    Attributes:
        source: bytes and date of the file that it was made of.
        place: where it lies in the one file.
    """

    asked: str = ""
    file: BundledFile | None = None
    source: tuple[int, int] = (0, 0)
    place: Place | None = None

    @classmethod
    def of(
        cls, file: BundledFile, source: LeavingFile | None, place: Place | None = None
    ) -> Self:
        """The line of a file that was written."""
        stamp = (0, 0) if source is None else (source.bytes, source.mtime_ns)
        return cls(file=file, source=stamp, place=place)


class BundleWriter(Protocol):
    """Interface through which an export writes a bundle."""

    def kept(self, file: LeavingFile) -> BundledFile | None:
        """A file that an interrupted export has written already, None if it is to be written."""
        ...

    def put(
        self, file: BundledFile, parts: Sequence[Bytes], source: LeavingFile | None = None,
        crc: int | None = None, /,
    ) -> BundledFile:
        """Write a file, whose CRC-32 may be known; give it back."""
        ...

    def finish(self, manifest: bytes) -> None:
        """Make a bundle of it."""
        ...


class _Journal:
    """The lines beside a bundle that is being written."""

    def __init__(self, path: Path, asked: str) -> None:
        self.path = path
        self._asked = asked

    def lines(self) -> list[_Line]:
        """Return the lines of an earlier export with the same request, up to a torn line."""
        return list(self._read(self._asked))

    def of_others(self) -> list[_Line]:
        """Return the lines of an earlier export with a different request."""
        with suppress(FileNotFoundError, NotADirectoryError, UnreadableJsonError):
            first = read_regular(self.path).split(b"\n", 1)[0]
            asked = decode_ascii_json(first, _Line).asked
            return [] if asked == self._asked else list(self._read(asked))
        return []

    def begin(self, *, anew: bool) -> None:
        """Begin a new one, or go on."""
        refuse_link(self.path)
        if anew or not self.path.exists():
            write_atomically(self.path, [encode_ascii_json(_Line(asked=self._asked)) + b"\n"])

    def add(self, line: _Line) -> None:
        """Add a line; a torn one before it is closed by the line feed that each begins with."""
        with (
            explain_write_errors(self.path.parent), naming_errors(self.path),
            self.path.open("ab", buffering=0) as file,
        ):
            file.write(b"\n" + encode_ascii_json(line))

    def _read(self, asked: str) -> Iterator[_Line]:
        with suppress(FileNotFoundError, NotADirectoryError):
            lines = read_regular(self.path).split(b"\n")
            for number, line in enumerate(filter(None, lines)):
                try:
                    found = decode_ascii_json(line, _Line)
                except UnreadableJsonError:
                    continue
                if number == 0 and found.asked != asked:
                    return
                if found.file is not None:
                    yield found


class FolderWriter:
    """Writer of a bundle that is a folder."""

    def __init__(self, target: Path, asked: str) -> None:
        """Begin, or go on; what an export of something else left there goes.

        Raises:
            UserFacingError: if the folder may not be written.
        """
        target.mkdir(parents=True, exist_ok=True)
        self._target = target
        self._journal = _Journal(target / PART_NAME, asked)
        others = self._journal.of_others()
        for line in others:
            self._forget(line)
        self._lines = {line.file.path: line for line in self._journal.lines() if line.file}
        self._used: set[str] = set()
        sweep_unfinished(target)
        self._journal.begin(anew=bool(others))

    def kept(self, file: LeavingFile) -> BundledFile | None:
        """Return a file that an interrupted export wrote already, None if it is to be written."""
        line = self._lines.get(file.path)
        self._used.add(file.path)
        if line is None or line.file is None or line.source != (file.bytes, file.mtime_ns):
            return None
        place = self._target / file.path
        with suppress(OSError):
            if not place.is_symlink() and hash_file(place) == line.file.xxh64:
                return line.file
        return None

    def put(
        self, file: BundledFile, parts: Sequence[Bytes], source: LeavingFile | None = None,
        _: int | None = None, /,
    ) -> BundledFile:
        """As everywhere; its line comes first, so that nothing lies there that none tells of."""
        place = self._target / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        self._note(file, source)
        write_atomically(place, map(memoryview, parts), fsync=False)
        return file

    def open_to_others(self) -> Path:
        """Make a file by which other processes see that they may write here."""
        sight = self._target / temp_name(PART_NAME)
        with explain_write_errors(self._target):
            sight.touch()
        return sight

    def take(self, file: BundledFile, temp: Path, source: LeavingFile) -> BundledFile:
        """Give a file that another process has written its name."""
        self._note(file, source)
        replace_file(temp, self._target / file.path)
        return file

    def finish(self, manifest: bytes) -> None:
        """As everywhere; what was written for an earlier state of the cache goes.

        So does what a process was writing when it ended.
        """
        sweep_unfinished(self._target)
        for path, line in self._lines.items():
            if path not in self._used:
                self._forget(line)
        write_atomically(self._target / MANIFEST_NAME, [manifest])
        self._journal.path.unlink()

    def _note(self, file: BundledFile, source: LeavingFile | None) -> None:
        self._used.add(file.path)
        self._journal.add(_Line.of(file, source))

    def _forget(self, line: _Line) -> None:
        if line.file is not None:
            (self._target / line.file.path).unlink(missing_ok=True)


class OneFileWriter:
    """Writes one file: `<name>.part` until it is whole.

    No other process writes here: where a file begins is known when the one before it is written.
    """

    def __init__(self, target: Path, asked: str) -> None:
        """Begin, or go on.

        Raises:
            UserFacingError: if its folder may not be written.
        """
        target.parent.mkdir(parents=True, exist_ok=True)
        self._target = target
        self._part = make_unfinished_path(target)
        self._journal = _Journal(journal_of(target), asked)
        self._waiting = _in_place(self._journal.lines())
        for left in target.parent.glob(f"{glob.escape(target.name[:KEPT_OF_NAME])}*{TEMP_SUFFIX}"):
            left.unlink(missing_ok=True)
        refuse_link(self._part)
        self._journal.begin(anew=not self._waiting)
        with explain_write_errors(target.parent):
            self._file = self._part.open("r+b" if self._waiting and self._part.exists() else "w+b")
        self._places: list[Place] = []

    def kept(self, file: LeavingFile) -> BundledFile | None:
        """As everywhere, if it is the next one in the file; else all behind it goes."""
        line = self._waiting[0] if self._waiting else None
        is_next = line is not None and line.file is not None and line.place is not None \
            and line.file.path == file.path and line.source == (file.bytes, file.mtime_ns)
        if not is_next or line is None or line.place is None or not self._is_whole(line):
            self._waiting.clear()
            return None
        self._waiting.pop(0)
        self._places.append(line.place)
        return line.file

    def put(
        self, file: BundledFile, parts: Sequence[Bytes], source: LeavingFile | None = None,
        crc: int | None = None, /,
    ) -> BundledFile:
        """Write a file, whose CRC-32 may be known, and return it."""
        place = self._write(file.path, parts, crc)
        self._journal.add(_Line.of(file, source, place))
        return file

    def finish(self, manifest: bytes) -> None:
        """Write the manifest and the directory, and publish the file under its name."""
        self._write(MANIFEST_NAME, [manifest])
        with explain_write_errors(self._target.parent), naming_errors(self._part):
            self._file.write(directory_of(self._places))
            self._file.flush()
            sync_file(self._file.fileno(), self._part)
            self._file.close()
            if self._target.exists():
                raise UserFacingError(
                    f"{self._target} was created by another program in the "
                    "meantime.", "Choose another file.")
            self._journal.path.unlink()
            self._part.replace(self._target)
            sync_folder(self._target.parent)

    def _write(self, path: str, parts: Sequence[Bytes], crc: int | None = None) -> Place:
        """Write a member behind the last one; whatever lies there goes."""
        self._waiting.clear()
        begin = self._places[-1].end if self._places else 0
        place, whole = member_parts(path, begin, parts, crc)
        with explain_write_errors(self._target.parent), naming_errors(self._part):
            self._file.seek(begin)
            self._file.truncate()
            self._file.writelines(whole)
            self._file.flush()
        self._places.append(place)
        return place

    def _is_whole(self, line: _Line) -> bool:
        if line.file is None or line.place is None:
            return False
        digest, left = xxhash.xxh64(), line.place.bytes
        self._file.seek(line.place.begin)
        while left and (chunk := self._file.read(min(CHUNK, left))):
            digest.update(chunk)
            left -= len(chunk)
        return not left and digest.hexdigest() == line.file.xxh64


def is_one_file(target: Path) -> bool:
    """Return whether a bundle of this name is to be one file."""
    return target.suffix.lower() == SUFFIX and not target.is_dir()


def begin_writing(target: Path, asked: str) -> BundleWriter:
    """Begin a bundle in the form that its name says, or go on with one.

    Raises:
        UserFacingError: if it cannot be written there.
    """
    make: Callable[[Path, str], BundleWriter] = \
        OneFileWriter if is_one_file(target) else FolderWriter
    with explain_write_errors(target.parent):
        return make(target, asked)


def written_before(target: Path, asked: str) -> dict[str, int]:
    """Files that an interrupted export of the same has written, with their bytes."""
    lines = _Journal(journal_of(target), asked).lines()
    if is_one_file(target):
        lines = _in_place(lines)
    return {line.file.path: line.file.bytes for line in lines if line.file is not None}


def journal_of(target: Path) -> Path:
    """Where the lines of a bundle lie while it is being written."""
    return target.with_name(f"{target.name}.{PART_NAME}") if is_one_file(target) \
        else target / PART_NAME


def make_unfinished_path(target: Path) -> Path:
    """Return the path of the one file while it is being written."""
    return target.with_name(f"{target.name}.part")


def _in_place(lines: Sequence[_Line]) -> list[_Line]:
    """Those of one file that lie one behind the other; a later line takes the place of others."""
    found: list[_Line] = []
    for line in lines:
        if line.place is None:
            continue
        while found and (last := found[-1].place) is not None and last.end > line.place.offset:
            found.pop()
        last = found[-1].place if found else None
        if line.place.offset == (0 if last is None else last.end):
            found.append(line)
    return found


def describe(path: str, parts: Sequence[Bytes], recipe: str = "") -> BundledFile:
    """A file as the manifest has it."""
    digest, size = xxhash.xxh64(), 0
    for part in parts:
        digest.update(part)
        size += memoryview(part).nbytes
    return BundledFile(path=path, bytes=size, xxh64=digest.hexdigest(), recipe=recipe)


def sweep_unfinished(folder: Path) -> None:
    """Remove what was being written below a folder when that was stopped."""
    pending = [folder]
    while pending:
        with suppress(FileNotFoundError, NotADirectoryError):
            listing = scan_folder(pending.pop())
            pending += [Path(listing.path) / name for name in listing.subfolders
                        if name not in listing.links]
            for name in listing.names:
                if name.endswith(TEMP_SUFFIX):
                    (Path(listing.path) / name).unlink(missing_ok=True)
