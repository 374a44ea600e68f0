"""Places of splitters and widths of columns, in an ini file beside the settings."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


class WindowMemory:
    """Layout states by name; what makes no sense is as good as absent."""

    def __init__(self, file: Path) -> None:
        self._settings = QSettings(str(file), QSettings.Format.IniFormat)

    def layout(self, name: str) -> QByteArray:
        """Geometry, dock or header state kept under `name`; empty when there is none."""
        value = self._settings.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep_layout(self, name: str, state: QByteArray) -> None:
        """Keep a geometry, dock or header state."""
        self._settings.setValue(f"layout/{name}", state)

    def write(self) -> None:
        """Write the file now."""
        self._settings.sync()
