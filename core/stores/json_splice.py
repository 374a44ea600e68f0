"""Edits of a JSON document as stretches of bytes to replace; everything between them stays.

New text is laid out as the document is: `json.dumps(indent=n)` or one of its compact forms. Numbers
and escapes of what is inserted keep their spelling.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from larder.core.stores.json_spans import JsonDocument, Members, Span

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_FIRST_MEMBER = re.compile(rb'\s*\{(\s*)"(?:[^"\\]|\\.)*"\s*:(\s*)')
_HEAD_BYTES = 4096


class Replacement(NamedTuple):
    """Bytes that come in place of `start` to `end`."""

    start: int
    end: int
    text: bytes


@dataclass(frozen=True, slots=True)
class JsonStyle:
    """How a document is laid out.

    Attributes:
        unit: white space per level, None when everything stands on one line.
        comma: what separates members on one line.
        colon: what separates a name from its value.
    """

    unit: bytes | None
    comma: bytes
    colon: bytes

    def before(self, depth: int) -> bytes:
        """What precedes a member at `depth` (the top level's members have depth 1)."""
        return b"" if self.unit is None else b"\n" + self.unit * depth

    @property
    def between(self) -> bytes:
        """What ends a member that is not the last; `before` follows."""
        return self.comma if self.unit is None else b","


def style_of(document: JsonDocument) -> JsonStyle:
    """The layout of a document, from its first member; an empty one counts as indented by two."""
    match = _FIRST_MEMBER.match(document.view[:_HEAD_BYTES])
    if match is None:
        return JsonStyle(unit=b"  ", comma=b", ", colon=b": ")
    spaced = b" " if match[2] else b""
    _, line_end, unit = match[1].rpartition(b"\n")
    return JsonStyle(
        unit=unit if line_end else None, comma=b"," + spaced, colon=b":" + spaced)


def restyled(text: bytes, style: JsonStyle, depth: int) -> bytes:
    """Lay a JSON value out anew as the value of a member at `depth`."""
    if style.unit is None or style.unit.strip(b" ") == b"":
        try:
            return _formatted(text, style, depth)
        except msgspec.DecodeError:
            pass  # a lone surrogate or NaN; the trainer writes both
    return _relaid(text, style, depth)


def _formatted(text: bytes, style: JsonStyle, depth: int) -> bytes:
    """As `_relaid`, thirty times as fast; only for indents of spaces.

    Raises:
        msgspec.DecodeError: if the value is JSON that only the standard library accepts.
    """
    if style.unit is None:
        return msgspec.json.format(text, indent=0 if b" " in style.colon else -1)
    # JSON escapes line feeds within texts, so each one here ends a line.
    return msgspec.json.format(text, indent=len(style.unit)).replace(b"\n", style.before(depth))


def _relaid(text: bytes, style: JsonStyle, depth: int) -> bytes:
    parts: list[bytes] = []
    level = depth
    opened = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in (b"}", b"]"):
            level -= 1
            if not opened:
                parts.append(style.before(level))
            parts.append(token)
            opened = False
            continue
        if opened:
            parts.append(style.before(level))
            opened = False
        if token in (b"{", b"["):
            level += 1
            opened = True
            parts.append(token)
        elif token == b",":
            parts.append(style.between + style.before(level))
        elif token == b":":
            parts.append(style.colon)
        else:
            parts.append(token)
    return b"".join(parts)


def array_text(elements: Iterable[bytes], style: JsonStyle, depth: int) -> bytes:
    """An array as the value of a member at `depth`, its elements' text taken as it is."""
    inner = style.before(depth + 1)
    body = (style.between + inner).join(elements)
    return b"[" + inner + body + style.before(depth) + b"]" if body else b"[]"


def name_text(name: str) -> bytes:
    """A member's name as the trainer writes it: ASCII, lone surrogates escaped."""
    return json.dumps(name).encode("ascii")


def edited_members(
    document: JsonDocument,
    span: Span,
    members: Members,
    *,
    drop: Collection[str] = (),
    add: Mapping[str, bytes] | None = None,
    style: JsonStyle,
    depth: int,
) -> list[Replacement]:
    """Take members out of an object and append others.

    Args:
        document: where the object stands.
        span: the object.
        members: its members.
        drop: names to take out, all of them present.
        add: name -> text of the value, laid out already, appended in order.
        style: layout for what is appended.
        depth: of the object's members.

    Returns:
        Replacements in ascending order.
    """
    if not drop and not add:
        return []
    last_kept = next((name for name in reversed(list(members)) if name not in drop), None)
    tail_start = span.start + 1 if last_kept is None else members.span(last_kept).end
    tail_end = document.back_over(span.end - 1)
    edits = sorted(
        _cut(document, members.span(name)) for name in drop
        if members.span(name).end < tail_start)
    added = [name_text(name) + style.colon + text for name, text in (add or {}).items()]
    if last_kept is None:
        inner = style.before(depth)
        body = inner + (style.between + inner).join(added) + style.before(depth - 1)
        edits.append(Replacement(tail_start, span.end - 1, body if added else b""))
    elif added or tail_end > tail_start:
        body = b"".join(style.between + style.before(depth) + text for text in added)
        edits.append(Replacement(tail_start, tail_end, body))
    return edits


def _cut(document: JsonDocument, value: Span) -> Replacement:
    """Take out a member that another one follows: from its name to the next one's."""
    after_comma = document.forward_over(value.end) + 1
    return Replacement(document.key_start(value), document.forward_over(after_comma), b"")


def spliced(
    document: JsonDocument, edits: Iterable[Replacement]
) -> Iterator[bytes | memoryview]:
    """The document's bytes with the replacements made.

    Raises:
        ValueError: if two replacements overlap.
    """
    at = 0
    for edit in sorted(edits):
        if edit.start < at:
            raise ValueError(f"two replacements overlap at byte {edit.start}")
        yield document.view[at : edit.start]
        if edit.text:
            yield edit.text
        at = edit.end
    yield document.view[at:]
