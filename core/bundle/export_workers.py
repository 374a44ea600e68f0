"""Exports by several processes at once, of this machine or wherever Ray has room for them.

Workers read, check, convert and digest cached files. Into a folder that they see, they also write
them, under a name that says that they are not finished: this process notes each file and gives it
its name. Where they do not see it, and into one file, whose members lie one behind the other, this
process writes what they send. It takes their answers in the order of the plan, so the bytes are
those of one process, and an export that was stopped goes on with any number of workers.

A worker that ends loses nothing (`larder.core.worker_pool`). What none of them can do, because it
ended them, because they do not see it, or because none is left, this process does, and fails as if
there were no workers.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core import __version__
from larder.core.bundle.conversion import convert, write_converted
from larder.core.bundle.export_set import LeavingFile
from larder.core.bundle.export_writing import BundleWriter, FolderWriter
from larder.core.bundle.manifest import BundledFile
from larder.core.bundle.relative import Respelling
from larder.core.encoders.device import Parallelism
from larder.core.errors import PayloadError, UserFacingError, remark
from larder.core.files.atomic_write import PendingFile
from larder.core.jobs import CancelToken, Job
from larder.core.payloads.packed import crc_of
from larder.core.worker_pool import (
    LocalWorker,
    PoolJob,
    PoolRequest,
    PoolWorker,
    RayWorker,
    WorkerAnswer,
    WorkerPool,
    computers_of,
    connect_ray,
)

FILES: Final = 16
BYTES: Final = 8 << 20
"""What a worker is given at once, at most, but for a single file: so much more memory it takes."""

LARGEST_SENT: Final = 512 << 20
"""Bytes of the largest file that is sent; what a process says at once ends at 1 GiB."""

TICK_S: Final = 0.1

EXPORT: Final = (__name__, "export")


class ExportRequest(PoolRequest, frozen=True, kw_only=True):
    """Request to a worker to convert files of an export.

    Attributes:
        items: `LeavingFile`s, pickled.
        respelling: of paths and prompts, pickled.
        sight: a file in the bundle's folder; a worker that sees it writes there. "" for none.
    """

    respelling: bytes
    sight: str


class MadeFile(msgspec.Struct, frozen=True):
    """One file as a worker made it.

    Attributes:
        temp: where it lies in the bundle's folder, "" if it is sent.
        content: as it is sent.
        crc: of the content.
    """

    file: BundledFile
    temp: str = ""
    content: bytes = b""
    crc: int = 0


def make_here(request: ExportRequest, token: CancelToken) -> Job[WorkerAnswer]:
    """Convert some files in this process."""
    yield from ()
    sight = Path(request.sight) if request.sight else None
    into = sight.parent if sight is not None and sight.exists() else None
    made: list[MadeFile | str] = []
    for file in pickle.loads(request.items):
        token.check()
        made.append(_make(file, _respelling(request.respelling), into))
    return WorkerAnswer(
        pickle.dumps(__version__), pickle.dumps(made, pickle.HIGHEST_PROTOCOL))


JOB_KINDS: Final = {"export": PoolJob(ExportRequest, make_here)}


@lru_cache(1)
def _respelling(pickled: bytes) -> Respelling:
    found: Respelling = pickle.loads(pickled)
    return found


def _make(file: LeavingFile, respelling: Respelling, into: Path | None) -> MadeFile | str:
    """Convert a file; a sentence on why it cannot be made here in its place."""
    if into is None and file.bytes > LARGEST_SENT:
        return "It is too large to be sent to a worker."
    try:
        described, parts = convert(file, respelling)
        if into is None:
            return MadeFile(
                described, content=b"".join(map(memoryview, parts)), crc=crc_of(parts))
        place = into / file.path
        place.parent.mkdir(parents=True, exist_ok=True)
        pending = PendingFile(place)
        try:
            pending.file.writelines(map(memoryview, parts))
            pending.finish(fsync=False)
        except BaseException:
            pending.discard()
            raise
        return MadeFile(described, temp=str(pending.temp))
    except (OSError, PayloadError, UserFacingError) as error:
        return str(error)


class ExportPool(WorkerPool):
    """The workers of one export; what they cannot do is left to this process."""

    def disagreement(self, one: Any, other: Any) -> UserFacingError:
        """As of any crew."""
        return UserFacingError(
            f"The workers have Larder {other}, and this computer has {one}.",
            "Install the same version on each computer.")

    def given_up(self, _: Any, why: str, /) -> str:
        """As of any crew."""
        return why

    def left_alone(self, items: Sequence[Any], why: str, /) -> list[Any]:
        """As of any crew."""
        return [why or "There is not enough memory for a worker."] * len(items)


@contextmanager
def workers_of(spread: Parallelism) -> Iterator[list[PoolWorker]]:
    """The workers that were asked for, with Ray one on each computer where nobody said how many.

    Raises:
        UserFacingError: if there is no Ray, or it cannot be reached.
    """
    if not spread.ray:
        yield [LocalWorker(*EXPORT) for _ in range(spread.processes or 1)]
        return
    with connect_ray(spread.ray) as ray:
        yield [RayWorker(ray, *EXPORT) for _ in range(spread.processes or computers_of(ray))]


@contextmanager
def spread_writing(
    spread: Parallelism, writer: BundleWriter, respelling: Respelling, token: CancelToken
) -> Iterator[Callable[[Sequence[LeavingFile]], Iterator[BundledFile]]]:
    """Yield a function that has workers convert files and writes them in order.

    Raises:
        UserFacingError: if there is no Ray, or it cannot be reached.
    """
    with ExitStack() as open_things:
        workers = open_things.enter_context(workers_of(spread))
        sight = writer.open_to_others() if isinstance(writer, FolderWriter) else None
        crew = ExportPool(workers, ExportRequest(
            items=b"", respelling=pickle.dumps(respelling.anew()),
            sight="" if sight is None else str(sight)), agreed=__version__)
        open_things.callback(crew.close)
        yield _ParallelWriting(
            crew, writer, respelling, token, ahead=2 * len(workers)).written


@dataclass(slots=True)
class _Batch:
    """Files that one worker is given; those that lie there already are in no worker's hands."""

    files: list[LeavingFile]
    kept: list[BundledFile | None]
    coming: Future[list[Any]] | None = None

    @property
    def to_make(self) -> list[LeavingFile]:
        return [file for file, kept in zip(self.files, self.kept, strict=True) if kept is None]


@dataclass(slots=True)
class _ParallelWriting:
    crew: ExportPool
    writer: BundleWriter
    respelling: Respelling
    token: CancelToken
    ahead: int
    _has_told: bool = False

    def written(self, files: Sequence[LeavingFile]) -> Iterator[BundledFile]:
        """Each file, once it has its name, in their order."""
        batches, begun = self._batches(files), deque[_Batch]()
        while True:
            while len(begun) < self.ahead and (batch := next(batches, None)) is not None:
                if batch.to_make:
                    batch.coming = self.crew.submit(partial(self.crew.make, batch.to_make))
                begun.append(batch)
            if not begun:
                return
            yield from self._publish(begun.popleft())

    def _batches(self, files: Sequence[LeavingFile]) -> Iterator[_Batch]:
        batch, size = _Batch([], []), 0
        for file in files:
            if batch.files and (len(batch.files) == FILES or size + file.bytes > BYTES):
                yield batch
                batch, size = _Batch([], []), 0
            batch.files.append(file)
            batch.kept.append(self.writer.kept(file))
            size += file.bytes
        if batch.files:
            yield batch

    def _publish(self, batch: _Batch) -> Iterator[BundledFile]:
        if batch.coming is not None:
            while wait([batch.coming], TICK_S).not_done:
                if self.token.is_cancelled:
                    self.crew.end_if_idle()
                self.token.check()
        made = iter([] if batch.coming is None else batch.coming.result())
        for file, kept in zip(batch.files, batch.kept, strict=True):
            yield kept or self._put(file, next(made))

    def _put(self, file: LeavingFile, made: MadeFile | str) -> BundledFile:
        if isinstance(made, str):
            why, written = made, write_converted(self.writer, file, self.respelling)
            if not self._has_told:
                self._has_told = True
                remark(f"No worker could export {file.path}, so this process exported it. {why}")
            return written
        if made.temp and isinstance(self.writer, FolderWriter):
            return self.writer.take(made.file, Path(made.temp), file)
        return self.writer.put(made.file, [made.content], file, made.crc)
