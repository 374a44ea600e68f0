"""Exit codes of verbs: the same for a plan and its apply, and 2 for wrong usage only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace
from tests.support.training import cached

Larder = Callable[..., Any]
LAYOUTS = ("released", "cache.json")
FORMS = ((), ("--json",), ("--apply",), ("--apply", "--json"))
"""How a verb that plans and applies is asked; each leaves with the same."""


@pytest.fixture
def complete(tmp_path: Path, request: pytest.FixtureRequest) -> BuildWorkspace:
    """A picture and its caption, cached in the layout that a test names."""
    return cached(tmp_path / "home", layout=getattr(request, "param", "cache.json"), pictures=1)


def test_an_export_of_a_cache_that_lacks_a_file_leaves_with_1(
        complete: BuildWorkspace, larder: Larder, tmp_path: Path) -> None:
    next(complete.store("text").glob("*_1.pt")).unlink()
    for form in FORMS:
        assert larder("export", complete.config_path, tmp_path / "to", *form).code == 1, form


def test_an_export_to_where_something_lies_leaves_with_2(
        complete: BuildWorkspace, larder: Larder) -> None:
    for form in FORMS:
        assert larder("export", complete.config_path, complete.root, *form).code == 2, form


def test_an_import_of_what_is_not_whole_leaves_with_1(
        complete: BuildWorkspace, larder: Larder, tmp_path: Path) -> None:
    assert larder("export", complete.config_path, tmp_path / "bundle", "--apply").code == 0
    next((tmp_path / "bundle" / "text").glob("*.pt")).write_bytes(b"short")
    assert larder("verify", tmp_path / "bundle").code == 1
    for form in (*FORMS, ("--csv",)):
        assert larder("import", tmp_path / "bundle", tmp_path / "to", *form).code == 1, form


@pytest.mark.swept(12)
@pytest.mark.parametrize("complete", LAYOUTS, indirect=True)
@pytest.mark.parametrize("verb", [
    ("survey", "{w}"), ("check", "{w}"), ("plan", "clean", "{w}"), ("plan", "build", "{w}"),
    ("clean", "{w}", "--apply"), ("build", "{w}", "--apply"), ("undo", "{w}"),
    ("undo", "{w}", "--json"), ("quarantine", "{w}", "list"), ("quarantine", "{w}", "empty"),
    ("dups", "{w}"), ("stats", "{w}"), ("touch", "{w}", "--apply"), ("readopt", "{w}", "--apply"),
    ("prune", "{w}", "--budget", "1GB", "--apply"), ("export", "{w}", "{new}", "--apply"),
], ids=" ".join)
def test_a_verb_that_finds_nothing_to_do_leaves_with_0(
        complete: BuildWorkspace, larder: Larder, tmp_path: Path, verb: tuple[str, ...]) -> None:
    places = {"w": complete.config_path, "new": tmp_path / "new"}
    ran = larder(*(part.format(**places) for part in verb))
    assert (ran.code, ran.err) == (0, "")


def test_an_undo_without_a_clean_says_so_where_an_answer_belongs(
        complete: BuildWorkspace, larder: Larder) -> None:
    assert larder("undo", complete.config_path).out.startswith("There is no clean to undo.")
    report = larder("undo", complete.config_path, "--json").document
    assert report["restored"] == {"files": 0, "bytes": 0}
    assert report["problems"][0].startswith("There is no clean to undo.")


@pytest.mark.parametrize("verb", [
    ("undo", "{w}", "no-such-clean"), ("quarantine", "{w}", "empty", "no-such-clean"),
    ("survey", "{new}"), ("apply", "{new}"), ("export", "{new}", "{w}"),
    ("export", "{w}"), ("build", "{w}", "--limit", "-1"),
    ("verify", "{new}"), ("import", "{new}", "{w}"), ("import", "{new}", "{new}", "--apply"),
], ids=" ".join)
def test_what_is_not_there_or_not_understood_leaves_with_2(
        complete: BuildWorkspace, larder: Larder, tmp_path: Path, verb: tuple[str, ...]) -> None:
    places = {"w": complete.config_path, "new": tmp_path / "new"}
    ran = larder(*(part.format(**places) for part in verb))
    assert (ran.code, ran.out) == (2, "")
