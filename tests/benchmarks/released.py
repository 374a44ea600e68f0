"""Cost of verbs on a large cache of numbered folders, against floors from the same run.

    python tests/benchmarks/released.py [--pictures 20000] [--rounds 3] [--folder DIR]
    python tests/benchmarks/released.py --aggregate [--positions 300000]
    python tests/benchmarks/released.py --memory [--pictures 5000 30000] [--layout cache.json]

The first builds pictures with captions, all in one folder, surveys them again, deletes the first
picture, surveys that ("shifted": every slot behind it holds another file's payload), and repairs
it. The floors are `scandir` and `stat` of every picture, caption and slot, and a hard link per
slot. The audit looks into every cached file, once from scratch and once more. Every figure is of a
cold process, its start included; the floor covers only the work. Processor time is given next to
seconds, as it is more reliable on a busy machine. The cache is made once per size and reused;
nothing in it is encoded again, as deletions are undone.

`--aggregate` compares reading the list of a group of many positions with reading the bytes of its
file.

`--memory` builds two sizes and reports how much memory of a build a picture with its caption takes,
in either layout.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

from PIL import Image  # noqa: E402

MEASURED_WORK = str(Path(__file__).with_name("measured_work.py"))
MOST_BYTES = 1500
"""That a picture with its caption may take of a build's memory."""


class Took(NamedTuple):
    """Seconds of one process, and those that its processor worked."""

    seconds: float
    processor_s: float
    peak_bytes: int
    output: str

    def __str__(self) -> str:
        return f"{self.seconds:6.2f} s, processor {self.processor_s:6.2f} s"


class Bench:
    """Runs the measured processes with a home of their own."""

    def __init__(self, home: Path, bytecode: Path) -> None:
        self._environment = {
            **os.environ, "LARDER_CACHE_HOME": str(home / "cache"),
            "LARDER_CONFIG_HOME": str(home / "config"),
            "PYTHONPATH": str(REPOSITORY / ".mypy_sources"),
            "PYTHONPYCACHEPREFIX": str(bytecode)}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def verb(self, *words: str) -> Took:
        return self._run("-m", "larder.core.cli", *words)

    def work(self, *words: str) -> Took:
        """Some of `measured_work`; the seconds are of the work without its start."""
        ran = self._run(MEASURED_WORK, *words)
        told = json.loads(ran.output)
        return Took(told["seconds"], told["processor"], ran.peak_bytes, ran.output)

    def _run(self, *arguments: str) -> Took:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
            began = time.perf_counter()
            process = subprocess.Popen(
                [sys.executable, *arguments], env=self._environment, stdout=output,
                stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - began
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            said = output.read()
        if process.returncode not in (0, 1) or (arguments[0] == MEASURED_WORK and not said):
            raise RuntimeError(f"{arguments} ended with {process.returncode}: {said}")
        return Took(
            seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, said)


def make_workspace(root: Path, count: int) -> Path:
    """Pictures with captions in one folder, and their config; returns the config."""
    config = root / "config.json"
    if config.exists():
        return config
    (root / "data").mkdir(parents=True)
    picture = io.BytesIO()
    Image.new("RGB", (128, 128)).save(picture, "PNG")
    for number in range(count):
        path = root / "data" / f"{number:07}.png"
        path.write_bytes(picture.getvalue() + b"picture %d" % number * 20)
        path.with_suffix(".txt").write_text(f"a photo of number {number}")
        for file in (path, path.with_suffix(".txt")):
            os.utime(file, ns=(1_700_000_000_123_456_789 + number,) * 2)
    (root / "concepts.json").write_text(json.dumps([{
        "__version": 2, "name": "many", "path": "data", "seed": 1,
        "image": {"enable_crop_jitter": False}}]))
    config.write_text(json.dumps({
        "__version": 11, "model_type": "LARDER_PATCH_MEANS", "cache_dir": "cache",
        "clear_cache_before_training": False, "concept_file_name": "concepts.json",
        "resolution": "128", "aspect_ratio_bucketing": True, "latent_caching": True,
        "masked_training": False, "train_dtype": "FLOAT_32", "text_encoder": {"train": False}}))
    return config


@contextmanager
def without_first_picture(root: Path) -> Iterator[None]:
    """A workspace whose first picture and its caption were deleted."""
    (root / "away").mkdir(exist_ok=True)
    for ending in (".png", ".txt"):
        os.rename(root / "data" / f"0000000{ending}", root / "away" / f"0000000{ending}")
    try:
        yield
    finally:
        for ending in (".png", ".txt"):
            os.rename(root / "away" / f"0000000{ending}", root / "data" / f"0000000{ending}")


def median(series: list[Took]) -> Took:
    return Took(
        statistics.median(one.seconds for one in series),
        statistics.median(one.processor_s for one in series), series[0].peak_bytes, "")


def said(name: str, took: Took, bar: tuple[float, float] | None = None, by: str = "") -> None:
    """Print a figure and its bar, in seconds and of the processor."""
    told = ""
    if bar is not None:
        met = ["met" if value <= of else "MISSED"
               for value, of in zip((took.seconds, took.processor_s), bar, strict=True)]
        told = f"   bar {by} = {bar[0]:.2f} s {met[0]}, processor {bar[1]:.2f} s {met[1]}"
    print(f"{name:28}{took}{told}", flush=True)


def plus(took: Took, ratio: float, constant: float) -> tuple[float, float]:
    return took.seconds * ratio + constant, took.processor_s * ratio + constant


def measure(bench: Bench, root: Path, count: int, rounds: int) -> None:
    config = str(make_workspace(root, count))
    folders = [str(root / "data"), str(root / "cache")]
    build = bench.verb("build", config, "--layout", "released", "--apply", "--even-if-busy")
    bench.verb("survey", config)
    stat = median([bench.work("floor", *folders) for _ in range(rounds)])
    said("floor: scandir and stat", stat)
    again = median([bench.verb("survey", config) for _ in range(rounds)])
    said("survey again", again, plus(stat, 1.6, 0.3), "1.6 x floor + 0.3 s")
    links = median([bench.work("links", str(root / "cache")) for _ in range(rounds)])
    said("floor: a link per slot", links)
    with without_first_picture(root):
        shifted = median([bench.verb("survey", config) for _ in range(rounds)])
        said("survey, shifted", shifted, plus(stat, 3, 0.5), "3 x floor + 0.5 s")
        repair = bench.verb("build", config, "--apply", "--even-if-busy")
        bar = tuple(4 * floor + survey for floor, survey in zip(
            links[:2], shifted[:2], strict=True))
        said("repair", repair, (bar[0], bar[1]), "4 x links + the survey")
    back = bench.verb("build", config, "--apply", "--even-if-busy")
    said("repair, one is back", back)
    survey = bench.verb("survey", config)
    audit = bench.verb("survey", config, "--depth", "payload")
    said("audit", audit)
    audited = bench.verb("survey", config, "--depth", "payload")
    said("audit again", audited, plus(survey, 2, 0), "2 x the survey")
    said("build (once made)", build)


def measure_aggregate(folder: Path, positions: int) -> None:
    """Read a group's list, beside its bytes."""
    from larder.core.payloads.pt import pt_parts
    from larder.core.payloads.pt_rows import read_pt_rows

    path = folder / "aggregate.pt"
    with path.open("wb") as file:
        file.writelines(pt_parts([
            {"crop_resolution": (512, 448 + at % 9), "image_path": f"data/cats/{at:07}.jpg"}
            for at in range(positions)]))
    began = time.process_time()
    size = len(path.read_bytes())
    plain = time.process_time() - began
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    count = sum(1 for _ in read_pt_rows(path))
    took = time.process_time() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    print(f"{count:,} positions in {size / 1e6:.1f} MB: {took:.2f} s of the processor, "
          f"{took / count * 1e6:.1f} µs each; the bytes alone {plain * 1e3:.0f} ms. "
          f"Memory grew by {grown / 1e6:.1f} MB.")


def measure_memory(folder: Path, bytecode: Path, counts: list[int], layout: str) -> None:
    """Build sizes anew and compare their peaks."""
    peaks = []
    for count in counts:
        root = folder / f"memory-{count}"
        config = str(make_workspace(root, count))
        bench = Bench(root / "home", bytecode)
        took = bench.verb("build", config, "--layout", layout, "--apply")
        peaks.append(took.peak_bytes)
        print(f"{count:,} pictures: {took.peak_bytes / 1e6:.0f} MB, {took}", flush=True)
        shutil.rmtree(root)
    each = (peaks[-1] - peaks[0]) / (counts[-1] - counts[0])
    print(f"{each:,.0f} bytes a picture with its caption, bar {MOST_BYTES:,}, "
          f"{'met' if each <= MOST_BYTES else 'MISSED'}")


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pictures", type=int, nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--aggregate", action="store_true")
    parser.add_argument("--positions", type=int, default=300_000)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--layout", choices=("released", "cache.json"), default="released")
    parser.add_argument("--folder", type=Path, help="where caches are made and kept",
                        default=Path(tempfile.gettempdir()) / "larder-benchmarks")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory(dir=asked.folder) as scratch:
        if asked.aggregate:
            measure_aggregate(Path(scratch), asked.positions)
            return
        if asked.memory:
            measure_memory(
                Path(scratch), asked.folder / "bytecode", asked.pictures or [5_000, 30_000],
                asked.layout)
            return
        for count in asked.pictures or [20_000]:
            print(f"{count:,} pictures with captions")
            root = asked.folder / f"released-{count}"
            measure(Bench(root / "home", asked.folder / "bytecode"), root, count, asked.rounds)


if __name__ == "__main__":
    main()
