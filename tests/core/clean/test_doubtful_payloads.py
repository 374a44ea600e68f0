"""Unreadable means not known: what a file that is there may need is never ticked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    payloads_detail,
)
from larder.core.index_edits.readopt import apply_readopt, plan_readopt
from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads.pt import write_pt
from larder.core.survey import sources as content
from larder.core.survey.sources import SourceTree
from tests.support.cleaning import applied, planned, ticked
from tests.support.indexed_cache import IMAGE_NAMES, MODEL_TYPE, IndexedWorkspace, back_date
from tests.support.surveying import payload_verdicts, run_survey, verdicts

Refuse = Callable[[str], None]


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    """Five pictures with captions, all cached."""
    return IndexedWorkspace.of_cats(tmp_path / "work", 5)


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch) -> Refuse:
    """Lets a file be seen but not read, also for who may read everything."""
    refused: set[str] = set()
    real = content.hash_files

    def hash_files(paths: Sequence[str], **more: Any) -> Iterator[tuple[int, str | OSError]]:
        for place, found in real(paths, **more):
            hidden = any(paths[place].endswith(name) for name in refused)
            yield place, PermissionError(13, "Permission denied") if hidden else found

    monkeypatch.setattr(content, "hash_files", hash_files)
    return refused.add


def why_of(workspace: IndexedWorkspace, payload: str) -> str:
    plan = planned(workspace.root)
    assert payload not in ticked(plan)
    return plan.why[plan.payloads.index(payload)]


def rename(workspace: IndexedWorkspace, old: str, new: str) -> None:
    target = workspace.root / new
    target.parent.mkdir(exist_ok=True)
    (workspace.root / old).rename(target)


def test_the_payload_of_a_renamed_picture_that_cannot_be_read_is_not_ticked(
    workspace: IndexedWorkspace, refuse: Refuse
) -> None:
    rename(workspace, "data/cats/0.png", "data/cats/new.png")
    refuse("new.png")
    payload = workspace.payload_of("data/cats/0.png")
    assert payload_verdicts(run_survey(workspace.config_path), "image")[payload] == "orphaned"
    why = why_of(workspace, payload)
    assert why.endswith(
        "new.png cannot be read (Permission denied), and it may need this cached file.")
    assert ticked(planned(workspace.root)) == []
    assert applied(planned(workspace.root)).index_rows_dropped == {}
    assert "data/cats/0.png" in workspace.index()["entries"]


def test_the_payload_of_a_renamed_caption_that_cannot_be_read_is_not_ticked(
    workspace: IndexedWorkspace, refuse: Refuse
) -> None:
    rename(workspace, "data/cats/0.png", "data/cats/new.png")
    rename(workspace, "data/cats/0.txt", "data/cats/new.txt")
    refuse("new.txt")
    why = why_of(workspace, workspace.payload_of("data/cats/0.txt", store="text"))
    assert "new.txt cannot be read" in why


def test_a_picture_over_another_that_cannot_be_read_keeps_what_may_be_its_own(
    workspace: IndexedWorkspace, refuse: Refuse
) -> None:
    rename(workspace, "data/cats/0.png", "data/cats/1.png")
    back_date(workspace.root / "data/cats/1.png", by_ns=10**9)
    refuse("1.png")
    why = why_of(workspace, workspace.payload_of("data/cats/0.png"))
    assert "1.png cannot be read" in why


def test_nothing_is_ticked_while_a_subfolder_cannot_be_listed(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename(workspace, "data/cats/0.png", "data/cats/secret/0.png")
    real_list = SourceTree.list_folder

    def refused(self: SourceTree, real: str) -> object:
        if real.endswith("secret"):
            raise PermissionError(13, "Permission denied")
        return real_list(self, real)

    monkeypatch.setattr(SourceTree, "list_folder", refused)
    why = why_of(workspace, workspace.payload_of("data/cats/0.png"))
    assert why.startswith("The folder data/cats/secret cannot be listed (Permission denied)")


def test_nothing_is_ticked_while_a_picture_is_a_link_that_leads_nowhere(
    workspace: IndexedWorkspace, tmp_path: Path
) -> None:
    rename(workspace, "data/cats/0.png", "data/cats/new.png")
    (workspace.root / "data/cats/new.png").rename(tmp_path / "unplugged.png")
    (workspace.root / "data/cats/new.png").symlink_to(tmp_path / "drive" / "unplugged.png")
    why = why_of(workspace, workspace.payload_of("data/cats/0.png"))
    assert "new.png cannot be read" in why


def test_a_link_that_leads_nowhere_and_is_no_picture_holds_nothing(
    workspace: IndexedWorkspace,
) -> None:
    (workspace.root / "data/cats/0.png").unlink()
    (workspace.root / "data/cats/notes").symlink_to("nowhere")
    assert ticked(planned(workspace.root)) == [workspace.payload_of("data/cats/0.png")]


def test_a_payload_is_not_ticked_while_a_mask_of_its_new_picture_cannot_be_read(
    workspace: IndexedWorkspace, refuse: Refuse
) -> None:
    mask = workspace.root / "data/cats/0-masklabel.png"
    mask.write_bytes(b"mask")
    back_date(mask)
    workspace.rows["image"]["data/cats/0.png"]["sidecar_hashes"] = {
        "data/cats/0-masklabel.png": "f" * 16}
    workspace.rows["image"]["data/cats/0.png"]["sidecar_mtimes"] = {
        "data/cats/0-masklabel.png": mask.stat().st_mtime}
    workspace.write_index()
    rename(workspace, "data/cats/0.png", "data/cats/new.png")
    rename(workspace, "data/cats/0-masklabel.png", "data/cats/new-masklabel.png")
    refuse("new-masklabel.png")
    payload = workspace.payload_of("data/cats/0.png")
    assert payload not in ticked(planned(workspace.root))


def readable(workspace: IndexedWorkspace, source: str) -> str:
    """Give a source's payload a content that can be read; its name."""
    name = workspace.payload_of(source)
    write_pt(workspace.store() / name, {
        **{key: (0, 0) for key in IMAGE_NAMES if key != "latent_image"},
        "latent_image": np.ones((4, 16, 16), np.float32), "original_resolution": (200, 200),
        "crop_resolution": (128, 128), "image_path": source, "__cache_version": 3,
        "__modeltype": MODEL_TYPE})
    back_date(workspace.store() / name)
    return name


@pytest.mark.parametrize("named", [{}, {"128x128": "dddddddddddd_128x128"}])
def test_the_payload_of_a_present_picture_whose_row_names_none_is_given_back(
    workspace: IndexedWorkspace, named: dict[str, str]
) -> None:
    """Its row was cut, or names a payload that is not there."""
    payload = readable(workspace, "data/cats/0.png")
    row = workspace.rows["image"]["data/cats/0.png"]
    row["variants"] = {
        key: {**row["variants"]["128x128"], "cache_file": stem} for key, stem in named.items()}
    workspace.write_index()
    report = run_survey(workspace.config_path)
    assert payload_verdicts(report, "image")[payload] == "re-adoptable"
    assert payload not in planned(workspace.root).payloads
    run_to_end(apply_readopt(plan_readopt(report), token=CancelToken()))
    after = run_survey(workspace.config_path)
    assert payload_verdicts(after, "image")[payload] == "referenced"
    assert verdicts(after, "image")["data/cats/0.png"] == "valid"


def test_a_payload_whose_content_is_there_is_held_though_the_row_names_another(
    workspace: IndexedWorkspace,
) -> None:
    digits = workspace.rows["image"]["data/cats/0.png"]["hash"][:12]
    loose = workspace.add_payload("image", f"{digits}_256x256_1.pt").name
    assert payload_verdicts(run_survey(workspace.config_path), "image")[loose] == "unindexed"
    assert why_of(workspace, loose) == "data/cats/0.png exists and has this content."


def test_an_orphan_whose_content_is_there_is_held_with_its_row(
    workspace: IndexedWorkspace,
) -> None:
    """A deleted copy was cached in another size than the one that is left."""
    workspace.add_picture("data/cats/copy.png", colour=0, bucket=(256, 256))
    workspace.write_index()
    assert workspace.rows["image"]["data/cats/copy.png"]["hash"] == (
        workspace.rows["image"]["data/cats/0.png"]["hash"])
    (workspace.root / "data/cats/copy.png").unlink()
    why = why_of(workspace, workspace.payload_of("data/cats/copy.png"))
    assert why == "data/cats/0.png exists and has this content."
    assert applied(planned(workspace.root)).index_rows_dropped == {}


def test_a_superseded_payload_is_ticked_unless_its_content_is_still_there(
    workspace: IndexedWorkspace,
) -> None:
    digits = workspace.rows["image"]["data/cats/0.png"]["hash"][:12]
    kept = workspace.add_payload("image", f"{digits}_256x256_1.pt").name
    old = workspace.add_payload("image", "0123456789ab_128x128_1.pt").name
    append_journal(workspace.store(), JournalRecord(
        at_ns=1, action=JournalAction.BUILT, items=2, detail=payloads_detail({
            name: PayloadSource("data/cats/0.png", "0" * 16) for name in (kept, old)})))
    found = payload_verdicts(run_survey(workspace.config_path), "image")
    assert (found[kept], found[old]) == ("superseded", "superseded")
    plan = planned(workspace.root)
    assert ticked(plan) == [old]
    assert plan.sources[plan.payloads.index(old)] == "data/cats/0.png"
    # Nothing is cached of what it is now, so nothing has replaced the other.
    (workspace.root / "data/cats/0.png").write_bytes(b"edited")
    assert payload_verdicts(run_survey(workspace.config_path), "image")[old] == "unindexed"


def test_what_became_doubtful_after_the_plan_stays(
    workspace: IndexedWorkspace, refuse: Refuse
) -> None:
    rename(workspace, "data/cats/0.png", "data/away.png")
    plan = planned(workspace.root)
    payload = workspace.payload_of("data/cats/0.png")
    assert ticked(plan) == [payload]
    rename(workspace, "data/away.png", "data/cats/new.png")
    refuse("new.png")
    report = applied(plan)
    assert [left.payload for left in report.dropped] == [payload]
    assert "new.png cannot be read" in report.dropped[0].why
    assert report.index_rows_dropped == {}
