"""The command that asks what a change of settings would cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from app.cache_session import SessionState
from app.commands.command import Command, Context, Menu
from app.services import WindowServices
from app.views.main_window import MainWindow

if TYPE_CHECKING:
    from app.dialogs.what_if_dialog import WhatIfDialog


def what_if_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """One line of the Cache menu."""
    actions = _WhatIfActions(services, window)
    return (
        Command(id="what-if", text=_tr("What &if…"), menu=Menu.CACHE, run=actions.ask,
                icon="command-what-if", shortcut="Ctrl+T", toolbar=True,
                enabled_when=lambda: services.session.state is SessionState.OPEN,
                contexts=frozenset({Context.TREE, Context.COVERAGE}),
                tip=_tr("Shows what a change of settings would make useless, and what building "
                        "that again would take.")),
    )


class _WhatIfActions(QObject):
    """Keeps the one dialog that may be open."""

    def __init__(self, services: WindowServices, window: MainWindow) -> None:
        super().__init__(window)
        self._services = services
        self._window = window
        self._dialog: WhatIfDialog | None = None

    def ask(self) -> None:
        """Open the dialog, or bring it to the front."""
        if self._dialog is not None:
            self._dialog.raise_()
            self._dialog.activateWindow()
            return
        from app.dialogs.what_if_dialog import WhatIfDialog

        self._dialog = WhatIfDialog(self._services, None, self._window)
        self._dialog.finished.connect(self._on_closed)
        self._dialog.show()

    def _on_closed(self) -> None:
        self._dialog = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
