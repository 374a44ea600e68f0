"""Every cached file of a folder, judged, and those that are missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from larder.core.errors import PayloadError
from larder.core.stores.kohya.families import Family
from larder.core.stores.kohya.file_names import (
    PICTURE_LIST,
    CachedName,
    CachedPart,
    latents_name,
    text_name,
)
from larder.core.survey.files.states import FileState, JudgedFile, Offer, Proof, judge
from larder.core.survey.kohya.folder import KohyaFolder, Size
from larder.core.survey.kohya.latents import judge_latents
from larder.core.survey.kohya.texts import judge_text

NOT_LISTED: Final = "No dataset of this config lists its folder."

NAMED: Final = 3
"""Pictures that a sentence names."""


def judge_folder(folder: KohyaFolder) -> Iterator[JudgedFile]:
    """Judge every cached file of a folder in the order of their names, then what is missing."""
    if not folder.pictures and folder.cached:
        for name in folder.cached:
            yield judge(
                name.name, FileState.UNREACHABLE, size=folder.stamps[name.name][0],
                proof=Proof.NONE,
                why="The folder has cached files and no pictures; they may be on a drive that is "
                    "not connected.")
        return
    renamed = _find_renamed(folder)
    for name in folder.cached:
        judged = _judge(folder, name, renamed)
        if judged is not None:
            yield judged
    if folder.picture_list is not None:
        yield _judge_picture_list(folder)
    if folder.asks:
        yield from _find_missing(folder)


def _judge(
    folder: KohyaFolder, name: CachedName, renamed: Mapping[str, str]
) -> JudgedFile | None:
    """Judge one file; None for one that is no cached file after all."""
    size = folder.stamps[name.name][0]
    pictures = folder.pictures.get(name.stem, ())
    if name.part is CachedPart.PLAIN_LATENTS and not _is_plain_latents(folder, name):
        return None
    if not pictures:
        return _judge_orphan(folder, name, renamed)
    family = name.family or folder.family
    if not folder.asks and folder.is_configured:
        return judge(
            name.name, FileState.UNLISTED, folder.why_unlisted or NOT_LISTED, size=size,
            sources=pictures)
    if folder.family is not None and family is not folder.family and family is not None:
        return judge(
            name.name, FileState.UNLISTED, size=size, sources=pictures,
            why=f"It is for {family.label}, and this config trains {folder.family.label}.")
    if family is None:
        return judge(
            name.name, FileState.OK, size=size, sources=pictures, proof=Proof.NONE,
            why="Which models the config trains is not known, so nothing speaks against it.")
    left_out = _why_left_out(folder, pictures)
    if left_out:
        return judge(name.name, FileState.UNLISTED, left_out, size=size, sources=pictures)
    if name.part is CachedPart.TEXT:
        return _replaced_text(folder, name) or judge_text(folder, name, family)
    return judge_latents(folder, name, family)


def _is_plain_latents(folder: KohyaFolder, name: CachedName) -> bool:
    """Return whether "{stem}.npz" is a file of this trainer's; another program's may be."""
    try:
        return folder.arrays_of(name.name).is_latents
    except PayloadError:
        return name.stem in folder.pictures  # the trainer would open it


def _why_left_out(folder: KohyaFolder, pictures: tuple[str, ...]) -> str:
    if folder.picture_list is not None and folder.picture_list.keys().isdisjoint(pictures):
        return f"{PICTURE_LIST} does not list its picture, and kohya trusts that file."
    for picture in pictures if folder.asks else ():
        size = folder.size_of(picture)
        if size is None or any(size[0] * size[1] > ask.skipped_area for ask in folder.asks):
            return ""
    if not folder.asks:
        return ""
    return "Its picture is so small that the config leaves it out (skip_image_resolution)."


def _replaced_text(folder: KohyaFolder, name: CachedName) -> JudgedFile | None:
    """Judge a text file in whose place the trainer reads another; None for one that is read.

    Of a picture that a metadata file lists without its size, the trainer takes the first latents
    whose path begins as the entry's for the picture itself, and names its text file after them.
    """
    is_by_latents = _is_named_by_latents(folder, name.stem)
    if name.is_doubled == is_by_latents:
        return None
    other = folder.latents.get(name.stem, ())
    read = next((text.name for text in folder.cached if text.part is CachedPart.TEXT
                 and text.stem == name.stem and text.is_doubled == is_by_latents), "")
    if is_by_latents and not other:
        return None
    return judge(
        name.name, FileState.LEFTOVER, size=folder.stamps[name.name][0],
        sources=folder.pictures[name.stem],
        why=f"kohya reads {read} in its place." if read else
            "kohya looks for the text under another name and never reads this file.")


def _is_named_by_latents(folder: KohyaFolder, stem: str) -> bool:
    if not any(ask.subset.metadata_file for ask in folder.asks) or folder.picture_list is None:
        return False
    listed = [folder.picture_list[picture] for picture in folder.pictures.get(stem, ())
              if picture in folder.picture_list]
    return bool(listed) and all(one.size is None for one in listed)


def _find_renamed(folder: KohyaFolder) -> Mapping[str, str]:
    """Stems whose picture is gone -> a picture without latents that has the same size.

    Such a picture may be the one that was lost, under another name.
    """
    lacking: dict[Size, str] = {}
    for stem, pictures in folder.pictures.items():
        if stem not in folder.latents and (size := folder.size_of(pictures[0])):
            lacking.setdefault(size, pictures[0])
    return {
        name.stem: lacking[name.size] for name in folder.cached
        if name.size in lacking and name.stem not in folder.pictures} if lacking else {}


def _judge_orphan(
    folder: KohyaFolder, name: CachedName, renamed: Mapping[str, str]
) -> JudgedFile:
    size = folder.stamps[name.name][0]
    listed = next((picture for picture in folder.picture_list or ()
                   if picture.rpartition(".")[0] == name.stem), "")
    if listed and not any(ask.subset.metadata_file for ask in folder.asks):
        return judge(
            name.name, FileState.ORPHAN, size=size, offer=Offer.UNTICKED, unit=PICTURE_LIST,
            why=f"{listed} does not exist any more, and {PICTURE_LIST} still lists it: kohya still "
                "trains it from this file, and would stop without it. They can only be removed "
                "together.")
    if name.stem in renamed:
        return judge(
            name.name, FileState.ORPHAN, size=size, offer=Offer.UNTICKED,
            why=f"No picture has this name. {renamed[name.stem]} has the same size and nothing "
                "cached; it may be the same picture under another name.")
    return judge(
        name.name, FileState.ORPHAN, "No picture in the folder has this name.", size=size)


def _judge_picture_list(folder: KohyaFolder) -> JudgedFile:
    """Judge `metadata_cache.json`, which the trainer believes before the folder."""
    listed = folder.picture_list or {}
    size = folder.stamps[PICTURE_LIST][0] if PICTURE_LIST in folder.stamps else 0
    gone = [name for name in listed if name not in folder.stamps]
    new = [name for names in folder.pictures.values() for name in names if name not in listed]
    resized = [name for name, one in listed.items()
               if name in folder.stamps and one.size not in (None, folder.size_of(name))]
    said = [
        *([f"It lists pictures that do not exist: {_name_some(gone)}."] if gone else ()),
        *([f"It lacks pictures of the folder: {_name_some(new)}."] if new else ()),
        *([f"It has another size for: {_name_some(resized)}."] if resized else ())]
    if not said:
        return judge(PICTURE_LIST, FileState.OK, "It lists what is in the folder.", size=size,
                     proof=Proof.NONE)
    return judge(
        PICTURE_LIST, FileState.STALE, size=size,
        offer=Offer.UNTICKED if gone else Offer.NEVER, unit=PICTURE_LIST if gone else "",
        why=" ".join(("kohya trusts this list over the folder.", *said)))


def _name_some(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")


def _find_missing(folder: KohyaFolder) -> Iterator[JudgedFile]:
    """Yield what the config asks for and no file has."""
    family = folder.family
    if family is None:
        return
    texts = {name.stem for name in folder.cached
             if name.part is CachedPart.TEXT and name.family is family}
    for stem, pictures in folder.pictures.items():
        if _why_left_out(folder, pictures):
            continue
        if stem not in folder.latents:
            yield _missing_latents(folder, stem, pictures, family)
        if family.text_ending and folder.caches_texts and stem not in texts:
            yield judge(
                text_name(stem, family), FileState.MISSING, sources=pictures,
                why="Its text is not cached yet; kohya encodes it at its next start.")


def _missing_latents(
    folder: KohyaFolder, stem: str, pictures: tuple[str, ...], family: Family
) -> JudgedFile:
    """A picture without latents; whose size the trainer takes from another's name is said."""
    real = folder.size_of(pictures[0])
    taken = next((name for name in folder.cached if name.part is CachedPart.LATENTS
                  and name.family is family and name.name.startswith(stem)), None)
    if taken is not None and taken.size is not None and taken.size != real:
        return judge(
            latents_name(stem, taken.size, family), FileState.MISSING, sources=pictures,
            why=f"It is not cached yet, and kohya will encode it squeezed: it takes the size "
                f"{taken.size[0]} × {taken.size[1]} from {taken.name}, whose name begins alike. "
                "Rename the picture first.")
    return judge(
        latents_name(stem, real or (0, 0), family), FileState.MISSING, sources=pictures,
        why="It is not cached yet; kohya encodes it at its next start.")
