"""Spelled paths and the folders they mean: flavours, maps, and whether a root can be reached.

An index spells paths as the trainer's system did: with backslashes and drive letters on Windows,
and relative to the trainer's folder when the concept's path was. All but `is_folder` and
`existing_parent` are pure functions over texts and facts, so that a Windows index can be read on
Linux and tested there.

Spelled paths stay texts: a store has one per file, and a `Path` for each would cost more than the
survey.
"""

from __future__ import annotations

import enum
import itertools
import ntpath
import os
import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.errors import WorkspaceError

DRIVE: Final = re.compile(r"[A-Za-z]:")
"""A drive at the start of a path."""

KEYS_LOOKED_AT: Final = 1000
"""Keys that decide an index's flavour; one trainer wrote them all."""

MOSTLY_GONE_AT_LEAST: Final = 20
"""Fewer missing sources than this are never taken for a mistake."""


class PathFlavour(enum.Enum):
    """How a system spells paths."""

    POSIX = "/"
    WINDOWS = "\\"

    @property
    def separator(self) -> str:
        """What joins folder and name."""
        return self.value


HERE: Final = PathFlavour.WINDOWS if os.name == "nt" else PathFlavour.POSIX
"""The flavour of the system we run on."""


class RootKind(enum.Enum):
    """What makes a folder a root."""

    CONCEPT = "concept"
    PARENT = "parent"


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that stands or falls as one: on it depends whether a missing source is gone.

    Attributes:
        spelled: as config or index spell it.
        real: where it is on this system.
        kind: a concept's folder, or the first existing parent of entries under no concept.
    """

    spelled: str
    real: Path
    kind: RootKind


@dataclass(frozen=True, slots=True)
class PathMap:
    """Absolute prefix or drive `old`, as an index spells it, is `new` on this system."""

    old: str
    new: str


class Unreachable(enum.StrEnum):
    """Why a root cannot be reached; the value says it of "the folder"."""

    MISSING = "is missing"
    HOLDS_NONE = "holds none of its indexed files"
    OTHER_DEVICE = "is on another device than before"


def parse_map(text: str) -> PathMap:
    """Read a map written as "OLD=NEW"; the first "=" divides.

    Raises:
        WorkspaceError: if a side is missing, or OLD is neither absolute nor a drive.
    """
    old, _, new = text.partition("=")
    if not (old and new):
        raise WorkspaceError(
            f'The path map "{text}" needs an old and a new prefix.', "Write it as OLD=NEW.")
    if not is_absolute(old, flavour_of(old)):
        raise WorkspaceError(
            f'The path map "{text}" must start with an absolute folder or a drive.',
            "Relative paths follow the root folder instead (--root).",
        )
    return PathMap(old=old, new=new)


def flavour_of(spelled: str) -> PathFlavour:
    """The flavour of one path; a path without separator or drive is taken for this system's."""
    if DRIVE.match(spelled) or spelled.startswith("\\\\"):
        return PathFlavour.WINDOWS
    if "/" in spelled:
        return PathFlavour.POSIX
    return PathFlavour.WINDOWS if "\\" in spelled else HERE


def flavour_of_keys(keys: Iterable[str]) -> PathFlavour:
    """The flavour of an index, by the majority of its keys that tell; this system's if none does.

    A Windows trainer leaves no "/" in a key, and a backslash is a rare but lawful letter of a POSIX
    name, so a key with "/" speaks for POSIX whatever else is in it, unless it begins with a drive.
    """
    votes = 0
    for key in itertools.islice(keys, KEYS_LOOKED_AT):
        if "/" in key or "\\" in key or DRIVE.match(key):
            votes += 1 if flavour_of(key) is PathFlavour.WINDOWS else -1
    if votes == 0:
        return HERE
    return PathFlavour.WINDOWS if votes > 0 else PathFlavour.POSIX


def is_absolute(spelled: str, flavour: PathFlavour) -> bool:
    """Whether a spelled path means the same from every folder; a bare drive counts."""
    if flavour is PathFlavour.WINDOWS:
        return bool(DRIVE.match(spelled)) or spelled[:1] in {"\\", "/"}
    return spelled.startswith("/")


def normalised(spelled: str, flavour: PathFlavour) -> str:
    """The path as the trainer's `os.path.normpath` leaves it on a system of that flavour."""
    if not spelled:
        return ""
    if flavour is PathFlavour.WINDOWS:
        return ntpath.normpath(spelled)
    return posixpath.normpath(spelled)


def joined(folder: str, name: str, flavour: PathFlavour) -> str:
    """Folder and name in one spelled path; a folder of "" or "." adds nothing."""
    if folder in {"", "."}:
        return name
    if folder.endswith(flavour.separator):
        return folder + name
    return f"{folder}{flavour.separator}{name}"


def split_last(spelled: str, flavour: PathFlavour) -> tuple[str, str]:
    """Folder and name of a spelled path; the folder is "" for a bare name."""
    if flavour is PathFlavour.WINDOWS:
        return ntpath.split(spelled)
    return posixpath.split(spelled)


def map_path(spelled: str, maps: Sequence[PathMap], flavour: PathFlavour) -> str:
    """Replace the longest `old` that is a prefix of `spelled`, whole path parts only.

    Compared as the index's own system would: a Windows path without regard to case, both slashes
    alike. What follows the prefix is spelled with this system's separator. Unchanged without a hit.
    """
    parts = _parts(spelled, flavour)
    compared = _compared(parts, flavour)
    best: tuple[int, str] | None = None
    for candidate in maps:
        old = _compared(_parts(candidate.old, flavour), flavour)
        if compared[: len(old)] == old and (best is None or len(old) > best[0]):
            best = (len(old), candidate.new)
    if best is None:
        return spelled
    length, new = best
    rest = parts[length:]
    return HERE.separator.join([new.rstrip("/\\"), *rest]) if rest else new


def resolve(
    spelled: str, root: Path | str, maps: Sequence[PathMap], flavour: PathFlavour
) -> str:
    """Where a spelled path is on this system.

    An absolute path goes through `maps`; a relative one starts at `root`. An absolute path of the
    other flavour without a map comes back unchanged and names nothing here (`is_foreign` tells).
    """
    if is_absolute(spelled, flavour):
        return map_path(spelled, maps, flavour)
    base = os.fspath(root)
    if flavour is HERE is PathFlavour.POSIX:
        return posixpath.join(base, spelled) if spelled else base
    return os.path.join(base, *_parts(spelled, flavour))  # noqa: PTH118 - texts, not paths


def is_foreign(spelled: str, maps: Sequence[PathMap], flavour: PathFlavour) -> bool:
    """Whether an absolute path of another system has no map, so that it can mean nothing here."""
    return (
        flavour is not HERE
        and is_absolute(spelled, flavour)
        and map_path(spelled, maps, flavour) == spelled
    )


def is_folder(path: Path) -> bool:
    """Whether a folder is there; one that may not be looked at counts as absent."""
    try:
        return path.is_dir()
    except OSError:  # until Python 3.14 `is_dir` raises where the system refuses to say
        return False


def existing_parent(
    spelled: str, root: Path | str, maps: Sequence[PathMap], flavour: PathFlavour
) -> Root | None:
    """The first folder above a source that exists, as a root; None for a foreign path.

    A relative path's last resort is the workspace's root itself, spelled "".
    """
    if is_foreign(spelled, maps, flavour):
        return None
    folder = spelled
    while True:
        shorter = split_last(folder, flavour)[0]
        if shorter == folder:
            return None
        folder = shorter
        real = Path(resolve(folder, root, maps, flavour))
        if is_folder(real):
            return Root(spelled=folder, real=real, kind=RootKind.PARENT)
        if not folder:
            return None


def root_is_unreachable(
    *,
    exists: bool,
    indexed: int,
    present: int,
    device: int | None = None,
    remembered_device: int | None = None,
) -> Unreachable | None:
    """Why the entries of a root must be held back, None when it can be reached.

    Args:
        exists: the folder is there.
        indexed: sources under it that some index names.
        present: how many of those are on disk.
        device: `st_dev` of the folder now, None when unknown.
        remembered_device: `st_dev` when it was last reached, None when never.
    """
    if not exists:
        return Unreachable.MISSING
    if None not in {device, remembered_device} and device != remembered_device:
        return Unreachable.OTHER_DEVICE
    if indexed > 0 and present == 0:
        return Unreachable.HOLDS_NONE
    return None


def mostly_gone(*, indexed: int, gone: int) -> bool:
    """Whether so much of a reachable root is missing that nothing of it is offered unasked."""
    return gone >= MOSTLY_GONE_AT_LEAST and gone * 2 > indexed


def _parts(spelled: str, flavour: PathFlavour) -> list[str]:
    """Path parts; an absolute POSIX path begins with "", a Windows share with two of them."""
    plain = spelled.replace("\\", "/") if flavour is PathFlavour.WINDOWS else spelled
    lead = len(plain) - len(plain.lstrip("/"))
    named = [part for part in plain.split("/") if part not in {"", "."}]
    return [""] * min(lead, 2 if flavour is PathFlavour.WINDOWS else 1) + named


def _compared(parts: Sequence[str], flavour: PathFlavour) -> list[str]:
    return [part.lower() for part in parts] if flavour is PathFlavour.WINDOWS else list(parts)
