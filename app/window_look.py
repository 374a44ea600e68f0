"""How everything looks: theme, icons, fonts, figures, names; says when that changes.

Fusion draws everything, on every platform; the native styles do not follow a palette. Each theme is
a JSON object of role -> colour in `resources/themes`; the style sheet there names roles as `@role`.
Icons are one-colour SVG that say `currentColor` where the tone goes; painting happens once per
icon, tone and theme.
"""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Mapping

import msgspec
from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetrics,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import MESSAGE_ICONS, Look, Tone
from larder.app.presentation.shown_names import ShownNames
from larder.core.settings import ByteUnits, ColourScheme

SAMPLE = "Aa1…"
FONTS_FOLDER = importlib.resources.files("larder.resources") / "fonts"

THEMES_FOLDER = importlib.resources.files("larder.resources") / "themes"

CONTRAST = "-contrast"
"""Ends the name of a theme in high contrast; its file says what differs from the plain one."""

_PALETTE_ROLES: dict[QPalette.ColorRole, str] = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "base",
    QPalette.ColorRole.AlternateBase: "stripe",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.Button: "button",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "error",
    QPalette.ColorRole.ToolTipBase: "tooltip",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Highlight: "selection",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Light: "base",
    QPalette.ColorRole.Midlight: "stripe",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Dark: "border",
    QPalette.ColorRole.Shadow: "border",
}

ICONS_FOLDER = importlib.resources.files("larder.resources") / "icons"
_SIZES = (16, 20, 40, 80)
"""Pixels: in tables, in bars, in empty states, and in those on a screen scaled to twice the size;
what lies between is scaled down from the next larger one."""


def install_fonts(application: QApplication) -> None:
    """Register the bundled fonts where the system has none, and use figures of equal width.

    Text must be readable on a machine without fonts, and figures must line up.
    """
    if not _can_write(application.font()):
        families = [family for name in _list_bundled_fonts() for family in _register(name)]
        if families:
            application.setFont(QFont(families[0], application.font().pointSize()))
    application.setFont(with_tabular_figures(application.font()))


def with_tabular_figures(font: QFont) -> QFont:
    """The same font with figures of equal width, where it has them."""
    tabular = QFont(font)
    tabular.setFeature(QFont.Tag("tnum"), 1)
    return tabular


def _can_write(font: QFont) -> bool:
    """Return whether `font` has legible text. A system without fonts still lists font families."""
    metrics = QFontMetrics(font)
    return all(metrics.inFont(letter) for letter in SAMPLE)


def _list_bundled_fonts() -> list[str]:
    """Names of the bundled font files, the plain cut before the bold one."""
    if not FONTS_FOLDER.is_dir():
        return []
    names = [found.name for found in FONTS_FOLDER.iterdir() if found.name.endswith(".ttf")]
    return sorted(names, key=lambda name: (len(name), name))


def _register(name: str) -> list[str]:
    number = QFontDatabase.addApplicationFontFromData((FONTS_FOLDER / name).read_bytes())
    return QFontDatabase.applicationFontFamilies(number)


class Theme(msgspec.Struct, frozen=True):
    """Colours by role.

    Attributes:
        name: "light" or "dark", "light-contrast" or "dark-contrast".
        colours: role -> "#rrggbb".
    """

    name: str
    colours: Mapping[str, str]

    def colour(self, role: str | Tone) -> QColor:
        """The colour of a role or tone."""
        return QColor(self.colours[role.value if isinstance(role, Tone) else role])


def load_theme(name: str) -> Theme:
    """Read one of the bundled themes."""
    colours: dict[str, str] = {}
    for file in dict.fromkeys((name.removesuffix(CONTRAST), name)):
        colours |= json.loads((THEMES_FOLDER / f"{file}.json").read_text("utf-8"))
    return Theme(name=name, colours=colours)


def choose_theme(scheme: ColourScheme) -> Theme:
    """The theme of a scheme; SYSTEM follows the desktop and is light where it does not say.

    Where the desktop asks for high contrast, it is that of the theme.
    """
    if scheme is ColourScheme.SYSTEM:
        is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        scheme = ColourScheme.DARK if is_dark else ColourScheme.LIGHT
    return load_theme(scheme.value + (CONTRAST if asks_for_contrast() else ""))


def asks_for_contrast() -> bool:
    """Return whether the desktop requests high contrast; always False before Qt 6.10."""
    hints = QGuiApplication.styleHints()
    return hasattr(hints, "accessibility") and (
        hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast)


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give the whole program the theme's palette; the style sheet is its windows'."""
    application.setPalette(palette_of(theme))


def palette_of(theme: Theme) -> QPalette:
    """Qt's palette from the theme's roles."""
    palette = QPalette()
    for role, name in _PALETTE_ROLES.items():
        palette.setColor(role, theme.colour(name))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text,
                 QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme.colour("disabled"))
    return palette


def style_sheet_of(theme: Theme) -> str:
    """The style sheet with every `@role` replaced."""
    template = (THEMES_FOLDER / "window.qss").read_text("utf-8")
    return re.sub(r"@([a-z_]+)", lambda match: theme.colours[match.group(1)], template)


class IconCache:
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
            known = self._icons[name, tone] = self._paint(name, tone)
        return known

    def of_look(self, look: Look) -> QIcon:
        """The icon that goes with a word."""
        return self.icon(look.icon, look.tone)

    def of_tone(self, tone: Tone) -> QIcon:
        """The icon of a message that worries so much."""
        return self.icon(MESSAGE_ICONS[tone], tone)

    @property
    def of_question(self) -> QIcon:
        """The icon of a question whose answer loses nothing."""
        return self.icon("question", Tone.NOTE)

    def _paint(self, name: str, tone: Tone) -> QIcon:
        icon = QIcon()
        for pixmap in self._pixmaps(name, self._theme.colour(tone).name()):
            icon.addPixmap(pixmap)
        for pixmap in self._pixmaps(name, self._theme.colour("disabled").name()):
            icon.addPixmap(pixmap, QIcon.Mode.Disabled)
        return icon

    def _pixmaps(self, name: str, colour: str) -> list[QPixmap]:
        drawing = (ICONS_FOLDER / f"{name}.svg").read_text("utf-8")
        # First the ground: a tone may be white itself.
        drawing = drawing.replace("#ffffff", self._theme.colour("base").name())
        drawing = drawing.replace("currentColor", colour)
        renderer = QSvgRenderer(QByteArray(drawing.encode()))
        return [_render_icon(renderer, size) for size in _SIZES]


def program_icon() -> QIcon:
    """The program's own icon, which keeps its colours in every theme."""
    renderer = QSvgRenderer(QByteArray((ICONS_FOLDER / "larder.svg").read_bytes()))
    icon = QIcon()
    for size in (*_SIZES, 64, 256):
        icon.addPixmap(_render_icon(renderer, size))
    return icon


def _render_icon(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


class WindowLook(QObject):
    """The look that every view shares.

    Signals:
        changed: after the theme, the units or the hiding of names changed; views fetch icons,
            colours and texts anew.
        style_sheet_changed: the new theme's, for windows that were dressed.
    """

    changed = Signal()
    style_sheet_changed = Signal(str)

    def __init__(
        self, scheme: ColourScheme, figures: Figures, parent: QObject | None = None, *,
        hides_names: bool = False,
    ) -> None:
        super().__init__(parent)
        self._scheme = scheme
        self._theme = choose_theme(scheme)
        self.figures = figures
        self.names = ShownNames(hidden=hides_names)
        self.icons = IconCache(self._theme)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._on_desktop_changed)
        if hasattr(hints, "accessibility"):
            hints.accessibility().contrastPreferenceChanged.connect(self._on_desktop_changed)

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self._theme

    @property
    def scheme(self) -> ColourScheme:
        """The colour scheme that the user chose."""
        return self._scheme

    def choose(self, scheme: ColourScheme) -> None:
        """Change to another scheme and repaint."""
        self._scheme = scheme
        self._show(choose_theme(scheme))

    def show_units(self, units: ByteUnits) -> None:
        """Show bytes in other units."""
        if units is not self.figures.units:
            self.figures.units = units
            self.changed.emit()

    def hide_names(self, hidden: bool) -> None:
        """Show marks in place of names, or the names again."""
        if hidden != self.names.hidden:
            self.names.hidden = hidden
            self.changed.emit()

    def apply(self, application: QApplication) -> None:
        """Give the program the theme's palette."""
        apply_theme(application, self._theme)

    def dress(self, window: QWidget) -> None:
        """Give a window that belongs to no other the style sheet, and that of each later theme.

        A style sheet of the application's is worked out for a widget, and for all in it, whenever
        what it lies in is put into something: while a window was made, a fifth of its time. Of a
        window's own the widgets know nothing before they are in the window.
        """
        window.setStyleSheet(style_sheet_of(self._theme))
        self.style_sheet_changed.connect(window.setStyleSheet)

    def _on_desktop_changed(self) -> None:
        self._show(choose_theme(self._scheme))

    def _show(self, theme: Theme) -> None:
        if theme.name == self._theme.name:
            return
        self._theme = theme
        self.icons.show_theme(theme)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        apply_theme(application, theme)
        self.style_sheet_changed.emit(style_sheet_of(theme))
        self.changed.emit()
