"""Judge a file of latents beside its picture and the config.

Nothing in such a file names its picture but the name, and the trainer compares neither content nor
date. The size that it believed and the size that it decoded are all that proves a mistake.

Source: sd-scripts at c162e9039cc3, `strategy_base.py:427-475` (when a file is reused) and
`dreambooth_dataset.py:147-179` (sizes are read from the names of cached files).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from larder.core.errors import PayloadError
from larder.core.quantities import size_text
from larder.core.stores.kohya.families import Family
from larder.core.stores.kohya.file_names import CachedName, CachedPart
from larder.core.stores.kohya.latents import (
    FLIPPED,
    LATENTS,
    MASK,
    CachedArrays,
    LatentArrays,
    Shape,
    has_visible_mask,
    suffix_of,
)
from larder.core.survey.files.states import FileState, JudgedFile, Proof, judge
from larder.core.survey.kohya.folder import KohyaFolder, Size
from larder.core.survey.verdicts import Verdict

FITS: Final = "Fits as far as name, size, arrays and dates tell; kohya records no more."


class _Found(msgspec.Struct, frozen=True):
    """Why a file is stale.

    Attributes:
        verdict: of its row.
    """

    why: str
    verdict: Verdict


def judge_latents(folder: KohyaFolder, name: CachedName, family: Family) -> JudgedFile:
    """Judge latents of a picture that is there and that the config trains."""
    size, changed_ns = folder.stamps[name.name]
    pictures = folder.pictures[name.stem]
    try:
        arrays = folder.arrays_of(name.name)
    except PayloadError as error:
        return judge(name.name, FileState.DAMAGED, _damage(error), size=size, sources=pictures)
    used = _used_arrays(folder, name, arrays, family)
    unused = _count_unused(arrays, used)
    replaced_by = _preferred(folder, name, family)
    if replaced_by:
        return judge(
            name.name, FileState.LEFTOVER, size=size, sources=pictures,
            why=f"{replaced_by} exists and is always preferred, so this file is never read.")
    if len(pictures) > 1:
        return judge(
            name.name, FileState.AMBIGUOUS, _twins(pictures), size=size, sources=pictures,
            unused_bytes=unused)
    if folder.reads_values and (harm := folder.find_bad_values(name.name)):
        return judge(
            name.name, FileState.DAMAGED, f"{harm}. kohya trains with it without a warning.",
            size=size, sources=pictures, verdict=Verdict.BAD_VALUES)
    picture = pictures[0]
    stale = next(_find_stale(folder, name, picture, arrays, used, family), None)
    if stale is not None:
        return judge(
            name.name, FileState.STALE, stale.why, size=size, sources=pictures,
            verdict=stale.verdict, unused_bytes=unused)
    if folder.stamps[picture][1] > changed_ns:
        return judge(
            name.name, FileState.SUSPECT, size=size, sources=pictures, proof=Proof.DATES,
            why=f"{picture} is newer than its latents. kohya compares no dates and will use them.",
            unused_bytes=unused)
    return judge(
        name.name, FileState.OK, _what_fits(folder, used, unused), size=size, sources=pictures,
        proof=Proof.NONE, unused_bytes=unused)


def _damage(error: PayloadError) -> str:
    return f"{error.problem} kohya stops when it opens the file."


def _twins(pictures: tuple[str, ...]) -> str:
    names = " and ".join(pictures)
    return (f"{names} have the same name except for the extension, so kohya trains both with this "
            "file. "
            "Rename one of them.")


def _preferred(folder: KohyaFolder, name: CachedName, family: Family) -> str:
    """The file of an earlier release that is read in place of this one, "" without one."""
    if name.part is CachedPart.PLAIN_LATENTS or not family.may_be_plain:
        return ""
    return next((other.name for other in folder.latents.get(name.stem, ())
                 if other.part is CachedPart.PLAIN_LATENTS), "")


def _used_arrays(
    folder: KohyaFolder, name: CachedName, arrays: CachedArrays, family: Family
) -> tuple[LatentArrays, ...]:
    """The arrays that the trainer reads, those of each resolution that a dataset asks for."""
    found: dict[str, LatentArrays] = {}
    for shape in _wanted_shapes(folder, name, arrays, family):
        of_shape = arrays.latents.get(suffix_of(shape))
        plain = arrays.latents.get("")
        if of_shape is not None and LATENTS in of_shape.parts:
            found[of_shape.suffix] = of_shape
        elif plain is not None and LATENTS in plain.parts and family.may_be_plain:
            found[""] = plain
    return tuple(found.values())


def _wanted_shapes(
    folder: KohyaFolder, name: CachedName, arrays: CachedArrays, family: Family
) -> list[Shape]:
    """The latents' shapes that the datasets ask for, from the size that the trainer believes."""
    believed = _believed_size(folder, name, arrays)
    shapes = []
    for ask in folder.asks if believed is not None and min(believed) > 0 else ():
        width, height = ask.rule.bucket_of(believed or (0, 0))
        shapes.append((height // family.stride, width // family.stride))
    return shapes


def _believed_size(folder: KohyaFolder, name: CachedName, arrays: CachedArrays) -> Size | None:
    """The size in the name; of a file of an earlier release, that of the picture itself."""
    if name.size is not None:
        return name.size
    return folder.size_of(folder.pictures[name.stem][0]) or next(
        (of.original_size for of in arrays.latents.values() if of.original_size), None)


def _count_unused(arrays: CachedArrays, used: tuple[LatentArrays, ...]) -> int:
    suffixes = {of.suffix for of in used}
    return sum(of.bytes for suffix, of in arrays.latents.items() if suffix not in suffixes) \
        if suffixes else 0


def _find_stale(
    folder: KohyaFolder, name: CachedName, picture: str, arrays: CachedArrays,
    used: tuple[LatentArrays, ...], family: Family,
) -> Iterator[_Found]:
    """Why the file does not fit its picture or the config, the gravest first."""
    yield from _of_another_size(folder, name, picture, used or tuple(arrays.latents.values()))
    yield from _of_another_resolution(folder, name, arrays, used, family)
    yield from _without_asked_arrays(folder, used)
    yield from _with_unasked_mask(folder, name, used)


def _of_another_size(
    folder: KohyaFolder, name: CachedName, picture: str, read: tuple[LatentArrays, ...]
) -> Iterator[_Found]:
    real = folder.size_of(picture)
    original = next((of.original_size for of in read if of.original_size), None)
    if real is None:
        return
    believed = name.size or original
    if believed is None:
        return
    if original is not None and original != believed:
        yield _Found(
            f"It was encoded distorted: the picture was {_text(original)} and was taken to be "
            f"{_text(believed)}, the size of another picture whose name begins alike.",
            Verdict.RECIPE_CHANGED)
    elif not folder.has_size(picture, believed):
        yield _Found(
            f"{picture} is {_text(real)}, and it was {_text(believed)} when it was cached: it is "
            "another picture now. kohya does not notice and trains the old one.",
            Verdict.CONTENT_CHANGED)


def _of_another_resolution(
    folder: KohyaFolder, name: CachedName, arrays: CachedArrays,
    used: tuple[LatentArrays, ...], family: Family,
) -> Iterator[_Found]:
    suffixes = {of.suffix for of in used}
    for shape in _wanted_shapes(folder, name, arrays, family):
        plain = next((of for of in used if not of.suffix), None)
        if suffix_of(shape) in suffixes:
            continue
        if plain is not None:
            if plain.shape is not None and plain.shape != shape:
                yield _Found(
                    f"The latents are {_text_of(plain.shape, family)}, and the config asks for "
                    f"{_text_of(shape, family)}. kohya uses latents of an earlier release without "
                    "comparing their size.", Verdict.RECIPE_CHANGED)
            continue
        others = [of.shape for of in arrays.latents.values() if of.shape is not None]
        yield _Found(
            f"It has latents of {' and '.join(_text_of(other, family) for other in others)}, and "
            f"the config asks for {_text_of(shape, family)}." if others else
            f"It has no latents of {_text_of(shape, family)}, which the config asks for.",
            Verdict.RECIPE_CHANGED)


def _without_asked_arrays(
    folder: KohyaFolder, used: tuple[LatentArrays, ...]
) -> Iterator[_Found]:
    for of in used:
        if any(ask.subset.flips for ask in folder.asks) and FLIPPED not in of.parts:
            yield _Found(
                "The config asks for mirrored pictures (flip_aug), and it has no mirrored latents; "
                "kohya encodes it again.", Verdict.RECIPE_CHANGED)
        if any(ask.subset.masks for ask in folder.asks) and MASK not in of.parts:
            yield _Found(
                "The config asks for masks (alpha_mask), and it has none; kohya encodes it again.",
                Verdict.SIDECAR_CHANGED)


def _with_unasked_mask(
    folder: KohyaFolder, name: CachedName, used: tuple[LatentArrays, ...]
) -> Iterator[_Found]:
    """A mask that is applied although the config asks for none; only its values tell of harm."""
    for of in used if folder.reads_values else ():
        if _has_unasked_mask(folder, of) and has_visible_mask(
                folder.folder / name.name, of.suffix):
            yield _Found(
                "It has a mask that the config does not ask for, and kohya applies it all the "
                "same.", Verdict.SIDECAR_CHANGED)


def _has_unasked_mask(folder: KohyaFolder, arrays: LatentArrays) -> bool:
    return MASK in arrays.parts and not any(ask.subset.masks for ask in folder.asks)


def _what_fits(folder: KohyaFolder, used: tuple[LatentArrays, ...], unused: int) -> str:
    said = [FITS]
    mask = next((of for of in used if _has_unasked_mask(folder, of)), None)
    if mask is not None:
        size = size_text(mask.parts[MASK])
        said.append(f"It has a mask of {size} that the config does not ask for and that hides "
                    "nothing." if folder.reads_values else
                    f"It has a mask of {size} that the config does not ask for; whether it hides "
                    "anything, reading every cached file tells.")
    if unused:
        said.append("Arrays of other resolutions in it are not used.")
    return " ".join(said)


def _text(size: Size) -> str:
    return f"{size[0]} × {size[1]}"


def _text_of(shape: Shape, family: Family) -> str:
    """A latent's shape as the pixels that it stands for."""
    return f"{shape[1] * family.stride} × {shape[0] * family.stride}"
