"""A text file as a section of rows: what is tokenized, and how it is named.

A section is one file's text without byte order mark and with plain line ends; its id is that of the
document language models' caches (`dlm`): SHA-256 over its type and text. Its rows are the
paragraphs that blank lines separate. A row is known by the section, its number and its own text, so
that no two rows share one name.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from larder.core.encoders.protocol import SourceError
from larder.core.errors import error_reason
from larder.core.files.regular_file import LARGEST_TEXT, read_regular

SECTION_TYPE: Final = "prose"
SECTION_DIGITS: Final = 16

_BLANK_LINES: Final = re.compile(r"\n(?:[^\S\n]*\n)+")


def read_section(path: Path) -> tuple[str, tuple[str, ...]]:
    """The section of a text file, as `section_of` returns it; one without words has no rows.

    Raises:
        SourceError: if it cannot be read or is not UTF-8.
    """
    try:
        content = read_regular(path, at_most=LARGEST_TEXT).decode("utf-8-sig")
    except OSError as error:
        raise SourceError(f"{path.name} cannot be read: {error_reason(error)}.") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"{path.name} is not UTF-8: byte {error.start} is not valid.") from error
    return section_of(content)


def section_of(content: str) -> tuple[str, tuple[str, ...]]:
    """The section of a text: its id, 16 hex digits, and its paragraphs in order.

    Vector: "Hello" has the id 690fafd95793781f.
    """
    text = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    digest = hashlib.sha256(f"{SECTION_TYPE}\n{text}".encode())
    rows = (row.strip("\n") for row in _BLANK_LINES.split(text))
    return digest.hexdigest()[:SECTION_DIGITS], tuple(row for row in rows if row.strip())


def row_digest(row: str) -> str:
    """SHA-256 of a row's text, 64 hex digits."""
    return hashlib.sha256(row.encode()).hexdigest()
