"""What is said of a store of single values."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from larder.app.models.store_figures import StoreFigures
from larder.app.presentation.figures import Figures

_KINDS = {
    "vision": "Pixels", "audio": "Sound features", "waveform": "Waveforms", "tokens": "Tokens",
    "tree": "Trees"}


def kind_word(kind: str) -> str:
    """What a store of a kind holds."""
    return _tr(_KINDS[kind]) if kind in _KINDS else kind


def budget_sentence(store: StoreFigures, figures: Figures) -> str:
    """"3.5 MiB of 191 MiB"."""
    if not store.budget_bytes:
        return _tr("No budget is set.")
    text = _tr("%1 of %2").replace("%1", figures.bytes(store.bytes))
    return text.replace("%2", figures.bytes(store.budget_bytes))


def lookups_sentence(store: StoreFigures, figures: Figures) -> str:
    """How often it was asked."""
    if not store.lookups:
        return _tr("No lookup has been recorded yet.")
    text = _tr("%1 of %2 lookups found a value.").replace("%1", figures.count(store.hits or 0))
    return text.replace("%2", figures.count(store.lookups))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Stores", text)
