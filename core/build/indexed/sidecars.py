"""Recording which masks and conditioning pictures the payloads of a trainer's index were made with.

Today's trainers watch no sidecars and leave the maps of their rows empty. A build records them in
the rows of good payloads, so that from then on every change is noticed. What is there may have been
made with a mask that is gone since: a payload without a mask beside its picture holds a white one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

import numpy as np

from larder.core.build.choice import MASK_NAME, IndexChoice
from larder.core.build.indexed.choose import RowVariants
from larder.core.build.pipeline.pieces import sidecar_of
from larder.core.errors import PayloadError
from larder.core.files.file_stamp import may_be_there
from larder.core.jobs import Job, Progress
from larder.core.payloads.pt_file import read_pt_array
from larder.core.payloads.value_checks import is_masked
from larder.core.survey.indexed.verdicts import sidecars_are_recorded
from larder.core.survey.sharing import MASK_ENDING
from larder.core.survey.verdicts import Verdict

PROGRESS_EVERY: Final = 256


def rows_to_record(choice: IndexChoice, but: Collection[str]) -> list[tuple[str, str]]:
    """Return good rows that record no sidecars, each with its first variant.

    None of those in `but`, which are written anyhow.
    """
    variants = RowVariants(choice.columns)
    return [
        (key, of_row[0].key) for row in _find_unrecorded_rows(choice)
        if (key := choice.survey.rows.source(row)) not in but and (of_row := variants.of(row))]


def find_payloads_of_other_masks(choice: IndexChoice) -> Job[list[str]]:
    """Return the keys of good rows whose payload holds a mask although none is there any more.

    Each payload is asked once: afterwards its row records that there was none.
    """
    found: list[str] = []
    if MASK_NAME not in choice.names or MASK_ENDING not in choice.endings:
        return found
    variants, target = RowVariants(choice.columns), choice.target
    rows = list(_find_unrecorded_rows(choice))
    for done, row in enumerate(rows):
        choice.asked.token.check()
        if done % PROGRESS_EVERY == 0:
            yield Progress("looking at masks", done, len(rows), "files")
        key = choice.survey.rows.source(row)
        if may_be_there(sidecar_of(target.source_path(key), MASK_ENDING)):
            continue
        for variant in variants.of(row)[:1]:
            try:
                mask = read_pt_array(target.folder / f"{variant.stem}_1.pt", MASK_NAME)
            except PayloadError:
                continue  # told by a survey that looks into payloads
            if is_masked(mask):
                found.append(key)
    return found


def _find_unrecorded_rows(choice: IndexChoice) -> Iterator[int]:
    """Yield the wanted index rows that are good and do not tell their sidecars."""
    columns, rows = choice.columns, choice.survey.rows
    if not (choice.marks_sidecars and len(columns)):
        return
    good = np.isin(rows.verdicts[:len(columns)], (Verdict.VALID, Verdict.TOUCHED))
    good &= choice.survey.request_mask[:len(columns)] & ~sidecars_are_recorded(columns)
    yield from np.flatnonzero(good).tolist()
