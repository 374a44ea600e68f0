"""xxh64 of a file's bytes, as trainers name payloads by it: 16 lower-case hex digits, seed 0.

Vectors: no bytes give ef46db3751d8e999, b"hello" gives 26c7827d889f6da3. Hashing runs at 13 GiB/s
in memory, so reading decides: whole buffers of `BUFFER_BYTES` into one reused bytearray, no Python
bytes object per chunk. Reading and hashing both let go of the interpreter lock.

A path can be hashed too. File names that are not UTF-8 reach Python as lone surrogates: U+DC80 to
U+DCFF for single bytes on POSIX, any surrogate from a Windows index. Both give bytes instead of an
exception.
"""

from __future__ import annotations

import io
import itertools
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import xxhash

from larder.core.files.regular_file import add_file_name, open_descriptor
from larder.core.jobs import CancelToken

BUFFER_BYTES = 2 << 20
SMALL_BYTES = 128 << 10
"""Up to here one `read` is cheaper than touching the pages of a buffer for the first time."""

IN_FLIGHT_PER_WORKER = 5
"""Shares a worker may be ahead of the consumer: enough to bridge a slow file, little to hold."""

SHARES_PER_WORKER = 8
MAX_SHARE = 32
"""Files per handover: one by one, 20 000 captions take three times as long on two threads as on
one, because each handover wakes the consumer; in shares of 32 they take half as long again."""

DEFAULT_THREADS = min(8, os.cpu_count() or 1)

File = TypeVar("File", bound=str | os.PathLike[str])
Result = TypeVar("Result")


def path_bytes(path: str) -> bytes:
    """UTF-8 of a path; bytes that Python smuggled through as surrogates come back as they were."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogatepass")


def hash_file(
    path: str | os.PathLike[str],
    *,
    token: CancelToken | None = None,
    expected_bytes: int | None = None,
) -> str:
    """Hash one file.

    Raises:
        OSError: if the file cannot be read.
        JobCancelled: if `token` was cancelled.
    """
    if token is not None:
        token.check()
    return _Hasher(token).hash_file(path, expected_bytes)


def hash_text(text: str) -> str:
    """Hash of a path, which stands for the content of a synthetic source."""
    return str(xxhash.xxh64_hexdigest(path_bytes(text)))


def hash_files(
    paths: Sequence[str | os.PathLike[str]],
    *,
    token: CancelToken | None = None,
    threads: int = DEFAULT_THREADS,
) -> Iterator[tuple[int, str | OSError]]:
    """Hash many files on a few threads, yielding them as they finish.

    Memory is bounded: a worker waits while `IN_FLIGHT_PER_WORKER` shares of its files have not been
    taken. Closing the iterator early stops the workers before it returns.

    Args:
        paths: what to hash.
        token: checked between files and between buffers of a long one.
        threads: workers; 1 hashes in the caller's thread.

    Yields:
        Position in `paths`, and the hash or the OSError that prevented it. Each position once, in
        no particular order.

    Raises:
        JobCancelled: if `token` was cancelled.
    """
    yield from map_files(paths, lambda: _Hasher(token).hash_file, token=token, threads=threads)


def map_files(
    paths: Sequence[File],
    make_worker: Callable[[], Callable[[File], Result]],
    *,
    token: CancelToken | None = None,
    threads: int = DEFAULT_THREADS,
    most_at_once: int | None = None,
) -> Iterator[tuple[int, Result | OSError]]:
    """Yield the result of a function for each file, on a few threads; otherwise as `hash_files`.

    Args:
        paths: of the files.
        make_worker: makes the function that one thread uses.
        token: checked before each file.
        threads: workers; 1 calls the function in the caller's thread.
        most_at_once: files per handover, MAX_SHARE unless given; 1 where each takes long.
    """
    workers = min(threads, len(paths))

    def result_of(work: Callable[[File], Result], path: File) -> Result | OSError:
        if token is not None:
            token.check()
        try:
            return work(path)
        except OSError as error:
            return error

    if workers <= 1:
        work = make_worker()
        for position, path in enumerate(paths):
            yield position, result_of(work, path)
        return
    from concurrent.futures import ThreadPoolExecutor  # 10 ms that who hashes nothing is spared

    share = min(max(len(paths) // (workers * SHARES_PER_WORKER), 1), most_at_once or MAX_SHARE)
    stop, of_thread = threading.Event(), threading.local()

    def do_share(start: int) -> list[tuple[int, Result | OSError]]:
        if not hasattr(of_thread, "work"):
            of_thread.work = make_worker()
        return [
            (position, result_of(of_thread.work, paths[position]))
            for position in range(start, min(start + share, len(paths))) if not stop.is_set()]

    starts = iter(range(0, len(paths), share))
    with ThreadPoolExecutor(workers, "hash") as pool:
        try:
            running = deque(
                pool.submit(do_share, start)
                for start in itertools.islice(starts, workers * IN_FLIGHT_PER_WORKER))
            while running:
                yield from running.popleft().result()
                running.extend(
                    pool.submit(do_share, start) for start in itertools.islice(starts, 1))
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


class _Hasher:
    """One thread's buffer, made when the first long file comes."""

    def __init__(self, token: CancelToken | None) -> None:
        self._token = token
        self._buffer: memoryview | None = None

    def hash_file(
        self, path: str | os.PathLike[str], expected_bytes: int | None = None
    ) -> str:
        descriptor, status = open_descriptor(path)
        try:
            size = status.st_size if expected_bytes is None else expected_bytes
            if size <= SMALL_BYTES:
                return self._hash_small(descriptor, size)
            return self._hash_long(descriptor, xxhash.xxh64())
        except OSError as error:
            raise add_file_name(error, path) from None
        finally:
            os.close(descriptor)

    def _hash_small(self, descriptor: int, size: int) -> str:
        start = os.read(descriptor, size + 1)
        if len(start) == size:
            return str(xxhash.xxh64_hexdigest(start))
        # It grew, shrank or came in pieces: take all of it, as a reader from now on would.
        return self._hash_long(descriptor, xxhash.xxh64(start))

    def _hash_long(self, descriptor: int, digest: xxhash.xxh64) -> str:
        if self._buffer is None:
            self._buffer = memoryview(bytearray(BUFFER_BYTES))
        buffer = self._buffer
        with io.FileIO(descriptor, "rb", closefd=False) as file:
            while count := file.readinto(buffer):
                digest.update(buffer[:count])
                if self._token is not None:
                    self._token.check()
        return str(digest.hexdigest())
