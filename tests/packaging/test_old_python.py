"""The start-up script has to be understood by a Python that cannot run the program."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.support.fixtures import REPOSITORY

SOURCES = [
    REPOSITORY / "packaging" / "start.py",
    *sorted((REPOSITORY / "packaging" / "starting").glob("*.py")),
]

NEWER_THAN_3_8 = {
    "removeprefix", "removesuffix", "is_relative_to", "with_stem", "readlink", "hardlink_to",
    "pairwise", "bisect_key", "zoneinfo", "tomllib", "graphlib", "match_args", "slots", "kw_only",
    "unlink_missing_ok", "cache", "randbytes", "to_thread", "ExceptionGroup", "StrEnum",
}
"""Names that Python 3.9 to 3.13 added to modules and types which the script uses or might."""


def trees() -> list[tuple[Path, ast.Module]]:
    return [
        (path, ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 8)))
        for path in SOURCES
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_parses_on_python_3_8(path: Path) -> None:
    assert ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 8)).body


def test_imports_only_the_standard_library() -> None:
    for path, tree in trees():
        for node in ast.walk(tree):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            for module in modules:
                top = module.partition(".")[0]
                assert top == "starting" or top in sys.stdlib_module_names, (path, module)


def test_annotations_are_never_evaluated() -> None:
    for path, tree in trees():
        annotated = any(
            isinstance(node, ast.FunctionDef | ast.AnnAssign) for node in ast.walk(tree)
        )
        imported = {
            alias.name for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module == "__future__"
            for alias in node.names
        }
        assert not annotated or "annotations" in imported, path


def test_uses_nothing_that_came_after_python_3_8() -> None:
    for path, tree in trees():
        used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        used |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg}
        assert used.isdisjoint(NEWER_THAN_3_8), path
