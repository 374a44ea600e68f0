"""The command lines that make values again from the user's own files, with what they were made."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.queries.finding_remedies import Codes
from larder.core.survey.remedies import Repair, lines_of
from larder.core.survey.report import StoreSurvey, SurveyReport
from larder.core.workspace.roots import PathFlavour

BUILD: Final = "larder build --sources"
"""Where nothing tells with what a value was made, or its folder is of another system."""


def commands_again(
    report: SurveyReport, survey: StoreSurvey, lines: Codes, rows: Iterable[int]
) -> Mapping[int, str]:
    """The command for each of some rows that a build over the user's files makes again.

    Values that were made alike get one command, for the folder that holds the files of all: other
    settings would make values of other names, and leave these as they are. `lines` are those of
    `REMEDIES` of all rows.
    """
    wanted = np.isin(lines, lines_of(Repair.CACHE_FOLDER))
    again = [row for row in rows if wanted[row]]
    if not again:
        return {}
    from larder.core.build.rebuild_settings import RebuildMakers, built_folders, former_folder

    store, kind = survey.location.path, survey.location.kind
    try:
        makers, built = RebuildMakers(store, kind), built_folders(store)
    except OSError:  # the survey says what is wrong with the store
        return {}
    paths = report.workspace.paths(PathFlavour(survey.rows.separator))
    # Of one that is not there nothing tells but the others.
    other = survey.payloads.names[:1] if survey.values_on_disk else ()
    made_alike: dict[tuple[str, ...], list[int]] = {}
    for row in again:
        name = next(iter((*survey.rows.payloads.get(row, ()), *other)), "")
        made_alike.setdefault(makers.settings(name).options(kind), []).append(row)
    commands = {}
    for options, alike in made_alike.items():
        folders = dict.fromkeys(
            Path(os.path.normpath(paths.real(survey.rows.source(row)))).parent for row in alike)
        folder = former_folder(list(folders), [
            Path(paths.real(place)) for place in built]) \
            if all(one.is_absolute() for one in folders) else None
        command = BUILD if folder is None else f"{BUILD} {shlex.quote(str(folder))}"
        commands.update(dict.fromkeys(alike, f"{command} {shlex.join(options)}"))
    return commands
