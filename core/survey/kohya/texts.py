"""Judge a text file beside its caption and the config.

The trainer looks only whether the file and its arrays are there: no caption, no date, no encoder.

Source: the `is_disk_cached_outputs_expected` of each family, sd-scripts at c162e9039cc3.
"""

from __future__ import annotations

from typing import Final

from larder.core.errors import PayloadError
from larder.core.stores.kohya.families import Family
from larder.core.stores.kohya.file_names import CachedName
from larder.core.stores.kohya.latents import CachedArrays
from larder.core.survey.files.states import FileState, JudgedFile, Proof, judge
from larder.core.survey.kohya.folder import KohyaFolder
from larder.core.survey.kohya.latents import FITS
from larder.core.survey.verdicts import Verdict

CLIP_LENGTHS: Final = {75: 77, 150: 152, 225: 227}
"""Tokens that SDXL's texts have by the option `max_token_length`, begin and end counted."""


def judge_text(folder: KohyaFolder, name: CachedName, family: Family) -> JudgedFile:
    """Judge the text file of a picture that is there and that the config trains."""
    size, changed_ns = folder.stamps[name.name]
    pictures = folder.pictures[name.stem]
    try:
        arrays = folder.arrays_of(name.name)
    except PayloadError as error:
        return judge(
            name.name, FileState.DAMAGED, f"{error.problem} kohya stops when it opens the file.",
            size=size, sources=pictures)
    lacking = sorted(family.text_arrays - arrays.names.keys())
    if lacking:
        return judge(
            name.name, FileState.INCOMPLETE, size=size, sources=pictures,
            why=f"It lacks {', '.join(lacking)}; kohya encodes it again.")
    other_length = _find_other_length(folder, arrays)
    if other_length:
        return judge(
            name.name, FileState.STALE, other_length, size=size, sources=pictures,
            verdict=Verdict.RECIPE_CHANGED)
    return _judge_by_dates(folder, name, pictures, size, changed_ns)


def _judge_by_dates(
    folder: KohyaFolder, name: CachedName, pictures: tuple[str, ...], size: int, changed_ns: int
) -> JudgedFile:
    for ending in dict.fromkeys(ask.subset.caption_ending for ask in folder.asks):
        caption = folder.caption_file(name.stem, ending)
        if caption is not None and folder.stamps[caption][1] > changed_ns:
            return judge(
                name.name, FileState.SUSPECT, size=size, sources=(*pictures, caption),
                proof=Proof.DATES,
                why=f"{caption} is newer than its cached text. {_what_is_used(folder, name)}")
    return judge(
        name.name, FileState.OK, FITS, size=size, sources=pictures, proof=Proof.NONE)


def _what_is_used(folder: KohyaFolder, name: CachedName) -> str:
    """Say which caption a picture list still has, which the trainer believes before the file."""
    for picture in folder.pictures[name.stem] if folder.picture_list else ():
        listed = (folder.picture_list or {}).get(picture)
        if listed is not None:
            return f"metadata_cache.json still has the caption “{listed.caption}” for it."
    return "kohya compares no captions and will use it."


def _find_other_length(folder: KohyaFolder, arrays: CachedArrays) -> str:
    """Say that texts have another number of tokens than the options ask for, "" where none do."""
    for array, asked in _asked_lengths(folder):
        shape = arrays.names.get(array, ())
        if shape and shape[0] != asked:
            return (f"It has {shape[0]} tokens, and the config asks for {asked}. kohya pads it "
                    "with zeros and does not notice.")
    return ""


def _asked_lengths(folder: KohyaFolder) -> list[tuple[str, int]]:
    asked = []
    t5 = folder.options.get("t5xxl_max_token_length")
    if isinstance(t5, int):
        asked.append(("t5_out", t5))
    clip = folder.options.get("max_token_length")
    if isinstance(clip, int) and clip in CLIP_LENGTHS:
        asked.append(("hidden_state1", CLIP_LENGTHS[clip]))
    return asked
