"""Text must be readable on a machine without fonts, and figures must line up."""

from __future__ import annotations

import importlib.resources

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication

SAMPLE = "Aa1…"
FONTS_FOLDER = importlib.resources.files("larder.resources") / "fonts"


def install_fonts(application: QApplication) -> None:
    """Register the bundled fonts where the system has none, and use figures of equal width."""
    if not _can_write(application.font()):
        families = [family for name in _bundled() for family in _register(name)]
        if families:
            application.setFont(QFont(families[0], application.font().pointSize()))
    application.setFont(with_tabular_figures(application.font()))


def with_tabular_figures(font: QFont) -> QFont:
    """The same font with figures of equal width, where it has them."""
    tabular = QFont(font)
    tabular.setFeature(QFont.Tag("tnum"), 1)
    return tabular


def _can_write(font: QFont) -> bool:
    """Whether text in `font` can be read; a system without fonts lists families all the same."""
    metrics = QFontMetrics(font)
    return all(metrics.inFont(letter) for letter in SAMPLE)


def _bundled() -> list[str]:
    """Names of the bundled font files, the plain cut before the bold one."""
    if not FONTS_FOLDER.is_dir():
        return []
    names = [found.name for found in FONTS_FOLDER.iterdir() if found.name.endswith(".ttf")]
    return sorted(names, key=lambda name: (len(name), name))


def _register(name: str) -> list[str]:
    number = QFontDatabase.addApplicationFontFromData((FONTS_FOLDER / name).read_bytes())
    return QFontDatabase.applicationFontFamilies(number)
