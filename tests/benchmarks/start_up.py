"""How long the command and a waiting worker take to their first answer.

    python tests/benchmarks/start_up.py [--rounds 9]

The command: `larder --help` (bar 1.3) and `larder survey` of the sample (bar 2.0) against a process
that imports numpy, msgspec and typer, in turn. The worker: from asking about a payload of 100 KB to
the answer (bar 50 ms), when it was started just for that and when it waited.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import larder
from larder.core.payloads.pt import write_pt
from larder.core.requests.options import InspectOptions
from larder.core.worker_process import SpareWorkers
from larder.core.worker_protocol import Succeeded

FLOOR = [sys.executable, "-c", "import numpy, msgspec, typer"]
LARDER = [sys.executable, "-m", "larder.core.cli"]
PAYLOAD_VALUES = 25_000


def seconds_of(command: list[str], environment: dict[str, str]) -> float:
    """How long a cold process takes."""
    began = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def milliseconds_of(pool: SpareWorkers, payload: Path) -> float:
    """From asking a worker of the pool about a payload to its answer."""
    began = time.perf_counter()
    worker = pool("inspect", InspectOptions(files=(str(payload),)))
    worker.start()
    *_, outcome = worker.events()
    if not isinstance(outcome, Succeeded):
        raise RuntimeError(f"{payload} could not be inspected: {outcome}")
    return 1000 * (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    subprocess.run([sys.executable, "-m", "compileall", "-q", *larder.__path__], check=False,
                   stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LARDER_CACHE_HOME": f"{folder}/cache",
                       "LARDER_CONFIG_HOME": f"{folder}/config"}
        sample = Path(folder, "sample")
        subprocess.run([*LARDER, "demo", str(sample)], env=environment, check=True,
                       stdout=subprocess.DEVNULL)
        survey = [*LARDER, "survey", str(sample / "training_presets/config.json")]
        seconds_of(survey, environment)
        for name, command, bar in (("--help", [*LARDER, "--help"], 1.3), ("survey", survey, 2.0)):
            pairs = [(seconds_of(FLOOR, environment), seconds_of(command, environment))
                     for _ in range(rounds)]
            floor, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
            verdict = "met" if ours <= bar * floor else "MISSED"
            print(f"larder {name}: {ours:.3f} s, {ours / floor:.2f}x of {floor:.3f} s "
                  f"(bar {bar}: {verdict})")
        payload = Path(folder, "payload.pt")
        with payload.open("wb") as file:
            write_pt(file, {"latent_image": np.random.default_rng(1).random(
                PAYLOAD_VALUES, dtype=np.float32)})
        pool = SpareWorkers()
        cold = milliseconds_of(pool, payload)
        warm = statistics.median(milliseconds_of(pool, payload) for _ in range(rounds))
        pool.close()
        verdict = "met" if warm <= 50 else "MISSED"
        print(f"a payload of {payload.stat().st_size:,} bytes: a cold worker {cold:.0f} ms, "
              f"a warm one {warm:.1f} ms (bar 50: {verdict})")


if __name__ == "__main__":
    main()
