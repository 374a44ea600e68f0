"""How everything looks right now: theme, icons, figures, names; says when that changes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from larder.app.presentation.figures import Figures
from larder.app.presentation.icons import IconShelf
from larder.app.presentation.shown_names import ShownNames
from larder.app.presentation.themes import Theme, apply_theme, wanted_theme
from larder.core.settings import ByteUnits, ColourScheme


class WindowLook(QObject):
    """The look that every view shares.

    Attributes:
        figures: formats numbers.
        names: shows or hides names.
        icons: paints icons in the theme's colours.

    Signals:
        changed: after the theme, the units or the hiding of names changed; views fetch icons,
            colours and texts anew.
    """

    changed = Signal()

    def __init__(
        self, scheme: ColourScheme, figures: Figures, parent: QObject | None = None, *,
        hides_names: bool = False,
    ) -> None:
        super().__init__(parent)
        self._scheme = scheme
        self._theme = wanted_theme(scheme)
        self.figures = figures
        self.names = ShownNames(hidden=hides_names)
        self.icons = IconShelf(self._theme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_desktop_changed)

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self._theme

    @property
    def scheme(self) -> ColourScheme:
        """What the user asked for."""
        return self._scheme

    def choose(self, scheme: ColourScheme) -> None:
        """Change to another scheme and repaint."""
        self._scheme = scheme
        self._show(wanted_theme(scheme))

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
        """Give the program the theme's palette and style sheet."""
        apply_theme(application, self._theme)

    def _on_desktop_changed(self) -> None:
        if self._scheme is ColourScheme.SYSTEM:
            self._show(wanted_theme(self._scheme))

    def _show(self, theme: Theme) -> None:
        if theme.name == self._theme.name:
            return
        self._theme = theme
        self.icons.show_theme(theme)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        apply_theme(application, theme)
        self.changed.emit()
