"""No name reaches the terminal as anything but visible characters in one line."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.cli import __main__ as command
from larder.core.terminal_text import PlainOutput, one_line
from tests.support.building import BuildWorkspace, build

ODD = "\x1b]0;owned\x07\x1b[2Kcat\rdone\b\u202egnp\u2066\x9b31m\u2028\u0085end"
LINE = "good\n0 problems"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there names may hold these")

VERBS = (
    ("survey", "{w}", "--all"), ("survey", "{w}", "--depth", "payload", "--all"),
    ("survey", "{w}", "--all", "--csv"), ("plan", "build", "{w}"), ("plan", "clean", "{w}"),
    ("clean", "{w}"), ("build", "{w}"), ("touch", "{w}"), ("readopt", "{w}"),
    ("relocate", "{w}"), ("relocate", "{w}", "data/" + ODD, "data/x"), ("dups", "{w}", "--all"),
    ("diff", "{w}", "--with", "{w}"), ("stats", "{w}"), ("usage", "{w}"), ("clear", "{w}"),
    ("quarantine", "{w}", "list"), ("undo", "{w}"), ("assume", "{w}"),
    ("export", "{w}", "{root}/out"), ("verify", "{root}/" + ODD), ("inspect", "{root}/" + ODD),
    ("survey", "{root}/" + ODD), ("survey", "{w}", "--" + ODD), (ODD,), ("plan", ODD),
    ("inspect", "{npz}"), ("clean", "{w}", "--apply"), ("undo", "{w}"),
)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> BuildWorkspace:
    """Folders, files and concepts of odd names; some were renamed, deleted or edited since."""
    made = BuildWorkspace(tmp_path_factory.mktemp("odd"))
    folder = made.add_concept(f"{ODD}{LINE}")
    for number in range(6):
        made.add_picture(f"{folder}/{number % 3}{ODD}{LINE}{number}.png", caption=f"cat {number}")
    build(made)
    found = sorted((made.root / folder).glob("*.png"))
    found[0].unlink()
    found[1].rename(found[1].with_name(f"moved{ODD}{LINE}.png"))
    made.age(found[2].with_suffix(".txt"), by_ns=9)
    found[3].with_suffix(".txt").write_text("another")
    shutil.copy(found[4], found[4].with_name(f"copy{ODD}{LINE}.png"))
    (made.root / folder / f"none{ODD}{LINE}.png").write_bytes(b"no picture")
    np.savez(made.root / "odd.npz", **{f"latents{ODD}{LINE}": np.zeros(3)})
    return made


def filled(workspace: BuildWorkspace, words: tuple[str, ...]) -> list[str]:
    """Words of a command with the places that they mean."""
    places = {"w": workspace.config_path, "root": workspace.root, "npz": workspace.root / "odd.npz"}
    return [word.format(**places) if "{" in word else word for word in words]


def run(workspace: BuildWorkspace, words: tuple[str, ...], patch: pytest.MonkeyPatch) -> str:
    """Run a verb and return its output on both streams."""
    raw = io.BytesIO()
    out = PlainOutput(raw, encoding="utf-8", errors="backslashreplace", write_through=True)
    with patch.context() as patched:
        patched.setattr(sys, "argv", ["larder", *filled(workspace, words)])
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", out)
        command._run()
    return raw.getvalue().decode("utf-8")


def unseen(text: str) -> set[str]:
    """Characters that a terminal does not show."""
    return {character for character in text
            if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")} - {"\n"}


@pytest.mark.swept(10)
@pytest.mark.parametrize("words", VERBS, ids=lambda words: ascii(words[0])[:12])
def test_a_verb_says_odd_names_escaped_and_in_one_line(
    workspace: BuildWorkspace, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = run(workspace, words, monkeypatch)
    assert "Traceback" not in said
    if "--csv" in words:
        return  # data for other programs, quoted as CSV is
    assert unseen(said) == set()
    assert not [line for line in said.splitlines() if line.startswith("0 problems")]


def test_names_are_said_and_json_stays_json_with_every_name_in_it(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert one_line(ODD) in run(workspace, ("survey", "{w}", "--all"), monkeypatch)
    said = run(workspace, ("survey", "{w}", "--all", "--json"), monkeypatch)
    assert any(ODD in concept["name"] for concept in json.loads(said)["concepts"])
    assert unseen(said) == set()


def test_the_command_prints_through_it(workspace: BuildWorkspace) -> None:
    for words, stream in (
            (("survey", "{w}", "--all"), "stdout"), (("survey", f"{{root}}/{ODD}"), "stderr")):
        ran = subprocess.run(
            [sys.executable, "-m", "larder.core.cli", *filled(workspace, words)],
            capture_output=True, check=False, timeout=120,
            env={**os.environ, "PYTHONUTF8": "1"})
        said = getattr(ran, stream).decode()
        assert one_line(ODD) in said
        assert unseen(said) == set()


def written(*texts: str) -> str:
    """Return what a stream receives when the texts are printed to it."""
    raw = io.BytesIO()
    stream = PlainOutput(raw, encoding="utf-8", errors="backslashreplace")
    for text in texts:
        print(text, file=stream)
    stream.flush()
    return raw.getvalue().decode("utf-8")


@given(st.text())
def test_whatever_is_printed_is_one_line_of_visible_characters(text: str) -> None:
    assert not unseen(one_line(text)) & set("\r\n\x1b\x07\x08\u202e\u2028\x9b")
    if not text.endswith("\n"):
        assert written(text).count("\n") == 1


def test_visible_text_is_printed_as_it_is() -> None:
    assert written("Zoë · 猫 · e\u0301", "b") == "Zoë · 猫 · e\u0301\nb\n"
    assert written(f"a{ODD}") == (
        "a\\x1b]0;owned\\x07\\x1b[2Kcat\\rdone\\x08\\u202egnp\\u2066\\x9b31m\\u2028\\x85end\n")
