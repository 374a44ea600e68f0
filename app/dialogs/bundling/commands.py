"""Commands that export a cache and import one."""

from __future__ import annotations

from collections.abc import Sequence

from larder.app.cache_session import SessionState
from larder.app.commands.command_table import Command, Menu
from larder.app.presentation.plurals import Sentences
from larder.app.services import WindowServices
from larder.app.views.main_window import MainWindow

_tr = Sentences("Commands")


def bundle_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Cache menu."""

    def export() -> None:
        from larder.app.dialogs.bundling.export import ExportDialog

        ExportDialog(services, window).open()

    return (
        Command(id="export-cache", text=_tr("E&xport cache…"), menu=Menu.CACHE, run=export,
                icon="command-export", starts_group=True,
                enabled_when=lambda: services.session.state is SessionState.OPEN,
                tip=_tr("Copies what training needs to a folder or into one file, for another "
                        "computer; what is missing is said first.")),
        Command(id="import-cache", text=_tr("I&mport cache…"), menu=Menu.CACHE,
                run=lambda: open_bundle(services, window, ""), icon="command-open-folder",
                works_closed=True,
                tip=_tr("Checks an exported cache, and brings it into a cache folder here.")),
    )


def open_bundle(services: WindowServices, window: MainWindow, bundle: str) -> None:
    """Ask about a bundle; "" for one that is still to be named."""
    from larder.app.dialogs.bundling.bring_in import ImportDialog

    ImportDialog(services, window, bundle).open()
