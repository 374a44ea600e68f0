"""Prints the figures by which the structure of the sources is judged.

    python -m tests.support.house_figures            counted in the sources
    python -m tests.support.house_figures --walks    functions that a survey and a plan enter, too

Nothing fails by a figure: a change is judged by those of before beside those of after.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.fixtures import REPOSITORY

ROOMS = ("core", "app")
FORMAT_ENUMS = frozenset({"StoreFormat", "StoreKind", "Layout"})
RECORD_BASES = frozenset({"Struct", "msgspec.Struct", "NamedTuple", "TypedDict"})
SHORT_DOCSTRING = 4
"""Words below which a docstring hardly says more than the name."""
WALKS = ("survey", "plan build")
"""Commands whose functions are counted, on the sample workspace."""
SAMPLE_CONFIG = "training_presets/config.json"
TRACER = """
import inspect, sys, threading
import larder.core
entered, root = set(), larder.core.__path__[0]  # without the libraries beside it
def see(frame, event, _):
    if event == "call":
        code = frame.f_code
        is_function = code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<")
        if code.co_filename.startswith(root) and is_function:  # and no body of a class
            entered.add((code.co_filename, code.co_firstlineno))
from larder.core.cli.__main__ import main
threading.setprofile(see)
sys.setprofile(see)
sys.argv = ["larder", *sys.argv[1:]]
try:
    main()
except SystemExit as ended:
    if ended.code not in (None, 0):
        raise
sys.setprofile(None)
print("entered", len(entered), len({file for file, _ in entered}), file=sys.stderr)
"""


@dataclass
class Counts:
    """Counts over the files of `core` and `app`.

    Fields:
        classes: how often each class name is defined.
        records: classes that only store values: dataclasses, Structs, named tuples, typed dicts.
        comparisons: comparisons with a format, a kind or a layout, and `match` cases on one.
        traits: queries of a trait of a format.
        short: docstrings of fewer than `SHORT_DOCSTRING` words.
        riddles: docstrings that begin with "What" or "Whether".
        participles: functions whose first word ends in "ed" and is no adjective of a question.
    """

    files: int = 0
    lines: int = 0
    classes: Counter[str] = field(default_factory=Counter)
    records: int = 0
    functions: int = 0
    comparisons: int = 0
    traits: int = 0
    docstrings: int = 0
    short: int = 0
    riddles: int = 0
    participles: int = 0


def count(paths: Iterable[Path]) -> Counts:
    """Count what the files hold."""
    counts = Counts()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        counts.files += 1
        counts.lines += text.count("\n")
        tree = ast.parse(text)
        for said in docstrings(tree):
            counts.docstrings += 1
            counts.short += is_short(said)
            counts.riddles += is_a_riddle(said)
        for node in ast.walk(tree):
            _count_node(node, counts)
    return counts


def docstrings(tree: ast.AST) -> Iterator[str]:
    """Docstrings of a module and of all classes and functions in it."""
    if isinstance(tree, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        said = ast.get_docstring(tree)
        if said is not None:
            yield said
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.stmt):
            yield from docstrings(child)


def is_short(docstring: str) -> bool:
    """Return whether a docstring hardly says more than a name does."""
    return len(docstring.split()) < SHORT_DOCSTRING


def is_a_riddle(docstring: str) -> bool:
    """Return whether a docstring begins with a question in place of its subject."""
    return docstring.startswith(("What ", "Whether "))


def _count_node(node: ast.AST, counts: Counts) -> None:
    if isinstance(node, ast.ClassDef):
        counts.classes[node.name] += 1
        counts.records += _is_record(node)
    if isinstance(node, ast.FunctionDef):
        counts.functions += 1
        words = node.name.strip("_").split("_")
        counts.participles += words[0].endswith("ed") and words[0] not in {"need", "seed", "feed"}
    counts.comparisons += _asks_for_a_format(node)
    counts.traits += (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute)
                      and node.value.attr == "traits")


def _is_record(node: ast.ClassDef) -> bool:
    """Return whether a class is a dataclass, a Struct, a named tuple or a typed dict."""
    return any(ast.unparse(base).split("[")[0] in RECORD_BASES for base in node.bases) or any(
        "dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)


def _asks_for_a_format(node: ast.AST) -> bool:
    if isinstance(node, ast.Compare):
        return any(_names_a_format(part) for part in (node.left, *node.comparators))
    return isinstance(node, ast.MatchValue) and _names_a_format(node.value)


def _names_a_format(node: ast.AST) -> bool:
    """Return whether an expression is a member of a format's enum, or a set of such members."""
    if isinstance(node, ast.Tuple | ast.Set):
        return any(_names_a_format(part) for part in node.elts)
    return (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            and node.value.id in FORMAT_ENUMS)


def walks(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Command, functions entered and their files, for each of `WALKS` on a new sample."""
    sample = folder / "sample"
    larder = [sys.executable, "-m", "larder.core.cli"]
    subprocess.run([*larder, "demo", str(sample)], check=True, capture_output=True)
    for command in WALKS:
        ran = subprocess.run(
            [sys.executable, "-c", TRACER, *command.split(), str(sample / SAMPLE_CONFIG)],
            check=False, capture_output=True, text=True)
        said = [line.split() for line in ran.stderr.splitlines() if line.startswith("entered ")]
        if not said:
            raise RuntimeError(f"{command} said nothing of what it entered: {ran.stderr[-400:]}")
        yield command, said[-1][1], said[-1][2]


def main() -> None:
    """Print the counts as a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", action="store_true")
    chosen = parser.parse_args()
    counts = count(path for room in ROOMS for path in (REPOSITORY / room).rglob("*.py"))
    rows: list[tuple[str, object]] = [
        ("files", counts.files), ("lines", counts.lines),
        ("classes", sum(counts.classes.values())),
        ("class names used twice", sum(1 for times in counts.classes.values() if times > 1)),
        ("record types", counts.records),
        ("record types per 1,000 lines", f"{1000 * counts.records / counts.lines:.2f}"),
        ("functions", counts.functions),
        ("functions named by a participle", counts.participles),
        ("comparisons with a format, a kind or a layout", counts.comparisons),
        ("questions of a format's traits", counts.traits),
        ("docstrings under four words", counts.short),
        ('docstrings beginning "What" or "Whether"', counts.riddles)]
    if chosen.walks:
        with tempfile.TemporaryDirectory() as folder:
            rows += [(f"functions entered by `{command}`, and their files",
                      f"{entered} in {files}") for command, entered, files in walks(Path(folder))]
    for name, figure in rows:
        print(f"{name:<50}{figure:>16}")


if __name__ == "__main__":
    main()
