"""Names of files, folders and concepts as they are shown: as they are, or marks in their place.

For screenshots and reports. A mark is the same for the same name as long as the window is open, so
that rows can still be told apart; its salt is the window's own, so that no list of likely names
finds out what it stands for. Names of payloads that are digests stay.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import PureWindowsPath
from typing import TYPE_CHECKING

from msgspec.structs import replace

from larder.app.presentation.sentences import Sentences, core_text
from larder.core.worker_protocol import Failed
from larder.core.workspace.store_kinds import StoreContent, StoreFormat

if TYPE_CHECKING:
    from larder.app.presentation.core_sentences import NamelessSentences

_tr = Sentences("ShownNames")

TELLING_NOTHING = frozenset({"config", "settings", "#", "training_presets"})
"""Names of configs and folders that every workspace may have; "#" is the trainer's last config."""
MARK_DIGITS = 6
LEAST_LEARNED = 2
"""Characters of a name that is looked for in sentences; a single letter is in all of them."""
_SALT_BYTES = 16
_DIGEST = re.compile(r"(?:^|[\\/])[0-9a-f]{12}")
_STORE_WORDS = frozenset(kind.value for kind in (*StoreContent, *StoreFormat))
_ENDS = r"\s“”\"'‘’(),;：；，。（）、"
_KNOWN_ENDING = (
    r"\.(?:jpe?g|jpe|jxl|png|webp|bmp|gif|avif|tiff?|txt|md|caption|json|jsonl|toml|yaml|safetensors|"
    r"ckpt|pt|npz|npy|data|manifest|wav|mp3|flac|ogg|m4a|mp4|mkv|webm|mov|avi|csv|bak|tmp|zip)")
"""Endings that say what a file is; whatever else follows a full stop may be part of a name."""
_ENDING = re.compile(_KNOWN_ENDING, re.IGNORECASE)
_NAME = re.compile(rf".*(?:[\\/].*|{_KNOWN_ENDING})", re.IGNORECASE | re.DOTALL)
"""A value of a sentence that is a path, or the name of a file."""
_CLAUSE = r"[^“”\"'‘’:;\n]"
_GOES_ON = (
    "is|are|was|were|be|been|has|have|had|can|cannot|could|will|would|may|must|should|does|did|do|"
    "not|no|to|in|into|on|of|at|as|by|for|from|with|without|and|or|but|that|which|where|while|"
    "because|if|than|then|so|it|its|there|already|still|again|"
    "ist|sind|war|waren|wird|werden|hat|haben|kann|können|konnte|nicht|kein|keine|und|oder|auf|in|"
    "von|zu|mit|bei|aus|für|als|dass")
"""Words after which what stands before is over, in the languages that put spaces between words."""
_TELLING = re.compile(
    # What is quoted is a name whole.
    rf"(?<=[“‘])[^”’]*(?:[\\/][^”’]*|{_KNOWN_ENDING})(?=[”’])"
    rf"|(?<=['\"])[^'\"\n]*[\\/][^'\"\n]*(?=['\"])"
    # A path goes on beyond a space as long as an ending, or another part of one, follows; where
    # neither does, up to a word that a sentence goes on with.
    rf"|(?:[A-Za-z]:)?[^{_ENDS}]*[\\/](?:{_CLAUSE}*{_KNOWN_ENDING}\b(?!{_CLAUSE}*[\\/])"
    rf"|(?:{_CLAUSE}*[\\/])?[^{_ENDS}]*(?:(?<!\.) +(?!(?:{_GOES_ON})\b|-)[^{_ENDS}]+)*)"
    rf"|[^{_ENDS}]+{_KNOWN_ENDING}\b", re.IGNORECASE)
"""What of a sentence that nobody knows is a path or the name of a file."""


class ShownNames:
    """How one window shows names; the switch is turned by `WindowLook.hide_names`."""

    def __init__(self, *, hidden: bool = False) -> None:
        self.hidden = hidden
        self._salt = os.urandom(_SALT_BYTES)
        self._learned: set[str] = set()

    def learn(self, names: Iterable[str]) -> None:
        """Names to be replaced in every sentence from now on: of workspaces, concepts, folders.

        They are kept when a workspace is closed, because a finished job still names it.
        """
        self._learned.update(name for name in names if len(name) >= LEAST_LEARNED
                             and any(character.isalnum() for character in name))

    def file(self, name: str) -> str:
        """A file name; its ending stays, because it says what the file is."""
        if not self.hidden or not name:
            return name
        suffix = PureWindowsPath(name).suffix
        return f"{_tr('file')}-{self._mark(name)}{suffix if _ENDING.fullmatch(suffix) else ''}"

    def payload(self, name: str) -> str:
        """A payload's file: a digest stays, a key that somebody gave does not."""
        return name if _DIGEST.search(name) else self.path(name)

    def folder(self, path: str) -> str:
        """Return a folder's path, or a substitute while names are hidden."""
        return self._replace_name(path, _tr("folder"))

    def store(self, identity: str) -> str:
        """A store's id: what it holds stays, a folder's name does not."""
        return (identity if _STORE_WORDS.issuperset(identity.split("-"))
                else self._replace_name(identity, _tr("folder")))

    def concept(self, name: str) -> str:
        """A concept, or the workspace."""
        return self._replace_name(name, _tr("name"))

    def path(self, path: str) -> str:
        """A file with its folder."""
        if not self.hidden or not path:
            return path
        # A Windows path splits at both slashes.
        parts = PureWindowsPath(path)
        folder = path[: len(path) - len(parts.name)].rstrip("\\/")
        return f"{self.folder(folder)}/{self.file(parts.name)}" if folder else self.file(parts.name)

    def failure(self, failure: Failed) -> Failed:
        """Why a job failed, as it is shown."""
        return replace(
            failure, problem=self.sentence(failure.problem), hint=self.sentence(failure.hint),
            details=self.sentence(failure.details))

    def sentence(self, text: str, known: Iterable[str] = ()) -> str:
        """A sentence in the user's language; without the names in it, where they are hidden.

        Args:
            text: the sentence, or several lines of them.
            known: names that may be in it, of a path its last part too, besides those that were
                learned and whatever looks like a path.
        """
        if not self.hidden or not text:
            return core_text(text) if text else text
        text = core_text(self._nameless.said(text))
        wanted = {part for name in known for part in (name, PureWindowsPath(name).name)}
        found = [name for name in self._learned | wanted if name and name in text]
        for name in sorted(found, key=len, reverse=True):
            # A mark has no backslash, which a replacement would read as something else.
            text = _as_words(name).sub(f"{_tr('name')}-{self._mark(name)}", text)
        return _TELLING.sub(self._replace_word, text)

    @cached_property
    def _nameless(self) -> NamelessSentences:
        """Finder of names by their place in core's sentences; loaded when names are hidden."""
        from larder.app.presentation.core_sentences import NamelessSentences, read_templates

        return NamelessSentences(
            read_templates(), lambda text: _NAME.fullmatch(text) is not None,
            lambda text: self._replace_name(text, _tr("name")))

    def _replace_word(self, found: re.Match[str]) -> str:
        """A path at the end of a sentence leaves its full stop behind."""
        word = found.group()
        path = word.rstrip(".:")
        return self._replace_name(path, _tr("name")) + word[len(path):]

    def _replace_name(self, text: str, word: str) -> str:
        return f"{word}-{self._mark(text)}" if self.hidden and text else text

    def _mark(self, text: str) -> str:
        import hashlib

        digest = hashlib.blake2b(text.encode("utf-8", "surrogateescape"), key=self._salt)
        return digest.hexdigest()[:MARK_DIGITS]


def _as_words(name: str) -> re.Pattern[str]:
    """Where a name stands by itself: "art" in "start" would tell what its mark stands for."""
    before = r"(?<![^\W_])" if name[0].isalnum() else ""
    after = r"(?![^\W_])" if name[-1].isalnum() else ""
    return re.compile(before + re.escape(name) + after)
