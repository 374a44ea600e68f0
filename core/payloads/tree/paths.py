"""Paths of a tree as text, without ambiguity, and back; and what is wrong at one.

A path is the tuple of keys from the root. As text its keys are joined by "/". A text key that looks
like a name stands bare (`encoder/layer 1.weight`), any other key as its Python literal
(`encoder/'a/b'/3/(1, 'x')`), so that `{"a/b": …}` and `{"a": {"b": …}}`, or 3 and "3", never read
the same. The root itself is ".".

Literals of paths and of the original's manifests are read one token at a time, and nothing runs:
texts, bytes, numbers, True, False, None, tuples, lists, mappings, sets and `frozenset(…)`. numpy 2
prints its numbers as `np.int64(0)`: such a call around one literal reads as the literal.
Neighbouring texts are joined, as a pretty-printer breaks long ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable
from typing import Any, NoReturn

from larder.core.errors import PayloadError

DEEPEST = 64
"""Brackets within brackets. Manifests need 3 and keys some more; recursion ends before Python's."""

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
        (?P<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")
      | (?P<bytes>[bB](?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))
      | (?P<number>[-+]?(?:inf|nan|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)(?![\w.]))
      | (?P<word>[A-Za-z_][A-Za-z0-9_.]*)
      | (?P<mark>[][(){},:])
      | (?P<end>\Z)
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(
    r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL
)
_TEXT_FOLLOWS = re.compile(r"[ \t\r\n]*['\"]")
_ONE_LETTER = {
    "\n": "", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n",
    "r": "\r", "t": "\t", "v": "\v",
}  # fmt: skip
_WORDS: dict[str, Any] = {
    "True": True, "False": False, "None": None, "np.True_": True, "np.False_": False,
}  # fmt: skip
_NUMPY_CALL = re.compile(
    r"(?:np|numpy)\.(?:(?P<int>u?int(?:8|16|32|64|p|c)?|u?(?:long|longlong|short|byte))"
    r"|(?P<float>float(?:16|32|64))|(?P<text>str_)|(?P<bool>bool_?))"
)
_TYPE_OF_CALL = {"int": int, "float": float, "text": str, "bool": bool}
_CLOSING = {"(": ")", "[": "]", "{": "}"}

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


class UnreadableLiteralError(ValueError):
    """A text that is none of the literals read here."""


class LiteralReader:
    """Reads one literal after the other from a text.

    Attributes:
        position: where the next one begins.
    """

    def __init__(self, text: str, position: int = 0) -> None:
        self._text = text
        self.position = position
        self._depth = 0
        self._ended_with_comma = False

    def value(self) -> Any:
        """The literal at `position`, which moves behind it.

        Raises:
            UnreadableLiteralError: if there is none.
        """
        kind, token = self._next()
        if kind == "text":
            return self._join(unescape(token[1:-1]))
        if kind == "bytes":
            return self._bytes(token)
        if kind == "number":
            return self._number(token)
        if kind == "word":
            return self._word(token)
        if kind == "mark" and token in _CLOSING:
            return self._bracket(token)
        return self._refuse(f"{token!r} does not start a value" if token else "it ends too early")

    def _next(self) -> tuple[str, str]:
        match = _TOKEN.match(self._text, self.position)
        if match is None or match.lastgroup is None:
            self._refuse(f"{self._text[self.position : self.position + 12]!r} is not a literal")
        self.position = match.end()
        return match.lastgroup, match.group(match.lastgroup)

    def _peek(self) -> tuple[str, str]:
        position = self.position
        found = self._next()
        self.position = position
        return found

    def _refuse(self, problem: str) -> NoReturn:
        raise UnreadableLiteralError(f"{problem} (near position {self.position})")

    def _join(self, text: str) -> str:
        while _TEXT_FOLLOWS.match(self._text, self.position):
            text += unescape(self._next()[1][1:-1])
        return text

    def _bytes(self, token: str) -> bytes:
        try:
            return unescape(token[2:-1]).encode("latin-1")
        except UnicodeEncodeError as error:
            raise UnreadableLiteralError(f"{token} contains more than bytes") from error

    def _number(self, token: str) -> int | float:
        try:
            return int(token)
        except ValueError:
            pass
        try:
            return float(token)
        except ValueError as error:
            raise UnreadableLiteralError(f"{token!r} is not a number") from error

    def _word(self, word: str) -> Any:
        if word in _WORDS:
            return _WORDS[word]
        if word == "frozenset":
            members = self._members("(") if self._next() == ("mark", "(") else self._refuse(word)
            if len(members) > 1 or (members and type(members[0]) not in (set, list, tuple)):
                self._refuse("frozenset( must contain exactly one collection")
            return self._hash(frozenset, members[0] if members else [])
        call = _NUMPY_CALL.fullmatch(word)
        if call is None or call.lastgroup is None or self._next() != ("mark", "("):
            self._refuse(f"{word!r} is not a literal")
        inner = self._members("(")
        wanted = _TYPE_OF_CALL[call.lastgroup]
        if len(inner) != 1 or type(inner[0]) is not wanted:
            self._refuse(f"{word}( must contain exactly one {wanted.__name__}")
        return inner[0]

    def _bracket(self, opening: str) -> Any:
        if opening == "{":
            return self._mapping_or_set()
        members = self._members(opening)
        if opening == "[":
            return members
        is_grouping = len(members) == 1 and not self._ended_with_comma
        return members[0] if is_grouping else tuple(members)

    def _members(self, opening: str) -> list[Any]:
        self._enter()
        members: list[Any] = []
        comma = False
        while self._peek() != ("mark", _CLOSING[opening]):
            if members and not comma:
                self._refuse("a comma is missing")
            members.append(self.value())
            comma = self._peek() == ("mark", ",")
            if comma:
                self._next()
        self._next()
        self._depth -= 1
        self._ended_with_comma = comma
        return members

    def _mapping_or_set(self) -> dict[Hashable, Any] | set[Hashable]:
        self._enter()
        keys: list[Any] = []
        values: list[Any] = []
        comma = True
        while self._peek() != ("mark", "}"):
            if not comma:
                self._refuse("a comma is missing")
            keys.append(self.value())
            if self._peek() == ("mark", ":"):
                self._next()
                values.append(self.value())
            comma = self._peek() == ("mark", ",")
            if comma:
                self._next()
        self._next()
        self._depth -= 1
        if len(values) not in (0, len(keys)):
            self._refuse("a mapping lacks a value")
        found = self._hash(set, keys)
        if keys and not values:
            return set(found)
        if len(found) != len(keys):
            self._refuse("a mapping contains a key twice")
        return dict(zip(keys, values, strict=True))

    def _hash(self, kind: Any, members: Any) -> Any:
        try:
            return kind(members)
        except TypeError as error:
            raise UnreadableLiteralError(f"a member cannot be a key: {error}") from error

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            self._refuse(f"more than {DEEPEST} nested brackets")


def unescape(text: str) -> str:
    """Return the text between the quotes of a literal, its escapes replaced.

    Raises:
        UnreadableLiteralError: if an escape is unknown.
    """
    return _ESCAPE.sub(_unescape, text) if "\\" in text else text


def _unescape(match: re.Match[str]) -> str:
    octal, *hexes, letter = match.groups()
    if octal:
        return chr(int(octal, 8))
    code = next((digits for digits in hexes if digits), None)
    if code is not None:
        if int(code, 16) > 0x10FFFF:
            raise UnreadableLiteralError(f"{match.group()!r} is not a character")
        return chr(int(code, 16))
    if letter not in _ONE_LETTER:
        raise UnreadableLiteralError(f"{match.group()!r} is not a known escape sequence")
    return _ONE_LETTER[letter]


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
        raise UnusableKeyError("NaN cannot be a key: it is not equal to itself")
    if kind in _PLAIN:
        return
    if kind not in (tuple, frozenset):
        raise UnusableKeyError(
            f"a key of type {kind.__module__}.{kind.__qualname__} cannot be written; possible are "
            "texts, numbers, bools, None, bytes and tuples or frozensets of these")
    if depth == DEEPEST_KEY:
        raise UnusableKeyError(f"a key has more than {DEEPEST_KEY} levels of tuples or sets")
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


class InvalidTreeError(ValueError):
    """A tree that cannot be written as it is. Nothing was written.

    Attributes:
        path: keys from the root to the place that is at fault.
    """

    def __init__(self, path: TreePath, problem: str) -> None:
        super().__init__(f"{path_text(path)}: {problem}")
        self.path = path


class DamagedLeafError(PayloadError):
    """A leaf on disk is not as it was written.

    Attributes:
        leaf: its path as text.
    """

    def __init__(self, leaf: str, problem: str, hint: str = "") -> None:
        super().__init__(problem, hint)
        self.leaf = leaf
