"""Payloads that say themselves that they were made from another picture than the one they serve.

A file that was moved over another one, or brought back from an older copy, has the name, the size
and the values of a good one. What a build of ours writes carries the content that it was made from,
so a look into it tells. Of captions their prompts and tokens tell more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from larder.core.stores.released.groups import slot_name
from larder.core.survey import why
from larder.core.survey.indexed.payloads import IndexedPayloads
from larder.core.survey.indexed.verdicts import JudgedRows
from larder.core.survey.released.groups import GroupReading, WantedVariation
from larder.core.survey.row_notes import RowNotes
from larder.core.survey.verdicts import Verdict

if TYPE_CHECKING:
    # What reads payloads; a survey again reads none.
    from larder.core.survey.payload_facts import PayloadFacts, PayloadsRead

SOMETHING_ELSE: Final = "another file, or from an older version of it"


def sources_in(read: PayloadsRead[PayloadFacts]) -> dict[str, str]:
    """Return what payloads say that they were made from, by name, of those that say it."""
    return {name: source for name, source in read.own_fields("source").items() if source}


def note_in_index(
    judged: JudgedRows, payloads: IndexedPayloads, sources: Mapping[str, str],
    sentences: dict[int, str],
) -> dict[int, str]:
    """Note the rows of an index whose payloads were made from another content than they record.

    `sources` as `sources_in` gives them. Sets bits in `judged.flags`; `sentences` get the reason.

    Returns:
        The source of that content, by row, where the index has one.
    """
    columns, made_from = judged.join.columns, dict[int, str]()
    owners: dict[str, int] | None = None
    for name, source in sources.items():
        for row in payloads.drawn_rows(name):
            if columns.hashes[row].decode("ascii") == source:
                continue
            if owners is None:
                owners = {one.decode("ascii"): at for at, one in enumerate(columns.hashes.tolist())}
            owner = owners.get(source)
            judged.flags[row] |= np.uint32(1 << Verdict.COLLISION)
            if owner is not None:
                made_from[row] = judged.join.source(owner)
            sentences[row] = why.explain_mixed_up(made_from.get(row, SOMETHING_ELSE), name)
    return made_from


def note_in_slots(
    reading: GroupReading, variations: Sequence[WantedVariation], sources: Mapping[str, str],
    notes: RowNotes,
) -> list[str]:
    """Note the samples of a group whose slots were made from another content than is recorded.

    Returns:
        The names of those slots.
    """
    wrong: list[str] = []
    members = reading.members
    for variation in variations if sources else ():
        origins = variation.origins
        if variation.variation is None or origins is None:
            continue
        owners: dict[str, int] = {}
        for slot in variation.variation.slots_below(min(len(members), len(origins))):
            name = slot_name(reading.key, variation=variation.number, slot=slot)
            source, recorded = sources.get(name, ""), origins.contents[slot]
            if not source or not recorded or source == recorded:
                continue
            if not owners:
                # Of equal contents the first; an older group that came back is wrong throughout.
                owners = {content: at for at, content in reversed([*enumerate(origins.contents)])}
            owner = owners.get(source)
            if owner is not None:
                notes.made_from[slot] = origins.pictures[owner]
            notes.note(slot, Verdict.SHIFTED, why.explain_mixed_up(
                SOMETHING_ELSE if owner is None else origins.pictures[owner],
                f"Cached file {name}"))
            wrong.append(name)
    return wrong
