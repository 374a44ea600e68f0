"""Which variant of an entry the config asks for, and whether it is there, whole.

One target edge, or a fixed WxH, asks for exactly one size; several targets ask for that of the one
that the trainer draws. Where the draw is not known one of their sizes is enough; those that are not
there are remarked in any case. The size follows from the picture's stored size, or from its header
where that is not known. Where it cannot be known (a video's frame,
rotated crops, an unknown model type, latent caching off, no config) every variant counts as the
wanted one and the row is remarked as not checked.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import WorkspaceError
from larder.core.files.folder_scan import FolderListing
from larder.core.keys.hash_memory import PictureMemory
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.stores.indexed.columns import IndexColumns
from larder.core.survey import why
from larder.core.survey.indexed.join import JoinedStore
from larder.core.survey.targets import UNKNOWN_TARGET
from larder.core.survey.verdicts import Remark, Verdict
from larder.core.workspace.bucketing import (
    Size,
    Targets,
    bucket_table,
    choose_bucket,
    choose_buckets,
    parse_targets,
    round_to_bucket,
    square_bucket,
)
from larder.core.workspace.concepts import Concept
from larder.core.workspace.model_types import (
    find_model_type,
    image_payload_names,
    text_payload_names,
)
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.store_kinds import StoreContent

Flags = npt.NDArray[np.uint32]
Int32 = npt.NDArray[np.int32]

ROWS_AT_ONCE = 100_000
"""Choosing the buckets of a million rows in one go would take 90 MB for a moment."""

NO_SIZE = -1
"""Height and width of a variant without a resolution, as in `IndexColumns`."""

NOT_THERE = np.uint32(1 << Verdict.SOURCE_MISSING | 1 << Verdict.SOURCE_UNREACHABLE)


class WantedSize(msgspec.Struct, frozen=True):
    """Size that one concept asks of each of its entries in one store.

    Attributes:
        targets: None when the size cannot be judged.
        has_size: False for a store whose variants have no resolution.
        quantisation: of the model type's buckets.
        bucketing: False crops to the target edge itself.
        variations: how many payloads a variant must have.
        frame_axis: payload keys are frames x height, so only a stored crop tells a variant's size.
        reason: why the size cannot be judged, "" when it can.
        is_impossible: no picture has a size, because a resolution is none for this model.
    """

    targets: Targets | None
    has_size: bool
    quantisation: int
    bucketing: bool
    variations: int
    frame_axis: bool = False
    reason: str = ""
    is_impossible: bool = False

    @property
    def edges(self) -> tuple[int, ...]:
        """The target edges that one is drawn from, none where there is nothing to draw."""
        edges = () if self.targets is None else self.targets.edges
        return edges if len(set(edges)) > 1 else ()

    def possible_sizes(self) -> list[list[Size]]:
        """Return the sizes that each target can give, whatever the picture; there are targets."""
        if self.targets is None:
            raise ValueError("without targets there is no size to want")
        if self.targets.fixed is not None:
            return [[round_to_bucket(self.targets.fixed, self.quantisation)]]
        return [
            [(int(height), int(width)) for height, width in bucket_table(edge, self.quantisation)]
            if self.bucketing else [square_bucket(edge)] for edge in self.targets.edges]

    def buckets(self, heights: Int32, widths: Int32) -> Int32:
        """The sizes that the targets ask for of n upright pictures, int32, shape (targets, n, 2).

        What pictures measure says nothing where there is a fixed size or no bucketing.
        """
        targets, count = self.targets, len(heights)
        if targets is None:
            raise ValueError("without targets there is no size to want")
        same = [round_to_bucket(targets.fixed, self.quantisation)] if targets.fixed is not None \
            else [] if self.bucketing else [square_bucket(edge) for edge in targets.edges]
        return np.array([np.broadcast_to(size, (count, 2)) for size in same] or [
            np.concatenate([
                choose_buckets(
                    heights[at:at + ROWS_AT_ONCE], widths[at:at + ROWS_AT_ONCE], edge,
                    self.quantisation)
                for at in range(0, max(count, 1), ROWS_AT_ONCE)])
            for edge in targets.edges], dtype=np.int32)


def find_wanted_size(
    config: TrainerConfig | None, concept: Concept, content: StoreContent
) -> WantedSize:
    """Return the size one concept asks for; one with an unusable resolution cannot be judged.

    Raises:
        WorkspaceError: if the config's resolution cannot be read.
    """
    if content is StoreContent.TEXT:
        return WantedSize(targets=None, has_size=False, quantisation=1, bucketing=False,
                          variations=concept.text_variations)
    model_type = None if config is None else find_model_type(config.model_type)
    reason = _why_not_judged(config, concept)
    if reason or config is None or model_type is None:
        return WantedSize(targets=None, has_size=True, quantisation=1, bucketing=False,
                          variations=concept.image_variations, reason=reason)
    overrides = concept.image.enable_resolution_override
    text = concept.image.resolution_override if overrides else config.resolution
    wanted = WantedSize(
        targets=None, has_size=True, quantisation=model_type.quantisation,
        bucketing=config.aspect_ratio_bucketing, variations=concept.image_variations,
        frame_axis=model_type.frame_axis)
    try:
        asked = msgspec.structs.replace(wanted, targets=parse_targets(text))
        if overrides:
            asked.possible_sizes()
    except WorkspaceError:
        if not overrides:
            raise
        return msgspec.structs.replace(
            wanted, reason=f"its own resolution, {text}, gives no size for this model",
            is_impossible=True)
    return asked


def list_wanted_buckets(
    wanted: WantedSize, size: Size | None, edges: Sequence[int] | None = None
) -> tuple[Size, ...]:
    """The sizes that target edges give, each once, in their order.

    `wanted` must have targets; `size`, (height, width) of the upright picture, is needed for
    bucketing by edges. `edges` None is all in the config's order; with a fixed size they say
    nothing.

    Raises:
        ValueError: if the size is needed and not known.
        WorkspaceError: if an edge is so small that a side rounds to nothing.
    """
    targets = wanted.targets
    if targets is None:
        raise ValueError("without targets there is no size to build")
    if targets.fixed is not None:
        return (round_to_bucket(targets.fixed, wanted.quantisation),)
    if not wanted.bucketing:
        return tuple(dict.fromkeys(square_bucket(edge) for edge in edges or targets.edges))
    if size is None:
        raise ValueError("the picture's size is not known")
    return tuple(dict.fromkeys(
        choose_bucket(size[0], size[1], edge, wanted.quantisation)
        for edge in edges or targets.edges))


def list_wanted_names(
    config: TrainerConfig | None, content: StoreContent
) -> frozenset[str] | None:
    """Names a payload must have, none if nothing is cached; None when the config does not tell."""
    if config is None:
        return None
    if _is_off(config, content):
        return frozenset()
    names = text_payload_names if content is StoreContent.TEXT else image_payload_names
    return names(config)


def why_unwanted(config: TrainerConfig | None, content: StoreContent) -> str:
    """Why this config has no use for any entry of such a store, "" if it may have."""
    if config is None or list_wanted_names(config, content) != frozenset():
        return ""
    if not _is_off(config, content):
        return why.NO_TEXT_CACHED
    if not (config.image_caching or config.text_caching):
        return why.CACHING_OFF
    return why.TEXT_CACHING_OFF if content is StoreContent.TEXT else why.IMAGE_CACHING_OFF


def _is_off(config: TrainerConfig, content: StoreContent) -> bool:
    """Return whether the config's trainer neither reads nor fills such a cache."""
    return not (config.text_caching if content is StoreContent.TEXT else config.image_caching)


def _why_not_judged(config: TrainerConfig | None, concept: Concept) -> str:
    if config is None:
        return "there is no config"
    model_type = find_model_type(config.model_type)
    if model_type is None:
        return f"the model type {config.model_type} is not known"
    masks = config.masked_training or model_type.inpaints
    if masks and concept.image.enable_random_mask_rotate_crop:
        return "a random rotated crop decides the size"
    return ""


def find_sizes(
    join: JoinedStore,
    wanted_rows: Mapping[int, Int32],
    wanted: Mapping[int, WantedSize],
    flags: npt.NDArray[np.uint32],
    memory: PictureMemory,
) -> tuple[Int32, Int32]:
    """Heights and widths of all index rows, -1 where unknown; int32, shape (n,) each.

    A header is read for edited pictures and for entries that stored no size, and only where a size
    decides anything.
    """
    columns = join.columns
    heights, widths = columns.heights.copy(), columns.widths.copy()
    edited = (flags & np.uint32(1 << Verdict.CONTENT_CHANGED)) != 0
    heights[edited] = widths[edited] = -1
    for concept, rows in wanted_rows.items():
        targets = wanted[concept].targets
        if targets is None or targets.fixed is not None or not wanted[concept].bucketing:
            continue
        unknown = rows[(heights[rows] <= 0) & ((flags[rows] & NOT_THERE) == 0)]
        for row in unknown.tolist():
            size = memory.size(join.real_path(columns.folder[row], columns.names[row]))
            if size is not None:
                heights[row], widths[row] = size
    return heights, widths


def judge_variants(
    columns: IndexColumns,
    rows: Int32,
    sizes: tuple[Int32, Int32],
    wanted: WantedSize,
    files: FilesOfRows,
    schema_is_complete: npt.NDArray[np.bool_],
    flags: Flags,
    serves: npt.NDArray[np.bool_],
    drawn: npt.NDArray[np.int16] | None = None,
) -> Int32:
    """Set missing-variant, missing-payload, incomplete-schema and remarks of a concept's rows.

    `rows` are index rows of the concept whose source is there, shape (k,); `sizes` upright heights
    and widths of all n rows, -1 where unknown; `schema_is_complete` tells per variant whether it
    has every name the config needs, shape (v,). `flags` of all rows are changed in place, and so is
    `serves`: whether each variant has a size that a concept asks for, shape (v,). `drawn`
    is the number of the target that the trainer draws for each of all n rows, `UNKNOWN_TARGET`
    where nobody knows; None where there are not several.

    Returns:
        The wanted heights and widths of the drawn target, else of the first, for all n rows, int32,
        shape (2, n); -1 where there is none. Sentences are made from them.
    """
    first_wanted = np.full((2, len(columns)), NO_SIZE, dtype=np.int32)
    of_concept = np.zeros(len(columns), dtype=np.bool_)
    of_concept[rows] = True
    variants = np.flatnonzero(of_concept[columns.variant_row])
    row_of = columns.variant_row[variants]
    complete = _complete(columns, variants, wanted.variations, files)
    matches = of_any = np.ones(len(variants), dtype=np.bool_)
    judged = np.zeros(len(columns), dtype=np.bool_)
    if wanted.has_size and wanted.targets is None:
        flags[rows] |= np.uint32(Remark.VARIANT_NOT_CHECKED)
    elif wanted.has_size and wanted.targets is not None:
        is_known = _judgeable(columns, sizes, wanted)[rows]
        known = rows[is_known]
        flags[rows[~is_known]] |= np.uint32(Remark.VARIANT_NOT_CHECKED)
        judged[known] = True
        hit = _hits(columns, variants, known, sizes, wanted, first_wanted, drawn)
        matches = np.where(judged[row_of], _find_hits(hit, row_of, drawn), True)
        of_any = np.where(judged[row_of], hit.any(axis=0), True)
        _remark_targets(hit, row_of, known, flags)
    elif not wanted.has_size:
        judged[rows] = True
        matches = of_any = columns.variant_height[variants] == NO_SIZE
    serves[variants[of_any]] = True
    any_match = _any_per_row(matches, row_of, len(columns))
    any_complete = _any_per_row(matches & complete, row_of, len(columns))
    whole_schema = _any_per_row(
        matches & schema_is_complete[variants], row_of, len(columns))
    has_variant = _any_per_row(np.ones_like(matches), row_of, len(columns))
    absent = np.where(judged, ~any_match, ~has_variant)
    for verdict, applies in (
        (Verdict.MISSING_VARIANT, absent),
        (Verdict.MISSING_PAYLOAD, ~absent & ~any_complete),
        (Verdict.INCOMPLETE_SCHEMA, ~absent & ~whole_schema),
    ):
        flags[rows[applies[rows]]] |= np.uint32(1 << verdict)
    return first_wanted


def _judgeable(
    columns: IndexColumns, sizes: tuple[Int32, Int32], wanted: WantedSize
) -> npt.NDArray[np.bool_]:
    """Per index row, whether its wanted size and its variants' sizes are known."""
    known = np.ones(len(columns), dtype=np.bool_)
    if wanted.targets is not None and not wanted.targets.fixed:
        known &= (sizes[0] > 0) & (sizes[1] > 0)
    if wanted.frame_axis:
        known[columns.variant_row[~columns.variant_has_crop]] = False
    return known


def _complete(
    columns: IndexColumns, variants: npt.NDArray[np.int64], variations: int,
    files: FilesOfRows,
) -> npt.NDArray[np.bool_]:
    """Return whether variations 1..V of each of `variants` are on disk."""
    complete = files.first[variants] >= 0
    for number in range(2, variations + 1):
        suffix = f"_{number}.pt"
        stems = columns.stems
        complete &= np.fromiter(
            (stems[at] + suffix in files.there for at in variants.tolist()),
            dtype=np.bool_, count=len(variants))
    return complete


def _hits(
    columns: IndexColumns, variants: npt.NDArray[np.int64], rows: Int32,
    sizes: tuple[Int32, Int32], wanted: WantedSize, first_wanted: Int32,
    drawn: npt.NDArray[np.int16] | None,
) -> npt.NDArray[np.bool_]:
    """Per target and variant, whether it has the size the target asks for; shape (t, k).

    Of variants of other rows than `rows` it says nothing.
    """
    row_of = columns.variant_row[variants]
    of_rows = np.zeros(len(rows), dtype=np.int16) if drawn is None else np.maximum(drawn[rows], 0)
    hits: list[npt.NDArray[np.bool_]] = []
    asked = np.full((2, len(columns)), NO_SIZE, dtype=np.int32)
    for target, of_target in enumerate(wanted.buckets(sizes[0][rows], sizes[1][rows])):
        asked[:, rows] = of_target.T
        is_asked = of_rows == target
        first_wanted[:, rows[is_asked]] = of_target[is_asked].T
        hits.append(
            (columns.variant_height[variants] == asked[0, row_of])
            & (columns.variant_width[variants] == asked[1, row_of]))
    return np.array(hits)


def _find_hits(
    hit: npt.NDArray[np.bool_], row_of: Int32, drawn: npt.NDArray[np.int16] | None
) -> npt.NDArray[np.bool_]:
    """Return whether each variant has the size of its row's drawn target, or of any, shape (k,)."""
    if drawn is None:
        return np.asarray(hit.any(axis=0))
    targets = drawn[row_of]
    of_drawn = hit[np.maximum(targets, 0), np.arange(hit.shape[1])]
    return np.where(targets == UNKNOWN_TARGET, hit.any(axis=0), of_drawn)


def _remark_targets(
    hit: npt.NDArray[np.bool_], row_of: Int32, rows: Int32, flags: Flags
) -> None:
    """Remark rows that have some, but not all, of several targets."""
    if len(hit) < 2:
        return
    per_target = np.array([_any_per_row(one, row_of, len(flags)) for one in hit])
    some = np.asarray(per_target.any(axis=0) & ~per_target.all(axis=0))
    flags[rows[some[rows]]] |= np.uint32(Remark.TARGET_NOT_CACHED)


def _any_per_row(
    mask: npt.NDArray[np.bool_], row_of: Int32, rows: int
) -> npt.NDArray[np.bool_]:
    found = np.zeros(rows, dtype=np.bool_)
    found[row_of[mask]] = True
    return found


class FilesOfRows(msgspec.Struct):
    """Which files of a listing belong to which index rows; v variants, m files.

    Attributes:
        first: position of each variant's variation 1, -1 when not there, int32, shape (v,).
        pairs: (file position, variant) of every file that a variant names, int32, shape (k, 2).
        rows: index row of each pair, int32, shape (k,).
        bytes: payload bytes of each index row, int64, shape (n,).
    """

    listing: FolderListing
    first: Int32
    pairs: Int32
    rows: Int32
    bytes: npt.NDArray[np.int64]
    _there: frozenset[str] | None = None

    @property
    def there(self) -> frozenset[str]:
        """The names as a set, made when further variations or absent payloads first ask for it."""
        if self._there is None:
            self._there = frozenset(self.listing.names)
        return self._there

    def newest_ns(self) -> npt.NDArray[np.int64]:
        """Return the modification time of each row's youngest payload, 0 for none; shape (n,)."""
        found = np.zeros(len(self.bytes), dtype=np.int64)
        np.maximum.at(found, self.rows, self.listing.mtimes_ns[self.pairs[:, 0]])
        return found

    def are_named(self, by: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Return whether each file is named by a row, or by one set in `by`; shape (m,)."""
        named = np.zeros(len(self.listing.names), dtype=np.bool_)
        named[(self.pairs if by is None else self.pairs[by[self.rows]])[:, 0]] = True
        return named


def assign_files(columns: IndexColumns, listing: FolderListing) -> FilesOfRows:
    """Find every file of every variant, any variation number.

    Payload names that are no variation 1 are parsed one by one, so a store with one variation per
    file costs nothing more.
    """
    names = listing.names
    position = dict(zip(names, range(len(names)), strict=True))
    first = np.fromiter(
        map(position.get, (f"{stem}_1.pt" for stem in columns.stems), itertools.repeat(-1)),
        dtype=np.int32, count=len(columns.stems))
    found = np.flatnonzero(first >= 0).astype(np.int32)
    taken = np.zeros(len(names), dtype=np.bool_)
    taken[first[found]] = True
    pairs = np.concatenate([
        np.stack([first[found], found], axis=1), _further_variations(columns, listing, taken)])
    rows = columns.variant_row[pairs[:, 1]]
    size = np.zeros(len(columns), dtype=np.int64)
    np.add.at(size, rows, listing.sizes[pairs[:, 0]])
    return FilesOfRows(listing, first, pairs, rows, size)


def _further_variations(
    columns: IndexColumns, listing: FolderListing, taken: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int32]:
    """Pairs, as in `FilesOfRows`, of payload files that are no variant's variation 1."""
    files_of: dict[str, list[int]] = {}
    for at in np.flatnonzero(~taken).tolist():
        name = listing.names[at]
        if parse_indexed_name(name) is not None:
            files_of.setdefault(name.rpartition("_")[0], []).append(at)
    pairs = [
        (at, variant) for variant, stem in enumerate(columns.stems)
        for at in files_of.get(stem, ())
    ] if files_of else []
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)
