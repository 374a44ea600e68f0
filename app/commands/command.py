"""What a command is."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass


class Menu(enum.Enum):
    """Menus of the menu bar, in their order."""

    FILE = "file"
    VIEW = "view"
    CACHE = "cache"
    TOOLS = "tools"
    HELP = "help"


class Context(enum.Enum):
    """Things that have a context menu."""

    TREE = "tree"
    COVERAGE = "coverage"
    ENTRY = "entry"
    PROBLEM = "problem"


def always() -> bool:
    """For commands that are never disabled."""
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """One thing the user can do.

    Attributes:
        id: what other parts of the window call it, "rescan".
        text: menu text, translated, with its mnemonic; "…" at the end if it asks something first.
        menu: where it stands in the menu bar.
        run: what it does.
        icon: name of an icon file without its ending, "" for none.
        shortcut: portable key sequence, "" for none.
        tip: one sentence for tooltips and the status bar.
        enabled_when: asked whenever something changed, so it looks at nothing of a million rows.
        checked_when: for switches, asked whenever something changed; None for the others.
        contexts: context menus that offer it.
        toolbar: whether the toolbar shows it.
        starts_group: whether a separator stands before it in its menu.
    """

    id: str
    text: str
    menu: Menu
    run: Callable[[], object]
    icon: str = ""
    shortcut: str = ""
    tip: str = ""
    enabled_when: Callable[[], bool] = always
    checked_when: Callable[[], bool] | None = None
    contexts: frozenset[Context] = frozenset()
    toolbar: bool = False
    starts_group: bool = False
