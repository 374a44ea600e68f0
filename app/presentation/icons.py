"""Icons drawn as one-colour SVG, painted in the theme's tones.

A file says `currentColor` where the tone goes; painting happens once per icon, tone and theme.
"""

from __future__ import annotations

import importlib.resources

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from larder.app.presentation.looks import Look, Tone
from larder.app.presentation.themes import Theme

ICONS_FOLDER = importlib.resources.files("larder.resources") / "icons"
_SIZES = (16, 20, 40, 80)
"""Pixels: in tables, in bars, in empty states, and in those on a screen scaled to twice the size;
what lies between is scaled down from the next larger one."""


class IconShelf:
    """Paints icons for one theme and keeps what it painted."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._icons: dict[tuple[str, Tone], QIcon] = {}

    def show_theme(self, theme: Theme) -> None:
        """Forget what was painted in the old theme's colours."""
        self._theme = theme
        self._icons.clear()

    def icon(self, name: str, tone: Tone = Tone.MUTED) -> QIcon:
        """The icon `name` in the colour of `tone`.

        Raises:
            FileNotFoundError: if there is no such icon; a test asks for all of them.
        """
        known = self._icons.get((name, tone))
        if known is None:
            known = self._icons[name, tone] = self._painted(name, tone)
        return known

    def of_look(self, look: Look) -> QIcon:
        """The icon that goes with a word."""
        return self.icon(look.icon, look.tone)

    def _painted(self, name: str, tone: Tone) -> QIcon:
        icon = QIcon()
        for pixmap in self._pixmaps(name, self._theme.colour(tone).name()):
            icon.addPixmap(pixmap)
        for pixmap in self._pixmaps(name, self._theme.colour("disabled").name()):
            icon.addPixmap(pixmap, QIcon.Mode.Disabled)
        return icon

    def _pixmaps(self, name: str, colour: str) -> list[QPixmap]:
        drawing = (ICONS_FOLDER / f"{name}.svg").read_text("utf-8")
        drawing = drawing.replace("currentColor", colour)
        drawing = drawing.replace("#ffffff", self._theme.colour("base").name())
        renderer = QSvgRenderer(QByteArray(drawing.encode()))
        return [_rendered(renderer, size) for size in _SIZES]


def program_icon() -> QIcon:
    """The program's own icon, which keeps its colours in every theme."""
    renderer = QSvgRenderer(QByteArray((ICONS_FOLDER / "larder.svg").read_bytes()))
    icon = QIcon()
    for size in (*_SIZES, 64, 256):
        icon.addPixmap(_rendered(renderer, size))
    return icon


def _rendered(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
