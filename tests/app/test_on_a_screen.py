"""Whole stories on a screen with a window manager, by mouse and keys that the display makes up.

Needs Xvfb, openbox and xdotool, all of them in Debian. No story hopes for a pace: before the hand
moves the window says what it shows, and a build that is to be met waits for the hand.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.cleaning import CONFIG
from tests.support.indexed_cache import tree_state

REPOSITORY = Path(__file__).parents[2]
TOOLS = ("Xvfb", "openbox", "xdotool")
MISSING = [tool for tool in TOOLS if shutil.which(tool) is None]
PATIENCE_S = 60.0
STEP_S, LOOKS = 0.05, 4
"""Between two looks at something that is waited for, and how many have to find it at one place."""
PICTURES, HELD_AFTER = 28, 1
"""Of a build, and how many batches of four are encoded before it waits; those that were prepared by
then are encoded when it is stopped."""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the screen is an X server on Linux"),
    pytest.mark.skipif(bool(MISSING), reason=f"not installed here: {', '.join(MISSING)}")]


def wait_for(what: Callable[[], Any], told: Callable[[], str] = lambda: "") -> Any:
    """Wait until something holds, and return it."""
    until = time.monotonic() + PATIENCE_S
    while True:
        found = what()
        if found:
            return found
        if time.monotonic() > until:
            pytest.fail(f"nothing came of it{told()}")
        time.sleep(STEP_S)


class Screen:
    """A display with a window manager, and hands on its mouse and keyboard."""

    def __init__(self, display: str) -> None:
        self.environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}

    def do(self, *words: str) -> str:
        return subprocess.run(["xdotool", *words], env=self.environment, capture_output=True,
                              text=True, check=True, timeout=PATIENCE_S).stdout

    def press(self, keys: str) -> None:
        self.do("key", "--clearmodifiers", keys)

    def write(self, text: str) -> None:
        self.press("ctrl+a")
        self.do("type", "--delay", "5", text)

    def click(self, at: tuple[int, int]) -> None:
        self.do("mousemove", str(at[0]), str(at[1]), "click", "1")


@pytest.fixture
def screen() -> Iterator[Screen]:
    """Yield a display of the size of a small laptop's screen."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as said:
        display = f":{said.readline().strip()}"
    screen = Screen(display)
    manager = subprocess.Popen(["openbox"], env=screen.environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        yield screen
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(PATIENCE_S)


class Program:
    """A window of the program on a screen."""

    def __init__(self, screen: Screen, home: Path, *words: str, held_after: int) -> None:
        self.screen = screen
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.probed_window", str(held_after), *words],
            cwd=REPOSITORY,
            env={**screen.environment, "LARDER_CONFIG_HOME": str(home / "config"),
                 "LARDER_CACHE_HOME": str(home / "cache"), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        assert self.process.stdout is not None
        self._answers = selectors.DefaultSelector()
        self._answers.register(self.process.stdout, selectors.EVENT_READ)
        self.wait("window.isActiveWindow()")

    def ask(self, question: str) -> Any:
        """Return the window's answer to a question, None for a part that does not exist yet."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{question}\n")
        if not self._answers.select(PATIENCE_S):
            pytest.fail(f"the window does not answer: {question}")
        return json.loads(self.process.stdout.readline()).get("answer")

    def wait(self, question: str) -> Any:
        return wait_for(lambda: self.ask(question), lambda: self._shown(question))

    def _shown(self, question: str) -> str:
        """Return what was awaited and what the window shows instead, for a failure message."""
        notice = self.ask("services.notices.shown and services.notices.shown.text")
        return f": {question}; {self.ask('str(dialog())')}, {notice!r}"

    def click(self, widget: str) -> None:
        """Click the middle of a widget of the window in front, once it is where it stays.

        A window manager puts a dialog elsewhere after it was shown, and what is read moves what
        stands below it: a hand that was quicker than that would hit the button beside it.
        """
        places: list[Any] = []

        def place_that_stays() -> Any:
            places.append(self.ask(f"{widget}.window().isActiveWindow() and place({widget})"))
            return places[-1] if places[-LOOKS:] == [places[-1]] * LOOKS else None

        self.screen.click(tuple(wait_for(place_that_stays, lambda: self._shown(widget))))

    def dialog(self, keys: str, class_name: str) -> None:
        """Open a dialog by its keys."""
        self.wait("window.isActiveWindow() and window.is_settled")
        self.screen.press(keys)
        self.wait(f"type(dialog()).__name__ == {class_name!r} and dialog().isActiveWindow()")

    def write(self, text: str, tries: int = 3) -> None:
        """Type where the keyboard is; again, as a hand would, where a busy screen lost a key."""
        wanted = f"dialog().focusWidget().text() == {text!r}"
        for _ in range(tries):
            self.screen.write(text)
            until = time.monotonic() + PATIENCE_S / 10
            while time.monotonic() < until:
                if self.ask(wanted):
                    return
                time.sleep(STEP_S)
        pytest.fail(f"it cannot be typed{self._shown(wanted)}")

    def wait_until_closed(self) -> int:
        return self.process.wait(PATIENCE_S)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE_S)


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Start the program with these words; all of its windows share one home."""
    programs: list[Program] = []

    def start(*words: str, held_after: int = -1) -> Program:
        programs.append(Program(screen, tmp_path / "home", *words, held_after=held_after))
        return programs[-1]

    yield start
    for program in programs:
        if program.process.poll() is None:
            program.kill()


def test_open_survey_clean_and_undo(
    start: Callable[..., Program], screen: Screen,
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sdxl_drifted")
    caches = folder / "workspace-cache" / "run"
    before = tree_state(caches)
    window = start()
    window.dialog("ctrl+o", "QFileDialog")
    window.write(str(folder / CONFIG))
    screen.press("Return")
    window.wait("services.session.snapshot is not None and window.is_settled")
    assert tree_state(caches) == before, "looking writes nothing"
    window.dialog("ctrl+g", "CleanDialog")
    window.wait("dialog().plan is not None and dialog().footer.move_button.isEnabled()")
    # What is matched again is no part of a clean's undo.
    while left := window.ask("len(ticks(dialog().view.readopt))"):
        window.click("ticks(dialog().view.readopt)[0]")
        window.wait(f"len(ticks(dialog().view.readopt)) < {left}")
    window.click("dialog().footer.move_button")
    window.wait("services.notices.shown.text.startswith('Moved')")
    assert tree_state(caches) != before
    window.click("button('Undo')")
    window.wait("services.notices.shown.text.startswith('Restored')")
    window.wait("window.is_settled and not services.session.is_surveying")
    assert tree_state(caches) == before
    screen.press("ctrl+q")
    assert window.wait_until_closed() == 0


@pytest.fixture
def pictures(tmp_path: Path) -> BuildWorkspace:
    """A concept of which nothing is cached."""
    made = BuildWorkspace(tmp_path / "work")
    cats = made.add_concept()
    for number in range(PICTURES):
        made.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    return made


def build_some(window: Program, pictures: BuildWorkspace) -> None:
    """Build by keys and mouse until something is made and the build waits."""
    window.dialog("ctrl+b", "BuildDialog")
    window.wait("dialog().plan is not None and dialog().footer.build.isEnabled()")
    window.click("dialog().footer.build")
    wait_for(lambda: any(pictures.store().rglob("*_1.pt*")))


def resume(window: Program) -> None:
    """Take up what the window offers, and wait until all of it is there."""
    window.wait("'stopped at' in services.notices.shown.text")
    window.click("button('Resume')")
    window.wait("services.notices.shown.text.startswith('Built')")
    window.wait("window.is_settled and not services.session.is_surveying")
    assert window.ask("services.session.snapshot.document.totals.missing") == 0


@pytest.mark.exhaustive
def test_build_quit_and_resume(
    start: Callable[..., Program], screen: Screen, pictures: BuildWorkspace,
) -> None:
    window = start("--workspace", str(pictures.config_path), held_after=HELD_AFTER)
    window.wait("services.session.snapshot is not None and window.is_settled")
    build_some(window, pictures)
    screen.press("ctrl+q")
    window.wait("type(dialog()).__name__ == 'LeaveDialog'")
    screen.press("Escape")
    window.wait("dialog() is None and window.isActiveWindow()")
    screen.press("ctrl+q")
    window.click("button('Stop after this item and quit')")
    assert window.wait_until_closed() == 0
    resume(start())


@pytest.mark.exhaustive
def test_a_build_whose_window_was_killed_is_resumed(
    start: Callable[..., Program], pictures: BuildWorkspace,
) -> None:
    window = start("--workspace", str(pictures.config_path), held_after=HELD_AFTER)
    window.wait("services.session.snapshot is not None and window.is_settled")
    build_some(window, pictures)
    window.kill()
    resume(start("--workspace", str(pictures.config_path)))
