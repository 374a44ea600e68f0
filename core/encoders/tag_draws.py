"""What the trainer does to the tags of a prompt: dropping, changing capitals, shuffling.

A prompt is tags between delimiters. Each function takes the generator of its own module and asks it
for draws in the trainer's order; switched off, it gives the prompt back untouched. Source: mgds
`DropTags`, `CapitalizeTags` and `ShuffleTags`, re-derived.
"""

from __future__ import annotations

import csv
import random
import re
import string
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from larder.core.errors import WorkspaceError
from larder.core.workspace.concepts import TextSettings

_PATTERN_SIGNS: Final = frozenset(".^$*+?{}[]|()\\")
"""A special tag with one of these is a regular expression, if it is a valid one."""


def drop_tags(
    text: str, settings: TextSettings, special_tags: Sequence[str], dice: random.Random
) -> str:
    """The prompt less the tags that were dropped.

    The first `keep_tags_count` tags stay. Mode FULL draws once and drops the rest together, RANDOM
    draws per tag, RANDOM WEIGHTED the more likely the later a tag comes. Special tags stay
    (WHITELIST), or are the only ones that may go (BLACKLIST).

    Raises:
        WorkspaceError: if the delimiter is empty.
    """
    probability = settings.tag_dropout_probability
    if not settings.tag_dropout_enable or probability <= 0:
        return text
    tags = _tags(text, settings)
    kept, rest = tags[: settings.keep_tags_count], tags[settings.keep_tags_count :]
    spared = _spared(rest, settings, special_tags)
    mode = settings.tag_dropout_mode
    if mode == "FULL":
        if dice.random() < probability:
            rest = [tag for tag in rest if tag in spared]
    elif mode.startswith("RANDOM"):
        weighted = mode == "RANDOM WEIGHTED"
        rest = [
            tag for number, tag in enumerate(rest, start=1)
            # The draw comes first: it is made for spared tags too.
            if dice.random() > (probability * (number / len(rest)) if weighted else probability)
            or tag in spared
        ]
    return _joined([*kept, *rest], settings)


def capitalise_tags(text: str, settings: TextSettings, dice: random.Random) -> str:
    """The prompt with the case of some tags changed, and in lower case before that if asked for.

    Raises:
        WorkspaceError: if the delimiter is empty.
    """
    if settings.caps_randomize_lowercase:
        text = text.lower()
    if not settings.caps_randomize_enable or settings.caps_randomize_probability <= 0:
        return text
    modes = [mode.strip() for mode in settings.caps_randomize_mode.split(",")]
    tags = [tag.strip() for tag in text.split(_delimiter(settings))]
    return settings.tag_delimiter.join(
        _recased(tag, dice.choice(modes), dice)
        if dice.random() < settings.caps_randomize_probability else tag
        for tag in tags
    )


def shuffle_tags(text: str, settings: TextSettings, dice: random.Random) -> str:
    """The prompt with every tag but the first `keep_tags_count` in a drawn order.

    Raises:
        WorkspaceError: if the delimiter is empty.
    """
    if not settings.enable_tag_shuffling:
        return text
    tags = _tags(text, settings)
    kept, rest = tags[: settings.keep_tags_count], tags[settings.keep_tags_count :]
    dice.shuffle(rest)
    return _joined([*kept, *rest], settings)


def read_special_tags(settings: TextSettings, *, base: Path) -> tuple[str, ...]:
    """The special tags of a concept: a list in the settings, or in a file the settings name.

    A `.txt` file has one per line, a `.csv` file one in the first column of each row. A name that
    is no file is a list of one tag, as in the trainer.

    Args:
        settings: the concept's prompt settings.
        base: the folder that relative paths refer to.

    Raises:
        WorkspaceError: if the file cannot be read or is not UTF-8, or the delimiter is empty.
    """
    spelled = settings.tag_dropout_special_tags
    path = base / spelled
    if not spelled.endswith((".txt", ".csv")) or not path.is_file():
        return tuple(tag.strip() for tag in spelled.split(_delimiter(settings)))
    try:
        with path.open(encoding="utf-8", newline="" if spelled.endswith(".csv") else None) as file:
            if spelled.endswith(".csv"):
                return tuple(row[0] for row in csv.reader(file) if row)
            return tuple(line.rstrip("\n") for line in file)
    except OSError as error:
        raise WorkspaceError(
            f"The special tags in {path} cannot be read: {error.strerror or error}.") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise WorkspaceError(
            f"The special tags in {path} cannot be read: {error}.", "Save the file as UTF-8."
        ) from error


def _spared(
    rest: Sequence[str], settings: TextSettings, special_tags: Sequence[str]
) -> Collection[str]:
    """Those of `rest` that dropout leaves alone."""
    special = set(special_tags)
    if settings.tag_dropout_special_tags_regex:
        special = {tag for tag in rest if any(_matches(tag, wanted) for wanted in special)}
    if settings.tag_dropout_special_tags_mode == "WHITELIST":
        return special.intersection(rest)
    if settings.tag_dropout_special_tags_mode == "BLACKLIST":
        return set(rest) - special
    return frozenset()


def _matches(tag: str, wanted: str) -> bool:
    """Whether a tag, with or without brackets around it, is what a special tag describes."""
    forms = (tag, tag.strip("()"))
    if _PATTERN_SIGNS.isdisjoint(wanted):
        return wanted in forms
    try:
        pattern = re.compile(wanted)
    except re.error:
        return wanted in forms
    return any(pattern.fullmatch(form) for form in forms)


def _recased(tag: str, mode: str, dice: random.Random) -> str:
    match mode:
        case "capslock":
            return tag.upper()
        case "title":
            return string.capwords(tag)
        case "first":
            return tag.capitalize()
        case "random":
            # Some letters have more capitals than one ("ß"); the shorter text decides the length.
            pairs = zip(tag.upper(), tag.lower(), strict=False)
            return "".join(dice.choice(pair) for pair in pairs)
        case _:
            return tag


def _tags(text: str, settings: TextSettings) -> list[str]:
    return [tag for part in text.split(_delimiter(settings)) if (tag := part.strip())]


def _joined(tags: Sequence[str], settings: TextSettings) -> str:
    return (settings.tag_delimiter + " ").join(tags)


def _delimiter(settings: TextSettings) -> str:
    if not settings.tag_delimiter:
        raise WorkspaceError(
            "A concept's tag delimiter is empty, so its prompts cannot be parted into tags.",
            "Give the concept a delimiter, or switch off what it does with tags.",
        )
    return settings.tag_delimiter
