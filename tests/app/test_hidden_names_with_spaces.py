"""Of a name that is hidden nothing is left, neither before a space in it nor after one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from larder.app.presentation.shown_names import ShownNames
from larder.app.view_state import ChosenKind, CurrentRow
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import shown_window, wait_until_settled
from tests.app.in_process_worker import InProcessWorker
from tests.support.fixtures import CONFIG, SAMPLE, copy_workspace
from tests.support.widget_texts import telling_texts

WORDS = ("quagga", "zebra", "okapi")


@pytest.fixture
def sample(known_workspace: Callable[[str], Path], tmp_path: Path) -> Path:
    """The sample in a folder of three words, with a few pictures of such names."""
    sample = copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / "quagga zebra okapi")
    for at, picture in enumerate(sorted((sample / "data").rglob("*.jpg"))[:6]):
        for file in picture.parent.glob(f"{picture.stem}*"):
            file.rename(file.with_name(f"quagga zebra {at} okapi{file.suffix}"))
    (sample / "data" / "landscapes" / "the quagga, zebra and okapi.png").write_bytes(b"no picture")
    (sample / "data" / "landscapes" / "quagga. zebra: okapi.txt").write_bytes(b"\xff\xfe\xfd")
    return sample


@pytest.mark.exhaustive
def test_no_page_or_dialog_says_any_word_of_a_name(
    dressed: QApplication, qtbot: QtBot, sample: Path,
) -> None:
    with shown_window(dressed, InProcessWorker) as opened:
        opened.services.look.hide_names(True)
        opened.services.session.open(WorkspaceOptions(workspace=str(sample / CONFIG)))
        wait_until_settled(qtbot, opened)
        opened.services.session.survey("payload")
        for page in opened.window.pages:
            opened.window.show_page(page)
            wait_until_settled(qtbot, opened)
        assert telling_texts(opened.window, WORDS) == set()
        snapshot = opened.services.session.snapshot
        assert snapshot is not None
        entries = snapshot.entries
        named = [row for row in range(len(entries)) if "quagga" in entries.name[row]]
        assert named
        for row in named[:4]:
            opened.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=row))
            wait_until_settled(qtbot, opened)
            assert telling_texts(opened.window.inspector, WORDS) == set()
        for command in ("build", "clean", "what-if", "training", "match"):
            opened.services.commands.run(command)
            wait_until_settled(qtbot, opened)
            for dialog in [widget for widget in QApplication.topLevelWidgets()
                           if isinstance(widget, QDialog) and widget.isVisible()]:
                assert telling_texts(dialog, WORDS) == set(), command
                dialog.reject()


@pytest.mark.parametrize("sentence", [
    "/home/quagga zebra/okapi photos/1.jpg is empty.",
    "The plan /home/quagga/zebra okapi.json cannot be read: No such file or directory.",
    "C:\\quagga zebra\\okapi cannot be listed: Permission denied.",
    "[Errno 13] Permission denied: '/home/quagga zebra/okapi 1.jpg'",
    "“quagga zebra okapi.jpg” changed.",
    "data/quagga, zebra/okapi. 1.jpg is not a picture.",
    "Nobody knows this sentence about /home/quagga zebra/okapi/1 zebra.png, or does one?",
    "Nobody knows that /home/a/quagga zebra okapi is full.",
    "No sentence of ours: C:\\Users\\quagga zebra: refused",
    "Something happened in /data/my quagga zebra",
    "Traceback:\n  File \"/home/quagga zebra/okapi.py\", line 3, in read",
])
def test_a_sentence_hides_names_whole(sentence: str) -> None:
    shown = ShownNames(hidden=True).sentence(sentence)
    assert not any(word in shown for word in WORDS), shown
    assert "-" in shown


@pytest.mark.parametrize(("sentence", "left"), [
    ("Nobody knows that /home/a/quagga zebra is full.", " is full."),
    ("larder clean /home/quagga --apply", " --apply"),
    ("Read /home/quagga/a.jpg. Then go on.", ". Then go on."),
    ("/home/quagga zebra/okapi.jpg changed.", " changed."),
])
def test_a_sentence_goes_on_after_a_name(sentence: str, left: str) -> None:
    assert ShownNames(hidden=True).sentence(sentence).endswith(left)


def test_what_follows_the_last_full_stop_of_a_name_is_no_ending() -> None:
    names = ShownNames(hidden=True)
    for name in ("1. quagga zebra", "a.quagga", "holiday.quagga okapi", "x.jpg zebra"):
        assert not any(word in names.file(name) for word in WORDS), name
        assert not any(word in names.path(f"data/{name}") for word in WORDS), name
    assert names.file("quagga zebra.jpg").endswith(".jpg")
