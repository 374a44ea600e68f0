"""Content of a sample workspace, and the file that marks a folder as a sample of ours.

`.larder-sample.json` names every file that was put there and contains the report of the making,
with relative paths so that equal samples are equal files. It is written first without a report and
again at the end: a sample whose making was interrupted is recognised and made anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from larder.core.demo.sample_sources import CACHE_FOLDER, RELEASED_CACHE, set_time
from larder.core.errors import UserFacingError, error_reason
from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import write_atomically
from larder.core.files.system_files import is_system_file
from larder.core.files.temp_names import is_own_temp

MARKER_FILE: Final = ".larder-sample.json"
MARKER_FORMAT: Final = "larder.sample/1"

_STORES: Final = (
    *(f"{CACHE_FOLDER}/{name}/"
      for name in ("image", "text", "vision", "audio", "waveform", "tokens", "parameters")),
    f"{RELEASED_CACHE}/",
)


class SampleDrift(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is not as it was when the caches were built, and what a survey must say of it.

    Attributes:
        store: id of the store it concerns: "image", "text", or the folder of another.
        item: the source as the index spells it, a tree, or a file of the store.
        is_payload: whether `item` is a file of the store.
        verdict: name of the verdict in the contract.
        depth: the quickest survey that sees it; at a quicker one the item is as good as untouched.
    """

    store: str
    item: str
    is_payload: bool
    verdict: str
    depth: str


class SampleReport(msgspec.Struct, frozen=True, kw_only=True):
    """Report of the content of a sample workspace.

    Attributes:
        folder: the workspace.
        config: its OneTrainer config, what one opens.
        pictures: pictures in its concepts.
        entries: index rows in the trainer's two stores of its first run, as all below.
        payloads: payload files in them, without stand-ins and interrupted writes.
        bytes: their size.
        drifts: everything in them that a survey must not call valid or referenced.
        sounds: clips beside the concepts; as the rest, 0 in a sample that had none yet.
        texts: files of its corpus.
        values: values in its stores of pixels, features, waveforms, tokens and parameters.
        value_bytes: their size.
        released: config of its second run, whose caches lie as released OneTrainer lays them out;
            "" in a sample that had none yet.
        value_drifts: the same as `drifts` of those stores.
    """

    folder: str
    config: str
    pictures: int
    entries: int
    payloads: int
    bytes: int
    drifts: tuple[SampleDrift, ...]
    sounds: int = 0
    texts: int = 0
    values: int = 0
    value_bytes: int = 0
    released: str = ""
    value_drifts: tuple[SampleDrift, ...] = ()


class SampleMarker(msgspec.Struct, frozen=True, kw_only=True):
    """The marker file.

    Attributes:
        files: what the sample may hold outside its stores, relative, "/" between parts.
        report: what was made, its paths relative; None while it is being made.
        format: of this file.
    """

    files: tuple[str, ...]
    report: SampleReport | None = None
    format: str = MARKER_FORMAT


def locate_report(report: SampleReport, folder: Path) -> SampleReport:
    """A marker's report with the paths the sample has in `folder`."""
    return msgspec.structs.replace(
        report, folder=str(folder), config=str(folder / report.config),
        released=str(folder / report.released) if report.released else "")


def read_marker(folder: Path) -> SampleMarker | None:
    """The marker of a sample workspace; None for a folder that is empty or not there.

    Raises:
        UserFacingError: if something else is there, or it cannot be looked at.
    """
    try:
        names = [name for name in os.listdir(folder) if not _is_litter(name)]
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserFacingError(
            f"{folder} cannot be used as a folder: {error_reason(error)}.",
            "Choose a new or empty folder for the sample workspace.",
        ) from error
    if not names:
        return None
    if MARKER_FILE not in names:
        raise UserFacingError(
            f"{folder} is not empty and is not a sample workspace.",
            "Choose a new or empty folder for the sample workspace.",
        )
    return _decode_marker(folder)


def write_marker(folder: Path, marker: SampleMarker, at_ns: int) -> None:
    """Write the marker and date it."""
    path = folder / MARKER_FILE
    write_atomically(path, [encode_ascii_json(marker), b"\n"])
    set_time(path, at_ns)


def remove_sample(folder: Path, marker: SampleMarker) -> None:
    """Remove what the sample brought, its stores with their quarantines, and empty folders.

    Links are not followed. The marker stays, so that an interrupted removal can be finished.

    Raises:
        UserFacingError: if there is a file the sample did not bring; nothing is removed then.
    """
    known = {*marker.files, MARKER_FILE}
    found = list(_files_below(folder))
    for relative in found:
        if relative not in known and not _is_in_store(relative) and not _is_litter(relative):
            raise UserFacingError(
                f"{folder / relative} does not belong to the sample workspace.",
                "Move it elsewhere first, or make the sample in another folder.",
            )
    for relative in found:
        if relative != MARKER_FILE:
            (folder / relative).unlink()
    for below, _, _ in os.walk(folder, topdown=False):
        if not os.listdir(below):
            Path(below).rmdir()


def _decode_marker(folder: Path) -> SampleMarker:
    try:
        marker = decode_ascii_json((folder / MARKER_FILE).read_bytes(), SampleMarker)
    except (OSError, UnreadableJsonError) as error:
        raise UserFacingError(
            f"{folder / MARKER_FILE} cannot be read: {error}.",
            "Choose another folder, or delete this one yourself.",
        ) from error
    if marker.format != MARKER_FORMAT:
        raise UserFacingError(
            f"{folder} is a sample workspace of another version of Larder ({marker.format}).",
            "Choose another folder, or delete this one yourself.",
        )
    return marker


def _files_below(folder: Path) -> Iterator[str]:
    """Relative names of everything that is no real folder."""
    for below, folders, files in os.walk(folder):
        links = [name for name in folders if (Path(below) / name).is_symlink()]
        for name in (*files, *links):
            yield (Path(below) / name).relative_to(folder).as_posix()


def _is_in_store(relative: str) -> bool:
    return relative.startswith(_STORES)


def _is_litter(relative: str) -> bool:
    """Return whether file managers or an interrupted write left a file: no reason to refuse."""
    name = relative.rpartition("/")[2]
    return is_system_file(name) or is_own_temp(name)
