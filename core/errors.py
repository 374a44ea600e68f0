"""Errors a user can fix, as exceptions; every other exception is a bug of ours.

Each error carries the problem in one sentence and, where there is one, a hint that says what to do.
The command line prints both and leaves with `exit_code` (listed in `.github/COMMANDS.md`); the
window shows the problem with the hint below it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, Self

import msgspec
from msgspec import UNSET, UnsetType

from larder.core.terminal_text import one_line

_OBJECT: Final = re.compile(r"<[^<>]* at 0x[0-9a-fA-F]+>")
"""What Python calls an object that has no name of its own."""


def remark(sentence: str) -> None:
    """Tell whoever runs this something that is no failure: on stderr, or in a notice.

    Args:
        sentence: paths, ids and figures, never what a caption says.
    """
    import logging  # A survey has nothing to say and no use for its 2 ms.

    # A handler hands a sentence and its end over together, so no line end of a name may be in it.
    logging.getLogger("larder").warning("%s", one_line(sentence))


def error_words(error: BaseException) -> str:
    """Return what whoever refused something said: the system, or the first line of a library.

    A library's error that was given the name of a file has the text "[Errno None] None", and others
    name an object of the program where the file is meant; neither is shown.
    """
    said = str(error)
    if isinstance(error, OSError):
        said = error.strerror or " ".join(str(part) for part in error.args if part is not None)
    lines = (line.strip() for line in _OBJECT.sub("the file", said).splitlines())
    return next(filter(None, lines), type(error).__name__)


def error_reason(error: BaseException) -> str:
    """Return `error_words` as the end of a sentence takes them, without a full stop."""
    return error_words(error).rstrip(".")


class UserFacingError(Exception):
    """A failure whose cause the user can see and mend.

    Attributes:
        problem: what happened and to what, one sentence.
        hint: what to do next, one sentence, or "" when the problem says it all.
    """

    exit_code = 2

    def __init__(self, problem: str, hint: str = "") -> None:
        if hint and not problem.endswith((".", "!", "?", "…", ":")):
            problem += "."  # what a library said rarely ends as a sentence does
        super().__init__(f"{problem} {hint}".strip())
        self.problem = problem
        self.hint = hint


class WorkspaceError(UserFacingError):
    """The workspace cannot be read: bad JSON, unreadable file, nothing that looks like a cache."""

    @classmethod
    def of_listing(cls, folder: Path, error: OSError) -> Self:
        """Return the error to raise where a cache folder cannot be listed."""
        return cls(f"The cache folder {folder} cannot be listed: {error_reason(error)}.",
                   "Check that you have permission to read it.")


class DamagedIndexError(WorkspaceError):
    """An index cannot be read whole, and writing it would lose what nobody can read now."""


class PayloadError(UserFacingError):
    """A payload cannot be read: damaged container, refused pickle, missing member."""


class ChecksumError(PayloadError):
    """Bytes of a payload are not those that were written. torch compares no checksums."""


class UnsafePayloadError(PayloadError):
    """A payload's pickle names what no cache needs, and would be run by a trainer."""


class StalePlanError(UserFacingError):
    """The store changed after the plan was made, so the plan may not be applied."""

    exit_code = 3


class StoreLockedError(UserFacingError):
    """Another Larder process is writing into this store."""

    exit_code = 3


class StoreBusyError(UserFacingError):
    """A trainer seems to be at work in this store."""

    exit_code = 3


class BlockedError(UserFacingError):
    """Error for a request that was checked and is blocked as a whole.

    Its exit code is that of the plan that lists the same obstacles.
    """

    exit_code = 1


class NothingToUndoError(UserFacingError):
    """There is nothing that an undo could bring back; no wrong usage."""

    exit_code = 0


class Finding(msgspec.Struct, frozen=True):
    """Fault of a workspace that does not prevent the rest of it from being surveyed.

    Attributes:
        where: the file, folder or concept it is about, as the user spells it.
        problem: what is wrong, one sentence.
        hint: what to do next, one sentence, or "".
        repair: the request that fixes it, left out when none does.
        kind: what it is in the list of what stops or spoils training, left out where it is not
            part of that; a word for programs.
        effect: "stops", "wrong", "skipped" or "notice" of those that are.
    """

    where: str
    problem: str
    hint: str = ""
    repair: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    effect: str | UnsetType = UNSET
