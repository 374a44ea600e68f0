"""The README against the program: menus, pages, verbs, options, pictures, figures, its example."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_command

from larder.app.__main__ import PAGE_NAMES
from larder.app.application import OpenWindow
from larder.app.commands.command_table import Menu
from larder.core.cli.__main__ import PLANS, VERBS, build_command
from starting.environment import EXTRAS_MB, PROGRAM_MB
from starting.torch_source import CPU_BUILD_MB, NVIDIA_BUILD_MB
from tests.support.fixtures import REPOSITORY, SAMPLE, copy_workspace

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")


def table_under(heading: str) -> list[str]:
    """First cells of the rows of the table with this heading."""
    rows = README.partition(f"| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [row.split("|")[1].strip() for row in rows]


def menu_texts(opened: OpenWindow, menu: Menu) -> set[str]:
    return {command.text.replace("&", "") for command in opened.services.commands.commands
            if command.menu is menu}


def test_every_menu_entry_it_names_is_in_that_menu(opened: OpenWindow) -> None:
    named = re.findall(r"\*\*(\w+) › ([^*]+)\*\*", README.replace("\n", " "))
    assert len(named) >= 4
    for menu, text in named:
        assert text in menu_texts(opened, Menu(menu.lower())), (menu, text)


def test_every_command_in_its_table_of_the_cache_menu_is_there(opened: OpenWindow) -> None:
    named = [text for cell in table_under("in the Cache menu | does |")
             for text in cell.split(", ")]
    assert "Read everything…" in named
    assert set(named) <= menu_texts(opened, Menu.CACHE)


def test_its_pages_are_the_windows_tabs(opened: OpenWindow) -> None:
    pages = [page.title.split(" (")[0] for page in opened.window.pages.values()]
    assert table_under("page | shows |") == pages


def commands_named() -> list[str]:
    return re.findall(r"`(larder(?:-gui)? [^`]+)`", README)


@pytest.mark.parametrize("line", [line for line in commands_named() if "larder-gui" not in line])
def test_every_command_line_has_its_verb_and_options(line: str) -> None:
    words = line.split()[1:]
    if words[0] == "VERB":
        return
    plans = words[0] == "plan"
    assert (words[1] in PLANS) if plans else (words[0] in VERBS)
    command = get_command(build_command(words))
    for word in words[:2] if plans else words[:1]:
        command = command.commands[word]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_the_windows_own_options_are_real() -> None:
    told = README.partition("`larder-gui --workspace W`")[2].partition("\n\n")[0]
    pages = re.search(r"`--page (\w+)` \(or `(\w+)`, `([\w-]+)`", told)
    assert pages is not None
    assert set(pages.groups()) <= set(PAGE_NAMES)


def test_every_verb_is_in_it() -> None:
    assert {line.split()[1] for line in commands_named() if "larder-gui" not in line} >= set(VERBS)


def test_every_picture_and_file_it_points_to_is_there() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", README):
        assert (REPOSITORY / target).is_file(), target


def test_the_sizes_are_those_that_the_start_up_script_says() -> None:
    program = PROGRAM_MB + EXTRAS_MB["encoders"]
    assert f"about {program + CPU_BUILD_MB} MB" in README
    assert f"({(program + NVIDIA_BUILD_MB) / 1000:.1f} GB on Linux" in README


def test_the_python_example_runs(
    known_workspace: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    example = README.partition("```python\n")[2].partition("```")[0]
    monkeypatch.chdir(copy_workspace(known_workspace(SAMPLE).parents[1], tmp_path / "sample"))
    exec(compile(example, "README.md", "exec"), {})
    can_go, image, text, *_ = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"[1-9]\d* files can go, [1-9]\d* bytes", can_go)
    assert re.fullmatch(r"image [1-9]\d* cached files", image)
    assert re.fullmatch(r"text [1-9]\d* cached files", text)


def test_it_can_be_read_in_one_go() -> None:
    assert len(README.splitlines()) < 200
