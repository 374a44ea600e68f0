"""Build failures caused by sources, encoders, disks or other programs."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections import namedtuple
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from larder.core.build.indexed import row_writer as build_ledger
from larder.core.build.pipeline import build_state as build_books
from larder.core.build.pipeline import writing as build_writing
from larder.core.build.pipeline.encoding import BatchEncoder, NotEncoded
from larder.core.encoders.protocol import PayloadValues
from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files import atomic_write
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.payloads.pt_file import list_pt
from larder.core.survey.report import Depth
from tests.support.building import BuildWorkspace, CountingEncoders, build, plan_of, start
from tests.support.surveying import drifted, loose_payloads, run_survey

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(4):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    return made


def temps(workspace: BuildWorkspace) -> list[str]:
    return [path.name for path in workspace.store().iterdir() if "tmp" in path.name]


def test_a_file_that_is_no_picture_becomes_a_problem(workspace: BuildWorkspace) -> None:
    (workspace.root / "data/cats/1.png").write_bytes(b"no picture")
    built = build(workspace)
    assert [(failed.store, failed.item) for failed in built.failed] == [
        ("image", "data/cats/1.png")]
    assert built.failed[0].problem
    assert "data/cats/1.png" not in workspace.index()["entries"]
    assert built.report.encoded == 7


def test_a_picture_that_ends_early_becomes_a_problem_and_never_zeros(
    workspace: BuildWorkspace,
) -> None:
    path = workspace.root / "data/cats/1.png"
    path.write_bytes(path.read_bytes()[:900])
    workspace.age(path)
    built = build(workspace, batch=4)
    assert [left.source for left in built.report.failed] == ["data/cats/1.png"]
    assert len(workspace.payloads()) == len(workspace.index()["entries"]) == 3
    workspace.add_picture("data/cats/1.png")
    assert build(workspace).report.encoded == 1


def test_a_caption_that_is_not_utf8_becomes_a_problem(workspace: BuildWorkspace) -> None:
    path = workspace.root / "data/cats/1.txt"
    path.write_bytes(b"\xff\xfe caf\xe9")
    workspace.age(path)
    built = build(workspace)
    assert [left.source for left in built.report.failed] == ["data/cats/1.txt"]
    assert "UTF-8" in built.failed[0].problem


def test_copies_of_a_broken_picture_fail_with_it(workspace: BuildWorkspace) -> None:
    path = workspace.root / "data/cats/1.png"
    path.write_bytes(path.read_bytes()[:900])
    shutil.copy2(path, path.with_name("1b.png"))
    built = build(workspace)
    assert sorted(failed.item for failed in built.failed) == [
        "data/cats/1.png", "data/cats/1b.png"]


def test_a_full_device_halves_the_batch_and_goes_on(workspace: BuildWorkspace) -> None:
    def disturb(encoders: CountingEncoders) -> None:
        encoders.room = 1

    built = build(workspace, batch=4, disturb=disturb)
    assert built.encoders.batches == [1] * 8
    assert built.failed == []


def test_a_device_without_room_for_one_item_ends_the_build(workspace: BuildWorkspace) -> None:
    def disturb(encoders: CountingEncoders) -> None:
        encoders.room = 0

    with pytest.raises(UserFacingError, match="too little memory for a single item"):
        build(workspace, batch=4, disturb=disturb)


def test_an_encoder_that_fails_whatever_it_gets_ends_the_build(tmp_path: Path) -> None:
    workspace = BuildWorkspace(tmp_path / "work")
    workspace.add_concept()
    for number in range(12):
        workspace.add_picture(f"data/cats/{number}.png")

    def disturb(encoders: CountingEncoders) -> None:
        encoders.broken = frozenset(f"{number}.png" for number in range(12))

    with pytest.raises(UserFacingError, match="fails on every input"):
        build(workspace, disturb=disturb)


def values(**arrays: Any) -> PayloadValues:
    return {"latent_image": np.ones((4, 2, 2), np.float32), **arrays}


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.0])
def test_values_that_no_encoder_gives_are_a_failure_of_their_item(bad: float) -> None:
    def encode(batch: Sequence[float]) -> list[PayloadValues]:
        return [values(latent_image=np.full((4, 2, 2), one, np.float32)) for one in batch]

    found = BatchEncoder(encode, names=["latent_image"], largest=3).encode([1.0, bad, 2.0])
    assert [isinstance(one, NotEncoded) for one in found] == [False, True, False]


def test_an_encoder_that_lacks_a_name_ends_the_build() -> None:
    encoder = BatchEncoder(
        lambda batch: [values() for _ in batch], names=["latent_image", "latent_mask"], largest=1)
    with pytest.raises(UserFacingError, match="latent_mask"):
        encoder.encode([1])


def test_an_encoder_that_cannot_be_had_leaves_nothing_half_done(
    workspace: BuildWorkspace,
) -> None:
    class Missing(CountingEncoders):
        def open_image(self, *_: Any) -> Any:
            raise UserFacingError("There is no VAE.")

    plan = plan_of(workspace)
    with pytest.raises(UserFacingError, match="no VAE"):
        run_to_end(start(plan, Missing(plan)))
    assert workspace.payloads() == {}
    assert temps(workspace) == []
    assert build(workspace).report.encoded == 8


def test_the_free_space_told_is_that_of_the_drive_that_is_full(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(workspace)
    workspace.add_picture("data/cats/new.png", caption="another text")
    write_really = atomic_write.PendingFile.write

    def full(pending: atomic_write.PendingFile, parts: Any) -> int:
        if Path(pending.target).parent.name == "text":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write_really(pending, parts)

    def usage(folder: Path) -> SimpleNamespace:
        return SimpleNamespace(free=12_345 if folder.name == "text" else 10**12)

    monkeypatch.setattr(atomic_write.PendingFile, "write", full)
    monkeypatch.setattr(build_books, "shutil", SimpleNamespace(disk_usage=usage))
    built = build(workspace)
    report = built.report
    assert (report.stopped_store, report.free_bytes) == ("text", 12_345)
    assert str(workspace.store("text")) in report.stopped
    text, = (group for group in built.plan.groups if group.store == "text")
    assert report.needed_bytes == text.bytes
    assert report.encoded == 1


def test_a_full_disk_stops_cleanly_and_says_what_was_kept(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_writing, "GROUP_FILES", 1)
    write_really = atomic_write.PendingFile.write
    written: list[str] = []

    def full(pending: atomic_write.PendingFile, parts: Any) -> int:
        if len(written) >= 2:
            write_really(pending, [b"half"])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(Path(pending.target).name)
        return write_really(pending, parts)

    monkeypatch.setattr(atomic_write.PendingFile, "write", full)
    built = build(workspace)
    assert "is full" in built.report.stopped
    assert (built.report.done, built.report.entries, built.report.planned) == (2, 2, 8)
    assert built.report.free_bytes is not None
    assert sorted(workspace.index()["entries"]) == sorted(
        str(list_pt(workspace.store() / name).values["image_path"]) for name in written)
    assert temps(workspace) == []
    monkeypatch.undo()
    assert build(workspace).report.encoded == 6


def test_room_for_the_index_is_left_on_the_disk(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_writing, "GROUP_FILES", 1)
    free = iter([10**12, 10**12, 10**6])
    monkeypatch.setattr(build_writing, "shutil", SimpleNamespace(
        disk_usage=lambda _: Usage(10**12, 0, next(free, 10**6))))
    built = build(workspace)
    assert "nearly full" in built.report.stopped
    assert len(workspace.index()["entries"]) == built.report.entries == 2
    assert temps(workspace) == []


def test_an_index_that_somebody_else_writes_meanwhile_is_not_overwritten(
    workspace: BuildWorkspace,
) -> None:
    build(workspace, limit=1)
    index = workspace.store() / "cache.json"
    theirs = json.dumps({**json.loads(index.read_text()), "last_validated": 7.5})

    def disturb(encoders: CountingEncoders) -> None:
        encoders.before_encode = lambda: index.write_text(theirs)

    with pytest.raises(StalePlanError):
        build(workspace, disturb=disturb)
    assert index.read_text() == theirs
    assert len(workspace.payloads()) == 4
    workspace.age(index)
    again = build(workspace)
    assert (len(again.encoders.images), again.report.adopted) == (0, 3)
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_the_index_is_saved_at_intervals(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_writing, "GROUP_FILES", 1)
    monkeypatch.setattr(build_ledger, "SAVE_EVERY_S", 0.0)
    monkeypatch.setattr(build_ledger, "SAVE_SHARE", 0)
    sizes: list[int] = []

    def disturb(encoders: CountingEncoders) -> None:
        def look() -> None:
            index = workspace.store() / "cache.json"
            sizes.append(len(json.loads(index.read_text())["entries"]) if index.exists() else 0)
        encoders.before_encode = look

    build(workspace, disturb=disturb)
    assert max(sizes) > 0
    assert len(workspace.index()["entries"]) == 4


def test_two_sizes_of_one_source_survive_a_save_between_them(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_writing, "GROUP_FILES", 1)
    monkeypatch.setattr(build_ledger, "SAVE_EVERY_S", 0.0)
    monkeypatch.setattr(build_ledger, "SAVE_SHARE", 0)
    workspace.add_concept("again", path="data/cats", image={
        "enable_resolution_override": True, "resolution_override": "192"})
    build(workspace)
    for row in workspace.index()["entries"].values():
        assert list(row["variants"]) == ["128x128", "192x192"]
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_a_cancelled_token_before_anything_keeps_everything(workspace: BuildWorkspace) -> None:
    plan, token = plan_of(workspace), CancelToken()
    token.cancel()
    encoders = CountingEncoders(plan)
    with pytest.raises(JobCancelled) as cancelled:
        run_to_end(start(plan, encoders, token=token))
    assert cancelled.value.report.done == 0
    assert encoders.opened == 0


def test_a_job_that_is_dropped_leaves_no_thread_and_no_lock(workspace: BuildWorkspace) -> None:
    plan = plan_of(workspace)
    job = start(plan, CountingEncoders(plan))
    next(job)
    job.close()
    assert build(workspace).failed == []


def test_a_failing_write_of_a_copy_is_told_of_its_source(workspace: BuildWorkspace) -> None:
    build(workspace)
    workspace.write_caption("data/cats/0.txt", "cat 1\n")
    workspace.age(workspace.root / "data/cats/0.txt", by_ns=10**9)
    plan = plan_of(workspace)
    donor = workspace.row("data/cats/1.txt")["variants"]["_"]["cache_file"]
    read = build_writing.Composer._read

    def gone(self: Any, name: str) -> Any:
        (workspace.store("text") / f"{donor}_1.pt").unlink(missing_ok=True)
        return read(self, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build_writing.Composer, "_read", gone)
        events: list[Any] = []
        report = run_to_end(start(plan, CountingEncoders(plan)), events.append)
    assert [left.source for left in report.failed] == ["data/cats/0.txt"]


def test_leftovers_of_ours_are_swept_and_foreign_files_stay(workspace: BuildWorkspace) -> None:
    build(workspace)
    store = workspace.store()
    ours = store / atomic_write.temp_name("x.pt").replace(f".{os.getpid()}.", ".999999999.")
    ours.write_bytes(b"half")
    (store / "notes.md").write_text("mine")
    workspace.add_picture("data/cats/9.png")
    build(workspace)
    assert not ours.exists()
    assert (store / "notes.md").read_text() == "mine"
    assert loose_payloads(run_survey(workspace.config_path), "image") == {}


