"""Singular and plural of our English texts.

Qt picks plural forms from a translation file, and the source language has none: "%Ln entries" would
read "1 entries". This translator is that file. Translations into other languages are installed after
it, are asked first, and so win.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTranslator

SINGULARS: dict[str, str] = {
    "%Ln entries": "%Ln entry",
    "%Ln stale": "%Ln stale",
    "%Ln missing": "%Ln missing",
    "%Ln unreachable": "%Ln unreachable",
    "%Ln files no entry needs": "%Ln file no entry needs",
    "%Ln files": "%Ln file",
    "%Ln items": "%Ln item",
    "%Ln pictures": "%Ln picture",
    "%Ln samples": "%Ln sample",
    "%Ln problems": "%Ln problem",
    "%Ln rows selected": "%Ln row selected",
    "%Ln days ago": "%Ln day ago",
    "%Ln hours ago": "%Ln hour ago",
    "%Ln minutes ago": "%Ln minute ago",
    "%Ln days": "%Ln day",
    "%Ln h": "%Ln h",
    "%Ln min": "%Ln min",
    "%Ln s": "%Ln s",
    "Copied %Ln rows.": "Copied %Ln row.",
    "and %Ln more": "and %Ln more",
    "%Ln entries are kept as they are.": "%Ln entry is kept as it is.",
    "%Ln jobs running": "%Ln job running",
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
        self, context: str, text: str, disambiguation: str | None = None, count: int = -1,
    ) -> str:
        """The singular for a count of one, else "" so that the text itself is used."""
        return SINGULARS.get(text, "") if count == 1 else ""
