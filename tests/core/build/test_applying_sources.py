"""Builds over a folder of files: the payloads they write, reuse and report."""

from __future__ import annotations

import dataclasses
import errno
import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from larder.core.build.pipeline.threads import BATCHES_AHEAD, WRITES_AHEAD, Pipeline
from larder.core.build.rebuild_settings import built_folders
from larder.core.build.reports import BuildReport
from larder.core.build.values import build as source_build
from larder.core.encoders.section_tokens import SectionTokens
from larder.core.encoders.value_encoder import Piece, SourceFile
from larder.core.errors import StalePlanError, StoreLockedError, UserFacingError
from larder.core.files.journal import (
    STOPPED,
    JournalAction,
    JournalRecord,
    append_journal,
    read_journal,
)
from larder.core.files.store_lock import lock_store
from larder.core.jobs import CancelToken, JobCancelled
from larder.core.stores.records import read_fingerprints, read_sources
from larder.core.stores.values.store import ValuesStore
from larder.core.survey.report import Depth
from larder.core.workspace.store_kinds import StoreKind
from tests.support.cleaning import applied, planned, ticked
from tests.support.reading_payloads import read_stamp
from tests.support.source_building import SourceBuild, write_text
from tests.support.surveying import drifted, payload_verdicts, run_survey, store_of, verdicts

MANY = 30
A_MOMENT_S = 0.2


@pytest.fixture
def texts(tmp_path: Path) -> SourceBuild:
    made = SourceBuild.of(tmp_path)
    for number in range(6):
        write_text(made.sources, f"{number}.txt", f"row of {number}", f"a cat, {number}")
    return made


def survey_of(build: SourceBuild, depth: Depth = Depth.STAT) -> dict[str, str]:
    return drifted(run_survey(build.store.folder.parent, depth=depth), build.store.id)


def test_a_survey_after_a_build_finds_everything_valid(texts: SourceBuild) -> None:
    report = texts.build()
    assert (report.encoded, report.entries) == (12, 6)
    assert texts.failures == []
    for depth in Depth:
        assert survey_of(texts, depth) == {}
    surveyed = run_survey(texts.store.folder.parent)
    assert set(verdicts(surveyed, "tokens")) == {
        path.as_posix() for path in texts.sources.iterdir()}
    assert store_of(surveyed, "tokens").busy == ()


def test_what_was_built_is_what_a_lookup_serves(texts: SourceBuild) -> None:
    texts.build()
    encoder = texts.opener()
    with ValuesStore(StoreKind.TOKENS, texts.store.folder) as store:
        for path in texts.sources.iterdir():
            pieces = encoder.pieces(SourceFile(path))
            for piece, fresh in zip(pieces, encoder.encode(pieces), strict=True):
                stored = store.get(piece.key)
                assert stored is not None
                assert isinstance(fresh, dict)
                assert {name: array.tolist() for name, array in stored.items()} == {
                    name: array.tolist() for name, array in fresh.items()}


def test_an_edited_source_is_told_by_the_survey_and_only_it_is_built_again(
    texts: SourceBuild,
) -> None:
    texts.build()
    edited = write_text(texts.sources, "3.txt", "row of 3", "a dog", "and another")
    assert survey_of(texts) == {edited.as_posix(): "content-changed"}
    texts.opener.encoded.clear()
    plan = texts.plan()
    assert plan.change_count == 1
    report = texts.apply(plan)
    assert report.encoded == 3
    assert report.entries == 1
    assert len(texts.opener.encoded) == 3
    surveyed = run_survey(texts.store.folder.parent)
    assert set(drifted(surveyed, "tokens").values()) <= {"unused"}
    assert sorted(payload_verdicts(surveyed, "tokens").values()) == (
        ["referenced"] * 13 + ["superseded"] * 2)


def test_what_an_edit_left_behind_is_offered_for_cleaning(texts: SourceBuild) -> None:
    texts.build()
    write_text(texts.sources, "3.txt", "only this")
    texts.build()
    assert len(ticked(planned(texts.store.folder.parent))) == 2
    applied(planned(texts.store.folder.parent))
    assert len(texts.payloads()) == 11
    assert survey_of(texts, Depth.PAYLOAD) == {}
    assert texts.plan().is_empty


def test_a_touched_source_is_recorded_again_and_nothing_is_encoded(texts: SourceBuild) -> None:
    texts.build()
    touched = texts.sources / "2.txt"
    os.utime(touched, (1_700_000_000, 1_700_000_000))
    assert survey_of(texts) == {touched.as_posix(): "touched"}
    texts.opener.encoded.clear()
    opened = texts.opener.opened
    plan = texts.plan()
    report = texts.apply(plan)
    assert (report.encoded, report.adopted) == (0, 2)
    assert texts.opener.encoded == []
    assert texts.opener.opened == opened + 1  # for the plan, whose keys need its fingerprint
    assert survey_of(texts) == {}


def test_a_build_with_nothing_missing_opens_no_encoder_and_writes_nothing(
    texts: SourceBuild,
) -> None:
    texts.build()
    before = {path: path.stat().st_mtime_ns for path in texts.store.folder.rglob("*")}
    plan = texts.plan()
    opened = texts.opener.opened
    assert plan.is_empty
    assert texts.apply(plan).encoded == 0
    assert texts.opener.opened == opened
    assert {path: path.stat().st_mtime_ns for path in texts.store.folder.rglob("*")} == before


def test_the_encoder_is_closed_however_a_build_ends(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = texts.plan()

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(ValuesStore, "put", broken)
    with pytest.raises(RuntimeError, match="a bug"):
        texts.apply(plan)
    assert texts.opener.opened == texts.opener.closed == 2


def test_payloads_and_record_name_the_source_they_were_made_of(texts: SourceBuild) -> None:
    texts.build()
    record = read_sources(texts.store.folder)
    assert set(record) == set(texts.payloads())
    for name, known in record.items():
        stamp = read_stamp(texts.store.folder / name)
        assert stamp is not None
        assert stamp.source is not None
        source = Path(stamp.source.name)
        assert source.parent == texts.sources
        assert (known.source, known.size, known.mtime_ns) == (
            stamp.source.name, stamp.source.size, stamp.source.mtime_ns)
        assert known.size == source.stat().st_size
    (facts,) = read_fingerprints(texts.store.folder).values()
    assert facts.name == "bytes"


def test_the_journal_says_what_was_built(texts: SourceBuild) -> None:
    texts.build()
    (record,) = read_journal(texts.store.folder)
    assert (record.action, record.items) == ("built", 12)
    assert record.bytes == sum(map(len, texts.payloads().values()))
    assert record.detail["sources"] == str(texts.sources)


def test_equal_sources_share_a_payload_and_one_of_them_stays_its_source(
    texts: SourceBuild,
) -> None:
    shutil.copy2(texts.sources / "0.txt", texts.sources / "copy.txt")
    report = texts.build()
    assert (report.encoded, report.shared) == (12, 2)
    assert texts.plan().is_empty
    # The one that is edited hands its payloads over to the other.
    write_text(texts.sources, "0.txt", "something else")
    report = texts.build()
    assert (report.encoded, report.adopted) == (1, 2)
    assert survey_of(texts) == {}


def test_a_source_that_cannot_be_used_is_told_and_the_others_are_built(
    texts: SourceBuild,
) -> None:
    (texts.sources / "bad.txt").write_bytes(b"\xff\xfe")
    report = texts.build()
    assert report.encoded == 12
    (failure,) = texts.failures
    assert failure.item == (texts.sources / "bad.txt").as_posix()
    assert failure.retry == "build-sources"
    assert len(report.failed) == 1


def test_a_source_that_changes_after_the_plan_is_passed_over(texts: SourceBuild) -> None:
    plan = texts.plan()
    write_text(texts.sources, "1.txt", "edited in between")
    (texts.sources / "2.txt").unlink()
    report = texts.apply(plan)
    assert report.encoded == 8
    assert {Path(left.source).name: left.why for left in report.changed} == {
        "1.txt": source_build.CHANGED, "2.txt": source_build.GONE}
    assert report.failed == ()


def test_a_source_that_cannot_be_looked_at_is_not_gone(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, real = texts.plan(), os.stat

    def refused(path: Any, *more: Any, **named: Any) -> os.stat_result:
        if str(path).endswith("2.txt"):
            raise OSError(errno.EIO, "Input/output error", str(path))
        return real(path, *more, **named)

    monkeypatch.setattr(os, "stat", refused)
    report = texts.apply(plan)
    assert {Path(left.source).name: left.why for left in report.changed} == {
        "2.txt": "It cannot be read: Input/output error."}


def test_a_source_that_changes_while_it_is_encoded_is_not_stored(texts: SourceBuild) -> None:
    plan = texts.plan()

    def edit(pieces: Sequence[Piece]) -> None:
        if pieces[0].source.name == "4.txt":
            write_text(texts.sources, "4.txt", "edited in between")

    texts.opener.before = edit
    report = texts.apply(plan)
    assert report.encoded == 10
    assert [Path(left.source).name for left in report.changed] == ["4.txt"]
    assert not [one for one in read_sources(texts.store.folder).values()
                if one.source.endswith("4.txt")]


def test_another_encoder_than_the_planned_one_is_refused_before_anything_is_written(
    texts: SourceBuild,
) -> None:
    plan = texts.plan()
    assert plan.encoder is not None
    another = dataclasses.replace(plan.encoder, digest="0" * 64)
    with pytest.raises(StalePlanError, match="has changed since the plan"):
        texts.apply(dataclasses.replace(plan, encoder=another))
    assert not texts.store.folder.exists()
    assert texts.opener.opened == texts.opener.closed


def test_a_locked_store_is_left_alone(texts: SourceBuild) -> None:
    plan = texts.plan()
    texts.store.folder.mkdir(parents=True)
    with lock_store(texts.store.folder), pytest.raises(StoreLockedError):
        texts.apply(plan)
    assert texts.payloads() == {}
    assert texts.opener.opened == texts.opener.closed


def test_cancelling_keeps_what_is_done_and_the_next_build_goes_on(texts: SourceBuild) -> None:
    for number in range(MANY):
        write_text(texts.sources, f"more/{number:03}.txt", f"more {number}")
    plan = texts.plan()
    token = CancelToken()
    seen = Counter[str]()

    def stop_soon(_: object) -> None:
        seen["calls"] += 1
        if seen["calls"] == 5:
            token.cancel()

    texts.opener.before = stop_soon
    with pytest.raises(JobCancelled) as cancelled:
        texts.apply(plan, threads=2, token=token)
    kept = cancelled.value.report
    assert isinstance(kept, BuildReport)
    assert kept.cancelled
    assert 0 < kept.encoded < plan.payloads
    assert len(texts.payloads()) == kept.encoded
    assert set(read_sources(texts.store.folder)) == set(texts.payloads())
    report = texts.build()
    assert report.encoded == plan.payloads - kept.encoded
    assert max(Counter(texts.opener.encoded).values()) == 1
    assert survey_of(texts) == {}
    assert [line.detail[STOPPED] for line in read_journal(texts.store.folder)] == [True, False]


def test_a_long_text_is_stopped_between_its_rows_and_gone_on_with(tmp_path: Path) -> None:
    made = SourceBuild.of(tmp_path)
    rows = 3 * source_build.ROWS_AT_ONCE
    write_text(made.sources, "long.txt", *(f"row {number}" for number in range(rows)))
    token = CancelToken()
    made.opener.before = lambda _: token.cancel()
    plan = made.plan()
    with pytest.raises(JobCancelled) as cancelled:
        made.apply(plan, threads=1, token=token)
    assert cancelled.value.report.encoded == source_build.ROWS_AT_ONCE
    assert made.build().encoded == rows - source_build.ROWS_AT_ONCE
    assert max(Counter(made.opener.encoded).values()) == 1


def test_a_paused_build_writes_down_what_it_has_and_goes_on(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded: list[int] = []

    def held() -> None:
        recorded.append(len(read_sources(texts.store.folder)))
        on_disk.append(len(texts.payloads()))
        token.resume()

    on_disk: list[int] = []
    token = CancelToken(on_hold=held)

    def pause_once(_: object) -> None:
        if not recorded:
            token.pause()

    texts.opener.before = pause_once
    plan = texts.plan()
    report = texts.apply(plan, threads=1, token=token)
    assert report.encoded == 12
    assert recorded == on_disk
    assert 0 < recorded[0] < 12
    assert max(Counter(texts.opener.encoded).values()) == 1


def test_a_build_whose_encoder_waits_for_what_is_not_begun_is_paused(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread has the batch in hand, and what would fill it waits for the build to go on."""
    token, held = CancelToken(on_hold=lambda: (held.append(1), token.resume())), []
    make, rescue = source_build.FileStages._make, threading.Timer(5.0, token.resume)
    paused: list[bool] = []

    def pause_first(self: source_build.FileStages, *arguments: Any) -> Any:
        if not paused:
            paused.append(True)
            time.sleep(A_MOMENT_S)
            token.pause()
        return make(self, *arguments)

    monkeypatch.setattr(source_build.FileStages, "_make", pause_first)
    rescue.start()
    report = texts.apply(texts.plan(), threads=1, token=token)
    rescue.cancel()
    assert held
    assert report.encoded == 12


def test_no_more_sources_are_under_way_than_the_pipeline_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = SourceBuild.of(tmp_path)
    for number in range(MANY):
        write_text(made.sources, f"{number}.txt", f"row {number}")
    plan = made.plan()
    put, encoded_by_then = ValuesStore.put, list[int]()

    def slow_at_first(self: ValuesStore, *args: object, **named: object) -> object:
        if not encoded_by_then:
            # Nothing is stored meanwhile, so whatever was begun is all that is made.
            time.sleep(A_MOMENT_S)
            encoded_by_then.append(len(made.opener.encoded))
        return put(self, *args, **named)

    monkeypatch.setattr(ValuesStore, "put", slow_at_first)
    made.apply(plan, threads=2)
    # One is stored, one handed to the thread that stores; one encoded, one handed to its thread.
    assert 0 < encoded_by_then[0] <= WRITES_AHEAD + BATCHES_AHEAD + 4
    assert len(made.payloads()) == MANY


def test_a_full_disk_stops_the_build_and_the_next_one_goes_on(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = texts.plan()
    put = ValuesStore.put
    stored = Counter[str]()

    def full_after_five(self: ValuesStore, *args: object, **named: object) -> object:
        stored["tried"] += 1
        if stored["tried"] > 5:
            try:
                raise OSError(28, "No space left on device")
            except OSError as error:
                raise UserFacingError("The disk is full.") from error
        return put(self, *args, **named)

    with monkeypatch.context() as patch:
        patch.setattr(ValuesStore, "put", full_after_five)
        report = texts.apply(plan, threads=1)
    assert report.encoded == 5
    assert report.stopped == "The disk is full."
    document = msgspec.to_builtins(report)
    assert document["disk_full"] is True
    mean = report.bytes / 5
    assert document["needed_bytes"] == pytest.approx(7 * mean, abs=1)
    assert set(read_sources(texts.store.folder)) == set(texts.payloads())
    again = texts.build()
    assert again.encoded == 7
    assert again.stopped == ""


def test_a_nearly_full_disk_leaves_room_for_the_records(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6, MANY):  # more than the threads have begun by then
        write_text(texts.sources, f"{number}.txt", f"row of {number}")
    plan = texts.plan()
    usage = shutil.disk_usage(texts.sources)
    put, stop, stopped = ValuesStore.put, Pipeline.stop, threading.Event()

    def once_stopped(*args: object, **options: object) -> object:
        """Short texts may all be stored before the books are kept for the first time."""
        assert stopped.wait(10)
        return put(*args, **options)

    def stop_and_tell(threads: Pipeline) -> None:
        stop(threads)
        stopped.set()

    monkeypatch.setattr(ValuesStore, "put", once_stopped)
    monkeypatch.setattr(Pipeline, "stop", stop_and_tell)
    monkeypatch.setattr(source_build, "NOTED_EVERY_S", 0.0)
    monkeypatch.setattr(
        source_build.shutil, "disk_usage", lambda _: type(usage)(usage.total, usage.used, 1000))
    report = texts.apply(plan, threads=1)
    assert "nearly full" in report.stopped
    assert report.free_bytes == 1000
    assert report.encoded < plan.payloads


def test_a_budget_too_small_for_the_folder_stops_the_build_and_says_so(
    texts: SourceBuild,
) -> None:
    whole = SourceBuild(texts.sources, texts.store, texts.opener)
    whole.build()
    total = sum(map(len, texts.payloads().values()))
    shutil.rmtree(texts.store.folder)
    texts.store = type(texts.store)("tokens", StoreKind.TOKENS, texts.store.folder, total // 2)
    plan = texts.plan(measure=True)
    assert plan.over_budget_bytes > 0
    texts.opener.encoded.clear()
    report = texts.apply(plan, threads=1)
    assert report.over_budget
    assert "may take" in report.stopped
    assert 0 < report.encoded < 12
    assert report.evicted == 0
    assert sum(map(len, texts.payloads().values())) <= total // 2
    document = msgspec.to_builtins(report)
    assert document["over_budget"] is True
    assert document["disk_full"] is False


def test_other_values_make_room_within_the_budget(texts: SourceBuild, tmp_path: Path) -> None:
    others = SourceBuild.of(tmp_path / "others")
    others.store = texts.store
    for number in range(6):
        write_text(others.sources, f"{number}.txt", f"other {number}", f"a dog, {number}")
    others.build()
    old = set(texts.payloads())
    total = sum(map(len, texts.payloads().values()))
    texts.store = type(texts.store)(
        "tokens", StoreKind.TOKENS, texts.store.folder, total + total // 10)
    report = texts.build()
    assert report.encoded == 12
    assert report.evicted >= 10
    assert not report.over_budget
    assert len(old & set(texts.payloads())) <= 2
    assert texts.plan().is_empty


def test_values_that_such_a_store_cannot_hold_are_a_problem_of_their_source(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = SectionTokens.encode

    def floats_for_one(self: SectionTokens, pieces: Sequence[Piece]) -> list[object]:
        values = list(encode(self, pieces))
        if pieces[0].source.name == "0.txt":
            values[0] = {"input_ids": np.zeros((2, 2), np.float32)}
        return values

    monkeypatch.setattr(SectionTokens, "encode", floats_for_one)
    report = texts.build()
    assert report.encoded == 11
    (left,) = report.failed
    assert "not a value of a tokens store" in left.why


def note_in_journal(store: Path, action: JournalAction, **detail: object) -> None:
    append_journal(store, JournalRecord(at_ns=1, action=action, detail=detail))


def test_a_store_that_was_never_built_tells_no_folder(tmp_path: Path) -> None:
    assert built_folders(tmp_path) == ()


def test_the_folder_built_last_comes_first_and_each_once(tmp_path: Path) -> None:
    for folder in ("/a", "/b", "/a"):
        note_in_journal(tmp_path, JournalAction.BUILT, sources=folder)
    assert built_folders(tmp_path) == ("/a", "/b")


def test_records_of_other_actions_and_without_a_folder_tell_no_folder(tmp_path: Path) -> None:
    note_in_journal(tmp_path, JournalAction.QUARANTINED, sources="/a")
    note_in_journal(tmp_path, JournalAction.BUILT, payloads={})
    note_in_journal(tmp_path, JournalAction.BUILT, sources=7)
    note_in_journal(tmp_path, JournalAction.BUILT, sources="")
    assert built_folders(tmp_path) == ()


def test_the_folder_of_a_build_is_told(tmp_path: Path) -> None:
    build = SourceBuild.of(tmp_path, model="bytes")
    write_text(build.sources, "one.txt", "of one")
    build.build()
    assert built_folders(build.store.folder) == (str(build.sources),)
