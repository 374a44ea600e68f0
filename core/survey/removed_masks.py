"""Masks that were removed after a trainer cached their pictures, as cached files show them.

Where nobody recorded with which masks files were made, dates tell of one that was added or edited,
and nothing tells of one that is gone. The file does: without a mask it holds a white one. So a look
into all files finds those that hold another although no mask is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import PurePath

import numpy as np

from larder.core.files.file_stamp import may_be_there
from larder.core.recipes.of_config import MASK_EFFECTS
from larder.core.stores.released.groups import slot_name
from larder.core.survey import why
from larder.core.survey.indexed.verdicts import JudgedRows, sidecars_are_recorded
from larder.core.survey.released.groups import GroupReading, WantedVariation
from larder.core.survey.sharing import MASK_ENDING, deciding_sidecars
from larder.core.workspace.concepts import Concept
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.samples import sample_stem


def makes_masks(concept: Concept) -> bool:
    """Return whether a concept asks for masks where there are none: circles, cuts by mask."""
    return any(getattr(concept.image, setting) for setting in MASK_EFFECTS)


def what_was_removed(place: str) -> str:
    """Return what to say of a picture whose cached file holds a mask, "" if its mask is there."""
    mask = f"{sample_stem(place)}{MASK_ENDING}"
    return "" if may_be_there(mask) else why.explain_sidecar_changed(
        [(PurePath(mask).name, "removed")])


def find_removed_from_index(
    judged: JudgedRows, concepts: Iterable[Concept], masked: Collection[str],
    rows_of: Mapping[str, Sequence[int]],
) -> dict[str, str]:
    """Return what to say of files of an index whose masks are gone.

    `masked` are files that hold one, `rows_of` the rows that name them.
    """
    join, columns = judged.join, judged.join.columns
    if not masked or MASK_ENDING not in judged.asked.endings:
        return {}
    asks = np.zeros(len(columns), dtype=np.bool_)
    for concept in concepts:
        rows = join.wanted.get(concept.index)
        if rows is not None and not makes_masks(concept):
            asks[rows[rows < len(columns)]] = True
    asks &= join.present & ~sidecars_are_recorded(columns)
    said = {
        name: what_was_removed(join.real_path(int(columns.folder[row]), columns.names[row]))
        for name in masked for row in rows_of.get(name, ()) if asks[row]}
    return {name: sentence for name, sentence in said.items() if sentence}


def find_removed_from_slots(
    readings: Iterable[tuple[GroupReading, Sequence[WantedVariation]]],
    workspace: Workspace, masked: Collection[str],
) -> dict[str, str]:
    """Return what to say of numbered files whose masks are gone; `masked` are those with one."""
    counts = workspace.config is not None and MASK_ENDING in deciding_sidecars(workspace.config)
    draws = {concept.index for concept in workspace.concepts if makes_masks(concept)}
    said: dict[str, str] = {}
    for reading, variations in readings if counts and masked else ():
        members = reading.members
        for one in variations:
            slots = () if one.variation is None else one.variation.slots_below(len(members))
            for slot in slots:
                name = slot_name(reading.key, variation=one.number, slot=slot)
                is_noted = one.origins is not None and slot < len(one.origins) \
                    and bool(one.origins.known[slot])
                if name in masked and not is_noted and int(members.concept[slot]) not in draws:
                    said[name] = what_was_removed(members.places[slot])
    return {name: sentence for name, sentence in said.items() if sentence}
