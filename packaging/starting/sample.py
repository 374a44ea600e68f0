"""The first command's second half: a sample workspace, its survey, the window on it."""

from __future__ import annotations

from pathlib import Path
from typing import List

from starting.environment import Environment
from starting.machine import Machine, Stopped
from starting.qt_libraries import has_display

ASK_FOR_FOLDER = (
    "import platformdirs; print(platformdirs.user_data_path('larder', appauthor=False))"
)


def open_sample(machine: Machine, environment: Environment) -> int:
    """Make the sample workspace if there is none, survey it, show it.

    Returns:
        The window's exit code; 0 when a picture was drawn instead.

    Raises:
        Stopped: if the sample could not be made, surveyed or drawn.
    """
    home = _user_folder(machine, environment)
    sample = make_sample(machine, environment, home / "sample")
    surveyed = machine.run([environment.program("larder"), "survey", str(sample)])
    if surveyed.code:
        raise Stopped(f"`larder survey {sample}` failed; see above.")
    window = [environment.program("larder-gui"), "--workspace", str(sample)]
    if has_display(machine):
        machine.say("Opening the window; this command ends when you close it.")
        return machine.run(window).code
    return _save_picture(machine, window, home / "window.png")


def make_sample(machine: Machine, environment: Environment, folder: Path) -> Path:
    """The sample workspace, made now if it is not there yet.

    `larder demo` keeps a sample that is whole and makes one anew that was interrupted.

    Raises:
        Stopped: if it could not be made.
    """
    is_new = not folder.exists()
    if is_new:
        machine.say(f"Making a sample workspace in {folder}.")
    made = machine.run([environment.program("larder"), "demo", str(folder)], capture=not is_new)
    if made.code:
        raise Stopped(f"{made.output}`larder demo {folder}` failed; see above.")
    return folder


def _user_folder(machine: Machine, environment: Environment) -> Path:
    """Where the program keeps what belongs to this user."""
    asked = machine.run([environment.python, "-c", ASK_FOR_FOLDER], capture=True)
    if asked.code:
        raise Stopped(f"The environment does not work, delete {environment.folder} and try again.")
    return Path(asked.output.strip())


def _save_picture(machine: Machine, window: List[str], picture: Path) -> int:
    offscreen = {"QT_QPA_PLATFORM": "offscreen"}
    drawn = machine.run(
        [*window, "--page", "coverage", "--screenshot", str(picture)], variables=offscreen
    )
    if drawn.code:
        raise Stopped("There is no display here, and no picture could be drawn; see above.")
    machine.say(f"There is no display here. A picture of the window: {picture}")
    return 0
