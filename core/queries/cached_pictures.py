"""Cached pictures: which payload is of which picture, what both look like, how far they agree.

A payload of an image store says how its picture was scaled and cropped, so the very part that was
encoded can be shown beside its latent, at any size. In a smart cache the index says which source a
payload is of, in a released one the aggregate, or what a build noted beside it.

Payloads are read by the inert readers, pictures by the reader that builds use; no torch.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image

from larder.core.columns import TextColumn
from larder.core.encoders.pictures import CONDITIONING, LATENT, SQUARE, read_picture
from larder.core.encoders.protocol import SourceError
from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken, Job, JobCancelled, Progress
from larder.core.keys.payload_names import parse_smart_name
from larder.core.keys.recipe import FINGERPRINT_SUFFIX, RECIPE_KEY, Recipe, weights_of
from larder.core.payloads.dtypes import Array
from larder.core.payloads.pt_file import PtFile
from larder.core.queries.draw_pixels import tiled
from larder.core.queries.latent_colours import (
    LEAST_PAIRS,
    MOST_PAIRS,
    Floats,
    LatentColours,
    LatentPair,
    PictureRanking,
    RankedPicture,
    learn_colours,
    likeness,
    remember_colours,
    remembered_colours,
)
from larder.core.queries.preview import ColourState, LatentDrawing, PayloadPreview
from larder.core.settings import cache_home
from larder.core.stores.records import read_recipes
from larder.core.stores.released.groups import (
    GroupRecord,
    LegacyVariation,
    VariationRecord,
    list_legacy_folders,
    read_group,
    slot_name,
)
from larder.core.stores.released.slots import read_slots
from larder.core.stores.smart.columns import IndexColumns
from larder.core.stores.store_memory import present_index
from larder.core.survey.released_origins import SlotOrigins
from larder.core.survey.sources import SpelledPaths
from larder.core.workspace.bucketing import Size, scale_and_crop
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.roots import (
    PathFlavour,
    before_name,
    comparable,
    normalised,
    recorded_flavour,
    split_key,
    split_last,
)
from larder.core.workspace.store_kinds import StoreContent, StoreFormat

LATENTS: Final = (LATENT, f"{LATENT}_distribution.mean")
"""Names of a latent, the second in caches of VAE fine-tuning."""

MOST_SIDE: Final = 512
"""Pixels of the longer side of a source beside its latent."""

MOST_LATENT_SIDE: Final = 1_024
"""Points of a latent's longer side that are drawn; beyond that every n-th."""

STEPS: Final = 64
"""Of a histogram."""

TRIES_PER_PAIR: Final = 4
"""Entries that are looked at for each pair that is wanted: some have no source or no payload."""


class CachedPicture(msgspec.Struct, frozen=True):
    """One payload of an image store.

    Attributes:
        name: of the payload, relative to its store.
        spelled: the source as index or aggregate spell it.
        source: where that lies here, or would.
        size: (height, width) of the crop where more than the payload says it, else None.
        modeltype: of its entry, "" where none is recorded.
        recipe: id that is noted of it beside the store, "" for none.
    """

    name: str
    spelled: str
    source: Path
    size: Size | None = None
    modeltype: str = ""
    recipe: str = ""


class CachedPictures(Protocol):
    """The payloads of one image store."""

    def __len__(self) -> int:
        """Groups of payloads that differ in their variation alone."""

    def at(self, place: int) -> list[CachedPicture]:
        """The payloads of a group, by variation; those that are not there are left out."""

    def of(self, source: str) -> list[CachedPicture]:
        """Every payload of a source as it is spelled, by name."""


def cached_pictures(workspace: Workspace, location: StoreLocation) -> CachedPictures | None:
    """The cached pictures of a store, None of one that has none.

    Raises:
        WorkspaceError: if its index cannot be read.
        OSError: if the store cannot be listed.
    """
    if location.kind.content is not StoreContent.IMAGE:
        return None
    if location.kind.format is StoreFormat.SMART:
        return SmartPictures(workspace, location.path)
    return ReleasedPictures(workspace, location.path)


class SmartPictures:
    """Those of a store with an index: a group is a variant."""

    def __init__(self, workspace: Workspace, store: Path) -> None:
        self._store = store
        self._columns = present_index(cache_home(), store).columns
        self._paths = SpelledPaths(
            workspace.root, workspace.maps, PathFlavour(self._columns.separator))

    def __len__(self) -> int:
        return len(self._columns.stems)

    def at(self, place: int) -> list[CachedPicture]:
        """Variations from the first to the first that is missing, for the folder is not listed."""
        stem = self._columns.stems[place]
        found: list[CachedPicture] = []
        while (self._store / f"{stem}_{len(found) + 1}.pt").is_file():
            found.append(self._picture(place, f"{stem}_{len(found) + 1}.pt"))
        return found

    def of(self, source: str) -> list[CachedPicture]:
        """Every one on disk."""
        variants = dict(variants_of(self._columns, source))
        return [
            self._picture(variants[parsed.stem], name)
            for name in stem_files(self._store, tuple(variants))
            if (parsed := parse_smart_name(name)) is not None]

    def _picture(self, variant: int, name: str) -> CachedPicture:
        columns = self._columns
        row = int(columns.variant_row[variant])
        folder, source = columns.folders[columns.folder[row]], columns.names[row]
        real = self._paths.real(folder)
        size = (int(columns.variant_height[variant]), int(columns.variant_width[variant]))
        return CachedPicture(
            name=name, spelled=before_name(folder, columns.separator) + source,
            source=Path(real, self._paths.file_in(real, source)),
            size=size if columns.variant_has_crop[variant] and min(size) > 0 else None,
            modeltype=columns.modeltypes[columns.modeltype[row]])


def variants_of(columns: IndexColumns, source: str) -> list[tuple[str, int]]:
    """(stem, number) of the variants that a source has in an index."""
    folder, name = split_key(source, columns.separator)
    for row, known in enumerate(columns.names):
        if known == name and columns.folders[columns.folder[row]] == folder:
            variants = (columns.variant_row == row).nonzero()[0].tolist()
            return [(columns.stems[variant], variant) for variant in variants]
    return []


def entry_files(store: Path, source: str) -> tuple[Path, ...]:
    """Payload files on disk that the entry of `source` names, any variation, in name order.

    Raises:
        WorkspaceError: if the index cannot be read.
        OSError: if the store cannot be listed.
    """
    columns = present_index(cache_home(), store).columns
    stems = tuple(stem for stem, _ in variants_of(columns, source))
    return tuple(store / name for name in stem_files(store, stems))


def stem_files(store: Path, stems: tuple[str, ...]) -> list[str]:
    """Payload files of these stems that are on disk, any variation, in name order.

    Raises:
        OSError: if the store cannot be listed.
    """
    # A prefix is quickly compared; parsing a million names to find two of them is not.
    names = (name for name in os.listdir(store) if name.startswith(stems)) if stems else ()
    parsed = ((name, parse_smart_name(name)) for name in names)
    return sorted(name for name, parts in parsed if parts is not None and parts.stem in stems)


class ReleasedPictures:
    """Those of folders of numbered slots: a group is a slot."""

    def __init__(self, workspace: Workspace, store: Path) -> None:
        self._workspace = workspace
        self._store = store
        self._origins: dict[tuple[str, int], SlotOrigins] = {}
        self._groups = [
            self._read(key) for key in list_legacy_folders(store).groups]
        self._starts = np.cumsum([0, *(
            max((record.count for record in group.variations.values()), default=0)
            for group in self._groups)])

    def __len__(self) -> int:
        return int(self._starts[-1])

    def at(self, place: int) -> list[CachedPicture]:
        """A slot's payload in each variation."""
        at = int(np.searchsorted(self._starts, place, side="right")) - 1
        return list(self._slot(self._groups[at], place - int(self._starts[at])))

    def of(self, source: str) -> list[CachedPicture]:
        """Those that an aggregate, or a record beside it, says are of that source."""
        found = self._slots_of(lambda path: path == source)
        if found:
            return found
        # A trainer recorded folder and name as it joined them; the sample is spelled as it is now.
        flavour = recorded_flavour([source])
        wanted = comparable(normalised(source, flavour), flavour)
        return self._slots_of(
            lambda path: comparable(normalised(path, flavour), flavour) == wanted)

    def _slots_of(self, is_wanted: Callable[[str], bool]) -> list[CachedPicture]:
        return [
            picture for group in self._groups
            for slot in sorted({
                slot for record in group.variations.values()
                for slot, path in enumerate(record.paths or ()) if path and is_wanted(path)})
            for picture in self._slot(group, slot) if is_wanted(picture.spelled)]

    def _slot(self, group: GroupRecord, slot: int) -> Iterator[CachedPicture]:
        for number, record in group.variations.items():
            spelled = record.paths[slot] if record.paths and slot < len(record.paths) else None
            if spelled is None or not record.variation.has_slot(slot):
                continue
            flavour = recorded_flavour([spelled])
            paths = SpelledPaths(self._workspace.root, self._workspace.maps, flavour)
            folder, name = split_last(spelled, flavour)
            real = paths.real(folder)
            origins = self._origins.get((group.group.key, number))
            yield CachedPicture(
                name=slot_name(group.group.key, variation=number, slot=slot), spelled=spelled,
                source=Path(real, paths.file_in(real, name)), size=record.sizes[slot],
                recipe="" if origins is None else origins.recipes[int(origins.recipe[slot])])

    def _read(self, key: str) -> GroupRecord:
        """A group; an aggregate that was read before is not read again for the next picture."""
        def known(variation: LegacyVariation) -> VariationRecord | None:
            with suppress(OSError):  # what cannot be read is as if nothing were noted
                noted = read_slots(self._store, key, variation)
                origins = SlotOrigins.of(() if noted is None else noted.slots)
                if noted is not None and origins.is_whole:
                    self._origins[key, variation.number] = origins
                    return origins.listed(variation, is_text=False)
            record = _AGGREGATES.get(self._stamp(key, variation))
            return None if record is None else replace(record, variation=variation)

        group = read_group(self._store, key, known)
        for record in group.variations.values():
            if len(_AGGREGATES) >= MOST_AGGREGATES:
                _AGGREGATES.clear()
            _AGGREGATES[self._stamp(key, record.variation)] = record
        return group

    def _stamp(self, key: str, variation: LegacyVariation) -> _AggregateStamp:
        return (self._store, key, variation.number, variation.aggregate_bytes or 0,
                variation.aggregate_ns)


_AggregateStamp = tuple[Path, str, int, int, int]

MOST_AGGREGATES: Final = 64
_AGGREGATES: Final[dict[_AggregateStamp, VariationRecord]] = {}
"""What aggregates say, in a worker that is asked about one picture after another."""


@dataclass(frozen=True, slots=True)
class ReadLatent:
    """What is drawn of a payload.

    Attributes:
        frames: float32 [frames, channels, h, w]; one frame of a picture.
        mask: float32 [h, w] in [0, 1], None where it holds none.
        conditioning: as `frames`, None where it holds none.
        original: (height, width) of the picture that was encoded, None if it does not say.
        crop: (height, width) of the crop, None if it does not say.
        offset: (y, x) of the crop in the scaled picture, None if it does not say.
        recipe: id of the recipe it carries, "" for none.
        modeltype: that it says it is for, "" for none.
    """

    frames: Floats
    mask: Floats | None
    conditioning: Floats | None
    original: Size | None
    crop: Size | None
    offset: Size | None
    recipe: str
    modeltype: str

    @property
    def latent(self) -> Floats:
        """The first frame, [channels, h, w]."""
        first: Floats = self.frames[0]
        return first


def read_latent(path: Path) -> ReadLatent:
    """Read the latents and the mask of a payload.

    Raises:
        PayloadError: if it is damaged, refused, or holds no latent that can be drawn.
    """
    with PtFile(path) as payload:
        contents = payload.contents()
        known = {array.name: array.shape for array in contents.arrays}
        name = next((name for name in LATENTS if name in known), None)
        if name is None:
            raise PayloadError(f"{path.name} holds no latent of a picture.")
        arrays = {
            wanted: payload.array(wanted) for wanted in (name, "latent_mask", CONDITIONING)
            if wanted in known}
        frames = _frames(arrays[name])
        if frames is None:
            shape = "x".join(map(str, known[name]))
            raise PayloadError(f"The latent in {path.name} is {shape}, which is no picture.")
        values = contents.values
        pair = {wanted: _last_two(values.get(wanted)) for wanted in (
            "original_resolution", "crop_resolution", "crop_offset")}
        recipe, modeltype = (str(values.get(key) or "") for key in (RECIPE_KEY, "__modeltype"))
        return ReadLatent(
            frames=frames, mask=_mask(arrays.get("latent_mask")),
            conditioning=_frames(arrays[CONDITIONING]) if CONDITIONING in arrays else None,
            original=pair["original_resolution"], crop=pair["crop_resolution"],
            offset=pair["crop_offset"], recipe=recipe, modeltype=modeltype)


def _frames(latent: Array) -> Floats | None:
    """[channels, h, w], [1, channels, h, w] or [channels, frames, h, w] as frames."""
    plain = latent
    if plain.ndim == 5 and plain.shape[0] == 1:
        plain = plain[0]
    if plain.ndim == 3:
        plain = plain[:, None]
    elif plain.ndim == 4 and plain.shape[0] == 1 and plain.shape[1] > 1:
        plain = plain[0][:, None]
    if plain.ndim != 4 or plain.size == 0 or plain.dtype.kind not in "fiu":
        return None
    return np.ascontiguousarray(plain.transpose(1, 0, 2, 3), dtype=np.float32)


def _mask(mask: Array | None) -> Floats | None:
    """[1, h, w], [1, 1, h, w], or 64 channels of the pixels of squares."""
    if mask is None or mask.size == 0 or mask.dtype.kind not in "fiub":
        return None
    plain = mask.reshape(-1, *mask.shape[-2:]).astype(np.float32)
    if len(plain) == SQUARE * SQUARE:
        rows, columns = plain.shape[1:]
        return np.ascontiguousarray(
            plain.reshape(SQUARE, SQUARE, rows, columns).transpose(2, 0, 3, 1)
            .reshape(rows * SQUARE, columns * SQUARE))
    first: Floats = plain[0]
    return first


def _last_two(value: object) -> Size | None:
    """Models with frames put their number before height and width."""
    if not isinstance(value, tuple | list) or len(value) < 2:
        return None
    pair = value[-2:]
    return (int(pair[0]), int(pair[1])) if all(isinstance(side, int) for side in pair) else None


def encoded_part(
    source: Path, latent: ReadLatent, size: Size | None, shape: Size
) -> Floats:
    """The part of a picture that was encoded, float32 [*shape, 3] in [0, 1], not mirrored.

    Area means, so that a picture of a latent's size has what lies under each of its points.

    Args:
        source: the picture.
        latent: says how it was scaled and cropped; the middle where it does not.
        size: (height, width) of the crop where the payload does not say it.
        shape: (height, width) wanted.

    Raises:
        SourceError: if the picture cannot be read.
    """
    levels = read_picture(source, least=2 * max(shape))
    height, width = levels.shape[:2]
    crop = latent.crop or size or _by_stride(latent)
    tall, wide = latent.original or (height, width)
    cut = scale_and_crop(tall, wide, crop)
    top, left = cut.offset if latent.offset is None else latent.offset
    down, across = height / cut.scaled[0], width / cut.scaled[1]
    box = (left * across, top * down, (left + crop[1]) * across, (top + crop[0]) * down)
    box = (max(box[0], 0.0), max(box[1], 0.0), min(box[2], width), min(box[3], height))
    if box[0] >= box[2] or box[1] >= box[3]:
        raise SourceError(f"{source.name} is smaller than what was encoded of it.")
    part = Image.fromarray(levels).resize(
        (shape[1], shape[0]), Image.Resampling.BOX, box=box)
    return np.asarray(part, dtype=np.float32) / np.float32(255)


def _by_stride(latent: ReadLatent) -> Size:
    """The size of a crop that nobody recorded; only its shape matters then."""
    height, width = latent.frames.shape[2:]
    return height * SQUARE, width * SQUARE


def may_be_mirrored(workspace: Workspace) -> bool:
    """Whether any picture of a workspace may have been mirrored; without concepts any may."""
    return not workspace.concepts or any(
        concept.image.enable_random_flip or concept.image.enable_fixed_flip
        for concept in workspace.concepts)


class ColourBook:
    """Which colours the latents of one store have, by encoder; learns them when asked."""

    def __init__(self, workspace: Workspace, location: StoreLocation) -> None:
        self._location = location
        self.may_be_mirrored = may_be_mirrored(workspace)
        recipes = read_recipes(location.path)
        self._recipes = {} if recipes is None else recipes.recipes
        self._met: dict[tuple[str, int], LatentColours] = {}

    def encoder(self, picture: CachedPicture, latent: ReadLatent) -> str:
        """A text that names what encoded a picture: by its weights, else by the store it is in."""
        recipe = self._recipes.get(latent.recipe or picture.recipe)
        weights = "" if recipe is None else _vae_of(recipe)
        modeltype = picture.modeltype or latent.modeltype
        return f"{modeltype}|{weights or self._location.path.absolute()}"

    def known(
        self, picture: CachedPicture, latent: ReadLatent, *, written_ns: int = 0
    ) -> LatentColours | None:
        """What was learnt before, unless the picture was cached after that by nobody knows what.

        Args:
            picture: which.
            latent: read of it.
            written_ns: modification time of the payload.
        """
        encoder, channels = self.encoder(picture, latent), len(latent.latent)
        colours = self._met.get((encoder, channels)) or remembered_colours(
            cache_home(), encoder, channels)
        is_of_store = encoder.endswith(str(self._location.path.absolute()))
        if colours is not None and is_of_store and written_ns > colours.learnt_ns:
            return None
        return colours

    def learn(
        self, pictures: CachedPictures, picture: CachedPicture, latent: ReadLatent,
        token: CancelToken,
    ) -> Job[LatentColours]:
        """Learn the colours of a picture's encoder from others like it, and remember them.

        What is learnt from more pictures stays.
        """
        encoder, channels = self.encoder(picture, latent), len(latent.latent)
        pairs: list[LatentPair] = []
        for place in _spread(len(pictures), MOST_PAIRS * TRIES_PER_PAIR):
            token.check()
            yield Progress(LEARNING, len(pairs), min(MOST_PAIRS, len(pictures)), "pictures")
            pair = self._pair(pictures.at(place)[:1], encoder, channels)
            if pair is not None:
                pairs.append(pair)
            if len(pairs) == MOST_PAIRS:
                break
        learnt = msgspec.structs.replace(
            learn_colours(pairs, channels=channels, may_be_mirrored=self.may_be_mirrored),
            learnt_ns=time.time_ns())
        before = remembered_colours(cache_home(), encoder, channels)
        if before is not None and learnt.pairs < min(before.pairs, LEAST_PAIRS):
            learnt = msgspec.structs.replace(before, learnt_ns=learnt.learnt_ns)
        self._met[encoder, channels] = learnt
        # Of too few nothing is remembered: there may be more of them the next time.
        if learnt.pairs >= LEAST_PAIRS:
            remember_colours(cache_home(), encoder, learnt)
        return learnt

    def _pair(
        self, pictures: Sequence[CachedPicture], encoder: str, channels: int
    ) -> LatentPair | None:
        for picture in pictures:
            if not picture.source.is_file():
                continue
            try:
                latent = read_latent(self._location.path / picture.name)
                if self.encoder(picture, latent) != encoder or len(latent.latent) != channels:
                    continue
                part = encoded_part(
                    picture.source, latent, picture.size, _shape(latent.latent))
            except (PayloadError, SourceError, UserFacingError):
                continue
            return LatentPair.of(latent.latent, part)
        return None


LEARNING: Final = "learning what this encoder's latents look like"


def _vae_of(recipe: Recipe) -> str:
    """What a recipe knows of a VAE that no other has, "" for nothing."""
    weights = weights_of(recipe).get("vae")
    digest = "" if weights is None else weights.sample or weights.whole
    return digest or str(recipe.fields.get(f"vae{FINGERPRINT_SUFFIX}") or "")


def _shape(latent: Floats) -> Size:
    return int(latent.shape[-2]), int(latent.shape[-1])


def _spread(count: int, most: int) -> list[int]:
    """At most `most` places of `count`, from everywhere, in an order that begins everywhere."""
    wanted = min(count, most)
    places = (np.arange(wanted, dtype=np.int64) * count) // max(wanted, 1)
    order: list[int] = np.random.default_rng(wanted).permutation(places).tolist()
    return order


def preview_cached_picture(
    workspace: Workspace, location: StoreLocation, source: str, *, shown: str = "",
    learns: bool = True, token: CancelToken,
) -> Job[PayloadPreview]:
    """What one cached picture looks like beside its source.

    Args:
        workspace: whose.
        location: a store of pictures.
        source: as the entry spells it; "" for a payload that no entry needs.
        shown: which of its payloads, relative to the store; "" for the first.
        learns: learn the encoder's colours where nobody has, which takes seconds.
        token: checked per picture that is learnt from.

    Raises:
        UserFacingError: if the store caches no pictures.
        WorkspaceError: if its index cannot be read.
    """
    pictures = cached_pictures(workspace, location)
    if pictures is None:
        raise UserFacingError(f"{location.id} caches no pictures.")
    found = pictures.of(source) if source else []
    if not source and shown:
        found = [CachedPicture(name=shown, spelled="", source=Path())]
    if not found:
        return PayloadPreview(None, "None of its files is on disk.", "Build it.")
    at = next((at for at, picture in enumerate(found) if picture.name == shown), 0)
    picture = found[at]
    path = location.path / picture.name
    try:
        latent = read_latent(path)
        written_ns = path.stat().st_mtime_ns
    except PayloadError as damaged:
        return PayloadPreview(None, damaged.problem, damaged.hint)
    except OSError as error:
        return PayloadPreview(
            None, f"{path.name} cannot be read: {error.strerror or error}.",
            "Check that its drive is connected, and that you may read it.")
    book = ColourBook(workspace, location)
    colours = book.known(picture, latent, written_ns=written_ns)
    if colours is None and learns:
        colours = yield from book.learn(pictures, picture, latent, token)
    drawing = _draw(picture, latent, colours, mirrors=book.may_be_mirrored)
    names = TextColumn.from_strings(one.name for one in found)
    return PayloadPreview(
        replace(drawing, names=names, shown=at), source=picture.spelled)


_NO_PICTURE: Final = np.zeros((0, 0, 3), np.uint8)


def _draw(
    picture: CachedPicture, latent: ReadLatent, colours: LatentColours | None, *, mirrors: bool
) -> LatentDrawing:
    state = ColourState.NOT_YET if colours is None else colours.state
    shown = colours if state is ColourState.LEARNT else None
    alike: tuple[float, bool] | None = None
    source, no_source = _NO_PICTURE, ""
    try:
        if not picture.spelled:
            raise SourceError("Nothing says which picture it was made from.")
        if shown is not None:
            small = encoded_part(
                picture.source, latent, picture.size, _shape(latent.latent))
            alike = likeness(shown, latent.latent, small, may_be_mirrored=mirrors)
        source = _levels(encoded_part(
            picture.source, latent, picture.size, _within(latent, picture.size)))
    except (SourceError, UserFacingError) as error:
        no_source = str(error)
    mirrored = alike is not None and alike[1]
    counts, low, high = _histogram(latent.latent)
    height, width = latent.crop or picture.size or (0, 0)
    mask = latent.mask
    return LatentDrawing(
        source=np.ascontiguousarray(source[:, ::-1]) if mirrored else source,
        latent=_coloured(shown, latent.frames), conditioning=_coloured(shown, latent.conditioning),
        mask=np.zeros((0, 0), np.uint8) if mask is None else _levels(mask), counts=counts,
        names=TextColumn.from_strings(()), shown=0, height=height, width=width, low=low, high=high,
        state=state.value, r2=0.0 if colours is None else colours.r2,
        pairs=0 if colours is None else colours.pairs,
        likeness=None if alike is None else alike[0], mirrored=mirrored, no_source=no_source)


def _within(latent: ReadLatent, size: Size | None) -> Size:
    """The crop's size, made small enough to be shown."""
    height, width = latent.crop or size or _by_stride(latent)
    share = min(1.0, MOST_SIDE / max(height, width))
    return max(1, round(height * share)), max(1, round(width * share))


def _coloured(colours: LatentColours | None, frames: Floats | None) -> npt.NDArray[np.uint8]:
    """Frames beside each other as RGB, none where they are not known or have other channels."""
    if colours is None or frames is None or frames.shape[1] != colours.channels:
        return _NO_PICTURE
    step = -(-max(frames.shape[2:]) // MOST_LATENT_SIDE)
    thinned = np.nan_to_num(frames[:, :, ::step, ::step], posinf=0, neginf=0)
    laid = tiled(np.stack([colours.of(frame).transpose(2, 0, 1) for frame in thinned]))
    return _levels(np.ascontiguousarray(laid.transpose(1, 2, 0)))


def _levels(shares: Floats) -> npt.NDArray[np.uint8]:
    levels: npt.NDArray[np.uint8] = np.clip(np.rint(shares * 255), 0, 255).astype(np.uint8)
    return levels


def _histogram(latent: Floats) -> tuple[npt.NDArray[np.int64], float, float]:
    """How the finite values lie between the smallest and the largest."""
    finite = latent[np.isfinite(latent)]
    if not finite.size:
        return np.zeros(STEPS, np.int64), 0.0, 0.0
    low, high = float(finite.min()), float(finite.max())
    span = (low, high) if high > low else (low - 0.5, low + 0.5)
    return np.histogram(finite, STEPS, span)[0].astype(np.int64), low, high


class _Ranking:
    """Counts and the worst so far, of all stores."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._worst: list[RankedPicture] = []
        self.compared = self.without_source = self.without_preview = self.unreadable = 0

    def add(self, picture: RankedPicture) -> None:
        """Take one up; the list is cut when it is twice as long as it may be."""
        self.compared += 1
        self._worst.append(picture)
        if len(self._worst) >= 2 * self._most:
            self._cut()

    def report(self, *, stopped: bool = False) -> PictureRanking:
        """What was found so far."""
        self._cut()
        return PictureRanking(
            pictures=tuple(self._worst), compared=self.compared,
            without_source=self.without_source, without_preview=self.without_preview,
            unreadable=self.unreadable, stopped=stopped)

    def _cut(self) -> None:
        self._worst = sorted(
            self._worst, key=lambda one: (one.likeness, one.store, one.source, one.payload)
        )[: self._most]


def rank_pictures(
    workspace: Workspace, locations: Sequence[StoreLocation], *, most: int, token: CancelToken
) -> Job[PictureRanking]:
    """Compare every cached picture with its source; opens each of both once.

    Args:
        workspace: whose.
        locations: stores to look at; those without pictures are passed over.
        most: pictures to name.
        token: checked per payload.

    Raises:
        WorkspaceError: if an index cannot be read.
        JobCancelled: if the token was cancelled; its report is what was compared by then.
    """
    ranking = _Ranking(most)
    try:
        for location in locations:
            pictures = cached_pictures(workspace, location)
            if pictures is not None:
                yield from _rank_store(workspace, location, pictures, ranking, token)
    except JobCancelled as cancelled:
        raise JobCancelled(ranking.report(stopped=True)) from cancelled
    return ranking.report()


def _rank_store(
    workspace: Workspace, location: StoreLocation, pictures: CachedPictures, ranking: _Ranking,
    token: CancelToken,
) -> Job[None]:
    book = ColourBook(workspace, location)
    for place in range(len(pictures)):
        yield Progress("comparing pictures", place, len(pictures), "pictures")
        for picture in pictures.at(place):
            token.check()
            try:
                path = location.path / picture.name
                latent = read_latent(path)
                written_ns = path.stat().st_mtime_ns
            except (PayloadError, OSError):
                ranking.unreadable += 1
                continue
            colours = book.known(picture, latent, written_ns=written_ns)
            if colours is None:
                colours = yield from book.learn(pictures, picture, latent, token)
            if colours.state is not ColourState.LEARNT:
                ranking.without_preview += 1
                continue
            try:
                part = encoded_part(
                    picture.source, latent, picture.size, _shape(latent.latent))
            except (SourceError, UserFacingError):
                ranking.without_source += 1
                continue
            alike = likeness(
                colours, latent.latent, part, may_be_mirrored=book.may_be_mirrored)
            if alike is None:
                ranking.unreadable += 1
                continue
            ranking.add(RankedPicture(
                store=location.id, source=picture.spelled, payload=picture.name,
                likeness=round(alike[0], 4)))
