"""Findings about sources and settings, each type its own JSON: `larder.check/1`."""

from __future__ import annotations

import msgspec

from larder.core.survey.effects import Reader


class CheckItem(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One thing that stops or spoils training.

    Attributes:
        path: the file, folder or concept it is about, as the user spells it.
        kind: a word for programs.
        what: that in a few words.
        effect: "stops", "wrong", "skipped" or "notice".
        reader: "trainer", which documents leave out, or "programs" of a cache that other programs
            read and no trainer.
        why: what is found and what the trainer makes of it, in sentences.
        remedy: what to do about it, in a sentence.
    """

    path: str
    kind: str
    what: str
    effect: str
    why: str
    remedy: str
    reader: str = Reader.TRAINER.value


class SourceFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Problems that would stop or spoil training before anything is cached, as far as known.

    Attributes:
        files: pictures, captions and masks that training reads.
        never_opened: those of them that nobody has opened since they changed.
        counts: how many items there are of each kind, worst first.
        items: all of them; in a window's document the first ones of each kind.
    """

    files: int = 0
    never_opened: int = 0
    counts: dict[str, int] = {}
    items: tuple[CheckItem, ...] = ()


class CheckDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that stops or spoils training, worst first.

    Attributes:
        files: pictures, captions and masks that training reads.
        never_opened: those of them that nobody has opened since they changed.
    """

    schema: str = "larder.check/1"
    items: tuple[CheckItem, ...] = ()
    files: int = 0
    never_opened: int = 0
