"""Likeness of cached pictures and sources: all of them, remembered, and read only when asked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from larder.core.columns import Array, TextColumn
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.queries import picture_likeness
from larder.core.queries.likeness_document import LikenessFigures
from larder.core.queries.picture_likeness import measure_likeness
from larder.core.workspace.open_workspace import open_workspace
from tests.support.cached_photographs import PICTURES, Encoded, encoded, meaningless, trained_linear
from tests.support.indexed_cache import tree_state

Found = tuple[LikenessFigures, dict[str, Array | TextColumn]]


@pytest.fixture
def photos(tmp_path: Path) -> Encoded:
    return encoded(tmp_path / "photos", trained_linear)


def measured(photos: Encoded, *, most_bytes: int | None = None) -> Found:
    return run_to_end(measure_likeness(
        open_workspace(photos.indexed.config_path), most_bytes=most_bytes, token=CancelToken()))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Cached files that were opened to be compared."""
    paths: list[Path] = []
    read = picture_likeness.read_latent

    def note(path: Path) -> object:
        paths.append(path)
        return read(path)

    monkeypatch.setattr(picture_likeness, "read_latent", note)
    return paths


def test_pairs_that_were_swapped_are_below_the_line_and_no_others(photos: Encoded) -> None:
    before = tree_state(photos.indexed.root)
    assert measured(photos)[0].compared == PICTURES
    assert tree_state(photos.indexed.root) == before
    swapped = photos.swap(3, 17)
    figures, columns = measured(photos)
    likeness = columns["likeness"]
    below = np.flatnonzero(np.asarray(likeness) < figures.odd)
    assert {columns["source"][at] for at in below.tolist()} == swapped
    assert figures.usual == pytest.approx(float(np.median(np.asarray(likeness))), abs=1e-6)


def test_nothing_is_opened_before_it_is_asked_for_nor_twice(
    photos: Encoded, opened: list[Path],
) -> None:
    figures, columns = measured(photos, most_bytes=0)
    assert opened == []
    assert len(columns["source"]) == 0
    whole = sum(photos.payload(at).stat().st_size
                + (photos.indexed.root / photos.sources[at]).stat().st_size
                for at in range(PICTURES))
    assert (figures.unread.files, figures.unread.bytes) == (PICTURES, whole)
    part = measured(photos, most_bytes=whole // 2)[0]
    assert 0 < part.compared < PICTURES
    assert len(opened) == part.compared
    measured(photos)
    assert len(opened) == PICTURES
    photos.rank()
    assert len(opened) == PICTURES, "a ranking asks the same memory"


def test_a_source_or_payload_that_changed_is_compared_again(
    photos: Encoded, opened: list[Path],
) -> None:
    measured(photos)
    opened.clear()
    source = photos.indexed.root / photos.sources[5]
    source.write_bytes((photos.indexed.root / photos.sources[6]).read_bytes())
    measured(photos)
    assert opened == [photos.payload(5)]


def test_a_cancelled_comparison_keeps_what_it_compared(photos: Encoded) -> None:
    token = CancelToken()

    def cancel(event: object) -> None:
        if isinstance(event, Progress) and (event.phase, event.done) == ("comparing pictures", 7):
            token.cancel()

    with pytest.raises(JobCancelled) as cancelled:
        run_to_end(measure_likeness(
            open_workspace(photos.indexed.config_path), most_bytes=None, token=token), cancel)
    figures, _ = cancelled.value.report
    assert (figures.compared, figures.stopped) == (7, True)
    assert measured(photos, most_bytes=0)[0].compared == 7


def test_pictures_of_an_encoder_that_draws_nothing_are_counted_and_not_read_again(
    tmp_path: Path, opened: list[Path],
) -> None:
    photos = encoded(tmp_path / "noise", meaningless)
    figures = measured(photos)[0]
    assert (figures.without_preview, figures.compared) == (PICTURES, 0)
    opened.clear()
    assert measured(photos)[0].without_preview == PICTURES
    assert opened == []
