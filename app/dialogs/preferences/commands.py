"""The command that opens the preferences, and what they change in the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from larder.app.commands.command import Command, Menu
from larder.app.services import WindowServices
from larder.app.views.main_window import MainWindow
from larder.core.settings import key_of

if TYPE_CHECKING:
    from larder.app.dialogs.preferences.dialog import Preferences


def preferences_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Tools menu."""

    def ask() -> None:
        from larder.app.dialogs.preferences.dialog import PreferencesDialog

        services.settings.read_again()
        dialog = PreferencesDialog(services.settings.current, services.look, window)
        dialog.agreed.connect(lambda preferences: apply_preferences(services, preferences))
        dialog.open()

    return (
        Command(id="preferences", text=_tr("&Preferences…"), menu=Menu.TOOLS, run=ask,
                shortcut="Ctrl+,", starts_group=True,
                tip=_tr("Colours, units, hidden names, least age of what is cleaned, locations.")),
    )


def apply_preferences(services: WindowServices, preferences: Preferences) -> None:
    """Keep them and act on them; a map of the open workspace that is forgotten is not used on."""
    services.settings.change(preferences.applied_to)
    services.look.show_units(preferences.byte_units)
    services.look.hide_names(preferences.hide_names)
    services.look.choose(preferences.colour_scheme)
    services.commands.refresh()
    session = services.session
    if session.options is None:
        return
    forgotten = {pair for workspace, pair in preferences.forgotten
                 if workspace == key_of(session.options.workspace)}
    if forgotten:
        # The survey that follows asks for maps itself and must not find the old ones.
        services.settings.finish()
        session.read_with(tuple(pair for pair in session.options.maps if pair not in forgotten))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)
