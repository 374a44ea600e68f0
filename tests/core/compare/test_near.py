"""Pictures that look alike: which are found, which are not, what is remembered, what is a leak."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from larder.core.compare import near, near_pairs
from larder.core.compare.copies import CopyFile
from larder.core.compare.copy_facts import PictureTurn
from larder.core.compare.document import NearDuplicates, SharePlan, SharingSource
from larder.core.compare.near import Picture, find_near_duplicates
from larder.core.compare.picture_looks import (
    LOOKS,
    lowest_frequencies,
    read_looks,
    turned_looks,
)
from larder.core.compare.picture_turns import TURNS, add_turns, turn_levels
from larder.core.compare.sharing import plan_shares
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.keys import hash_memory
from larder.core.keys.content_hash import map_files
from larder.core.workspace.open_workspace import open_workspace
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state
from tests.support.photographs import photographs
from tests.support.sweeps import Sweep


def save(levels: Any, path: Path, **options: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    image = levels if isinstance(levels, Image.Image) else Image.fromarray(levels)
    image.save(path, **options)
    back_date(path)
    return path


@pytest.fixture
def made(tmp_path: Path) -> IndexedWorkspace:
    """Six photographs of their own in one concept, nothing cached."""
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    for number, levels in enumerate(photographs(6, 192, seed=5)):
        save(levels, tmp_path / f"data/cats/{number}.png")
    made.write()
    return made


@pytest.mark.parametrize(("seed", "bits"), [
    (0, 0x905df6a4c35db14a), (1, 0xb7382d32c2aa94f9),
    (2, 0x92dc016d5bc5167d), (3, 0xb2390d3af147e85a)])
def test_the_bits_of_a_picture_are_those_of_imagehash(seed: int, bits: int) -> None:
    levels = np.random.default_rng(seed).integers(0, 256, (32, 32), dtype=np.uint8)
    assert read_looks(LOOKS + turned_looks(lowest_frequencies(levels)))[0] == bits


def first_photograph() -> Image.Image:
    return Image.fromarray(photographs(6, 192, seed=5)[0])


def shares(made: IndexedWorkspace, threshold: int | None = 8) -> SharePlan:
    return run_to_end(plan_shares(
        open_workspace(made.config_path), token=CancelToken(), threshold=threshold))


def looks_alike(made: IndexedWorkspace, threshold: int = 8) -> NearDuplicates:
    found = shares(made, threshold).near
    assert found is not None
    return found


def names(found: NearDuplicates) -> list[list[str]]:
    return [[Path(source.source).name for source in group.sources] for group in found.groups]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the pictures that were read; the memory trusts them at once."""
    monkeypatch.setattr(hash_memory, "is_settled", lambda *_: True)
    read: list[str] = []
    look_at = near.hash_picture

    def noted(path: str) -> str:
        read.append(Path(path).name)
        return look_at(path)

    monkeypatch.setattr(near, "hash_picture", noted)
    return read


def test_photographs_of_their_own_are_no_duplicates(made: IndexedWorkspace) -> None:
    found = looks_alike(made)
    assert (found.pictures, found.plain, found.unreadable, found.groups) == (6, 0, 0, ())


def test_what_nobody_asks_for_is_not_looked_at(made: IndexedWorkspace, looked: list[str]) -> None:
    assert shares(made, None).near is None
    assert looked == []


@pytest.mark.swept(3)
@pytest.mark.parametrize("copy", ["smaller", "larger", "compressed", "cropped", "brighter", "grey"])
def test_a_copy_that_was_worked_on_is_found(made: IndexedWorkspace, copy: str) -> None:
    picture = first_photograph()
    side = picture.width
    worked = {
        "smaller": lambda: picture.resize((side // 2, side // 2)),
        "larger": lambda: picture.resize((side * 2, side * 2)),
        "compressed": lambda: picture,
        "cropped": lambda: picture.crop((3, 3, side - 3, side - 3)),
        "brighter": lambda: picture.point(lambda level: min(255, int(level * 1.15))),
        "grey": lambda: picture.convert("L"),
    }[copy]()
    save(worked, made.root / "data/cats/copy.jpg", quality=60)
    found = looks_alike(made)
    assert names(found) == [["0.png", "copy.jpg"]]
    assert found.groups[0].distances[0] == 0
    assert found.groups[0].distances[1] <= 8


def test_a_higher_threshold_finds_what_was_cropped_more(made: IndexedWorkspace) -> None:
    picture = first_photograph()
    edge = picture.width // 20
    save(picture.crop((edge, edge, picture.width - edge, picture.width - edge)),
         made.root / "data/cats/crop.png")
    assert names(looks_alike(made, 2)) == []
    assert names(looks_alike(made, 15)) == [["0.png", "crop.png"]]


def test_equal_pictures_are_no_near_duplicates_but_stand_with_those_that_are(
    made: IndexedWorkspace,
) -> None:
    save(first_photograph(), made.root / "data/cats/same.png")
    plan = shares(made)
    assert plan.near is not None
    assert plan.near.groups == ()
    (group,) = plan.stores[0].contents
    assert [Path(source.source).name for source in group.sources] == ["0.png", "same.png"]
    save(first_photograph(), made.root / "data/cats/copy.jpg", quality=60)
    assert names(looks_alike(made)) == [["0.png", "same.png", "copy.jpg"]]


def test_plain_and_damaged_pictures_are_counted_and_never_alike(made: IndexedWorkspace) -> None:
    for name, colour in (("white.png", 255), ("black.png", 0)):
        save(Image.new("RGB", (64, 64), (colour, colour, colour)), made.root / "data/cats" / name)
    (made.root / "data/cats/broken.png").write_bytes(b"no picture")
    found = looks_alike(made)
    assert (found.pictures, found.plain, found.unreadable, found.groups) == (6, 2, 1, ())


def test_a_second_run_reads_no_picture_and_one_that_changed_is_read_again(
    made: IndexedWorkspace, looked: list[str],
) -> None:
    looks_alike(made)
    assert len(looked) == 6
    looked.clear()
    assert looks_alike(made, 4).pictures == 6
    assert looked == []
    save(first_photograph().rotate(90), made.root / "data/cats/0.png")
    looks_alike(made)
    assert looked == ["0.png"]


def test_a_cancelled_run_keeps_what_it_looked_at_and_says_what_it_found(
    made: IndexedWorkspace, looked: list[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(near, "PROGRESS_EVERY", 1)
    monkeypatch.setattr(near, "map_files", partial(map_files, threads=1))
    token = CancelToken()

    def stop_after_four(event: object) -> None:
        if isinstance(event, Progress) and event.phase == "looking at pictures" and event.done == 3:
            token.cancel()

    job = plan_shares(open_workspace(made.config_path), token=token, threshold=8)
    with pytest.raises(JobCancelled) as cancelled:
        run_to_end(job, stop_after_four)
    kept = cancelled.value.report
    assert isinstance(kept, SharePlan)
    assert kept.near is not None
    assert kept.near.stopped
    assert kept.near.pictures == len(looked) == 4
    looked.clear()
    assert looks_alike(made).pictures == 6
    assert looked == ["4.png", "5.png"]


def test_sources_and_caches_stay_as_they_are(made: IndexedWorkspace) -> None:
    before = tree_state(made.root)
    looks_alike(made)
    assert tree_state(made.root) == before


def test_a_threshold_without_meaning_is_one_sentence() -> None:
    with pytest.raises(UserFacingError, match="from 0 to 15"):
        run_to_end(find_near_duplicates([], threshold=16, token=CancelToken()))


def with_validation(made: IndexedWorkspace) -> IndexedWorkspace:
    made.add_concept("checks", type="VALIDATION")
    made.config["validation"] = True
    made.write()
    return made


def test_what_is_validated_with_and_looks_like_what_is_trained_is_a_leak(
    made: IndexedWorkspace,
) -> None:
    with_validation(made)
    save(first_photograph().resize((96, 96)), made.root / "data/checks/small.png")
    save(first_photograph(), made.root / "data/cats/again.jpg", quality=60)
    leak, *others = looks_alike(made).groups
    assert leak.leak
    assert (Path(leak.sources[0].source).name, leak.sources[0].validation) == (
        "small.png", True)
    assert {source.validation for source in leak.sources} == {True, False}
    assert [group.leak for group in others] == [False]


def test_validation_that_is_off_leaks_nothing(made: IndexedWorkspace) -> None:
    with_validation(made)
    made.config["validation"] = False
    made.write()
    save(first_photograph().resize((96, 96)), made.root / "data/checks/small.png")
    assert looks_alike(made).groups == ()


def test_equal_pictures_of_training_and_validation_are_a_leak(made: IndexedWorkspace) -> None:
    with_validation(made)
    save(first_photograph(), made.root / "data/checks/same.png")
    (group,) = shares(made, None).stores[0].contents
    assert group.leak
    assert [source.validation for source in group.sources] == [False, True]


def test_a_folder_that_trains_and_validates_is_a_leak_picture_by_picture(
    made: IndexedWorkspace,
) -> None:
    with_validation(made)
    made.concepts[1]["path"] = "data/cats"
    made.write()
    groups = shares(made, None).stores[0].contents
    assert [group.leak for group in groups] == [True] * 6
    assert [(source.source, source.concept) for source in groups[0].sources] == [
        (groups[0].sources[0].source, "cats"), (groups[0].sources[0].source, "checks")]


def looks(count: int, seed: int = 1) -> np.ndarray[Any, np.dtype[np.uint64]]:
    return np.random.default_rng(seed).integers(0, 1 << 63, count, dtype=np.uint64) << np.uint64(1)


def picture(path: str) -> Picture:
    return Picture(CopyFile(path, "", True), "", (SharingSource(path, "", False),))


def digits(values: Any) -> list[str]:
    """Return the memory of pictures with these looks that are like no other when turned."""
    turned = np.random.default_rng(3).integers(
        0, 1 << 63, (len(values), len(TURNS) - 1), dtype=np.uint64)
    return [f"00{look:016x}" + "".join(f"{other:016x}" for other in others)
            for look, others in zip(values.tolist(), turned.tolist(), strict=True)]


def by_every_pair(values: Any, threshold: int) -> set[tuple[int, int]]:
    numbers = [int(value) for value in values]
    return {(first, second) for first, second in itertools.combinations(range(len(numbers)), 2)
            if (numbers[first] ^ numbers[second]).bit_count() <= threshold}


@pytest.mark.parametrize("threshold", [0, 3, 8, 13])
def test_bands_find_the_very_pairs_that_comparing_all_would(threshold: int) -> None:
    values = looks(300)
    dice = np.random.default_rng(7)
    changed = values[:200].copy()
    for at in range(len(changed)):
        for bit in dice.choice(64, at % 16, replace=False):
            changed[at] ^= np.uint64(1) << np.uint64(bit)
    values = np.unique(np.concatenate([values, changed]))
    found = {
        pair for _, (first, second, _) in near_pairs.PairSearch(
            values, values, threshold).pairs(CancelToken())
        for pair in zip(first.tolist(), second.tolist(), strict=True)}
    assert found == by_every_pair(values, threshold)


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch, sweep: Sweep) -> list[Picture]:
    """20,000 or 100,000 pictures that are nowhere, in pairs that differ in 3 bits."""
    values = looks(sweep.times(10_000, 50_000))
    both = np.concatenate([values, values ^ np.uint64(0b1000100000010)])
    known = {f"/nowhere/{at}.png": look for at, look in enumerate(digits(both))}
    monkeypatch.setattr(near, "hash_picture", known.__getitem__)
    return [picture(path) for path in known]


def test_a_hundred_thousand_pictures_are_grouped_without_comparing_all_pairs(
    pictures: list[Picture],
) -> None:
    found = run_to_end(find_near_duplicates(pictures, threshold=3, token=CancelToken()))
    assert len(found.groups) == len(pictures) // 2
    assert {group.distances for group in found.groups} == {(0, 3)}


def test_a_hundred_thousand_that_all_look_alike_fit_into_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = np.uint64(1) << (np.arange(3000, dtype=np.uint64) % np.uint64(16))
    known = {f"/nowhere/{at}.png": look for at, look in enumerate(digits(values))}
    monkeypatch.setattr(near, "hash_picture", known.__getitem__)
    found = run_to_end(find_near_duplicates(
        [picture(path) for path in known],
        threshold=8, token=CancelToken()))
    (group,) = found.groups
    assert len(group.sources) == 3000


TURNING: dict[PictureTurn, tuple[Image.Transpose, ...]] = {
    PictureTurn.MIRRORED: (Image.Transpose.FLIP_LEFT_RIGHT,),
    PictureTurn.ROTATED_90: (Image.Transpose.ROTATE_270,),
    PictureTurn.ROTATED_180: (Image.Transpose.ROTATE_180,),
    PictureTurn.ROTATED_270: (Image.Transpose.ROTATE_90,),
    PictureTurn.FLIPPED: (Image.Transpose.FLIP_TOP_BOTTOM,),
    PictureTurn.MIRRORED_90: (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.ROTATE_270),
    PictureTurn.MIRRORED_270: (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.ROTATE_90),
}
"""What Pillow calls each turn; its quarters go counterclockwise."""


def turned(picture: Image.Image, turn: PictureTurn) -> Image.Image:
    for step in TURNING[turn]:
        picture = picture.transpose(step)
    return picture


@pytest.mark.swept(3)
@pytest.mark.parametrize("turn", TURNING)
def test_a_turned_copy_is_found_and_says_how_it_is_turned(
    made: IndexedWorkspace, turn: PictureTurn,
) -> None:
    copy = turned(first_photograph(), turn).resize((128, 144))
    save(copy, made.root / "data/cats/copy.jpg", quality=75)
    (group,) = looks_alike(made).groups
    assert [Path(source.source).name for source in group.sources] == ["0.png", "copy.jpg"]
    assert [copy.turn for copy in group.copies] == [PictureTurn.UPRIGHT, turn]
    assert group.distances[1] <= 6


@pytest.mark.parametrize("turn", TURNING)
def test_levels_are_turned_as_pictures_are(turn: PictureTurn) -> None:
    picture = first_photograph().resize((30, 20))
    assert np.array_equal(turn_levels(np.asarray(picture), turn), turned(picture, turn))


@pytest.mark.parametrize(("first", "then", "both"), [
    (PictureTurn.MIRRORED, PictureTurn.MIRRORED, PictureTurn.UPRIGHT),
    (PictureTurn.ROTATED_90, PictureTurn.ROTATED_180, PictureTurn.ROTATED_270),
    (PictureTurn.MIRRORED, PictureTurn.ROTATED_90, PictureTurn.MIRRORED_90),
    (PictureTurn.MIRRORED, PictureTurn.ROTATED_180, PictureTurn.FLIPPED),
])
def test_turns_one_after_the_other_are_one_turn(
    first: PictureTurn, then: PictureTurn, both: PictureTurn,
) -> None:
    assert add_turns(first, then) is both


def test_a_photograph_that_its_exif_turns_upright_is_an_upright_copy(
    made: IndexedWorkspace,
) -> None:
    exif = Image.Exif()
    exif[0x112] = 6
    save(turned(first_photograph(), PictureTurn.ROTATED_270), made.root / "data/cats/camera.jpg",
         quality=80, exif=exif)
    (group,) = looks_alike(made).groups
    assert [copy.turn for copy in group.copies] == [PictureTurn.UPRIGHT, PictureTurn.UPRIGHT]


def test_a_nearly_symmetrical_picture_and_its_smaller_copy_are_both_upright(
    made: IndexedWorkspace,
) -> None:
    half = first_photograph().resize((96, 192))
    whole = Image.new("RGB", (192, 192))
    whole.paste(half, (0, 0))
    whole.paste(half.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (96, 0))
    whole = Image.blend(whole, Image.fromarray(photographs(6, 192, seed=5)[1]), 0.2)
    save(whole, made.root / "data/cats/even.png")
    save(whole.resize((100, 100)), made.root / "data/cats/even_small.jpg", quality=70)
    (group,) = looks_alike(made).groups
    assert [copy.turn for copy in group.copies] == [PictureTurn.UPRIGHT, PictureTurn.UPRIGHT]


def test_a_mirrored_copy_that_is_validated_with_is_a_leak(made: IndexedWorkspace) -> None:
    with_validation(made)
    save(turned(first_photograph(), PictureTurn.ROTATED_90), made.root / "data/checks/turned.jpg",
         quality=90)
    plan = shares(made)
    assert plan.near is not None
    (leak,) = plan.near.groups
    assert leak.leak
    assert [copy.turn for copy in leak.copies] == [PictureTurn.UPRIGHT, PictureTurn.ROTATED_270]
    assert (plan.validated, plan.leaked) == (1, 1)


def test_what_earlier_releases_remembered_of_looks_is_removed(made: IndexedWorkspace) -> None:
    former = near.cache_home() / "alike.sqlite"
    former.parent.mkdir(parents=True, exist_ok=True)
    former.write_bytes(b"bits of another time")
    looks_alike(made)
    assert not former.exists()
