"""The `larder` command that does what the window shows."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable, Sequence

from larder.app.presentation.shown_names import ShownNames
from larder.core.requests.options import WorkspaceOptions

CommandText = Callable[[ShownNames], str]
"""A command as it is shown; with `AS_IT_RUNS` as it runs."""
AS_IT_RUNS = ShownNames()


def survey_command(options: WorkspaceOptions, depth: str) -> str:
    """The survey of a workspace, quoted for this system's shell."""
    words = ["larder", "survey", *workspace_words(options, AS_IT_RUNS)]
    if depth != "stat":
        words += ["--depth", depth]
    return format_command_line(words)


def workspace_words(options: WorkspaceOptions, names: ShownNames) -> list[str]:
    """The words that name a workspace and how its paths are read."""
    words = [names.path(options.workspace)]
    for flag, value, shown in (("--root", options.root, names.folder),
                               ("--config", options.config, names.path),
                               ("--concepts", options.concepts, names.path)):
        if value is not None:
            words += [flag, shown(value)]
    for old, new in options.maps:
        words += ["--map", f"{names.folder(old)}={names.folder(new)}"]
    return words


def format_flags(flag: str, *values: str | int | None) -> list[str]:
    """A flag before each value; nothing for one that is None or ""."""
    return [word for value in values if value not in (None, "") for word in (flag, str(value))]


def format_command_line(words: Sequence[str]) -> str:
    """Words as one line, quoted where they must be."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
