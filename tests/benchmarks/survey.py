"""How long a survey of many unchanged sources takes, and how much memory, against its bars.

    python tests/benchmarks/survey.py [--sources 100000] [--rounds 7] [--folder DIR] [--tenfold]

Every figure is the median of cold processes, their start included. The floor (`scandir` and `stat`
of every source and payload) is taken before each of them, so that a busy machine slows both alike;
it counts without the start of its process. Bytecode is compiled beforehand, as an installed program
has it, and the files' names and dates are in the page cache. Needs Linux, 1 GB of disk per 100,000
sources, and minutes.

"First" has no derived memory at all, "again" has what a survey before it left.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

from tests.benchmarks.measured_process import Ran, run_timed, run_watched  # noqa: E402
from tests.benchmarks.survey_workspace import (  # noqa: E402
    BenchmarkWorkspace,
    make_workspace,
    sources_gone,
)

MB = 1e6
GONE_ONE_IN = 100
MEASURED_WORK = str(Path(__file__).with_name("measured_work.py"))

Row = tuple[str, str, str, str]
"""What, its median, what it may be, whether it is."""


@dataclass(slots=True)
class Series:
    """Seconds of one kind of process, and the most memory one of them held."""

    seconds: list[float] = field(default_factory=list)
    peak_bytes: int = 0

    def add(self, ran: Ran) -> Ran:
        self.seconds.append(ran.seconds)
        self.peak_bytes = max(self.peak_bytes, ran.peak_bytes)
        return ran

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


@dataclass(slots=True)
class Measured:
    """One workspace's figures; shares are of the survey in the same process."""

    workspace: BenchmarkWorkspace
    floor: Series = field(default_factory=Series)
    first: Series = field(default_factory=Series)
    again: Series = field(default_factory=Series)
    plan_shares: dict[str, list[float]] = field(default_factory=dict)


class Bench:
    """Runs the measured processes with a home of their own."""

    def __init__(self, scratch: Path, bytecode: Path) -> None:
        self._home = scratch / "home"
        self._environment = {
            **os.environ, "LARDER_CACHE_HOME": str(self._home / "cache"),
            "LARDER_CONFIG_HOME": str(self._home / "config"),
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH")])),
            "PYTHONPYCACHEPREFIX": str(bytecode)}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def forget(self) -> None:
        """Delete all derived data by removing the home folder."""
        shutil.rmtree(self._home, ignore_errors=True)

    def floor(self, workspace: BenchmarkWorkspace) -> Ran:
        ran = self._run(run_timed, [
            MEASURED_WORK, "floor", str(workspace.data), str(workspace.store)])
        return Ran(json.loads(ran.output)["seconds"], ran.peak_bytes, ran.output)

    def survey(self, workspace: BenchmarkWorkspace, *options: str, watched: bool = False) -> Ran:
        return self._run(run_watched if watched else run_timed, [
            "-m", "larder.core.cli", "survey", str(workspace.config), *options])

    def plan_share(self, workspace: BenchmarkWorkspace) -> float:
        ran = self._run(run_timed, [MEASURED_WORK, "plan", str(workspace.config)])
        seconds = json.loads(ran.output)
        return float(seconds["plan"] / seconds["survey"])

    def _run(self, how: Callable[..., Ran], arguments: list[str]) -> Ran:
        return how([sys.executable, *arguments], self._environment)


def measure(bench: Bench, workspace: BenchmarkWorkspace, rounds: int) -> Measured:
    """All figures of one workspace, floor and surveys in turn."""
    measured = Measured(workspace)
    bench.forget()
    check_unchanged(bench.survey(workspace, "--json"), workspace)
    bench.floor(workspace)
    for _ in range(rounds):
        measured.floor.add(bench.floor(workspace))
        bench.forget()
        measured.first.add(bench.survey(workspace))
        measured.floor.add(bench.floor(workspace))
        measured.again.add(bench.survey(workspace))
    unchanged = [bench.plan_share(workspace) for _ in range(rounds)]
    bench.forget()
    for series in (measured.first, measured.again):
        watched = bench.survey(workspace, watched=True)
        series.peak_bytes = max(series.peak_bytes, watched.peak_bytes)
    with sources_gone(workspace, one_in=GONE_ONE_IN):
        gone = [bench.plan_share(workspace) for _ in range(rounds)]
    measured.plan_shares = {"nothing changed": unchanged, f"1 source in {GONE_ONE_IN} gone": gone}
    return measured


def check_unchanged(ran: Ran, workspace: BenchmarkWorkspace) -> None:
    """A survey that judged too little would be fast as well."""
    store = json.loads(ran.output)["stores"][0]
    wanted = ({"valid": workspace.sources}, {"referenced": workspace.sources})
    if (store["verdicts"], store["payload_verdicts"]) != wanted:
        raise RuntimeError(f"the survey does not see an unchanged workspace: {store}")


def rows(measured: Measured) -> Iterator[Row]:
    """Figures and bars of the smaller workspace."""
    floor, index = measured.floor.median, measured.workspace.index_bytes
    yield "floor: scandir + stat", f"{floor:.2f} s", "", ""
    for name, series, ratio, constant, room in (
        ("first survey", measured.first, 2.2, 0.4, index + 150 * MB),
        ("survey again", measured.again, 1.4, 0.3, 150 * MB),
    ):
        bar = ratio * floor + constant
        yield (
            name, f"{series.median:.2f} s = {series.median / floor:.2f} x floor",
            f"{ratio} x floor + {constant} s = {bar:.2f} s", _met(series.median <= bar))
        yield _memory(name, series, room)
    for when, shares in measured.plan_shares.items():
        share = statistics.median(shares)
        yield f"clean plan, {when}", f"{share:.1%} of the survey", "10 %", _met(share <= 0.1)


def tenfold_rows(small: Measured, large: Measured) -> Iterator[Row]:
    """Figures and bars of the tenfold workspace against the smaller one's."""
    floor = large.floor.median
    yield f"{large.workspace.sources:,}: floor", f"{floor:.2f} s", "", ""
    yield (
        "  first survey", f"{large.first.median:.2f} s = {large.first.median / floor:.2f} x floor",
        "", "")
    yield _memory("  first survey", large.first, large.workspace.index_bytes + 600 * MB)
    ratio = large.again.median / small.again.median
    yield (
        "  survey again", f"{large.again.median:.2f} s = {large.again.median / floor:.2f} x floor "
        f"= {ratio:.1f} x the smaller", "12 x the smaller", _met(ratio <= 12))
    yield _memory("  survey again", large.again, 600 * MB)
    for when, shares in large.plan_shares.items():
        share = statistics.median(shares)
        yield f"  clean plan, {when}", f"{share:.1%} of the survey", "10 %", _met(share <= 0.1)


def _memory(name: str, series: Series, room: float) -> Row:
    peak = series.peak_bytes
    return (f"{name}, memory", f"{peak / MB:.0f} MB", f"{room / MB:.0f} MB", _met(peak <= room))


def _met(is_met: bool) -> str:
    return "met" if is_met else "MISSED"


def print_table(table: list[Row]) -> None:
    table = [("", "median", "bar", ""), *table]
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    for row in table:
        print("  ".join(
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


@contextmanager
def scratch_beside(folder: Path) -> Iterator[Path]:
    """A folder for derived memory on the disk of the workspaces, gone afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        yield Path(scratch)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sources", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="where workspaces are made and kept",
                        default=Path(tempfile.gettempdir()) / "larder-benchmarks")
    parser.add_argument("--tenfold", action="store_true", help="ten times the sources as well")
    asked = parser.parse_args()
    with scratch_beside(asked.folder) as scratch:
        bench = Bench(scratch, asked.folder / "bytecode")
        small = measure(bench, make_workspace(asked.folder, asked.sources), asked.rounds)
        table = list(rows(small))
        if asked.tenfold:
            large = measure(
                bench, make_workspace(asked.folder, asked.sources * 10), max(3, asked.rounds // 2))
            table += tenfold_rows(small, large)
    print(f"{asked.sources:,} sources, an index of {small.workspace.index_bytes / MB:.0f} MB, "
          f"{asked.rounds} rounds, Python {platform.python_version()}, {os.cpu_count()} processors")
    print_table(table)


if __name__ == "__main__":
    main()
