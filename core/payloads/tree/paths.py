"""Paths of a tree as text, without ambiguity, and back.

A path is the tuple of keys from the root. As text its keys are joined by "/". A text key that looks
like a name stands bare (`encoder/layer 1.weight`), any other key as its Python literal
(`encoder/'a/b'/3/(1, 'x')`), so that `{"a/b": …}` and `{"a": {"b": …}}`, or 3 and "3", never read
the same. The root itself is ".".
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable

from larder.core.payloads.tree.literals import LiteralReader, UnreadableLiteralError

TreePath = tuple[Hashable, ...]

ROOT_TEXT = "."
BARE = re.compile(r"[^\W\d](?:[\w .:+@#=~-]*[\w.:+@#=~-])?")
"""Text keys written without quotes: they begin like a name and hold no separator, quote, bracket
or backslash, and no blank at their end."""

WORDS = frozenset({"True", "False", "None", "nan", "inf"})
"""Bare words that are literals of their own."""

DEEPEST_KEY = 32
"""Levels of tuples and sets within one key."""

_PLAIN = frozenset({str, int, bool, float, bytes, type(None)})


class UnusableKeyError(ValueError):
    """A key that cannot be written so that reading gives an equal one."""


def check_key(key: Hashable, depth: int = 0) -> None:
    """Make sure that a key can be written and read back equal and of the same type.

    Raises:
        UnusableKeyError: unless it is a text, number, bool, None, bytes, or a tuple or frozenset
            of such.
    """
    kind = type(key)
    if kind is str:
        return
    if kind is float and math.isnan(key):  # type: ignore[arg-type]
        raise UnusableKeyError("NaN is no usable key: it does not equal itself")
    if kind in _PLAIN:
        return
    if kind not in (tuple, frozenset):
        raise UnusableKeyError(
            f"a key of type {kind.__module__}.{kind.__qualname__} cannot be written; texts, "
            f"numbers, bools, None, bytes and tuples or frozensets of such can")
    if depth == DEEPEST_KEY:
        raise UnusableKeyError(f"a key holds more than {DEEPEST_KEY} levels of tuples or sets")
    for member in key:  # type: ignore[attr-defined]
        check_key(member, depth + 1)


def path_text(path: TreePath) -> str:
    """A path as text; `parse_path` gives the path back."""
    return "/".join(map(key_text, path)) if path else ROOT_TEXT


def key_text(key: Hashable) -> str:
    """One key as it stands in a path's text."""
    if type(key) is str and key not in WORDS and BARE.fullmatch(key):
        return key
    return literal_text(key)


def literal_text(key: Hashable) -> str:
    """A key as a Python literal; equal frozensets give equal texts."""
    if type(key) is frozenset:
        inner = ", ".join(sorted(map(literal_text, key)))
        return f"frozenset({{{inner}}})" if key else "frozenset()"
    if type(key) is tuple:
        inner = ", ".join(map(literal_text, key))
        return f"({inner},)" if len(key) == 1 else f"({inner})"
    return repr(key)


def parse_path(text: str) -> TreePath:
    """The path whose text is `text`.

    Raises:
        ValueError: if it is not a path as `path_text` spells it.
    """
    if text == ROOT_TEXT:
        return ()
    keys: list[Hashable] = []
    position = 0
    while True:
        bare = BARE.match(text, position)
        if bare and bare.group() not in WORDS and text[bare.end() : bare.end() + 1] in ("", "/"):
            keys.append(bare.group())
            position = bare.end()
        else:
            reader = LiteralReader(text, position)
            try:
                key = reader.value()
                hash(key)
            except (UnreadableLiteralError, TypeError) as error:
                raise ValueError(f"{text!r} is no path of a tree: {error}") from error
            keys.append(key)
            position = reader.position
        if position == len(text):
            break
        if text[position] != "/":
            raise ValueError(f"{text!r} is no path of a tree: position {position} is not a '/'")
        position += 1
    path = tuple(keys)
    if path_text(path) != text:
        raise ValueError(f"{text!r} is no path of a tree; it would be {path_text(path)!r}")
    return path
