"""Where the values of a JSON document stand in its bytes, so that a change leaves the rest alone.

A 155 MB index is mapped, not read: msgspec checks its syntax and gives each row as a view into the
map, whose address is the row's position. msgspec refuses lone surrogates (names that are not UTF-8,
as a trainer writes them) and NaN; such a document is walked with the standard library instead, on a
copy decoded as Latin-1, in which one character is one byte.
"""

from __future__ import annotations

import json
import mmap
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

WHITESPACE = b" \t\n\r"
_SPACES = re.compile(r"[ \t\n\r]*")
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ARRAY = msgspec.json.Decoder(list[msgspec.Raw])
_WALKER = json.JSONDecoder()


class Span(NamedTuple):
    """A stretch of bytes, end not included."""

    start: int
    end: int


class Members:
    """The members of one object, in document order. Of a repeated name the last one counts."""

    def __init__(self, values: dict[str, msgspec.Raw] | dict[str, Span], base: int) -> None:
        self._values = values
        self._base = base

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def span(self, key: str) -> Span:
        """Where the value of `key` stands."""
        return _span(self._values[key], self._base)


class JsonDocument:
    """A document in a buffer; positions are byte offsets into it.

    Attributes:
        buffer: the bytes, searchable.
        view: the bytes, to be sliced without a copy.
    """

    def __init__(self, buffer: bytes | mmap.mmap) -> None:
        self.buffer = buffer
        self.view = memoryview(buffer)
        self._base = _address(self.view)
        self._handed_out: list[dict[str, Any]] = []
        self._latin: str | None = None

    def root(self) -> Span:
        """The document's value without the white space around it."""
        start, end = 0, len(self.view)
        while start < end and self.view[start] in WHITESPACE:
            start += 1
        while end > start and self.view[end - 1] in WHITESPACE:
            end -= 1
        return Span(start, end)

    def text(self, span: Span) -> bytes:
        """The bytes of a span."""
        return self.view[span.start : span.end].tobytes()

    def value(self, span: Span) -> Any:
        """The value at a span, decoded by the standard library."""
        return json.loads(self.text(span))

    def members(self, span: Span) -> Members:
        """The members of the object at `span`.

        Raises:
            ValueError: if there is no well-formed object.
        """
        values: dict[str, Any]
        try:
            values = _OBJECT.decode(self.view[span.start : span.end])
        except msgspec.DecodeError:
            values = dict(self._walk(span, "{}"))
        self._handed_out.append(values)
        return Members(values, self._base)

    def member(self, span: Span, name: str) -> Span:
        """Where the value of one member of the object at `span` stands.

        Raises:
            ValueError: if there is no well-formed object.
            KeyError: if it has no such member.
        """
        try:
            return _span(_OBJECT.decode(self.view[span.start : span.end])[name], self._base)
        except msgspec.DecodeError:
            return dict(self._walk(span, "{}"))[name]

    def leading_members(self, span: Span) -> dict[str, Span]:
        """The members of the object at `span` up to the first place that is no JSON."""
        found: dict[str, Span] = {}
        with suppress(ValueError, RecursionError):
            found.update(self._walk(span, "{}"))
        return found

    def elements(self, span: Span) -> list[Span]:
        """Where the elements of the array at `span` stand.

        Raises:
            ValueError: if there is no well-formed array.
        """
        try:
            values = _ARRAY.decode(self.view[span.start : span.end])
        except msgspec.DecodeError:
            return [element for _, element in self._walk(span, "[]")]
        return [_span(value, self._base) for value in values]

    def key_start(self, value: Span) -> int:
        """Where the name of a member begins, given its value.

        Inside a string every quote has a backslash before it; the one that opens it never has.
        """
        at = self.back_over(value.start)
        at = self.back_over(at - 1) - 2
        while self.view[at] != ord('"') or self.view[at - 1] == ord("\\"):
            at -= 1
        return at

    def forward_over(self, at: int) -> int:
        """The first position from `at` on that is no white space."""
        while self.view[at] in WHITESPACE:
            at += 1
        return at

    def back_over(self, at: int) -> int:
        """The position after the last byte before `at` that is no white space."""
        while self.view[at - 1] in WHITESPACE:
            at -= 1
        return at

    def release(self) -> None:
        """Let go of the buffer; members handed out are empty from then on."""
        for values in self._handed_out:
            values.clear()
        self.view.release()

    def _walk(self, span: Span, brackets: str) -> Iterator[tuple[str, Span]]:
        """Members of an object, or elements of an array under the name "", one by one."""
        if self._latin is None:
            self._latin = self.view.tobytes().decode("latin-1")
        text, at = self._latin, span.start
        opening, closing = brackets[0], brackets[1]
        if text[at : at + 1] != opening:
            raise ValueError(f"expected {opening!r} at byte {at}")
        at = _skip(text, at + 1)
        while text[at : at + 1] != closing:
            name = ""
            if opening == "{":
                _, end = _WALKER.raw_decode(text, at)
                name = json.loads(self.text(Span(at, end)))
                at = _skip(text, end)
                if not isinstance(name, str) or text[at : at + 1] != ":":
                    raise ValueError(f"expected a name and ':' before byte {at}")
                at = _skip(text, at + 1)
            _, end = _WALKER.raw_decode(text, at)
            yield name, Span(at, end)
            at = _skip(text, end)
            if text[at : at + 1] == ",":
                at = _skip(text, at + 1)
            elif text[at : at + 1] != closing:
                raise ValueError(f"expected ',' or {closing!r} at byte {at}")


@contextmanager
def open_document(path: Path) -> Iterator[JsonDocument]:
    """Map a file for the length of the block.

    After an exception the map goes with the last view of it, which the traceback still holds; only
    after a block that ended well it can be, and on Windows must be, closed here.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if it is empty.
    """
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    document = JsonDocument(mapped)
    yield document
    document.release()
    mapped.close()


def _span(value: msgspec.Raw | Span, base: int) -> Span:
    if isinstance(value, Span):
        return value
    view = memoryview(value)
    start = _address(view) - base
    return Span(start, start + len(view))


def _address(view: memoryview) -> int:
    address: int = np.frombuffer(view, np.uint8).__array_interface__["data"][0]
    return address


def _skip(text: str, at: int) -> int:
    match = _SPACES.match(text, at)
    return at if match is None else match.end()
