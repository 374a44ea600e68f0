"""Singular and plural of our English texts.

Qt picks plural forms from a translation file, and the source language has none: "%Ln entries" would
read "1 entries". This translator is that file. Translations into other languages are installed
after it, are asked first, and so win.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTranslator

SINGULARS: dict[str, str] = {
    "%Ln entries": "%Ln entry",
    "%Ln stale": "%Ln stale",
    "%Ln missing": "%Ln missing",
    "%Ln unreachable": "%Ln unreachable",
    "%Ln files no entry needs": "%Ln file no entry needs",
    "%Ln rows": "%Ln row",
    "%Ln rows selected": "%Ln row selected",
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
    "%Ln pictures, nothing cached yet.": "%Ln picture, nothing cached yet.",
    "Found %Ln payloads without an index.": "Found %Ln payload without an index.",
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
