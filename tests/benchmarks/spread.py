"""How much more several processes encode than one, in one run: pictures per second as ratios.

    python tests/benchmarks/spread.py [--pictures 300] [--workers 2] [--ray] [--rounds 3]

An encoder that sleeps 50 ms per picture, as one waits for a graphics card, and a tiny VAE on the
processor, of which two share two cores with the process that writes. Counted are the last three
quarters of the pictures, so that starting processes and loading torch is left out; it takes each
worker 2 s of a processor. `--ray` has Ray start the workers, where it is installed. Figures are
medians of rounds that take turns.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median

REPOSITORY = Path(__file__).parents[2]
FOLDERS = [str(REPOSITORY), str(REPOSITORY / "packaging")]
sys.path[:0] = FOLDERS
os.environ["PYTHONPATH"] = os.pathsep.join([*FOLDERS, os.environ.get("PYTHONPATH", "")])

from larder.core.build.apply import apply_build  # noqa: E402
from larder.core.encoders.device import Spread  # noqa: E402
from larder.core.encoders.model_files import EncoderOptions  # noqa: E402
from larder.core.jobs import CancelToken, run_to_end  # noqa: E402
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


def rate(
    template: BuildWorkspace, spread: Spread | None, *, model: Path | None, sleep_s: float
) -> float:
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
    return (len(begun) - first) * 1e9 / (begun[-1] - begun[first])


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ray", action="store_true")
    given = parser.parse_args()
    ways: dict[str, Spread | None] = {
        "no worker": None, "1 worker": Spread(processes=1, cards=0),
        f"{given.workers} workers": Spread(processes=given.workers, cards=0)}
    if given.ray:
        ways[f"{given.workers} of Ray's"] = Spread(processes=given.workers, cards=0, ray="ray")
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["LARDER_CACHE_HOME"] = f"{scratch}/home"
        vae = write_vae(Path(scratch) / "model" / "vae").parent
        cases = {
            "sleeping": (make_workspace(
                Path(scratch) / "sleeping", given.pictures, edge=128, model_type=""),
                None, SLEEP_S),
            "tiny VAE": (make_workspace(
                Path(scratch) / "vae", given.pictures, edge=512,
                model_type="STABLE_DIFFUSION_15"), vae, 0.0)}
        for case, (workspace, model, sleep_s) in cases.items():
            rates: dict[str, list[float]] = {}
            for _ in range(given.rounds):
                for name, spread in ways.items():
                    rates.setdefault(name, []).append(
                        rate(workspace, spread, model=model, sleep_s=sleep_s))
            for name, of in rates.items():
                none, one = (
                    median(mine / its for mine, its in zip(of, rates[other], strict=True))
                    for other in ("no worker", "1 worker"))
                print(f"{case}, {name}: {median(of):.1f} pictures/s, {none:.2f} times no worker, "
                      f"{one:.2f} times one", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
