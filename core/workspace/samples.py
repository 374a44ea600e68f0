r"""Which files the trainer takes for samples, in its order, and the prompts that each can have.

A concept's folder, and its subfolders if asked for, give the files whose extension (lower-cased) is
known, less those whose stem ends in `-masklabel` or `-condlabel`. Folders whose name begins with a
dot are not entered; hidden files count. The whole list is sorted by the full path text, so the
order depends on the separator: "a/x" comes before "aB/x", but "aB\x" before "a\x".

Releases differ in what they do with symbolic links (`LinkRule`), and only there.

A concept may hold a million files, so they stay rows of the folder listings: no object per file.
Source: mgds `CollectPaths` before and after it began to skip links, and OneTrainer's `path_util`.

A prompt comes from the sample's caption file, from the concept's prompt file, or from the picture's
name (`PromptSource`). Files give one prompt per line: UTF-8, stripped, empty lines dropped, one
empty prompt when nothing is left. Which line a variation takes is a draw, and so are tag dropout,
tag shuffling and random capitals; none of them is made here. Source: mgds `LoadMultipleTexts`,
`DropTags`, `CapitalizeTags`.
"""

from __future__ import annotations

import enum
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.errors import UserFacingError, error_reason
from larder.core.files.file_stamp import may_be_there
from larder.core.files.folder_scan import (
    FolderListing,
    WayDown,
    real_path,
    real_path_below,
    scan_folder,
)
from larder.core.files.regular_file import read_start, why_no_file
from larder.core.keys.content_hash import hash_text
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig, TrainingMethod
from larder.core.workspace.roots import HERE, NO_FOLDER, PathFlavour, is_whole_computer, join_path

if TYPE_CHECKING:
    from larder.core.workspace.open_workspace import Workspace

IMAGE_EXTENSIONS: Final = frozenset(
    {".bmp", ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".avif"}
)
VIDEO_EXTENSIONS: Final = frozenset(
    {".webm", ".mkv", ".flv", ".avi", ".mov", ".wmv", ".mp4", ".mpeg", ".m4v"}
)
MASK_STEM: Final = "-masklabel"
CONDITIONING_STEM: Final = "-condlabel"
COMPANION_STEMS: Final = (MASK_STEM, CONDITIONING_STEM)

A_MOMENT_AGO: Final = "it could not be read just now"
"""Why of a file that its folder's listing could not look at, and that is there now."""

IS_A_FOLDER: Final = "it is a folder, not a file"
"""Why of a source that a folder has the name of."""

_PLAIN_ENDS: Final = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".avi", ".mp4")
_NO_STEM: Final = ("\0", ".", "/", "\\")

CACHE_VERSION: Final = 3
"""Of the trainer's cache whose stamp `content_stamp` is."""


class LinkRule(enum.Enum):
    """Treatment of symbolic links and junctions by a release.

    SKIP: neither linked files nor linked folders are samples, and a folder is entered once.
    FOLLOW: links are as good as what they point to; a link back to a folder above is not entered.
    """

    SKIP = "skipped"
    FOLLOW = "followed"


class FolderSamples(msgspec.Struct, frozen=True):
    """The samples of one folder.

    Attributes:
        spelled: the folder as the trainer spells it, "" for its working folder.
        real: the folder on this system.
        rows: rows of `listing` that are samples, in scan order, intp, shape (n,).
    """

    spelled: str
    real: str
    listing: FolderListing
    rows: npt.NDArray[np.intp]


class UnreadableFolder(msgspec.Struct, frozen=True):
    """A folder of a concept that could not be listed; the trainer would stop here.

    Attributes:
        is_told: whether opening the workspace says so: it is missing, or the whole computer.
    """

    spelled: str
    real: str
    reason: str
    is_told: bool = False


class ConceptSamples(msgspec.Struct, frozen=True):
    """Every sample of one concept.

    Attributes:
        folders: one group per folder, subfolders after the folder they are in.
        unreadable: folders that could not be listed; the concept's own when it is missing.
    """

    concept: Concept
    flavour: PathFlavour
    folders: tuple[FolderSamples, ...]
    unreadable: tuple[UnreadableFolder, ...]

    def __len__(self) -> int:
        return sum(len(folder.rows) for folder in self.folders)

    def paths(self) -> list[str]:
        """Spelled paths in the trainer's order: row i has position i within the concept."""
        spelled: list[str] = []
        for folder in self.folders:
            before = join_path(folder.spelled, "", self.flavour)
            names = folder.listing.names
            spelled.extend([before + names[row] for row in folder.rows.tolist()])
        spelled.sort()
        return spelled


def unseen_in(
    samples: ConceptSamples, endings: tuple[str, ...]
) -> Iterator[tuple[str, bool, str]]:
    """Yield paths that may be samples of a concept, or belong to one, but cannot be accessed.

    Yields:
        A folder as it is spelled or a file as it lies on this system, whether it is a folder, and
        the system's reason.
    """
    for folder in samples.unreadable:
        if may_be_there(folder.real):
            yield folder.spelled, True, folder.reason
    for group in samples.folders:
        for name in group.listing.vanished:
            path = os.path.join(group.real, name)  # noqa: PTH118 - folders are texts here
            if name.lower().endswith(endings) and may_be_there(path):
                yield path, False, why_unseen(path)


def why_unseen(path: str) -> str:
    """Return the system's reason why a file cannot be accessed."""
    try:
        status = os.stat(path)  # noqa: PTH116 - paths are texts here
    except OSError as error:
        return error_reason(error)
    return IS_A_FOLDER if stat.S_ISDIR(status.st_mode) else why_no_file(status) or A_MOMENT_AGO


def why_no_size(path: str) -> str:
    """Why nothing tells the size of a picture: it cannot be read, or is none."""
    try:
        read_start(path, 1)
    except OSError as error:
        return f"It cannot be read: {error_reason(error)}."
    return "Its header cannot be read; it may not be a picture."


def sample_extensions(config: TrainerConfig | None) -> frozenset[str]:
    """Extensions of a config's samples: pictures, and videos for a model type that takes them."""
    model_type = find_model_type(config.model_type) if config else None
    if model_type is not None and model_type.takes_video:
        return IMAGE_EXTENSIONS | VIDEO_EXTENSIONS
    return IMAGE_EXTENSIONS


def companion_stems(config: TrainerConfig | None) -> tuple[str, ...]:
    """Stem ends of files that are no samples; VAE fine-tuning knows no conditioning pictures."""
    if config is not None and config.training_method == TrainingMethod.FINE_TUNE_VAE.value:
        return (MASK_STEM,)
    return COMPANION_STEMS


def enumerate_concept(
    concept: Concept,
    folder: Path,
    *,
    spelled: str,
    link_rule: LinkRule,
    extensions: Iterable[str] = IMAGE_EXTENSIONS,
    list_folder: Callable[[str], FolderListing] = scan_folder,
    companions: tuple[str, ...] = COMPANION_STEMS,
    flavour: PathFlavour = HERE,
) -> ConceptSamples:
    """List a concept's samples."""
    def nothing_of(top: UnreadableFolder) -> ConceptSamples:
        return ConceptSamples(concept=concept, flavour=flavour, folders=(), unreadable=(top,))

    select = _selector(frozenset(extensions), companions)
    found: list[FolderSamples] = []
    unreadable: list[UnreadableFolder] = []
    top = os.fspath(folder)
    if concept.include_subdirectories and is_whole_computer(top):
        return nothing_of(UnreadableFolder(
            spelled, top, "it is the root of the file system", is_told=True))
    try:
        waiting = [(spelled, top, real_path(top), 0)]
    except ValueError:
        return nothing_of(UnreadableFolder(
            spelled, top, "this is not a valid folder name", is_told=True))
    seen: set[str] = set()
    way = WayDown()
    while waiting:
        spelled_here, real, identity, depth = waiting.pop()
        way.turn(depth)
        if identity in (seen if link_rule is LinkRule.SKIP else way):
            continue
        seen.add(identity)
        try:
            listing = list_folder(real)
        except OSError as error:
            unreadable.append(
                UnreadableFolder(spelled_here, real, error_reason(error),
                                 is_told=error.errno in NO_FOLDER))
            continue
        found.append(FolderSamples(spelled_here, real, listing, select(listing, link_rule)))
        if not concept.include_subdirectories:
            break
        way.enter(identity)
        waiting += [
            (join_path(spelled_here, name, flavour), join_path(real, name, HERE),
             real_path_below(identity, listing, name), depth + 1)
            for name in reversed(_list_names(listing, link_rule))]
    return ConceptSamples(
        concept=concept, flavour=flavour, folders=tuple(found), unreadable=tuple(unreadable))


def prompt_file(workspace: Workspace, concept: Concept, picture: str) -> str:
    """The file that the prompts of a picture come from, "" where there is none."""
    source = concept.text.prompt_source
    if source is PromptSource.FILENAME:
        return ""
    if source is PromptSource.CONCEPT:
        spelled = concept.text.prompt_path
        return os.fspath(workspace.file(spelled)) if spelled else ""
    return caption_of(picture)


def why_no_prompts(workspace: Workspace, concept: Concept) -> str:
    """Why nobody knows a concept's prompts: their one file is away; "" where it is not."""
    name, file = concept.name or concept.path, ""
    if concept.text.prompt_source is PromptSource.CONCEPT:
        file = prompt_file(workspace, concept, "")
    return f"The prompts of {name} should come from {file}, which does not exist." \
        if file and not may_be_there(file) else ""


def caption_of(path: str) -> str:
    """The caption file of a sample: its stem and ".txt". Also for names and spelled paths."""
    return sample_stem(path) + ".txt"


def captions_of(paths: Iterable[str]) -> list[str]:
    """Return the caption file of each of many samples, in a tenth of the time."""
    # No file's path holds a NUL, so all are changed as one text. With an ordinary letter before
    # the dot there is a stem, and the extension is the last part.
    listed = list(paths)
    text = "\0" + "\0".join(listed) + "\0"
    ends = {end: count for end in _PLAIN_ENDS if (count := text.count(f"{end}\0"))}
    is_plain = sum(ends.values()) == len(listed) == text.count("\0") - 1 and not any(
        f"{before}{end}\0" in text for end in ends for before in _NO_STEM)
    if not is_plain:
        return [caption_of(path) for path in listed]
    for end in ends:
        text = text.replace(f"{end}\0", ".txt\0")
    return text[1:-1].split("\0") if listed else []


def mask_of(path: str) -> str:
    """The mask of a sample: its stem, "-masklabel" and ".png", whatever the picture's format."""
    return f"{sample_stem(path)}{MASK_STEM}.png"


def conditioning_of(path: str) -> str:
    """The conditioning picture of a sample: its stem, "-condlabel" and ".png"."""
    return f"{sample_stem(path)}{CONDITIONING_STEM}.png"


def find_picture_stem(name: str) -> str:
    """Stem of the picture that a mask or conditioning picture is named after, "" of any other."""
    stem = sample_stem(name)
    return next((stem.removesuffix(end) for end in COMPANION_STEMS if stem.endswith(end)), "")


def sample_stem(path: str) -> str:
    """A path or name less its extension, as the trainer takes a prompt from it.

    Leading dots of a name begin no extension, as in `splitext`.
    """
    dot = path.rfind(".")
    name_at = max(path.rfind("/"), path.rfind("\\")) + 1
    return path[:dot] if path[name_at:dot].strip(".") and dot > name_at else path


def _list_names(listing: FolderListing, link_rule: LinkRule) -> list[str]:
    return [
        name for name in listing.subfolders
        if not name.startswith(".")
        and (link_rule is LinkRule.FOLLOW or name not in listing.links)
    ]


def _selector(
    extensions: frozenset[str], companions: tuple[str, ...]
) -> Callable[[FolderListing, LinkRule], npt.NDArray[np.intp]]:
    """A function that gives a listing's sample rows; about 0.1 µs per file."""
    def is_sample(name: str) -> bool:
        stem = sample_stem(name)
        return name[len(stem):].lower() in extensions and not stem.endswith(companions)

    def select(listing: FolderListing, link_rule: LinkRule) -> npt.NDArray[np.intp]:
        names = listing.names
        # No name holds a NUL, so the folder's names can be lower-cased and searched as one text.
        text = "\0".join(["", *names])
        rows = np.flatnonzero(_have_extension(text.lower(), extensions))
        if "\0." in text or any(stem in text for stem in companions):
            rows = np.array([row for row in rows.tolist() if is_sample(names[row])], dtype=np.intp)
        if link_rule is LinkRule.SKIP and listing.links:
            rows = np.array([row for row in rows.tolist() if names[row] not in listing.links],
                            dtype=np.intp)
        return rows

    return select


def _have_extension(text: str, extensions: Iterable[str]) -> npt.NDArray[np.bool_]:
    """Return whether each of n names ends in an extension, shape (n,); `text` has NULs before them.

    Letter by letter from the ends of all names: a fifth of the time that asking each name takes.
    """
    letters = np.frombuffer(f"{text}\0".encode("utf-8", "surrogatepass"), dtype=np.uint8)
    ends = np.flatnonzero(letters == 0)[1:]
    last = letters[ends - 1]
    found = np.zeros(len(ends), dtype=np.bool_)
    for extension in extensions:
        *others, letter = extension.encode("ascii")
        rows = np.flatnonzero(last == letter)
        for back, other in enumerate(reversed(others), start=2):
            rows = rows[letters[ends[rows] - back] == other]
        found[rows] = True
    return found


class CaptionEncodingError(UserFacingError):
    """A caption or prompt file is not UTF-8; the trainer stops at it."""


def caption_lines(content: bytes) -> tuple[str, ...]:
    """The prompts in a file's bytes, at least one.

    Only line feeds and carriage returns part lines, as when Python reads a text file; a byte order
    mark stays in the first line, as in the trainer.

    Raises:
        CaptionEncodingError: if the bytes are not UTF-8.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CaptionEncodingError(
            f"The caption is not UTF-8: byte {error.start} is not valid.",
            "Save it as UTF-8; the trainer stops at it.",
        ) from error
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    prompts = tuple(stripped for line in lines if (stripped := line.strip()))
    return prompts or ("",)


def possible_prompts(
    concept: Concept,
    *,
    picture_name: str,
    caption: bytes | None,
    prompt_file: bytes | None = None,
) -> tuple[str, ...]:
    """Every prompt a sample can have, in the order of its lines.

    Complete only while `prompt_is_deterministic(concept)`; repeated lines are kept.

    Raises:
        CaptionEncodingError: if the file that is used is not UTF-8.
    """
    text = concept.text
    if text.prompt_source is PromptSource.FILENAME:
        prompts: tuple[str, ...] = (sample_stem(picture_name),)
    elif text.prompt_source is PromptSource.CONCEPT:
        prompts = caption_lines(prompt_file or b"")
    elif text.prompt_source is PromptSource.SAMPLE:
        prompts = caption_lines(caption or b"")
    else:
        prompts = ()
    if text.caps_randomize_lowercase:
        return tuple(prompt.lower() for prompt in prompts)
    return prompts


def prompt_is_deterministic(concept: Concept) -> bool:
    """Return whether a prompt is an unchanged line: no dropout, shuffling or random capitals."""
    text = concept.text
    return not (
        text.prompt_source is PromptSource.UNKNOWN
        or text.enable_tag_shuffling
        or (text.tag_dropout_enable and text.tag_dropout_probability > 0)
        or (text.caps_randomize_enable and text.caps_randomize_probability > 0)
    )


def content_stamp(modeltype: str, names: frozenset[str], prompt: str) -> str:
    """The digest of model type, payload names and prompt that a trainer stamps text payloads with.

    16 hex digits. Vector: Z_IMAGE, {tokens, tokens_mask, text_encoder_hidden_state}, "a photo of a
    cat" gives efa7d043d2a8cb96. Source: mgds SmartDiskCache, cache version 3.
    """
    return hash_text(json.dumps(
        [CACHE_VERSION, modeltype, sorted(names), prompt], ensure_ascii=True,
        separators=(",", ":")))
