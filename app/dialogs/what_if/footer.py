"""The foot of the What-if dialog: the report, and the way on to a build."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from larder.app.views.widgets import primary_button


class WhatIfFooter(QFrame):
    """Three buttons; none of them is pressed by Return while values are typed above."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("cleanFooter")
        self.copy_report = QPushButton(self.tr("Copy as report"))
        self.close_button = QPushButton(self.tr("Close"))
        self.build = primary_button(self.tr("Open Build with this"))
        self.build.setToolTip(self.tr(
            "Plans a build with the changed settings. Your trainer's config stays as it is."))
        line = QHBoxLayout(self)
        line.setContentsMargins(20, 12, 20, 14)
        line.setSpacing(8)
        line.addWidget(self.copy_report)
        line.addStretch(1)
        line.addWidget(self.close_button)
        line.addWidget(self.build)
        self.build.setDefault(False)
        for button in (self.copy_report, self.close_button, self.build):
            button.setAutoDefault(False)
