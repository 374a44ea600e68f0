"""Sentences in the user's language, with their values, one after another, where lines may end."""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

LONGEST_WORD = 24
"""Characters of a name that is broken only between words."""
_PART = re.compile(r"[^\\/_.-]*[\\/_.-]|[^\\/_.-]+")
LAST_NARROW = 0x2FFF
"""Characters after it are as wide as they are high; Qt knows where lines of them may end."""
_LONG_NAME = re.compile(f"[^ {chr(LAST_NARROW + 1)}-{chr(0x10FFFF)}]{{{LONGEST_WORD + 1},}}")
CORE = "core"
"""Context of the sentences that core makes."""


def core_text(text: str) -> str:
    """Return a text of core in the user's language.

    Qt receives a C string, so a text with a NUL or a name that is not UTF-8 stays untranslated.
    """
    try:
        return text if "\0" in text else QCoreApplication.translate(CORE, text)
    except UnicodeEncodeError:
        return text


def one_after_another(sentences: Iterable[str]) -> str:
    """Sentences on one line; a full stop as wide as a letter brings its own space."""
    text = ""
    for sentence in filter(None, sentences):
        text += sentence if not text or ord(text[-1]) > LAST_NARROW else f" {sentence}"
    return text


def with_values(text: str, *values: str) -> str:
    """A text with values in place of "%1", "%2" and so on."""
    for number, value in enumerate(values, start=1):
        text = text.replace(f"%{number}", value)
    return text


def breakable(text: str) -> str:
    """A sentence whose longest names may be broken: paths at their parts, digests anywhere."""
    return _LONG_NAME.sub(lambda name: "\u200b".join(
        part if len(part) <= LONGEST_WORD else "\u200b".join(part)
        for part in _PART.findall(name[0])), text)


class Sentences:
    """Texts of one part of the window, in the user's language."""

    def __init__(self, context: str) -> None:
        self._context = context

    def __call__(self, text: str, count: int = -1) -> str:
        """A text; with a count, "%Ln" is that, and the text its singular or plural."""
        return QCoreApplication.translate(self._context, text, None, count)
