"""Payloads that an edited source needs, although the index does not know it yet.

A picture put in the place of another one, or edited back, has a row with its old content's hash.
Its present content may be in the store all the same, under a name that only dead rows or none give.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.files.file_stamp import stamp
from core.keys.content_hash import hash_file
from core.keys.hash_memory import HashMemory
from core.keys.payload_names import HASH_DIGITS
from core.operations.survey_report import StoreSurvey, SurveyReport
from core.operations.verdicts import PayloadVerdict, Verdict
from core.settings import cache_home
from core.workspace.roots import PathFlavour, resolve

LOOSE = (PayloadVerdict.ORPHANED, PayloadVerdict.SUPERSEDED, PayloadVerdict.UNINDEXED)


def without_needed_payloads(report: SurveyReport, survey: StoreSurvey) -> StoreSurvey:
    """The survey of a store with payloads of edited sources' present content as re-adoptable.

    Costs nothing unless there are both edited sources and payloads without a live entry; the survey
    has hashed the sources, so that they are remembered.
    """
    files, rows = survey.payloads, survey.rows
    loose = np.flatnonzero(np.isin(files.verdicts, LOOSE)).tolist()
    bit = np.uint32(1 << Verdict.CONTENT_CHANGED)
    edited = rows.has_entry & (
        (rows.verdicts == Verdict.CONTENT_CHANGED) | ((rows.also & bit) != 0))
    if not loose or not edited.any():
        return survey
    keys = [rows.source(row) for row in np.flatnonzero(edited).tolist()]
    needed = _present_contents(report, rows.separator, keys)
    verdicts = files.verdicts.copy()
    verdicts[[item for item in loose if files.names[item][:HASH_DIGITS] in needed]] = (
        PayloadVerdict.READOPTABLE)
    return replace(survey, payloads=replace(files, verdicts=verdicts))


def _present_contents(report: SurveyReport, separator: str, keys: list[str]) -> frozenset[str]:
    """First digits of the hash of each source; one that can no longer be read has none."""
    workspace, flavour = report.workspace, PathFlavour(separator)
    found = set()
    with HashMemory(cache_home() / "hashes.sqlite") as memory:
        for key in keys:
            path = Path(resolve(key, workspace.root, workspace.maps, flavour))
            try:
                seen = stamp(path)
                if seen is None:
                    continue
                (known,) = memory.known(os.fspath(path.parent), [path.name], [seen])
                found.add((known or hash_file(path))[:HASH_DIGITS])
            except OSError:
                continue  # it vanished since the survey; the next one tells so
    return frozenset(found)
