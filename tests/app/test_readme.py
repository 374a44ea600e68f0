"""README and the pages for users against the program: menus, verbs, options, pictures, figures."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from larder import core
from larder.app.application import OpenWindow
from larder.app.arguments import LANGUAGES, PAGE_NAMES
from larder.app.command_table import Menu
from larder.core.cli.__main__ import PLANS, VERBS, build_command
from starting.environment import EXTRAS_MB, PROGRAM_MB
from starting.torch_source import CPU_BUILD_MB, NVIDIA_BUILD_MB
from tests.support.fixtures import REPOSITORY
from tests.support.pages import (
    FOR_USERS,
    PAGES,
    README,
    TEXT,
    blocks,
    cells,
    commands,
    starts,
    table_under,
)

OF_LARDER = sorted({line for line in commands() if not line.startswith("larder-gui ")})


def menu_texts(opened: OpenWindow, menu: Menu) -> set[str]:
    return {command.text.replace("&", "") for command in opened.services.commands.commands
            if command.menu is menu}


def test_the_readme_is_read_in_one_minute() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 90
    assert len(text.split()) <= 900
    assert len(re.findall("<img ", text)) == 1


@pytest.mark.parametrize("page", FOR_USERS, ids=lambda page: page.stem)
def test_a_cell_of_a_table_is_short(page: Path) -> None:
    assert max(map(len, cells(page.read_text(encoding="utf-8").splitlines())), default=0) < 120


def test_every_menu_entry_they_name_is_in_that_menu(opened: OpenWindow) -> None:
    named = re.findall(r"\*\*(\w+) › ([^*]+)\*\*", TEXT.replace("\n", " "))
    assert len(named) >= 4
    for menu, text in named:
        assert text in menu_texts(opened, Menu(menu.lower())), (menu, text)


def test_every_command_in_the_table_of_the_cache_menu_is_there(opened: OpenWindow) -> None:
    named = table_under("in the Cache menu | does |")
    assert "Read everything…" in named
    assert set(named) <= menu_texts(opened, Menu.CACHE)


def test_the_pages_in_their_table_are_the_windows_tabs(opened: OpenWindow) -> None:
    pages = [page.title.split(" (")[0] for page in opened.window.pages.values()]
    assert table_under("page | shows |") == pages


@pytest.mark.parametrize("line", OF_LARDER)
def test_every_command_line_is_one_that_its_verb_takes(line: str) -> None:
    words = line.split()[1:]
    if words in (["VERB", "--help"], ["--help"]):
        return
    plans = words[0] == "plan"
    assert (words[1] in PLANS) if plans else (words[0] in VERBS)
    command: Any = get_command(build_command(words))
    path = words[:2] if plans else words[:1]
    for word in path:
        command = command.commands[word]
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known
    if words != path:  # A verb's bare name is no command line.
        command.make_context(" ".join(path), words[len(path):])


def test_the_windows_own_options_are_real() -> None:
    told = TEXT.partition("`larder-gui --workspace W`")[2].partition("\n\n")[0]
    pages = re.search(r"`--page (\w+)` \(or `(\w+)`, `([\w-]+)`", told)
    assert pages is not None
    assert set(pages.groups()) <= set(PAGE_NAMES)
    languages = re.search(r"`--language` takes `(\w+)`, `(\w+)` or `(\w+)`", told)
    assert languages is not None
    assert {*languages.groups(), "system"} == set(LANGUAGES)


def test_every_verb_is_in_them() -> None:
    assert {line.split()[1] for line in OF_LARDER} >= set(VERBS)


def headings(page: Path) -> set[str]:
    """Names by which links find the headings of a page, as GitHub makes them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_picture_file_and_heading_it_points_to_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r'(?:\]\(|src=")(?!https?:)([^)"]+)[)"]', text):
        name, _, heading = target.partition("#")
        pointed_to = page.parent / name if name else page
        assert pointed_to.is_file(), target
        assert not heading or heading in headings(pointed_to), target


def test_every_page_can_be_reached_from_the_readme() -> None:
    text = README.read_text(encoding="utf-8")
    assert {f".github/{page.name}" for page in PAGES if page != README} <= set(
        re.findall(r"\]\(([^)#]+)", text))


def test_the_sizes_are_those_that_the_start_up_script_says() -> None:
    program = PROGRAM_MB + EXTRAS_MB["encoders"]
    small, large = program + CPU_BUILD_MB, (program + NVIDIA_BUILD_MB) / 1000
    readme, setup = (
        (REPOSITORY / name).read_text(encoding="utf-8")
        for name in ("README.md", ".github/SETUP.md"))
    assert f"about {small} MB ({large:.1f} GB on Linux" in readme
    assert f"About {small} MB to download, {large:.1f} GB on Linux" in setup


def test_every_block_is_of_a_kind_that_a_test_runs() -> None:
    """By `tests/core/test_api.py`, `tests/packaging` and `tests/core/cli/test_page_commands.py`."""
    assert len(re.findall("^```", TEXT, flags=re.M)) == 2 * len(blocks("python") + blocks("sh"))
    for line in "".join(blocks("sh")).splitlines():
        assert line in starts() or line.startswith("larder "), line


def test_the_changelog_is_up_to_this_version_and_has_one_line_a_thing() -> None:
    text = (REPOSITORY / "packaging" / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[([^]]+)\](?: - (\S+))?$", text, flags=re.M)
    assert versions[0] == ("Unreleased", "")
    assert versions[1][0] == core.__version__
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for _, date in versions[1:])
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == core.__version__
    assert [line for line in text.splitlines() if line.startswith(" ")] == []
