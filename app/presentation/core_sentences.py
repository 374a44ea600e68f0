"""Core's English sentences in the user's language: known again by their templates.

Core knows no Qt. Its sentences are English with values in them, as the command line prints them and
as JSON, journals and saved plans keep them. `core.json` lists what they are made of: the templates
that the f-strings of core's sources are, collected by `start.py translations`. A text is
parted where a sentence ends; the template of each is found, and its translation filled with the
values. Values that are words of core's ("a picture", "2 captions") are translated too. What fits no
template, a library's words for one, stays as it is.
"""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QLocale

FOLDER = importlib.resources.files("larder.resources") / "translations"
CACHED = 4096
LONGEST = 8000
"""Characters above which a text is a listing, not sentences."""
LEAST_LITERAL = 4
"""Letters without which a template would fit anything."""

_HOLE = re.compile(r"\{(\w+)\}")
_END = re.compile(r"(?<=[.!?:…”)。！？：])\s+|;\s+|, (?=[A-Za-z])|\n+")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
_SIZE = re.compile(r"(\d[\d,]*)\.(\d) ([KMGTP]iB)")
_COUNTED = re.compile(r"(\d[\d,]*) ([a-z][a-z ]*)")

CORE_WORDS = frozenset((
    "added", "captions", "edited", "files", "image", "none", "pictures", "removed", "text"))
"""What a value may be besides a sentence."""

COUNTED: dict[str, str] = {
    "caption": "%Ln captions", "captions": "%Ln captions",
    "damaged index": "%Ln damaged indexes", "damaged indexes": "%Ln damaged indexes",
    "entry": "%Ln entries", "entries": "%Ln entries", "file": "%Ln files", "files": "%Ln files",
    "new date": "%Ln new dates", "new dates": "%Ln new dates",
    "payload": "%Ln payloads", "payloads": "%Ln payloads",
    "part": "%Ln parts", "parts": "%Ln parts",
    "picture": "%Ln pictures", "pictures": "%Ln pictures",
    "picture and caption": "%Ln pictures and captions",
    "pictures and captions": "%Ln pictures and captions",
    "sample": "%Ln samples", "samples": "%Ln samples",
    "source": "%Ln sources", "sources": "%Ln sources",
    "token": "%Ln tokens", "tokens": "%Ln tokens", "value": "%Ln values", "values": "%Ln values",
}
"""What core counts -> the text whose plural forms the catalogue has."""


def read_templates() -> list[str]:
    """What core's sentences are made of."""
    templates: list[str] = json.loads((FOLDER / "core.json").read_text("utf-8"))
    return templates


class CoreSentences:
    """Says core's sentences in another language."""

    def __init__(
        self, templates: Sequence[str], translate: Callable[[str, int], str | None],
        locale: QLocale,
    ) -> None:
        """Learn what there is.

        Args:
            templates: English, with `{name}` where a value stands.
            translate: gives the translation of one, or None; with a count, its plural form.
            locale: of numbers.
        """
        self._translate = translate
        self._locale = locale
        self._plain = {_folded(text): text for text in templates if "{" not in text}
        self._filled = [
            _Template(text) for text in templates
            if len(re.sub(r"\{\w+\}|[^A-Za-z]", "", text)) >= LEAST_LITERAL and "{" in text]
        self._filled.sort(key=lambda one: -one.weight)
        self.said: Callable[[str], str] = lru_cache(CACHED)(self._said)

    def _said(self, text: str) -> str:
        """A text with everything in it that is known."""
        if not text.strip() or len(text) > LONGEST:
            return text
        said = self._read(text)
        return said.text if said is not None else self._parted(text) or text

    def _parted(self, text: str) -> str | None:
        """Parted where the sentence before is known; whole; parted where the one after is.

        A template with more words of its own than the first part's is that of all of it: of
        "Content hash 1, cached: 2", not "content 1" and something more.
        """
        ends = list(_END.finditer(text))
        whole = self._fit(text)
        for found in ends:
            first, rest = text[:found.start()], text[found.end():]
            said = self._read(first)
            if said is not None and (whole is None or whole.weight <= said.weight):
                return self._joined(said.text, found.group(), self._said(rest))
        if whole is not None:
            return whole.text
        for found in ends:
            said = self._read(text[found.end():])
            if said is not None:
                return self._joined(text[:found.start()], found.group(), said.text)
        return None

    @staticmethod
    def _joined(first: str, between: str, rest: str) -> str:
        is_wide = bool(first) and ord(first[-1]) > 0x2FFF and between.isspace()
        return f"{first}{'' if is_wide and between == ' ' else between}{rest}"

    def _read(self, text: str) -> _Said | None:
        """One whole sentence or phrase; None if it is none of core's."""
        plain = self._plain.get(_folded(text))
        if plain is not None:
            said = self._translate(plain, -1)
            return None if said is None else _Said(_as_in(text, plain, said), len(plain))
        return None if _END.search(text) else self._fit(text)

    def _fit(self, text: str) -> _Said | None:
        for template in self._filled:
            values = template.values(text)
            if values is not None:
                said = self._translate(template.source, -1)
                if said is None:
                    return None
                filled = _HOLE.sub(
                    lambda hole: self._value(values.get(hole[1], hole[0])), said)  # noqa: B023
                return _Said(_as_in(text, template.source, filled), template.weight)
        return None

    def _value(self, text: str) -> str:
        """A value: a number or size of the locale, a word of core's, or as it is."""
        if _NUMBER.fullmatch(text) and len(text) < 16:
            return self._locale.toString(int(text.replace(",", "")))
        size = _SIZE.fullmatch(text)
        if size is not None:
            number = float(f"{size[1].replace(',', '')}.{size[2]}")
            return f"{self._locale.toString(number, 'f', 1)} {size[3]}"
        counted = _COUNTED.fullmatch(text)
        if counted is not None and counted[2] in COUNTED:
            count = int(counted[1].replace(",", ""))
            said = self._translate(COUNTED[counted[2]], count)
            if said is not None:
                return said.replace("%Ln", self._locale.toString(count))
        if text in CORE_WORDS:
            return self._translate(text, -1) or text
        return self.said(text) if any(letter.isalpha() for letter in text) else text


@dataclass(frozen=True, slots=True)
class _Said:
    """A translation, and how many characters of its template are words of its own."""

    text: str
    weight: int


class _Template:
    """A sentence with holes; its pattern is made when a text might fit."""

    def __init__(self, source: str) -> None:
        self.source = source
        parts = _HOLE.split(source)
        self._literals, self._names = parts[::2], parts[1::2]
        self.weight = sum(len(part) for part in self._literals)
        # A first letter may be a capital where the sentence begins, so it tells nothing.
        self._telling = max((part.strip(".")[1:] for part in self._literals), key=len)
        self._pattern: re.Pattern[str] | None = None

    def values(self, text: str) -> dict[str, str] | None:
        """What stands in the holes; None if the text is another sentence."""
        if self._telling not in text:
            return None
        if self._pattern is None:
            self._pattern = re.compile(self._written(), re.DOTALL)
        found = self._pattern.fullmatch(text)
        return None if found is None else dict(zip(self._names, found.groups(), strict=True))

    def _written(self) -> str:
        first, *others = self._literals
        if first:
            first = f"[{re.escape(first[0].lower())}{re.escape(first[0].upper())}]" + re.escape(
                first[1:])
        made = first + "".join(f"(.+?){re.escape(part)}" for part in others)
        return made if self.source.endswith((".", "}")) else made + r"\.?"


def _folded(text: str) -> str:
    """A clause and the sentence it becomes are one text."""
    text = text.strip()
    return (text[:1].lower() + text[1:]).rstrip(".")


def _as_in(text: str, source: str, said: str) -> str:
    """A translation with the capital and the full stop that the text has and its source has not."""
    if text[:1].isupper() and source[:1].islower():
        said = said[:1].upper() + said[1:]
    if text.endswith(".") and not source.endswith((".", "}")):
        said += "。" if said and ord(said[-1]) > 0x2FFF else "."
    elif not text.endswith(".") and source.endswith("."):
        said = said.rstrip(".。")
    return said
