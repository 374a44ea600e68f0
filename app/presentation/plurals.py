"""Singular and plural of our English texts.

Qt picks plural forms from a translation file, and the source language has none: "%Ln entries" would
read "1 entries". This translator is that file. Translations into other languages are installed
after it, are asked first, and so win.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QObject, QTranslator

SINGULARS: dict[str, str] = {
    "%Ln entries": "%Ln entry",
    "%1 of %Ln entries": "%1 of %Ln entry",
    "%1 of %Ln compared files are the same.": "%1 of %Ln compared file is the same.",
    "None of %Ln compared files is the same: this is not the folder that moved.":
        "The %Ln compared file is not the same: this is not the folder that moved.",
    "%Ln entries get the new folder; undo brings the old one back.":
        "%Ln entry gets the new folder; undo brings the old one back.",
    "%Ln entries have their new folder.": "%Ln entry has its new folder.",
    "%Ln entries stay, because their file has one in the new folder already.":
        "%Ln entry stays, because its file has one in the new folder already.",
    "%Ln captions": "%Ln caption",
    "Nobody knows with what a trainer made %Ln cached files, and the config asked for other models "
    "or settings before. Cache > Check a few files with the model compares some.":
        "Nobody knows with what a trainer made %Ln cached file, and the config asked for other "
        "models or settings before. Cache > Check a few files with the model compares it.",
    "%Ln others of the same groups are put right along with what you chose.":
        "%Ln other of the same groups is put right along with what you chose.",
    "%Ln concepts": "%Ln concept",
    "%Ln cached files": "%Ln cached file",
    "%Ln files of an interrupted export are there already; it goes on.":
        "%Ln file of an interrupted export is there already; it goes on.",
    "%Ln entries stay here, of deleted pictures or of concepts that are switched off.":
        "%Ln entry stays here, of a deleted picture or of a concept that is switched off.",
    "Exported %Ln files to %1.": "Exported %Ln file to %1.",
    "%Ln files are there already; the import goes on.":
        "%Ln file is there already; the import goes on.",
    "%Ln files to import, %1.": "%Ln file to import, %1.",
    "Imported %Ln files.": "Imported %Ln file.",
    "%Ln damaged indexes": "%Ln damaged index",
    "%Ln parts": "%Ln part",
    "%Ln payloads": "%Ln cached file",
    "%Ln pictures": "%Ln picture",
    "%Ln pictures and captions": "%Ln picture or caption",
    "%Ln samples": "%Ln sample",
    "%Ln sources": "%Ln source",
    "%Ln tokens": "%Ln token",
    "%Ln values": "%Ln value",
    "%Ln new dates": "%Ln new date",
    "%Ln out of date": "%Ln out of date",
    "%Ln not cached yet": "%Ln not cached yet",
    "%Ln of files that are gone": "%Ln of a file that is gone",
    "%Ln out of reach": "%Ln out of reach",
    "%Ln renamed": "%Ln renamed",
    "%Ln files nobody needs": "%Ln file nobody needs",
    "%1 · %Ln cached files": "%1 · %Ln cached file",
    "%Ln cached files were looked into.": "%Ln cached file was looked into.",
    "%Ln source files would stop training.": "%Ln source file would stop training.",
    "%Ln things would stop training.": "%Ln thing would stop training.",
    "%Ln things are not trained as they should be.": "%Ln thing is not trained as it should be.",
    "%Ln source files were never opened.": "%Ln source file was never opened.",
    "%Ln source files would not be trained as they are.":
        "%Ln source file would not be trained as it is.",
    "%Ln source files": "%Ln source file",
    "%Ln cached files compared.": "%Ln cached file compared.",
    "%Ln without a picture that can be read.": "%Ln without a picture that can be read.",
    "%Ln made by encoders without a preview.": "%Ln made by an encoder without a preview.",
    "%Ln that cannot be compared.": "%Ln that cannot be compared.",
    "The last build made %Ln cached files in %1; %2 were expected.":
        "The last build made %Ln cached file in %1; %2 were expected.",
    "%Ln files, %1; the largest is %2 with %3.": "%Ln file, %1; it is %2 with %3.",
    "%1 in %Ln buckets.": "%1 in %Ln bucket.",
    "%Ln of them have fewer pictures than a batch of %1; OneTrainer leaves those pictures out.":
        "%Ln of them has fewer pictures than a batch of %1; OneTrainer leaves those pictures out.",
    "%Ln files nobody needs take %1.": "%Ln file nobody needs takes %1.",
    "%Ln smaller files": "%Ln smaller file",
    "more than %Ln days": "more than %Ln day",
    "less than %Ln days": "less than %Ln day",
    "Ready to train %Ln samples without pictures and captions.":
        "Ready to train %Ln sample without its picture and caption.",
    "%Ln cached files are only read when they are exported: there are too many to read them all "
    "before.":
        "%Ln cached file is only read when it is exported: there are too many to read them all "
        "before.",
    "%Ln things are wrong with the exported cache.":
        "%Ln thing is wrong with the exported cache.",
    "Not ready: %Ln things are missing.": "Not ready: %Ln thing is missing.",
    "%Ln left out: the picture was deleted, or its concept is switched off.":
        "%Ln left out: the picture was deleted, or its concept is switched off.",
    "Exported %Ln rows.": "Exported %Ln row.",
    "%Ln entries selected": "%Ln entry selected",
    "%Ln entries.": "%Ln entry.",
    "Store %Ln new dates…": "Store %Ln new date…",
    "Take %Ln back…": "Take %Ln back…",
    "Store %Ln new dates, those of the selected entries?":
        "Store %Ln new date, that of the selected entry?",
    "Store %Ln new dates?": "Store %Ln new date?",
    "Look at %Ln…": "Look at %Ln…",
    "Take back %Ln cached files of renamed files?": "Take back %Ln cached file of a renamed file?",
    "Stored %Ln new dates.": "Stored %Ln new date.",
    "Repair %Ln damaged indexes?": "Repair %Ln damaged index?",
    "%Ln days ago": "%Ln day ago",
    "%Ln hours ago": "%Ln hour ago",
    "%Ln minutes ago": "%Ln minute ago",
    "%Ln days": "%Ln day",
    "%Ln h": "%Ln h",
    "%Ln min": "%Ln min",
    "%Ln s": "%Ln s",
    "and %Ln more": "and %Ln more",
    "%Ln entries are kept.": "%Ln entry is kept.",
    "%Ln items failed": "%Ln item failed",
    "Show %Ln earlier jobs": "Show %Ln earlier job",
    "Move %Ln files": "Move %Ln file",
    "move %Ln": "move %Ln",
    "Record what %Ln files hold": "Record what %Ln file holds",
    "%Ln cached files cannot be recognised and are encoded again.":
        "%Ln cached file cannot be recognised and is encoded again.",
    "Use %Ln files again": "Use %Ln file again",
    "use %Ln again": "use %Ln again",
    "%Ln cached files are taken from what is cached for %1, which stays as it is.":
        "%Ln cached file is taken from what is cached for %1, which stays as it is.",
    "Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln "
    "pictures or captions under another name.":
        "Nothing has to be encoded, but build before you train: otherwise OneTrainer looks for %Ln "
        "picture or caption under another name.",
    "Rebuild %Ln…": "Rebuild %Ln…",
    "Move or rebuild %Ln…": "Move or rebuild %Ln…",
    "Cache %Ln again…": "Cache %Ln again…",
    "Clean %Ln…": "Clean %Ln…",
    "%Ln jobs are still running.": "%Ln job is still running.",
    "%Ln pictures, nothing cached yet.": "%Ln picture, nothing cached yet.",
    "Found %Ln cached files without an index.": "Found %Ln cached file without an index.",
    "Looks at %Ln caches under %1.": "Looks at %Ln cache under %1.",
    "Move %Ln files to quarantine · %1 · %2 of space used":
        "Move %Ln file to quarantine · %1 · %2 of space used",
    "Remove %Ln entries of files that are gone from the index":
        "Remove %Ln entry of a file that is gone from the index",
    "Delete %Ln files now…": "Delete %Ln file now…",
    "Delete %Ln files for good and free %2? Their size is %1.":
        "Delete %Ln file for good and free %2? Its size is %1.",
    "%Ln cached files of renamed files are kept; they can be taken back.":
        "%Ln cached file of a renamed file is kept; it can be taken back.",
    "Take back %Ln cached files": "Take back %Ln cached file",
    "Only what belongs to the %Ln selected entries.":
        "Only what belongs to the %Ln selected entry.",
    "Deleted %Ln files, %1.": "Deleted %Ln file, %1.",
    "Moved %Ln files to quarantine, %1.": "Moved %Ln file to quarantine, %1.",
    "%Ln entries were removed from the index.": "%Ln entry was removed from the index.",
    "%Ln items changed since the preview and stayed where they are.":
        "%Ln item changed since the preview and stayed where it is.",
    "%Ln items could not be moved.": "%Ln item could not be moved.",
    "Brought back %Ln files, %1.": "Brought back %Ln file, %1.",
    "What the build made is in place again: %Ln files, %1.":
        "What the build made is in place again: %Ln file, %1.",
    "%Ln entries are back in the index.": "%Ln entry is back in the index.",
    "Repaired %Ln indexes.": "Repaired %Ln index.",
    "%Ln files could not be brought back.": "%Ln file could not be brought back.",
    "Deleted %Ln files for good; %1 are free.": "Deleted %Ln file for good; %1 are free.",
    "%Ln quarantines could not be emptied.": "%Ln quarantine could not be emptied.",
    "Took back %Ln cached files.": "Took back %Ln cached file.",
    "%Ln files changed in the meantime and were skipped.":
        "%Ln file changed in the meantime and was skipped.",
    "%Ln files are in quarantine. Only emptying it frees their space, %1.":
        "%Ln file is in quarantine. Only emptying it frees its space, %1.",
    "Build %Ln files": "Build %Ln file",
    "%Ln captions were encoded with %1; this build uses %2.":
        "%Ln caption was encoded with %1; this build uses %2.",
    "%Ln pictures were encoded with %1; this build uses %2.":
        "%Ln picture was encoded with %1; this build uses %2.",
    "Time measured with %Ln files.": "Time measured with %Ln file.",
    "%Ln cached files of renamed files are taken back.":
        "%Ln cached file of a renamed file is taken back.",
    "%Ln entries are cached already; only the index changes.":
        "%Ln entry is cached already; only the index changes.",
    "%Ln pictures or captions are left to the "
    "trainer.": "%Ln picture or caption is left to the trainer.",
    "%Ln pictures or captions stay as they are.": "%Ln picture or caption stays as it is.",
    "Only the %Ln selected entries": "Only the %Ln selected entry",
    "%Ln files cannot be read and are skipped.":
        "%Ln file cannot be read and is skipped.",
    "%Ln were cached already and not encoded.":
        "%Ln was cached already and not encoded.",
    "%Ln files could not be built.": "%Ln file could not be built.",
    "Built %Ln files, %1.": "Built %Ln file, %1.",
    "%Ln files would be built": "%Ln file would be built",
    "%Ln pictures have to be encoded again.": "%Ln picture has to be encoded again.",
    "%Ln captions have to be encoded again.": "%Ln caption has to be encoded again.",
    "%Ln files are missing or need rebuilding already.": "%Ln file is missing or needs rebuilding "
                                                  "already.",
    "%Ln files": "%Ln file",
    "%Ln files are skipped.": "%Ln file is skipped.",
    "%Ln changed since they were built": "%Ln changed since it was built",
    "%Ln of them only have to be recorded": "%Ln of them only has to be recorded",
    "%Ln cached files that were used longest ago made room for them.":
        "%Ln cached file that was used longest ago made room for them.",
    "Delete %Ln files for good and free %1?": "Delete %Ln file for good and free %1?",
    "They share %Ln cached files, which saves %1.": "They share one cached file, which saves %1.",
    "%Ln groups should not share": "%Ln group should not share",
    "%Ln validation leaks": "%Ln validation leak",
    "%Ln groups look alike": "%Ln group looks alike",
    "%Ln groups hold the same": "%Ln group holds the same",
    "%Ln cannot be read.": "%Ln cannot be read.",
    "Looked at %Ln pictures.": "Looked at %Ln picture.",
    "%Ln are too plain to compare.": "%Ln is too plain to compare.",
    "%Ln more are not listed; an export has all of them.":
        "%Ln more is not listed; an export has all of them.",
    "%Ln more are not shown.": "%Ln more is not shown.",
    "%Ln compared cached files are what the model makes.":
        "%Ln compared cached file is what the model makes.",
    "%Ln compared cached files are not what the config's model makes.":
        "%Ln compared cached file is not what the config's model makes.",
    "Encode %Ln pictures and captions of each concept again to compare?":
        "Encode %Ln picture and caption of each concept again to compare?",
    "The trainer's next run encodes %Ln of them again.":
        "The trainer's next run encodes %Ln of them again.",
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


LONGEST_WORD = 24
"""Characters of a name that is broken only between words."""
_PART = re.compile(r"[^\\/_.-]*[\\/_.-]|[^\\/_.-]+")
LAST_NARROW = 0x2FFF
"""Characters after it are as wide as they are high; Qt knows where lines of them may end."""
_LONG_NAME = re.compile(f"[^ {chr(LAST_NARROW + 1)}-{chr(0x10FFFF)}]{{{LONGEST_WORD + 1},}}")
CORE = "core"
"""Context of the sentences that core makes."""


def core_text(text: str) -> str:
    """Return a text of core in the user's language.

    Qt receives a C string, so a text with a NUL or a name that is not UTF-8 stays untranslated.
    """
    try:
        return text if "\0" in text else QCoreApplication.translate(CORE, text)
    except UnicodeEncodeError:
        return text


def one_after_another(sentences: Iterable[str]) -> str:
    """Sentences on one line; a full stop as wide as a letter brings its own space."""
    text = ""
    for sentence in filter(None, sentences):
        text += sentence if not text or ord(text[-1]) > LAST_NARROW else f" {sentence}"
    return text


def with_values(text: str, *values: str) -> str:
    """A text with values in place of "%1", "%2" and so on."""
    for number, value in enumerate(values, start=1):
        text = text.replace(f"%{number}", value)
    return text


def breakable(text: str) -> str:
    """A sentence whose longest names may be broken: paths at their parts, digests anywhere."""
    return _LONG_NAME.sub(lambda name: "\u200b".join(
        part if len(part) <= LONGEST_WORD else "\u200b".join(part)
        for part in _PART.findall(name[0])), text)


class Sentences:
    """Texts of one part of the window, in the user's language."""

    def __init__(self, context: str) -> None:
        self._context = context

    def __call__(self, text: str, count: int = -1) -> str:
        """A text; with a count, "%Ln" is that, and the text its singular or plural."""
        return QCoreApplication.translate(self._context, text, None, count)
