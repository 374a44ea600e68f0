"""What a window is made of: its pages and its commands. Adding one means adding a line here."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.view_commands import view_commands
from app.commands.workspace_commands import workspace_commands
from app.dialogs.build_commands import build_commands
from app.dialogs.clean_commands import clean_commands
from app.dialogs.help_commands import help_commands
from app.dialogs.quick_look_commands import quick_look_commands
from app.views.coverage_page import CoveragePage
from app.views.entries_page import EntriesPage
from app.views.journal_page import JournalPage
from app.views.main_window import CommandSource
from app.views.page import PageFactory
from app.views.problems_page import ProblemsPage

PAGES: Sequence[PageFactory] = (
    PageFactory(id="coverage", icon="page-coverage", make=CoveragePage),
    PageFactory(id="entries", icon="page-entries", make=EntriesPage),
    PageFactory(id="problems", icon="page-problems", make=ProblemsPage),
    PageFactory(id="journal", icon="page-journal", make=JournalPage),
)
"""Tabs, in their order."""

COMMANDS: Sequence[CommandSource] = (
    workspace_commands, build_commands, clean_commands, quick_look_commands, help_commands,
    view_commands)
"""Sources of commands; within a menu, commands stand in the order of these lists."""

DIALOG_PAGES: dict[str, str] = {"build": "build", "clean": "clean", "what-if": "what-if"}
"""What `--page` may name that is a dialog: its name -> the id of the command that opens it."""
