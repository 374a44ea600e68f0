"""The word, icon and tone of every reason for which a clean removes files."""

from __future__ import annotations

from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.sentences import Sentences
from larder.core.clean.plan import CleanReason

_tr = Sentences("Clean")

_REASONS: dict[CleanReason, tuple[str, str, Tone, str]] = {
    CleanReason.TEMP_LEFTOVER: (
        "Unfinished files", "payload-temp-leftover", Tone.NOTE,
        "Left behind by writes that were interrupted; nothing reads them."),
    CleanReason.SUPERSEDED: (
        "Replaced", "payload-superseded", Tone.NOTE,
        "A newer cached file of the same picture or caption has taken their place."),
    CleanReason.ORPHANED: (
        "File gone", "payload-orphaned", Tone.NOTE,
        "The files they were made from are gone; their entries go too."),
    CleanReason.UNINDEXED: (
        "Not in the index", "payload-unindexed", Tone.NOTE,
        "The index does not list them, and none of your files has their content."),
    CleanReason.CORRUPT: (
        "Damaged", "verdict-corrupt-payload", Tone.ERROR,
        "They cannot be read; the trainer makes them again."),
    CleanReason.LEGACY_GROUP: (
        "Whole groups", "payload-unknown", Tone.MUTED,
        "Groups in the cache folders of a released OneTrainer; each goes or stays as a whole."),
    CleanReason.LEGACY_LEFTOVER: (
        "Left over", "payload-temp-leftover", Tone.NOTE,
        "Variations that were never finished or that no epoch uses, files past the end of their "
        "list, and folders of releases before 2024."),
    CleanReason.AGED: (
        "Not used for long", "payload-superseded", Tone.NOTE,
        "There is nothing wrong with them; they have not been used for the time you chose."),
    CleanReason.OVER_BUDGET: (
        "Over the budget", "payload-superseded", Tone.NOTE,
        "There is nothing wrong with them; they were used longest ago, and are over your budget."),
    CleanReason.CLEARED: (
        "Cleared", "payload-orphaned", Tone.WARNING,
        "There is nothing wrong with them; everything in the cache goes."),
}


def group_look(reason: CleanReason) -> Look:
    """Icon, word and meaning of a reason, in the user's language."""
    return Look(*_REASONS[reason]).said(_tr)
