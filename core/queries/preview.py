"""Previews of a payload and their transfer to a window: columns in a folder, and a document.

One class per way of drawing. Its arrays and texts are columns, its other fields are in the document
(`larder.preview/1`) as `facts`, alongside `drawing`, the name of the way or null, `problem` and
`hint` of a damaged payload, `source` and `made_by` as the payload and its store record them, and
`arrays`, the figures of its arrays as an inspection gives them (those of a tree are columns).
"""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.columns import Array, TextColumn, load_columns, save_columns
from larder.core.errors import PayloadError, error_reason

SCHEMA: Final = "larder.preview/1"
HISTOGRAM_STEPS: Final = 64
"""Equal steps in which the values of a latent are counted."""


@dataclass(frozen=True, slots=True)
class WaveformDrawing:
    """Samples as the span that they go through, column by column.

    Attributes:
        minima: lowest sample of each column, float32, shape (c,), c at most 2,000.
        maxima: highest sample of each column, same shape.
        sample_rate: Hz, 0 if that is not known.
    """

    minima: npt.NDArray[np.float32]
    maxima: npt.NDArray[np.float32]
    samples: int
    sample_rate: int


@dataclass(frozen=True, slots=True)
class SoundDrawing:
    """Features over time, bands from high to low, as shades.

    Attributes:
        shades: uint8, shape (at most 200, at most 1,000), the first row the highest band.
        low: the feature that is shade 0.
        high: the feature that is shade 255.
        frame_s: seconds from frame to frame, 0.0 if that is not known.
    """

    shades: npt.NDArray[np.uint8]
    bands: int
    frames: int
    low: float
    high: float
    frame_s: float


@dataclass(frozen=True, slots=True)
class PixelDrawing:
    """Pixels as colours.

    Attributes:
        colours: RGB, uint8, shape (h, w, 3), the longer side at most 512.
        height: of the whole picture, pixels.
        width: the same.
        tiles: parts of a picture, or frames, that are laid beside each other; 1 for one.
        is_stretched: darkest and lightest were made black and white, because nothing says how
            colours were normalised.
        is_strip: patches are laid in their order, because nothing says where they belong.
    """

    colours: npt.NDArray[np.uint8]
    height: int
    width: int
    tiles: int
    is_stretched: bool
    is_strip: bool


class ColourState(enum.StrEnum):
    """State of the knowledge about the look of an encoder's latents."""

    LEARNT = "learnt"
    NOT_YET = "not-yet"
    """Nobody has learnt it."""
    FEW = "few"
    """Too few of its pictures are there to learn from."""
    UNLIKE = "unlike"
    """Its latents are no picture: nothing that is learnt explains one that was held out."""


@dataclass(frozen=True, slots=True)
class LatentDrawing:
    """One cached picture: what was encoded, and what came of it, all of the same crop.

    Attributes:
        source: the crop of the source, RGB, uint8, shape (h, w, 3), the longer side at most 512;
            (0, 0, 3) where it cannot be had.
        latent: as its encoder's matrix colours it, the same type, in the latent's own size; frames
            beside each other; (0, 0, 3) where nothing is learnt.
        conditioning: the picture it inpaints from, likewise.
        mask: uint8, shape (h, w), 255 is trained; (0, 0) for none.
        counts: values of the latent in equal steps from `low` to `high`, int64, shape (64,).
        names: the entry's payloads on disk, relative to the store.
        height: of the crop, pixels; 0 if that is not known.
        width: the same.
        low: the smallest finite value.
        high: the largest.
        state: of the colours, a `ColourState`.
        r2: share of unseen pictures' variance that the colours explain.
        pairs: pictures that they were learnt from.
        likeness: how far latent and source look alike, -1 to 1; None where that is not known.
        mirrored: whether the source is shown mirrored, because the latent looks like that.
        no_source: why there is no source, one sentence; "" if there is.
        vae: name of the VAE at hand that could decode it, "" for none.
        is_decoded: whether `latent` is what that VAE makes of it, the longer side at most 768.
        channel_counts: `counts` of each channel, int64, shape (c, 64).
        medians: of each channel, float32, shape (c,); NaN without a finite value.
        concept_medians: medians over pictures of the same concept, likewise; none where they were
            not compared.
        compared: how many pictures those are.
        mask_now: the crop of the mask as it is now, likewise, where that is another than `mask`;
            (0, 0) otherwise.
    """

    source: npt.NDArray[np.uint8]
    latent: npt.NDArray[np.uint8]
    conditioning: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.int64]
    names: TextColumn
    shown: int
    height: int
    width: int
    low: float
    high: float
    state: str
    r2: float
    pairs: int
    likeness: float | None
    mirrored: bool
    no_source: str
    vae: str = ""
    is_decoded: bool = False
    channel_counts: npt.NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((0, HISTOGRAM_STEPS), np.int64))
    medians: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))
    concept_medians: npt.NDArray[np.float32] = field(
        default_factory=lambda: np.zeros(0, np.float32))
    compared: int = 0
    mask_now: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, 0), np.uint8))


@dataclass(frozen=True, slots=True)
class TokenTable:
    """Ids of a row of text, at most 4,096 of them listed.

    Attributes:
        ids: int64, shape (n,).
        mask: 1 where a token counts, uint8, shape (n,).
        pieces: the text of each token; empty where it adds none.
        count: how many ids there are.
        text: the row they were made from, "" if its file is gone or another.
        why_no_pieces: why pieces are empty, one sentence; "" if they are not.
    """

    ids: npt.NDArray[np.int64]
    mask: npt.NDArray[np.uint8]
    pieces: TextColumn
    count: int
    text: str
    why_no_pieces: str


@dataclass(frozen=True, slots=True)
class CaptionTable:
    """The prompts that a caption gives, and which of them each payload was made of; n payloads.

    Attributes:
        lines: the prompts.
        names: the payloads on disk, relative to the store, by variation.
        prompts: what each was made of, "" where it does not say.
        line: number of the line that each was made of, -1 where none gives its digest or it has
            none, int32, shape (n,).
        stamped: payloads of which the digest of their prompt is known.
    """

    lines: TextColumn
    names: TextColumn
    prompts: TextColumn
    line: npt.NDArray[np.int32]
    stamped: int

    @property
    def former(self) -> tuple[str, ...]:
        """Prompts that payloads were made of and the caption no longer contains, each once."""
        lines = set(self.lines)
        return tuple(dict.fromkeys(
            prompt for prompt in self.prompts if prompt and prompt not in lines))


@dataclass(frozen=True, slots=True)
class LeafTable:
    """The leaves of a tree, n of them in stored order.

    Attributes:
        shape: lengths of the axes with commas between, "" for a single value.
        bytes: int64, shape (n,).
        minimum, maximum, mean, std: of the finite values, float64, shape (n,); NaN for none.
        first: the first five values with commas between.
        sha256: of the elements as stored; "" for a leaf that was not read.
        fault: why a leaf cannot be read, "" if it can.
        unread: leaves that were not read, for they are many bytes.
    """

    path: TextColumn
    dtype: TextColumn
    shape: TextColumn
    bytes: npt.NDArray[np.int64]
    minimum: npt.NDArray[np.float64]
    maximum: npt.NDArray[np.float64]
    mean: npt.NDArray[np.float64]
    std: npt.NDArray[np.float64]
    first: TextColumn
    sha256: TextColumn
    fault: TextColumn
    unread: int


Drawing: TypeAlias = (
    WaveformDrawing | SoundDrawing | PixelDrawing | LatentDrawing | TokenTable | CaptionTable
    | LeafTable)


DRAWINGS: Final[Mapping[str, type[Drawing]]] = MappingProxyType({
    "waveform": WaveformDrawing, "sound": SoundDrawing, "pixels": PixelDrawing,
    "latent": LatentDrawing, "caption": CaptionTable, "tokens": TokenTable, "leaves": LeafTable,
})
"""Ways of drawing by their name in documents."""


class PayloadSetting(msgspec.Struct, frozen=True):
    """One setting of a payload.

    Attributes:
        name: as recipes call it.
        have: what the payload was made with.
        want: what the config asks for, None where that is the same or not known.
    """

    name: str
    have: str
    want: str | None = None


class RankedPicture(msgspec.Struct, frozen=True):
    """One cached picture that was compared with its source.

    Attributes:
        source: as the entry spells it.
        payload: relative to the store.
        likeness: -1 to 1, see `latent_colours.likeness`.
    """

    store: str
    source: str
    payload: str
    likeness: float


class PictureRanking(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.match/1` document: pictures that look least like their cached file, worst first.

    Attributes:
        pictures: the worst of them; nothing is known to be wrong with any.
        compared: payloads that were compared.
        without_source: payloads whose source is gone or cannot be read.
        without_preview: payloads of encoders whose latents are no pictures, or of which there are
            too few to learn from.
        unreadable: payloads that cannot be read, or of pictures of one colour.
        stopped: whether there are more that were not looked at.
    """

    schema: str = "larder.match/1"
    pictures: tuple[RankedPicture, ...]
    compared: int
    without_source: int
    without_preview: int
    unreadable: int
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class PayloadPreview:
    """One payload.

    Attributes:
        drawing: how it looks, None if it cannot be read.
        problem: why it cannot be read, one sentence; "" if it can.
        hint: what to do then.
        source: the file it was made from as it was spelled then, "" if that was not told.
        made_by: name of what made it, "" if that is not known.
        arrays: figures of its arrays, plain values; none for a tree.
        settings: what it was made with (`PayloadSetting`), plain values; none if that is not
            known.
        cached_ns: when it was written, nanoseconds since 1970, 0 if that was not asked.
        source_ns: when its source was last modified, 0 if it is gone or was not asked for.
        history: what was done to its entry's payloads (`PastPayloads`), plain values, the newest
            first; none if no journal names them.
    """

    drawing: Drawing | None
    problem: str = ""
    hint: str = ""
    source: str = ""
    made_by: str = ""
    arrays: tuple[Mapping[str, Any], ...] = ()
    settings: tuple[Mapping[str, Any], ...] = ()
    cached_ns: int = 0
    source_ns: int = 0
    history: tuple[Mapping[str, Any], ...] = ()

    @classmethod
    def unreadable(cls, path: Path, error: PayloadError | OSError) -> PayloadPreview:
        """One that is damaged, or that the system does not give."""
        if isinstance(error, PayloadError):
            return cls(None, error.problem, error.hint)
        return cls(
            None, f"{path.name} cannot be read: {error_reason(error)}.",
            "Check that its drive is connected, and that you may read it.")


def save_preview(folder: Path, preview: PayloadPreview) -> dict[str, Any]:
    """Write a preview's columns into `folder` and return its document.

    Raises:
        OSError: if the folder cannot be written.
    """
    drawn = [] if preview.drawing is None else fields(preview.drawing)
    values = {field.name: getattr(preview.drawing, field.name) for field in drawn}
    columns = {name: value for name, value in values.items()
               if isinstance(value, np.ndarray | TextColumn)}
    facts = {name: value for name, value in values.items() if name not in columns}
    save_columns(folder, columns)
    name = next((name for name, known in DRAWINGS.items()
                 if type(preview.drawing) is known), None)
    told = {field.name: getattr(preview, field.name) for field in fields(preview)}
    return {**told, "schema": SCHEMA, "drawing": name, "facts": facts}


def read_preview(document: bytes, folder: Path) -> PayloadPreview:
    """Read a preview that `save_preview` wrote; the folder may be removed afterwards.

    Raises:
        OSError: if a column cannot be read.
        ValueError: if it is no such document.
    """
    told = json.loads(document)
    drawing: Drawing | None = None
    if told["drawing"] is not None:
        columns = {name: _copy_column(column) for name, column in load_columns(folder).items()}
        parts: dict[str, Any] = {**told["facts"], **columns}
        drawing = DRAWINGS[told["drawing"]](**parts)
    values: dict[str, Any] = {
        field.name: tuple(value) if isinstance(value := told[field.name], list) else value
        for field in fields(PayloadPreview)[1:]}
    return PayloadPreview(drawing, **values)


def _copy_column(column: Array | TextColumn) -> Array | TextColumn:
    if isinstance(column, TextColumn):
        return TextColumn(np.array(column.blob), np.array(column.offsets))
    return np.array(column)
