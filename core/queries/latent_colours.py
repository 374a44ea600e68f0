"""Preview of latents without a VAE: a matrix per encoder, learnt from the user's pictures.

A point of a latent is nearly an affine picture of the pixels under it, so least squares over some
64 pictures (each scaled to its latent's size) and their latents give a 3 x (C + 1) matrix that
turns C channels into red, green and blue. A quarter of the pairs is held out: only where the matrix
explains those does anybody see what it draws. Measured on photographs: a trained VAE reaches 18 dB,
one with random weights explains nothing, and the 8x8 patch means are the picture itself.

The same matrix tells how far a latent looks like a picture: prediction and picture, each less its
mean per channel, as vectors, and the cosine between them. The means go because brightness and tint
are what most pictures of a concept share: with them, the raw error put 46 % of swapped pairs on
top, without them 120 of 120. It ranks; it is no proof of anything.

Whether a picture was mirrored, a payload does not say. Where it may have been, a pair counts in the
orientation in which it looks alike.

Remembered in the user's cache folder, `latents/<digest>.msgpack`, one file per encoder: derived,
and learnt again when it is gone.

A payload says how its picture was scaled and cropped, so the very part that was encoded can be
shown beside its latent, at any size. Payloads are read by the inert readers, pictures by the reader
that builds use; no torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
from PIL import Image

from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.pictures import CONDITIONING, LATENT, SQUARE
from larder.core.encoders.protocol import SourceError
from larder.core.errors import PayloadError
from larder.core.files.derived import recall, remember
from larder.core.keys.content_hash import hash_text
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.dtypes import Array
from larder.core.payloads.pt_file import PtFile
from larder.core.queries.cached_pictures import CachedPicture
from larder.core.queries.preview import ColourState
from larder.core.workspace.bucketing import Size, scale_and_crop

Floats = npt.NDArray[np.float32]

COLOURS: Final = 3
LEAST_R2: Final = 0.3
"""Share of the variance of held-out pictures that a matrix must explain to be shown."""

MOST_PAIRS: Final = 64
LEAST_PAIRS: Final = 4
"""One of them is held out; fewer say nothing of pictures that were not learnt from."""

HELD_OUT_EVERY: Final = 4
POINTS_PER_PAIR: Final = 1024
"""Points of a latent that are learnt from: 64 pairs of 16 channels take 6 MB."""

ROUNDS: Final = 3
"""Of settling which pairs are mirrored, and which are no pairs."""

ODD_SHARE: Final = 0.5
"""A pair whose likeness is below this share of the usual one is not learnt from."""

RIDGE: Final = 1e-5
"""Added to the diagonal as a share of it, and to that of a channel that holds nothing at all."""

FOLDER: Final = "latents"
FORMAT: Final = 1

LATENTS: Final = (LATENT, f"{LATENT}_distribution.mean")
"""Names of a latent, the second in caches of VAE fine-tuning."""


class LatentColours(msgspec.Struct, frozen=True, kw_only=True):
    """How the latents of one encoder become colours.

    Attributes:
        channels: of a latent.
        matrix: float64 [3, channels + 1] as bytes; the last column is added.
        r2: share of the variance of held-out pictures that it explains, at most 1.
        pairs: pictures it was learnt from.
        learnt_ns: when, nanoseconds since 1970.
    """

    format: int = FORMAT
    channels: int
    matrix: bytes
    r2: float
    pairs: int
    learnt_ns: int = 0

    @property
    def state(self) -> ColourState:
        """The state that decides whether its pictures may be shown."""
        if self.pairs < LEAST_PAIRS:
            return ColourState.FEW
        return ColourState.LEARNT if self.r2 >= LEAST_R2 else ColourState.UNLIKE

    def of(self, latent: Floats) -> Floats:
        """A latent [channels, h, w] as colours, float32 [h, w, 3], about 0 to 1."""
        weights = np.frombuffer(self.matrix, np.float64).reshape(COLOURS, self.channels + 1)
        drawn = np.tensordot(latent, weights[:, :-1].astype(np.float32), axes=(0, 1))
        coloured: Floats = (drawn + weights[:, -1].astype(np.float32)).astype(np.float32)
        return coloured


@dataclass(frozen=True, slots=True)
class LatentPair:
    """Points of one latent, and what is there in its picture; n points.

    Attributes:
        points: float32 [n, channels].
        colours: float32 [n, 3] in [0, 1].
        mirrored: the same of the mirrored picture.
    """

    points: Floats
    colours: Floats
    mirrored: Floats

    @classmethod
    def of(cls, latent: Floats, picture: Floats) -> LatentPair:
        """A pair of whole ones, thinned.

        Args:
            latent: [channels, h, w].
            picture: [h, w, 3] in [0, 1].
        """
        height, width = latent.shape[1:]
        count = height * width
        # The same points in every run: what is learnt must not depend on when.
        chosen = np.arange(count) if count <= POINTS_PER_PAIR else np.sort(
            np.random.default_rng(count).choice(count, POINTS_PER_PAIR, replace=False))
        points = np.nan_to_num(latent.reshape(len(latent), count).T[chosen], posinf=0, neginf=0)
        return cls(
            points.astype(np.float32), picture.reshape(count, COLOURS)[chosen],
            picture[:, ::-1].reshape(count, COLOURS)[chosen])


def learn_colours(
    pairs: Sequence[LatentPair], *, channels: int, may_be_mirrored: bool
) -> LatentColours:
    """The matrix of an encoder, and what it is worth.

    Args:
        pairs: latents of that encoder with their pictures.
        channels: of its latents.
        may_be_mirrored: whether some of the pictures may have been mirrored.
    """
    nothing = np.zeros((COLOURS, channels + 1))
    if len(pairs) < LEAST_PAIRS:
        return LatentColours(
            channels=channels, matrix=nothing.tobytes(), r2=0.0, pairs=len(pairs))
    held_out = [pair for at, pair in enumerate(pairs) if at % HELD_OUT_EVERY == 0]
    others = [pair for at, pair in enumerate(pairs) if at % HELD_OUT_EVERY]
    trial = _settle(others, may_be_mirrored=may_be_mirrored)
    usual = np.concatenate([pair.colours for pair in others]).mean(axis=0)
    r2 = _compute_explained_share(trial, held_out, usual, may_be_mirrored=may_be_mirrored)
    matrix = _settle(pairs, may_be_mirrored=may_be_mirrored)
    return LatentColours(channels=channels, matrix=matrix.tobytes(), r2=r2, pairs=len(pairs))


def likeness(
    colours: LatentColours, latent: Floats, picture: Floats, *, may_be_mirrored: bool
) -> tuple[float, bool] | None:
    """How far a latent looks like a picture, and whether like the mirrored one.

    Args:
        colours: of the latent's encoder.
        latent: [channels, h, w].
        picture: [h, w, 3] in [0, 1].
        may_be_mirrored: whether the mirrored picture counts, too.

    Returns:
        Cosine, -1 to 1; None where one of them is of one colour.
    """
    drawn = colours.of(np.nan_to_num(latent, posinf=0, neginf=0)).reshape(-1, COLOURS)
    straight = _cosine(drawn, picture.reshape(-1, COLOURS))
    if straight is None or not may_be_mirrored:
        return None if straight is None else (straight, False)
    mirrored = _cosine(drawn, picture[:, ::-1].reshape(-1, COLOURS))
    return max((straight, False), (mirrored or -1.0, True))


def _settle(
    pairs: Sequence[LatentPair], *, may_be_mirrored: bool
) -> npt.NDArray[np.float64]:
    """The matrix of pairs, each in the orientation that suits it, without those that are none."""
    matrix = _solve([(pair.points, pair.colours) for pair in pairs])
    for _ in range(ROUNDS):
        seen = [_orient_pair(matrix, pair, may_be_mirrored=may_be_mirrored) for pair in pairs]
        usual = float(np.median([alike for alike, _ in seen]))
        kept = [
            (pair.points, colours) for pair, (alike, colours) in zip(pairs, seen, strict=True)
            if alike >= usual * ODD_SHARE]
        matrix = _solve(kept or [(pair.points, pair.colours) for pair in pairs])
    return matrix


def _solve(sides: Sequence[tuple[Floats, Floats]]) -> npt.NDArray[np.float64]:
    """Least squares by the normal equations, [3, channels + 1]."""
    width = sides[0][0].shape[1] + 1
    squares, products = np.zeros((width, width)), np.zeros((width, COLOURS))
    for points, colours in sides:
        wide = np.ones((len(points), width))
        wide[:, :-1] = points
        squares += wide.T @ wide
        products += wide.T @ colours
    channels = np.diag_indices(width - 1)
    squares[channels] = squares[channels] * (1 + RIDGE) + RIDGE
    solved: npt.NDArray[np.float64] = np.linalg.solve(squares, products).T
    return np.ascontiguousarray(solved)


def _predict(matrix: npt.NDArray[np.float64], points: Floats) -> Floats:
    predicted: Floats = (points @ matrix[:, :-1].T + matrix[:, -1]).astype(np.float32)
    return predicted


def _orient_pair(
    matrix: npt.NDArray[np.float64], pair: LatentPair, *, may_be_mirrored: bool
) -> tuple[float, Floats]:
    """Likeness of a pair in its better orientation, and the colours of that."""
    drawn = _predict(matrix, pair.points)
    straight = _cosine(drawn, pair.colours) or 0.0
    mirrored = (_cosine(drawn, pair.mirrored) or 0.0) if may_be_mirrored else straight
    return (mirrored, pair.mirrored) if mirrored > straight else (straight, pair.colours)


def _compute_explained_share(
    matrix: npt.NDArray[np.float64], pairs: Sequence[LatentPair], usual: Floats,
    *, may_be_mirrored: bool,
) -> float:
    """Share of the variance of pictures around the usual colour that a matrix explains."""
    error = variance = 0.0
    for pair in pairs:
        _, colours = _orient_pair(matrix, pair, may_be_mirrored=may_be_mirrored)
        error += float(np.square(_predict(matrix, pair.points) - colours).sum())
        variance += float(np.square(colours - usual).sum())
    return 1.0 - error / variance if variance > 0 else 0.0


def _cosine(one: Floats, other: Floats) -> float | None:
    """Between two pictures [n, 3], each less its mean per channel; None for one of one colour."""
    ones, others = one - one.mean(axis=0), other - other.mean(axis=0)
    lengths = float(np.linalg.norm(ones)) * float(np.linalg.norm(others))
    return float(np.vdot(ones, others)) / lengths if lengths > 1e-6 else None


def read_colours(cache_folder: Path, encoder: str, channels: int) -> LatentColours | None:
    """Return the colours learnt for an encoder, None if there are none.

    Args:
        cache_folder: of derived memory.
        encoder: text that names it.
        channels: of its latents.
    """
    kept = recall(_path(cache_folder, encoder, channels), LatentColours)
    if kept is None:
        return None
    is_whole = kept.channels == channels and len(kept.matrix) == COLOURS * (channels + 1) * 8
    return kept if kept.format == FORMAT and is_whole else None


def remember_colours(cache_folder: Path, encoder: str, colours: LatentColours) -> bool:
    """Remember what was learnt.

    Returns:
        False where the folder cannot be written; it is learnt again then.
    """
    return remember(_path(cache_folder, encoder, colours.channels), colours)


def _path(cache_folder: Path, encoder: str, channels: int) -> Path:
    digest = hash_text(f"{encoder} {channels}")
    return cache_folder / FOLDER / f"{digest}.msgpack"


@dataclass(frozen=True, slots=True)
class ReadLatent:
    """The parts of a payload that are drawn.

    Attributes:
        frames: float32 [frames, channels, h, w]; one frame of a picture.
        mask: float32 [h, w] in [0, 1], None where there is none.
        conditioning: as `frames`, None where there is none.
        original: (height, width) of the picture that was encoded, None if it does not say.
        crop: (height, width) of the crop, None if it does not say.
        offset: (y, x) of the crop in the scaled picture, None if it does not say.
        recipe: id of the recipe it carries, "" for none.
        modeltype: the model type recorded in it, "" for none.
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

    @property
    def shape(self) -> Size:
        """(height, width) of a frame, in points."""
        return int(self.frames.shape[2]), int(self.frames.shape[3])


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
            raise PayloadError(f"{path.name} contains no latent of a picture.")
        arrays = {
            wanted: payload.array(wanted) for wanted in (name, "latent_mask", CONDITIONING)
            if wanted in known}
        frames = latent_frames(arrays[name])
        if frames is None:
            shape = "x".join(map(str, known[name]))
            raise PayloadError(f"The latent in {path.name} is {shape}, which is not the shape of "
                               "a picture.")
        values = contents.values
        pair = {wanted: _last_two(values.get(wanted)) for wanted in (
            "original_resolution", "crop_resolution", "crop_offset")}
        recipe, modeltype = (str(values.get(key) or "") for key in (RECIPE_KEY, "__modeltype"))
        return ReadLatent(
            frames=frames, mask=_mask(arrays.get("latent_mask")),
            conditioning=latent_frames(arrays[CONDITIONING]) if CONDITIONING in arrays else None,
            original=pair["original_resolution"], crop=pair["crop_resolution"],
            offset=pair["crop_offset"], recipe=recipe, modeltype=modeltype)


def latent_frames(latent: Array) -> Floats | None:
    """Return [channels, h, w], [1, channels, h, w] or [channels, frames, h, w] as frames.

    They are float32 [frames, channels, h, w]; None for any other shape.
    """
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


def crop_to_latent(picture: CachedPicture, latent: ReadLatent, shape: Size) -> Floats:
    """The part of a picture that was encoded, float32 [*shape, 3] in [0, 1], not mirrored.

    Area means, so that a picture of a latent's size has what lies under each of its points.

    Args:
        picture: which.
        latent: says how it was scaled and cropped; the middle where it does not.
        shape: (height, width) wanted.

    Raises:
        SourceError: if the picture cannot be read.
    """
    levels = read_picture(picture.source, least=2 * max(shape))
    height, width = levels.shape[:2]
    crop = crop_of(picture, latent)
    tall, wide = latent.original or (height, width)
    scaled, middle = scale_and_crop(tall, wide, crop)
    top, left = middle if latent.offset is None else latent.offset
    down, across = height / scaled[0], width / scaled[1]
    box = (left * across, top * down, (left + crop[1]) * across, (top + crop[0]) * down)
    box = (max(box[0], 0.0), max(box[1], 0.0), min(box[2], width), min(box[3], height))
    if box[0] >= box[2] or box[1] >= box[3]:
        raise SourceError(f"{picture.source.name} is smaller than what was encoded of it.")
    part = Image.fromarray(levels).resize(
        (shape[1], shape[0]), Image.Resampling.BOX, box=box)
    return np.asarray(part, dtype=np.float32) / np.float32(255)


def crop_of(picture: CachedPicture, latent: ReadLatent) -> Size:
    """(height, width) of the crop that was encoded; of one that nobody recorded only the shape."""
    height, width = latent.shape
    return latent.crop or picture.size or (height * SQUARE, width * SQUARE)
