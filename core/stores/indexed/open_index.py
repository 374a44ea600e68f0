"""A `cache.json` with its rows found but not decoded.

An index of 100,000 pictures takes 200 MB and more. One that is laid out as trainers do it stays in
its file while it is edited (`OpenIndex.opened`): where each row begins is known, and its text is
read when it is asked for, through one window, so that going through all rows in their order reads
the file once. Any other index is held whole.
"""

from __future__ import annotations

import io
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from larder.core.errors import WorkspaceError, error_reason
from larder.core.files.regular_file import open_descriptor, read_regular
from larder.core.stores.indexed.hash_lists import are_laid_out
from larder.core.stores.indexed.index_edit import WAY_OUT
from larder.core.stores.indexed.index_file import HEAD_BYTES, IndexPieces, NotLaidOut
from larder.core.stores.indexed.json_text import DEPTH, JsonStyle, members
from larder.core.stores.indexed.packed_rows import PlacedRows

EMPTY_INDEX = b'{\n  "version": 3,\n  "entries": {},\n  "hash_index": {}\n}'
"""What a trainer starts from when there is no index."""

CONCEPT_ID = re.compile(rb'"concept_id"\s*:\s*"([^"\\]+)"')
WHITE_SPACE = b" \t\n\r"

_PIECE = msgspec.json.Decoder(dict[str, msgspec.Raw])

WINDOW_BYTES: Final = 1 << 18
"""That are read at once; some 200 rows."""


class _Rows(msgspec.Struct, gc=False):
    """The rows of an index, found in one pass over it."""

    entries: dict[str, msgspec.Raw]


class RowsInFile(PlacedRows):
    """The rows of an index that is laid out as trainers do it; their text stays in the file.

    Attributes:
        is_odd: rows are laid out otherwise, or two have one key: places of rows are wrong then.
    """

    def __init__(self, file: io.RawIOBase, path: Path, style: JsonStyle) -> None:
        super().__init__()
        self.is_odd = False
        self._file = file
        self._path = path
        self._style = style
        self._starts = array("Q")
        self._lengths = array("I")
        self._window = b""
        self._window_at = 0

    def take(self, piece: memoryview, at: int) -> None:
        """Note where the rows of a piece stand that begins there in the file, behind its brace."""
        found = _PIECE.decode(piece)
        style, before = self._style, len(self._places)
        around = len(style.before(DEPTH)) + len(style.colon)
        first = at
        for name, (key, text) in zip(style.names(found), found.items(), strict=True):
            self._places[key] = len(self._starts)
            self._starts.append(at + around + len(name))
            self._lengths.append(len(text))
            at = self._starts[-1] + len(text) + len(style.between)
        is_whole = at - len(style.between) - first == len(piece) - len(b"{}")
        if not (is_whole and len(self._places) == before + len(found) and bytes(piece).isascii()):
            self.is_odd = True

    def __getitem__(self, key: str) -> bytes:
        place = self._places[key]
        start, length = self._starts[place], self._lengths[place]
        at = start - self._window_at
        if at < 0 or at + length > len(self._window):
            self._window, self._window_at, at = self._read(start, length), start, 0
        return self._window[at:at + length]

    def _read(self, start: int, length: int) -> bytes:
        """Return at least `length` bytes of the file from `start`, plus what is read at once.

        Raises:
            WorkspaceError: if the file cannot be read.
        """
        try:
            self._file.seek(start)
            window = self._file.read(max(length, WINDOW_BYTES)) or b""
            while len(window) < length:
                more = self._file.read(length - len(window))
                if not more:
                    raise OSError("it became shorter while it was read")
                window += more
        except OSError as failed:
            _cannot_read(self._path, failed)
        return window

    @property
    def size(self) -> int:
        """Bytes of all rows."""
        return sum(self._lengths)

    def file_parts(self) -> Iterator[bytes]:
        """All bytes of the file, from its beginning.

        Raises:
            WorkspaceError: if it cannot be read.
        """
        at = 0
        while part := self._read(at, 0):
            at += len(part)
            yield part


def _cannot_read(path: Path, failed: OSError) -> NoReturn:
    raise WorkspaceError(
        f"The index {path} cannot be read: {error_reason(failed)}.",
        "It was not changed. Check its drive and permissions, then try again.") from failed


class OpenIndex:
    """An index whose rows can be found.

    Attributes:
        content: its bytes; without its rows where those stay in the file.
        style: how it is laid out.
        top: values of the top level; that of `entries` is none where rows stay in the file.
        entries: its rows.
    """

    def __init__(self, content: bytes, rows: RowsInFile | None = None) -> None:
        """Find the rows, or take those that stay in the file.

        Raises:
            WorkspaceError: if there are none to be found.
        """
        self.content = content
        self.style = JsonStyle.of(content)
        self.top: dict[str, bytes]
        self.entries: Mapping[str, bytes]
        self.in_file = rows
        try:
            if rows is not None:
                self.entries, self.top = rows, members(content)
            elif not self._find_at_once():
                self.top = members(content)
                self.entries = members(self.top["entries"])
        except KeyError as missing:
            raise WorkspaceError(
                "The index cannot be edited: it has no entries.", WAY_OUT) from missing
        except (ValueError, RecursionError) as broken:
            raise WorkspaceError(f"The index cannot be edited: {broken}.", WAY_OUT) from broken

    def _find_at_once(self) -> bool:
        """Find rows and all else in one pass, where `entries` are as long as their layout says.

        Indented text tells the members of the top level from all others, as no value holds a line
        feed of its own.
        """
        style, content = self.style, self.content
        begin = style.before(1) + style.name("entries") + style.colon
        start = content.find(begin, 0, HEAD_BYTES) + len(begin) if style.unit else -1
        if start < len(begin):
            return False
        try:
            self.entries = {**msgspec.json.decode(content, type=_Rows).entries}
            end = start + style.object_length(self.entries, DEPTH)
            self.top = members(content[:start] + b"{}" + content[end:])
        except ValueError:
            return False
        if self.top["entries"] != msgspec.Raw(b"{}"):
            return False
        self.top["entries"] = msgspec.Raw(memoryview(content)[start:end])
        return True

    @classmethod
    def read(cls, path: Path) -> OpenIndex:
        """Read a file.

        Raises:
            WorkspaceError: if it is no index, or cannot be read.
            FileNotFoundError: if there is none.
        """
        try:
            content = read_regular(path)
        except FileNotFoundError:
            raise
        except OSError as failed:
            _cannot_read(path, failed)
        if not content:
            raise WorkspaceError(f"The index {path} is empty.", WAY_OUT)
        return cls(content)

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[OpenIndex]:
        """As `read`, for the block; rows stay in the file where it is laid out as trainers do it.

        Raises:
            WorkspaceError: if it is no index, or cannot be read, also within the block.
            FileNotFoundError: if there is none.
        """
        try:
            descriptor, _ = open_descriptor(path)
        except FileNotFoundError:
            raise
        except OSError as failed:
            _cannot_read(path, failed)
        with io.FileIO(descriptor, "rb") as file:
            yield cls.from_file(file, path) or cls.read(path)

    @classmethod
    def from_file(cls, file: io.RawIOBase, path: Path) -> OpenIndex | None:
        """Return an index whose rows stay in a file that is open, `path` to messages.

        None where it is laid out otherwise or a name stands twice.

        Raises:
            WorkspaceError: if it is no index, or cannot be read, also later.
        """
        try:
            pieces = IndexPieces(file)
            rows = RowsInFile(file, path, JsonStyle.of(pieces.head))
            pieces.take_rows(lambda piece: rows.take(piece, pieces.at))
            index = cls(pieces.rest(), rows)
            return index if not rows.is_odd and index._is_laid_out() else None
        except (NotLaidOut, UnicodeDecodeError, RecursionError):
            return None
        except OSError as failed:
            _cannot_read(path, failed)

    def _is_laid_out(self) -> bool:
        """Return whether all but the rows is laid out as `style`, so no name occurs twice."""
        style, concepts = self.style, members_of(self.top, "concepts")
        return (
            self.content.isascii()
            and len(self.content.strip(WHITE_SPACE)) == style.object_length(self.top, 1)
            and len(self.top.get("concepts", b"{}")) == style.object_length(concepts, DEPTH)
            and are_laid_out(self.top.get("hash_index", b"{}"), style))

    @property
    def size(self) -> int:
        """About how many bytes it has."""
        rows = 0 if self.in_file is None else self.in_file.size
        return len(self.content) + rows

    def parts(self) -> Iterable[bytes]:
        """Its bytes as they are in the file."""
        return [self.content] if self.in_file is None else self.in_file.file_parts()

    def concepts_named_in(self, rows: Iterable[str]) -> set[str]:
        """Ids of interned concepts that the rows with these keys name."""
        return {
            match[1].decode("ascii")
            for key in rows for match in CONCEPT_ID.finditer(self.entries[key])}


def members_of(top: Mapping[str, bytes], name: str) -> dict[str, bytes]:
    """Members of an object of the top level; none when the index does not have it.

    Raises:
        WorkspaceError: if it is no object.
    """
    try:
        return members(top[name]) if name in top else {}
    except (ValueError, RecursionError) as broken:
        raise WorkspaceError(
            f"The index cannot be edited: its {name} is not an object.", WAY_OUT) from broken


def concepts_in(index: OpenIndex) -> dict[str, bytes]:
    """Return the interned concepts of an index by their ids.

    Raises:
        WorkspaceError: if they are no object.
    """
    return members_of(index.top, "concepts")


def read_rows(path: Path, keys: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The text of rows and of the interned concepts they name, as an edit can add them again.

    Returns:
        Key -> row and id -> concept, for those that the index has.

    Raises:
        WorkspaceError: if it is no index, or cannot be read.
        FileNotFoundError: if there is none.
    """
    with OpenIndex.open(path) as index:
        present = [key for key in keys if key in index.entries]
        concepts = concepts_in(index)
        named = sorted(name for name in index.concepts_named_in(present) if name in concepts)
        rows, texts = (
            {name: bytes(of[name]).decode("utf-8", "surrogatepass") for name in names}
            for of, names in ((index.entries, present), (concepts, named)))
        return rows, texts
