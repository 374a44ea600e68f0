"""Pictures, clips and captions of musubi-tuner's datasets.

A folder's pictures count only where their caption file is there, if the config names an ending for
captions. Source: `dataset/media_utils.py:67-79` and `image_video_dataset.py` at 30c658c4f4b0.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import WorkspaceError, error_reason
from larder.core.files.regular_file import read_regular
from larder.core.stores.kohya.file_names import PICTURE_ENDINGS
from larder.core.survey.context import SurveyContext
from larder.core.workspace.musubi_config import MusubiDataset

ENDINGS: Final = PICTURE_ENDINGS | {".avif", ".AVIF"}
VIDEO_ENDINGS: Final = frozenset(
    ending for plain in (".mp4", ".webm", ".avi", ".mkv", ".mov", ".flv", ".wmv", ".m4v", ".mpg",
                         ".mpeg") for ending in (plain, plain.upper()))
LARGEST_LIST: Final = 256 << 20
"""Bytes of a jsonl file; a line for each of 1,000,000 pictures has some 150."""


class Source(msgspec.Struct, frozen=True):
    """A picture or video of a dataset.

    Attributes:
        path: where it is.
        stem: its name up to the last dot, by which its files are called.
        caption: its text, None where it is in `caption_file`.
        caption_file: the file that has it, a list for an entry of one; "" without any.
        is_captioned: False where the trainer leaves it out for want of a caption.
        changed_ns: when it, or a control picture of it, was last written, 0 where it is gone.
    """

    path: str
    stem: str
    caption: str | None
    caption_file: str
    is_captioned: bool
    changed_ns: int

    def read_caption(self) -> str | None:
        """Return its caption without blanks at both ends, None where it cannot be read."""
        if self.caption is not None:
            return self.caption
        if not self.caption_file:
            return None
        try:
            return read_regular(self.caption_file).decode("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return None


def list_sources(
    dataset: MusubiDataset, place: Path, controls: Path | None, context: SurveyContext
) -> list[Source]:
    """List the sources of a dataset, those without a caption, too.

    `place` is its folder or list, `controls` the folder of control pictures, None without one.

    Raises:
        WorkspaceError: if a list cannot be read.
    """
    newest = _newest_controls(controls, context) if controls is not None else {}
    if dataset.is_list:
        return list(_in_list(place, context, newest))
    return list(_in_folder(dataset, place, context, newest))


def _in_folder(
    dataset: MusubiDataset, folder: Path, context: SurveyContext, newest: Mapping[str, int]
) -> Iterator[Source]:
    listing = context.tree.listing(str(folder))
    if listing is None:
        return
    stamps = listing.stamps()
    endings = VIDEO_ENDINGS if dataset.is_video else ENDINGS
    for name in sorted(listing.names):
        stem, dot, ending = name.rpartition(".")
        if not dot or dot + ending not in endings:
            continue
        caption = stem + dataset.caption_ending if dataset.caption_ending else ""
        yield Source(
            path=os.path.join(folder, name),  # noqa: PTH118 - thousands of them
            stem=stem, caption=None if caption in stamps else "",
            caption_file=os.path.join(folder, caption) if caption in stamps else "",  # noqa: PTH118
            is_captioned=not caption or caption in stamps,
            changed_ns=max(stamps[name][1], newest.get(stem, 0)))


def _in_list(
    path: Path, context: SurveyContext, newest: Mapping[str, int]
) -> Iterator[Source]:
    key_of = ("image_path", "image_path_0", "video_path")
    for number, line in enumerate(_lines(path), start=1):
        said = _parse(line, path, number)
        spelled = next((said[key] for key in key_of if isinstance(said.get(key), str)), None)
        if spelled is None:
            raise WorkspaceError(f"Line {number} of {path} names no picture or video.")
        real = _find(str(spelled), path, context)
        stem = Path(real).name
        stem = stem.rpartition(".")[0] or stem
        stamp = context.tree.stamp(real)
        yield Source(
            path=real, stem=stem, caption=str(said.get("caption", "")).strip(),
            caption_file=str(path), is_captioned=True,
            changed_ns=0 if stamp is None else max(stamp[1], newest.get(stem, 0)))


def _lines(path: Path) -> Iterator[str]:
    try:
        text = read_regular(path, at_most=LARGEST_LIST).decode("utf-8-sig")
    except OSError as error:
        raise WorkspaceError(f"The list {path} cannot be read: {error_reason(error)}.") from error
    except UnicodeDecodeError as error:
        raise WorkspaceError(f"The list {path} is not UTF-8.") from error
    return (line for line in text.splitlines() if line.strip())


def _parse(line: str, path: Path, number: int) -> dict[str, object]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WorkspaceError(f"Line {number} of {path} is not valid JSON.") from error
    if not isinstance(said, dict):
        raise WorkspaceError(f"Line {number} of {path} is not a JSON object.")
    return said


def _find(spelled: str, path: Path, context: SurveyContext) -> str:
    """Where a path of a list is: relative ones start where the trainer was started."""
    del path
    return str(context.workspace.find(spelled))


def _newest_controls(folder: Path, context: SurveyContext) -> dict[str, int]:
    """Stem of a source -> when a control picture of it was last written, nanoseconds since 1970."""
    listing = context.tree.listing(str(folder))
    newest: dict[str, int] = {}
    for name, (_, changed_ns) in ({} if listing is None else listing.stamps()).items():
        stem = name.rpartition(".")[0]
        whole, _, number = stem.rpartition("_")
        for of in {stem, whole if number.isdigit() else stem}:
            newest[of] = max(newest.get(of, 0), changed_ns)
    return newest
