"""One planned move of a quarantine, in either direction, by a rename within the file system.

A payload in a shard folder keeps its place: the folder is made at the other end, and is never a
link, so that no name leads out of the store.
"""

from __future__ import annotations

import enum
import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.files.quarantine_manifest import PlannedMove
from larder.core.files.shard_folders import refuse_linked_shards


class MoveResult(enum.Enum):
    """What became of one planned move."""

    MOVED = "moved"
    ALREADY = "already"
    """It was there: an earlier run that was cut short had moved it."""
    MISSING = "missing"
    """It is neither in the store nor in the quarantine."""
    CHANGED = "changed"
    """It is not the file the plan saw, and stays where it is."""
    OCCUPIED = "occupied"
    """Another file has its name at the other end, and stays; so does this one."""
    FAILED = "failed"
    """The file system refused; `problem` says why."""


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """What became of one planned move.

    Attributes:
        move: what was to be moved.
        result: what became of it.
        problem: one sentence if it was not moved, else "".
    """

    move: PlannedMove
    result: MoveResult
    problem: str = ""


class Whereabouts(enum.Enum):
    """Where one planned move's file is now."""

    IN_STORE = "in-store"
    IN_QUARANTINE = "in-quarantine"
    IN_BOTH = "in-both"
    NOWHERE = "nowhere"


def move_one(
    move: PlannedMove, *, source: Path, target: Path, is_checked: bool
) -> MoveOutcome:
    """Rename one file or folder from one folder into another; never over an existing name.

    Args:
        move: what to move.
        source: the folder it should be in.
        target: the folder it goes to.
        is_checked: whether it must still have the planned size and mtime.
    """
    origin, destination = source / move.name, target / move.name
    try:
        for folder in (source, target):
            refuse_linked_shards(folder, move.name)
        status = os.lstat(origin)
    except UserFacingError as error:
        return MoveOutcome(move, MoveResult.FAILED, error.problem)
    except (FileNotFoundError, NotADirectoryError):
        if os.path.lexists(destination):
            return MoveOutcome(move, MoveResult.ALREADY)
        return MoveOutcome(move, MoveResult.MISSING, f"{move.name} is gone.")
    if is_checked and not _is_as_planned(move, status):
        return MoveOutcome(move, MoveResult.CHANGED, f"{move.name} changed since the plan.")
    if os.path.lexists(destination):
        return MoveOutcome(
            move, MoveResult.OCCUPIED, f"There is another {move.name} in {target} already."
        )
    try:
        _rename(origin, destination)
    except OSError as error:
        return MoveOutcome(move, MoveResult.FAILED, _why_not_moved(move, error))
    return MoveOutcome(move, MoveResult.MOVED)


def _rename(origin: Path, destination: Path) -> None:
    """Rename into a folder that is there for all but the first file of a shard."""
    try:
        origin.rename(destination)
    except FileNotFoundError:
        destination.parent.mkdir(parents=True, exist_ok=True)
        origin.rename(destination)


def _is_as_planned(move: PlannedMove, status: os.stat_result) -> bool:
    if move.is_folder:
        return stat.S_ISDIR(status.st_mode) and status.st_mtime_ns == move.mtime_ns
    return (
        stat.S_ISREG(status.st_mode)
        and status.st_size == move.size
        and status.st_mtime_ns == move.mtime_ns
    )


def _why_not_moved(move: PlannedMove, error: OSError) -> str:
    if error.errno == errno.EXDEV:
        return f"{move.name} lies on another drive than the store's .larder folder."
    return f"{move.name} cannot be moved: {error.strerror}."
