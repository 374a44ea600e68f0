r"""Text for a terminal, in which names come from anywhere.

A name may hold what moves the cursor, colours or renames the terminal (ESC, C1), ends a line (LF,
CR, U+2028), or turns what follows round (U+202E): `evil\r0 problems.png` would overwrite what was
said of it. Such characters are shown as Python spells them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

_UNSHOWN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]")
_LINE_ENDS = ("\n", "\r")


def one_line(text: str) -> str:
    """Return a text in which every character that is no visible one is escaped, line ends too."""
    return _UNSHOWN.sub(_escape, text) if _UNSHOWN.search(text) else text


def _escape(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape").decode("ascii")


class PlainOutput(io.TextIOWrapper):
    """Standard output or standard error: all that the command prints goes through `write`.

    `print` hands over a line and its end apart. So a line end within what it hands over belongs to
    a name. Only what ends in one as a whole, such as the command's help, has lines.
    """

    def write(self, text: str, /) -> int:
        """Write a line, or the end of one, with whatever is no visible character escaped."""
        if text in _LINE_ENDS or not _UNSHOWN.search(text):
            return super().write(text)
        if not text.endswith("\n"):
            return super().write(one_line(text))
        return super().write("".join(f"{one_line(line)}\n" for line in text[:-1].split("\n")))

    def write_document(self, text: str) -> int:
        """Write what other programs read, which escapes or quotes by itself."""
        return super().write(text)


def document_writer(stream: Any) -> Callable[[str], object]:
    """Return what writes a document to a stream as it is."""
    write: Callable[[str], object] = getattr(stream, "write_document", stream.write)
    return write
