"""How much more several processes do than one, in one run, as ratios: builds and exports.

    python tests/benchmarks/spread.py [--pictures 300] [--workers 2] [--ray [ray://HOST:10001]]
        [--rounds 3] [--only sleeping vae folder file]

Builds: pictures per second with an encoder that sleeps 50 ms per picture, as one waits for a
graphics card, and with a tiny VAE on the processor, of which two share two cores with the process
that writes. Exports: bytes per second into a folder and into one file, and the processor's time of
the process that writes, which is what remains for one process however many workers there are.

Counted are the last three quarters, so that starting processes and loading torch is left out; it
takes each worker 2 s of a processor. `--ray` has Ray start the workers, where it is installed, or
takes the cluster of that address, whose computers must see this one's temporary folder. Figures
are medians of rounds that take turns.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

REPOSITORY = Path(__file__).parents[2]
FOLDERS = [str(REPOSITORY), str(REPOSITORY / "packaging")]
sys.path[:0] = FOLDERS
os.environ["PYTHONPATH"] = os.pathsep.join([*FOLDERS, os.environ.get("PYTHONPATH", "")])

from larder.core.build.build import apply_build  # noqa: E402
from larder.core.bundle.export import apply_export, plan_export  # noqa: E402
from larder.core.encoders.device import Parallelism, parse_spread  # noqa: E402
from larder.core.encoders.model_files import EncoderOptions  # noqa: E402
from larder.core.jobs import CancelToken, Progress, run_to_end  # noqa: E402
from larder.core.workspace.open_workspace import open_workspace  # noqa: E402
from tests.benchmarks.training import make_workspace as make_cached  # noqa: E402
from tests.support.building import BuildWorkspace, in_batches, plan_of  # noqa: E402
from tests.support.spread_encoders import SpreadEncoders  # noqa: E402
from tests.support.tiny_vaes import write_vae  # noqa: E402

BATCH = 4
SLEEP_S = 0.05 * BATCH


def make_workspace(root: Path, pictures: int, *, edge: int, model_type: str) -> BuildWorkspace:
    """Pictures of one size, nothing cached."""
    workspace = BuildWorkspace(root)
    workspace.configure(resolution=str(edge), **({"model_type": model_type} if model_type else {}))
    workspace.add_concept("cats")
    for number in range(pictures):
        workspace.add_picture(f"data/cats/{number}.png", size=(edge, edge), seed=number)
    return workspace


def build_rate(
    template: BuildWorkspace, spread: Parallelism | None, *, model: Path | None, sleep_s: float
) -> dict[str, float]:
    """Payloads per second of one build."""
    with tempfile.TemporaryDirectory(dir=template.root.parent) as scratch:
        root = Path(scratch) / "work"
        shutil.copytree(template.root, root)
        workspace = BuildWorkspace(root, template.config, template.concepts)
        plan = in_batches(plan_of(workspace), BATCH)
        plan = replace(plan, encoding=replace(
            EncoderOptions(models=(model,) if model else (), batch=BATCH, device="cpu"),
            spread=spread))
        encoders = SpreadEncoders.of(plan, root / "log", sleep_s=sleep_s)
        run_to_end(apply_build(plan, encoders, even_if_busy=True, token=CancelToken()))
        begun = sorted(path.stat().st_mtime_ns for path in encoders.log.iterdir())
    first = len(begun) // 4
    return {"pictures/s": (len(begun) - first) * 1e9 / (begun[-1] - begun[first])}


def export_rate(workspace: Any, spread: Parallelism | None, name: str) -> dict[str, float]:
    """Bytes per second of one export, and what the process that writes takes of a processor."""
    with tempfile.TemporaryDirectory(dir=workspace.root.parent) as scratch:
        plan = run_to_end(plan_export(
            open_workspace(workspace.config_path), Path(scratch) / name, CancelToken()))
        done: dict[str, list[int]] = {}
        for store in plan.leaving.stores:
            begun = sum(next(reversed(done.values()), []))
            done[f"exporting {store.id}"] = [begun, *(file.bytes for file in store.files)]
        seen: list[tuple[int, float, float]] = []

        def note(event: Any) -> None:
            if isinstance(event, Progress):
                seen.append((
                    sum(done[event.phase][:event.done + 1]), time.perf_counter(),
                    time.process_time()))

        run_to_end(apply_export(plan, CancelToken(), spread), note)
    (first, began_s, before_s), (last, ended_s, after_s) = seen[len(seen) // 4], seen[-1]
    size = (last - first) / 1e6
    return {"MB/s": size / (ended_s - began_s),
            "MB per processor second of the writer": size / (after_s - before_s)}


def main() -> int:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ray", nargs="?", const="ray", default="")
    parser.add_argument("--only", nargs="*", default=["sleeping", "vae", "folder", "file"])
    parser.add_argument("--folder", type=Path, default=None)
    given = parser.parse_args()
    ways: dict[str, Parallelism | None] = {
        "no worker": None, "1 worker": Parallelism(processes=1, cards=0),
        f"{given.workers} workers": Parallelism(processes=given.workers, cards=0)}
    if given.ray:
        for count in sorted({1, given.workers}):
            ways[f"{count} of Ray's"] = replace_cards(parse_spread(f"{count}@{given.ray}", None))
    with tempfile.TemporaryDirectory(dir=given.folder) as scratch:
        os.environ["LARDER_CACHE_HOME"] = f"{scratch}/home"
        for case, measure in measures(Path(scratch), given.pictures, given.only):
            found: dict[str, list[dict[str, float]]] = {}
            for _ in range(given.rounds):
                for name, spread in ways.items():
                    found.setdefault(name, []).append(measure(spread))
            for name, of in found.items():
                print(f"{case}, {name}: {'; '.join(told(of, found, unit) for unit in of[0])}",
                      flush=True)
    return 0


def replace_cards(spread: Parallelism | None) -> Parallelism:
    """Those workers, on the processor."""
    assert spread is not None
    return Parallelism(processes=spread.processes, cards=0, ray=spread.ray)


def told(of: list[dict[str, float]], found: dict[str, list[dict[str, float]]], unit: str) -> str:
    """The median of a figure, and of its ratios within each round."""
    none, one = (
        median(mine[unit] / its[unit] for mine, its in zip(of, found[other], strict=True))
        for other in ("no worker", "1 worker"))
    return (f"{median(each[unit] for each in of):.1f} {unit}, {none:.2f} times no worker, "
            f"{one:.2f} times one")


def measures(
    scratch: Path, pictures: int, only: list[str]
) -> list[tuple[str, Callable[[Parallelism | None], dict[str, float]]]]:
    """Return the selected measurements as (name, function) pairs."""
    found: list[tuple[str, Callable[[Parallelism | None], dict[str, float]]]] = []
    if "sleeping" in only:
        found.append(("a build with a sleeping encoder", partial(
            build_rate, make_workspace(scratch / "sleeping", pictures, edge=128, model_type=""),
            model=None, sleep_s=SLEEP_S)))
    if "vae" in only:
        found.append(("a build with a tiny VAE", partial(
            build_rate, make_workspace(
                scratch / "vae", pictures, edge=512, model_type="STABLE_DIFFUSION_15"),
            model=write_vae(scratch / "model" / "vae").parent, sleep_s=0.0)))
    if {"folder", "file"} & {*only}:
        cached = make_cached(scratch / "cached", pictures=pictures, edge=64)
        found += [
            (f"an export into {what}", partial(export_rate, cached, name=name))
            for word, what, name in (
                ("folder", "a folder", "bundle"), ("file", "one file", "bundle.zip"))
            if word in only]
    return found


if __name__ == "__main__":
    sys.exit(main())
