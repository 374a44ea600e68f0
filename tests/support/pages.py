"""Pages of the repository that people read: README and `.github`, and their snippets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tests.support.fixtures import REPOSITORY

README = REPOSITORY / "README.md"
FOR_USERS = (README, *(
    REPOSITORY / ".github" / f"{name}.md"
    for name in ("WINDOW", "COMMANDS", "TRAINERS", "PYTHON", "SETUP")))
"""Pages for those who use Larder: all in its glossary's words."""

PAGES = (README, *sorted((REPOSITORY / ".github").glob("*.md")))
TEXT = "\n\n".join(page.read_text(encoding="utf-8") for page in FOR_USERS)
"""Of the pages for users, one after the other."""


def blocks(language: str, text: str = TEXT) -> list[str]:
    """Fenced blocks of one language, as they are printed."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.M | re.S)


def commands() -> list[str]:
    """Every line that starts with a program of ours, in a sentence, a table or a block."""
    in_blocks = [line for block in blocks("sh") for line in block.splitlines()]
    return [line for line in (*re.findall(r"`([^`\n]+)`", TEXT), *in_blocks)
            if re.match(r"larder(-gui)? ", line)]


def starts() -> list[str]:
    """Every line that runs the start-up script."""
    in_blocks = [line for block in blocks("sh") for line in block.splitlines()]
    return [line for line in (*re.findall(r"`([^`\n]+)`", TEXT), *in_blocks)
            if re.search(r"\s\S*start\.py", line)]


def table_under(heading: str) -> list[str]:
    """First cells of the rows of the table with this heading."""
    rows = TEXT.partition(f"| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [row.split("|")[1].strip() for row in rows]


def cells(lines: Sequence[str]) -> Iterator[str]:
    """Yield the text of each cell of tables."""
    for line in lines:
        if line.startswith("|"):
            yield from (cell.strip() for cell in line.strip("|").split("|"))
