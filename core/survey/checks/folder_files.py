"""Files that a trainer takes from one folder of a concept, and findings from names alone.

Works on a folder's listing, which costs some 2 µs per file; the result is remembered with the names
(`opened_files`), so that a survey of unchanged folders compares one text.
"""

from __future__ import annotations

import enum
import os
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.file_stamp import is_dangling, why_hidden
from larder.core.files.folder_scan import FolderListing
from larder.core.survey.checks.risks import IS_FOLDER, Risk
from larder.core.workspace.samples import (
    CONDITIONING_STEM,
    IMAGE_EXTENSIONS,
    MASK_STEM,
    VIDEO_EXTENSIONS,
    LinkRule,
    sample_stem,
)

Remark = tuple[int, bytes, bytes]
"""A `Risk`, the name of a file (UTF-8, surrogates escaped) and what else is to be said."""

FilesToOpen = tuple[
    npt.NDArray[np.int32], npt.NDArray[np.uint8], npt.NDArray[np.int32], list[Remark]]

SKIPPED_TYPES: Final = frozenset({
    ".apng", ".arw", ".cr2", ".cr3", ".dng", ".exr", ".gif", ".hdr", ".heic", ".heif", ".ico",
    ".jfif", ".jif", ".jp2", ".jpe", ".jxl", ".nef", ".pbm", ".pgm", ".pnm", ".ppm", ".psd",
    ".qoi", ".raw", ".svg", ".tga", ".xcf"}) | VIDEO_EXTENSIONS | IMAGE_EXTENSIONS
"""Extensions of pictures and videos; those that a config takes are no skipped ones."""

CAPTION_TYPES: Final = frozenset({
    ".txt", ".caption", ".captions", ".cap", ".text", ".tag", ".tags"})
"""Extensions under which other programs keep captions."""

CAPTION: Final = ".txt"
COMPANION: Final = ".png"


class Role(enum.IntEnum):
    """Role of an opened file for its sample."""

    PICTURE = 0
    MASK = 1
    CONDITIONING = 2
    CAPTION = 3


class AskedOfFolder(msgspec.Struct, frozen=True):
    """Files that a config and a concept read from a folder.

    Attributes:
        extensions: of samples.
        captions: whether each picture's `.txt` gives its prompts.
        masks: whether masks are read.
        conditioning: whether conditioning pictures are read.
        links: what the trainer does with symbolic links.
    """

    extensions: frozenset[str]
    captions: bool
    masks: bool
    conditioning: bool
    links: LinkRule

    @property
    def words(self) -> str:
        """Equal for what reads the same."""
        return f"{self.contents} {self.links.value}"

    @property
    def contents(self) -> str:
        """The same, less what is done with links: what a file holds does not depend on that."""
        return " ".join((*sorted(self.extensions), *(str(int(flag)) for flag in (
            self.captions, self.masks, self.conditioning))))


def inspect_folder(
    listing: FolderListing, samples: Sequence[int], asked: AskedOfFolder
) -> FilesToOpen:
    """Find the files of a folder that a trainer opens; `samples` are rows of the listing.

    Returns:
        Of n files: their rows in the listing, int32; the `Role` of each, uint8; the row of the
        sample each belongs to, int32, all of shape (n,); and what names alone tell.
    """
    return _Folder(listing, samples, asked).look()


class _Folder:
    """One folder while it is looked at."""

    def __init__(
        self, listing: FolderListing, samples: Sequence[int], asked: AskedOfFolder
    ) -> None:
        self._listing = listing
        self._samples = samples
        self._asked = asked
        self._places = {name: row for row, name in enumerate(listing.names)}
        # The first sample of each stem; nearly always it has no other.
        self._stems: dict[str, int] = {}
        self._rows: list[int] = []
        self._roles = bytearray()
        self._of_sample: list[int] = []
        self._remarks: list[Remark] = []

    def look(self) -> FilesToOpen:
        names = self._listing.names
        picked = [names[row] for row in self._samples]
        stems = list(map(sample_stem, picked))
        for stem, row in zip(stems, self._samples, strict=True):
            self._stems.setdefault(stem, row)
        pictures = [
            row for name, stem, row in zip(picked, stems, self._samples, strict=True)
            if name[len(stem):].lower() in IMAGE_EXTENSIONS]
        self._add(Role.PICTURE, pictures, pictures)
        without_caption = self._add_companions(CAPTION, Role.CAPTION) \
            if self._asked.captions else []
        if self._asked.masks:
            self._add_companions(MASK_STEM + COMPANION, Role.MASK)
        if self._asked.conditioning:
            self._add_companions(CONDITIONING_STEM + COMPANION, Role.CONDITIONING)
        self._remark_twins(stems)
        self._remark_what_is_no_file(without_caption)
        self._remark_others(without_caption)
        self._remark_links()
        return (
            np.array(self._rows, dtype=np.int32),
            np.frombuffer(bytes(self._roles), dtype=np.uint8),
            np.array(self._of_sample, dtype=np.int32), sorted(self._remarks))

    def _add(self, role: Role, rows: Sequence[int], samples: Sequence[int]) -> None:
        """Open some files, each of a sample."""
        self._rows += rows
        self._roles += bytes([role]) * len(rows)
        self._of_sample += samples

    def _add_companions(self, end: str, role: Role) -> list[str]:
        """Open the files of this name ending that are there; stems of the samples without one."""
        rows = [self._places.get(stem + end) for stem in self._stems]
        lacking = [] if None not in rows else [
            stem for stem, row in zip(self._stems, rows, strict=True) if row is None]
        there = [(row, sample) for row, sample in zip(rows, self._stems.values(), strict=True)
                 if row is not None]
        self._add(role, [row for row, _ in there], [sample for _, sample in there])
        return lacking

    def _remark(self, risk: Risk, name: str, detail: str = "") -> None:
        self._remarks.append((risk, as_bytes(name), as_bytes(detail)))

    def _remark_twins(self, stems: Sequence[str]) -> None:
        """Samples of one stem, whose caption is the same; `stems` are those of all samples."""
        if len(self._stems) == len(stems):
            return
        alike: dict[str, list[str]] = defaultdict(list)
        for stem, row in zip(stems, self._samples, strict=True):
            alike[stem].append(self._listing.names[row])
        for names in alike.values():
            if len(names) > 1:
                first, *others = sorted(names)
                self._remark(Risk.TWINS, first, ", ".join(others))

    def _remark_what_is_no_file(self, without_caption: Sequence[str]) -> None:
        """Folders, pipes and the like where a trainer opens a file: it finds and stops at them.

        Among pictures it takes files only, and passes them over.
        """
        odd = dict.fromkeys(self._listing.subfolders, IS_FOLDER)
        for name in self._listing.vanished:
            if reason := self._why_no_file(name):
                odd[name] = f"It cannot be read: {reason}."
                stem = sample_stem(name)
                is_companion = stem.endswith((MASK_STEM, CONDITIONING_STEM))
                if name[len(stem):].lower() in self._asked.extensions and not is_companion:
                    self._remark(Risk.SKIPPED_FILE, name, odd[name])
        if not odd:
            return
        opened = [(stem + CAPTION, Risk.UNREADABLE_CAPTION) for stem in without_caption]
        if self._asked.masks:
            opened += [(f"{stem}{MASK_STEM}{COMPANION}", Risk.UNREADABLE_MASK)
                       for stem in self._stems]
        if self._asked.conditioning:
            opened += [(f"{stem}{CONDITIONING_STEM}{COMPANION}", Risk.UNREADABLE_CONDITIONING)
                       for stem in self._stems]
        for name, risk in opened:
            if name in odd:
                self._remark(risk, name, odd[name])

    def _why_no_file(self, name: str) -> str:
        """Why something listed cannot be read, "" of a link to nothing and of what just went."""
        path = os.path.join(self._listing.path, name)  # noqa: PTH118 - folders are texts here
        return "" if is_dangling(path) else why_hidden(path)

    def _remark_others(self, without_caption: Sequence[str]) -> None:
        """Files that no sample reads, and samples without a caption."""
        captions: dict[str, str] = {}
        lacking = {*without_caption}
        unused_masks: list[str] = []
        is_other = np.ones(len(self._listing.names), dtype=np.bool_)
        is_other[self._samples] = False
        is_other[self._rows] = False
        for name in map(self._listing.names.__getitem__, np.flatnonzero(is_other).tolist()):
            stem = sample_stem(name)
            end = name[len(stem):].lower()
            if end in CAPTION_TYPES and lacking:
                captions.setdefault(self._find_captioned_stem(stem), name)
            elif stem.endswith(MASK_STEM):
                owner = stem.removesuffix(MASK_STEM)
                if not self._asked.masks:
                    unused_masks.append(name)
                elif owner not in self._stems:
                    self._remark(Risk.MASK_OF_NO_PICTURE, name)
                elif end in SKIPPED_TYPES:
                    self._remark(Risk.IGNORED_MASK, name)
            elif end in SKIPPED_TYPES and not stem.endswith(CONDITIONING_STEM) and (
                    end not in self._asked.extensions):
                self._remark(Risk.SKIPPED_FILE, name)
        if unused_masks:
            self._remark(Risk.UNUSED_MASKS, unused_masks[0], str(len(unused_masks)))
        for stem in without_caption:
            picture = self._listing.names[self._stems[stem]]
            if self._is_there_otherwise(stem + CAPTION):
                continue
            if stem in captions:
                self._remark(Risk.CAPTION_OF_OTHER_NAME, captions[stem], picture)
            else:
                self._remark(Risk.NO_CAPTION, picture)

    def _find_captioned_stem(self, stem: str) -> str:
        """The stem of the sample that a text may be the caption of: `p` of `p` and of `p.jpg`."""
        if stem in self._stems:
            return stem
        row = self._places.get(stem)
        return sample_stem(stem) if row is not None else stem

    def _is_there_otherwise(self, name: str) -> bool:
        """Return whether the name is a folder, or exists in another case if case is ignored."""
        path = os.path.join(self._listing.path, name)  # noqa: PTH118 - folders are texts here
        return os.path.exists(path)  # noqa: PTH110

    def _remark_links(self) -> None:
        for name in self._listing.vanished:
            stem = sample_stem(name)
            end = name[len(stem):].lower()
            if (end in self._asked.extensions or end == CAPTION) and not self._why_no_file(name):
                self._remark(Risk.DANGLING_LINK, name)
        if self._asked.links is LinkRule.SKIP:
            for name in sorted(self._listing.links):
                stem = sample_stem(name)
                if name in self._places and name[len(stem):].lower() in self._asked.extensions:
                    self._remark(Risk.SKIPPED_LINK, name)


def as_bytes(text: str) -> bytes:
    """UTF-8, with what is no text escaped, so that it can be remembered."""
    return text.encode("utf-8", "surrogatepass")


def as_text(content: bytes) -> str:
    """The text of `as_bytes`."""
    return content.decode("utf-8", "surrogatepass")


def names_of(listing: FolderListing) -> bytes:
    """The names of a listing as one text, by which it is known again."""
    return as_bytes("\0".join((
        *listing.names, "", *listing.vanished, "", *sorted(listing.subfolders))))
