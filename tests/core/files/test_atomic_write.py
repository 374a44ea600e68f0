"""A file is published whole or not at all, and leaves no litter."""

from __future__ import annotations

import errno
import gc
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from larder.core.errors import UserFacingError
from larder.core.files import atomic_write
from larder.core.files.atomic_write import pending_file, replace_file, write_atomically
from larder.core.files.file_stamp import stamp
from larder.core.files.temp_names import is_own_temp, remove_stale_temps, temp_name
from tests.support.killed import killed_at_each_step, needs_fork
from tests.support.sweeps import Sweep

OTHER_HOST = "00000000"
WEEK_S = 7 * 24 * 3600.0


def names_in(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def dead_pid() -> int:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_write_creates_the_file_with_all_chunks(tmp_path: Path) -> None:
    target = tmp_path / "cache.json"
    write_atomically(target, [b"one ", memoryview(b"two "), b"three"])
    assert target.read_bytes() == b"one two three"
    assert names_in(tmp_path) == ["cache.json"]


def test_write_returns_the_stamp_of_the_published_file(tmp_path: Path) -> None:
    target = tmp_path / "cache.json"
    published = write_atomically(target, [b"content"])
    found = stamp(target)
    assert found is not None
    assert published == found.without_ctime()


def test_a_failing_producer_leaves_the_old_file_and_no_temp(tmp_path: Path) -> None:
    target = tmp_path / "cache.json"
    target.write_bytes(b"old")

    def chunks() -> Iterator[bytes]:
        yield b"half of the new"
        raise RuntimeError("the producer broke")

    with pytest.raises(RuntimeError, match="the producer broke"):
        write_atomically(target, chunks())
    assert target.read_bytes() == b"old"
    assert names_in(tmp_path) == ["cache.json"]


def test_a_pending_file_can_be_read_back_and_given_up(tmp_path: Path) -> None:
    target = tmp_path / "cache.json"
    with pending_file(target) as pending:
        pending.file.write(b"to be checked")
        pending.finish()
        assert pending.temp.read_bytes() == b"to be checked"
        assert not target.exists()
    assert names_in(tmp_path) == []


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    target = tmp_path / "cache.json"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_atomically(target, [b"new"])
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_link_is_replaced_and_its_target_untouched(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"not ours")
    link = tmp_path / "cache.json"
    link.symlink_to(elsewhere)
    write_atomically(link, [b"new"])
    assert elsewhere.read_bytes() == b"not ours"
    assert not link.is_symlink()


def test_a_full_disk_is_said_with_folder_needed_and_free_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int, _path: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic_write, "sync_file", full)
    target = tmp_path / "cache.json"
    target.write_bytes(b"old")
    with pytest.raises(UserFacingError) as caught:
        write_atomically(target, [b"x" * 700, b"y" * 534])
    assert str(tmp_path) in caught.value.problem
    assert "1,234 bytes are needed" in caught.value.problem
    assert "bytes are free" in caught.value.problem
    assert target.read_bytes() == b"old"
    assert names_in(tmp_path) == ["cache.json"]


def test_a_disk_that_fills_midway_counts_the_chunks_not_yet_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullAfterOneWrite(atomic_write.PendingFile):
        def __init__(self, target: Path) -> None:
            super().__init__(target)
            self.file = FullBuffer(open(os.devnull, "wb", buffering=0))  # noqa: SIM115

    class FullBuffer(atomic_write.io.BufferedWriter):
        def writelines(self, lines: object) -> None:
            next(iter(lines))  # type: ignore[call-overload]
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic_write, "PendingFile", FullAfterOneWrite)
    with pytest.raises(UserFacingError, match="3,000 bytes are needed"):
        write_atomically(tmp_path / "cache.json", iter([b"a" * 1000] * 3))
    assert names_in(tmp_path) == []


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="this user may write anywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(UserFacingError, match="cannot be written"):
            write_atomically(tmp_path / "cache.json", [b""])
    finally:
        tmp_path.chmod(0o700)


def test_replace_waits_for_a_reader_to_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = iter([True, True, False])
    replace_really = os.replace

    def refuse_twice(temp: object, target: object) -> None:
        if next(refusals):
            raise PermissionError(errno.EACCES, "held open")
        replace_really(temp, target)  # type: ignore[arg-type]

    monkeypatch.setattr(atomic_write, "_REPLACE_DELAYS_S", (0.0, 0.0))
    monkeypatch.setattr(os, "replace", refuse_twice)
    (tmp_path / "temp").write_bytes(b"new")
    replace_file(tmp_path / "temp", tmp_path / "target")
    assert names_in(tmp_path) == ["target"]


def test_replace_gives_up_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(temp: object, target: object) -> None:
        raise PermissionError(errno.EACCES, "held open")

    monkeypatch.setattr(atomic_write, "_REPLACE_DELAYS_S", (0.0, 0.0))
    monkeypatch.setattr(os, "replace", refuse)
    target = tmp_path / "cache.json"
    with pytest.raises(UserFacingError, match=r"cache\.json cannot be replaced: held open"):
        write_atomically(target, [b"new"])
    assert names_in(tmp_path) == []


def test_temp_names_are_never_shared_and_fit_the_file_system(tmp_path: Path) -> None:
    long_name = "ä" * 120
    names = {temp_name(long_name) for _ in range(1000)}
    assert len(names) == 1000
    assert all(is_own_temp(name) for name in names)
    assert all(len(os.fsencode(name)) <= 255 for name in names)
    write_atomically(tmp_path / long_name, [b""])


@pytest.mark.parametrize(
    "name",
    ["cache.json.tmp", "0123456789ab_1.pt.12.34.tmp", "x.larder-tmp", ".12.34.larder-tmp", ""],
)
def test_temps_of_others_are_not_ours(name: str) -> None:
    assert not is_own_temp(name)


def test_stale_temps_go_and_those_of_live_writers_stay(tmp_path: Path) -> None:
    with pending_file(tmp_path / "cache.json") as pending:
        host = pending.temp.name.split(".")[2]
        stale = f"cache.json.{host}.{dead_pid()}.7.0123abcd.larder-tmp"
        (tmp_path / stale).touch()
        assert remove_stale_temps(tmp_path) == (stale,)
        assert pending.temp.exists()


def test_temps_of_another_host_go_when_old(tmp_path: Path) -> None:
    temp = tmp_path / f"cache.json.{OTHER_HOST}.{dead_pid()}.7.0123abcd.larder-tmp"
    temp.touch()
    written_s = temp.stat().st_mtime
    assert remove_stale_temps(tmp_path, now_s=written_s + WEEK_S - 60) == ()
    assert remove_stale_temps(tmp_path, now_s=written_s + WEEK_S + 60) == (temp.name,)


def test_a_trainers_temps_are_left_alone(tmp_path: Path) -> None:
    trainers = [f"0123456789ab_1.pt.{dead_pid()}.7.tmp", "cache.json.tmp"]
    for name in trainers:
        (tmp_path / name).touch()
    assert remove_stale_temps(tmp_path, now_s=4e9) == ()
    assert names_in(tmp_path) == sorted(trainers)


@needs_fork
def test_killed_at_any_step_the_target_is_old_or_new(tmp_path: Path, sweep: Sweep) -> None:
    template = tmp_path / "template"
    template.mkdir()
    (template / "cache.json").write_bytes(b"old" * 1000)
    runs = killed_at_each_step(
        lambda folder: write_atomically(folder / "cache.json", [b"new"] * 1000),
        template=template, into=tmp_path / "runs", sweep=sweep)
    seen = {(run / "cache.json").read_bytes()[:3] for run in runs}
    assert seen == {b"old", b"new"}
    for run in runs:
        assert (run / "cache.json").read_bytes() in (b"old" * 1000, b"new" * 1000)
        remove_stale_temps(run)
        assert names_in(run) == ["cache.json"]


def test_a_reader_beside_many_writers_always_sees_one_whole_file(tmp_path: Path) -> None:
    target = tmp_path / "cache.json"
    whole = {bytes([letter]) * 50_000 for letter in b"abcd"}
    target.write_bytes(next(iter(whole)))
    still_writing = threading.Semaphore(0)

    def write(content: bytes) -> None:
        for _ in range(25):
            write_atomically(target, [content[:20_000], content[20_000:]], fsync=False)
        still_writing.release()

    writers = [threading.Thread(target=write, args=(content,)) for content in whole]
    for writer in writers:
        writer.start()
    done = 0
    while done < len(writers):
        assert target.read_bytes() in whole
        done += still_writing.acquire(blocking=False)
    for writer in writers:
        writer.join()
    assert names_in(tmp_path) == ["cache.json"]


def test_parts_are_written_whole_however_the_system_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [bytes([number % 256]) * (number % 7) for number in range(3000)]
    write_really = os.writev

    def half(descriptor: int, some: list[bytes]) -> int:
        whole = b"".join(some)
        return os.write(descriptor, whole[:len(whole) // 2])

    for writev in (write_really, half):
        monkeypatch.setattr(os, "writev", writev)
        with pending_file(tmp_path / "a.pt") as pending:
            assert pending.write(parts) == sum(map(len, parts))
            pending.publish()
        assert (tmp_path / "a.pt").read_bytes() == b"".join(parts)


def test_parts_are_written_where_the_system_takes_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "writev", raising=False)
    with pending_file(tmp_path / "a.pt") as pending:
        assert pending.write([b"one", bytearray(b"two"), memoryview(b"three")]) == 11
        pending.publish()
    assert (tmp_path / "a.pt").read_bytes() == b"onetwothree"


def test_what_was_given_up_is_never_written_into_a_file_that_got_its_number(
    tmp_path: Path,
) -> None:
    with pending_file(tmp_path / "given up") as pending:
        pending.file.write(b"not to be seen")
    other = (tmp_path / "other").open("wb")
    with other:
        del pending
        gc.collect()
        other.write(b"its own")
    assert (tmp_path / "other").read_bytes() == b"its own"
    assert names_in(tmp_path) == ["other"]
