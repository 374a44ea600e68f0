"""JSON objects taken apart by name, edited, and written again with every other value as it was.

A 155 MB index is not decoded: msgspec checks its syntax and hands out each value as a view into the
bytes. It refuses lone surrogates (names that are not UTF-8, as a trainer writes them) and NaN; such
a text is walked with the standard library instead, on a copy decoded as Latin-1, in which one
character is one byte. What stands around values, names and white space, is laid out as
`json.dumps` does it: indented, or in one of its compact forms.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

_SPACES = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_FIRST_MEMBER = re.compile(rb'\s*\{(\s*)"(?:[^"\\]|\\.)*"\s*:(\s*)')
_HEAD_BYTES = 4096
SHARE = 256
"""Members whose names are laid out in one call, and kept for as long."""

DEPTH = 2
"""Of rows, hash lists and concepts of an index: members of a member of the top level."""

_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_WALKER = json.JSONDecoder()


def members(text: bytes) -> dict[str, bytes]:
    """The values of a JSON object by name, in document order. Of a repeated name the last counts.

    Returns:
        The values' own bytes, as views into `text` where that could be decoded. They can be
        written, joined, decoded and compared with each other as they are.

    Raises:
        ValueError: if it is no well-formed object.
    """
    try:
        return {**_OBJECT.decode(text)}
    except msgspec.DecodeError:
        return {name: msgspec.Raw(value) for name, value in walk_members(bytes(text))}


def walk_members(text: bytes) -> Iterator[tuple[str, bytes]]:
    """The members of a JSON object one by one, as the standard library's parser takes them.

    Raises:
        ValueError: at the first place that is no JSON.
        RecursionError: where values are nested too deeply.
    """
    latin = text.decode("latin-1")
    at = _after_spaces(latin, 0)
    if latin[at:at + 1] != "{":
        raise ValueError(f"expected '{{' at byte {at}")
    at = _after_spaces(latin, at + 1)
    while latin[at:at + 1] != "}":
        _, end = _WALKER.raw_decode(latin, at)
        name = json.loads(text[at:end])
        at = _after_spaces(latin, end)
        if not isinstance(name, str) or latin[at:at + 1] != ":":
            raise ValueError(f"expected a name and ':' before byte {at}")
        at = _after_spaces(latin, at + 1)
        _, end = _WALKER.raw_decode(latin, at)
        yield name, text[at:end]
        at = _after_spaces(latin, end)
        if latin[at:at + 1] == ",":
            at = _after_spaces(latin, at + 1)
        elif latin[at:at + 1] != "}":
            raise ValueError(f"expected ',' or '}}' at byte {at}")
    if _after_spaces(latin, at + 1) != len(latin):
        raise ValueError(f"expected nothing more at byte {at + 1}")


def parse_json(text: bytes) -> object:
    """A value; msgspec is eight times as fast and refuses what some trainers write.

    Raises:
        ValueError: if it is no JSON.
    """
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return json.loads(bytes(text))


def name_text(name: str) -> bytes:
    """A text as the trainer writes it: ASCII, lone surrogates escaped."""
    return json.dumps(name).encode("ascii")


@dataclass(frozen=True, slots=True)
class JsonStyle:
    """How a document is laid out.

    Attributes:
        unit: white space per level, None when everything stands on one line.
        comma: what separates members on one line.
        colon: what separates a name from its value.
        is_ascii: whether names are escaped.
    """

    unit: bytes | None = None
    comma: bytes = b", "
    colon: bytes = b": "
    is_ascii: bool = True

    @classmethod
    def of(cls, text: bytes) -> JsonStyle:
        """The layout of a document, from its first member; an empty one is indented by two."""
        match = _FIRST_MEMBER.match(text[:_HEAD_BYTES])
        if match is None:
            return cls(unit=b"  ")
        spaced = b" " if match[2] else b""
        _, line_end, unit = match[1].rpartition(b"\n")
        return cls(
            unit=unit if line_end else None, comma=b"," + spaced, colon=b":" + spaced,
            is_ascii=text.isascii())

    def before(self, depth: int) -> bytes:
        """Return the white space before a member at `depth` (1 for members of the top level)."""
        return b"" if self.unit is None else b"\n" + self.unit * depth

    @property
    def between(self) -> bytes:
        """The text that ends a member other than the last; `before` follows it."""
        return self.comma if self.unit is None else b","

    def name(self, name: str) -> bytes:
        """A member's name; escaped too where it has no UTF-8."""
        if not self.is_ascii:
            try:
                return json.dumps(name, ensure_ascii=False).encode("utf-8")
            except UnicodeEncodeError:
                pass
        return name_text(name)

    def names(self, names: Iterable[str]) -> list[bytes]:
        """As `name`, all in one call, which takes an eighth of one for each."""
        listed = list(names)
        # JSON escapes line feeds within texts, so each one here parts two names.
        text = json.dumps(listed, ensure_ascii=self.is_ascii, separators=("\n", ":"))[1:-1]
        try:
            return text.encode("utf-8").split(b"\n") if listed else []
        except UnicodeEncodeError:
            return [self.name(name) for name in listed]

    def object_parts(
        self, values: Iterable[tuple[str, bytes]], depth: int
    ) -> Iterator[bytes]:
        """The text of an object whose members stand at `depth`; the values' is taken as it is."""
        before, between, colon = b"{" + self.before(depth), self.between, self.colon
        between += self.before(depth)
        pairs, is_empty = iter(values), True
        while share := list(itertools.islice(pairs, SHARE)):
            is_empty = False
            for name, (_, text) in zip(self.names(name for name, _ in share), share, strict=True):
                yield before + name + colon
                yield text
                before = between
        yield b"{}" if is_empty else self.before(depth - 1) + b"}"

    def document_parts(
        self, top: Mapping[str, bytes | Iterable[tuple[str, bytes]]]
    ) -> Iterator[bytes]:
        """The text of an object of the top level; values that are no text are members of one."""
        before = b"{" + self.before(1)
        for name, value in top.items():
            yield before + self.name(name) + self.colon
            if isinstance(value, bytes | msgspec.Raw):
                yield value
            else:
                yield from self.object_parts(value, DEPTH)
            before = self.between + self.before(1)
        yield self.before(0) + b"}"

    def object_length(self, values: Mapping[str, bytes], depth: int) -> int:
        """Bytes of what `object_parts` gives."""
        if not values:
            return len(b"{}")
        per_member = len(self.between + self.before(depth) + self.colon)
        return (
            len(b"{}") + len(self.before(depth - 1)) - len(self.between)
            + per_member * len(values) + self._length_of_names(values)
            + sum(map(len, values.values())))

    def _length_of_names(self, names: Iterable[str]) -> int:
        left, length = iter(names), 0
        while share := list(itertools.islice(left, SHARE)):
            length += sum(map(len, self.names(share)))
        return length

    def object_text(self, values: Mapping[str, bytes], depth: int) -> bytes:
        """As `object_parts`, in one piece."""
        return b"".join(self.object_parts(values.items(), depth))

    def with_value(self, text: bytes, name: str, value: bytes, depth: int) -> bytes:
        """The text of an object whose members stand at `depth`, with another value of one of them.

        Raises:
            KeyError: if it has no such member.
            ValueError: if it is no well-formed object.
        """
        values = members(text)
        if name not in values:
            raise KeyError(name)
        return self.object_text({**values, name: value}, depth)

    def array_text(self, texts: Iterable[str], depth: int) -> bytes:
        """The text of an array of texts as the value of a member at `depth`."""
        inner = self.before(depth + 1)
        body = (self.between + inner).join(map(self.name, texts))
        return b"[" + inner + body + self.before(depth) + b"]" if body else b"[]"

    def restyle(self, text: bytes, depth: int) -> bytes:
        """Lay a JSON value out anew as the value of a member at `depth`.

        Numbers and escapes keep their spelling.
        """
        if self.unit is None or self.unit.strip(b" ") == b"":
            try:
                return self._format(text, depth)
            except msgspec.DecodeError:
                pass  # a lone surrogate or NaN; the trainer writes both
        return self._relaid(text, depth)

    def _format(self, text: bytes, depth: int) -> bytes:
        """As `_relaid`, thirty times as fast; only for indents of spaces.

        Raises:
            msgspec.DecodeError: if the value is JSON that only the standard library accepts.
        """
        if self.unit is None:
            return msgspec.json.format(text, indent=0 if b" " in self.colon else -1)
        # JSON escapes line feeds within texts, so each one here ends a line.
        return msgspec.json.format(text, indent=len(self.unit)).replace(b"\n", self.before(depth))

    def _relaid(self, text: bytes, depth: int) -> bytes:
        parts: list[bytes] = []
        level = depth
        opened = False
        for match in _TOKEN.finditer(text):
            token = match[0]
            if token in (b"}", b"]"):
                level -= 1
                if not opened:
                    parts.append(self.before(level))
                parts.append(token)
                opened = False
                continue
            if opened:
                parts.append(self.before(level))
                opened = False
            if token in (b"{", b"["):
                level += 1
                opened = True
                parts.append(token)
            elif token == b",":
                parts.append(self.between + self.before(level))
            elif token == b":":
                parts.append(self.colon)
            else:
                parts.append(token)
        return b"".join(parts)


def _after_spaces(text: str, at: int) -> int:
    match = _SPACES.match(text, at)
    return at if match is None else match.end()
