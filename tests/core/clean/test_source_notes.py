"""Dates and places of the files of single values are written where no index is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from larder.core.files.journal import JournalAction, read_journal
from larder.core.index_edits.readopt import apply_readopt, plan_readopt
from larder.core.index_edits.touch import apply_touch, plan_touch
from larder.core.jobs import CancelToken, run_to_end
from larder.core.stores.records import read_sources
from tests.support.cleaning import as_json
from tests.support.surveying import drifted, payload_verdicts, run_survey
from tests.support.value_caches import contents, date_back, recorded_picture

LATER_NS = 5_000_000_001


@pytest.fixture
def pixels(tmp_path: Path) -> Path:
    """A store of the pixels of three pictures beside it."""
    root = tmp_path / "pixels"
    for number in range(3):
        recorded_picture(root, tmp_path / f"pictures/{number}.png", b"picture %d" % number)
    date_back(root)
    return root


def touch(file: Path) -> None:
    status = file.stat()
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + LATER_NS))


def test_the_date_of_a_touched_file_is_stored_and_its_value_is_valid_again(
    pixels: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "pictures/1.png"
    touch(picture)
    report = run_survey(pixels)
    assert drifted(report, "vision") == {picture.as_posix(): "touched"}
    plan = plan_touch(report)
    assert plan.entries == 1
    assert as_json(plan.document())["stores"] == [
        {"store": "vision", "sources": [picture.as_posix()]}]
    done = run_to_end(apply_touch(plan, token=CancelToken()))
    assert (done.entries, done.dropped) == (1, ())
    assert drifted(run_survey(pixels), "vision") == {}
    (record,) = read_journal(pixels)
    assert (record.action, record.items) == (JournalAction.TOUCHED, 1)


def test_the_date_of_a_file_that_was_edited_meanwhile_is_not_stored(
    pixels: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "pictures/1.png"
    touch(picture)
    plan = plan_touch(run_survey(pixels))
    picture.write_bytes(b"another picture")
    before = contents(pixels)
    done = run_to_end(apply_touch(plan, token=CancelToken()))
    assert done.entries == 0
    assert "changed after the plan" in done.dropped[0].why
    after = contents(pixels)
    assert {name: after[name] for name in before} == before


def test_a_value_of_a_moved_file_is_given_to_it(pixels: Path, tmp_path: Path) -> None:
    moved = tmp_path / "pictures/deeper/renamed.png"
    moved.parent.mkdir()
    (tmp_path / "pictures/2.png").rename(moved)
    report = run_survey(pixels)
    (name,) = [name for name, verdict in payload_verdicts(report, "vision").items()
               if verdict == "re-adoptable"]
    plan = plan_readopt(report)
    assert (plan.entries, plan.payloads) == (1, 1)
    assert as_json(plan.document())["stores"] == [{"store": "vision", "items": [
        {"source": moved.as_posix(), "payloads": [name], "instead_of": None}]}]
    done = run_to_end(apply_readopt(plan, token=CancelToken()))
    assert (done.entries, done.payloads, done.dropped) == (1, 1, ())
    assert drifted(run_survey(pixels), "vision") == {}
    assert read_sources(pixels)[name].source == moved.as_posix()


def test_planning_writes_nothing(pixels: Path, tmp_path: Path) -> None:
    touch(tmp_path / "pictures/0.png")
    (tmp_path / "pictures/2.png").rename(tmp_path / "pictures/3.png")
    before = contents(tmp_path)
    report = run_survey(pixels)
    assert (plan_touch(report).entries, plan_readopt(report).entries) == (1, 1)
    assert contents(tmp_path) == before


def test_a_value_whose_moved_file_was_edited_meanwhile_is_not_counted(
    pixels: Path, tmp_path: Path
) -> None:
    for number in (1, 2):
        (tmp_path / f"pictures/{number}.png").rename(tmp_path / f"pictures/renamed-{number}.png")
    plan = plan_readopt(run_survey(pixels))
    (tmp_path / "pictures/renamed-1.png").write_bytes(b"another picture")
    done = run_to_end(apply_readopt(plan, token=CancelToken()))
    assert (done.entries, done.payloads, len(done.dropped)) == (1, 1, 1)
