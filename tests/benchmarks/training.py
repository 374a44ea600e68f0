"""How quickly items of a cache come, against `torch.load` of the same payloads in the same run.

    python tests/benchmarks/training.py [--pictures 400] [--rounds 5] [--edge 64] [--folder DIR]

What is timed is `dataset.loader`. The floor is a `DataLoader` of torch's that loads the payloads
of each item, its picture's and its caption's, with `torch.load(weights_only=True)`, with as many
workers and the same collation. Both take turns at once, one pass each; a figure is the median of
the ratios of such pairs, the page cache is warm. On a busy machine the processors' time tells more
than the clock: of the least that either took. A latent of 16 channels
in bfloat16 and 256 tokens of 1,024 numbers, about what Flux and Z-Image have.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import sys
import tempfile
import time
import warnings
from pathlib import Path
from statistics import median
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "packaging")]

LEAST_RATIO = 0.95
BATCH = 4


class TorchLoads:
    """The same payloads as a dataset's items, read by torch."""

    def __init__(self, dataset: Any, folder: Path) -> None:
        self._files = [
            (folder / "image" / one.image.name, folder / "text" / one.text.name)
            for one in dataset.served]

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, at: int) -> dict[str, Any]:
        import torch

        image, text = (
            torch.load(path, map_location="cpu", weights_only=True) for path in self._files[at])
        values = {**image, **text}
        return {name: value for name, value in values.items() if not name.startswith("__")}


def make_workspace(root: Path, *, pictures: int, edge: int) -> Any:
    """A cached workspace whose payloads are as large as those of today's models."""
    import torch

    from tests.support.training import cached

    workspace = cached(root, pictures=1)
    (image,), (text,) = (workspace.store(name).glob("*_1.pt") for name in ("image", "text"))
    values = [torch.load(path, weights_only=True) for path in (image, text)]
    for number in range(pictures):
        workspace.add_picture(
            f"data/cats/{number}.png", caption=f"cats {number} line 0", seed=number)
    from tests.support.building import build

    build(workspace, even_if_busy=True)
    for name, of in (("image", values[0]), ("text", values[1])):
        for number, path in enumerate(sorted(workspace.store(name).glob("*_1.pt"))):
            dice = torch.Generator().manual_seed(number)
            large = {"latent_image": torch.randn(16, edge, edge, generator=dice).bfloat16()} \
                if name == "image" else {
                    "tokens": torch.arange(256),
                    "text_encoder_hidden_state":
                        torch.randn(256, 1024, generator=dice).bfloat16()}
            torch.save({**of, **large}, path)
    return workspace


def seconds(loader: Any) -> tuple[float, float]:
    """Measure one pass over a loader, without the start of its workers.

    Returns:
        Seconds by the clock, and processor seconds of all processes over two passes, including the
        start of the workers.
    """
    before = processor_seconds()
    for _ in loader:
        pass
    began = time.perf_counter()
    for _ in loader:
        pass
    taken = time.perf_counter() - began
    del loader  # its workers end, and their time is known
    gc.collect()
    return taken, processor_seconds() - before


def processor_seconds() -> float:
    """Return the processor seconds used by this process and its ended children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> int:
    """Print the figures; 1 if one is below its bar."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--edge", type=int, default=64, help="of a latent")
    parser.add_argument("--folder", type=Path, default=None)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as scratch:
        os.environ["LARDER_CACHE_HOME"] = f"{scratch}/home"
        import torch

        import larder

        torch.set_num_threads(1)
        workspace = make_workspace(
            Path(scratch) / "work", pictures=given.pictures, edge=given.edge)
        warnings.simplefilter("ignore")
        from torch.utils.data import DataLoader

        from larder.core.training.loading import collate

        dataset = larder.CachedDataset(workspace.config_path, trust=True)
        files = TorchLoads(dataset, workspace.store("image").parent)

        def ours(workers: int) -> Any:
            return dataset.loader(BATCH, workers=workers, drop_last=False)

        def torchs(workers: int) -> Any:
            return DataLoader(
                files, batch_size=BATCH, num_workers=workers, collate_fn=collate,
                persistent_workers=workers > 0)

        taken: dict[tuple[str, int], list[tuple[float, float]]] = {}
        for at in range(given.rounds):
            for workers in (0, 1, 2):
                for make in (ours, torchs)[::-1 if at % 2 else 1]:
                    taken.setdefault((make.__name__, workers), []).append(seconds(make(workers)))
    clock = {key: [one for one, _ in of] for key, of in taken.items()}
    work = {key: min(processor for _, processor in of) for key, of in taken.items()}
    print(f"{len(dataset)} items, batches of {BATCH}, {os.cpu_count()} processors")
    is_good = True
    for workers in (0, 1, 2):
        ratio = between(clock["torchs", workers], clock["ours", workers])
        is_good &= ratio >= LEAST_RATIO
        print(f"{workers} workers: {len(dataset) / min(clock['ours', workers]):,.0f} items/s, "
              f"{ratio:.2f} times torch.load's, with "
              f"{work['ours', workers] / work['torchs', workers]:.2f} of its processor time")
    print(f"2 workers against 1: {between(clock['ours', 1], clock['ours', 2]):.2f} "
          f"(torch.load: {between(clock['torchs', 1], clock['torchs', 2]):.2f})")
    return 0 if is_good else 1


def between(ones: list[float], others: list[float]) -> float:
    """The usual ratio of two figures of one round."""
    return median(one / other for one, other in zip(ones, others, strict=True))


if __name__ == "__main__":
    sys.exit(main())
