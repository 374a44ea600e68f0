"""Request for a build of a folder of files, and the settings behind earlier values."""

from __future__ import annotations

import enum
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from larder.app.cache_session import CacheSession
from larder.app.models.survey_snapshot import Rows, SurveySnapshot
from larder.core.build.rebuild_settings import (
    RebuildMakers,
    RebuildSettings,
    built_folders,
    former_folder,
)
from larder.core.workspace.store_kinds import StoreKind

FIRST_LOOKED_AT = 100
"""Values among which one is looked for that is on disk."""


class SourceField(enum.Enum):
    """Fields of the dialog for a folder of files."""

    SOURCES = "sources"
    TARGET = "target"
    ENCODER = "encoder"
    SIZE = "size"
    SAMPLE_RATE = "sample rate"
    SECONDS = "seconds"
    LENGTH = "length"
    LIMIT = "limit"


class RebuildObstacle(enum.Enum):
    """Why nothing tells the folder of values that are to be built again."""

    UNRECORDED = "unrecorded"
    OTHER_SYSTEM = "other system"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class SourceKind:
    """One kind.

    Attributes:
        fields: settings that it has, beside those that all have.
    """

    fields: tuple[SourceField, ...]
    takes_encoder: bool = True
    resamples: bool = False


_CLIPS = (SourceField.SAMPLE_RATE, SourceField.SECONDS)

SOURCE_KINDS: Mapping[StoreKind, SourceKind] = {
    StoreKind.VISION: SourceKind((SourceField.SIZE,)),
    StoreKind.AUDIO: SourceKind(_CLIPS, resamples=True),
    StoreKind.WAVEFORM: SourceKind(_CLIPS, takes_encoder=False, resamples=True),
    StoreKind.TOKENS: SourceKind((SourceField.LENGTH,)),
}
"""In the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class RebuildValues:
    """Chosen values of one store.

    Attributes:
        folders: where their recorded sources lie or would lie, each once; those of another
            system are not absolute here. None at all if no source is recorded.
        payload: one of them, as its store names it; "" if none is on disk.
    """

    kind: StoreKind
    store: Path
    folders: tuple[Path, ...]
    payload: str = ""


def former_values(session: CacheSession, rows: Rows) -> RebuildValues:
    """Rows of the Entries table, one at least, as values of the store that has most of them.

    Values of a folder are recorded together or not at all, so one of each folder is looked at:
    of a million rows the folders are counted, and a few texts are read.
    """
    snapshot = session.snapshot
    assert snapshot is not None
    stores = snapshot.entries.store[rows]
    store = int(np.bincount(stores).argmax())
    of_store = rows[stores == store]
    folders = dict.fromkeys(
        Path(os.path.normpath(session.source_file(row).parent))
        for row in _first_of_each(snapshot.entries.folder[of_store], of_store)
        if _is_recorded(snapshot, row))
    places = (snapshot.values.place(row) for row in of_store[:FIRST_LOOKED_AT].tolist())
    payloads = (snapshot.values.payload[place] for place in places if place is not None)
    return RebuildValues(
        StoreKind(snapshot.document.stores[store].kind), session.store_folder(store),
        tuple(folders), next(filter(None, payloads), ""))


def _first_of_each(folders: npt.NDArray[np.int32], rows: Rows) -> list[int]:
    """The first row of each folder; 4 ms of a million rows, which sorting would take 60 for."""
    first = np.full(int(folders.max()) + 1, -1, dtype=np.int64)
    first[folders[::-1]] = rows[::-1]
    return [row for row in first.tolist() if row >= 0]


def folders_built(store: Path) -> tuple[str, ...]:
    """Folders that builds of a store went over, the latest first; reads its journal."""
    try:
        return built_folders(store)
    except OSError:
        # The sources themselves tell a folder as well; the Journal page says what is wrong.
        return ()


def settings_of(values: RebuildValues) -> RebuildSettings:
    """With what they were made; reads what their store knows of its makers."""
    try:
        return RebuildMakers(values.store, values.kind).settings(values.payload)
    except OSError:
        return RebuildSettings()


def folder_of_former(
    folders: Sequence[Path], built: Sequence[Path],
) -> tuple[Path | None, RebuildObstacle | None]:
    """The folder of the user's that was built, if a record tells; or why nothing tells it."""
    if not folders:
        return None, RebuildObstacle.UNRECORDED
    if not all(one.is_absolute() for one in folders):
        return None, RebuildObstacle.OTHER_SYSTEM
    folder = former_folder(folders, built)
    return folder, None if folder is not None else RebuildObstacle.APART


def _is_recorded(snapshot: SurveySnapshot, row: int) -> bool:
    """A value of which no source is recorded stands under its own name."""
    place = snapshot.values.place(row)
    return place is None or snapshot.values.payload[place] != snapshot.entries.source(row)


def usual_target(session: CacheSession, kind: StoreKind, looked_at: int | None) -> str:
    """Where values of a kind go in the open workspace; "" where none is open.

    A cache of that kind that is there, the one that is looked at first; else the folder beside the
    others.
    """
    snapshot, options = session.snapshot, session.options
    if snapshot is None or options is None:
        return ""
    stores = list(enumerate(snapshot.document.stores))
    of_kind = [at for at, store in stores if store.kind == kind.value]
    if of_kind:
        return str(session.store_folder(looked_at if looked_at in of_kind else of_kind[0]))
    opened = Path(options.workspace)
    folders = [session.store_folder(at) for at, _ in stores]
    if folders and (snapshot.document.workspace.config is not None or opened in folders):
        return str(folders[0].parent)
    return str(opened)
