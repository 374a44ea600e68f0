"""Payloads that lack nothing but what needs no encoder: a mask, as a rule.

What is in them stays, and what they lack is made of the decoded picture, if that is cropped today
as it was then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from larder.core.build.payload_identity import StoreContext
from larder.core.build.pipeline.pieces import (
    CROP_OFFSET,
    CROP_RESOLUTION,
    MADE_WITHOUT_ENCODER,
    ORIGINAL_RESOLUTION,
    Source,
    is_cut_alike,
)
from larder.core.encoders.draws import SampleDraws
from larder.core.encoders.pictures import draw_cut
from larder.core.errors import PayloadError
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import examine_pt, list_pt
from larder.core.stores.indexed.stamps import MODELTYPE_KEY, SOURCE_KEY
from larder.core.survey.sharing import MASK_ENDING
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.concepts import Concept
from larder.core.workspace.model_types import find_model_type


def completable(
    context: StoreContext, name: str, source: Source, concept: Concept
) -> PayloadContents | None:
    """The contents of a payload that may lack only names or its mask, None if more is amiss."""
    try:
        examined = examine_pt(context.recipes.store / name)
    except PayloadError:
        return None
    fits = not examined.bad_values and _lacks_no_picture(
        context, name, examined.contents, source, concept)
    return examined.contents if fits else None


def may_be_completable(
    context: StoreContext, name: str, source: Source, variation: int
) -> bool:
    """Return whether a build finds that it is, as far as names, settings and draws tell.

    Plans count by it and builds begin with it. It reads no arrays and no picture. Variations
    count from 1.
    """
    concept = context.concept_of(source)
    try:
        contents = list_pt(context.recipes.store / name)
    except PayloadError:
        return False
    return (set(context.store.names) - set(contents.names) <= MADE_WITHOUT_ENCODER
            and is_cut_alike(contents, _cut_today(context, contents, source, variation), concept)
            and _lacks_no_picture(context, name, contents, source, concept))


def _cut_today(
    context: StoreContext, contents: PayloadContents, source: Source, variation: int
) -> Mapping[str, Any]:
    """Return the values that the crop of a source decides today, without opening its picture.

    A payload of the same content has the size of the picture. If no size is known, the payload's
    own values are returned, so that no difference is found.
    """
    known = contents.values.get(ORIGINAL_RESOLUTION)
    size = source.item.size or (known[-2:] if isinstance(known, tuple) else None)
    if size is None or source.item.bucket is None:
        return contents.values
    cut = draw_cut(size, source.item.bucket, context.concept_of(source).image, SampleDraws(
        context.positions, variation - 1, source.item.use.position))
    frames = (1,) if context.store.frame_axis else ()
    today = {
        CROP_OFFSET: cut.offset, CROP_RESOLUTION: context.crop_resolution(source),
        ORIGINAL_RESOLUTION: (*frames, *size)}
    return {name: value for name, value in today.items() if name in context.store.names}


def _lacks_no_picture(
    context: StoreContext, name: str, contents: PayloadContents, source: Source, concept: Concept
) -> bool:
    values, group = contents.values, name.partition("/")[0] if "/" in name else ""
    # A released trainer does not say it, its groups are of one.
    said, modeltype = values.get(SOURCE_KEY), context.modeltype if group else None
    written_ns = context.written_ns(name)
    lacks_names = not set(context.store.names) <= set(contents.names)
    return (
        # What lacks nothing is out of date for its mask, or for another reason.
        (lacks_names or is_masked_anew(context, source))
        # Masks may not be all that was switched since a trainer made a group.
        and ((lacks_names and not group) or RECIPE_KEY in values or context.recipes.assumes(
            concept, written_ns=written_ns, group=group))
        and values.get(MODELTYPE_KEY, modeltype) == context.modeltype
        and (said is None or (isinstance(said, Mapping) and said.get("hash") == source.hash))
        and context.recipes.lacks_only_mask(
            values, concept, written_ns=written_ns, group=group))


def is_masked_anew(context: StoreContext, source: Source) -> bool:
    """Return whether only a source's mask changed, and no latent depends on that mask.

    A model that inpaints is shown the picture with its masked part greyed.
    """
    model_type = find_model_type(context.modeltype)
    return (source.item.verdict is Verdict.SIDECAR_CHANGED and MASK_ENDING in context.endings
            and source.item.key not in context.doubted
            and model_type is not None and not model_type.inpaints)
