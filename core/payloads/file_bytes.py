"""One open payload file, read at offsets.

Plain reads, not a memory map: a bad sector, a vanished network share or a file that is cut short
while it is read gives an error here, where a map would end the process with a bus error; and
Windows does not let anybody replace a mapped file. A map would save nothing either, because an
array that outlives the file must be copied out of it.

Files up to 64 KiB are read whole with one call, which is what listing a typical payload costs.
"""

from __future__ import annotations

import io
import os

from larder.core.errors import PayloadError, error_reason
from larder.core.files.regular_file import open_descriptor

WHOLE_BELOW = 64 * 1024
"""Bytes up to which a file is read at once: the reading costs less than a second system call."""

DAMAGED_HINT = "Build this cached file again; a trainer would stop at it."


class FileBytes:
    """A regular file opened for reading; use it in a `with`.

    Attributes:
        name: the file's name without its folder, for messages.
        path: its whole name, for what the operating system refuses.
        size: its bytes when it was opened.
    """

    __slots__ = ("_file", "_whole", "name", "path", "size")

    view: memoryview | None = None
    """All of it, where it lies in memory anyway."""

    def __init__(self, path: str | os.PathLike[str], name: str = "") -> None:
        """Open `path`; messages have `name`, where its own tells too little ("0.pt").

        Raises:
            PayloadError: if it is missing, no regular file, empty or cannot be read.
        """
        spelled = self.path = os.fspath(path)
        # A Path costs 5 us here.
        self.name = name or os.path.basename(spelled) or spelled  # noqa: PTH119
        self._whole: bytes | None = None
        try:
            descriptor, status = open_descriptor(spelled)
        except OSError as error:
            if os.path.isdir(spelled):  # noqa: PTH112 - Windows gives "permission denied" for it
                raise PayloadError(f"{self.name} is a folder, not a cached file.") from error
            raise self.unreadable(error) from error
        self._file: io.FileIO | None = None
        try:
            self.size = status.st_size
            if self.size == 0:
                raise self.error("is empty (0 bytes)")
            if self.size <= WHOLE_BELOW:
                self._whole = self._read_whole(descriptor)
            else:
                self._file = io.FileIO(descriptor, "rb")
        finally:
            if self._file is None:
                os.close(descriptor)

    def __enter__(self) -> FileBytes:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; it cannot be read any more."""
        self._whole = None
        if self._file is not None:
            self._file.close()

    def read(self, offset: int, count: int) -> bytes:
        """`count` bytes from `offset`.

        Raises:
            PayloadError: if the file has no such bytes or they cannot be read.
        """
        if offset < 0 or count < 0 or offset + count > self.size:
            raise self.error("is incomplete")
        if self._whole is not None:
            return self._whole[offset : offset + count]
        content = bytearray(count)
        with memoryview(content) as target:
            self.read_into(offset, target)
        return bytes(content)

    def read_into(self, offset: int, target: memoryview) -> None:
        """Fill `target`, a writable view of bytes, from `offset`.

        Raises:
            PayloadError: if the file has no such bytes or they cannot be read.
        """
        if offset < 0 or offset + len(target) > self.size:
            raise self.error("is incomplete")
        if self._whole is not None:
            target[:] = self._whole[offset : offset + len(target)]
            return
        if self._file is None:
            raise ValueError(f"{self.name} was closed")
        try:
            self._file.seek(offset)
            filled = 0
            while filled < len(target):
                count = self._file.readinto(target[filled:])
                if not count:
                    raise self.error("was truncated while it was being read")
                filled += count
        except OSError as error:
            raise self.unreadable(error) from error

    def error(self, what: str) -> PayloadError:
        """The error for a damage: `what` follows the file's name, without a full stop."""
        return PayloadError(f"{self.name} {what}.", DAMAGED_HINT)

    def unreadable(self, error: OSError) -> PayloadError:
        """The error for what the operating system answered; one that is absent has but a name."""
        where = self.name if isinstance(error, FileNotFoundError) else self.path
        return PayloadError(f"{where} cannot be read: {error_reason(error)}.")

    def _read_whole(self, descriptor: int) -> bytes:
        try:
            content = os.read(descriptor, self.size)
            while len(content) < self.size:
                more = os.read(descriptor, self.size - len(content))
                if not more:
                    raise self.error("was truncated while it was being read")
                content += more
        except OSError as error:
            raise self.unreadable(error) from error
        return content


class MappedBytes(FileBytes):
    """Bytes in memory read as a file of their own: of a mapped file (see `packed`), or read."""

    __slots__ = ("view",)

    def __init__(self, name: str, view: memoryview) -> None:
        self.name = self.path = name
        self.size = len(view)
        self.view: memoryview = view
        self._file = None
        self._whole = None
        if self.size == 0:
            raise self.error("is empty (0 bytes)")

    def read(self, offset: int, count: int) -> bytes:
        """Return `count` bytes from `offset`; see `FileBytes.read`."""
        if offset < 0 or count < 0 or offset + count > self.size:
            raise self.error("is incomplete")
        return bytes(self.view[offset:offset + count])

    def read_into(self, offset: int, target: memoryview) -> None:
        """Fill `target` with bytes from `offset`; see `FileBytes.read_into`."""
        if offset < 0 or offset + len(target) > self.size:
            raise self.error("is incomplete")
        target[:] = self.view[offset:offset + len(target)]
