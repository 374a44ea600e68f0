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
from larder.core.files.file_stamp import is_there
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
    """It is not the file that was planned or moved in, and stays where it is."""
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
        is_checked: whether it must still have the planned mtime; the size it must have anyway.
    """
    origin, destination = source / move.name, target / move.name
    try:
        for folder in (source, target):
            refuse_linked_shards(folder, move.name)
        is_taken = is_there(destination)
        if not is_there(origin):
            return (MoveOutcome(move, MoveResult.ALREADY) if is_taken
                    else MoveOutcome(move, MoveResult.MISSING, f"{move.name} is gone."))
        fault = _fault(move, os.lstat(origin), is_checked=is_checked)
        if fault:
            return MoveOutcome(move, MoveResult.CHANGED, f"{move.name} {fault}.")
        if is_taken:
            return MoveOutcome(
                move, MoveResult.OCCUPIED, f"There is another {move.name} in {target} already."
            )
        _rename(origin, destination)
    except UserFacingError as error:
        return MoveOutcome(move, MoveResult.FAILED, error.problem)
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


def _fault(move: PlannedMove, status: os.stat_result, *, is_checked: bool) -> str:
    """What is wrong with the file that is to be moved, "" when nothing is.

    A file that went in as planned may have got another date there, from a copy of the whole store.
    """
    if is_checked:
        fault = "changed since the plan"
    else:
        fault = "is not the file that was moved away"
    is_kind = stat.S_ISDIR if move.is_folder else stat.S_ISREG
    if not is_kind(status.st_mode) or not (move.is_folder or status.st_size == move.size):
        return fault
    return fault if is_checked and status.st_mtime_ns != move.mtime_ns else ""


def _why_not_moved(move: PlannedMove, error: OSError) -> str:
    if error.errno == errno.EXDEV:
        return f"{move.name} lies on another drive than the store's .larder folder."
    return f"{move.name} cannot be moved: {error.strerror}."
