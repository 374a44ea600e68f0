"""Rules a linter cannot see: what imports load, how files are opened, maps, docstrings."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from larder.core.cli.__main__ import PLANS, VERBS
from tests.support.fixtures import REPOSITORY
from tests.support.house_figures import docstrings, is_a_riddle, is_short
from tests.support.late_imports import LATE_IMPORTS

HEAVY = {"torch", "transformers", "diffusers", "soundfile", "soxr", "safetensors"}
WINDOW = {"PySide6", "shiboken6", "pyqtgraph", "larder.app"}


def packages_loaded_by(statement: str) -> set[str]:
    """Modules, and the packages they are of, in a fresh interpreter after `statement`."""
    script = (
        f"{statement}\nimport sys\n"
        "print(*sys.modules, *{name.split('.')[0] for name in sys.modules})")
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split())


@pytest.mark.parametrize(
    "statement", ["import larder.core", "import larder.core.survey.verdicts"])
def test_importing_core_loads_neither_torch_nor_qt(statement: str) -> None:
    assert packages_loaded_by(statement).isdisjoint(HEAVY | WINDOW)


def test_every_room_of_core_imports_without_torch_and_without_qt() -> None:
    statement = (
        "import importlib, pkgutil, larder.core as core\n"
        "for found in pkgutil.walk_packages(core.__path__, 'larder.core.'):\n"
        "    if not found.name.endswith('.__main__'):\n"
        "        importlib.import_module(found.name)"
    )
    assert packages_loaded_by(statement).isdisjoint(HEAVY | WINDOW)


def test_the_wheel_takes_every_folder_of_the_program() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {
        ".".join(["larder", *init.parent.relative_to(REPOSITORY).parts])
        for room in ("core", "app", "resources")
        for init in (REPOSITORY / room).rglob("__init__.py")}
    assert set(project["tool"]["setuptools"]["packages"]) == {"larder", *folders}


def test_help_loads_no_verb_and_not_even_numpy() -> None:
    loaded = packages_loaded_by(
        "import sys; sys.argv = ['larder', '--help']\n"
        "from larder.core.cli.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass")
    assert loaded.isdisjoint({"larder.core.cli.survey_verb", "larder.core.survey", "numpy"})


@pytest.mark.parametrize("name", [*VERBS, *(f"plan {name}" for name in PLANS)])
def test_every_verb_that_is_listed_can_be_asked_for(name: str) -> None:
    verb = (PLANS[name.removeprefix("plan ")] if name.startswith("plan ") else VERBS[name])
    assert verb.load().__doc__
    assert len(verb.summary) <= 60


def test_nobody_is_told_to_install_another_project() -> None:
    """The name `larder` on PyPI belongs to others, and ours is not there."""
    texts = [REPOSITORY / "README.md", *(
        path for folder in ("core", "app", "packaging", ".github", "resources/translations")
        for path in (REPOSITORY / folder).rglob("*") if path.suffix in {".py", ".md", ".ts"})]
    told = [str(path.relative_to(REPOSITORY)) for path in texts
            if re.search(r"pip install[^\n]*larder", path.read_text(encoding="utf-8"))]
    assert not told


EDGE = "core/files/regular_file.py"


def test_core_reads_files_through_one_edge() -> None:
    """Any other way waits at a named pipe for ever, or fails without saying with which file."""
    others = [
        f"{module.relative_to(REPOSITORY)}:{line}"
        for module in (REPOSITORY / "core").rglob("*.py")
        if module.parts[len(REPOSITORY.parts) + 1] != "demo"
        and str(module.relative_to(REPOSITORY)) != EDGE
        for line in lines_that_open_a_file(module)]
    assert not others, "use larder.core.files.regular_file"


def lines_that_open_a_file(module: Path) -> Iterator[int]:
    """Calls of Path.read_…, Path.open("rb"), open(path), and of libraries that open a path."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        first = node.args[0] if node.args else None
        match node.func:
            case ast.Attribute(attr="read_bytes" | "read_text"):
                yield node.lineno
            case ast.Attribute(attr="open") if (
                    isinstance(first, ast.Constant) and first.value in ("r", "rb")):
                yield node.lineno
            case ast.Attribute(value=ast.Name(id="Image"), attr="open") if not (
                    isinstance(first, ast.Name) and first.id in ("file", "content")):
                yield node.lineno
            case ast.Name(id="open"):
                yield node.lineno


def test_own_modules_are_imported_at_the_top_but_where_a_start_would_be_slower() -> None:
    listed = sorted(name for names in LATE_IMPORTS.values() for name in names)
    late = sorted(
        module.relative_to(REPOSITORY).as_posix()
        for folder in ("core", "app") for module in (REPOSITORY / folder).rglob("*.py")
        if imports_late(module))
    assert late == listed, "see tests/support/late_imports.py"


def imports_late(module: Path) -> bool:
    """Return whether a function imports something of Larder."""
    functions = (
        node for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return any(
        isinstance(node, ast.ImportFrom) and (node.module or "").startswith("larder")
        for function in functions for node in ast.walk(function))


def rooms_of_contract(package: str) -> list[str]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(contract["layers"] for contract in project["tool"]["importlinter"]["contracts"]
                  if contract.get("containers") == [f"larder.{package}"])
    return [room for layer in layers for room in layer.split(" | ")]


def rooms_of_docstring(package: str) -> dict[str, str]:
    """Meaning of each room in the table of a package's docstring, its lines joined."""
    said = ast.get_docstring(ast.parse((REPOSITORY / package / "__init__.py").read_text("utf-8")))
    assert said is not None
    rooms: dict[str, str] = {}
    for line in re.split(r"^=+  =+$", said, flags=re.MULTILINE)[1].strip().splitlines():
        room, meaning = re.match(r"(\S*) +(.+)", line).groups()
        room = room or next(reversed(rooms))
        rooms[room] = f"{rooms.get(room, '')} {meaning}".strip()
    return rooms


def rooms_of_page(package: str) -> dict[str, str]:
    page = (REPOSITORY / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.split(f"\n### {package}\n")[1].split("\n#")[0]
    return dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE))


@pytest.mark.parametrize("package", ["core", "app"])
def test_contract_docstring_and_page_show_one_map(package: str) -> None:
    assert list(rooms_of_docstring(package)) == rooms_of_contract(package)
    assert list(rooms_of_page(package).items()) == list(rooms_of_docstring(package).items())


def test_every_path_that_the_page_names_is_there() -> None:
    page = (REPOSITORY / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(
        r"(?:core|app|tests|packaging|resources|\.github|\.ci)/[\w./-]*\w", page))
    assert named
    assert not [path for path in named if not (REPOSITORY / path).exists()]


WITHOUT_WIDGETS = ("presentation", "models", "cleaning", "pictures")


def test_values_and_texts_of_the_window_know_no_widgets() -> None:
    with_widgets = [
        str(module.relative_to(REPOSITORY))
        for room in WITHOUT_WIDGETS for module in (REPOSITORY / "app" / room).rglob("*.py")
        if "QtWidgets" in module.read_text(encoding="utf-8")]
    assert not with_widgets


SUSPECT = re.compile(r'"""\s*(?:What |Whether |(?:\S+\s+){0,2}\S*""")')
"""In every file with a docstring that may be a short one or a riddle, and in few others."""


def test_docstrings_have_a_subject_and_four_words() -> None:
    texts = {module: module.read_text(encoding="utf-8")
             for folder in ("core", "app", "tests", "packaging")
             for module in (REPOSITORY / folder).rglob("*.py")}
    found = [f"{module.relative_to(REPOSITORY)}: {said.splitlines()[0]}"
             for module, text in texts.items() if SUSPECT.search(text)
             for said in docstrings(ast.parse(text)) if is_short(said) or is_a_riddle(said)]
    assert not found, 'begin with what it returns, does or is, not with "What" or "Whether"'


def constants_out_of_place(module: Path) -> Iterator[int]:
    """Lines of module constants below the first definition that need none of the definitions."""
    body = ast.parse(module.read_text(encoding="utf-8")).body
    defined: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined.add(node.name)
        elif defined and isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {target.id for target in targets if isinstance(target, ast.Name)}
            used = {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
            if used & defined or not names:
                defined |= names
            else:
                yield node.lineno
        elif defined:
            defined |= {part.id for part in ast.walk(node)
                        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def test_constants_stand_before_the_first_definition() -> None:
    found = [
        f"{module.relative_to(REPOSITORY)}:{line}" for room in ("core", "app")
        for module in sorted((REPOSITORY / room).rglob("*.py"))
        for line in constants_out_of_place(module)]
    assert found == []
