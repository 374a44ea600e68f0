"""Injects faults into every verb and prints what came of them.

    python3 packaging/start.py faults [--most 40] [--name clean] [--fault FULL] [--home] [--all]

Per operation and fault at most `--most` steps, spread evenly over all there are; `--all` takes
every one (hours). `--home` lets only Larder's own folders fail, which must be no hindrance at all.
The last lines name every injection that did not end as it should.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.faults import fuzz, interleave
from tests.faults.harness import (
    LIBRARY_VARIABLE,
    Fault,
    Injector,
    Operation,
    Tally,
    scratch_folder,
    start_below_interposer,
)
from tests.faults.operations import OPERATIONS

COLUMNS = ("injected", "clean end", "sentence", "killed", "recovered", "lost", "traceback")
COMPLAINTS_AT_MOST = 400
HOME_FAULTS = (Fault.BROKEN_DRIVE, Fault.FULL, Fault.READ_ONLY, Fault.NO_ACCESS, Fault.BROKEN_READ)


def main() -> int:
    """Run, print, and answer 1 if something was lost or ended in a traceback."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=30, help="steps per operation and fault")
    parser.add_argument("--all", action="store_true", help="every step")
    parser.add_argument("--name", action="append", help="only this operation; may be repeated")
    parser.add_argument("--fault", action="append", help="only this fault; may be repeated")
    parser.add_argument("--beside-trainer", type=int, default=0, metavar="RUNS",
                        help="random interleavings with a trainer at work, instead of faults")
    parser.add_argument("--fuzz", type=float, default=0, metavar="SECONDS",
                        help="feed every parser odd input for so long, instead of faults")
    parser.add_argument("--seed", type=int, default=0, help="of interleavings and odd input")
    parser.add_argument("--home", action="store_true", help="only derived memory fails")
    options = parser.parse_args()
    if options.fuzz:
        import_all()
        return run_fuzz(options.fuzz, options.seed, options.name)
    if LIBRARY_VARIABLE not in os.environ:
        return start_below_interposer(sys.argv[1:]).wait()
    import_all()
    if options.beside_trainer:
        return run_beside_trainer(options.beside_trainer, options.seed)
    chosen = [operation for operation in OPERATIONS
              if options.name is None or operation.name in options.name]
    faults = [fault for fault in (HOME_FAULTS if options.home else Fault)
              if options.fault is None or fault.name in options.fault]
    whole, began = Tally(), time.monotonic()
    print(f"{'operation':18} {'fault':14} " + " ".join(f"{name:>9}" for name in COLUMNS))
    with scratch_folder() as scratch:
        injector = Injector(scratch)
        for operation in chosen:
            for fault, tally in run_faults(
                    injector, operation, faults, None if options.all else options.most,
                    is_home=options.home):
                print_row(operation.name, fault.name, tally)
                whole.add(tally)
    print_row("all", f"{time.monotonic() - began:.0f} s", whole)
    for complaint in whole.complaints[:COMPLAINTS_AT_MOST]:
        print(complaint)
    return 1 if whole.complaints else 0


def run_beside_trainer(runs: int, seed: int) -> int:
    """Print what came of interleavings, shared out over the operations; 1 if anything was lost."""
    complaints: list[str] = []
    print(f"{'operation':18} {'runs':>8} {'stops':>8} {'refused':>8} {'complaints':>10}")
    with scratch_folder() as scratch:
        injector, chance = Injector(scratch), random.Random(seed)
        for at, operation in enumerate(interleave.OPERATIONS):
            share = runs // len(interleave.OPERATIONS) + (
                at < runs % len(interleave.OPERATIONS))
            found = interleave.interleave(injector, operation, share, chance)
            complaints += found.complaints
            print(f"{operation.name:18} {found.runs:8,} {found.stops:8,} {found.refused:8,} "
                  f"{len(found.complaints):10,}", flush=True)
    print(*complaints[:COMPLAINTS_AT_MOST], sep="\n")
    return 1 if complaints else 0


def run_fuzz(seconds: float, seed: int, names: Sequence[str] | None) -> int:
    """Print what came of odd input, shared out over the parsers; 1 if there are findings."""
    chosen = [one for one in fuzz.PARSERS if names is None or one.name in names]
    print(f"{'parser':20} {'executions':>10} {'lines':>7} {'inputs':>7} {'findings':>8}")
    is_clean = True
    with scratch_folder() as scratch:
        fuzz.make_templates(scratch / "templates", run_verb)
        fuzz.prepare()
        for parser in chosen:
            found = fuzz.fuzz(
                parser, scratch / "templates", scratch, seconds / len(chosen), seed)
            print(f"{parser.name:20} {found.executions:10,} {found.lines:7,} {found.inputs:7,} "
                  f"{len(found.findings):8,}", flush=True)
            for at, (problem, content) in enumerate(found.findings.items()):
                is_clean = False
                kept = Path("findings") / f"{parser.name.strip('.')}-{at}"
                kept.parent.mkdir(exist_ok=True)
                kept.write_bytes(content)
                print(f"  {problem}\n    {kept}, {len(content):,} bytes: {content[:120]!r}")
    return 0 if is_clean else 1


def run_verb(words: Sequence[str], home: Path) -> None:
    """Run `larder` with a home of its own."""
    subprocess.run(
        [sys.executable, "-m", "larder.core.cli", *words], check=False, capture_output=True,
        env={**os.environ, "LARDER_CACHE_HOME": str(home / "cache"),
             "LARDER_CONFIG_HOME": str(home / "config")})


def run_faults(
    injector: Injector, operation: Operation, faults: Sequence[Fault], most: int | None, *,
    is_home: bool = False,
) -> Iterator[tuple[Fault, Tally]]:
    """Each fault that can meet the operation, at `most` steps spread over all there are."""
    below = injector.run_folder / "home" if is_home else None
    for fault in faults:
        if fault is Fault.STOPPED or (fault is Fault.KILLED and not operation.writes):
            continue
        number = injector.steps(operation, fault, below)
        if number:
            yield fault, injector.inject(
                operation, fault, spread(number, most), below=below, is_optional=is_home)


def spread(number: int, most: int | None) -> list[int]:
    """At most so many of the numbers below `number`, evenly, the first and the last among them."""
    if most is None or number <= most:
        return list(range(number))
    return sorted({round(at * (number - 1) / max(most - 1, 1)) for at in range(most)})


def print_row(name: str, fault: str, tally: Tally) -> None:
    figures = (tally.injected, tally.clean, tally.sentences, tally.killed, tally.recovered,
               len(tally.lost), len(tally.tracebacks))
    print(f"{name:18} {fault:14} " + " ".join(f"{figure:9,}" for figure in figures), flush=True)


def import_all() -> None:
    """Import what any verb may, so that no injected process has to."""
    import larder.core

    for found in pkgutil.walk_packages(larder.core.__path__, "larder.core."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    importlib.import_module("larder.core.cli.__main__")


if __name__ == "__main__":
    sys.exit(main())
