"""Hashes are those by which trainers name payloads, however the file is read."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from larder.core.jobs import CancelToken, JobCancelled
from larder.core.keys import content_hash
from larder.core.keys.content_hash import (
    BUFFER_BYTES,
    SMALL_BYTES,
    hash_file,
    hash_files,
    hash_text,
)


@pytest.mark.parametrize(
    ("content", "expected"), [(b"", "ef46db3751d8e999"), (b"hello", "26c7827d889f6da3")]
)
def test_known_vectors(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert hash_file(path) == expected


@pytest.mark.parametrize(
    "size",
    [1, SMALL_BYTES - 1, SMALL_BYTES, SMALL_BYTES + 1, BUFFER_BYTES, 2 * BUFFER_BYTES + 17],
)
def test_files_of_every_length_hash_as_their_bytes(tmp_path: Path, size: int) -> None:
    content = os.urandom(size)
    path = tmp_path / "file"
    path.write_bytes(content)
    assert hash_file(path) == xxhash.xxh64_hexdigest(content)


@given(st.binary(max_size=100))
def test_hashes_have_sixteen_lower_case_digits(content: bytes) -> None:
    text = content.decode("latin-1")
    found = hash_text(text)
    assert len(found) == 16
    assert found == found.lower() == xxhash.xxh64_hexdigest(text.encode())


def test_a_path_that_is_not_utf8_hashes_as_its_bytes() -> None:
    assert hash_text(os.fsdecode(b"caf\xe9.txt")) == xxhash.xxh64_hexdigest(b"caf\xe9.txt")
    assert len(hash_text("\ud800.txt")) == 16


@pytest.mark.parametrize("expected", [0, 10, SMALL_BYTES])
def test_a_file_that_grew_since_it_was_looked_at_is_read_to_its_end(
    tmp_path: Path, expected: int
) -> None:
    content = b"x" * (SMALL_BYTES + 1000)
    (tmp_path / "file").write_bytes(content)
    assert hash_file(
        tmp_path / "file", expected_bytes=expected) == xxhash.xxh64_hexdigest(content)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a named pipe"):
        hash_file(tmp_path / "pipe")


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        hash_file(tmp_path / "missing")


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_no_file_can_have_is_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileNotFoundError):
        hash_file(f"{tmp_path}/{name}")


def test_a_cancelled_token_stops_a_long_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * (SMALL_BYTES + 1))
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled):
        hash_file(path, token=token)


@pytest.fixture
def many_files(tmp_path: Path) -> Callable[[int], list[Path]]:
    def make(count: int) -> list[Path]:
        paths = [tmp_path / f"{number:04d}" for number in range(count)]
        for number, path in enumerate(paths):
            path.write_bytes(b"%d" % number * (number % 50))
        return paths

    return make


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 3, 700])
def test_each_file_is_hashed_once_whatever_the_threads(
    many_files: Callable[[int], list[Path]], threads: int, count: int
) -> None:
    paths = many_files(count)
    results = list(hash_files(paths, threads=threads))
    assert len(results) == count
    assert dict(results) == {number: hash_file(path) for number, path in enumerate(paths)}


@pytest.mark.parametrize("threads", [1, 3])
def test_one_unreadable_file_does_not_stop_the_others(
    many_files: Callable[[int], list[Path]], threads: int
) -> None:
    paths = many_files(20)
    paths[7].unlink()
    results = dict(hash_files(paths, threads=threads))
    assert isinstance(results[7], FileNotFoundError)
    assert sum(isinstance(found, str) for found in results.values()) == 19


@pytest.mark.parametrize("threads", [1, 3])
def test_cancelling_stops_the_pipeline(
    many_files: Callable[[int], list[Path]], threads: int
) -> None:
    token = CancelToken()
    results = hash_files(many_files(700), token=token, threads=threads)
    next(results)
    token.cancel()
    with pytest.raises(JobCancelled):
        list(results)


def test_a_pipeline_that_is_left_early_leaves_no_thread(
    many_files: Callable[[int], list[Path]],
) -> None:
    results = hash_files(many_files(700), threads=3)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("hash-")]


def test_a_slow_consumer_holds_the_workers_back(
    many_files: Callable[[int], list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    hash_really = content_hash._Hasher.hash_file

    def noted(self: content_hash._Hasher, path: Path) -> str:
        taken.append(1)
        return hash_really(self, path)

    monkeypatch.setattr(content_hash._Hasher, "hash_file", noted)
    monkeypatch.setattr(content_hash, "MAX_SHARE", 1)
    results = hash_files(many_files(200), threads=2)
    next(results)
    threading.Event().wait(0.1)
    assert len(taken) <= 1 + 2 * content_hash.IN_FLIGHT_PER_WORKER + 2
    assert len(list(results)) == 199


def test_a_failure_of_ours_reaches_the_consumer(
    many_files: Callable[[int], list[Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: content_hash._Hasher, path: Path) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(content_hash._Hasher, "hash_file", broken)
    with pytest.raises(ZeroDivisionError):
        list(hash_files(many_files(50), threads=2))


@pytest.mark.parametrize("size", [0, 1, 5000, 300_000])
@pytest.mark.parametrize("expected", [0, 1, 4999, 5000, 5001, 10**6])
def test_a_wrong_idea_of_the_size_gives_the_same_hash(
    tmp_path: Path, size: int, expected: int
) -> None:
    content = bytes(range(256)) * (size // 256 + 1)
    (tmp_path / "a").write_bytes(content[:size])
    assert hash_file(tmp_path / "a", expected_bytes=expected) == xxhash.xxh64_hexdigest(
        content[:size])
