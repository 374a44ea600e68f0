"""A first build in a terminal asks which layout it is to make."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace, build

pty = pytest.importorskip("pty")

END = "(end)"
QUESTION = "Nothing is cached yet. Which OneTrainer should read the caches?"


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """A picture with its caption, nothing cached."""
    made = BuildWorkspace(tmp_path)
    made.add_concept()
    made.add_picture("data/cats/0.png", caption="a cat")
    return made


@pytest.fixture
def in_terminal(
    larder: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Runs `larder` with a terminal for stdin and stderr; exit code, stdout and what it shows."""
    def run(*words: object, typed: str) -> tuple[int, str, str]:
        ours, theirs = pty.openpty()
        os.write(ours, typed.encode("ascii"))
        with open(theirs, encoding="utf-8", closefd=False) as keys, \
                open(theirs, "w", encoding="utf-8") as screen, monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", keys)
            patched.setattr(sys, "stderr", screen)
            ran = larder(*words)
            screen.write(END)
            screen.flush()
            shown = ""
            while not shown.endswith(END):  # a terminal hands on what it was given bit by bit
                shown += os.read(ours, 100_000).decode()
        os.close(ours)
        return ran.code, ran.out, shown.removesuffix(END)

    return run


@pytest.mark.parametrize(("typed", "kind"), [
    ("1\n", "slots"), ("cache.json\n", "index"), ("what?\n2\n", "index")])
def test_a_first_build_asks_once_with_a_sentence_for_each(
    cats: BuildWorkspace, in_terminal: Callable[..., Any], typed: str, kind: str
) -> None:
    verb = ("build", cats.config_path, "--apply", "--even-if-busy")
    code, out, err = in_terminal(*verb, typed=typed)

    assert code == 0, err
    assert err.count(QUESTION) == 1
    assert "1  released: numbered folders, which every release of OneTrainer reads." in err
    assert "2  cache.json: an index, which only OneTrainer's pull request 1411 reads." in err
    assert err.count("1 or 2: ") == typed.count("\n")
    assert "Nothing is cached" not in out
    assert (cats.store() / "cache.json").is_file() == (kind == "index")
    assert QUESTION not in in_terminal(*verb, typed="")[2]


def test_a_terminal_that_ends_is_told_the_option(
    cats: BuildWorkspace, in_terminal: Callable[..., Any]
) -> None:
    code, out, err = in_terminal("plan", "build", cats.config_path, typed="\x04")

    assert (code, out) == (2, "")
    assert "No layout was chosen. Add --layout released or --layout cache.json." in err
    assert not cats.store().parent.exists()


def test_nobody_is_asked_who_said_it_or_wants_json_or_has_a_cache(
    cats: BuildWorkspace, in_terminal: Callable[..., Any]
) -> None:
    verb = ("plan", "build", cats.config_path)
    for words in (("--layout", "released"), ("--json",)):
        code, _, err = in_terminal(*verb, *words, typed="")
        assert (code, QUESTION in err) == (0, False)
    build(cats, even_if_busy=True)
    code, _, err = in_terminal(*verb, typed="")
    assert (code, QUESTION in err) == (0, False)


def test_without_a_terminal_it_is_told_what_is_made(
    cats: BuildWorkspace, larder: Callable[..., Any]
) -> None:
    ran = larder("plan", "build", cats.config_path)

    assert ran.code == 0
    assert "Nothing is cached yet, so this makes cache.json" in ran.out
    assert QUESTION not in ran.err
