"""The list of what stops or spoils training, as `larder check` and `larder survey` print it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from larder.core.survey.checks.document import CheckItem
from larder.core.survey.effects import Effect, Reader

LISTED: Final = 10
"""Files that are listed of each kind; `--all` lists every one."""

HEADINGS: Final = {
    Effect.STOPS: "Stops training", Effect.WRONG: "Trained wrong", Effect.SKIPPED: "Not trained",
    Effect.NOTICE: "Good to know"}

OF_PROGRAMS: Final = "Wrong in caches that other programs read and OneTrainer does not"
"""The heading of what harms no training."""

BY_READER_AND_EFFECT: Final = attrgetter("reader", "effect")

KIND_AND_REMEDY: Final = attrgetter("kind", "remedy")


def print_items(items: Sequence[CheckItem], *, all_items: bool) -> None:
    """Print a list, by effect and kind; sentences that all of a kind share come once."""
    for (reader, effect), of_effect in groupby(items, key=BY_READER_AND_EFFECT):
        print(f"{OF_PROGRAMS if Reader(reader) is Reader.PROGRAMS else HEADINGS[Effect(effect)]}:")
        for (kind, remedy), alike in groupby(
                sorted(of_effect, key=KIND_AND_REMEDY), key=KIND_AND_REMEDY):
            listed = [*alike]
            print(f"  {listed[0].what} ({kind}): {len(listed):,}")
            shown = listed if all_items else listed[:LISTED]
            for item in shown:
                print(f"    {item.path}  {item.why}")
            if len(listed) > len(shown):
                print(f"    and {len(listed) - len(shown):,} more (--all lists them)")
            if remedy:
                print(f"    -> {remedy}")
