"""Evidence from dates about a released trainer's slots, and findings if there is none.

Such a cache records neither content nor dates of what it was made from. A source that is newer than
its slot was edited since, and a build treats it the same; one with an older date may have been.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from larder.core.errors import Finding
from larder.core.survey import why
from larder.core.survey.released.groups import WantedVariation
from larder.core.survey.released.read_store import ReadStore
from larder.core.survey.released.sources import PresentSources
from larder.core.survey.row_notes import RowNotes
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreLocation
from larder.core.workspace.store_kinds import StoreContent

Bools = npt.NDArray[np.bool_]


class EditsShown(enum.Enum):
    """How a source that was edited shows, where nothing is noted of its slot."""

    NOT = "not"
    BY_DATES = "dates"
    BY_TOKENS = "tokens"


def judge_dates(
    wanted: WantedVariation, unnoted: Bools, present: PresentSources, endings: Sequence[str],
    notes: RowNotes, cached_file: Callable[[int], str], among: Bools | None = None,
) -> bool:
    """Judge slots that nothing is noted of by dates, as a build does.

    Args:
        wanted: the variation.
        unnoted: slots that were made from the source of their sample, shape (n,).
        present: the samples' sources.
        endings: name endings of the sidecars that decide what a slot holds.
        notes: takes what is found.
        cached_file: names the slot of a sample in a sentence.
        among: slots that are judged, shape (n,); None for all.

    Returns:
        Whether dates tell anything: not where most sources are newer than what was made of them.
    """
    if wanted.variation is None:
        return True
    there = wanted.variation.slots < len(unnoted)
    written_ns = np.full(len(unnoted), np.iinfo(np.int64).max, dtype=np.int64)
    written_ns[wanted.variation.slots[there]] = wanted.variation.slot_ns[there]
    is_newer = unnoted & (present.mtimes_ns >= written_ns)
    if 2 * np.count_nonzero(is_newer) > np.count_nonzero(unnoted):
        return False  # a copy lost the dates of them all
    judged = unnoted if among is None else unnoted & among
    for slot in np.flatnonzero(judged & is_newer).tolist():
        notes.note(slot, Verdict.CONTENT_CHANGED, why.with_details(
            why.explain_newer_than_cached(int(present.mtimes_ns[slot])), cached_file(slot)))
    rest = np.flatnonzero(judged & ~is_newer).tolist()
    for slot, path, mtime_ns in present.sidecar_dates(rest, endings):
        if mtime_ns >= written_ns[slot]:
            name = os.path.basename(path)  # noqa: PTH119 - a text
            notes.note(slot, Verdict.SIDECAR_CHANGED,
                       why.explain_sidecar_changed([(name, "added or edited")]))
    return True


def find_edits_by_date(
    location: StoreLocation, read: ReadStore, used: Collection[str],
    edits_shown: Mapping[str, EditsShown],
) -> Iterator[Finding]:
    """Yield findings on groups without records, once for each way in which edits show.

    Only groups that are `used` count; where no config says which, all do.
    """
    groups = {key: group for key, group in read.groups.items() if key in used or not used}
    unnoted = [key for key, group in groups.items() if not group.variations
               or any(number not in read.origins[key] for number in group.variations)]
    what = "captions" if location.kind.content is StoreContent.TEXT else "pictures"
    for shown in EditsShown:
        count = sum(edits_shown.get(key, EditsShown.NOT) is shown for key in unnoted)
        if count:
            whose = "This cache" if count == len(groups) else \
                f"For {count:,} of {len(groups):,} groups, this cache"
            how = "Larder cannot tell which were edited" if shown is EditsShown.NOT else \
                "an edited one shows only by a date newer than its cached file's" \
                if shown is EditsShown.BY_DATES else \
                "an edited one shows only by the tokens in its cached file"
            yield Finding(
                location.spelled,
                f"{whose} records neither content nor dates of its {what}, so {how}.",
                f"A build records them. Without one, have OneTrainer clear this cache after you "
                f"edit {what}.")
