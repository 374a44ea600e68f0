"""Batches for a loop: of one crop each, the same with any number of workers, resumable.

A loop that is stopped goes on where it was, in another process too:

    >>> import larder
    >>> config = "sample/training_presets/config.json"
    >>> loader = larder.CachedDataset(config, trust=True).loader(batch_size=2)
    >>> for batch in loader:
    ...     state = loader.state_dict()
    ...     break
    >>> state["epoch"], state["batch"]
    (0, 1)
    >>> again = larder.CachedDataset(config, trust=True).loader(batch_size=2)
    >>> again.load_state_dict(state)
    >>> len(again) == len(loader)
    True

A `DataLoader` of one's own takes the dataset, its batches and the collation:

    >>> from torch.utils.data import DataLoader
    >>> from larder.core.training.loading import collate
    >>> dataset = larder.CachedDataset(config, trust=True)
    >>> own = DataLoader(dataset, batch_sampler=dataset.batches(2), collate_fn=collate)
    >>> len(own) == len(dataset.batches(2))
    True
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from larder.core.encoders.draws import BASE_SEED
from larder.core.errors import PayloadError, UserFacingError
from larder.core.training.cached_files import CachedPayload, Crop, Sample
from larder.core.training.order import Turn, batches_of, epoch_dice
from larder.core.training.report import Missing, TrainingWarning
from larder.core.training.values import pad_values

BATCH_MODULE: Final = 64
"""Stands for the place of what sorts batches in the trainer's pipeline; each family has another."""


MOST_AXES: Final = 2
"""Of tokens and hidden states; what has more is of a picture, and a batch holds one crop."""


ALIGNED: Final = 64
"""Bytes, as torch aligns tensors of its own."""


def collate(items: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Items of one crop as a batch, as torch does it: tensors stacked, texts in a list.

    Tokens and hidden states of several lengths are filled up with zeros to the longest; how far the
    model type wants them padded, the dataset did before.
    """
    from torch.utils.data import default_collate

    batch: dict[str, Any] = default_collate(_of_one_length(items))
    return batch


def _of_one_length(items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    lengths = {
        name: {value.shape[0] for item in items if (value := item[name]).ndim}
        for name, first in items[0].items() if 0 < getattr(first, "ndim", 0) <= MOST_AXES}
    ragged = {name: max(found) for name, found in lengths.items() if len(found) > 1}
    return [{**item, **{name: pad_values(item[name], length) for name, length in ragged.items()}}
            for item in items]


class _Slot(msgspec.Struct, frozen=True, gc=False):
    """Where a tensor lies in the memory of its batch, from which byte on."""

    dtype: Any
    shape: tuple[int, ...]
    start: int


class PackedBatch(msgspec.Struct, frozen=True):
    """A batch on its way from a worker: all of its tensors in one piece of memory.

    Each piece that is shared costs both processes a connection, and a batch has ten tensors, most
    of them a few numbers: one piece takes half of the time (3.5 ms against 7 for 2.5 MB).

    Attributes:
        values: the batch with a `_Slot` in place of each tensor.
        memory: uint8, shape (bytes,).
    """

    values: dict[str, Any]
    memory: Any

    @classmethod
    def of(cls, items: Sequence[dict[str, Any]]) -> PackedBatch:
        """Return the result of `collate`, packed; called in the worker."""
        import torch
        from torch.utils.data import default_collate

        items = _of_one_length(items)
        stacked = {
            name for name, first in items[0].items() if isinstance(first, torch.Tensor)
            and all(item[name].dtype == first.dtype for item in items)}
        others = default_collate([
            {name: value for name, value in item.items() if name not in stacked} for item in items])
        size, sources = 0, list[tuple[_Slot, Any]]()

        def place(shape: tuple[int, ...], source: Any) -> _Slot:
            nonlocal size
            first = source[0] if isinstance(source, list) else source
            slot = _Slot(first.dtype, shape, size)
            size += -(-math.prod(shape) * first.element_size() // ALIGNED) * ALIGNED
            sources.append((slot, source))
            return slot

        values = {
            name: place((len(items), *first.shape), [item[name] for item in items])
            if name in stacked else _replace_values(
                others[name], torch.Tensor, lambda tensor: place(tuple(tensor.shape), tensor))
            for name, first in items[0].items()}
        shared = torch.UntypedStorage._new_shared(max(size, 1))
        packed = cls(values, torch.empty(0, dtype=torch.uint8).set_(shared))
        for slot, source in sources:
            if isinstance(source, list):
                torch.stack(source, out=packed.tensor(slot))
            else:
                packed.tensor(slot).copy_(source)
        return packed

    def tensor(self, slot: _Slot) -> Any:
        """A tensor of the batch, which keeps the memory of all of them."""
        end = slot.start + math.prod(slot.shape) * slot.dtype.itemsize
        return self.memory[slot.start:end].view(slot.dtype).view(slot.shape)

    def unpack(self) -> dict[str, Any]:
        """Return the batch with its tensors."""
        return {name: _replace_values(value, _Slot, self.tensor)
                for name, value in self.values.items()}

    def pin_memory(self) -> PackedBatch:
        """The same in memory that a graphics card reads at once; a `DataLoader` asks for it."""
        return PackedBatch(self.values, self.memory.pin_memory())


def _replace_values(value: Any, kind: type, replace: Callable[[Any], Any]) -> Any:
    """A value with others in place of all of a kind that it holds."""
    if isinstance(value, kind):
        return replace(value)
    if isinstance(value, Mapping):
        return {name: _replace_values(part, kind, replace) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_replace_values(part, kind, replace) for part in value)
    return value


class LostItem(msgspec.Struct, frozen=True):
    """An item whose payload was found to be gone or damaged when it was read."""

    picture: str
    problem: str


class Served(msgspec.Struct, frozen=True, gc=False):
    """Sources of one item of an epoch.

    Attributes:
        turn: whose, and in which variations.
        image: of its picture; None for zeros.
        text: of its caption; None for zeros, and where captions are not cached.
        crop: of its picture.
    """

    turn: Turn
    image: CachedPayload | None
    text: CachedPayload | None
    crop: Crop | None


class EpochItems(Protocol):
    """The dataset that is loaded from: the items of one epoch at a time.

    Attributes:
        missing: what happens where a payload is missing.
        epoch: the present one.
    """

    missing: Missing
    epoch: int

    def __len__(self) -> int:
        """How many items the present epoch has."""

    def __getitem__(self, at: int | Served, /) -> dict[str, Any]:
        """Read one item.

        Raises:
            PayloadError: if a payload is gone or damaged.
        """

    @property
    def samples(self) -> Sequence[Sample]:
        """All samples, of whichever epoch."""

    @property
    def served(self) -> Sequence[Served]:
        """The sources of the items of the present epoch."""

    @property
    def fingerprint(self) -> str:
        """Digest of what decides the order of every epoch."""

    def set_epoch(self, epoch: int) -> None:
        """Go to another epoch."""


class _Readable:
    """The items of a dataset, a `LostItem` for each that cannot be read."""

    def __init__(self, dataset: EpochItems) -> None:
        self._dataset = dataset

    def __getitem__(self, served: Served) -> dict[str, Any] | LostItem:
        try:
            return self._dataset[served]
        except PayloadError as error:
            picture = self._dataset.samples[served.turn.sample].picture
            return LostItem(picture, str(error))


def _collate_readable(
    items: Sequence[dict[str, Any] | LostItem]
) -> tuple[dict[str, Any] | PackedBatch | None, list[LostItem]]:
    """A batch of what could be read, None if nothing could, and what could not."""
    from torch.utils.data import get_worker_info

    lost = [item for item in items if isinstance(item, LostItem)]
    kept = [item for item in items if not isinstance(item, LostItem)]
    if not kept:
        return None, lost
    return collate(kept) if get_worker_info() is None else PackedBatch.of(kept), lost


class ResolutionBatches:
    """A batch sampler over the present epoch of a dataset.

    Attributes:
        start: the batch to begin with.
    """

    def __init__(
        self, dataset: EpochItems, batch_size: int, *, drop_last: bool = True,
        seed: int = BASE_SEED, module: int = BATCH_MODULE,
    ) -> None:
        """Begin.

        Args:
            dataset: whose epoch counts when the batches are asked for.
            batch_size: items of a batch.
            drop_last: leave out what does not fill one.
            seed: of the order.
            module: place of `AspectBatchSorting` in a trainer's pipeline, for its own order.

        Raises:
            ValueError: if the size is none.
        """
        if batch_size < 1:
            raise ValueError("a batch holds one item or more")
        self._dataset = dataset
        self.batch_size = batch_size
        self._drop_last = drop_last
        self._seed, self._module = seed, module
        self.start = 0

    def __iter__(self) -> Iterator[list[Served]]:
        """Yield the sources of the items of each batch."""
        served = self._dataset.served
        for places in self._order()[self.start:]:
            yield [served[place] for place in places]

    def __len__(self) -> int:
        """How many batches the epoch has."""
        return len(self._order())

    def _order(self) -> list[list[int]]:
        return batches_of(
            [item.crop for item in self._dataset.served], self.batch_size,
            epoch_dice(self._module, self._dataset.epoch, seed=self._seed),
            drop_last=self._drop_last)


class TrainingLoader:
    """Batches of one epoch after the other: each `for` goes through the rest of the present one.

    The state is that of the loop: it counts the batches that were handed out, not those that
    workers have read ahead.

    A payload that turns out to be damaged is left out of its batch, warned of and kept in mind,
    unless the dataset is to stop where anything is missing: one file ends no run of hours.

    Attributes:
        epoch: the one that the next batch is of.
        lost: what could not be read so far, by picture.
    """

    def __init__(
        self, dataset: EpochItems, batches: ResolutionBatches, *, workers: int = 0,
        pin_memory: bool = False,
    ) -> None:
        """Begin with the dataset's present epoch; workers start with the first batch."""
        self._dataset = dataset
        self._batches = batches
        self._workers = workers
        self._pin_memory = pin_memory
        self._loader: Any = None
        self._done = 0
        self.epoch = dataset.epoch
        self.lost: dict[str, LostItem] = {}

    def __len__(self) -> int:
        """How many batches the present epoch has left."""
        self._enter_epoch()
        return len(self._batches) - self._done

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rest of the present epoch."""
        self._enter_epoch()
        if self._loader is None:
            from torch.utils.data import DataLoader

            stops = self._dataset.missing is Missing.STOP
            self._loader = DataLoader(
                self._dataset if stops else _Readable(self._dataset),
                batch_sampler=self._batches, num_workers=self._workers,
                collate_fn=_collate_readable, pin_memory=self._pin_memory,
                persistent_workers=self._workers > 0)
        self._batches.start = self._done
        for batch, lost in self._loader:
            self._done += 1
            self._tell(lost)
            if batch is not None:
                yield batch.unpack() if isinstance(batch, PackedBatch) else batch
        self.epoch, self._done = self.epoch + 1, 0

    def state_dict(self) -> dict[str, Any]:
        """Where the loop is, for `load_state_dict` of a loader of the same samples."""
        return {
            "epoch": self.epoch, "batch": self._done, "batch_size": self._batches.batch_size,
            "samples": self._dataset.fingerprint}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on where another loader was.

        Raises:
            UserFacingError: if the samples, the batch size or the seed are others now, so that
                the rest of the epoch is not what was left of it.
        """
        mine = self.state_dict()
        changed = [name for name in ("batch_size", "samples") if state.get(name) != mine[name]]
        if changed:
            raise UserFacingError(
                "The training loop cannot be resumed: " + (
                    "the batch size has changed." if "batch_size" in changed
                    else "samples, balancing or seed have changed."),
                "Start the epoch again.")
        self.epoch, self._done = int(state["epoch"]), int(state["batch"])

    def _tell(self, lost: Sequence[LostItem]) -> None:
        for item in lost:
            if item.picture not in self.lost:
                warnings.warn(
                    f"{item.picture} is left out: {item.problem}", TrainingWarning, stacklevel=3)
            self.lost[item.picture] = item

    def _enter_epoch(self) -> None:
        if self._dataset.epoch != self.epoch:
            self._dataset.set_epoch(self.epoch)
