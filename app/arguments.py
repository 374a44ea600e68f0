"""Command line of `larder-gui`; understood before anything of Qt is imported."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE_NAMES = ("coverage", "entries", "problems", "duplicates", "charts", "map", "journal", "build",
              "cache-folder", "clean", "prune", "clear", "match", "sourceless", "training",
              "export-cache", "import-cache", "what-if", "help", "palette", "preferences")
FROM_START = "cache-folder"
"""What needs no workspace."""
SCHEMES = ("system", "light", "dark")
LANGUAGES = ("system", "en", "de", "zh_CN")


@dataclass(frozen=True, slots=True)
class Arguments:
    """Arguments of the command line.

    Attributes:
        workspace: a config, a folder with caches or a cache folder; None for the start page.
        root, config, concepts, maps: how its paths are read, as the `larder` command takes them.
        page: page to bring to the front.
        store: id of the store that is looked at, None for all.
        select: row of the Entries table to select, the first is 1; None for the first that has one.
        other: config that the What-if dialog compares with.
        sources: folder of files that the page "cache-folder" plans for.
        screenshot: picture to render instead of opening a window.
        size: (width, height) of the window, None for that of the last time.
        scheme: colours for this run, None for the user's choice.
        language: of the texts in this run, None for the user's choice.
    """

    workspace: str | None
    root: str | None
    config: str | None
    concepts: str | None
    maps: tuple[tuple[str, str], ...]
    page: str
    store: str | None
    select: int | None
    other: Path | None
    sources: Path | None
    screenshot: Path | None
    size: tuple[int, int] | None
    scheme: str | None
    language: str | None


def read_arguments(words: Sequence[str]) -> Arguments:
    """Read the command line.

    Raises:
        SystemExit: if it makes no sense, or only help was asked for.
    """
    parser = argparse.ArgumentParser(
        prog="larder-gui", description="Shows, checks and cleans the caches of model training.")
    parser.add_argument("opened", metavar="W", nargs="?",
                        help="a trainer config, a folder with caches or a cache folder")
    parser.add_argument("--workspace", metavar="W", help="the same, by its name")
    parser.add_argument("--root", metavar="DIR", help="folder that relative paths refer to")
    parser.add_argument("--config", metavar="FILE", help="config to add to a bare folder")
    parser.add_argument("--concepts", metavar="FILE", help="concept list to add to a bare folder")
    parser.add_argument("--map", metavar="OLD=NEW", action="append", default=[], type=_map,
                        help="where an absolute prefix or drive of index and config is now")
    parser.add_argument("--page", choices=PAGE_NAMES, default="coverage",
                        help="page to bring to the front")
    parser.add_argument("--store", metavar="ID", help="cache to look at, for --screenshot")
    parser.add_argument("--select", metavar="N", type=_row,
                        help="row of --page entries to select, for --screenshot")
    parser.add_argument("--with", dest="other", metavar="CONFIG", type=Path,
                        help="config to compare with, for --page what-if")
    parser.add_argument("--sources", metavar="DIR", type=Path,
                        help="folder of files, for --page cache-folder")
    parser.add_argument("--screenshot", metavar="OUT.png", type=Path,
                        help="render the page into a picture and exit")
    parser.add_argument("--size", metavar="WxH", type=_size, help="size of the window")
    parser.add_argument("--scheme", choices=SCHEMES, help="colours for this run")
    parser.add_argument("--language", choices=LANGUAGES, help="language of the texts for this run")
    read = parser.parse_args(list(words))
    if read.opened is not None and read.workspace is not None:
        parser.error(f"one workspace is opened: {read.opened} or {read.workspace}?")
    read.workspace = read.workspace if read.opened is None else read.opened
    if read.screenshot is not None and read.workspace is None and read.page != FROM_START:
        parser.error("--screenshot needs --workspace")
    if read.other is not None and (read.page != "what-if" or read.screenshot is None):
        parser.error("--with needs --page what-if and --screenshot")
    if read.sources is not None and (read.page != FROM_START or read.screenshot is None):
        parser.error("--sources needs --page cache-folder and --screenshot")
    if (read.store or read.select) and read.screenshot is None:
        parser.error("--store and --select need --screenshot")
    if read.select and read.page != "entries":
        parser.error("--select needs --page entries")
    return Arguments(
        workspace=read.workspace, root=read.root, config=read.config, concepts=read.concepts,
        maps=tuple(read.map), page=read.page, store=read.store, select=read.select,
        other=read.other, sources=read.sources, screenshot=read.screenshot, size=read.size,
        scheme=read.scheme, language=read.language)


def _map(text: str) -> tuple[str, str]:
    old, _, new = text.partition("=")
    if not (old and new):
        raise argparse.ArgumentTypeError(f"{text!r} is not OLD=NEW")
    return old, new


def _row(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a row number; the first is 1")
    return int(text)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise argparse.ArgumentTypeError(f"{text!r} is not WxH, such as 1360x860")
    return int(width), int(height)
