"""A dataset's report of what an epoch serves and what it cannot, and its warning."""

from __future__ import annotations

import enum
from collections import Counter
from typing import Final

import msgspec

from larder.core.quantities import pluralize
from larder.core.survey.verdicts import VERDICTS

LABELS: Final = {verdict.name_in_contract: row.label for verdict, row in VERDICTS.items()}
"""What people read in place of a verdict's name."""

NAMED: Final = 5
"""Missing items that a report names as text; as a value it has all of them."""


class TrainingWarning(UserWarning):
    """Something about what is served that whoever trains should know."""


class Missing(enum.Enum):
    """Treatment of the turn of an item that is not cached, or not as it should be.

    SKIP: it is left out. BLANK: zeros of its own size take its place. STOP: nothing is served.
    """

    SKIP = "skip"
    BLANK = "blank"
    STOP = "stop"


class MissingItem(msgspec.Struct, frozen=True, gc=False):
    """A picture or caption that cannot be served.

    Attributes:
        store: "image" or "text".
        picture: the picture of its sample, as the trainer spells it.
        reason: a verdict by its name in the contract.
        why: a sentence, "" where the reason says it all.
    """

    store: str
    picture: str
    reason: str
    why: str = ""


class TrainingReport(msgspec.Struct, frozen=True):
    """Counts of what an epoch serves.

    Attributes:
        samples: of the config.
        turns: of the epoch, those of missing items among them.
        served: items.
        missing: pictures and captions that cannot be served, each once.
        skipped: turns that are left out.
        blanks: turns that are served with zeros in place of a picture or caption.
        other_size: turns of a picture that is cached in another size than the epoch asks for.
        trusted: whether nothing was checked.
    """

    epoch: int
    samples: int
    turns: int
    served: int
    missing: tuple[MissingItem, ...] = ()
    skipped: int = 0
    blanks: int = 0
    other_size: int = 0
    trusted: bool = False

    def __str__(self) -> str:
        """One line for the epoch, one for each reason why something is missing."""
        lines = [f"Epoch {self.epoch}: {pluralize(self.served, 'item')} of "
                 f"{pluralize(self.samples, 'sample')}."]
        if self.trusted:
            lines.append("Nothing was checked: the cache is trusted as it is.")
        if self.skipped or self.blanks:
            lines.append(f"{self.skipped:,} left out, {self.blanks:,} blank:")
        for (store, reason), count in Counter(
                (item.store, item.reason) for item in self.missing).items():
            examples = [item.picture for item in self.missing
                        if (item.store, item.reason) == (store, reason)]
            more = f" and {count - NAMED:,} more" if count > NAMED else ""
            word = pluralize(count, "picture" if store == "image" else "caption")
            lines.append(
                f"  {LABELS[reason]} ({reason}), {word}: {', '.join(examples[:NAMED])}{more}")
        if self.other_size:
            lines.append(
                f"{pluralize(self.other_size, 'picture')} at another size than the config asks "
                "for.")
        return "\n".join(lines)
