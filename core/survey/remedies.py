"""Remedies for each row and file of a survey: the one table that every front end uses.

A remedy is a command that, given this workspace as it is, does something about this row; where none
does, a sentence says what the trainer makes of it and what the user can do. The first line of
`REMEDIES` that fits a row is its remedy, and a row carries the number of that line: it is stable
within one process and its worker, as the numbers of verdicts are. `finding_remedies` finds it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from larder.core.survey.verdicts import (
    NO_CAPTION_FILE,
    REBUILD_APART,
    RENAMED,
    VERDICTS,
    Counted,
    PayloadVerdict,
    Verdict,
    VerdictRow,
)
from larder.core.workspace.store_kinds import OneTrainersFormats, StoreFormat

TRAINER_GOES_ON: Final[Mapping[Verdict, str]] = {
    Verdict.WRONG_MODELTYPE: "the trainer stops when it gets there",
    Verdict.COLLISION:
        "the trainer keeps training one of the two with what was made from the other",
    Verdict.SHIFTED: "the trainer keeps training with wrong pairs without a warning",
    Verdict.CORRUPT_PAYLOAD:
        "the trainer stops when it gets there, or trains with what is left of it",
    Verdict.BAD_VALUES: "the trainer keeps training with these values",
    Verdict.CONTENT_CHANGED: "the trainer encodes it again at its next start",
    Verdict.SIDECAR_CHANGED: "the trainer may keep using the old one",
    Verdict.RECIPE_CHANGED: "the trainer does not notice and keeps using the old one",
    Verdict.MISSING_ENTRY: "the trainer encodes it at its next start",
    Verdict.MISSING_PAYLOAD: "the trainer encodes it at its next start, or stops when it gets "
                             "there",
    Verdict.INCOMPLETE_SCHEMA: "the trainer encodes it again at its next start",
    Verdict.MISSING_VARIANT: "the trainer may keep using the size that is cached",
}
"""What a trainer does about a row that nobody mends, in the layout with an index."""

RELEASED_GOES_ON: Final[Mapping[Verdict, str]] = {
    Verdict.SHIFTED: "OneTrainer keeps training with wrong pairs without a warning",
    Verdict.CORRUPT_PAYLOAD:
        "OneTrainer stops when it gets there, or trains with what is left of it",
    Verdict.BAD_VALUES: "OneTrainer keeps training with these values",
    Verdict.CONTENT_CHANGED: "OneTrainer keeps using the old one without a warning",
    Verdict.SIDECAR_CHANGED: "OneTrainer keeps using the old one without a warning",
    Verdict.RECIPE_CHANGED:
        "OneTrainer keeps using the old one, or encodes the whole group again if the group has "
        "another name now",
    Verdict.MISSING_ENTRY:
        "OneTrainer stops when it gets there, if the rest of the group is cached",
    Verdict.MISSING_PAYLOAD:
        "OneTrainer stops when it gets there, if the rest of the group is cached",
    Verdict.INCOMPLETE_SCHEMA: "OneTrainer stops when it gets there",
    Verdict.MISSING_VARIANT: "OneTrainer keeps using the size that is cached",
}
"""The same in the released layout, which knows groups and no single entries."""

MADE_AT_START: Final[OneTrainersFormats[frozenset[Verdict]]] = {
    StoreFormat.INDEXED: frozenset({
        Verdict.MISSING_ENTRY, Verdict.CONTENT_CHANGED, Verdict.MISSING_PAYLOAD,
        Verdict.INCOMPLETE_SCHEMA}),
    StoreFormat.RELEASED: frozenset({Verdict.MISSING_ENTRY}),
}
"""What a trainer makes at its next start, if no source stops it before or after."""

STOPS_AT_START: Final = "the trainer stops at its next start, at a source file that it cannot cache"

CLEAR_IT: Final = (
    "To have it make this cache again, switch on “Clear cache before training” there, once.")
TO_BUILD: Final = frozenset(
    verdict for verdict, row in VERDICTS.items()
    if row.counts_as in (Counted.STALE, Counted.MISSING))
"""Verdicts that a build mends, where it can."""

_AGAIN: Final = frozenset(
    verdict for verdict in TO_BUILD if VERDICTS[verdict].counts_as is Counted.STALE)
_IF_OPENED: Final[Mapping[tuple[StoreFormat, Verdict], str]] = {
    (StoreFormat.INDEXED, Verdict.MISSING_ENTRY):
        "the trainer encodes it at its next start, unless it stops at a source file that was not "
        "opened yet",
    **dict.fromkeys(
        ((StoreFormat.INDEXED, Verdict.CONTENT_CHANGED),
         (StoreFormat.INDEXED, Verdict.INCOMPLETE_SCHEMA)),
        "the trainer encodes it again at its next start, unless it stops at a source file that was "
        "not opened yet"),
    (StoreFormat.RELEASED, Verdict.MISSING_ENTRY):
        "OneTrainer encodes it at its next start, unless it stops at a source file that was not "
        "opened yet",
}
"""What a trainer does about these before anybody has opened every source."""
_INDEXED: Final = frozenset({StoreFormat.INDEXED})
_RELEASED: Final = frozenset({StoreFormat.RELEASED})
_SHARDED: Final = frozenset({StoreFormat.VALUES})
_TREE: Final = frozenset({StoreFormat.TREES})
_OF_FILES: Final = _SHARDED | _TREE
_OTHERS: Final = frozenset({StoreFormat.FILES})
_EVERY: Final = frozenset(StoreFormat)
_KEPT: Final = "Until then, everything made from it is kept."

NO_REMEDY: Final = 0
"""That line."""


class Repair(enum.Enum):
    """The command that mends something; a front end gives it its name."""

    NONE = ""
    BUILD = "build"
    CACHE_FOLDER = "cache-folder"
    CLEAN = "clean"
    TOUCH = "touch"
    READOPT = "readopt"
    RECONNECT = "reconnect"
    INDEX = "repair-index"
    QUARANTINE = "quarantine"
    """Of no row: brings back what was set aside, or deletes it."""


class Case(enum.IntFlag):
    """Conditions besides verdict and format that decide which command works for a row.

    ENTRY: the index, or a slot, has it. ASKED: an enabled concept asks for it, or for the group
    that its slot is in. UNTOLD: neither config nor concepts say what is asked for. BUILDS: a build
    of the config makes it. MAKER: its file is recorded, and what made it can be opened. RECORDED:
    its file is recorded. CLAIMED: a file with its content is there, or it has the content of a
    payload that is. OFFERED: the clean plan lists a file of it, or drops its row. AWAY: its source
    cannot be read, for whatever reason. ROOT_AWAY: because its folder cannot be reached. MOVABLE:
    that folder's path is absolute, or it is gone from the folder above, so that another can be put
    in its place. BEGUN: its concept has
    a slot in this cache. SHARED: its cached file is that of another source that needs another.
    BROKEN: its source, or a mask of it, was opened and cannot be read as a trainer would. STOPPED:
    some source of the config stops the trainer while it caches. UNNOTICED: its file was edited and
    kept its date. UNOPENED: nobody has opened every source of the config, so one may stop it.
    FLIPPED: of its cached file only a checksum is wrong, which no trainer compares.
    """

    NONE = 0
    ENTRY = enum.auto()
    ASKED = enum.auto()
    UNTOLD = enum.auto()
    BUILDS = enum.auto()
    MAKER = enum.auto()
    RECORDED = enum.auto()
    CLAIMED = enum.auto()
    OFFERED = enum.auto()
    AWAY = enum.auto()
    ROOT_AWAY = enum.auto()
    MOVABLE = enum.auto()
    BEGUN = enum.auto()
    SHARED = enum.auto()
    BROKEN = enum.auto()
    STOPPED = enum.auto()
    UNNOTICED = enum.auto()
    UNOPENED = enum.auto()
    FLIPPED = enum.auto()


class Remedy(msgspec.Struct, frozen=True):
    """One line of the table.

    Attributes:
        verdicts: of the rows it is for.
        formats: of their stores.
        repair: the command, NONE where only words help.
        does: what to do with the row, to be read after the command's name and a colon; "" without
            a command.
        otherwise: what happens without it, to be read after "Otherwise"; of a line without a
            command all there is to say, in sentences.
        needs: cases that must hold.
        bars: cases that must not.
        names_reason: why nothing can be built there is to be said first.
    """

    verdicts: frozenset[Verdict | PayloadVerdict]
    formats: frozenset[StoreFormat]
    repair: Repair = Repair.NONE
    does: str = ""
    otherwise: str = ""
    needs: Case = Case.NONE
    bars: Case = Case.NONE
    names_reason: bool = False


def _of(*verdicts: Verdict | PayloadVerdict) -> frozenset[Verdict | PayloadVerdict]:
    return frozenset(verdicts)


def _sentence(clause: str) -> str:
    return f"{clause[0].upper()}{clause[1:]}."


_UNREACHABLE: Final = (
    Remedy(
        _of(Verdict.SOURCE_UNREACHABLE), _EVERY, Repair.RECONNECT,
        "find the new place of its folder", "connect its drive; nothing else has to be done",
        needs=Case.ROOT_AWAY | Case.MOVABLE),
    Remedy(
        _of(Verdict.SOURCE_UNREACHABLE), _EVERY, needs=Case.ROOT_AWAY,
        otherwise=f"Connect its drive, or put its folder back. {_KEPT}"),
    Remedy(
        _of(Verdict.SOURCE_UNREACHABLE), _EVERY,
        otherwise=f"Make sure that the file can be read. {_KEPT}"),
)

_BROKEN: Final = (
    Remedy(
        frozenset(TO_BUILD), _INDEXED | _RELEASED, needs=Case.BROKEN,
        otherwise="Repair or replace the picture, mask or caption that cannot be used, or take it "
        "out of the concept's folder; nothing can be made from it as it is."),
)

_FLIPPED: Final = (
    Remedy(
        _of(Verdict.CORRUPT_PAYLOAD), _INDEXED, Repair.BUILD, "encode it again",
        "the trainer trains with the changed values", needs=Case.BUILDS | Case.FLIPPED,
        bars=Case.AWAY),
    Remedy(
        _of(Verdict.CORRUPT_PAYLOAD), _RELEASED, Repair.BUILD, "encode it again",
        "OneTrainer trains with the changed values", needs=Case.BUILDS | Case.FLIPPED,
        bars=Case.AWAY),
)

_UNNOTICED: Final = (
    Remedy(
        _of(Verdict.CONTENT_CHANGED), _INDEXED, Repair.BUILD, "encode it again",
        TRAINER_GOES_ON[Verdict.RECIPE_CHANGED], needs=Case.BUILDS | Case.UNNOTICED,
        bars=Case.AWAY | Case.CLAIMED),
    Remedy(
        _of(Verdict.CONTENT_CHANGED), _INDEXED,
        otherwise=_sentence(TRAINER_GOES_ON[Verdict.RECIPE_CHANGED]),
        needs=Case.ASKED | Case.UNNOTICED, bars=Case.BUILDS | Case.AWAY | Case.CLAIMED,
        names_reason=True),
)

_STOPPED: Final = (
    *(Remedy(
        verdicts, frozenset({form}), Repair.BUILD, does, STOPS_AT_START,
        needs=Case.BUILDS | Case.STOPPED, bars=Case.AWAY | Case.CLAIMED | Case.BEGUN)
      for form, made in MADE_AT_START.items()
      for does, verdicts in (
          ("encode it", made - _AGAIN), ("encode it again", made & _AGAIN)) if verdicts),
    *(Remedy(
        made, frozenset({form}), otherwise=_sentence(STOPS_AT_START),
        needs=Case.STOPPED | Case.ASKED,
        bars=Case.BUILDS | Case.AWAY | Case.CLAIMED | Case.BEGUN | Case.OFFERED, names_reason=True)
      for form, made in MADE_AT_START.items()),
)

_UNOPENED: Final = (
    *(Remedy(
        _of(verdict), frozenset({form}), Repair.BUILD,
        "encode it again" if verdict in _AGAIN else "encode it", clause,
        needs=Case.BUILDS | Case.UNOPENED, bars=Case.AWAY | Case.CLAIMED | Case.BEGUN)
      for (form, verdict), clause in _IF_OPENED.items()),
    *(Remedy(
        _of(verdict), frozenset({form}), otherwise=_sentence(clause),
        needs=Case.UNOPENED | Case.ASKED,
        bars=Case.BUILDS | Case.AWAY | Case.CLAIMED | Case.BEGUN | Case.OFFERED, names_reason=True)
      for (form, verdict), clause in _IF_OPENED.items()),
)

_WITH_INDEX: Final = (
    Remedy(
        _of(Verdict.MISSING_ENTRY, Verdict.CONTENT_CHANGED), _INDEXED, Repair.READOPT,
        "link it to the cached file that already has its content; nothing is encoded",
        needs=Case.CLAIMED),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _INDEXED, Repair.READOPT,
        "link its cached file to the file that has the same content now",
        needs=Case.ENTRY | Case.CLAIMED),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _INDEXED, Repair.CLEAN,
        "move the cached files of the deleted caption to quarantine",
        "it only takes up space; the picture is trained without a caption until it has one again",
        needs=Case.ENTRY | Case.ASKED | Case.OFFERED),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _INDEXED, Repair.CLEAN,
        "move its cached files and its entry to quarantine; Undo restores both",
        "it only takes up space", needs=Case.ENTRY | Case.OFFERED),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _INDEXED, bars=Case.ENTRY,
        otherwise="The trainer trains the picture without a caption. Write the caption file, and "
        "it can be cached."),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _INDEXED,
        otherwise="No action is needed: it is kept for now and does no harm."),
    Remedy(
        _of(Verdict.TOUCHED), _INDEXED, Repair.TOUCH, "store its new date",
        "the trainer reads the whole file once more", needs=Case.ENTRY),
    *(Remedy(
        _of(verdict), _INDEXED, Repair.BUILD, "encode it again" if row.counts_as is Counted.STALE
        else "encode it", TRAINER_GOES_ON[verdict], needs=Case.BUILDS, bars=Case.AWAY)
      for verdict, row in VERDICTS.items() if verdict in TO_BUILD),
    Remedy(
        _of(Verdict.CORRUPT_PAYLOAD), _INDEXED, Repair.CLEAN,
        "move the damaged file to "
        "quarantine", "nothing reads it with this config", needs=Case.OFFERED,
        bars=Case.ASKED | Case.UNTOLD),
    Remedy(
        _of(Verdict.CORRUPT_PAYLOAD), _INDEXED, Repair.CLEAN,
        "move the damaged file to quarantine; the trainer encodes it again",
        TRAINER_GOES_ON[Verdict.CORRUPT_PAYLOAD], needs=Case.OFFERED),
    Remedy(
        frozenset(TO_BUILD), _INDEXED, needs=Case.AWAY,
        otherwise="The file cannot be read now, so nothing can be made from it."),
    Remedy(
        frozenset(TO_BUILD), _INDEXED, bars=Case.ASKED | Case.UNTOLD,
        otherwise="No enabled concept of this config uses it, so the trainer does not read it and "
                  "a build does not encode it.", names_reason=True),
    *(Remedy(
        _of(verdict), _INDEXED, otherwise=_sentence(TRAINER_GOES_ON[verdict]), names_reason=True)
      for verdict in VERDICTS if verdict in TO_BUILD),
    Remedy(_of(Verdict.VALID), _INDEXED, otherwise=REBUILD_APART, needs=Case.SHARED),
)

_IN_GROUPS: Final = (
    Remedy(
        _of(Verdict.SHIFTED), _RELEASED, Repair.BUILD,
        "move the files of its group to the right positions, and encode only what is missing or "
        "cannot be recognised",
        RELEASED_GOES_ON[Verdict.SHIFTED], needs=Case.BUILDS, bars=Case.AWAY),
    Remedy(
        _of(Verdict.MISSING_ENTRY), _RELEASED, Repair.BUILD, "encode it",
        "OneTrainer encodes it at its next start", needs=Case.BUILDS, bars=Case.AWAY | Case.BEGUN),
    *(Remedy(
        _of(verdict), _RELEASED, Repair.BUILD, "encode it again"
        if VERDICTS[verdict].counts_as is Counted.STALE else "encode it", clause,
        needs=Case.BUILDS, bars=Case.AWAY)
      for verdict, clause in RELEASED_GOES_ON.items()
      if verdict is not Verdict.SHIFTED),
    Remedy(
        _of(Verdict.TOUCHED), _RELEASED,
        otherwise="No action is needed: OneTrainer does not check dates, and the next build stores "
                  "the new one."),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _RELEASED, Repair.CLEAN,
        "review its whole group, which is not ticked", "it only takes up space",
        needs=Case.OFFERED, bars=Case.ASKED),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _RELEASED,
        otherwise="OneTrainer keeps using its cached file for another picture until the next build "
                  "removes it."),
    *(Remedy(
        _of(verdict), _RELEASED, Repair.CLEAN,
        "review its whole group, which is not ticked; once the groups of these pictures and of "
        "their captions are in quarantine, OneTrainer encodes both again at its next start", clause,
        needs=Case.OFFERED)
      for verdict, clause in RELEASED_GOES_ON.items()),
    Remedy(
        _of(Verdict.MISSING_ENTRY), _RELEASED, bars=Case.BEGUN,
        otherwise="OneTrainer encodes it at its next start."),
    Remedy(
        _of(Verdict.RECIPE_CHANGED), _RELEASED,
        otherwise=_sentence(RELEASED_GOES_ON[Verdict.RECIPE_CHANGED])),
    *(Remedy(
        _of(verdict), _RELEASED, otherwise=f"{_sentence(clause)} {CLEAR_IT}")
      for verdict, clause in RELEASED_GOES_ON.items()),
)

_BY_KEY: Final = (
    Remedy(
        _of(Verdict.TOUCHED), _SHARDED, Repair.TOUCH, "store its new date",
        "every survey reads the whole file again"),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _SHARDED, Repair.READOPT,
        "record the new place of its file; nothing is encoded", needs=Case.CLAIMED),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _OF_FILES, Repair.CLEAN,
        "move it to quarantine; Undo restores it", "it only takes up space", needs=Case.OFFERED),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _OF_FILES,
        otherwise="No action is needed: it is kept for now and does no harm."),
    Remedy(
        _of(Verdict.CONTENT_CHANGED, Verdict.CORRUPT_PAYLOAD, Verdict.MISSING_PAYLOAD), _SHARDED,
        Repair.CACHE_FOLDER, "cache the folder of its file again",
        needs=Case.MAKER, bars=Case.AWAY),
    Remedy(
        _of(Verdict.CORRUPT_PAYLOAD), _OF_FILES, Repair.CLEAN,
        "move the damaged file to quarantine", "programs that request it do not find it",
        needs=Case.OFFERED),
    Remedy(
        _of(Verdict.BAD_VALUES), _SHARDED,
        otherwise="The same encoder would give the same values again, so look at the file it was "
        "made from."),
    Remedy(
        frozenset(TO_BUILD), _SHARDED, needs=Case.RECORDED, bars=Case.AWAY,
        otherwise="Larder cannot open the encoder that made it; only the program that made it can "
        "make it again."),
    Remedy(
        frozenset(TO_BUILD), _SHARDED, needs=Case.AWAY,
        otherwise="The file cannot be read now, so nothing can be made from it."),
    Remedy(
        frozenset(TO_BUILD), _SHARDED,
        otherwise="It is not recorded which file it was made from. Cache the folder of that file "
                  "to make it again."),
    Remedy(
        frozenset(TO_BUILD), _TREE,
        otherwise="Only the program that made it can make it again."),
)

_OF_OTHER_TRAINERS: Final = (
    Remedy(
        _of(Verdict.CONTENT_CHANGED, Verdict.SIDECAR_CHANGED, Verdict.RECIPE_CHANGED,
            Verdict.INCOMPLETE_SCHEMA, Verdict.CORRUPT_PAYLOAD, Verdict.BAD_VALUES), _OTHERS,
        Repair.CLEAN, "move the cached file to quarantine, so that the trainer encodes it again",
        "it stays as it is", needs=Case.OFFERED),
    Remedy(
        _of(Verdict.SOURCE_MISSING), _OTHERS, Repair.CLEAN,
        "move it to quarantine; Undo restores it", "it stays as it is", needs=Case.OFFERED),
    Remedy(
        _of(Verdict.TOUCHED), _OTHERS, Repair.CLEAN,
        "if the file was edited, move what was made from it to quarantine, so that the trainer "
        "encodes it again", "it stays as it is", needs=Case.OFFERED),
    Remedy(
        _of(Verdict.COLLISION), _OTHERS,
        otherwise="Rename one of the pictures, so that each gets a cached file of its own."),
    Remedy(
        _of(Verdict.MISSING_ENTRY), _OTHERS,
        otherwise="The trainer encodes it at its next start; Larder builds nothing for it."),
    Remedy(
        _of(Verdict.SOURCE_MISSING, Verdict.TOUCHED), _OTHERS,
        otherwise="No action is needed: it stays as it is."),
    Remedy(
        frozenset(TO_BUILD), _OTHERS,
        otherwise="Larder builds nothing for this trainer, and a clean does not remove the file."),
)

_FILES: Final = (
    Remedy(
        _of(PayloadVerdict.READOPTABLE), _INDEXED, Repair.READOPT,
        "relink them to the files that have their content now"),
    Remedy(
        _of(PayloadVerdict.READOPTABLE), _SHARDED, Repair.READOPT,
        "record the new places of their files"),
    Remedy(
        _of(PayloadVerdict.ORPHANED, PayloadVerdict.SUPERSEDED, PayloadVerdict.UNINDEXED,
            PayloadVerdict.TEMP_LEFTOVER, PayloadVerdict.UNKNOWN, PayloadVerdict.LEFTOVER),
        _EVERY, Repair.CLEAN,
        "review what would be removed; nothing moves until you agree", needs=Case.OFFERED),
)

REMEDIES: Final[tuple[Remedy, ...]] = (
    Remedy(frozenset(), frozenset()),
    *_UNREACHABLE, *_BROKEN, *_FLIPPED, *_UNNOTICED, *_STOPPED, *_UNOPENED,
    *_WITH_INDEX, *_IN_GROUPS, *_BY_KEY, *_OF_OTHER_TRAINERS, *_FILES,
    Remedy(frozenset(), frozenset(), Repair.INDEX,
           "copy the readable entries into a new index and keep the damaged file"),
)
"""The table; its first line is of rows that need nothing, its last of a damaged index."""


def lines_of(*repairs: Repair) -> list[int]:
    """Lines of the table whose command this is."""
    return [line for line, remedy in enumerate(REMEDIES) if remedy.repair in repairs]


BROKEN_LINES: Final = [
    line for line, remedy in enumerate(REMEDIES) if remedy.needs & Case.BROKEN]
"""Lines of what cannot be made before the user has repaired a file."""

UNCAPTIONED_LINES: Final = [
    line for line, remedy in enumerate(REMEDIES)
    if Verdict.SOURCE_MISSING in remedy.verdicts and remedy.bars & Case.ENTRY]
"""Lines of caption files of which nothing is recorded: nobody knows that there ever was one."""


def describe_row(verdict: Verdict, line: int) -> VerdictRow:
    """Return the texts about a row by its verdict and its line of `REMEDIES`.

    Only what was there can be deleted: a file that is missing may have another name now, or a
    picture may never have had a caption file.
    """
    if verdict is Verdict.SOURCE_MISSING and line in UNCAPTIONED_LINES:
        return NO_CAPTION_FILE
    if verdict is Verdict.SOURCE_MISSING and REMEDIES[line].repair is Repair.READOPT:
        return RENAMED
    return VERDICTS[verdict]


def remedy_text(
    remedy: Remedy,
    command: str,
    *,
    why_not_built: str = "",
    translate: Callable[[str], str] = str,
) -> str:
    """Return what to do about a row, or "" if there is nothing.

    `command` is the front end's name for the line's command.
    """
    said = translate(remedy.otherwise) if remedy.otherwise else ""
    if remedy.repair is Repair.NONE:
        return f"{why_not_built} {said}".strip() if remedy.names_reason else said
    does = translate("%1: %2.").replace("%1", command).replace("%2", translate(remedy.does))
    return translate("%1 Otherwise %2.").replace("%1", does).replace("%2", said) if said else does
