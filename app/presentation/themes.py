"""Light and dark: colours by role, and how they reach Qt's palette and style sheet.

Fusion draws everything, on every platform; the native styles do not follow a palette. Each theme is
a JSON object of role -> colour in `resources/themes`; the style sheet there names roles as `@role`.
"""

from __future__ import annotations

import importlib.resources
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from larder.app.presentation.looks import Tone
from larder.core.settings import ColourScheme

THEMES_FOLDER = importlib.resources.files("larder.resources") / "themes"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by role.

    Attributes:
        name: "light" or "dark".
        colours: role -> "#rrggbb".
    """

    name: str
    colours: Mapping[str, str]

    def colour(self, role: str | Tone) -> QColor:
        """The colour of a role or tone."""
        return QColor(self.colours[role.value if isinstance(role, Tone) else role])


def load_theme(name: str) -> Theme:
    """Read one of the bundled themes."""
    colours = json.loads((THEMES_FOLDER / f"{name}.json").read_text("utf-8"))
    return Theme(name=name, colours=colours)


def wanted_theme(scheme: ColourScheme) -> Theme:
    """The theme of a scheme; SYSTEM follows the desktop and is light where it does not say."""
    if scheme is ColourScheme.SYSTEM:
        is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        scheme = ColourScheme.DARK if is_dark else ColourScheme.LIGHT
    return load_theme(scheme.value)


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give the whole program the theme's palette and style sheet."""
    application.setPalette(palette_of(theme))
    application.setStyleSheet(style_sheet_of(theme))


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
