"""Reading jobs on slow and hanging drives: files are counted, and cancelling never waits."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from larder.core.background import THREAD_NAME, DriveHangsError, FileCounter, in_background
from larder.core.build.values.sources import list_sources
from larder.core.files import folder_scan
from larder.core.files.folder_scan import ENTRIES_TOGETHER, scan_folder
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress, run_to_end
from larder.core.survey.survey import survey
from larder.core.survey.values.facts import list_values, stamps_of_values
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.store_kinds import StoreKind
from tests.support.indexed_cache import IndexedWorkspace


class HangingDrive:
    """A drive whose folders, listed by a reading thread, give no answer before it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self._answers = threading.Event(), threading.Event()
        scan = os.scandir

        def hang(path: object) -> Iterator[os.DirEntry[str]]:
            if threading.current_thread().name == THREAD_NAME:
                self.asked.set()
                self._answers.wait()
            return scan(path)

        monkeypatch.setattr(folder_scan.os, "scandir", hang)

    def let_go(self) -> None:
        self._answers.set()
        for thread in threading.enumerate():
            if thread.name == THREAD_NAME:
                thread.join()


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[HangingDrive]:
    drive = HangingDrive(monkeypatch)
    yield drive
    drive.let_go()


def listing(folder: Path, counter: FileCounter) -> Job[int]:
    yield Progress("listing pictures", 0, 1, "concepts")
    return len(scan_folder(folder, counter.note).names)


def test_a_job_gives_its_events_and_its_report(tmp_path: Path) -> None:
    token = CancelToken()

    def job() -> Job[str]:
        yield Progress("reading", 1, 2, "files")
        yield ItemFailed("image", "a.png", "It is damaged.")
        return "done"

    events: list[object] = []
    assert run_to_end(in_background(job(), token, FileCounter(token)), events.append) == "done"
    assert events == [
        Progress("reading", 1, 2, "files"), ItemFailed("image", "a.png", "It is damaged.")]


def test_an_error_of_a_job_is_raised_where_it_is_driven() -> None:
    token = CancelToken()

    def job() -> Job[None]:
        yield Progress("reading", 0, 0, "files")
        raise OSError("away")

    with pytest.raises(OSError, match="away"):
        run_to_end(in_background(job(), token, FileCounter(token)))


def test_the_token_is_looked_at_between_the_files_of_one_folder(tmp_path: Path) -> None:
    for number in range(3 * ENTRIES_TOGETHER):
        (tmp_path / f"{number}.png").touch()
    token, counted = CancelToken(), []

    def note(files: int) -> None:
        counted.append(files)
        if len(counted) == 2:
            token.cancel()
        token.check()

    with pytest.raises(JobCancelled):
        scan_folder(tmp_path, note)
    assert counted == [ENTRIES_TOGETHER] * 2


@pytest.mark.parametrize(("kind", "names", "looks"), [
    (StoreKind.VISION, [f"{two}/{two}{'0' * 62}.{'1' * 12}.8x8.npz" for two in ("00", "11", "22")],
     6),  # three shard folders with a file each
    (StoreKind.TREE, ["a.manifest", "b.manifest", "c.manifest"], 6)])  # each is opened, too
def test_files_of_single_values_are_counted_and_the_token_is_looked_at_between_them(
    tmp_path: Path, kind: StoreKind, names: list[str], looks: int
) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"{")
    token = CancelToken()
    counter = FileCounter(token)
    list_values(tmp_path, kind, counter.note)
    assert counter.count == looks
    token.cancel()
    with pytest.raises(JobCancelled):
        list_values(tmp_path, kind, counter.note)
    with pytest.raises(JobCancelled):
        stamps_of_values(tmp_path, names, kind, counter.note)


def test_sources_of_values_are_counted_in_one_large_folder_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        (tmp_path / f"{number}.png").touch()
    counted: list[int] = []
    monkeypatch.setattr(FileCounter, "note", lambda _, files: counted.append(files))
    monkeypatch.setattr(folder_scan, "ENTRIES_TOGETHER", 2)
    rows = run_to_end(list_sources(tmp_path, StoreKind.VISION, token=CancelToken()))
    assert (len(rows), counted) == (5, [2, 2, 1])


def test_files_are_counted_while_a_phase_says_nothing(tmp_path: Path) -> None:
    token = CancelToken()
    counter, may_end = FileCounter(token), threading.Event()

    def job() -> Job[None]:
        yield Progress("listing pictures", 0, 1, "concepts")
        counter.note(64)
        may_end.wait()

    said: list[object] = []

    def hear(event: object) -> None:
        said.append(event)
        if len(said) == 2:
            may_end.set()

    run_to_end(in_background(job(), token, counter), hear)
    assert said == [
        Progress("listing pictures", 0, 1, "concepts"),
        Progress("listing pictures", 64, 0, "files")]


def test_a_cancelled_job_does_not_wait_for_a_read_that_hangs(
    tmp_path: Path, hanging: HangingDrive
) -> None:
    token = CancelToken()
    counter = FileCounter(token)
    job = in_background(listing(tmp_path, counter), token, counter, left_behind_after_s=0)
    next(job)
    hanging.asked.wait()
    token.cancel()
    with pytest.raises(JobCancelled):
        run_to_end(job)


def test_a_drive_that_gives_no_answer_is_left_behind(
    tmp_path: Path, hanging: HangingDrive
) -> None:
    token = CancelToken()
    counter = FileCounter(token)
    with pytest.raises(DriveHangsError):
        run_to_end(in_background(
            listing(tmp_path, counter), token, counter, hangs_after_s=30, clock_s=_leaping()))


def test_a_survey_is_cancelled_while_a_read_hangs(
    tmp_path: Path, hanging: HangingDrive
) -> None:
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    made.add_picture("data/cats/a.png")
    made.write()
    token = CancelToken()

    def cancel() -> None:
        hanging.asked.wait()
        token.cancel()

    user = threading.Thread(target=cancel)
    user.start()
    with pytest.raises(JobCancelled):
        run_to_end(survey(open_workspace(made.config_path), token=token))
    user.join()


def _leaping() -> Callable[[], float]:
    """A clock that is a minute on at every look."""
    now_s = 0.0

    def tell() -> float:
        nonlocal now_s
        now_s += 60
        return now_s

    return tell
