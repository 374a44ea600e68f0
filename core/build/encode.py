"""Encodes batches: halves them when the device is full, and lets no item spoil its neighbours.

Values that no encoder gives (NaN, infinity, nothing but zeros) are a failure of that item, never a
payload.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from larder.core.encoders.protocol import OutOfMemoryError, PayloadValues, SourceError
from larder.core.errors import UserFacingError
from larder.core.payloads.fresh_values import first_bad_value

One = TypeVar("One")

HOPELESS_AFTER = 8
"""So many failures of the encoder itself, before anything succeeded, are not the items' fault."""


@dataclass(frozen=True, slots=True)
class NotEncoded:
    """Why one item has no values, one sentence."""

    problem: str


class BatchEncoder(Generic[One]):
    """Encodes lists of prepared items of one size with one encoder.

    Attributes:
        largest: items that fit on the device together, as far as is known.
    """

    def __init__(
        self, encode: Callable[[Sequence[One]], list[PayloadValues]], *, names: Iterable[str],
        largest: int,
    ) -> None:
        """Make ready.

        Args:
            encode: of an encoder.
            names: values that every item must get.
            largest: items per batch to begin with.
        """
        self._encode = encode
        self._names = frozenset(names)
        self.largest = largest
        self._failures = 0
        self._has_succeeded = False

    def encode(self, batch: Sequence[One]) -> list[PayloadValues | NotEncoded]:
        """Values per item in order, or why there are none.

        Raises:
            UserFacingError: if not even one item fits on the device, the encoder cannot be loaded,
                or it fails whatever it is given.
        """
        done: list[PayloadValues | NotEncoded] = []
        while len(done) < len(batch):
            part = batch[len(done):len(done) + self.largest]
            try:
                done += map(self._checked, self._encode(part))
                self._has_succeeded = True
            except OutOfMemoryError as full:
                self._halve(len(part), full)
            except (SourceError, RuntimeError, ValueError) as broken:
                done += self._one_by_one(part, broken)
        return done

    def _halve(self, size: int, full: OutOfMemoryError) -> None:
        if size <= 1:
            raise UserFacingError(
                f"The device has no room for a single item: {full}.",
                "Close what else uses it, or build with --device cpu.") from full
        self.largest = size // 2

    def _one_by_one(
        self, part: Sequence[One], broken: Exception
    ) -> list[PayloadValues | NotEncoded]:
        """Encode alone what failed together."""
        if len(part) == 1:
            return [self._failed(broken)]
        found: list[PayloadValues | NotEncoded] = []
        for one in part:
            try:
                found += map(self._checked, self._encode([one]))
                self._has_succeeded = True
            except OutOfMemoryError as full:
                self._halve(1, full)
            except (SourceError, RuntimeError, ValueError) as alone:
                found.append(self._failed(alone))
        return found

    def _failed(self, error: Exception) -> NotEncoded:
        if isinstance(error, SourceError):
            return NotEncoded(str(error))
        self._failures += 1
        if self._failures >= HOPELESS_AFTER and not self._has_succeeded:
            raise UserFacingError(
                f"The encoder fails whatever it is given: {error}.",
                "Check that the model fits the config's model type.") from error
        return NotEncoded(f"It cannot be encoded: {error}.")

    def _checked(self, values: PayloadValues) -> PayloadValues | NotEncoded:
        missing = self._names - values.keys()
        if missing:
            raise UserFacingError(
                f"The encoder does not make {', '.join(sorted(missing))}, which the config needs.",
                "Check that the model fits the config's model type.")
        bad = first_bad_value(values)
        return values if bad is None else NotEncoded(f"The encoder made no good values: {bad}.")
