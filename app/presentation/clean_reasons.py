"""The word, icon and tone of every reason for which a clean removes files."""

from __future__ import annotations

from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences
from larder.core.clean.plan import CleanReason

_tr = Sentences("Clean")

_REASONS: dict[CleanReason, tuple[str, str, Tone, str]] = {
    CleanReason.TEMP_LEFTOVER: (
        "Unfinished files", "payload-temp-leftover", Tone.NOTE,
        "Interrupted writes left these files; nothing reads them."),
    CleanReason.SUPERSEDED: (
        "Replaced", "payload-superseded", Tone.NOTE,
        "They were replaced by a newer cached file of the same picture or caption."),
    CleanReason.ORPHANED: (
        "File deleted", "payload-orphaned", Tone.NOTE,
        "The files they were made from were deleted; their entries are removed too."),
    CleanReason.UNINDEXED: (
        "Not in the index", "payload-unindexed", Tone.NOTE,
        "The index does not list them, and none of your files has their content."),
    CleanReason.CORRUPT: (
        "Damaged", "verdict-corrupt-payload", Tone.ERROR,
        "They cannot be read; the trainer encodes them again."),
    CleanReason.STALE: (
        "Out of date", "verdict-content-changed", Tone.WARNING,
        "They provably do not fit their picture or the config; the trainer encodes them again."),
    CleanReason.SUSPECT: (
        "Perhaps out of date", "verdict-touched", Tone.NOTE,
        "Their picture or caption is newer, and nothing else is known."),
    CleanReason.UNLISTED: (
        "Not used by this config", "payload-unknown", Tone.MUTED,
        "This config does not ask for them; another one may."),
    CleanReason.LEGACY_GROUP: (
        "Whole groups", "payload-unknown", Tone.MUTED,
        "Groups in the cache folders of a released OneTrainer; each is kept or removed as a "
        "whole."),
    CleanReason.LEGACY_LEFTOVER: (
        "Leftovers", "payload-temp-leftover", Tone.NOTE,
        "Variations that were never finished or that no epoch uses, files past the end of their "
        "list, and folders of releases before 2024."),
    CleanReason.AGED: (
        "Not used recently", "payload-superseded", Tone.NOTE,
        "They are good, but have not been used for the time you chose."),
    CleanReason.OVER_BUDGET: (
        "Over the budget", "payload-superseded", Tone.NOTE,
        "They are good, but are the least recently used and exceed your budget."),
    CleanReason.CLEARED: (
        "Whole cache", "payload-orphaned", Tone.WARNING,
        "They are good, but the whole cache is to be cleared."),
}


def group_look(reason: CleanReason) -> Look:
    """Icon, word and meaning of a reason, in the user's language."""
    return Look(*_REASONS[reason]).said(_tr)
