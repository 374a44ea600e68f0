"""Paths in indexes and cached files, respelled: relative to a bundle, or to where it is imported.

A trainer writes paths into the keys and rows of an index, into the settings of concepts and into
every cached file. In a bundle each begins with the name of its concept's folder and has slashes;
what lies in no concept's folder keeps its name alone. Prompts stand beside them, and stay only
where they were asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from larder.core.workspace.roots import (
    DRIVE,
    PathFlavour,
    comparable,
    flavour_of,
    normalise_path,
    split_last,
)

PROMPTS: Final = frozenset({"prompt", "prompt_1", "prompt_2", "prompt_3", "prompt_4"})
NO_PATHS: Final = PROMPTS | {"name", "__concept_name", "filename"}
"""Names of values that are no paths, whatever they look like."""

DROPPED: Final = ("watched_fingerprints", "last_validated")
"""What an index says of folders of the computer that it was made on."""


MOST_KNOWN: Final = 1 << 16
"""Paths that are remembered; those of one entry, and of its neighbours, recur."""


def is_absolute_anywhere(text: str) -> bool:
    """Return whether any system reads a text as an absolute path; a mere separator is not one."""
    return bool(DRIVE.match(text)) or (text[:1] in {"/", "\\"} and text.strip("/\\") != "")


def paths_in(value: Any, name: str = "") -> Iterator[str]:
    """The texts of a document that may be paths, keys too."""
    if isinstance(value, str):
        if name not in NO_PATHS:
            yield value
    elif isinstance(value, Mapping):
        for key, of in value.items():
            if isinstance(key, str):
                yield key
            yield from paths_in(of, key)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from paths_in(one)


def name_folders(folders: Iterable[str], flavour: PathFlavour) -> dict[str, str]:
    """A name of its own for each folder: its last part, numbered where that is taken."""
    taken: set[str] = set()
    named: dict[str, str] = {}
    for folder in folders:
        last = split_last(normalise_path(folder, flavour), flavour)[1] or "files"
        last = "files" if last in {".", ".."} or {":", "\\"}.intersection(last) else last
        name, number = last, 1
        while comparable(name, PathFlavour.WINDOWS) in taken:
            number += 1
            name = f"{last}-{number}"
        taken.add(comparable(name, PathFlavour.WINDOWS))
        named[folder] = name
    return named


@dataclass
class Respelling:
    """How paths and prompts of a cache are written elsewhere.

    Attributes:
        folders: a folder as it is spelled now -> as it is to be spelled.
        flavour: of the paths as they are now.
        into: of the paths as they are to be; None for that of each folder.
        prompts: whether prompts stay; else each is an empty text.
        hides: whether an absolute path in none of the folders keeps only its name.
        changed: whether anything was written otherwise.
    """

    folders: Mapping[str, str]
    flavour: PathFlavour
    prompts: bool = True
    hides: bool = True
    into: PathFlavour | None = None
    changed: bool = False
    _known: dict[str, str] = field(default_factory=dict)
    _by_parts: dict[tuple[str, ...], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take the folders apart once."""
        self._by_parts = {self._parts(folder): new for folder, new in self.folders.items()}

    def anew(self) -> Respelling:
        """The same, without what it remembers of paths that it met."""
        return Respelling(self.folders, self.flavour, prompts=self.prompts, hides=self.hides,
                          into=self.into)

    def value(self, value: Any, name: str = "") -> Any:
        """A value of an index or of a cached file; texts alone are written otherwise."""
        if isinstance(value, str):
            if name in PROMPTS and not self.prompts:
                self.changed |= bool(value)
                return ""
            if name in NO_PATHS:
                return value
            found = self.path(value)
            self.changed |= found != value
            return found
        if isinstance(value, dict):
            return {
                self.path(key) if isinstance(key, str) else key: self.value(of, str(key))
                for key, of in value.items()}
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if type(value) is tuple:
            return tuple(self.value(one) for one in value)
        return value

    def path(self, spelled: str) -> str:
        """A path as it is to be spelled; any other text comes back as it is."""
        if spelled not in self._known:
            if len(self._known) == MOST_KNOWN:
                self._known.clear()
            self._known[spelled] = self._respell(spelled)
        return self._known[spelled]

    def _respell(self, spelled: str) -> str:
        compared = self._parts(spelled)
        for length in range(len(compared), 0, -1):
            new = self._by_parts.get(compared[:length])
            if new is not None:
                return join_to(new, self._split(spelled)[length:], self.into)
        if self.hides and is_absolute_anywhere(spelled):
            return split_last(spelled, flavour_of(spelled))[1]
        return spelled

    def _split(self, spelled: str) -> list[str]:
        if self.flavour is PathFlavour.WINDOWS:
            spelled = spelled.replace("\\", "/")
        return spelled.rstrip("/").split("/") if spelled.rstrip("/") else [spelled]

    def _parts(self, spelled: str) -> tuple[str, ...]:
        return tuple(comparable(part, self.flavour) for part in self._split(spelled))


def join_to(folder: str, rest: Sequence[str], flavour: PathFlavour | None = None) -> str:
    """A folder as it is spelled, with the separator of its own system unless told otherwise."""
    separator = (flavour or flavour_of(folder)).separator
    beginning = folder.rstrip(separator) if rest else folder
    return separator.join([beginning, *rest])
