"""The head of the What-if dialog: which config, beside which other one, and the ways back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from larder.app.services import WindowServices
from larder.app.views.widgets import ElidedLabel, link_button, muted_label


class WhatIfHead(QWidget):
    """Says what is compared."""

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self._look = services.look
        self.scope = ElidedLabel()
        self.compare = link_button(self.tr("Compare with another config file…"))
        self.start_over = link_button(self.tr("Take all changes back"))
        links = QHBoxLayout()
        links.setSpacing(2)
        links.addWidget(self.scope, 1)
        links.addWidget(self.start_over)
        links.addWidget(self.compare)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 14, 14, 4)
        whole.setSpacing(2)
        whole.addLayout(links)
        whole.addWidget(muted_label(self.tr(
            "Nothing is written: your config and the caches stay as they are.")))

    def show_files(self, now: Path, other: Path) -> None:
        """Show the config, and the one that it is compared with, if that is another one."""
        names = self._look.names
        if other == now:
            self.scope.set_text(names.path(str(now)))
            return
        beside = names.file(other.name) if now.parent == other.parent else names.path(str(other))
        self.scope.set_text(self.tr("%1 beside %2").replace("%1", names.path(str(now)))
                            .replace("%2", beside))
