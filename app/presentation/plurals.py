"""Singular and plural of our English texts.

Qt picks plural forms from a translation file, and the source language has none: "%Ln entries" would
read "1 entries". This translator is that file. Translations into other languages are installed
after it, are asked first, and so win.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QTranslator

SINGULARS: dict[str, str] = {
    "%Ln entries": "%Ln entry",
    "%Ln stale": "%Ln stale",
    "%Ln missing": "%Ln missing",
    "%Ln of deleted sources": "%Ln of a deleted source",
    "%Ln unreachable": "%Ln unreachable",
    "%Ln files nobody needs": "%Ln file nobody needs",
    "%Ln rows": "%Ln row",
    "%1 · %Ln cached files": "%1 · %Ln cached file",
    "%Ln cached files compared.": "%Ln cached file compared.",
    "%Ln without a picture that can be read.": "%Ln without a picture that can be read.",
    "%Ln of encoders that have no preview.": "%Ln of an encoder that has no preview.",
    "%Ln that cannot be compared.": "%Ln that cannot be compared.",
    "The last build made %Ln cached files in %1; %2 were expected.":
        "The last build made %Ln cached file in %1; %2 were expected.",
    "%Ln files, %1; the largest is %2 with %3.": "%Ln file, %1; it is %2 with %3.",
    "%Ln pictures": "%Ln picture",
    "%1 in %Ln buckets.": "%1 in %Ln bucket.",
    "%Ln of them have fewer pictures than a batch of %1; OneTrainer leaves those pictures out.":
        "%Ln of them has fewer pictures than a batch of %1; OneTrainer leaves those pictures out.",
    "%Ln files nobody needs take %1.": "%Ln file nobody needs takes %1.",
    "%Ln smaller files": "%Ln smaller file",
    "more than %Ln days": "more than %Ln day",
    "less than %Ln days": "less than %Ln day",
    "Ready to train %Ln samples without their pictures and captions.":
        "Ready to train %Ln sample without its picture and caption.",
    "Not ready: %Ln things are missing.": "Not ready: %Ln thing is missing.",
    "%Ln left out, of deleted pictures or of concepts that are not trained on.":
        "%Ln left out, of a deleted picture or of a concept that is not trained on.",
    "Exported %Ln rows.": "Exported %Ln row.",
    "%Ln rows selected": "%Ln row selected",
    "%Ln sources.": "%Ln source.",
    "Store %Ln new dates…": "Store %Ln new date…",
    "Take %Ln back…": "Take %Ln back…",
    "Store the new dates of %Ln selected files?": "Store the new date of %Ln selected file?",
    "Store the new dates of %Ln files?": "Store the new date of %Ln file?",
    "Take back %Ln cached files of renamed files?": "Take back %Ln cached file of a renamed file?",
    "Stored the dates of %Ln entries.": "Stored the date of %Ln entry.",
    "Repair %Ln damaged indexes?": "Repair %Ln damaged index?",
    "%Ln days ago": "%Ln day ago",
    "%Ln hours ago": "%Ln hour ago",
    "%Ln minutes ago": "%Ln minute ago",
    "%Ln days": "%Ln day",
    "%Ln h": "%Ln h",
    "%Ln min": "%Ln min",
    "%Ln s": "%Ln s",
    "and %Ln more": "and %Ln more",
    "%Ln entries are kept as they are.": "%Ln entry is kept as it is.",
    "%Ln items failed": "%Ln item failed",
    "Show %Ln earlier jobs": "Show %Ln earlier job",
    "Move %Ln payloads": "Move %Ln payload",
    "move %Ln": "move %Ln",
    "Note what %Ln payloads hold": "Note what %Ln payload holds",
    "%Ln slots cannot be proved and are encoded again.":
        "%Ln slot cannot be proved and is encoded again.",
    "Take over %Ln payloads": "Take over %Ln payload",
    "take over %Ln": "take over %Ln",
    "%Ln payloads are taken from what is cached for %1, which stays as it is.":
        "%Ln payload is taken from what is cached for %1, which stays as it is.",
    "Nothing has to be encoded, but build before you train: OneTrainer alone looks for %Ln "
    "samples under another name.":
        "Nothing has to be encoded, but build before you train: OneTrainer alone looks for %Ln "
        "sample under another name.",
    "Rebuild %Ln…": "Rebuild %Ln…",
    "Move or rebuild %Ln…": "Move or rebuild %Ln…",
    "Cache %Ln again…": "Cache %Ln again…",
    "Clean %Ln…": "Clean %Ln…",
    "%Ln jobs are still running.": "%Ln job is still running.",
    "%Ln pictures, nothing cached yet.": "%Ln picture, nothing cached yet.",
    "Found %Ln payloads without an index.": "Found %Ln payload without an index.",
    "Looks at %Ln caches under %1.": "Looks at %Ln cache under %1.",
    "Move %Ln files to quarantine · %1 apparent · %2 on disk":
        "Move %Ln file to quarantine · %1 apparent · %2 on disk",
    "Remove %Ln entries of deleted sources from the index":
        "Remove %Ln entry of a deleted source from the index",
    "Delete %Ln files now…": "Delete %Ln file now…",
    "Delete %Ln files for good, %1 apparent and %2 on disk?":
        "Delete %Ln file for good, %1 apparent and %2 on disk?",
    "%Ln tensors matched again by content; not offered.":
        "%Ln tensor matched again by content; not offered.",
    "Give %Ln tensors their entries back": "Give %Ln tensor its entry back",
    "Only what belongs to the %Ln selected entries.":
        "Only what belongs to the %Ln selected entry.",
    "Deleted %Ln files, %1.": "Deleted %Ln file, %1.",
    "Moved %Ln files to quarantine, %1.": "Moved %Ln file to quarantine, %1.",
    "%Ln entries left the index.": "%Ln entry left the index.",
    "%Ln items changed since the preview and stayed where they are.":
        "%Ln item changed since the preview and stayed where it is.",
    "%Ln items could not be moved.": "%Ln item could not be moved.",
    "Brought back %Ln files, %1.": "Brought back %Ln file, %1.",
    "%Ln entries are back in the index.": "%Ln entry is back in the index.",
    "%Ln indexes were made whole.": "%Ln index was made whole.",
    "%Ln files could not be brought back.": "%Ln file could not be brought back.",
    "Deleted %Ln files for good; %1 are free.": "Deleted %Ln file for good; %1 are free.",
    "%Ln quarantines could not be emptied.": "%Ln quarantine could not be emptied.",
    "%Ln tensors have their entries back.": "%Ln tensor has its entry back.",
    "%Ln sources are not as they were and were passed over.":
        "%Ln source is not as it was and was passed over.",
    "%Ln files are in quarantine, %1.": "%Ln file is in quarantine, %1.",
    "Build %Ln payloads": "Build %Ln payload",
    "%Ln captions were encoded with %1; this build uses %2.":
        "%Ln caption was encoded with %1; this build uses %2.",
    "%Ln pictures were encoded with %1; this build uses %2.":
        "%Ln picture was encoded with %1; this build uses %2.",
    "Time measured on %Ln samples.": "Time measured on %Ln sample.",
    "%Ln payloads of moved files get their entries back.":
        "%Ln payload of a moved file gets its entry back.",
    "%Ln entries only get the wanted size put first.":
        "%Ln entry only gets the wanted size put first.",
    "%Ln samples are left to the trainer.": "%Ln sample is left to the trainer.",
    "%Ln samples stay as they are.": "%Ln sample stays as it is.",
    "Only the %Ln selected entries": "Only the %Ln selected entry",
    "%Ln sources cannot be read and are passed over.":
        "%Ln source cannot be read and is passed over.",
    "%Ln were taken from what was there, not encoded.":
        "%Ln was taken from what was there, not encoded.",
    "%Ln sources changed meanwhile and were passed over.":
        "%Ln source changed meanwhile and was passed over.",
    "%Ln sources could not be built.": "%Ln source could not be built.",
    "Built %Ln payloads, %1.": "Built %Ln payload, %1.",
    "%Ln payloads would be built": "%Ln payload would be built",
    "%Ln pictures have to be made anew.": "%Ln picture has to be made anew.",
    "%Ln prompts have to be made anew.": "%Ln prompt has to be made anew.",
    "%Ln payloads are missing or stale already.": "%Ln payload is missing or stale already.",
    "%Ln files": "%Ln file",
    "%Ln files are passed over.": "%Ln file is passed over.",
    "%Ln changed since they were built": "%Ln changed since it was built",
    "%Ln of them only have to be recorded": "%Ln of them only has to be recorded",
    "%Ln payloads used longest ago made room for them.":
        "%Ln payload used longest ago made room for them.",
    "Delete %Ln files for good and free %1?": "Delete %Ln file for good and free %1?",
    "They share %Ln cached files, which saves %1.": "They share one cached file, which saves %1.",
    "%Ln groups should not share": "%Ln group should not share",
    "%Ln validation leaks": "%Ln validation leak",
    "%Ln groups look alike": "%Ln group looks alike",
    "%Ln groups are the same": "%Ln group is the same",
    "%Ln cannot be read.": "%Ln cannot be read.",
    "Looked at %Ln pictures.": "Looked at %Ln picture.",
    "%Ln are too plain to compare.": "%Ln is too plain to compare.",
    "%Ln more are not listed; an export has all of them.":
        "%Ln more is not listed; an export has all of them.",
    "%Ln more are not shown.": "%Ln more is not shown.",
}
"""Source text -> its form for exactly one; a text used with a count and not listed is a bug."""


class EnglishPlurals(QTranslator):
    """Gives the singular of a text that is asked for with a count of one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)

    def isEmpty(self) -> bool:
        """Never: Qt would refuse to install an empty translator."""
        return False

    def translate(
        self, _context: str, text: str, _disambiguation: str | None = None, count: int = -1,
    ) -> str | None:
        """The singular for a count of one, else None: the text itself is used then."""
        return SINGULARS.get(text) if count == 1 else None


CORE = "core"
"""Context of the sentences that core makes."""


def core_text(text: str) -> str:
    """What core says, in the user's language."""
    try:
        return QCoreApplication.translate(CORE, text)
    except UnicodeEncodeError:  # a name that is not UTF-8, which Qt cannot be asked about
        return text


class Sentences:
    """Texts of one part of the window, in the user's language."""

    def __init__(self, context: str) -> None:
        self._context = context

    def __call__(self, text: str, count: int = -1) -> str:
        """A text; with a count, "%Ln" is that, and the text its singular or plural."""
        return QCoreApplication.translate(self._context, text, None, count)
