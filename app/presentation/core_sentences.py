"""Core's English sentences in the user's language: known again by their templates.

Core knows no Qt. Its sentences are English with values in them, as the command line prints them and
as JSON, journals and saved plans keep them. `core.json` lists what they are made of: the templates
that the f-strings of core's sources are, collected by `start.py translations`. A text is
parted where a sentence ends; the template of each is found, and its translation filled with the
values. Values that are words of core's ("a picture", "2 captions") are translated too. What fits no
template, a library's words for one, stays as it is.

An id and values beside each of the 1,700 sentences would not do without this: journals,
quarantines, saved plans and JSON documents hold the sentence alone.
"""

from __future__ import annotations

import importlib.resources
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from PySide6.QtCore import QLocale

from larder.app.presentation.sentences import LAST_NARROW
from larder.core.files.durable import REFUSALS

FOLDER = importlib.resources.files("larder.resources") / "translations"
CACHED = 4096
MOST_PARTS = 6
"""A template has no more sentence ends than that, less one."""
LONGEST = 8000
"""Characters above which a text is a listing, not sentences."""

_HOLE = re.compile(r"\{(\w+)\}")
_END = re.compile(r"“[^”]*”|((?<=[.!?:…”)。！？：])\s+|;\s+|, (?=[A-Za-z])|\n+)")
"""Where a sentence ends; what is quoted, the tags of a caption for one, is passed over whole."""
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
_SIZE = re.compile(r"(\d[\d,]*)\.(\d) ([KMGTP]iB)")
_WIDE = {" ": "", "; ": "；", ", ": "，"}
_COUNTED = re.compile(r"(\d[\d,]*) ([a-z][a-z ]*)")

CORE_WORDS = frozenset((
    "added", "captions", "edited", "files", "image", "none", "pictures", "removed", "text"))
"""What a value may be besides a sentence."""

SYSTEM_WORDS = {os.strerror(code): words for code, words in REFUSALS.items() if code > 0}
"""What the system says in English -> core's words for it, which may stand beside it."""

COUNTED: dict[str, str] = {
    "cached file": "%Ln cached files", "cached files": "%Ln cached files",
    "caption": "%Ln captions", "captions": "%Ln captions",
    "concept": "%Ln concepts", "concepts": "%Ln concepts",
    "damaged index": "%Ln damaged indexes", "damaged indexes": "%Ln damaged indexes",
    "entry": "%Ln entries", "entries": "%Ln entries", "file": "%Ln files", "files": "%Ln files",
    "new date": "%Ln new dates", "new dates": "%Ln new dates",
    "other file": "%Ln other files", "other files": "%Ln other files",
    "part": "%Ln parts", "parts": "%Ln parts",
    "picture": "%Ln pictures", "pictures": "%Ln pictures",
    "picture and caption": "%Ln pictures and captions",
    "pictures and captions": "%Ln pictures and captions",
    "problem": "%Ln problems", "problems": "%Ln problems",
    "sample": "%Ln samples", "samples": "%Ln samples",
    "source": "%Ln sources", "sources": "%Ln sources",
    "source file": "%Ln source files", "source files": "%Ln source files",
    "token": "%Ln tokens", "tokens": "%Ln tokens", "value": "%Ln values", "values": "%Ln values",
}
"""What core counts -> the text whose plural forms the catalogue has."""


def read_templates() -> list[str]:
    """Return the templates of core's sentences."""
    templates: list[str] = json.loads((FOLDER / "core.json").read_text("utf-8"))
    return templates


class CoreSentences:
    """Says core's sentences in another language."""

    def __init__(
        self, templates: Sequence[str], translate: Callable[[str, int], str | None],
        locale: QLocale, wording: Mapping[str, str] | None = None,
    ) -> None:
        """Learn what there is.

        Args:
            templates: English, with `{name}` where a value stands.
            translate: gives the translation of one, or None; with a count, its plural form.
            locale: of numbers.
            wording: templates -> what is translated in their place, with some of their values.
        """
        self._translate = translate
        self._wording = wording or {}
        self._locale = locale
        self._plain = {_fold_clause(text): text for text in templates if "{" not in text}
        self._filled = sorted(
            (_Template(text) for text in templates if "{" in text), key=lambda one: -one.weight)
        self._known: Callable[[str], _Said] = lru_cache(CACHED)(self._look_up)

    def said(self, text: str) -> str:
        """A text with everything in it that is known."""
        return self._known(text).text

    def _look_up(self, text: str) -> _Said:
        """Parted so that as much as can be is known, in as few parts as that takes.

        "Content hash 1, cached: 2" is all of one template, and not "content 1" and something more.
        """
        if len(text) > LONGEST or not any(map(str.isalpha, text)):
            return _Said(text, 0)
        ends = [end for end in _END.finditer(text) if end[1]]
        begins = [0, *(end.end() for end in ends)]
        rests = [_NOTHING] * (len(begins) + 1)
        for first in reversed(range(len(begins))):
            ways = []
            near = range(first, min(first + MOST_PARTS, len(begins)))
            # A list of names at the end has as many parts as it likes.
            for last in (len(begins) - 1, *reversed(near)):
                end = ends[last] if last < len(ends) else None
                part = text[begins[first]:end.start() if end is not None else len(text)]
                said, rest = self._read(part) or _Said(part, 0), rests[last + 1]
                ways.append(_Said(
                    _join_sentences(said.text, end.group() if end is not None else "", rest.text),
                    said.weight + rest.weight))
            rests[first] = max(ways, key=attrgetter("weight"))
        return rests[0]

    def _read(self, text: str) -> _Said | None:
        """One whole sentence or phrase; None if it is none of core's."""
        plain = self._plain.get(_fold_clause(text))
        if plain is not None:
            source = self._wording.get(plain, plain)
            said = self._translate(source, -1)
            return None if said is None else _Said(_as_in(text, source, said), len(text))
        for template in self._filled:
            # Of a thousand templates nearly all are told from the text by this alone.
            if template.telling not in text:
                continue
            values = template.values(text)
            if values is not None:
                source = self._wording.get(template.source, template.source)
                said = self._translate(source, -1)
                if said is None:
                    return None
                known = {name: self._value(value) for name, value in values.items()}
                filled = _HOLE.sub(
                    lambda hole: known[hole[1]].text if hole[1] in known else hole[0],  # noqa: B023
                    said)
                return _Said(_as_in(text, source, filled),
                             template.weight + sum(value.weight for value in known.values()))
        return None

    def _value(self, text: str) -> _Said:
        """A number or size of the locale, a word of core's, sentences, or as it is."""
        if _NUMBER.fullmatch(text) and len(text) < 16:
            return _Said(self._locale.toString(int(text.replace(",", ""))), 0)
        size = _SIZE.fullmatch(text)
        if size is not None:
            number = float(f"{size[1].replace(',', '')}.{size[2]}")
            return _Said(f"{self._locale.toString(number, 'f', 1)} {size[3]}", 0)
        counted = _COUNTED.fullmatch(text)
        if counted is not None and counted[2] in COUNTED:
            count = int(counted[1].replace(",", ""))
            said = self._translate(COUNTED[counted[2]], count)
            if said is not None:
                return _Said(said.replace("%Ln", self._locale.toString(count)), len(text))
        system, _, reason = text.partition(", ")
        text = reason if reason and system in SYSTEM_WORDS else SYSTEM_WORDS.get(text, text)
        if text in CORE_WORDS:
            return _Said(self._translate(text, -1) or text, len(text))
        return self._known(text)


class EnglishSentences(CoreSentences):
    """Says core's sentences as they are, but for those that the window words in its own way."""

    def __init__(self, templates: Sequence[str], wording: Mapping[str, str]) -> None:
        super().__init__(templates, lambda source, _: source, QLocale.c(), wording)

    def _value(self, text: str) -> _Said:
        """The sentences in a value, or it as it is: its figures are English already."""
        return self._known(text)


class NamelessSentences(CoreSentences):
    """Says core's sentences as they are, but for the names in them: those are values of templates.

    So a name is known whole, whatever stands in it: spaces, commas, a full stop.
    """

    def __init__(
        self, templates: Sequence[str], is_name: Callable[[str], bool], hide: Callable[[str], str],
    ) -> None:
        """Learn the templates; what `is_name` of a value is said as `hide` gives it."""
        super().__init__(templates, lambda source, _: source, QLocale.c())
        self._is_name, self._hide = is_name, hide

    def _value(self, text: str) -> _Said:
        """A sentence without its names, a name hidden, or as it is."""
        said = self._known(text)
        return said if said.weight or not self._is_name(text) else _Said(self._hide(text), 0)


@dataclass(frozen=True, slots=True)
class _Said:
    """A translation, and how many characters of the text are known words."""

    text: str
    weight: int


_NOTHING = _Said("", 0)


class _Template:
    """A sentence with holes, of which each holds something.

    Attributes:
        source: with `{name}` for a hole.
        telling: words of its own that a text of it has, whatever letter it begins with.
        weight: how many characters are words of its own.
    """

    __slots__ = ("_literals", "_names", "source", "telling", "weight")

    def __init__(self, source: str) -> None:
        self.source = source
        parts = _HOLE.split(source)
        self._literals, self._names = parts[::2], parts[1::2]
        self.telling = max(self._literals, key=len)[1:]
        self.weight = sum(map(len, self._literals))

    def values(self, text: str) -> dict[str, str] | None:
        """Return the text of each placeholder, as short as possible.

        None if `text` is another sentence.
        """
        first, *between, last = self._literals
        # A clause may have become a sentence, and a sentence a clause.
        if not text.startswith(first[1:], 1) or text[:len(first[:1])].lower() != first[:1].lower():
            return None
        if text.endswith(".") and not self.source.endswith((".", "}")):
            text = text[:-1]
        if not text.endswith(last):
            return None
        begin, end = len(first), len(text) - len(last)
        found = []
        for literal in between:
            at = text.find(literal, begin + 1, end)
            if at < 0:
                return None
            found.append(text[begin:at])
            begin = at + len(literal)
        found.append(text[begin:end])
        return dict(zip(self._names, found, strict=True)) if begin < end else None


def _join_sentences(first: str, between: str, rest: str) -> str:
    """Two sentences; one that ends in a wide sign has no space after it."""
    is_wide = bool(first) and ord(first[-1]) > LAST_NARROW
    return f"{first}{_WIDE.get(between, between) if is_wide else between}{rest}"


def _fold_clause(text: str) -> str:
    """A clause and the sentence it becomes are one text."""
    text = text.strip()
    return (text[:1].lower() + text[1:]).rstrip(".")


def _as_in(text: str, source: str, said: str) -> str:
    """A translation with the capital and the full stop that the text has and its source has not."""
    if text[:1].isupper() and source[:1].islower():
        said = said[:1].upper() + said[1:]
    if text.endswith(".") and not source.endswith((".", "}")):
        said += "。" if said and ord(said[-1]) > LAST_NARROW else "."
    elif not text.endswith(".") and source.endswith("."):
        said = said.rstrip(".。")
    return said
