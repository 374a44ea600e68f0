"""The hash memory saves reading, and whatever is wrong with it costs no more than reading."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.files.file_stamp import FileStamp
from larder.core.keys import hash_memory, unused_rows
from larder.core.keys.hash_memory import HashMemory, PictureMemory
from larder.core.keys.unused_rows import DAY_NS

NOW_NS = 1_800_000_000_123_456_789
SECOND = 10**9
STAMP = FileStamp(5, NOW_NS - 100 * SECOND, NOW_NS - 90 * SECOND, 77)
HASH = "fedcba9876543210"
ESCAPED_BYTES = st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF)
NAMES = st.text(st.characters(exclude_categories=["Cs"]) | ESCAPED_BYTES, max_size=12)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "hashes.sqlite"


def remember(path: Path, name: str = "a.png", stamp: FileStamp = STAMP, digest: str = HASH) -> None:
    with HashMemory(path, now_ns=NOW_NS) as memory:
        memory.remember("/data", [(name, stamp, digest)])
    assert memory.problem == ""


def recall(path: Path, name: str = "a.png", stamp: FileStamp = STAMP) -> str | None:
    with HashMemory(path, now_ns=NOW_NS) as memory:
        (found,) = memory.known("/data", [name], [stamp])
    return found


def test_a_file_that_is_the_same_is_known(path: Path) -> None:
    remember(path)
    assert recall(path) == HASH


@pytest.mark.parametrize(
    "other",
    [
        FileStamp(6, STAMP.mtime_ns, STAMP.ctime_ns, STAMP.inode),
        FileStamp(5, STAMP.mtime_ns + 1, STAMP.ctime_ns, STAMP.inode),
        FileStamp(5, STAMP.mtime_ns, STAMP.ctime_ns + 1, STAMP.inode),
        FileStamp(5, STAMP.mtime_ns, STAMP.ctime_ns, STAMP.inode + 1),
    ],
)
def test_a_file_of_another_stamp_is_not_known(path: Path, other: FileStamp) -> None:
    remember(path)
    assert recall(path, stamp=other) is None


def test_names_and_folders_are_told_apart(path: Path) -> None:
    remember(path)
    with HashMemory(path) as memory:
        assert memory.known("/data", ["a.png", "b.png", "A.png"], [STAMP] * 3) == [HASH, None, None]
        assert memory.known("/other", ["a.png"], [STAMP]) == [None]
        assert memory.known("/data", [], []) == []


def test_the_latest_hash_of_a_file_replaces_the_one_before(path: Path) -> None:
    remember(path)
    newer = FileStamp(6, STAMP.mtime_ns + 5, STAMP.ctime_ns + 5, STAMP.inode)
    remember(path, stamp=newer, digest="0" * 16)
    assert recall(path, stamp=newer) == "0" * 16
    assert recall(path) is None


def test_what_was_remembered_is_known_before_it_is_written(path: Path) -> None:
    with HashMemory(path, now_ns=NOW_NS) as memory:
        memory.remember("/data", [("a.png", STAMP, HASH)])
        assert memory.known("/data", ["a.png"], [STAMP]) == [HASH]


def test_a_file_that_changed_a_moment_before_is_not_remembered(path: Path) -> None:
    fine = FileStamp(5, 0, NOW_NS - 40_000_000, 77)
    coarse = FileStamp(5, 0, NOW_NS // SECOND * SECOND - SECOND, 77)
    settled = FileStamp(5, 0, NOW_NS - 60_000_000, 77)
    for name, stamp in [("fine", fine), ("coarse", coarse), ("settled", settled)]:
        if os.name == "nt":
            stamp = FileStamp(stamp.size, stamp.ctime_ns, 0, stamp.inode)
        remember(path, name, stamp)
        assert recall(path, name, stamp) == (HASH if name == "settled" else None)


@given(
    st.dictionaries(
        st.tuples(st.sampled_from(["/data", os.fsdecode(b"/caf\xe9"), "\ud800"]), NAMES),
        st.tuples(
            st.builds(
                FileStamp,
                size=st.integers(min_value=0, max_value=2**62),
                mtime_ns=st.integers(min_value=-(2**62), max_value=NOW_NS - 3 * SECOND),
                ctime_ns=st.integers(min_value=-(2**62), max_value=NOW_NS - 3 * SECOND),
                inode=st.integers(min_value=0, max_value=2**63 - 1),
            ),
            st.integers(min_value=0, max_value=2**64 - 1).map(lambda value: f"{value:016x}"),
        ),
        max_size=20,
    )
)
def test_whatever_is_remembered_is_known_again(
    tmp_path_factory: pytest.TempPathFactory, rows: dict[tuple[str, str], tuple[FileStamp, str]]
) -> None:
    path = tmp_path_factory.mktemp("memory") / "hashes.sqlite"
    with HashMemory(path, now_ns=NOW_NS) as memory:
        for (folder, name), (stamp, digest) in rows.items():
            memory.remember(folder, [(name, stamp, digest)])
    with HashMemory(path, now_ns=NOW_NS) as memory:
        for (folder, name), (stamp, digest) in rows.items():
            assert memory.known(folder, [name], [stamp]) == [digest]
        assert memory.problem == ""


def test_more_names_than_one_query_takes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hash_memory, "ROWS_PER_BATCH", 300)
    names = [f"{number}.png" for number in range(1700)]
    with HashMemory(path, now_ns=NOW_NS) as memory:
        for start in range(0, len(names), 100):
            memory.remember(
                "/data", [(name, STAMP, f"{int(name[:-4]):016x}") for name in names[start:][:100]]
            )
    with HashMemory(path) as memory:
        found = memory.known("/data", names, [STAMP] * len(names))
    assert found == [f"{number:016x}" for number in range(1700)]


def test_a_memory_that_is_not_asked_makes_no_file(path: Path) -> None:
    with HashMemory(path):
        pass
    assert not path.exists()


@pytest.mark.parametrize(
    "damage", [b"not a database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4000]
)
def test_a_damaged_file_is_begun_anew(path: Path, damage: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(damage)
    remember(path)
    assert recall(path) == HASH


def test_a_file_damaged_in_the_middle_costs_only_what_it_knew(path: Path) -> None:
    with HashMemory(path, now_ns=NOW_NS) as memory:
        memory.remember("/data", [(f"{n}.png", STAMP, HASH) for n in range(2000)])
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with HashMemory(path) as memory:
        assert memory.known("/data", ["1.png"], [STAMP]) == [None]
        assert "damaged" in memory.problem
        memory.remember("/data", [("1.png", STAMP, HASH)])
    remember(path)
    assert recall(path) == HASH


def test_a_database_of_another_program_or_version_is_begun_anew(path: Path) -> None:
    path.parent.mkdir()
    for statement in ("CREATE TABLE other (x)", "PRAGMA user_version = 99"):
        connection = sqlite3.connect(path)
        connection.execute(statement)
        connection.close()
        remember(path)
        assert recall(path) == HASH


def test_a_locked_database_costs_the_memory_not_the_survey(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hash_memory, "BUSY_TIMEOUT_S", 0.01)
    remember(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with HashMemory(path, now_ns=NOW_NS) as memory:
        assert memory.known("/data", ["a.png"], [STAMP]) == [None]
        memory.remember("/data", [("b.png", STAMP, HASH)])
        assert "locked" in memory.problem
    other.execute("ROLLBACK")
    other.close()
    assert recall(path) == HASH


def test_a_cache_folder_that_cannot_be_made_costs_the_memory(tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"a file where the folder should be")
    with HashMemory(tmp_path / "cache" / "hashes.sqlite", now_ns=NOW_NS) as memory:
        memory.remember("/data", [("a.png", STAMP, HASH)])
        assert memory.known("/data", ["a.png"], [STAMP]) == [None]
        assert "are not used" in memory.problem


def test_processes_that_begin_and_fill_it_at_once_lose_nothing(path: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from larder.core.files.file_stamp import FileStamp\n"
        "from larder.core.keys import hash_memory\n"
        "from larder.core.keys.hash_memory import HashMemory\n"
        "hash_memory.BUSY_TIMEOUT_S = 30\n"
        "for number in range(5):\n"
        "    with HashMemory(Path(sys.argv[1])) as memory:\n"
        "        memory.remember('/' + sys.argv[2], [(f'{number}.png', FileStamp(1, 1, 1, 1),\n"
        "                                             '0' * 16)])\n"
        "    assert not memory.problem, memory.problem\n"
    )
    workers = [subprocess.Popen([sys.executable, "-c", script, str(path), name]) for name in "abcd"]
    assert [worker.wait() for worker in workers] == [0] * 4
    with HashMemory(path) as memory:
        for folder in "abcd":
            found = memory.known(
                f"/{folder}", [f"{n}.png" for n in range(5)], [FileStamp(1, 1, 1, 1)] * 5
            )
            assert found == ["0" * 16] * 5


def test_sizes_of_pictures_are_read_once(tmp_path: Path) -> None:
    picture = tmp_path / "a.png"
    picture.write_bytes(b"picture")
    long_ago = NOW_NS - 100 * SECOND
    os.utime(picture, ns=(long_ago, long_ago))
    read: list[str] = []

    def size_of(path: str) -> tuple[int, int]:
        read.append(path)
        return 65_500, 40_000

    for _ in range(2):
        later = time.time_ns() + 10 * SECOND
        with PictureMemory(tmp_path / "cache", size_of, now_ns=later) as memory:
            assert memory.size(str(tmp_path / "a.png")) == (65_500, 40_000)
            assert memory.size(str(tmp_path / "a.png")) == (65_500, 40_000)
            assert memory.size(str(tmp_path / "gone.png")) is None
    assert read == [str(picture)]


def test_folders_that_nobody_asks_for_go_after_two_months(path: Path) -> None:
    def live(days: int, *folders: str) -> list[bool]:
        with HashMemory(path, now_ns=NOW_NS + days * DAY_NS) as memory:
            return [memory.known(folder, ["a.png"], [STAMP]) == [HASH] for folder in folders]

    def folders() -> int:
        with closing(sqlite3.connect(path)) as connection:
            return int(connection.execute("SELECT count(*) FROM folders").fetchone()[0])

    with HashMemory(path, now_ns=NOW_NS) as memory:
        for folder in ("/kept", "/gone", "/unplugged"):
            memory.remember(folder, [("a.png", STAMP, HASH)])
    assert live(0, "/kept") == [True]  # the others count as asked for from the first note on
    for day in (3, 30, 59):
        written = path.stat().st_mtime_ns
        assert live(day, "/kept", *(["/unplugged"] if day == 30 else [])).count(False) == 0
        assert (path.stat().st_mtime_ns == written) is (day == 3)
    assert folders() == 3
    assert live(70, "/kept") == [True]
    assert folders() == 2
    assert live(71, "/kept", "/gone", "/unplugged") == [True, False, True]


def test_what_goes_at_a_time_is_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unused_rows, "ROWS_AT_A_TIME", 2)
    with HashMemory(path, now_ns=NOW_NS) as memory:
        for number in range(6):
            memory.remember(f"/{number}", [("a.png", STAMP, HASH)])
    for day, left in ((0, 6), (80, 4), (90, 2), (100, 1), (110, 1)):
        with HashMemory(path, now_ns=NOW_NS + day * DAY_NS) as memory:
            assert memory.known("/5", ["a.png"], [STAMP]) == [HASH]
        with closing(sqlite3.connect(path)) as connection:
            for table in ("folders", "hashes", "used"):
                assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (left,)
