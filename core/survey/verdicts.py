"""Every verdict a survey can give, worst first, each with its word and severity.

The numbers are stable only within one process and its worker; documents and journals carry the
hyphenated names of the contract (`Verdict.name_in_contract`). What mends a row depends on more than
its verdict: see `remedies`.
"""

from __future__ import annotations

import enum
from typing import Final

import msgspec

REBUILD_APART: Final = (
    "Rebuild them in the window, with “Rebuild selected entries…” on the Entries page: each gets "
    "its own cached file.")
"""What to do about any of them."""


class Severity(enum.IntEnum):
    """How much a verdict should worry the reader."""

    ERROR = 0
    WARNING = 1
    NOTE = 2
    GOOD = 3


class Counted(enum.IntEnum):
    """Category of a row in every sum: of the coverage, the summary line and the filter.

    NOTHING: no concept asks for it. COVERED, STALE, MISSING: it is asked for, and its payload is
    good, is not, or does not exist. GONE: its source was deleted, so nothing is missing. OFFLINE:
    its source cannot be reached. RENAMED: its source has another name now, under which it can be
    taken back.
    """

    NOTHING = 0
    COVERED = 1
    STALE = 2
    MISSING = 3
    GONE = 4
    OFFLINE = 5
    RENAMED = 6

    @property
    def word(self) -> str:
        """The name used in JSON and in the filter."""
        return self.name.lower()


class ContractName:
    """An enum whose members JSON and journals know by name."""

    name: str

    @property
    def name_in_contract(self) -> str:
        """The hyphenated name used there."""
        return self.name.lower().replace("_", "-")


class Verdict(ContractName, enum.IntEnum):
    """Of a sample or an entry; a smaller number is worse and wins."""

    WRONG_MODELTYPE = 0
    COLLISION = 1
    SHIFTED = 2
    CORRUPT_PAYLOAD = 3
    BAD_VALUES = 4
    SOURCE_UNREACHABLE = 5
    SOURCE_MISSING = 6
    CONTENT_CHANGED = 7
    SIDECAR_CHANGED = 8
    RECIPE_CHANGED = 9
    MISSING_ENTRY = 10
    MISSING_PAYLOAD = 11
    INCOMPLETE_SCHEMA = 12
    MISSING_VARIANT = 13
    TOUCHED = 14
    UNUSED = 15
    VALID = 16


class Remark(ContractName, enum.IntFlag):
    """Remarks that never make a verdict worse; they share one mask with `1 << Verdict`."""

    TARGET_NOT_CACHED = 1 << 20
    VARIANT_NOT_CHECKED = 1 << 21
    PROMPT_NOT_CHECKED = 1 << 22
    RE_ADOPTED = 1 << 23
    SHARED = 1 << 24
    SHARED_WRONGLY = 1 << 25


def also_names(mask: int) -> tuple[str, ...]:
    """Contract names of the verdict bits (`1 << Verdict`) and remark bits set in `mask`."""
    verdicts = [v.name_in_contract for v in Verdict if mask & (1 << v)]
    return (*verdicts, *(flag.name_in_contract for flag in Remark if mask & flag))


class PayloadVerdict(ContractName, enum.IntEnum):
    """Of one file in a store's folder."""

    REFERENCED = 0
    ORPHANED = 1
    UNINDEXED = 2
    READOPTABLE = 3
    SUPERSEDED = 4
    TEMP_LEFTOVER = 5
    SENTINEL = 6
    QUARANTINED = 7
    FOREIGN = 8
    UNKNOWN = 9
    LEFTOVER = 10

    @property
    def name_in_contract(self) -> str:
        """The hyphenated name used in JSON and journals."""
        return "re-adoptable" if self is PayloadVerdict.READOPTABLE else super().name_in_contract


class VerdictRow(msgspec.Struct, frozen=True):
    """Texts that users read about a verdict.

    Attributes:
        label: one or two words for a table cell.
        severity: how much it should worry.
        meaning: one sentence for a tooltip.
        counts_as: what a row that somebody asks for is counted as; see `coverage.count_rows`.
    """

    label: str
    severity: Severity
    meaning: str
    counts_as: Counted


VERDICTS: dict[Verdict, VerdictRow] = {
    Verdict.WRONG_MODELTYPE: VerdictRow(
        "Other model type", Severity.ERROR,
        "Made for another model type than this config's; the trainer stops when it gets there.",
        Counted.STALE),
    Verdict.COLLISION: VerdictRow(
        "Name clash", Severity.ERROR,
        "Two different files have the same name in the cache, so one of them is trained with what "
        "was made from the other.",
        Counted.STALE),
    Verdict.SHIFTED: VerdictRow(
        "Mixed up", Severity.ERROR,
        "Its cached file was made from another file, so training would use the wrong picture or "
        "caption.", Counted.STALE),
    Verdict.CORRUPT_PAYLOAD: VerdictRow(
        "Damaged", Severity.ERROR,
        "The cached file is damaged; what reads it stops there, or goes on with what is left of "
        "it.", Counted.STALE),
    Verdict.BAD_VALUES: VerdictRow(
        "Bad values", Severity.ERROR,
        "The cached file contains values that no encoder produces (NaN, infinity, all zeros or a "
        "wrong shape), which spoil everything made with them.",
        Counted.STALE),
    Verdict.SOURCE_UNREACHABLE: VerdictRow(
        "Out of reach", Severity.WARNING,
        "The file cannot be reached at the moment; everything made from it is kept.",
        Counted.OFFLINE),
    Verdict.SOURCE_MISSING: VerdictRow(
        "File deleted", Severity.WARNING,
        "The file no longer exists, but its folder does; it was deleted, moved or renamed.",
        Counted.GONE),
    Verdict.CONTENT_CHANGED: VerdictRow(
        "Edited", Severity.WARNING,
        "The file was changed after it was cached; the old version would be used.",
        Counted.STALE),
    Verdict.SIDECAR_CHANGED: VerdictRow(
        "Mask changed", Severity.WARNING,
        "The mask or conditioning image was edited, added or removed after the picture was cached; "
        "training would use the old one.", Counted.STALE),
    Verdict.RECIPE_CHANGED: VerdictRow(
        "Settings changed", Severity.WARNING,
        "It was cached with other settings, another model or another caption than this config asks "
        "for; training would use the old version.", Counted.STALE),
    Verdict.MISSING_ENTRY: VerdictRow(
        "Not cached yet", Severity.NOTE, "This config needs it, and nothing is cached for it.",
        Counted.MISSING),
    Verdict.MISSING_PAYLOAD: VerdictRow(
        "Cached file missing", Severity.WARNING,
        "It was cached, but its cached file is no longer on the disk.", Counted.MISSING),
    Verdict.INCOMPLETE_SCHEMA: VerdictRow(
        "Incomplete", Severity.WARNING,
        "The cached file lacks a part that this config needs.", Counted.STALE),
    Verdict.MISSING_VARIANT: VerdictRow(
        "Other size", Severity.WARNING,
        "It is cached, but not at the size that this config asks for.", Counted.MISSING),
    Verdict.TOUCHED: VerdictRow(
        "Date changed only", Severity.NOTE,
        "The file has a new date and the same content; its cached files are still good.",
        Counted.COVERED),
    Verdict.UNUSED: VerdictRow(
        "Not used here", Severity.NOTE,
        "This config does not need it; another config may.", Counted.NOTHING),
    Verdict.VALID: VerdictRow(
        "Up to date", Severity.GOOD, "Cached and up to date.", Counted.COVERED),
}
"""One row per verdict, worst first."""


PAYLOAD_LABELS: dict[PayloadVerdict, tuple[str, str]] = {
    PayloadVerdict.REFERENCED: ("In use", "Made from one of your files, which exists."),
    PayloadVerdict.ORPHANED: (
        "No longer needed", "The file it was made from was deleted."),
    PayloadVerdict.UNINDEXED: (
        "Not in the index", "The index does not list this cached file, so no trainer reads it."),
    PayloadVerdict.READOPTABLE: (
        "Renamed", "Made from a file that has another name or folder now; it can be relinked."),
    PayloadVerdict.SUPERSEDED: (
        "Replaced", "A newer cached file of the same picture or caption has replaced it."),
    PayloadVerdict.TEMP_LEFTOVER: (
        "Unfinished", "An interrupted write left this file."),
    PayloadVerdict.SENTINEL: (
        "Blank stand-in", "The zeros that the trainer uses where nothing can be cached."),
    PayloadVerdict.QUARANTINED: (
        "In quarantine", "Moved there by Clean; Undo restores it."),
    PayloadVerdict.FOREIGN: (
        "Not a cached "
        "file", "This file does not belong to a cache of this kind; Larder does not touch it."),
    PayloadVerdict.UNKNOWN: (
        "Unknown", "This group of cached files belongs to none of this config's concepts."),
    PayloadVerdict.LEFTOVER: (
        "No longer read", "OneTrainer does not read this part of its cache any more."),
}
"""Label and meaning of each payload verdict."""

RENAMED: Final = VerdictRow(
    PAYLOAD_LABELS[PayloadVerdict.READOPTABLE][0], Severity.WARNING,
    PAYLOAD_LABELS[PayloadVerdict.READOPTABLE][1], Counted.GONE)
"""Of an entry whose file is gone, where another holds its content."""

NO_CAPTION_FILE: Final = VerdictRow(
    "No caption file", Severity.WARNING,
    "The picture has no caption file, and none was ever cached for it.", Counted.GONE)
"""Of a caption that a concept asks for, where neither a file nor an entry is."""


class ConflictKind(enum.StrEnum):
    """Difference between two sources with equal bytes."""

    SETTINGS = "settings"
    MASKS = "masks"
    CONDITIONING = "conditioning"
    PROMPTS = "prompts"


CONFLICTS: Final[dict[ConflictKind, str]] = {
    ConflictKind.SETTINGS:
        "One of them trains with what was made by the settings of the other's concept.",
    ConflictKind.MASKS:
        "One of them trains with the other's mask, so the wrong part of the picture is learnt.",
    ConflictKind.CONDITIONING:
        "One of them trains with the conditioning picture of the other.",
    ConflictKind.PROMPTS:
        "All of them train with the prompt of one, which is the file name of that one.",
}
