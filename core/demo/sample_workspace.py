"""Makes the sample workspace: sources, trainer's files, caches, and what happened since."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from larder.core.demo.drifts import ADDED, RENAMED_TO, Drifting
from larder.core.demo.sample_lock import lock_sample
from larder.core.demo.sample_marker import (
    SampleMarker,
    SampleReport,
    locate_report,
    read_marker,
    remove_sample,
    write_marker,
)
from larder.core.demo.sample_sources import (
    CONCEPTS_FILE,
    CONFIG_FILE,
    CORPUS,
    RELEASED_CONFIG,
    SOUNDS,
    SampleTimes,
    list_pictures,
    list_shipped,
    write_pictures,
    write_sounds_and_texts,
    write_trainer_files,
)
from larder.core.demo.trainer_caches import (
    IMAGE,
    TEXT,
    WITHOUT_ENTRY,
    build_released_caches,
    build_trainer_caches,
)
from larder.core.demo.value_caches import ValueCaches
from larder.core.encoders.packages import install_hint
from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.workspace.samples import caption_of, mask_of


def make_sample_workspace(
    folder: Path,
    *,
    clock_ns: Callable[[], int] = time.time_ns,
    token: CancelToken | None = None,
) -> Job[SampleReport]:
    """Make the sample workspace in `folder`; where there is one already, report it.

    Two runs with the same clock give the same names, bytes and modification times.

    Args:
        folder: made if it is missing.
        clock_ns: the moment everything is dated back from, nanoseconds since 1970.
        token: checked for every file.

    Raises:
        StoreLockedError: if another process makes the sample there.
        UserFacingError: if the folder holds anything but a sample, if one whose making was stopped
            has a file that the sample did not bring, if the folder may not be written, or if torch
            is missing.
        JobCancelled: if `token` was cancelled; the next call starts again.
    """
    folder = folder.absolute()
    yield Progress("looking at the folder", 0, 0, "files")
    marker = read_marker(folder)
    if marker is not None and marker.report is not None:
        return locate_report(marker.report, folder)
    _require_torch()
    with lock_sample(folder), explain_write_errors(folder):
        marker = read_marker(folder)  # another process may have begun or finished since
        if marker is not None and marker.report is not None:
            return locate_report(marker.report, folder)
        if marker is not None:
            remove_sample(folder, marker)
        folder.mkdir(parents=True, exist_ok=True)
        return (yield from _make(folder, SampleTimes(clock_ns()), token or CancelToken()))


def _require_torch() -> None:
    """Refuse before anything is drawn, rather than at the first payload."""
    if importlib.util.find_spec("torch") is None:
        raise UserFacingError(
            "PyTorch is not installed, and the caches of the sample are written with it.",
            install_hint("torch"),
        )


def _make(folder: Path, times: SampleTimes, token: CancelToken) -> Job[SampleReport]:
    pictures = {*list_pictures(), ADDED, RENAMED_TO}
    beside = (*list_shipped(SOUNDS), *list_shipped(CORPUS))
    files = _files_around({*pictures, WITHOUT_ENTRY}, beside)
    write_marker(folder, SampleMarker(files=files), times.now_ns)
    write_trainer_files(folder, times)
    yield from _count_steps("writing pictures", len(list_pictures()), write_pictures(folder, times),
                            token, unit="pictures")
    yield from _count_steps("writing sounds and texts", len(beside),
                            write_sounds_and_texts(folder, times), token, unit="files")
    trainer = yield from build_trainer_caches(folder, times, token)
    yield from build_released_caches(folder, times, token)
    others = ValueCaches(folder, times)
    yield from _count_steps(
        "filling other caches", others.steps(), others.fill(), token, unit="sources")
    token.check()
    drifts = tuple(Drifting(folder, times, {**trainer, **others.stores}).happen())
    payloads = [
        path.stat().st_size for store in trainer.values() for path in store.folder.iterdir()
        if parse_indexed_name(path.name) is not None]
    report = SampleReport(
        folder="",
        config=CONFIG_FILE,
        pictures=sum((folder / key).exists() for key in pictures),
        entries=sum(len(store.made) for store in trainer.values()),
        payloads=len(payloads),
        bytes=sum(payloads),
        drifts=tuple(drift for drift in drifts if drift.store in (IMAGE, TEXT)),
        sounds=sum((folder / name).exists() for name in list_shipped(SOUNDS)),
        texts=sum((folder / name).exists() for name in list_shipped(CORPUS)),
        values=others.values,
        value_bytes=others.bytes,
        released=RELEASED_CONFIG,
        value_drifts=tuple(drift for drift in drifts if drift.store not in (IMAGE, TEXT)),
    )
    write_marker(folder, SampleMarker(files=files, report=report), times.now_ns)
    return locate_report(report, folder)


def _count_steps(
    phase: str, total: int, steps: Iterator[str], token: CancelToken, *, unit: str
) -> Iterator[Progress]:
    for done, _ in enumerate(steps, start=1):
        token.check()
        yield Progress(phase, done, total, unit)


def _files_around(pictures: set[str], beside: tuple[str, ...]) -> tuple[str, ...]:
    """Every file the sample may hold outside its stores, under each name it has at some time."""
    companions = {of(key) for key in pictures for of in (caption_of, mask_of)}
    names = {Path(name).as_posix() for name in pictures | companions}
    return tuple(sorted({*names, *beside, CONFIG_FILE, CONCEPTS_FILE, RELEASED_CONFIG}))
