"""Previews of cached pictures next to their sources."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.columns import TextColumn
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.vae_files import VaeFiles
from larder.core.errors import PayloadError, UserFacingError
from larder.core.files.file_stamp import read_modified_ns
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.queries.cached_pictures import (
    CachedPicture,
    CachedPictures,
    open_cached_pictures,
)
from larder.core.queries.colour_book import ColourBook
from larder.core.queries.draw_pixels import fit_levels, levels_of, tile_frames
from larder.core.queries.latent_colours import (
    Floats,
    LatentColours,
    ReadLatent,
    crop_of,
    crop_to_latent,
    read_latent,
)
from larder.core.queries.made_with import past_of, read_settings
from larder.core.queries.preview import (
    HISTOGRAM_STEPS,
    ColourState,
    LatentDrawing,
    PayloadPreview,
)
from larder.core.workspace.bucketing import Size
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.samples import mask_of

MOST_SIDE: Final = 512
"""Pixels of the longer side of a source beside its latent."""

MOST_LATENT_SIDE: Final = 768
"""Of the longer side of what is drawn beside it; the window shows that within 5 ms."""

SAME_MASK: Final = 0.02
"""Mean difference of two masks, of 1, up to which they count as one: what scaling makes of it."""

MOST_COMPARED: Final = 24
"""Pictures of a concept that are read for its medians, some 50 ms."""

_NO_PICTURE: Final = np.zeros((0, 0, 3), np.uint8)


def preview_cached_picture(
    workspace: Workspace, location: StoreLocation, source: str, *, shown: str = "",
    renamed_to: Path | None = None, learns: bool = True, decodes: bool = False,
    compares: bool = False, token: CancelToken,
) -> Job[PayloadPreview]:
    """Draw one cached picture next to its source.

    Args:
        workspace: whose.
        location: a store of pictures.
        source: as the entry spells it; "" for a payload that no entry needs.
        shown: which of its payloads, relative to the store; "" for the first.
        renamed_to: where the source is now, None where it has its name still.
        learns: learn the encoder's colours where nobody has, which takes seconds.
        decodes: draw what the config's VAE makes of it in place of its colours.
        compares: read other pictures of its concept for their medians.
        token: checked per picture that is learnt from or compared with.

    Raises:
        UserFacingError: if the store caches no pictures, or no VAE is there to decode with.
        OutOfMemoryError: if the device has no room for the VAE.
        WorkspaceError: if its index cannot be read.
        JobCancelled: if the token was cancelled.
    """
    pictures = open_cached_pictures(workspace, location)
    if pictures is None:
        raise UserFacingError(f"{location.id} caches no pictures.")
    found = pictures.of(source) if source else []
    if not source and shown:
        found = [CachedPicture(name=shown, spelled="", source=Path())]
    if not found:
        return PayloadPreview(None, "None of its files is on disk.", "Build it.")
    at = next((at for at, picture in enumerate(found) if picture.name == shown), 0)
    picture = found[at]
    if renamed_to is not None:
        picture = msgspec.structs.replace(picture, source=renamed_to)
    path = location.path / picture.name
    try:
        latent = read_latent(path)
        written_ns = path.stat().st_mtime_ns
    except (PayloadError, OSError) as error:
        return PayloadPreview.unreadable(path, error)
    book = ColourBook(workspace, location)
    colours = book.known(picture, latent, written_ns=written_ns)
    if colours is None and learns:
        colours = yield from book.learn(pictures, picture, latent, token)
    vae = _decoder(workspace)
    drawing = replace(
        _draw(picture, latent, colours, book), shown=at, vae="" if vae is None else vae.name,
        names=TextColumn.from_strings(one.name for one in found))
    if compares:
        drawing = yield from _compare_channels(location, pictures, picture, drawing, token)
    if decodes:
        drawing = yield from _decode_latent(workspace, vae, latent, drawing, token)
    return PayloadPreview(
        drawing, source=picture.spelled, cached_ns=written_ns,
        source_ns=read_modified_ns(picture.source) if picture.spelled else 0,
        settings=read_settings(
            workspace, location, latent.recipe or picture.recipe, picture.source),
        history=past_of(location, picture.spelled, (one.name for one in found)))


def _decoder(workspace: Workspace) -> VaeFiles | None:
    """The VAE that a build would encode with, None where there is none that decodes."""
    from larder.core.encoders.config_encoders import find_decoder

    config = workspace.config
    if config is None:
        return None
    try:
        return find_decoder(
            config, EncoderOptions(), places_of(config, workspace.root, workspace.maps))
    except UserFacingError:
        # What keeps a build from it is told when one is planned.
        return None


def _decode_latent(
    workspace: Workspace, vae: VaeFiles | None, latent: ReadLatent, drawing: LatentDrawing,
    token: CancelToken,
) -> Job[LatentDrawing]:
    from larder.core.encoders.config_encoders import decode_latents

    if vae is None or workspace.config is None:
        raise UserFacingError(
            "There is no VAE on this computer that decodes these latents.",
            "Set the config's VAE or base model to one that is here.")
    yield Progress("decoding", 0, 1, "pictures")
    decoded = decode_latents(workspace.config, vae, latent.frames, token)
    return replace(drawing, latent=fit_levels(tile_frames(decoded), MOST_LATENT_SIDE),
                   is_decoded=True)


def _draw(
    picture: CachedPicture, latent: ReadLatent, colours: LatentColours | None, book: ColourBook
) -> LatentDrawing:
    state = ColourState.NOT_YET if colours is None else colours.state
    shown = colours if state is ColourState.LEARNT else None
    alike: tuple[float, bool] | None = None
    source, no_source = _NO_PICTURE, ""
    try:
        if not picture.spelled:
            raise SourceError("It is not recorded which picture it was made from.")
        if shown is not None:
            alike = book.likeness(shown, picture, latent)
        source = levels_of(crop_to_latent(picture, latent, _within(crop_of(picture, latent))))
    except (SourceError, UserFacingError) as error:
        no_source = str(error)
    mirrored = alike is not None and alike[1]
    low, high = _find_span(latent.latent)
    counts = np.stack([_count_values(channel, low, high) for channel in latent.latent])
    height, width = latent.crop or picture.size or (0, 0)
    mask = latent.mask
    mask_now = _read_mask(picture, latent)
    return LatentDrawing(
        source=np.ascontiguousarray(source[:, ::-1]) if mirrored else source,
        latent=_colour_frames(shown, latent.frames),
        conditioning=_colour_frames(shown, latent.conditioning),
        mask=np.zeros((0, 0), np.uint8) if mask is None
        else fit_levels(mask[None], MOST_LATENT_SIDE)[..., 0],
        counts=counts.sum(axis=0), channel_counts=counts, medians=_channel_medians(latent.latent),
        names=TextColumn.from_strings(()), shown=0, height=height, width=width, low=low, high=high,
        state=state.value, r2=0.0 if colours is None else colours.r2,
        pairs=0 if colours is None else colours.pairs,
        mask_now=np.ascontiguousarray(mask_now[:, ::-1]) if mirrored else mask_now,
        likeness=None if alike is None else alike[0], mirrored=mirrored, no_source=no_source)


def _read_mask(picture: CachedPicture, latent: ReadLatent) -> npt.NDArray[np.uint8]:
    """The crop of the mask file, (0, 0) if there is none or it is as it was cached."""
    file = Path(mask_of(str(picture.source)))
    if not picture.spelled or latent.mask is None or not file.is_file():
        return np.zeros((0, 0), np.uint8)
    try:
        now = crop_to_latent(
            msgspec.structs.replace(picture, source=file), latent, latent.mask.shape)[..., 0]
    except (SourceError, UserFacingError):
        return np.zeros((0, 0), np.uint8)
    cached = np.nan_to_num(latent.mask)
    if min(np.abs(now - cached).mean(), np.abs(now[:, ::-1] - cached).mean()) <= SAME_MASK:
        return np.zeros((0, 0), np.uint8)
    return fit_levels(now[None], MOST_LATENT_SIDE)[..., 0]


def _compare_channels(
    location: StoreLocation, pictures: CachedPictures, picture: CachedPicture,
    drawing: LatentDrawing, token: CancelToken,
) -> Job[LatentDrawing]:
    """Add the medians of the picture's concept; files that cannot be read are left out."""
    found: list[Floats] = []
    others = pictures.find_of_concept(picture, MOST_COMPARED)
    for at, other in enumerate(others):
        token.check()
        yield Progress("comparing", at, len(others), "pictures")
        with suppress(PayloadError, OSError):
            medians = _channel_medians(read_latent(location.path / other.name).latent)
            if medians.shape == drawing.medians.shape and np.isfinite(medians).all():
                found.append(medians)
    if not found:
        return drawing
    return replace(drawing, compared=len(found), concept_medians=np.median(
        np.stack(found), axis=0).astype(np.float32))


def _channel_medians(latent: Floats) -> Floats:
    """Return the median of each channel's finite values, float32, shape (c,), NaN for none."""
    channels = [channel[np.isfinite(channel)] for channel in latent]
    return np.array([np.median(one) if one.size else np.nan for one in channels], np.float32)


def _within(crop: Size) -> Size:
    """A crop's size, made small enough to be shown."""
    height, width = crop
    share = min(1.0, MOST_SIDE / max(height, width))
    return max(1, round(height * share)), max(1, round(width * share))


def _colour_frames(colours: LatentColours | None, frames: Floats | None) -> npt.NDArray[np.uint8]:
    """Frames beside each other as RGB, none where they are not known or have other channels."""
    if colours is None or frames is None or frames.shape[1] != colours.channels:
        return _NO_PICTURE
    plain = np.nan_to_num(frames, posinf=0, neginf=0)
    coloured = [colours.of(frame).transpose(2, 0, 1) for frame in plain]
    return fit_levels(tile_frames(np.stack(coloured)), MOST_LATENT_SIDE)


def _find_span(latent: Floats) -> tuple[float, float]:
    """The smallest and the largest finite value, 0 and 0 without one."""
    finite = latent[np.isfinite(latent)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)


def _count_values(values: Floats, low: float, high: float) -> npt.NDArray[np.int64]:
    """How the finite values lie between the smallest and the largest."""
    finite = values[np.isfinite(values)]
    span = (low, high) if high > low else (low - 0.5, low + 0.5)
    return np.histogram(finite, HISTOGRAM_STEPS, span)[0].astype(np.int64)
