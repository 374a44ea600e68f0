"""Opening sources as a trainer would, and remembering by stamp what was found.

Derived memory in the user's cache folder: one msgpack file per concept folder and settings that
decide what is read, with a column per fact. A file counts as opened while its name, size and date
are those it was opened with. A survey opens nothing: it compares columns.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.columns import distinct
from larder.core.files.derived import recall, remember
from larder.core.files.durable import reason_of
from larder.core.files.folder_scan import FolderListing
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.keys.content_hash import hash_text
from larder.core.settings import cache_home
from larder.core.survey.checks.captions import caption_flaws
from larder.core.survey.checks.folder_files import (
    AskedOfFolder,
    FilesToOpen,
    Remark,
    Role,
    as_bytes,
    inspect_folder,
    names_of,
)
from larder.core.survey.checks.risks import Risk

if TYPE_CHECKING:
    from larder.core.encoders.caption_length import CaptionLimit

FORM: Final = 3
"""What is remembered in another form is found out again."""

FOLDER: Final = "openings"
MOST_REMEMBERED: Final = 256
"""Concepts and notes of builds; what was not looked at for longest is forgotten first."""

LARGE_PIXELS: Final = 64_000_000
"""Of a picture that takes 256 MB while it is decoded."""

NEVER: Final = -1
"""Date of a file that was not opened."""

SETTLED_NS: Final = 20_000_000
COARSE_NS: Final = 2_000_000_000
COARSE_TICK_NS: Final = 10_000_000
"""A file that changed less than this before it was read may change again and keep its date; longer
where the drive notes whole seconds or hundredths of them."""

OTHER_SHAPE: Final = 0.02
"""How far the proportions of a mask may be from its picture's, as a share."""

COLUMNS: Final = ("sizes", "mtimes_ns", "heights", "widths")
"""What opening files fills."""

Flaw = tuple[int, bytes]
"""A `Risk` and a clause about it, UTF-8."""

Flaws = tuple[tuple[Risk, str], ...]
"""What is wrong with one file: kinds, and a sentence each or ""."""

UNREADABLE: Final[Mapping[Role, Risk]] = {
    Role.PICTURE: Risk.UNREADABLE_PICTURE, Role.MASK: Risk.UNREADABLE_MASK,
    Role.CONDITIONING: Risk.UNREADABLE_CONDITIONING, Role.CAPTION: Risk.UNREADABLE_CAPTION}
"""What it is that a file cannot be opened."""


class OpenedFolder(msgspec.Struct):
    """One folder: n files that a trainer opens, and what opening them gave.

    Attributes:
        names: of everything in it, as one text.
        rows, roles, of_sample, remarks: as `inspect_folder` returns them.
        sizes, mtimes_ns: of each file when it was opened, int64, shape (n,); NEVER.
        heights, widths: of upright pictures, 0 where not known, int32, shape (n,).
        flaws: what is wrong with a file, by its place among the n (sparse).
        counted_by: which limit of words captions were held against, "" for none.
    """

    names: bytes
    rows: npt.NDArray[np.int32]
    roles: npt.NDArray[np.uint8]
    of_sample: npt.NDArray[np.int32]
    remarks: list[Remark]
    sizes: npt.NDArray[np.int64]
    mtimes_ns: npt.NDArray[np.int64]
    heights: npt.NDArray[np.int32]
    widths: npt.NDArray[np.int32]
    flaws: dict[int, list[Flaw]]
    counted_by: str = ""

    @classmethod
    def make_unopened(cls, names: bytes, files: FilesToOpen) -> OpenedFolder:
        """A folder of which nothing was opened."""
        count = len(files[0])
        return cls(
            names, *files,
            np.full(count, NEVER, np.int64), np.full(count, NEVER, np.int64),
            np.zeros(count, np.int32), np.zeros(count, np.int32), {})

    def file_names(self) -> list[bytes]:
        """The names that `rows` count, without what is no file."""
        names = self.names.split(b"\0")
        return names[:names.index(b"")]

    def make_writable(self) -> None:
        """Copy the columns, which are views of what was remembered."""
        for column in COLUMNS:
            setattr(self, column, getattr(self, column).copy())

    def count_by(self, identity: str) -> None:
        """Have captions opened again, to be held against another limit of words."""
        if identity != self.counted_by:
            captions = self.roles == Role.CAPTION
            self.mtimes_ns = np.where(captions, NEVER, self.mtimes_ns)
            self.counted_by = identity

    def find_opened(self, listing: FolderListing) -> npt.NDArray[np.bool_]:
        """Which of its files were opened as they are now, shape (n,)."""
        return np.asarray((self.sizes == listing.sizes[self.rows])
                          & (self.mtimes_ns == listing.mtimes_ns[self.rows]))


class FileFacts(msgspec.Struct, frozen=True):
    """Findings from opening one file.

    Attributes:
        size: (height, width) of an upright picture, (0, 0) where it is not known.
        is_lasting: whether the file itself is so; False where the system refused it this time.
    """

    flaws: Flaws = ()
    size: tuple[int, int] = (0, 0)
    is_lasting: bool = True


class ConceptMemory:
    """Remembered findings about the folders of one concept."""

    def __init__(self, folder: str, asked: AskedOfFolder) -> None:
        self._asked = asked
        name = hash_text(f"{folder}\0{asked.contents}")
        self._path = cache_home() / FOLDER / f"{name}.msgpack"
        known = recall(self._path, tuple[int, str, dict[bytes, OpenedFolder]])
        self._folders = known[2] if known is not None and known[0] == FORM else {}
        # The two layouts of a trainer take links differently, so other files may be samples.
        self._is_of_other_links = known is not None and known[1] != asked.words
        self._seen: dict[bytes, OpenedFolder] = {}
        self._is_changed = False

    def folder(self, listing: FolderListing, samples: Sequence[int]) -> OpenedFolder:
        """Return what is known of a folder as listed now; `samples` are rows of the listing."""
        key, names = as_bytes(listing.path), names_of(listing)
        known = self._folders.get(key)
        if known is None or known.names != names or self._is_of_other_links:
            found = OpenedFolder.make_unopened(names, inspect_folder(listing, samples, self._asked))
            if known is not None:
                _carry_over(known, found)
            known = found
            self._is_changed = True
        self._seen[key] = known
        return known

    def note_change(self) -> None:
        """Have what was found written."""
        self._is_changed = True

    def save(self) -> None:
        """Remember what was found; folders that were not seen are forgotten."""
        if self._is_changed or len(self._seen) != len(self._folders):
            with suppress(OSError):  # derived: what cannot be kept is found out again
                self._path.parent.mkdir(parents=True, exist_ok=True)
                remember(self._path, (FORM, self._asked.words, self._seen))
                _forget_oldest(self._path.parent)


def _carry_over(known: OpenedFolder, found: OpenedFolder) -> None:
    """Keep what was found of files that are still there under their names.

    In a folder in which one came or went that is nearly all of them, so whole columns are taken.
    """
    before = known.file_names()
    row_of = dict(zip(before, range(len(before)), strict=True))
    rows = np.array(
        list(map(row_of.get, found.file_names(), itertools.repeat(NEVER))), dtype=np.int64)
    places = np.full(len(found.rows), NEVER, dtype=np.int64)
    for role in distinct(found.roles).tolist():
        # The last one stands for files that were not there, which have NEVER as their row.
        place_of = np.full(len(before) + 1, NEVER, dtype=np.int64)
        of_role = np.flatnonzero(known.roles == role)
        place_of[known.rows[of_role]] = of_role
        now = np.flatnonzero(found.roles == role)
        places[now] = place_of[rows[found.rows[now]]]
    kept = np.flatnonzero(places != NEVER)
    for column in COLUMNS:
        getattr(found, column)[kept] = getattr(known, column)[places[kept]]
    if known.flaws:
        found.flaws.update(
            (at, known.flaws[place])
            for at, place in zip(kept.tolist(), places[kept].tolist(), strict=True)
            if place in known.flaws)
    found.counted_by = known.counted_by


def _forget_oldest(folder: Path) -> None:
    # What builds noted of workspaces that nobody surveys any more goes, too.
    found = (*folder.glob("*.msgpack"), *folder.glob("*.json"))
    files = sorted(found, key=lambda path: path.stat().st_mtime_ns)
    for path in files[:-MOST_REMEMBERED]:
        with suppress(OSError):
            path.unlink()


def note_facts(
    folder: OpenedFolder, at: int, listing: FolderListing, facts: FileFacts, read_ns: int
) -> None:
    """Note what opening a file gave; `read_ns` is when it was opened."""
    row = int(folder.rows[at])
    folder.heights[at], folder.widths[at] = facts.size
    if facts.flaws:
        folder.flaws[at] = [(risk, as_bytes(said)) for risk, said in facts.flaws]
    else:
        folder.flaws.pop(at, None)
    mtime_ns = int(listing.mtimes_ns[row])
    tick_ns = SETTLED_NS if mtime_ns % COARSE_TICK_NS else COARSE_NS
    is_settled = facts.is_lasting and mtime_ns < read_ns - tick_ns
    folder.sizes[at] = listing.sizes[row] if is_settled else NEVER
    folder.mtimes_ns[at] = mtime_ns if is_settled else NEVER


def open_file(
    path: str, role: Role, limit: CaptionLimit | None = None,
    alone: AbstractContextManager[object] = nullcontext(),
) -> FileFacts:
    """Open one file as a trainer would; nothing is raised about what it holds.

    Args:
        path: of the file.
        role: what it is to its sample.
        limit: of the text encoder, None where no tokenizer is at hand.
        alone: what a large picture is decoded in, so that several threads hold one of them.
    """
    try:
        if role is Role.CAPTION:
            return _open_caption(path, limit)
        from larder.core.workspace.picture_size import read_picture_size

        size = read_picture_size(path) or (0, 0)
        with alone if size[0] * size[1] > LARGE_PIXELS else nullcontext():
            return FileFacts(_READERS[role](path), size)
    except OSError as error:
        return FileFacts(
            ((UNREADABLE[role], f"{os.path.basename(path)} cannot be read: "  # noqa: PTH119
              f"{reason_of(error)}."),), is_lasting=False)


def _flaws_of_picture(
    decode: Callable[[], object], unreadable: Risk
) -> Flaws:
    """Return the flaws of a picture that cannot be decoded, none if it can.

    Raises:
        OSError: if the system refuses it, which says nothing of the picture.
    """
    from larder.core.encoders.protocol import DeepPictureError, LargePictureError, SourceError

    try:
        decode()
    except DeepPictureError:
        return ((Risk.DEEP_PICTURE, ""),)
    except LargePictureError as error:
        return ((Risk.LARGE_PICTURE, str(error)),)
    except SourceError as error:
        cause = error.__cause__
        if isinstance(cause, OSError) and cause.errno is not None:
            raise cause from None
        return ((unreadable, str(error)),)
    return ()


def _open_picture(path: str) -> Flaws:
    from larder.core.encoders.picture_files import check_picture

    return _flaws_of_picture(lambda: check_picture(path), Risk.UNREADABLE_PICTURE)


def _open_mask(path: str) -> Flaws:
    from larder.core.encoders.picture_files import read_mask

    found: list[bool] = []
    flaws = _flaws_of_picture(
        lambda: found.append(bool(read_mask(path).any())), Risk.UNREADABLE_MASK)
    return ((Risk.BLACK_MASK, ""),) if found == [False] else flaws


def _open_conditioning(path: str) -> Flaws:
    from larder.core.encoders.picture_files import check_picture

    return _flaws_of_picture(lambda: check_picture(path), Risk.UNREADABLE_CONDITIONING)


def _open_caption(path: str, limit: CaptionLimit | None) -> FileFacts:
    return FileFacts(tuple(caption_flaws(read_regular(path, at_most=LARGEST_TEXT), limit)))


_READERS: Final[Mapping[Role, Callable[[str], Flaws]]] = {
    Role.PICTURE: _open_picture, Role.MASK: _open_mask, Role.CONDITIONING: _open_conditioning}
"""Of all that is no text."""
