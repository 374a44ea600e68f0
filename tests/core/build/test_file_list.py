"""The list of what a build does with each file adds up to what its plan counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.build.file_list import list_build_files
from larder.core.build.payload_totals import count_payloads
from larder.core.build.plan import BuildPlan
from larder.core.jobs import CancelToken, run_to_end
from larder.core.writes.reports import FileAction, ListedFile
from tests.support.building import BuildWorkspace, build, plan_of
from tests.support.released_building import (
    PATH,
    add_one,
    cats,
    delete_one,
    edit_caption,
    edit_mask,
    rename_one,
)


def counted(workspace: BuildWorkspace, layout: str) -> BuildPlan:
    return run_to_end(count_payloads(plan_of(workspace, layout=layout), CancelToken()))


def count(files: list[ListedFile]) -> Counter[FileAction]:
    found = Counter[FileAction]()
    for file in files:
        found[file.action] += file.files
    return found


@pytest.mark.parametrize("layout", ["released", "cache.json"])
@pytest.mark.parametrize("changes", [
    (add_one,), (delete_one, edit_caption), (rename_one, edit_mask), (add_one, rename_one)])
def test_files_add_up_to_the_totals_of_the_plan(
    tmp_path: Path, layout: str, changes: tuple[Callable[[BuildWorkspace], None], ...]
) -> None:
    workspace = cats(tmp_path)
    build(workspace, layout=layout, even_if_busy=True)
    for change in changes:
        change(workspace)
    plan = counted(workspace, layout)
    found, totals = count(list(list_build_files(plan))), plan.document().totals
    assert totals
    assert (found[FileAction.ENCODE], found[FileAction.COPY], found[FileAction.MOVE]) == (
        totals.encodes, totals.copies, totals.moves)
    assert found[FileAction.REMOVE] == totals.goes
    folders = [folder for store in plan.document().stores for folder in store.folders or ()]
    assert found[FileAction.KEEP] == sum(one.stays + (one.left or 0) for one in folders)


def test_a_file_says_what_is_done_with_it_and_from_where(tmp_path: Path) -> None:
    workspace = cats(tmp_path)
    build(workspace, layout="released", even_if_busy=True)
    add_one(workspace)
    files = {(one.store, one.source): one
             for one in list_build_files(counted(workspace, "released"))}
    new, moved = files["image", f"{PATH}/00.png"], files["text", f"{PATH}/3.txt"]
    assert (new.action, new.concept, new.size) == (FileAction.ENCODE, "cats", "128x128")
    assert (moved.action, moved.origin) == (FileAction.MOVE, "Cached file 3")
