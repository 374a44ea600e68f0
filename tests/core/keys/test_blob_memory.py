"""Files are read once, and again only when they changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from larder.core.jobs import CancelToken, JobCancelled
from larder.core.keys import hash_memory
from larder.core.keys.hash_memory import blob_digest, blob_digests
from larder.core.keys.hash_memory import blob_memory as open_memory

LATER_NS = 10**19
"""A time after every file was written, so that all of them are remembered."""


def write(folder: Path, count: int) -> list[Path]:
    paths = [folder / f"{number % 2}" / f"{number}.bin" for number in range(count)]
    for number, path in enumerate(paths):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes([number]) * (number * 1000))
    return paths


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, **_: object) -> str:
        raise AssertionError(f"{path} was read")

    monkeypatch.setattr(hash_memory, "blob_digest", refuse)


def test_a_digest_is_sha256_of_the_bytes(tmp_path: Path) -> None:
    for path in write(tmp_path, 3):
        assert blob_digest(path) == sha256(path)
    long = tmp_path / "long"
    long.write_bytes(b"ab" * (3 << 20))
    assert blob_digest(long) == sha256(long)


def test_each_file_is_told_once_whatever_is_known(tmp_path: Path) -> None:
    paths = write(tmp_path / "files", 7)
    expected = {path: sha256(path) for path in paths}
    for some in (paths[:0], paths[2:4], paths):
        with open_memory(tmp_path, now_ns=LATER_NS) as memory:
            assert dict(blob_digests(some, memory)) == {path: expected[path] for path in some}


def test_a_known_file_is_not_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = write(tmp_path / "files", 7)
    with open_memory(tmp_path, now_ns=LATER_NS) as memory:
        first = dict(blob_digests(paths, memory))
    no_reading(monkeypatch)
    with open_memory(tmp_path, now_ns=LATER_NS) as memory:
        assert dict(blob_digests(paths, memory)) == first


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    (path,) = write(tmp_path / "files", 1)
    with open_memory(tmp_path, now_ns=LATER_NS) as memory:
        list(blob_digests([path], memory))
        path.write_bytes(b"other")
        assert list(blob_digests([path], memory)) == [(path, sha256(path))]


def test_a_file_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    paths = write(tmp_path / "files", 2)
    gone = tmp_path / "files" / "0" / "gone.bin"
    with open_memory(tmp_path) as memory:
        found = dict(blob_digests([gone, *paths], memory))
    assert isinstance(found[gone], FileNotFoundError)
    assert found[paths[1]] == sha256(paths[1])


def test_cancelling_stops_between_files(tmp_path: Path) -> None:
    token = CancelToken()
    with open_memory(tmp_path) as memory:
        running = blob_digests(write(tmp_path, 4), memory, token=token)
        next(running)
        token.cancel()
        with pytest.raises(JobCancelled):
            next(running)


def test_a_file_that_changes_while_it_is_read_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path,) = write(tmp_path / "files", 1)
    read = hash_memory.blob_digest

    def read_and_change(of: Path, **more: CancelToken | None) -> str:
        digest = read(of, **more)
        of.write_bytes(b"other")
        return digest

    with open_memory(tmp_path, now_ns=LATER_NS) as memory:
        with monkeypatch.context() as patch:
            patch.setattr(hash_memory, "blob_digest", read_and_change)
            list(blob_digests([path], memory))
        assert list(blob_digests([path], memory)) == [(path, sha256(path))]


def test_a_damaged_memory_is_begun_anew(tmp_path: Path) -> None:
    paths = write(tmp_path / "files", 2)
    (tmp_path / hash_memory.BLOBS_NAME).write_bytes(b"no database" * 500)
    with open_memory(tmp_path, now_ns=LATER_NS) as memory:
        assert dict(blob_digests(paths, memory)) == {path: sha256(path) for path in paths}
