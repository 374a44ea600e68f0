"""Records cut at any byte: undo does what it can, says the rest."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from larder.core.errors import UserFacingError
from larder.core.writes.quarantine.record import list_quarantines
from larder.core.writes.reports import UndoReport
from tests.support.cleaning import applied, planned, undone
from tests.support.indexed_cache import IndexedWorkspace, tree_state
from tests.support.sweeps import Sweep

STRIDE = 211
"""Bytes between two cuts, unless a sweep takes each."""


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """A clean was undone; then two cleans followed each other."""
    made = IndexedWorkspace.of_cats(tmp_path / "work", 4)
    for name in ("0.png", "1.png"):
        (made.root / "data/cats" / name).unlink()
        plan = planned(made.root)
        applied(plan)
        if name == "0.png":
            undone(plan)
            applied(planned(made.root))
    return made


def caches(root: Path) -> dict[str, Any]:
    """Return the files that a trainer reads, by name.

    An index is given by its rows, as a copied index may not be recognisable as its own.

    An index is given by its rows, as a copied index may not be recognisable as its own.
    """
    read = {name: state for name, state in tree_state(root).items()
            if ".larder/" not in name and not name.endswith(".bak")}
    return {name: json.loads(state[0])["entries"] if name.endswith("/cache.json") else state
            for name, state in read.items()}


def cuts(path: Path, stride: int) -> list[int]:
    size = path.stat().st_size
    return sorted({*range(0, size, stride), size - 2, size - 1})


class Cut:
    """A workspace whose record is cut again and again, from one state."""

    def __init__(self, workspace: IndexedWorkspace, record: Path, sweep: Sweep) -> None:
        self.root = workspace.root
        self.record = record
        self._kept = workspace.root.with_name("kept")
        self.root.rename(self._kept)
        self.sizes = cuts(self._kept / record.relative_to(self.root), sweep.stride(STRIDE))

    def undone(self, size: int) -> UndoReport:
        """Cut to a size, undo."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(self._kept, self.root, symlinks=True)
        os.truncate(self.record, size)
        return undone(planned(self.root), even_if_busy=True)


@pytest.mark.parametrize("name", ["journal.jsonl", "quarantine/ID/state.json"])
def test_an_undo_brings_all_back_whatever_is_left_of_the_journal_or_the_state(
    workspace: IndexedWorkspace, name: str, sweep: Sweep
) -> None:
    newest = list_quarantines(workspace.store())[-1]
    reference = workspace.root.with_name("reference")
    shutil.copytree(workspace.root, reference, symlinks=True)
    undone(planned(reference), even_if_busy=True)
    whole = caches(reference)
    cut = Cut(workspace, workspace.store() / ".larder" / name.replace("ID", newest.id), sweep)
    for size in cut.sizes:
        report = cut.undone(size)
        assert (report.not_restored, report.problems) == ((), ()), f"cut to {size}"
        assert caches(cut.root) == whole, f"cut to {size}"


def test_an_undo_makes_a_cut_list_anew_and_says_so(
    workspace: IndexedWorkspace, sweep: Sweep,
) -> None:
    newest = list_quarantines(workspace.store())[-1]
    reference = workspace.root.with_name("reference")
    shutil.copytree(workspace.root, reference, symlinks=True)
    undone(planned(reference), even_if_busy=True)
    whole = caches(reference)
    cut = Cut(workspace, newest.folder / "manifest.json", sweep)
    for size in cut.sizes:
        report = cut.undone(size)
        (problem,) = report.problems
        assert problem.startswith(f"The quarantine {newest.id} cannot be read")
        assert problem.endswith(f": {newest.files} of {newest.files} files and 1 of 1 index rows "
                                "were found again.")
        assert (report.restored.files, report.not_restored) == (newest.files, ())
        assert caches(cut.root) == whole, f"cut to {size}"


def test_a_list_of_which_the_journal_knows_nothing_is_named_and_the_one_before_it_comes_back(
    workspace: IndexedWorkspace,
) -> None:
    first, newest = list_quarantines(workspace.store())
    os.truncate(newest.folder / "manifest.json", 100)
    journal = workspace.store() / ".larder/journal.jsonl"
    journal.write_bytes(b"".join(line for line in journal.read_bytes().splitlines(keepends=True)
                                 if newest.id.encode() not in line))
    report = undone(planned(workspace.root), even_if_busy=True)
    assert (report.id, report.restored.files) == (first.id, first.files)
    (problem,) = report.problems
    assert problem.startswith(f"The quarantine {newest.id} cannot be read")
    assert problem.endswith(f"The files are in {newest.files_folder}; move them back by hand.")
    assert sum(path.is_file() for path in newest.files_folder.iterdir()) == newest.files


def test_where_only_a_list_that_is_lost_is_left_an_undo_says_where_its_files_are(
    workspace: IndexedWorkspace,
) -> None:
    undone(planned(workspace.root), even_if_busy=True)
    (record,) = list_quarantines(workspace.store())
    os.truncate(record.folder / "manifest.json", 100)
    (workspace.store() / ".larder/journal.jsonl").unlink()
    with pytest.raises(UserFacingError, match="cannot be read") as caught:
        undone(planned(workspace.root), even_if_busy=True)
    assert caught.value.hint == f"The files are in {record.files_folder}; move them back by hand."
