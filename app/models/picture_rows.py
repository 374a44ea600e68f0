"""Rows of the survey that pictures have, by how they are spelled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.store_kinds import StoreContent, StoreKind

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from larder.app.models.survey_snapshot import SurveySnapshot

NOBODY: Final = -1


def find_picture_rows(
    pictures: Iterable[str], stores: Sequence[int], snapshot: SurveySnapshot
) -> npt.NDArray[np.int32]:
    """Return the row of each picture in some stores, -1 for none, shape (n,)."""
    import numpy as np  # not at the window's start

    entries = snapshot.entries
    found = {
        comparable(entries.source(row)): row
        for row in np.flatnonzero(np.isin(entries.store, stores)).tolist()}
    return np.array([found.get(comparable(one), NOBODY) for one in pictures], np.int32)


def list_image_stores(layout: str, snapshot: SurveySnapshot) -> list[int]:
    """Return the numbers of the stores of pictures in a layout, "released" or "cache.json"."""
    wanted = CacheLayout(layout).format
    return [at for at, store in enumerate(snapshot.document.stores) if (
        kind := StoreKind(store.kind)).format is wanted and kind.content is StoreContent.IMAGE]


def comparable(source: str) -> str:
    """Return a path as it is looked for, however it is spelled."""
    return source.replace("\\", "/").casefold()
