"""Makes the sample workspace: sources, trainer's files, caches, and what happened since."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from larder.core.demo.image_cache import build_image_store
from larder.core.demo.index_draft import StoreSide
from larder.core.demo.sample_marker import (
    SampleMarker,
    located,
    read_marker,
    remove_sample,
    write_marker,
)
from larder.core.demo.sample_report import SampleDrift, SampleReport
from larder.core.demo.sample_sources import (
    ALBUMS,
    CORPUS,
    SOUNDS,
    list_sources,
    shipped_names,
    write_sources,
)
from larder.core.demo.sample_times import SampleTimes, set_time
from larder.core.demo.source_drifts import ADDED, RENAMED_TO, SampleStores, drift_sources
from larder.core.demo.store_build import StoreBuild
from larder.core.demo.store_drifts import drift_payloads, first_build
from larder.core.demo.text_cache import build_text_store
from larder.core.demo.trainer_files import (
    CACHE_FOLDER,
    CONCEPTS_FILE,
    CONFIG_FILE,
    concept_document,
    config_document,
    write_json,
)
from larder.core.demo.values.value_drifts import drift_values
from larder.core.demo.values.value_stores import (
    ValueStores,
    fill_value_stores,
    value_source_names,
    value_steps,
    value_stores,
    write_value_sources,
)
from larder.core.encoders.packages import install_hint
from larder.core.errors import UserFacingError
from larder.core.files.durable import explain_write_errors
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.payload_names import parse_smart_name
from larder.core.workspace.samples import caption_of, mask_of


def make_sample_workspace(
    folder: Path,
    *,
    clock_ns: Callable[[], int] = time.time_ns,
    renew: bool = False,
    token: CancelToken | None = None,
) -> Job[SampleReport]:
    """Make the sample workspace in `folder`; where there is one already, report it.

    Two runs with the same clock give the same names, bytes and modification times.

    Args:
        folder: made if it is missing.
        clock_ns: the moment everything is dated back from, nanoseconds since 1970.
        renew: remove the sample that is there and make it again; its quarantines go with it.
        token: checked for every file.

    Raises:
        UserFacingError: if the folder holds anything but a sample, if `renew` would remove a file
            that the sample did not bring, if the folder may not be written, or if torch is missing.
        JobCancelled: if `token` was cancelled; the next call starts again.
    """
    folder = folder.absolute()
    yield Progress("looking at the folder", 0, 0, "files")
    marker = read_marker(folder)
    if marker is not None and marker.report is not None and not renew:
        return located(marker.report, folder)
    _require_torch()
    with explain_write_errors(folder):
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
    sources = list_sources()
    total = len(sources)
    beside = value_source_names()
    pictures = {*(source.key for source in sources), ADDED, RENAMED_TO}
    files = _files_around(pictures, beside)
    write_marker(folder, SampleMarker(files=files), times.now_ns)
    _write_trainer_files(folder, times)
    yield from _counted("writing pictures", total, write_sources(folder, times), token)
    yield from _counted(
        "writing sounds and texts", len(beside), write_value_sources(folder, times), token,
        unit="files")
    stores = _stores(folder, times)
    image, text = stores.image, stores.text
    yield from _counted("caching pictures", total, build_image_store(image, sources), token)
    yield from _counted(
        "caching captions", total, build_text_store(text, sources, image.items), token)
    values = value_stores(folder, times)
    yield from _counted(
        "filling other caches", value_steps(), fill_value_stores(values), token, unit="sources")
    drifts = tuple(_drift(stores, token))
    value_drifts = tuple(drift_values(values))
    payloads = _payload_sizes(folder)
    report = SampleReport(
        folder="",
        config=CONFIG_FILE,
        pictures=sum((folder / key).exists() for key in pictures),
        entries=len(image.items) + len(text.items),
        payloads=len(payloads),
        bytes=sum(payloads),
        drifts=drifts,
        value_drifts=value_drifts,
        **_value_figures(folder, values),
    )
    write_marker(folder, SampleMarker(files=files, report=report), times.now_ns)
    return located(report, folder)


def _counted(
    phase: str, total: int, steps: Iterator[str], token: CancelToken, *, unit: str = "pictures"
) -> Iterator[Progress]:
    for done, _ in enumerate(steps, start=1):
        token.check()
        yield Progress(phase, done, total, unit)


def _stores(folder: Path, times: SampleTimes) -> SampleStores:
    image, text = (
        StoreBuild(folder, folder / CACHE_FOLDER / side.value, times)
        for side in (StoreSide.IMAGE, StoreSide.TEXT)
    )
    return SampleStores(folder, times, image, text)


def _drift(stores: SampleStores, token: CancelToken) -> Iterator[SampleDrift]:
    yield from first_build(stores.image)
    for build in (stores.image, stores.text):
        build.save_journal()
    for happening in (drift_payloads, drift_sources):
        token.check()
        yield from happening(stores)


def _write_trainer_files(folder: Path, times: SampleTimes) -> None:
    concepts = [concept_document(album) for album in ALBUMS]
    for position, (name, document) in enumerate(
        ((CONFIG_FILE, config_document()), (CONCEPTS_FILE, concepts))
    ):
        write_json(folder / name, document)
        set_time(folder / name, times.source(position, name))


def _files_around(pictures: set[str], beside: tuple[str, ...]) -> tuple[str, ...]:
    """Every file the sample may hold outside its stores, under each name it has at some time."""
    companions = {of(key) for key in pictures for of in (caption_of, mask_of)}
    names = {Path(name).as_posix() for name in pictures | companions}
    return tuple(sorted({*names, *beside, CONFIG_FILE, CONCEPTS_FILE}))


def _value_figures(folder: Path, values: ValueStores) -> dict[str, int]:
    return {
        "sounds": sum((folder / name).exists() for name in shipped_names(SOUNDS)),
        "texts": sum((folder / name).exists() for name in shipped_names(CORPUS)),
        "values": sum(build.payloads for build in values.builds.values()),
        "value_bytes": sum(build.bytes for build in values.builds.values()),
    }


def _payload_sizes(folder: Path) -> list[int]:
    return [
        path.stat().st_size
        for side in StoreSide
        for path in (folder / CACHE_FOLDER / side.value).iterdir()
        if parse_smart_name(path.name) is not None
    ]
