"""What a window is made of: its pages and its commands. Adding one means adding a line here."""

from __future__ import annotations

from collections.abc import Sequence

from larder.app.commands.dialog_commands import (
    help_commands,
    preferences_commands,
    quick_look_commands,
)
from larder.app.commands.view_commands import view_commands
from larder.app.commands.workspace_commands import workspace_commands
from larder.app.dialogs.building.commands import build_commands
from larder.app.dialogs.cleaning.commands import clean_commands
from larder.app.dialogs.source_building.commands import source_build_commands
from larder.app.services import WindowServices
from larder.app.views.main_window import CommandSource
from larder.app.views.page import Page, PageFactory


def _coverage(services: WindowServices) -> Page:
    from larder.app.views.coverage_page import CoveragePage

    return CoveragePage(services)


def _entries(services: WindowServices) -> Page:
    from larder.app.views.entries_page import EntriesPage

    return EntriesPage(services)


def _problems(services: WindowServices) -> Page:
    from larder.app.views.problems_page import ProblemsPage

    return ProblemsPage(services)


def _journal(services: WindowServices) -> Page:
    from larder.app.views.journal_page import JournalPage

    return JournalPage(services)


PAGES: Sequence[PageFactory] = (
    PageFactory(id="coverage", icon="page-coverage", make=_coverage),
    PageFactory(id="entries", icon="page-entries", make=_entries),
    PageFactory(id="problems", icon="page-problems", make=_problems),
    PageFactory(id="journal", icon="page-journal", make=_journal),
)
"""Tabs, in their order; a page's module is loaded when a workspace is opened."""

COMMANDS: Sequence[CommandSource] = (
    workspace_commands, build_commands, clean_commands, quick_look_commands, help_commands,
    source_build_commands, view_commands, preferences_commands)
"""Sources of commands; within a menu, commands stand in the order of these lists."""

DIALOG_PAGES: dict[str, str] = {
    name: name
    for name in ("build", "cache-folder", "clean", "prune", "clear", "what-if")}
"""What `--page` may name that is a dialog: its name -> the id of the command that opens it."""
