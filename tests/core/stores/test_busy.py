from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from larder.core.files.file_stamp import stamp
from larder.core.files.folder_scan import scan_folder
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    files_detail,
    payloads_detail,
)
from larder.core.files.temp_names import WINDOW_VARIABLE
from larder.core.stores.busy import busy_signs
from larder.core.stores.values.trees.checkpoints import store_checkpoint
from tests.support.surveying import run_survey

NOW_NS = 1_800_000_000_000_000_000
MINUTE_NS = 60_000_000_000
PAYLOAD = "0123456789ab_64x64_1.pt"


def put(store: Path, name: str, *, age_ns: int) -> None:
    store.mkdir(exist_ok=True)
    (store / name).write_bytes(b"x")
    os.utime(store / name, ns=(NOW_NS - age_ns, NOW_NS - age_ns))


def signs(store: Path) -> tuple[str, ...]:
    return busy_signs(store, listing=scan_folder(store), now_ns=NOW_NS)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "image"


def test_an_old_store_shows_no_sign(store: Path) -> None:
    put(store, "cache.json", age_ns=6 * MINUTE_NS)
    put(store, PAYLOAD, age_ns=6 * MINUTE_NS)
    assert signs(store) == ()


@pytest.mark.parametrize("name", ["cache.json", PAYLOAD, "blank_sentinel.pt"])
@pytest.mark.parametrize("age_ns", [0, 4 * MINUTE_NS, -10 * MINUTE_NS])
def test_a_file_that_changed_just_now_is_a_sign(store: Path, name: str, age_ns: int) -> None:
    put(store, name, age_ns=age_ns)
    assert len(signs(store)) == 1


def test_files_of_the_users_own_are_no_sign(store: Path) -> None:
    put(store, "notes.txt", age_ns=0)
    assert signs(store) == ()


def test_a_file_dated_years_ahead_is_no_sign(store: Path) -> None:
    put(store, PAYLOAD, age_ns=-10_000_000 * MINUTE_NS)
    assert signs(store) == ()


def test_what_larder_wrote_itself_is_no_sign(store: Path) -> None:
    put(store, "cache.json", age_ns=0)
    put(store, PAYLOAD, age_ns=0)
    written = stamp(store / "cache.json")
    assert written is not None
    append_journal(store, JournalRecord(
        at_ns=NOW_NS, action=JournalAction.BUILT, index_stamp=written.without_ctime(),
        detail=payloads_detail({PAYLOAD: PayloadSource("a.png", "0" * 16)})))
    assert signs(store) == ()
    put(store, "cache.json", age_ns=MINUTE_NS)
    assert signs(store) == ("cache.json changed in the last 5 minutes.",)


def test_a_copy_with_its_dates_of_what_larder_wrote_just_now_is_no_sign(
    store: Path, tmp_path: Path
) -> None:
    put(store, "cache.json", age_ns=10**9 + 7)
    found = stamp(store / "cache.json")
    assert found is not None
    append_journal(store, JournalRecord(
        at_ns=time.time_ns(), action=JournalAction.TOUCHED, index_stamp=found.without_ctime()))
    copy = tmp_path / "copy"
    shutil.copytree(store, copy)
    assert signs(copy) == ()
    put(copy, "cache.json", age_ns=7)
    assert signs(copy), "a trainer has written it since"


def test_a_date_that_two_writes_may_have_proves_no_copy(store: Path, tmp_path: Path) -> None:
    put(store, "cache.json", age_ns=10**9)
    coarse = (NOW_NS - MINUTE_NS) // 10**9 * 10**9
    os.utime(store / "cache.json", ns=(coarse, coarse))
    found = stamp(store / "cache.json")
    assert found is not None
    append_journal(store, JournalRecord(
        at_ns=time.time_ns(), action=JournalAction.TOUCHED, index_stamp=found.without_ctime()))
    assert signs(store) == ()
    copy = tmp_path / "copy"
    shutil.copytree(store, copy)
    assert signs(copy) == ("cache.json changed in the last 5 minutes.",)


def test_several_files_that_changed_are_one_sign_with_their_number(store: Path) -> None:
    put(store, PAYLOAD, age_ns=7)
    put(store, f"9{PAYLOAD[1:]}", age_ns=7)
    (said,) = signs(store)
    assert said.startswith("2 cached files changed in the last 5 minutes, for example ")


def test_a_young_temp_file_is_a_sign(store: Path) -> None:
    put(store, f"{PAYLOAD}.1.99.tmp", age_ns=MINUTE_NS)
    assert len(signs(store)) == 1


def test_an_old_temp_file_counts_while_its_writer_runs(store: Path) -> None:
    put(store, f"{PAYLOAD}.{os.getpid()}.99.tmp", age_ns=60 * MINUTE_NS)
    assert signs(store) == (
        f"Process {os.getpid()}, which was writing {PAYLOAD}.{os.getpid()}.99.tmp, is still "
        "running.",)


@pytest.mark.skipif(sys.platform != "linux", reason="start times are read from /proc")
def test_a_later_process_with_the_same_number_did_not_write_it(store: Path) -> None:
    put(store, f"{PAYLOAD}.{os.getpid()}.99.tmp", age_ns=0)
    before_us_ns = time.time_ns() - 10 * 365 * 24 * 60 * MINUTE_NS
    os.utime(store / f"{PAYLOAD}.{os.getpid()}.99.tmp", ns=(before_us_ns, before_us_ns))
    assert signs(store) == ()


def test_a_temp_file_of_a_dead_process_is_no_sign(store: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    put(store, f"{PAYLOAD}.{ended.pid}.99.tmp", age_ns=60 * MINUTE_NS)
    assert signs(store) == ()


@pytest.mark.skipif(sys.platform != "linux", reason="open files are read from /proc")
def test_a_file_that_another_process_has_open_is_a_sign(store: Path) -> None:
    put(store, PAYLOAD, age_ns=60 * MINUTE_NS)
    script = f"file = open({str(store / PAYLOAD)!r}); print('open', flush=True); input()"
    with (store / PAYLOAD).open("rb"):
        assert signs(store) == ()
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        found = signs(store)
        other.communicate(b"\n")
    assert found == (f"Process {other.pid} has {PAYLOAD} open.",)


@pytest.mark.skipif(sys.platform != "linux", reason="open files are read from /proc")
def test_a_file_that_another_worker_of_the_same_window_has_open_is_no_sign(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, PAYLOAD, age_ns=60 * MINUTE_NS)
    script = f"file = open({str(store / PAYLOAD)!r}); print('open', flush=True); input()"
    monkeypatch.setenv(WINDOW_VARIABLE, str(os.getpid()))
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        found = signs(store)
        other.communicate(b"\n")
    assert found == ()


def test_a_file_that_was_brought_in_counts_again_when_it_was_written_since(store: Path) -> None:
    put(store, PAYLOAD, age_ns=MINUTE_NS)
    append_journal(store, JournalRecord(
        at_ns=NOW_NS, action=JournalAction.IMPORTED,
        detail=files_detail({PAYLOAD: NOW_NS - MINUTE_NS})))
    assert signs(store) == ()
    put(store, PAYLOAD, age_ns=0)
    assert len(signs(store)) == 1


def test_a_tree_that_was_just_saved_is_no_sign_of_a_program(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", w=np.ones((4, 4)))
    store_checkpoint(tmp_path / "a.npz", tmp_path / "trees", "", apply=True)
    report = run_survey(tmp_path / "trees")
    assert [one.busy for one in report.stores] == [()]
