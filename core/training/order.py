"""Order of an epoch: balanced samples, their variations, and batches of one size.

As the trainer has it: samples whose concepts agree in folder, seed and settings are balanced
together. A pool of n samples serves N of them per epoch: `floor(n * balancing)` by REPEATS,
`int(balancing)` by SAMPLES. The k-th of epoch e is sample `(k + e N) mod n` of the pool, in
variation `(k + e N) div n`, so that fewer than n per epoch go through all of them in the end.

By SAMPLES the trainer with an index shuffles the pool before it takes N. It draws once for pictures
and once for captions, and so pairs most pictures with others' captions; here one draw serves both.
The released trainer shuffles nothing.

Batches hold samples of one crop. Whole batches of all crops are shuffled, then the samples of each
crop; what does not fill a batch is left out of the epoch.

Source: mgds `SmartDiskCache`, `DiskCache` and `AspectBatchSorting`, re-derived.
"""

from __future__ import annotations

import enum
import math
import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from larder.core.encoders.draws import BASE_SEED
from larder.core.workspace.concepts import BalancingStrategy

WHOLE_LIST: Final = -1
"""What stands for a sample's position in the seed of a draw about all of them."""


class Order(enum.StrEnum):
    """Whose order of samples and batches an epoch has.

    LARDER: one that no config changes. TRAINER: that of OneTrainer's own loader.
    """

    LARDER = "larder"
    TRAINER = "trainer"


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One sample's turn in an epoch.

    Attributes:
        sample: number of the sample.
        image: variation of its picture, from 0.
        text: variation of its caption, from 0.
    """

    sample: int
    image: int
    text: int


@dataclass(frozen=True, slots=True)
class Pool:
    """Samples that are balanced together.

    Attributes:
        members: numbers of the samples, in the trainer's order.
        count: how many turns they have in an epoch.
        image_variations: payloads of each picture.
        text_variations: payloads of each caption.
        is_drawn: whether each epoch draws its members anew.
    """

    members: Sequence[int]
    count: int
    image_variations: int = 1
    text_variations: int = 1
    is_drawn: bool = False

    def turns(self, epoch: int, dice: random.Random) -> Iterator[Turn]:
        """Their turns in an epoch, in order; `dice` is asked only where members are drawn."""
        members = self.members
        if self.is_drawn:
            shuffled = list(members)
            dice.shuffle(shuffled)
            members = shuffled[:self.count]
        if not members:
            return
        for at in range(epoch * self.count, (epoch + 1) * self.count):
            lap, place = divmod(at, len(members))
            yield Turn(
                members[place], lap % self.image_variations, lap % self.text_variations)


def turns_per_epoch(samples: int, balancing: float, strategy: BalancingStrategy) -> int:
    """How many turns the samples of a pool have in an epoch."""
    if strategy is BalancingStrategy.SAMPLES:
        return max(int(balancing), 0)
    return max(math.floor(samples * balancing), 0)


def epoch_dice(module: int, epoch: int, *, seed: int = BASE_SEED) -> random.Random:
    """The generator of a module of the trainer's pipeline for draws about a whole epoch."""
    return random.Random(hash((seed, module, epoch, WHOLE_LIST)))


def turns_of(
    pools: Sequence[Pool], epoch: int, dice: Callable[[], random.Random]
) -> list[Turn]:
    """Every turn of an epoch; `dice` makes a generator anew for each pool."""
    return [turn for pool in pools for turn in pool.turns(epoch, dice())]


def batches_of(
    crops: Sequence[Hashable], size: int, dice: random.Random, *, drop_last: bool = True
) -> list[list[int]]:
    """Batches of places in `crops` that have the same one, in a drawn order.

    Args:
        crops: of each turn of the epoch.
        size: of a batch.
        dice: the draws.
        drop_last: leave out what does not fill a batch; else it comes last, in smaller ones.
    """
    by_crop: dict[Hashable, list[int]] = {}
    for place, crop in enumerate(crops):
        by_crop.setdefault(crop, []).append(place)
    order = [
        (crop, start) for crop, places in by_crop.items()
        for start in range(0, len(places) - size + 1, size)]
    dice.shuffle(order)
    for places in by_crop.values():
        dice.shuffle(places)
    batches = [by_crop[crop][start:start + size] for crop, start in order]
    if not drop_last:
        batches += _remainders(by_crop, size)
    return batches


def _remainders(by_crop: Mapping[Hashable, Sequence[int]], size: int) -> Iterator[list[int]]:
    for places in by_crop.values():
        left = len(places) % size
        if left:
            yield list(places[-left:])
