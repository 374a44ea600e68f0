"""The slots of a planned folder, in columns: whose each is, and which payload it gets.

A payload that is there keeps what is noted of it, with what is known of its sample and source now.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import msgspec

from larder.core.build.released.each import Each
from larder.core.build.sample_positions import SamplePosition
from larder.core.stores.released.slots import Origin
from larder.core.workspace.bucketing import Size


class SlotAction(enum.StrEnum):
    """Where the payload of a wanted slot comes from."""

    STAYS = "stays"
    MOVES = "moves"
    """From another slot; its draws move with it."""
    SHARED = "shared"
    """Of another sample with equal content."""
    LINKED = "linked"
    """From the other layout."""
    LEFT = "left"
    """Stale, and not to be made anew: what was made for its sample before."""
    ENCODED = "encoded"


ACTIONS: Final = tuple(SlotAction)

ACTION_TEXT: Final = {
    SlotAction.STAYS: "stay", SlotAction.MOVES: "move", SlotAction.SHARED: "shared",
    SlotAction.LINKED: "copied from cache.json", SlotAction.LEFT: "left as they are",
    SlotAction.ENCODED: "to encode"}
"""What a number of slots with this action do."""


class Making(enum.StrEnum):
    """How the payload of a slot is made that nothing there fills."""

    ENCODED = "encoded"
    EQUAL = "equal"
    """Once for it and another one, by this build or one that was stopped."""
    COMPLETED = "completed"
    """Of what is in the slot, which only gets another mask."""


MAKING_TEXT: Final = {
    Making.ENCODED: ACTION_TEXT[SlotAction.ENCODED], Making.EQUAL: "from identical content",
    Making.COMPLETED: "only get another mask"}
"""As `ACTION_TEXT`."""


class SourceState(msgspec.Struct, frozen=True, gc=False):
    """State of the files that decide a sample's payloads, as far as known.

    Attributes:
        content: 16 hex digits, "" while nobody has read it.
        bytes: of the file, 0 if there is none.
        mtime_ns: of the file, 0 if there is none.
        sidecars: name ending, content and mtime_ns of those that count, sorted.
    """

    content: str
    bytes: int
    mtime_ns: int
    sidecars: tuple[tuple[str, str, int], ...] = ()


class HeldPayload(msgspec.Struct, frozen=True, gc=False):
    """A payload on disk and what it was made of.

    Attributes:
        bytes: the file's size; `mtime_ns` is its date.
        place: group, variation and slot, None for one that is in no slot.
    """

    path: str
    bytes: int
    mtime_ns: int
    origin: Origin
    place: tuple[str, int, int] | None = None


class SlotColumns:
    """The slots of one planned folder.

    Attributes:
        samples: by slot.
        state: gives what a sample is to be made of.
        path: gives the file of a sample that decides it, "" where prompts are taken from names.
        sizes: crops that each may have, equal ones one object.
        endings: name endings of the sidecars that count now.
        fates: places in `ACTIONS`.
        held: the payloads that they get, with what is known of their samples and sources now.
        redone: 1 where nothing that is there is to be used.
    """

    __slots__ = ("actions", "endings", "held", "path", "redone", "samples", "sizes", "state")

    def __init__(
        self, samples: Sequence[SamplePosition], state: Callable[[SamplePosition], SourceState],
        path: Callable[[SamplePosition], str], sizes: list[tuple[Size, ...]],
        endings: tuple[str, ...] = (),
    ) -> None:
        """Make slots that are all to be encoded."""
        self.samples = samples
        self.state = state
        self.path = path
        self.sizes = sizes
        self.endings = endings
        self.actions = bytearray([ACTIONS.index(SlotAction.ENCODED)]) * len(samples)
        self.held: list[HeldPayload | None] = [None] * len(samples)
        self.redone = bytearray(len(samples))

    def give(
        self, at: int, held: HeldPayload, action: SlotAction, sample: SamplePosition,
        state: SourceState,
    ) -> None:
        """Let a slot, of this sample and source, have a payload that is there."""
        origin = msgspec.structs.replace(held.origin, picture=sample.picture) \
            if action is SlotAction.LEFT else origin_now(held.origin, sample, state, self.endings)
        # Most are as they were noted, and then nothing new is kept of them.
        self.held[at] = held if origin is held.origin else msgspec.structs.replace(
            held, origin=origin)
        self.actions[at] = ACTIONS.index(action)

    def redo_all(self) -> None:
        """Let none have what is there, good as it is."""
        self.redone = bytearray(b"\1") * len(self.samples)

    def list_empty(self) -> Iterator[tuple[int, SamplePosition]]:
        """Yield the slots that have no payload yet, those that are redone apart."""
        if None in self.held:
            for at, sample in enumerate(self.samples):
                if self.held[at] is None and not self.redone[at]:
                    yield at, sample

    def slots(self) -> FolderSlots:
        """Return the rows as a sequence of slots."""
        return FolderSlots(self)


class FolderSlots(Each["PlannedSlot"]):
    """The slots of one planned folder.

    Attributes:
        columns: what they are looks at; whoever goes through all of them takes these.
    """

    __slots__ = ("columns",)

    def __init__(self, columns: SlotColumns) -> None:
        super().__init__(len(columns.samples), partial(PlannedSlot, columns))
        self.columns = columns


class PlannedSlot:
    """One slot of a planned folder, a look at its row."""

    __slots__ = ("_at", "_columns")

    def __init__(self, columns: SlotColumns, at: int) -> None:
        self._columns = columns
        self._at = at

    @property
    def sample(self) -> SamplePosition:
        """Whose slot it is, made anew."""
        return self._columns.samples[self._at]

    @property
    def state(self) -> SourceState:
        """The state of the files that it is to be made of."""
        return self._columns.state(self.sample)

    @property
    def path(self) -> str:
        """The file that decides it, "" where prompts are taken from names."""
        return self._columns.path(self.sample)

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Height and width of the crops it may have, the drawn one first; none in a text store."""
        return self._columns.sizes[self._at]

    @property
    def action(self) -> SlotAction:
        """Where its payload comes from."""
        return ACTIONS[self._columns.actions[self._at]]

    @property
    def held(self) -> HeldPayload | None:
        """The payload it gets, None for one that is to be encoded."""
        return self._columns.held[self._at]

    @property
    def is_redone(self) -> bool:
        """True if no existing payload is used for it, not even a good one."""
        return bool(self._columns.redone[self._at])

    @property
    def size(self) -> Size | None:
        """The crop that would be encoded."""
        return self.sizes[0] if self.sizes else None

    @property
    def origin(self) -> Origin | None:
        """The origin of the payload it keeps, or None if it is to be encoded."""
        held = self.held
        return None if held is None else held.origin


def origin_now(
    origin: Origin, sample: SamplePosition, state: SourceState, endings: tuple[str, ...]
) -> Origin:
    """An origin with what is known of the present sample and source of its payload.

    Of sidecars that do not count now, as masks while they are switched off, what was noted stays.
    """
    content = state.content or origin.content
    if any(one[0] not in endings for one in origin.sidecars):
        state = msgspec.structs.replace(state, sidecars=tuple(sorted((
            *state.sidecars, *(one for one in origin.sidecars if one[0] not in endings)))))
    is_as_noted = (
        origin.mtime_ns == state.mtime_ns and origin.content == content
        and origin.picture == sample.picture and origin.bytes == state.bytes
        and origin.sidecars == state.sidecars)
    return origin if is_as_noted else msgspec.structs.replace(
        origin, picture=sample.picture, content=content,
        bytes=state.bytes, mtime_ns=state.mtime_ns, sidecars=state.sidecars)
