"""Which samples an epoch serves, in which variations, and how batches are made of them."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.training.order import Pool, Turn, batches_of, epoch_dice, turns_of, turns_per_epoch
from larder.core.workspace.concepts import BalancingStrategy

REPEATS, SAMPLES = BalancingStrategy.REPEATS, BalancingStrategy.SAMPLES


def turns(pool: Pool, epoch: int) -> list[Turn]:
    return turns_of([pool], epoch, lambda: epoch_dice(23, epoch))


@pytest.mark.parametrize(("balancing", "strategy", "count"), [
    (1.0, REPEATS, 7), (2.5, REPEATS, 17), (0.3, REPEATS, 2), (0.0, REPEATS, 0),
    (5.9, SAMPLES, 5), (20, SAMPLES, 20), (0.5, SAMPLES, 0)])
def test_a_concept_is_balanced_as_the_trainer_does_it(
    balancing: float, strategy: BalancingStrategy, count: int
) -> None:
    assert turns_per_epoch(7, balancing, strategy) == count


def test_repeats_below_one_walk_through_the_pool_epoch_by_epoch() -> None:
    pool = Pool(range(4), count=3)
    served = [turn.sample for epoch in range(4) for turn in turns(pool, epoch)]
    assert served == [0, 1, 2, 3] * 3


def test_each_lap_of_a_pool_takes_the_next_variation_of_pictures_and_captions() -> None:
    pool = Pool(range(2), count=3, image_variations=2, text_variations=3)
    laps = [(turn.image, turn.text) for epoch in range(4) for turn in turns(pool, epoch)]
    assert laps[::2] == [(0, 0), (1, 1), (0, 2), (1, 0), (0, 1), (1, 2)]


def test_samples_are_drawn_from_the_whole_pool_with_the_trainers_generator() -> None:
    pool = Pool(range(12), count=6, is_drawn=True)
    for epoch in range(3):
        members = list(range(12))
        random.Random(hash((42, 23, epoch, -1))).shuffle(members)
        assert [turn.sample for turn in turns(pool, epoch)] == members[:6]
    assert {turn.sample for epoch in range(20) for turn in turns(pool, epoch)} == set(range(12))


def test_more_samples_than_the_pool_has_go_through_it_again() -> None:
    served = turns(Pool(range(3), count=7, text_variations=2, is_drawn=True), 0)
    assert Counter(turn.sample for turn in served).most_common(1)[0][1] == 3
    assert len(served) == 7
    assert {turn.text for turn in served} == {0, 1}


def test_an_empty_pool_serves_nothing() -> None:
    assert turns(Pool((), count=3), 5) == []


@given(st.lists(st.integers(0, 4), max_size=40), st.integers(1, 5), st.integers(0, 3))
def test_a_batch_holds_one_crop_and_no_item_twice(
    crops: list[int], size: int, epoch: int
) -> None:
    batches = batches_of(crops, size, epoch_dice(64, epoch))
    served = [place for batch in batches for place in batch]
    assert all(len(batch) == size for batch in batches)
    assert all(len({crops[place] for place in batch}) == 1 for batch in batches)
    assert len(served) == len(set(served))
    assert len(batches) == sum(count // size for count in Counter(crops).values())
    everything = batches_of(crops, size, epoch_dice(64, epoch), drop_last=False)
    assert everything[:len(batches)] == batches
    assert sorted(place for batch in everything for place in batch) == list(range(len(crops)))


def test_batches_come_in_the_order_of_the_trainers_batch_sorting() -> None:
    """Worked out apart: whole batches of all crops are shuffled, then the samples of each crop."""
    crops = [(64, 64), (32, 96), (64, 64), (64, 64), (32, 96), (64, 64), (32, 96)]
    dice = random.Random(hash((42, 31, 2, -1)))
    batches = [("square", 0), ("square", 1), ("wide", 0)]
    square, wide = [0, 2, 3, 5], [1, 4, 6]
    dice.shuffle(batches)
    dice.shuffle(square)
    dice.shuffle(wide)
    of = {("square", 0): square[:2], ("square", 1): square[2:], ("wide", 0): wide[:2]}
    assert batches_of(crops, 2, epoch_dice(31, 2)) == [of[batch] for batch in batches]
