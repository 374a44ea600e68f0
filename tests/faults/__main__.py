"""Injects faults into every verb and prints what came of them.

    python3 packaging/start.py faults [--most 40] [--minutes 25] [--name clean] [--fault FULL]
                                      [--home] [--sources] [--all] [--sentences]

Per operation and fault at most `--most` steps, spread evenly over all there are; `--all` takes
every one, 330,000 of them (a night on sixteen cores). They are taken in rounds, a few of every
operation and fault in each, so that whatever `--minutes` or an interrupt leaves undone is as much
of each. `--home` lets only Larder's own folders fail, which must be no hindrance at all;
`--sources` only the pictures' drive, which must cost no cached file. The last lines name every
injection that did not end well; `--sentences` prints every answer that was given.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import math
import multiprocessing
import os
import pkgutil
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.pool import Pool
from pathlib import Path

import msgspec
from PIL import Image

from tests.faults import attacks, fuzz, interleave
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
from tests.faults.parsers import PARSERS, make_templates
from tests.support.sweeps import spread

COLUMNS = ("injected", "clean end", "sentence", "killed", "recovered", "lost", "traceback")
COMPLAINTS_AT_MOST = 400
STEPS_A_ROUND = 5
"""At least, and a twentieth of what `--most` asks for; but one in the first, so that every
operation and fault is met however short the time is."""
STEPS_OF_ALL = 1000
"""What counts for that where every step is taken."""
HOME_FAULTS = (Fault.BROKEN_DRIVE, Fault.FULL, Fault.READ_ONLY, Fault.NO_ACCESS, Fault.BROKEN_READ)
SOURCE_FAULTS = (Fault.BROKEN_DRIVE, Fault.STALE)
"""Of the drive with the pictures alone: the caches are well, and none may count as nobody's."""
WITH_SOURCES = ("clean", "drifted", "released", "sample", "built", "moved")


def main() -> int:
    """Run, print, and answer 1 if something was lost or ended in a traceback."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=30, help="steps per operation and fault")
    parser.add_argument("--all", action="store_true", help="every step")
    parser.add_argument("--minutes", type=float, default=math.inf, help="no longer than this")
    parser.add_argument("--sentences", action="store_true",
                        help="each exit code and sentence that was answered, and how often")
    parser.add_argument("--name", action="append", help="only this operation; may be repeated")
    parser.add_argument("--fault", action="append", help="only this fault; may be repeated")
    parser.add_argument("--beside-trainer", type=int, default=0, metavar="RUNS",
                        help="random interleavings with a trainer at work, instead of faults")
    parser.add_argument("--fuzz", type=float, default=0, metavar="SECONDS",
                        help="feed every parser odd input for so long, instead of faults")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER",
                        help="what --fuzz keeps from one run to the next")
    parser.add_argument("--attacks", action="store_true",
                        help="prepared plans, caches and files, instead of faults")
    parser.add_argument("--seed", type=int, default=0, help="of interleavings and odd input")
    parser.add_argument("--home", action="store_true", help="only derived memory fails")
    parser.add_argument("--sources", action="store_true",
                        help="only the folder of the pictures fails, and goes on failing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1,
                        help="processes at a time; the processor's cores without it")
    options = parser.parse_args()
    if not (options.fuzz or options.attacks) and LIBRARY_VARIABLE not in os.environ:
        below = start_below_interposer(sys.argv[1:])
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it prints what there is, then ends
        signal.signal(signal.SIGTERM, lambda *_: below.send_signal(signal.SIGINT))
        return below.wait()
    import_all()
    with scratch_folder() as scratch:
        if options.attacks:
            return run_attacks(scratch, options.jobs, options.name)
        if options.fuzz:
            return run_fuzz(scratch, options)
        if options.beside_trainer:
            return run_beside_trainer(
                scratch, options.jobs, options.beside_trainer, options.seed)
        return run_faults(scratch, options)


_injector: Injector
"""Of this worker process."""


@contextmanager
def workers(jobs: int, scratch: Path, operations: Sequence[Operation] = ()) -> Iterator[Pool]:
    """Processes that have all of this one, and the templates; each with an injector of its own."""
    if operations:
        first = Injector(scratch / "first", scratch / "templates")
        for name in {operation.template for operation in operations}:
            first.template(name)
    with multiprocessing.get_context("fork").Pool(
            jobs, _start_worker, (scratch, bool(operations))) as pool:
        yield pool


def _start_worker(scratch: Path, has_injector: bool) -> None:
    global _injector
    if has_injector:
        _injector = Injector(scratch / str(os.getpid()), scratch / "templates")


def run_faults(scratch: Path, options: argparse.Namespace) -> int:
    """Print what came of each operation and fault; 1 if anything did not end as it should."""
    chosen = [operation for operation in OPERATIONS
              if options.name is None or operation.name in options.name]
    limited = HOME_FAULTS if options.home else SOURCE_FAULTS if options.sources else Fault
    faults = [fault for fault in limited
              if options.fault is None or fault.name in options.fault]
    if options.sources:
        chosen = [operation for operation in chosen if operation.template in WITH_SOURCES]
    pairs = [(operation, fault) for operation in chosen for fault in faults
             if fault is not Fault.STOPPED and (fault is not Fault.KILLED or operation.writes)]
    tallies = {(operation.name, fault): Tally() for operation, fault in pairs}
    began = time.monotonic()
    with workers(options.jobs, scratch, chosen) as pool:
        try:
            _run_in_rounds(pool, pairs, tallies, options, began)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            pool.terminate()
    took = time.monotonic() - began
    whole = _print_table(chosen, tallies, took)
    print(f"{whole.injected / took:.1f} injections a second, {options.jobs} at a time")
    if options.sentences:
        for (code, said), number in sorted(whole.answers.items(), key=str):
            print(f"--- exit {code}, {number:,} times\n{said}")
    print(*whole.complaints[:COMPLAINTS_AT_MOST], sep="\n")
    return 1 if whole.complaints else 0


def _run_in_rounds(
    pool: Pool, pairs: Sequence[tuple[Operation, Fault]],
    tallies: dict[tuple[str, Fault], Tally], options: argparse.Namespace, began: float,
) -> None:
    """A few steps of each pair at a time, until all are done or the time is over."""
    until = began + options.minutes * 60
    size = max(STEPS_A_ROUND, (STEPS_OF_ALL if options.all else options.most) // 20)
    firsts = itertools.chain([0], itertools.count(1, size))
    for number, first in enumerate(firsts, start=1):
        tasks = [Task(operation, fault, None if options.all else options.most, first,
                      steps=size if first else 1, is_home=options.home,
                      is_sources=options.sources, until=until)
                 for operation, fault in pairs]
        done = 0
        for task, tally in zip(tasks, pool.imap(inject, tasks), strict=True):
            tallies[task.operation.name, task.fault].add(tally)
            done += tally.injected
        if done:
            took = time.monotonic() - began
            print(f"round {number}: {done:,} injections, {took:,.0f} s", flush=True)
        if not done or time.monotonic() > until:
            return


def _print_table(
    operations: Sequence[Operation], tallies: dict[tuple[str, Fault], Tally], took: float,
) -> Tally:
    """A row for each operation and fault, one for each operation, one for all; gives that."""
    whole = Tally()
    print(f"{'operation':18} {'fault':14} " + " ".join(f"{name:>9}" for name in COLUMNS))
    for operation in operations:
        of_all = Tally()
        for (name, fault), tally in tallies.items():
            if name == operation.name and tally.injected:
                print_row(name, fault.name, tally)
                of_all.add(tally)
        print_row(operation.name, "all", of_all)
        whole.add(of_all)
    print_row("all", f"{took:.0f} s", whole)
    return whole


class Task(msgspec.Struct, frozen=True):
    """A few steps of one operation with one fault.

    Attributes:
        most: steps of all rounds, spread over all there are; None for every one.
        first: how many of them earlier rounds took.
        steps: how many this one takes.
        is_home: whether only derived memory fails.
        is_sources: whether only the folder of the pictures does.
        until: moment of the monotonic clock at which to stop.
    """

    operation: Operation
    fault: Fault
    most: int | None
    first: int
    steps: int
    is_home: bool
    is_sources: bool
    until: float


def inject(task: Task) -> Tally:
    """Inject the fault at the task's steps and return the tally."""
    if time.monotonic() > task.until:
        return Tally()
    below = _injector.run_folder / "home" if task.is_home else \
        _injector.workspace / "data" if task.is_sources else None
    steps = spread(_injector.steps(task.operation, task.fault, below), task.most)
    return _injector.inject(
        task.operation, task.fault,
        scattered(steps)[task.first:task.first + task.steps],
        below=below, is_optional=task.is_home, until=task.until)


def run_beside_trainer(scratch: Path, jobs: int, runs: int, seed: int) -> int:
    """Print what came of interleavings, shared out over the operations; 1 if anything was lost."""
    operations, complaints = interleave.OPERATIONS, []
    shares = [runs // len(operations) + (at < runs % len(operations))
              for at in range(len(operations))]
    print(f"{'operation':18} {'runs':>8} {'stops':>8} {'refused':>8} {'complaints':>10}")
    with workers(jobs, scratch, operations) as pool:
        tasks = [(*task, seed) for task in zip(operations, shares, strict=True)]
        for operation, found in zip(operations, pool.imap(interleaved, tasks), strict=True):
            complaints += found.complaints
            print(f"{operation.name:18} {found.runs:8,} {found.stops:8,} {found.refused:8,} "
                  f"{len(found.complaints):10,}", flush=True)
    print(*complaints[:COMPLAINTS_AT_MOST], sep="\n")
    return 1 if complaints else 0


def interleaved(task: tuple[Operation, int, int]) -> interleave.Interleavings:
    """So many runs of one operation beside a trainer."""
    operation, runs, seed = task
    chance = random.Random(f"{operation.name} {seed}")
    return interleave.interleave(_injector, operation, runs, chance)


def run_attacks(scratch: Path, jobs: int, names: Sequence[str] | None) -> int:
    """Print how each attack ended; 1 if anything outside was touched, or it ended badly."""
    chosen = [number for number, one in enumerate(attacks.ATTACKS)
              if names is None or any(name in one.name for name in names)]
    touched, complaints = 0, list[str]()
    print(f"{'attack':42} {'exit':>4} {'seconds':>7} {'MiB':>5} {'touched':>7}  answer")
    with workers(jobs, scratch) as pool:
        for number, answer in zip(
                chosen, pool.imap(attacked, [(number, scratch) for number in chosen]), strict=True):
            name = attacks.ATTACKS[number].name
            touched += len(answer.touched)
            complaints += [f"{name}: {complaint}" for complaint in answer.complaints]
            said = answer.said.strip().splitlines() or [""]
            print(f"{name:42} {answer.code:4} {answer.seconds:7.1f} {answer.bytes >> 20:5,} "
                  f"{len(answer.touched):7}  {said[0].replace(str(scratch), '')[:110]}", flush=True)
    print(f"{len(chosen)} attacks, {touched} files outside touched, {len(complaints)} complaints")
    print(*complaints[:COMPLAINTS_AT_MOST], sep="\n")
    return 1 if complaints else 0


def attacked(task: tuple[int, Path]) -> attacks.Answer:
    """One attack, in a folder of its own."""
    number, scratch = task
    folder = scratch / f"attack-{number}"
    folder.mkdir()
    try:
        return attacks.attack(attacks.ATTACKS[number], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_fuzz(scratch: Path, options: argparse.Namespace) -> int:
    """Print what came of odd input, shared out over the parsers; 1 if there are findings."""
    chosen = [one.name for one in PARSERS if options.name is None or one.name in options.name]
    print(f"{'parser':20} {'executions':>11} {'seconds':>8} {'branches':>8} {'inputs':>7} "
          f"{'findings':>8}")
    is_clean = True
    make_templates(scratch / "templates", run_verb)
    with workers(options.jobs, scratch) as pool:
        tasks = [(name, scratch, options.corpus, options.fuzz / len(chosen), options.seed)
                 for name in chosen]
        for name, found in zip(chosen, pool.imap(fuzz.fuzz_named, tasks), strict=True):
            print(f"{name:20} {found.executions:11,} {found.seconds:8,.0f} {found.branches:8,} "
                  f"{found.inputs:7,} {len(found.findings):8,}", flush=True)
            for problem, kept in found.findings.items():
                is_clean = False
                print(f"  {problem}: {kept}")
    return 0 if is_clean else 1


def run_verb(words: Sequence[str], home: Path) -> None:
    """Run `larder` with a home of its own."""
    subprocess.run(
        [sys.executable, "-m", "larder.core.cli", *words], check=False, capture_output=True,
        env={**os.environ, "LARDER_CACHE_HOME": str(home / "cache"),
             "LARDER_CONFIG_HOME": str(home / "config")})


def scattered(steps: Sequence[int]) -> list[int]:
    """The same steps in an order of which every beginning is spread over all: halves, quarters."""
    bits = len(steps).bit_length()
    return [steps[at] for at in sorted(
        range(len(steps)), key=lambda at: int(f"{at:0{bits}b}"[::-1], 2))]


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
    for name in ("encodings.utf_8_sig", "filelock", "hmac", "tests.support.fixtures"):
        importlib.import_module(name)
    Image.init()


if __name__ == "__main__":
    sys.exit(main())
