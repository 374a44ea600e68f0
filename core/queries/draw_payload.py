"""Previews of payloads: their values, and how each kind of store draws them.

The maker of a payload is known by the digest in its stamp, else by the digits of it in the name;
the meaning of a digest is stored next to the store.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
import numpy as np

from larder.core.columns import TextColumn
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_sections import read_section, row_digest
from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.cache_keys import ParsedName, parse_name
from larder.core.keys.strict_fingerprint import StrictFingerprint
from larder.core.payloads.arrays import ArrayInfo, ArraySummary
from larder.core.payloads.dtypes import Array, bits_of, decode
from larder.core.payloads.open_payload import summarize_array, summarize_payload
from larder.core.payloads.sealed_npz import STAMP_NAME, EntryStamp
from larder.core.payloads.tree.load import TreeFile
from larder.core.queries.draw_pixels import (
    draw_pixels,
    finite_part,
    levels_of,
    run_means,
    run_starts,
)
from larder.core.queries.preview import (
    Drawing,
    LeafTable,
    PayloadPreview,
    SoundDrawing,
    TokenTable,
    WaveformDrawing,
)
from larder.core.stores.records import read_fingerprints
from larder.core.stores.values.payloads import (
    FEATURES,
    TOKEN_IDS,
    TOKEN_MASK,
    WAVEFORM,
    read_entry,
)
from larder.core.workspace.store_kinds import StoreKind

DIGEST_FIELDS = ("processor", "tokenizer")
"""Fields of a key that say what made the values."""

READ_UNASKED: Final = 256 << 20
"""Bytes of leaves whose figures are worked out when a tree is merely chosen; about a second."""

MOST_COLUMNS: Final = 2_000
MOST_FRAMES: Final = 1_000
MOST_BANDS: Final = 200

BAND_SETTINGS: Final = ("feature_size", "num_mel_bins")
"""What extractors of transformers call the number of bands."""

MOST_LISTED: Final = 4_096
MOST_TEXT: Final = 20_000
"""Characters of a row's text that are shown."""


@dataclass(frozen=True, slots=True)
class PayloadValues:
    """One payload, read and found whole.

    Attributes:
        arrays: by member, native types; bfloat16 and 8-bit floats as float32.
        name: what its name tells.
        stamp: what it says of itself, None for another program's.
        made_by: what made it, None if nobody wrote that down.
    """

    arrays: Mapping[str, Array]
    name: ParsedName
    stamp: EntryStamp | None
    made_by: StrictFingerprint | None

    @property
    def key(self) -> Mapping[str, Any]:
        """The whole key; nothing of another program's payload."""
        return {} if self.stamp is None else self.stamp.key

    @property
    def settings(self) -> Mapping[str, Any]:
        """The settings of the processor, as far as they are known."""
        facts = {} if self.made_by is None else self.made_by.facts
        found = facts.get("attributes", facts)
        return found if isinstance(found, Mapping) else {}


def read_values(path: Path, kind: StoreKind, store: Path) -> PayloadValues:
    """Read one payload.

    Raises:
        PayloadError: if it is damaged, or not what its name says.
        OSError: if the drive fails.
    """
    stored, stamp = read_entry(path, kind)
    parsed = parse_name(kind.value, path.name)
    if parsed is None:
        raise PayloadError(
            f"{path.name} is not the name of a cached file of this kind ({kind.value}).")
    arrays = {name: decode(*_name_type(array)) for name, array in stored.items()}
    return PayloadValues(arrays, parsed, stamp, _read_fingerprint(store, stamp, parsed))


def _name_type(array: Array) -> tuple[Array, str]:
    """An array's bits and the name of its type."""
    bits, name = bits_of(array)
    return bits, name or array.dtype.name


def _read_fingerprint(
    store: Path, stamp: EntryStamp | None, parsed: ParsedName
) -> StrictFingerprint | None:
    known = read_fingerprints(store)
    key = {} if stamp is None else stamp.key
    digest = next((str(key[field]) for field in DIGEST_FIELDS if field in key), "")
    if digest:
        return known.get(digest)
    if not parsed.fingerprint:
        return None
    alike = [facts for known_as, facts in known.items()
             if any(digest.startswith(parsed.fingerprint)
                    for digest in (known_as, *facts.of_program))]
    return alike[0] if len(alike) == 1 else None


def list_leaves(path: Path, *, thorough: bool, token: CancelToken) -> Job[LeafTable]:
    """Every leaf of a tree, in stored order; if `thorough` read, however many bytes that is.

    Raises:
        PayloadError: if the manifest is damaged, or data is missing; a damaged leaf is a row.
    """
    with TreeFile(path) as tree:
        leaves = tree.contents().arrays
        summaries: list[ArraySummary | None] = []
        faults: list[str] = []
        left = READ_UNASKED
        for done, leaf in enumerate(leaves):
            token.check()
            yield Progress("reading parts", done, len(leaves), "parts")
            left -= leaf.bytes
            summary, fault = _read(tree, leaf) if thorough or left >= 0 else (None, "")
            summaries.append(summary)
            faults.append(fault)
    return _table(leaves, summaries, faults)


def _read(tree: TreeFile, leaf: ArrayInfo) -> tuple[ArraySummary | None, str]:
    try:
        return summarize_array(leaf.name, tree.read_array(leaf.name), leaf.dtype), ""
    except PayloadError as damaged:
        return None, damaged.problem


def _table(
    leaves: tuple[ArrayInfo, ...], summaries: list[ArraySummary | None], faults: list[str]
) -> LeafTable:
    def figures(name: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        numbers = [None if one is None else getattr(one, name) for one in summaries]
        return np.array([np.nan if one is None else float(one) for one in numbers], np.float64)

    return LeafTable(
        path=TextColumn.from_strings(leaf.name for leaf in leaves),
        dtype=TextColumn.from_strings(leaf.dtype for leaf in leaves),
        shape=TextColumn.from_strings(",".join(map(str, leaf.shape)) for leaf in leaves),
        bytes=np.array([leaf.bytes for leaf in leaves], np.int64),
        minimum=figures("minimum"), maximum=figures("maximum"), mean=figures("mean"),
        std=figures("std"),
        first=TextColumn.from_strings(_first(one) for one in summaries),
        sha256=TextColumn.from_strings("" if one is None else one.sha256 for one in summaries),
        fault=TextColumn.from_strings(faults),
        unread=sum(one is None and not fault
                   for one, fault in zip(summaries, faults, strict=True)))


def _first(summary: ArraySummary | None) -> str:
    if summary is None:
        return ""
    return ", ".join(
        f"{value:.6g}" if isinstance(value, float) else str(value)
        for value in summary.first_five)


def draw_features(values: PayloadValues) -> WaveformDrawing | SoundDrawing:
    """The features of a clip; an extractor that leaves samples as they are gives a waveform."""
    member = next(name for name in FEATURES if name in values.arrays)
    features = _without_single_axes(values.arrays[member])
    if features.ndim == 1:
        return _draw_waveform(features, values)
    if _bands_come_last(features, values):
        features = features.T
    return _shade_features(features, _frame_seconds(values))


def _draw_waveform(samples: Array, values: PayloadValues) -> WaveformDrawing:
    """The span of samples, shape (samples,), column by column."""
    plain = np.nan_to_num(np.asarray(samples, dtype=np.float32), posinf=0.0, neginf=0.0)
    starts = run_starts(len(plain), MOST_COLUMNS)
    empty = np.zeros(0, np.float32)
    return WaveformDrawing(
        minima=np.minimum.reduceat(plain, starts) if len(plain) else empty,
        maxima=np.maximum.reduceat(plain, starts) if len(plain) else empty,
        samples=len(plain), sample_rate=values.name.sample_rate or 0)


def _without_single_axes(features: Array) -> Array:
    """Two axes, or one for samples: leading axes are of the one clip, or of parts of it."""
    while features.ndim > 2 or (features.ndim == 2 and features.shape[0] == 1):
        features = features[0]
    return features


def _bands_come_last(features: Array, values: PayloadValues) -> bool:
    """Return whether the axis of bands follows that of frames, which depends on the extractor.

    An extractor's own number of bands decides; else its mask, which is as long as the frames; else
    the shorter axis is that of the bands.
    """
    rows, columns = features.shape
    stated = [values.settings.get(name) for name in BAND_SETTINGS]
    if rows != columns and any(count in stated for count in features.shape):
        return columns in stated
    mask = values.arrays.get("attention_mask")
    if mask is not None and rows != columns and mask.shape[-1] in features.shape:
        return bool(mask.shape[-1] == rows)
    return bool(columns < rows)


def _shade_features(features: Array, frame_s: float) -> SoundDrawing:
    """Shades of features, shape (bands, frames), the lowest feature dark."""
    bands, frames = features.shape
    plain, low, high = finite_part(features)
    small = run_means(run_means(plain, axis=1, most=MOST_FRAMES), axis=0, most=MOST_BANDS)
    shares = (small - low) / np.float32(high - low or 1.0)
    return SoundDrawing(
        shades=levels_of(shares[::-1]), bands=bands, frames=frames, low=low, high=high,
        frame_s=frame_s)


def _frame_seconds(values: PayloadValues) -> float:
    settings: Mapping[str, Any] = values.settings
    hop, rate = settings.get("hop_length"), settings.get("sampling_rate")
    if isinstance(hop, int) and isinstance(rate, int) and hop > 0 and rate > 0:
        return hop / rate
    return 0.0


def list_tokens(values: PayloadValues) -> TokenTable:
    """The ids of a tokens payload."""
    ids = values.arrays[TOKEN_IDS].astype(np.int64)
    mask = values.arrays.get(TOKEN_MASK)
    counts = np.ones(len(ids), np.uint8) if mask is None else (mask != 0).astype(np.uint8)
    listed = ids[:MOST_LISTED]
    pieces, why = _pieces(values, listed.tolist())
    return TokenTable(
        ids=listed, mask=counts[:MOST_LISTED],
        pieces=TextColumn.from_strings(pieces or [""] * len(listed)),
        count=len(ids), text=_text(values), why_no_pieces=why)


def _pieces(values: PayloadValues, ids: list[int]) -> tuple[list[str], str]:
    """The text of each id, or why there is none."""
    from larder.core.encoders.section_tokens import byte_pieces, folder_pieces, is_byte_tokenizer

    made_by = values.made_by
    if made_by is None:
        return [], "It is not recorded which tokenizer made these ids."
    if is_byte_tokenizer(made_by.facts):
        return byte_pieces(ids), ""
    try:
        return folder_pieces(made_by, ids), ""
    except UserFacingError as error:
        return [], error.problem


def _text(values: PayloadValues) -> str:
    """The row the ids were made from, if its file still has it."""
    stamp = values.stamp
    if stamp is None or stamp.source is None:
        return ""
    try:
        _, rows = read_section(Path(stamp.source.name))
    except SourceError:
        return ""
    wanted = values.key.get("text")
    return next((row[:MOST_TEXT] for row in rows if row_digest(row) == wanted), "")


SHARDED_DRAWERS: Final[Mapping[StoreKind, Callable[[PayloadValues], Drawing]]] = MappingProxyType({
    StoreKind.VISION: lambda values: draw_pixels(values.arrays, values.settings),
    StoreKind.AUDIO: draw_features,
    StoreKind.WAVEFORM: lambda values: _draw_waveform(values.arrays[WAVEFORM], values),
    StoreKind.TOKENS: list_tokens,
})
"""How payloads in shard folders are drawn."""

PREVIEWED_KINDS: Final = frozenset({*SHARDED_DRAWERS, StoreKind.TREE})
"""Kinds of store whose payloads are drawn themselves; of others their source is shown."""


def preview_payload(
    path: Path, kind: StoreKind, store: Path, *, thorough: bool = False, token: CancelToken
) -> Job[PayloadPreview]:
    """Look at one payload; a damaged one gives its problem.

    `kind` is one of `PREVIEWED_KINDS`; the store knows what fingerprints stand for. If `thorough`
    the figures of every leaf of a tree are worked out, however large.
    """
    try:
        if kind is StoreKind.TREE:
            return PayloadPreview((yield from list_leaves(path, thorough=thorough, token=token)))
        token.check()
        yield Progress("reading cached files", 0, 1, "files")
        values = read_values(path, kind, store)
        arrays = summarize_payload(path).arrays
    except (PayloadError, OSError) as error:
        return PayloadPreview.unreadable(path, error)
    stamp = values.stamp
    return PayloadPreview(
        SHARDED_DRAWERS[kind](values),
        source="" if stamp is None or stamp.source is None else stamp.source.name,
        made_by="" if values.made_by is None else values.made_by.name,
        arrays=tuple(msgspec.to_builtins(array) for array in arrays if array.name != STAMP_NAME))
