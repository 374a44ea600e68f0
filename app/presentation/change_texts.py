"""What the What-if dialog says: its table, its summary, its report."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from larder.app.models.change_document import ChangeDocument, ChangeRow, Invalidates
from larder.app.models.change_settings import setting_label
from larder.app.presentation.build_texts import about_text
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.shown_names import ShownNames

_NAMING = re.compile(r"(name|path|dir|file|folder|destination|prefix)$")
"""Ends of the names of settings that name something of the user's."""
_LOOKS: dict[Invalidates, tuple[str, str, Tone, str]] = {
    Invalidates.IMAGE: (
        "Pictures", "kind-image", Tone.WARNING, "Latents of pictures have to be made."),
    Invalidates.TEXT: (
        "Prompts", "kind-text", Tone.WARNING, "Embeddings of prompts have to be made."),
    Invalidates.NOTHING: (
        "Nothing", "severity-good", Tone.GOOD, "What is cached stays as good as it is."),
}


def invalidates_look(invalidates: Invalidates) -> Look:
    """Icon, word and meaning of what a change makes useless."""
    word, icon, tone, meaning = _LOOKS[invalidates]
    return Look(word=_tr(word), icon=icon, tone=tone, meaning=_tr(meaning))


def title_text(title: str) -> str:
    """A column's title."""
    return _tr(title)


def setting_text(row: ChangeRow, names: ShownNames) -> str:
    """"portraits · Random flip"; a setting without a label by its name in the file."""
    label = setting_label(row.setting)
    called = row.setting if label is None else _tr(label)
    return f"{names.concept(row.concept)} · {called}" if row.concept else called


def change_text(row: ChangeRow, names: ShownNames) -> str:
    """"Resolution 768 → 1024"."""
    old, new = (value_text(value, row.setting, names) for value in (row.old, row.new))
    return f"{setting_text(row, names)} {old} → {new}"


def why_text(row: ChangeRow, names: ShownNames) -> str:
    """Why a change costs what it does."""
    return names.sentence(row.why, (
        row.concept, *(value for value in (row.old, row.new)
                       if isinstance(value, str) and names_a_file(row.setting))))


def value_text(value: object, setting: str, names: ShownNames) -> str:
    """A setting's value; flags are on and off."""
    if isinstance(value, bool):
        return _tr("on") if value else _tr("off")
    if value is None or value == "":
        return "–"
    text = str(value)
    return names.path(text) if names_a_file(setting) else names.sentence(text)


def names_a_file(setting: str) -> bool:
    """Whether a setting's value is a file, a folder or what the user called something."""
    return _NAMING.search(setting) is not None


def bytes_text(size: int | None, figures: Figures) -> str:
    """Bytes, or that they are not known."""
    return _tr("not known") if size is None else figures.bytes(size)


def time_text(seconds: float | None, figures: Figures) -> str:
    """A stretch of time, or that nothing like it was built yet."""
    return _tr("not measured") if seconds is None else figures.duration(seconds)


def summary_text(document: ChangeDocument, figures: Figures) -> str:
    """What a build with all changes makes, and how much of it is because of them."""
    if not document.rows:
        return _tr("Nothing is changed.")
    if not document.totals:
        return _tr("Nothing has to be built: what is cached stays as good as it is.")
    parts = [_plural("%Ln payloads would be built", document.payloads)]
    if document.bytes is not None:
        parts.append(figures.bytes(document.bytes))
    parts.append(_tr("time not measured yet") if document.seconds is None
                 else about_text(document.seconds, figures))
    changed = [_plural("%Ln pictures have to be made anew.", row.items)
               if row.invalidates is Invalidates.IMAGE
               else _plural("%Ln prompts have to be made anew.", row.items)
               for row in document.totals]
    anyway = 0 if document.build is None else document.build.built_anyway
    if anyway:
        changed.append(_plural("%Ln payloads are missing or stale already.", anyway))
    return " · ".join(parts) + "\n" + " ".join(changed)


def report_text(document: ChangeDocument, figures: Figures, names: ShownNames) -> str:
    """The table as text that can be pasted anywhere, lines of aligned columns."""
    titles = ("Setting", "Now", "What if", "Invalidates", "Items", "Size", "Time")
    lines: list[Sequence[str]] = [[_tr(title) for title in titles]]
    for row in document.rows:
        is_free = row.invalidates is Invalidates.NOTHING
        lines.append((
            setting_text(row, names), value_text(row.old, row.setting, names),
            value_text(row.new, row.setting, names),
            invalidates_look(row.invalidates).word,
            "–" if is_free else figures.count(row.items),
            "–" if is_free else bytes_text(row.bytes, figures),
            "–" if is_free else time_text(row.seconds, figures)))
    widths = [max(len(line[column]) for line in lines) for column in range(len(titles))]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
             for line in lines]
    head = [_tr("What if, for %1").replace("%1", names.path(document.config)), ""]
    return "\n".join([*head, *table, "", summary_text(document, figures)]) + "\n"


def _tr(text: str) -> str:
    return QCoreApplication.translate("WhatIf", text)


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("WhatIf", text, None, count)
