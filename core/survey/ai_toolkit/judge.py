"""Every cached file below a root of ai-toolkit, judged, and those that are missing.

A file is reused when one of its name exists; the name is a digest of all that made it but the
picture's content. A damaged one is noticed in training, where another picture of the bucket is
trained in its place. Nothing is ever removed.

Source: `toolkit/dataloader_mixins.py:1937, 2310` and `data_transfer_object/data_loader.py:89-160`
at 27a03a9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from larder.core.errors import PayloadError
from larder.core.stores.ai_toolkit.file_names import (
    LATENTS,
    SIZES,
    TEXTS,
    is_own_name,
    is_temporary,
    split_name,
)
from larder.core.stores.ai_toolkit.recipes import Recipe, recipe_in, space_of
from larder.core.survey.ai_toolkit.root import (
    Picture,
    ToolkitRoot,
    Wanted,
    key_without_name,
    last_part,
    picture_folder,
)
from larder.core.survey.files.states import FileState, JudgedFile, Offer, Proof, judge
from larder.core.survey.verdicts import Verdict

COMPUTED: Final = "Its name is what the job asks for, computed again from picture and settings."
AWAY: Final = (
    "The dataset's folder has cached files and no pictures; they may be on a drive that is not "
    "connected.")
SECONDS_NS: Final = 1_000_000_000


def judge_root(root: ToolkitRoot) -> Iterator[JudgedFile]:
    """Judge every file of the trainer's in the order of their names, then what is missing."""
    for path in sorted(root.stamps):
        if is_own_name(path):
            yield _judge(root, path, root.stamps[path][0])
    for path, wanted in root.wanted.items():
        if path not in root.stamps:
            yield judge(
                path, FileState.MISSING, sources=(wanted.picture.path,),
                why="It is not cached yet; ai-toolkit encodes it at its next start.")


def _judge(root: ToolkitRoot, path: str, size: int) -> JudgedFile:
    if path == SIZES:
        return judge(
            path, FileState.OK, size=size, proof=Proof.NONE, offer=Offer.NEVER,
            why="ai-toolkit writes it again at every start.")
    folder, _, name = path.rpartition("/")
    if is_temporary(name):
        return judge(
            path, FileState.PARTIAL, "A run that was ended while it wrote left this file.",
            size=size)
    parts = split_name(name)
    stem = parts[0] if parts else name
    pictures = root.by_stem.get((picture_folder(folder), stem), ())
    sources = tuple(picture.path for picture in pictures)
    wanted = root.wanted.get(path)
    if not root.pictures:
        return judge(path, FileState.UNREACHABLE, AWAY, size=size, proof=Proof.NONE)
    if wanted is None and not pictures:
        return _judge_orphan(root, path, size)
    try:
        header = root.header_of(path)
    except PayloadError as error:
        return judge(
            path, FileState.DAMAGED, size=size, sources=sources,
            why=f"{error.problem} ai-toolkit trains another picture in its place.")
    if wanted is not None:
        return _judge_wanted(root, path, wanted, size)
    if last_part(folder) != LATENTS:
        return _judge_unexplained(root, path, size, sources)
    return _judge_unwanted(root, path, recipe_in(header.metadata), size, pictures)


def _judge_wanted(root: ToolkitRoot, path: str, wanted: Wanted, size: int) -> JudgedFile:
    """Judge a file that is reused, by the record of the last run, and by dates without one."""
    picture = wanted.picture
    sources = (picture.path,)
    if last_part(picture_folder(path)) != LATENTS:
        return judge(path, FileState.OK, COMPUTED, size=size, sources=sources)
    recorded = root.sizes_at_last_run.get(f"/{picture.path}", "")
    size_then, _, seconds_then = recorded.partition(":")
    size_now, changed_ns = picture.stamp
    if recorded and size_then != str(size_now):
        return judge(
            path, FileState.STALE, size=size, sources=sources, verdict=Verdict.CONTENT_CHANGED,
            offer=Offer.UNTICKED,
            why=f"{picture.name} has {size_now:,} bytes and had {size_then} at the last run: it is "
                "another picture now. ai-toolkit does not notice and trains the old one.")
    is_moved = seconds_then != str(changed_ns // SECONDS_NS) if recorded else (
        changed_ns > root.stamps[path][1])
    if is_moved:
        return judge(
            path, FileState.SUSPECT, size=size, sources=sources, proof=Proof.DATES,
            why=f"{picture.name} has another date than at the last run, and the same length."
            if recorded else f"{picture.name} is newer than its latents.")
    return judge(path, FileState.OK, COMPUTED, size=size, sources=sources)


def _judge_orphan(root: ToolkitRoot, path: str, size: int) -> JudgedFile:
    renamed = _find_renamed(root, path)
    if renamed is not None:
        return judge(
            path, FileState.ORPHAN, size=size, offer=Offer.UNTICKED,
            why=f"Its picture is gone. {renamed.name} asks for the same but for the name and has "
                "nothing cached; it may be the same picture under another name.")
    return judge(path, FileState.ORPHAN, "Its picture is gone.", size=size)


def _find_renamed(root: ToolkitRoot, path: str) -> Picture | None:
    folder = last_part(picture_folder(path))
    recipe: Recipe = {}
    if folder == LATENTS:
        try:
            recipe = recipe_in(root.header_of(path).metadata)
        except PayloadError:
            return None
    found = root.lacking.get(key_without_name(path, recipe), ())
    return found[0] if found else None


def _judge_unexplained(
    root: ToolkitRoot, path: str, size: int, sources: tuple[str, ...]
) -> JudgedFile:
    is_text = last_part(picture_folder(path)) == TEXTS
    cannot_tell = is_text and any(dataset.has_odd_texts for dataset in root.datasets)
    return judge(
        path, FileState.UNEXPLAINED, size=size, sources=sources, proof=Proof.NONE,
        why="Captions are shuffled or joined with other files, so which text it was made from "
            "cannot be computed." if cannot_tell else
            "No caption or setting of today gives this name; another job may use it.")


def _judge_unwanted(
    root: ToolkitRoot, path: str, recipe: Recipe, size: int, pictures: Sequence[Picture]
) -> JudgedFile:
    """Latents of a picture that is there, made with what no setting of today asks for."""
    sources = tuple(picture.path for picture in pictures)
    if not recipe:
        return judge(
            path, FileState.UNEXPLAINED, size=size, sources=sources, proof=Proof.NONE,
            why="Nothing in it tells how it was made; it may be of a reference video.")
    named = recipe.get("filename")
    if all(picture.name != named for picture in pictures):
        return judge(path, FileState.ORPHAN, f"Its picture {named} is gone.", size=size)
    space = space_of(root.config) if root.config else ""
    if root.config is None or recipe.get("latent_space_version") != space:
        return judge(
            path, FileState.UNLISTED, size=size, sources=sources,
            why=f"It is for the models {recipe.get('latent_space_version')}, which this job does "
                "not train.")
    if any(dataset.is_of_clips for dataset in root.datasets):
        return judge(
            path, FileState.UNEXPLAINED, size=size, sources=sources, proof=Proof.NONE,
            why="What is cached of videos is not computed here, so it may be in use.")
    return judge(
        path, FileState.LEFTOVER, size=size, sources=sources,
        why=f"It is {recipe.get('crop_width')} × {recipe.get('crop_height')} of a picture scaled "
            f"to {recipe.get('scale_to_width')} × {recipe.get('scale_to_height')}, which no "
            "setting of today asks for. ai-toolkit never reads or removes it.")
