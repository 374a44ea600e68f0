"""Reading the user's JSON files: one place that turns bad JSON and wrong types into one sentence.

A trainer's files are written by programs and edited by hand, so every field is optional and unknown
ones are left alone. `null` counts as absent: old releases wrote it where they meant the default.
Whole numbers, flags and texts are converted as the trainer converts them (`int("3")`, `str(512)`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from larder.core.errors import WorkspaceError, error_reason
from larder.core.files.regular_file import LARGEST_TEXT, open_regular

CONFIG: Final = "a config"
LARGEST_SAFETENSORS_HEAD: Final = 100_000_000
"""Bytes of JSON that the format allows; its first eight bytes say how many there are."""
HEAD_BYTES: Final = 4096
"""What is read of a file before it is known to be a text: it may be a model of 20 GB."""

_KINDS: Final[tuple[tuple[str, tuple[bytes, ...]], ...]] = (
    ("a picture", (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"II*\0", b"MM\0*", b"\0\0\1\0")),
    ("a sound file", (b"fLaC", b"OggS", b"ID3", b"\xff\xfb", b"\xff\xf3")),
    ("a video", (b"\x1aE\xdf\xa3",)),
    ("an archive or a file of weights", (b"PK\3\4", b"PK\5\6")),
    ("a file of weights", (b"\x80\2}", b"\x80\2c", b"\x80\4", b"\x93NUMPY", b"GGUF")),
    ("an archive", (b"\x1f\x8b", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd", b"Rar!")),
    ("a PDF", (b"%PDF",)),
)
"""What a file is by its first bytes."""
_IN_CONTAINER: Final[Mapping[bytes, str]] = {
    b"WEBP": "a picture", b"WAVE": "a sound file", b"AVI ": "a video",
    b"avif": "a picture", b"avis": "a picture", b"heic": "a picture", b"mif1": "a picture"}
"""What a RIFF or MP4 container holds, by the four bytes at 8."""
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def read_text(path: Path, *, expected: str) -> str:
    """Read one text file in UTF-8, a byte order mark allowed.

    Raises:
        WorkspaceError: if the file cannot be read, is no text, or is too large for one.
    """
    try:
        with open_regular(path) as file:
            content = file.read(HEAD_BYTES)
            other = _other_kind(content)
            if other:
                raise WorkspaceError(
                    f"{path} is {other}, not {expected}.", _right_one(expected))
            if os.fstat(file.fileno()).st_size > LARGEST_TEXT:
                raise WorkspaceError(
                    f"{path} is larger than {LARGEST_TEXT >> 20} MiB.", _right_one(expected))
            return (content + file.read()).decode("utf-8-sig")
    except OSError as error:
        raise WorkspaceError(
            f"{path} cannot be read: {error_reason(error)}.",
            "Check that the file exists and that you have permission to read it.",
        ) from error
    except UnicodeDecodeError as error:
        raise WorkspaceError(
            f"{path} is not UTF-8: byte {error.start} is not valid.",
            "Save the file as UTF-8, or choose the right file.",
        ) from error


def read_json(path: Path, *, expected: str = "a JSON file") -> object:
    """Read one JSON file, a byte order mark allowed.

    Raises:
        WorkspaceError: if the file cannot be read or is no JSON; names line and column.
    """
    text = read_text(path, expected=expected)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if not text.strip():
            raise WorkspaceError(f"{path} is empty.", _right_one(expected)) from error
        if not text[:error.pos].strip() and path.suffix.lower() != ".json":
            raise WorkspaceError(
                f"{path} is a text file, not {expected}.", _right_one(expected)) from error
        raise WorkspaceError(
            f"{path} is not valid JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
            "Open it in a text editor and correct that line, or choose another file.",
        ) from error
    except RecursionError as error:
        raise WorkspaceError(f"{path} is not valid JSON: it is nested too deeply.") from error
    except ValueError as error:  # Python reads no number of more than 4,300 digits
        raise WorkspaceError(f"{path} is not valid JSON: a number in it is too long.") from error


def _other_kind(head: bytes) -> str:
    """Return the kind of a file that is not text; "" for one that may be text in any encoding."""
    for kind, beginnings in _KINDS:
        if head.startswith(beginnings):
            return kind
    if head[:4] == b"RIFF" or head[4:8] == b"ftyp":
        return _IN_CONTAINER.get(head[8:12], "a video")
    if head[8:9] == b"{" and int.from_bytes(head[:8], "little") < LARGEST_SAFETENSORS_HEAD:
        return "a file of weights"
    return "a binary file" if b"\0" in head and not head.startswith(_UTF_16) else ""


def _right_one(expected: str) -> str:
    if expected == CONFIG:
        return "Open a OneTrainer config (.json), a folder with caches, or one cache folder."
    return "Choose another file."


class Fields:
    """Typed access to one JSON object.

    Each method raises a WorkspaceError that names the key whose value is of another type.

    Attributes:
        values: the object, as read.
        where: what the object is, for error texts ("/data/config.json", "concept 2 of …").
    """

    __slots__ = ("values", "where")

    def __init__(self, values: Mapping[str, object], where: str) -> None:
        self.values = values
        self.where = where

    def __contains__(self, key: str) -> bool:
        return self.values.get(key) is not None

    def text(self, key: str, default: str) -> str:
        """A text; a number is taken as its digits, as the trainer does."""
        value = self._value(key, "a text", str, int, float)
        return default if value is None else str(value)

    def path(self, key: str, default: str) -> str:
        """A text that may name a file or folder.

        Raises:
            WorkspaceError: also if no file can have this name: it holds a NUL, or half of a
                character that is written in two.
        """
        value = self.text(key, default)
        try:
            possible = b"\0" not in os.fsencode(value)
        except UnicodeEncodeError:
            possible = False
        if not possible:
            raise WorkspaceError(
                f'"{key}" in {self.where} is {value!a}, which is not a valid file name.',
                "Choose the file or folder again in the trainer, and save the config.")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """A true or false."""
        value = self._value(key, "true or false", bool)
        return default if value is None else bool(value)

    def read_flag(self, key: str) -> bool | None:
        """A true or false, None when the file does not say."""
        return self.flag(key, False) if key in self else None

    def whole(self, key: str, default: int) -> int:
        """A whole number; texts of digits and numbers with a fraction of zero count."""
        number = self._number(key, "a whole number")
        if number is None:
            return default
        if not number.is_integer():
            raise self._wrong(key, "a whole number", self.values[key])
        value = self.values[key]
        return value if isinstance(value, int) else int(number)

    def number(self, key: str, default: float) -> float:
        """A number; the texts "inf" and "-inf" count."""
        number = self._number(key, "a number")
        return default if number is None else number

    def inner(self, key: str) -> Fields:
        """An object inside this one; empty when absent."""
        return Fields(self._value(key, "an object", dict) or {}, f"{key} in {self.where}")

    def objects(self, key: str) -> Iterator[Fields]:
        """The objects of a list inside this one; none when absent."""
        for number, value in enumerate(self.elements(key) or ()):
            if not isinstance(value, dict):
                raise self._wrong(f"{key}[{number}]", "an object", value)
            yield Fields(value, f"{key}[{number}] in {self.where}")

    def elements(self, key: str) -> list[object] | None:
        """A list inside this object, None when absent."""
        found: list[object] | None = self._value(key, "a list", list)
        return found

    def _value(self, key: str, expected: str, *kinds: type) -> Any:
        """A value of some kinds, None when absent; a flag is no number here."""
        value = self.values.get(key)
        is_odd = isinstance(value, bool) and bool not in kinds
        if value is not None and (is_odd or not isinstance(value, kinds)):
            raise self._wrong(key, expected, value)
        return value

    def _number(self, key: str, expected: str) -> float | None:
        value = self._value(key, expected, str, int, float)
        try:
            return None if value is None else float(value)
        except (ValueError, OverflowError) as error:
            raise self._wrong(key, expected, value) from error

    def _wrong(self, key: str, expected: str, value: object) -> WorkspaceError:
        shown = json.dumps(value, ensure_ascii=False)
        if len(shown) > 60:
            shown = shown[:57] + "..."
        return WorkspaceError(f'"{key}" in {self.where} must be {expected}, but is {shown}.')
