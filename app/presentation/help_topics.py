"""What help has to say: one topic per word, in the user's language."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from larder.app.presentation.glossary import TERMS
from larder.app.presentation.looks import Tone
from larder.app.presentation.plurals import Sentences

_tr = Sentences("Help")


class HelpSection(enum.Enum):
    """Parts of the help, in their order; the value starts the ids of its topics."""

    WORD = "word"


_SECTION_TITLES: dict[HelpSection, str] = {
    HelpSection.WORD: "Glossary",
}


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of the help.

    Attributes:
        id: "word:caption"; what F1 and links say.
        paragraphs: what there is to read, plain text.
        icon: name of an icon file without its ending, "" for none.
        see_also: ids of other topics.
    """

    id: str
    section: HelpSection
    title: str
    paragraphs: Sequence[str]
    icon: str = ""
    tone: Tone = Tone.MUTED
    see_also: Sequence[str] = ()

    def found_by(self, words: str) -> bool:
        """Whether all of some words are in it, in any order."""
        text = " ".join((self.title, *self.paragraphs)).casefold()
        return all(word in text for word in words.casefold().split())


def section_title(section: HelpSection) -> str:
    """As the list of topics says it."""
    return _tr(_SECTION_TITLES[section])


def help_topics() -> tuple[Topic, ...]:
    """Every topic, in the order of the list."""
    return (*_words(),)


def _words() -> Iterator[Topic]:
    for term in TERMS:
        said = term.said()
        yield Topic(f"{HelpSection.WORD.value}:{said.id}", HelpSection.WORD, said.word,
                    (said.meaning,))
