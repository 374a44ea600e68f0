"""Work that the benchmark of the survey measures in processes of its own; prints seconds as JSON.

    python measured_work.py floor FOLDER...     scandir and stat of every file below the folders
    python measured_work.py links FOLDER        a hard link per cached file below the folder
    python measured_work.py plan CONFIG         a survey, and the clean plan made from it
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path


def floor(folders: Sequence[str]) -> dict[str, float]:
    """Measure the minimum cost of looking at every file, without processing any.

    Return seconds, processor seconds and the number of files.

    Return seconds, processor seconds and the number of files.
    """
    began, worked = time.perf_counter(), time.process_time()
    files = sum(_look_at(folder) for folder in folders)
    return {"seconds": time.perf_counter() - began, "processor": time.process_time() - worked,
            "files": files}


def links(folder: str) -> dict[str, float]:
    """Measure the cost of a hard link per cached file, in a temporary folder.

    Return seconds, processor seconds and the number of files.

    Return seconds, processor seconds and the number of files.
    """
    files = [os.path.join(at, name) for at, _, names in os.walk(folder)
             for name in names if name.endswith(".pt")]
    with tempfile.TemporaryDirectory(dir=folder) as made:
        began, worked = time.perf_counter(), time.process_time()
        for number, path in enumerate(files):
            os.link(path, f"{made}/{number}")
        return {"seconds": time.perf_counter() - began, "processor": time.process_time() - worked,
                "files": len(files)}


def _look_at(folder: str) -> int:
    files = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                files += _look_at(entry.path)
            else:
                entry.stat()
                files += 1
    return files


def plan(config: str) -> dict[str, float]:
    """A survey of an unchanged workspace and the plan, in one process."""
    from larder.core.jobs import CancelToken, run_to_end
    from larder.core.requests.surveying import plan_clean, survey_workspace
    from larder.core.workspace.open_workspace import open_workspace

    began = time.perf_counter()
    opened = open_workspace(Path(config))
    report = run_to_end(survey_workspace(opened, "stat", CancelToken()))
    surveyed_at = time.perf_counter()
    made = plan_clean(report)
    return {
        "survey": surveyed_at - began, "plan": time.perf_counter() - surveyed_at,
        "offered": len(made)}


if __name__ == "__main__":
    what, *names = sys.argv[1:]
    print(json.dumps(
        floor(names) if what == "floor" else links(*names) if what == "links" else plan(*names)))
