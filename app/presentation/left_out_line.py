"""A line about samples or files that a plan leaves out, and what its tooltip lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from larder.app.presentation.shown_names import ShownNames


@dataclass(frozen=True, slots=True)
class LeftOutLine:
    """One reason.

    Attributes:
        text: a sentence.
        more: (source, why) of those it is about, why "" where the sentence says it.
    """

    text: str
    more: Sequence[tuple[str, str]] = ()

    def tip(self, names: ShownNames) -> str:
        """A line each; without any, the sentence."""
        lines = [": ".join(part for part in (
            names.path(source), names.sentence(why, (source,))) if part)
            for source, why in self.more]
        return "\n".join(lines) or names.sentence(self.text)
