"""Maps of caches: what is on them, what is remembered, what is cancelled, what is refused."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, ItemFailed, JobCancelled, Progress, run_to_end
from larder.core.payloads.pt import write_pt
from larder.core.picture_map.document import MapFamily, PictureMap
from larder.core.picture_map.picture_map import draw_map
from larder.core.picture_map.place_memory import MapPlaces
from larder.core.settings import cache_home
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.cached_photographs import Encoded, encoded, patch_means
from tests.support.disk_cache import whole_concept
from tests.support.indexed_cache import tree_state


def drawn(path: Path, family: MapFamily = MapFamily.LATENTS, **options: object) -> PictureMap:
    events = options.pop("events", None)
    job = draw_map(open_workspace(path), family, token=CancelToken(), **options)
    return run_to_end(job, events.append if isinstance(events, list) else None)


@pytest.fixture
def photos(tmp_path: Path) -> Encoded:
    return encoded(tmp_path / "photos", patch_means)


def test_every_cached_picture_is_a_point_and_no_cache_is_written(photos: Encoded) -> None:
    before = tree_state(photos.indexed.root)
    found = drawn(photos.indexed.config_path)
    assert sorted(found.pictures) == sorted(photos.sources)
    assert found.is_settled
    assert found.sizes.tolist() == [[128, 128]] * len(photos.sources)
    assert tree_state(photos.indexed.root) == before


def test_the_bytes_to_read_are_said_first_and_nothing_is_read_twice(photos: Encoded) -> None:
    first: list[object] = []
    drawn(photos.indexed.config_path, events=first)
    total = sum(photos.payload(at).stat().st_size for at in range(len(photos.sources)))
    assert first[0] == Progress("reading what is cached", 0, total, "bytes")
    second: list[object] = []
    drawn(photos.indexed.config_path, events=second)
    assert second[0] == Progress("reading what is cached", 0, 0, "bytes")


def test_what_is_read_bit_by_bit_comes_to_the_same_map(photos: Encoded) -> None:
    nothing = drawn(photos.indexed.config_path, most_bytes=0)
    assert (len(nothing.pictures), nothing.unread.files) == (0, len(photos.sources))
    part = drawn(photos.indexed.config_path, most_bytes=nothing.unread.bytes // 3)
    assert 0 < len(part.pictures) < len(photos.sources)
    assert not part.is_settled
    whole = drawn(photos.indexed.config_path)
    for places in (cache_home() / MapPlaces.subject[0]).glob("*.msgpack"):
        places.unlink()
    np.testing.assert_array_equal(drawn(photos.indexed.config_path).places, whole.places)


def test_a_cancelled_map_keeps_and_shows_what_it_read(photos: Encoded) -> None:
    token = CancelToken()
    job = draw_map(open_workspace(photos.indexed.config_path), MapFamily.LATENTS, token=token)

    def cancel(event: object) -> None:
        if isinstance(event, Progress) and event.done and event.unit == "bytes":
            token.cancel()

    with pytest.raises(JobCancelled) as cancelled:
        run_to_end(job, cancel)
    part = cancelled.value.report
    assert part.stopped
    assert 0 < len(part.pictures) < len(photos.sources)
    assert drawn(photos.indexed.config_path, most_bytes=0).pictures == part.pictures


def test_damaged_files_are_named_and_skipped_also_when_they_are_remembered(photos: Encoded) -> None:
    photos.payload(2).write_bytes(photos.payload(2).read_bytes()[:300])
    write_pt(photos.payload(4), {"latent_image": np.ones((9, 16, 16), np.float32)})
    events: list[object] = []
    first = drawn(photos.indexed.config_path, events=events)
    assert [one.item for one in events if isinstance(one, ItemFailed)] == [photos.payload(2).name]
    again = drawn(photos.indexed.config_path)
    assert again.skipped == first.skipped
    assert {one.file: bool(one.why) for one in first.skipped} == {
        photos.payload(2).name: True, photos.payload(4).name: True}
    assert len(again.pictures) == len(photos.sources) - 2


def test_new_pictures_do_not_move_old_ones(tmp_path: Path) -> None:
    photos = encoded(tmp_path / "photos", patch_means, count=26)
    hidden = {at: photos.payload(at).read_bytes() for at in (3, 8)}
    for at in hidden:
        photos.payload(at).unlink()
    before = drawn(photos.indexed.config_path)
    for at, content in hidden.items():
        photos.payload(at).write_bytes(content)
    after = drawn(photos.indexed.config_path)
    assert (len(before.pictures), len(after.pictures)) == (24, 26)
    places = dict(zip(after.pictures, after.places.tolist(), strict=True))
    assert [places[one] for one in before.pictures] == before.places.tolist()
    assert not np.array_equal(
        drawn(photos.indexed.config_path, anew=True).places, after.places)


@pytest.mark.parametrize("family", MapFamily)
def test_both_layouts_of_a_cache_give_the_same_map(tmp_path: Path, family: MapFamily) -> None:
    made = BuildWorkspace(tmp_path)
    made.add_concept("cats")
    made.concepts[-1] = whole_concept(made.concepts[-1])
    for number in range(8):
        made.add_picture(f"data/cats/{number}.png", caption=f"cat {number}", seed=number + 1)
    made.write()
    for layout in ("cache.json", "released"):
        build(made, layout=layout, even_if_busy=True)

    first, second = (drawn(made.config_path, family, layout=layout)
                     for layout in ("cache.json", "released"))

    assert (len(first.pictures), first.pictures) == (8, second.pictures)
    np.testing.assert_array_equal(first.neighbours, second.neighbours)
    np.testing.assert_array_equal(first.places, second.places)
    np.testing.assert_array_equal(first.sizes, second.sizes)


def test_memory_stays_that_of_a_few_files(tmp_path: Path) -> None:
    photos = encoded(tmp_path / "photos", patch_means, count=24)
    for at in range(24):
        write_pt(photos.payload(at), {"latent_image": np.random.default_rng(at).normal(
            size=(16, 256, 256)).astype(np.float32)})  # 4 MiB
    tracemalloc.start()
    drawn(photos.indexed.config_path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 << 20


def test_a_folder_without_a_config_is_refused_in_a_sentence(photos: Encoded) -> None:
    with pytest.raises(UserFacingError, match="Only the config"):
        drawn(photos.store)


def test_a_cache_without_captions_has_no_map_of_them(photos: Encoded) -> None:
    with pytest.raises(UserFacingError, match="No captions are cached"):
        drawn(photos.indexed.config_path, MapFamily.TEXT)
