"""Puts payloads together, writes them and gives them their names, many at a time.

Each payload is written to a temporary file first. When enough of them wait, all are flushed to the
drive (with one call where the system has it, else several at once, so that the file system commits
them together), the journal learns what they are, and each takes its name. A crash leaves whole
payloads, and a journal that explains them.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.build.payload_identity import StoreContext
from larder.core.build.pipeline.pieces import (
    CROP_RESOLUTION,
    CopyPiece,
    LinkedPiece,
    Payload,
    PicturePiece,
    PromptPiece,
    Source,
    is_cut_alike,
)
from larder.core.build.pipeline.stages import Sink
from larder.core.encoders.protocol import PayloadValues, PreparedImage
from larder.core.errors import PayloadError, UserFacingError
from larder.core.files.atomic_write import PendingFile
from larder.core.files.durable import (
    DISK_FULL,
    can_sync_file_system,
    explain_write_errors,
    sync_file_system,
    sync_folder,
)
from larder.core.files.journal import (
    JournalAction,
    JournalRecord,
    PayloadSource,
    append_journal,
    payloads_detail,
)
from larder.core.keys.payload_names import SENTINEL_NAME
from larder.core.keys.recipe import RECIPE_KEY, Recipe
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt import (
    SharedPart,
    compute_checksum,
    pt_parts,
)
from larder.core.payloads.pt_file import list_pt, stamps
from larder.core.payloads.tensors import read_pt_with_torch
from larder.core.payloads.value_checks import MASK_NAME
from larder.core.stores.indexed.stamps import (
    MODELTYPE_KEY,
    has_sentinel,
    members_of_build,
    payload_stamps,
    write_sentinel,
)

FLUSHERS: Final = 8
"""Files flushed at once: 64 small ones take 8 ms each one by one, 0.6 ms each like this."""

GROUP_FILES: Final = 128
"""Each waits with its file open, and macOS allows a process 256 of them."""

GROUP_BYTES: Final = 128 << 20
GROUP_SECONDS: Final = 2.0
"""Whatever comes first; what waits for its name is lost in a crash."""

ROOM_KEPT: Final = 32 << 20
"""Free space that stays beside what the index needs, so that it can still be saved."""

LATENT: Final = "latent_image"
SPATIAL: Final = "latent_"
"""How the names of arrays begin that have the latent's height and width last."""


class DiskFullError(Exception):
    """There is no room for further payloads; `args[0]` is one sentence."""


@dataclass(slots=True)
class _Group:
    """Payloads that get their names together."""

    began: float
    waiting: list[tuple[Payload, PendingFile]] = field(default_factory=list)
    bytes: int = 0

    def names(self) -> set[str]:
        return {payload.name for payload, _ in self.waiting}


class Publisher(Sink[Payload]):
    """Writes the payloads of an indexed store.

    While one group is flushed, the next one is being written. Names are given by the thread that
    writes: another one would take turns with it at each.
    """

    def __init__(
        self, store: Path, *, modeltype: str, names: Collection[str], reserve: int,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make ready to write; the store's lock is held, `reserve` bytes are left for its index."""
        self._store = store
        self._modeltype = modeltype
        self._names = names
        self._before = os.path.join(store, "")  # noqa: PTH118
        self._syncs_whole = can_sync_file_system(store)
        self._reserve = reserve + ROOM_KEPT
        self._clock_s = clock_s
        self._group = _Group(clock_s())
        self._flushed: Future[None] | None = None
        self._being_flushed: _Group | None = None
        self._donor: Payload | None = None
        self._flusher = ThreadPoolExecutor(1, thread_name_prefix="build-flush-group")
        self._flushers = ThreadPoolExecutor(FLUSHERS, thread_name_prefix="build-flush")

    def close(self) -> None:
        """Remove what was written and got no name."""
        self._flusher.shutdown()
        self._flushers.shutdown()
        with ExitStack() as stack:
            for group in (self._being_flushed, self._group):
                for _, pending in () if group is None else group.waiting:
                    stack.callback(pending.discard)

    def write(self, payload: Payload, /) -> list[Payload]:
        """Write one payload; earlier ones that got their names meanwhile, if any did."""
        if self._donor is None:
            self._donor = msgspec.structs.replace(payload)
        group = self._group
        with explain_write_errors(self._store):
            pending = PendingFile(self._before + payload.name)
            group.waiting.append((payload, pending))
            payload.bytes = pending.copy(payload.copies) if payload.copies else pending.write(
                pt_parts(payload.values, payload.crcs))
            if self._syncs_whole:
                pending.finish(fsync=False)
        mask = payload.values.get(MASK_NAME)
        payload.shows = None if mask is None else bool(mask.any())
        payload.values = {}
        group.bytes += payload.bytes
        is_full = len(group.waiting) >= GROUP_FILES or group.bytes >= GROUP_BYTES
        if not (is_full or self._clock_s() - group.began >= GROUP_SECONDS):
            is_flushed = self._flushed is not None and self._flushed.done()
            return self.settle() if is_flushed else []
        self._require_room()
        named = self.settle()
        self._group, self._being_flushed = _Group(self._clock_s()), group
        self._flushed = self._flusher.submit(self._flush, group)
        return named

    def holds(self, name: str, /) -> bool:
        """Return whether a payload is written but may not have its final name yet."""
        groups = (self._group, self._being_flushed)
        return any(group is not None and name in group.names() for group in groups)

    def settle(self) -> list[Payload]:
        """Wait for the group that is being flushed, and give its payloads their names."""
        if self._flushed is None or self._being_flushed is None:
            return []
        flushed, self._flushed = self._flushed, None
        flushed.result()
        named = self._name(self._being_flushed)
        self._being_flushed = None
        return named

    def publish(self) -> list[Payload]:
        """Give every written payload its name."""
        if self._group.waiting:
            self._require_room()
        named = self.settle()
        if self._group.waiting:
            group, self._group = self._group, _Group(self._clock_s())
            self._being_flushed = group
            self._flush(group)
            named += self._name(group)
            self._being_flushed = None
        sync_folder(self._store)
        return named

    def finish(self) -> None:
        """Write the store's stand-in for samples that have nothing, where there is none yet."""
        donor = self._donor
        if donor is not None and not has_sentinel(self._store, self._modeltype, self._names):
            self._journal({SENTINEL_NAME: donor}, 0)
            values = donor.values
            if donor.copies:
                values = read_pt_with_torch(self._before + donor.name)
            write_sentinel(self._store, values, self._modeltype)

    def _require_room(self) -> None:
        free = shutil.disk_usage(self._store).free
        if free < self._reserve:
            raise DiskFullError(
                f"The disk of {self._store} is nearly full: {free:,} bytes are free, which are "
                "left for the index.")

    def _flush(self, group: _Group) -> None:
        """Wait until what was written is on the drive, then tell the journal what it is."""
        with explain_write_errors(self._store):
            if self._syncs_whole:
                sync_file_system(self._store)
            else:
                files = [pending for _, pending in group.waiting]
                shares = [files[start::FLUSHERS] for start in range(FLUSHERS)]
                for done in [self._flushers.submit(_finish, share) for share in shares if share]:
                    done.result()
        self._journal({payload.name: payload for payload, _ in group.waiting}, group.bytes)

    def _name(self, group: _Group) -> list[Payload]:
        """Give a flushed group its names; they reach the drive with the next group or the index."""
        for _, pending in group.waiting:
            pending.take_name()
        return [payload for payload, _ in group.waiting]

    def _journal(self, written: Mapping[str, Payload], size: int) -> None:
        """Told before the payloads have their names, so that nobody takes them for a trainer's."""
        sources = {
            name: PayloadSource(payload.source.item.key, payload.source.hash)
            for name, payload in written.items()}
        append_journal(self._store, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.BUILT, items=len(written), bytes=size,
            detail=payloads_detail(sources)))


def _finish(files: Sequence[PendingFile]) -> None:
    for pending in files:
        pending.finish()


def is_disk_full(error: BaseException) -> bool:
    """Return whether an error means that a disk is full, or nearly."""
    cause = error.__cause__ if isinstance(error, UserFacingError) else error
    return isinstance(error, DiskFullError) or (
        isinstance(cause, OSError) and cause.errno in DISK_FULL)


@dataclass(frozen=True, slots=True)
class Composer:
    """Composes the payloads of one store."""

    context: StoreContext
    _settings: dict[int, SharedPart] = field(default_factory=dict)

    @property
    def names(self) -> Collection[str]:
        """Values that every payload must hold."""
        return self.context.store.names

    def picture(
        self, piece: PicturePiece, values: PayloadValues, recipe: Recipe
    ) -> list[Payload]:
        """A payload of a picture that was encoded."""
        return [self._payload(piece.source, piece.variation, values, recipe, is_encoded=True)]

    def prompts(self, piece: PromptPiece, values: PayloadValues, recipe: Recipe) -> list[Payload]:
        """The payloads of all that have a prompt; one of them counts as encoded.

        Each says the settings of its own concept, which chose the prompt.
        """
        checked, first = compute_checksum(values), piece.recipients[0][0].item.use.concept
        own = {first: recipe}
        for source, _ in piece.recipients:
            if source.item.use.concept not in own:
                own[source.item.use.concept] = self._recipe_of_copy(
                    source, {RECIPE_KEY: recipe.id}) or recipe
        return [
            self._payload(
                source, variation, values, own[source.item.use.concept], is_encoded=at == 0,
                prompt=piece.prompt, stamp=piece.stamp, checked=checked)
            for at, (source, variation) in enumerate(piece.recipients)]

    def copy(self, piece: CopyPiece) -> list[Payload]:
        """A payload that holds what another one holds.

        Raises:
            PayloadError: if that one is not there or damaged.
        """
        donor = self._read(piece.donor)
        return [self._payload(
            piece.source, piece.variation, _own_values(donor),
            self._recipe_of_copy(piece.source, donor), is_encoded=False,
            prompt=piece.source.prompts[piece.variation - 1] if piece.source.prompts else None,
            stamp=piece.stamp)]

    def take(self, piece: LinkedPiece) -> list[Payload]:
        """A payload of the other layout under a name of this one.

        The released trainer keeps a picture's crop and path in its aggregate: a slot that lacks
        them is written anew with both.

        Raises:
            PayloadError: if it is not there any more or damaged.
        """
        held, source = piece.held, piece.source
        path = Path(held.path)
        crop = self.context.crop_resolution(source)
        contents = list_pt(path)
        is_whole = (set(self.names) <= set(contents.names)
                    and contents.values.get(MODELTYPE_KEY) == self.context.modeltype
                    and contents.values.get(CROP_RESOLUTION) == crop)
        if is_whole:
            return [Payload(
                source, piece.variation, {}, False, held.origin.recipe, held.origin.prompt,
                copies=held.path)]
        donor = self._read(held.path)
        of_aggregate = {} if crop is None else {
            CROP_RESOLUTION: crop, "image_path": source.item.key}
        return [self._payload(
            source, piece.variation, {**_own_values(donor), **of_aggregate},
            self._recipe_of_copy(source, donor), is_encoded=False, stamp=held.origin.prompt,
            prompt=source.prompts[piece.variation - 1] if source.prompts else None)]

    def complete(self, piece: PicturePiece, prepared: PreparedImage) -> list[Payload]:
        """A payload that gets the names it lacks, and the mask of today; all else in it stays.

        Raises:
            PayloadError: if it is not there any more or damaged.
        """
        old = self._read(piece.completes)
        have = _own_values(old)
        added = {
            name: value for name, value in prepared.values.items()
            if name not in have or name == MASK_NAME or _is_of_other_size(name, have)}
        return [self._payload(
            piece.source, piece.variation, {**have, **added},
            self._recipe_of_copy(piece.source, old), is_encoded=False)]

    def _recipe_of_copy(self, source: Source, donor: Mapping[str, Any]) -> Recipe | None:
        return self.context.recipes.of_copy(self.context.concept_of(source), donor)

    def _read(self, name: str) -> dict[str, Any]:
        read = read_pt_with_torch(self.context.store.target.folder / name)
        if not isinstance(read, dict):
            raise PayloadError(f"{name} is not a cached file of this cache.")
        return read

    def _payload(
        self,
        source: Source,
        variation: int,
        values: PayloadValues,
        recipe: Recipe | None,
        *,
        is_encoded: bool,
        prompt: str | None = None,
        stamp: str = "",
        checked: tuple[str, Mapping[int, int]] | None = None,
    ) -> Payload:
        concept = self.context.concept_of(source)
        if concept.index not in self._settings:
            self._settings[concept.index] = SharedPart(concept.raw)
        said = payload_stamps(
            concept, self.context.modeltype, settings=self._settings[concept.index], prompt=prompt,
            content_hash=stamp or None)
        ours: Mapping[str, str] = {}
        crcs: Mapping[int, int] = {}
        if recipe is not None:
            checksum, crcs = checked or compute_checksum(values)
            ours = stamps(recipe.id, checksum)
        return Payload(
            source, variation, {**values, **members_of_build(said, source.made_from, ours)},
            is_encoded,
            "" if recipe is None else recipe.id, stamp, crcs)


def can_complete(
    contents: PayloadContents, prepared: PreparedImage, names: Collection[str]
) -> bool:
    """Return whether a payload lacks only values that need no encoder and was cropped alike.

    Otherwise all of it has to be made again.
    """
    if not is_cut_alike(contents, prepared.values, prepared.item.concept):
        return False
    sizes = {array.name: array.shape[-2:] for array in contents.arrays}
    wanted = sizes.get(LATENT)
    if wanted is None:
        return False
    wrong = {name for name, size in sizes.items() if name.startswith(SPATIAL) and size != wanted}
    added = (set(names) - set(contents.names)) | wrong | ({MASK_NAME} & set(names))
    return all(
        name in prepared.values and _size_of(prepared.values[name]) in (None, wanted)
        for name in added)


def _own_values(payload: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if not name.startswith("__")}


def _is_of_other_size(name: str, have: Mapping[str, Any]) -> bool:
    return name.startswith(SPATIAL) and _size_of(have[name]) != _size_of(have[LATENT])


def _size_of(value: Any) -> tuple[int, ...] | None:
    """The last two dimensions of an array, None of anything else."""
    shape = getattr(value, "shape", None)
    return None if shape is None else tuple(shape[-2:])
