"""Every verb has a page of contents: a module whose docstring names each step and where it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from larder.core.cli.__main__ import VERBS
from tests.support.fixtures import REPOSITORY

CORE = REPOSITORY / "core"
PAGES = {
    "survey": ("survey/survey.py", "survey"),
    "clean": ("clean/clean.py", "apply_clean"),
    "undo": ("writes/undo.py", "undo_clean"),
    "build": ("build/build.py", "build_planned"),
    "convert": ("build/convert.py", "switch_layout"),
    "relocate": ("index_edits/relocate.py", "apply_relocation"),
    "export": ("bundle/export.py", "apply_export"),
    "map": ("picture_map/picture_map.py", "draw_map"),
    "import": ("bundle/import_bundle.py", "apply_import"),
}
"""The page of each verb, and the function that carries it out."""
MODULE_OR_NAME = re.compile(r"`([a-z_]+(?:\.\w+)*)`")


def names_in(module: Path) -> set[str]:
    """Classes and functions of a module."""
    return {node.name for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
            if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def is_there(spelled: str, page: Path) -> bool:
    """Return whether a dotted name is a module or in one, seen from the page's room or core."""
    *inside, name = spelled.split(".")
    if not inside and name in names_in(page):
        return True
    for room in (page.parent, CORE):
        place = room.joinpath(*inside)
        if (place / f"{name}.py").is_file() or (place / name / "__init__.py").is_file():
            return True
        module = place.with_suffix(".py")
        if inside and module.is_file() and name in names_in(module):
            return True
    return False


@pytest.mark.parametrize("verb", PAGES)
def test_a_verbs_page_lists_its_steps_by_modules_that_are_there(verb: str) -> None:
    assert verb in VERBS
    page, main = CORE / PAGES[verb][0], PAGES[verb][1]
    text = ast.get_docstring(ast.parse(page.read_text(encoding="utf-8"))) or ""
    assert f"`larder {verb}" in text.splitlines()[0]
    assert main in names_in(page)
    steps = re.findall(r"^(\d+)\. ", text, re.MULTILINE)
    assert len(steps) >= 3
    assert steps == [str(number) for number in range(1, len(steps) + 1)]
    unknown = [name for name in MODULE_OR_NAME.findall(text) if not is_there(name, page)]
    assert unknown == []
