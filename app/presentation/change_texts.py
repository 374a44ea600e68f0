"""What the What-if dialog says: its table, its summary, its report."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.models.change_document import ChangeDocument, ChangeRow, Invalidates, SettingValue
from app.models.change_settings import setting_label
from app.presentation.build_texts import about_text
from app.presentation.figures import Figures
from app.presentation.looks import Look, Tone

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


def setting_text(row: ChangeRow) -> str:
    """"portraits · Random flip"; a setting without a label by its name in the file."""
    label = setting_label(row.setting)
    called = row.setting if label is None else _tr(label)
    return f"{row.concept} · {called}" if row.concept else called


def change_text(row: ChangeRow) -> str:
    """"Resolution 768 → 1024"."""
    return f"{setting_text(row)} {value_text(row.old)} → {value_text(row.new)}"


def value_text(value: SettingValue) -> str:
    """A setting's value; flags are on and off."""
    if isinstance(value, bool):
        return _tr("on") if value else _tr("off")
    return "–" if value is None or value == "" else str(value)


def bytes_text(size: int | None, figures: Figures) -> str:
    """Bytes, or that they are not known."""
    return _tr("not known") if size is None else figures.bytes(size)


def time_text(seconds: float | None, figures: Figures) -> str:
    """A stretch of time, or that nothing like it was built yet."""
    return _tr("not measured") if seconds is None else figures.duration(seconds)


def summary_text(document: ChangeDocument, figures: Figures) -> str:
    """What all changes cost together."""
    if not document.rows:
        return _tr("Nothing is changed.")
    if not document.totals:
        return _tr("Nothing has to be built: what is cached stays as good as it is.")
    parts = [_plural("%Ln payloads would be built", document.payloads)]
    parts += [_tr("%1 pictures").replace("%1", figures.count(row.items))
              if row.invalidates is Invalidates.IMAGE
              else _tr("%1 prompts").replace("%1", figures.count(row.items))
              for row in document.totals]
    if document.bytes is not None:
        parts.append(figures.bytes(document.bytes))
    parts.append(_tr("time not measured yet") if document.seconds is None
                 else about_text(document.seconds, figures))
    return " · ".join(parts)


def report_text(document: ChangeDocument, figures: Figures) -> str:
    """The table as text that can be pasted anywhere, lines of aligned columns."""
    titles = ("Setting", "Now", "What if", "Invalidates", "Items", "Size", "Time")
    lines: list[Sequence[str]] = [[_tr(title) for title in titles]]
    for row in document.rows:
        is_free = row.invalidates is Invalidates.NOTHING
        lines.append((
            setting_text(row), value_text(row.old), value_text(row.new),
            invalidates_look(row.invalidates).word,
            "–" if is_free else figures.count(row.items),
            "–" if is_free else bytes_text(row.bytes, figures),
            "–" if is_free else time_text(row.seconds, figures)))
    widths = [max(len(line[column]) for line in lines) for column in range(len(titles))]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
             for line in lines]
    head = [_tr("What if, for %1").replace("%1", document.config), ""]
    return "\n".join([*head, *table, "", summary_text(document, figures)]) + "\n"


def _tr(text: str) -> str:
    return QCoreApplication.translate("WhatIf", text)


def _plural(text: str, count: int) -> str:
    return QCoreApplication.translate("WhatIf", text, None, count)
