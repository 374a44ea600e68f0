"""Cost of a build apart from encoding, and the share of the encoder's own pace it reaches.

    python tests/benchmarks/build.py [--sources 10000 100000] [--layout released] [--folder DIR]
    python tests/benchmarks/build.py --pace
    python tests/benchmarks/build.py --throughput [--seconds 0.05] [--pictures 400]
    python tests/benchmarks/build.py --estimate [--seconds 0.05] [--start 5] [--pictures 200]

The first shows whether a sample costs as much in a large build as in a small one, in either layout;
its encoder costs nothing. The baseline is writing the same payloads one after the other
(`torch.save` into an open file, then `os.replace`), before and after in the same run. The plan is
made beforehand and not counted; hashing, writing, flushing to the drive, the journal and the index
or folders are.

`--pace` reports the share of its encoder's own pace that a build reaches: with encoders that sleep
2 ms and 0.5 ms per payload, as a graphics card does with pictures and captions, and with a tiny
real VAE on the processor, which it shares with the threads that decode and write.

`--throughput` decodes real pictures for an encoder that takes a fixed time per picture without
using the processor, as a graphics card does, and compares the build with that encoder alone on the
same batches.

`--estimate` reports the error of a plan's time estimate for such a build, whose encoder also takes
a while to load: estimated from a trial, and from the build before it. It also reports the error of
the estimated bytes after a change of settings, in both layouts.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

import msgspec  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402, TID253 - this is what it measures
from PIL import Image  # noqa: E402

from larder.core.build.build import apply_build  # noqa: E402
from larder.core.build.pipeline.encoding import ConfigEncoders  # noqa: E402
from larder.core.build.plan import BuildPlan  # noqa: E402
from larder.core.build.planning import build_plan  # noqa: E402
from larder.core.build.rates import (  # noqa: E402
    CPU,
    EncoderRates,
    RatesOf,
    note_rates,
    read_rates,
    use_no_rates,
)
from larder.core.build.trial import measure_plan  # noqa: E402
from larder.core.encoders.model_files import PATCH_MEANS_TYPE, EncoderOptions  # noqa: E402
from larder.core.encoders.pictures import PicturePreparation  # noqa: E402
from larder.core.encoders.protocol import (  # noqa: E402
    Fingerprint,
    ImageItem,
    PayloadValues,
    PreparedImage,
)
from larder.core.jobs import CancelToken, run_to_end  # noqa: E402
from larder.core.keys.hash_memory import HashMemory  # noqa: E402
from larder.core.settings import cache_home  # noqa: E402
from larder.core.survey.survey import survey  # noqa: E402
from larder.core.workspace.cache_layout import CacheLayout  # noqa: E402
from larder.core.workspace.open_workspace import StoreContent, open_workspace  # noqa: E402
from larder.core.workspace.trainer_layout import lay_out  # noqa: E402
from tests.support.building import BuildWorkspace, build, in_batches  # noqa: E402
from tests.support.released_building import add_concept  # noqa: E402
from tests.support.tiny_vaes import write_vae  # noqa: E402

PER_FOLDER = 1000
BAR_SHARE = 0.9
PACE_S = 4.0
"""How long the encoders of `--pace` work, about."""

BAR_PACES = {0.002: 0.95, 0.0005: 0.7}
"""By seconds that an encoder sleeps per payload."""

BAR_VAE = 0.95
VAE_PICTURES = 400
BAR_ERROR = 0.2
FLOOR_AT_MOST = 20_000
"""Payloads that the floor writes: more cost no more each."""

FLAT_WITHIN = 1.25
"""How much more an entry of the larger build may cost: runs differ by a tenth on a busy machine."""


class FreeEncoder:
    """Gives the same small values for every picture at once."""

    def __init__(self, seconds: float = 0.0, start_s: float = 0.0) -> None:
        """Make it.

        Args:
            seconds: per picture that it waits without using the processor.
            start_s: that it waits once, at its first batch, as if it loaded weights.
        """
        self._seconds = seconds
        self._start_s = start_s
        self._latent = torch.full((4, 16, 16), 0.5)
        self.preparation: PicturePreparation | None = None

    @property
    def fingerprint(self) -> Fingerprint:
        return Fingerprint("free", "0" * 16, {})

    def prepare(self, item: ImageItem) -> PreparedImage:
        if self.preparation is not None:
            return self.preparation.prepare(item)
        return PreparedImage(item, None, {
            "crop_offset": (0, 0), "crop_resolution": item.bucket,
            "original_resolution": item.bucket, "image_path": item.spelled})

    def encode(self, batch: Sequence[PreparedImage]) -> list[PayloadValues]:
        start_s, self._start_s = self._start_s, 0.0
        if self._seconds or start_s:
            time.sleep(start_s + self._seconds * len(batch))
        return [{"latent_image": self._latent, **prepared.values} for prepared in batch]

    def close(self) -> None:
        pass


@dataclass
class FreeEncoders:
    """Encoders of a benchmark."""

    encoder: FreeEncoder

    def open_image(self, memory: HashMemory, token: CancelToken) -> FreeEncoder:
        return self.encoder

    def open_text(self, memory: HashMemory, token: CancelToken) -> Any:
        raise AssertionError("there are no captions")

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        note_rates(cache_home(), msgspec.structs.replace(
            found, encoder="free", device=CPU), asked=CPU)

    def rates(self, content: StoreContent) -> EncoderRates:
        return read_rates(cache_home(), "free", CPU)


def write_workspace(root: Path, resolution: str, model_type: str = PATCH_MEANS_TYPE) -> Path:
    """Config and one concept with a trainer's full settings; returns the config."""
    flags = ("crop_jitter", "random_flip", "fixed_flip", "random_rotate", "fixed_rotate")
    image = {f"enable_{name}": False for name in flags} | {
        f"random_{name}_max_strength": 0.0 for name in ("brightness", "contrast", "hue")}
    concept = {
        "__version": 2, "name": "many", "path": "data", "seed": 1, "enabled": True,
        "type": "STANDARD", "include_subdirectories": True, "image_variations": 1,
        "text_variations": 1, "balancing": 1.0, "balancing_strategy": "REPEATS",
        "loss_weight": 1.0, "image": image, "text": {"prompt_source": "sample"}}
    config = {
        "model_type": model_type, "cache_dir": "cache", "resolution": resolution,
        "latent_caching": True, "text_encoder": {"train": True},
        "concept_file_name": "training_concepts/concepts.json"}
    (root / "training_concepts").mkdir(parents=True)
    (root / "training_concepts" / "concepts.json").write_text(json.dumps([concept]))
    (root / "config.json").write_text(json.dumps(config))
    return root / "config.json"


def write_sources(root: Path, count: int) -> None:
    """Small pictures with different contents behind their end; nothing decodes them."""
    picture = io.BytesIO()
    Image.new("L", (128, 128)).save(picture, "PNG")
    for number in range(count):
        folder = root / "data" / f"{number // PER_FOLDER:04}"
        if number % PER_FOLDER == 0:
            folder.mkdir(parents=True)
        (folder / f"{number:07}.png").write_bytes(
            picture.getvalue() + b"picture %d" % number * 20)


def write_pictures(root: Path, count: int) -> None:
    """JPEGs of 3 megapixels."""
    folder = root / "data"
    folder.mkdir(parents=True)
    dice = np.random.default_rng(1)
    small = dice.integers(0, 256, (150, 200, 3), dtype=np.uint8)
    for number in range(count):
        picture = Image.fromarray(np.roll(small, number)).resize((2000, 1500))
        picture.save(folder / f"{number:05}.jpg", quality=90)


def planned(
    config: Path, rates_of: RatesOf = use_no_rates, layout: CacheLayout = CacheLayout.INDEXED
) -> BuildPlan:
    """Survey a workspace and return its build plan."""
    report = run_to_end(survey(lay_out(open_workspace(config), layout), token=CancelToken()))
    return run_to_end(build_plan(report, rates_of=rates_of, token=CancelToken()))


def floor_seconds(folder: Path, payload: dict[str, Any], count: int) -> float:
    """Seconds per payload for writing such values one after the other."""
    folder.mkdir()
    began = time.perf_counter()
    for number in range(count):
        temporary = folder / f"{number}.tmp"
        with temporary.open("wb") as file:
            torch.save(payload, file)
        os.replace(temporary, folder / f"{number}.pt")
    return (time.perf_counter() - began) / count


def overhead(scratch: Path, count: int, layout: CacheLayout) -> tuple[list[float], float]:
    """Seconds per sample: of the floor before and after a build, and of the build."""
    root = scratch / str(count)
    config = write_workspace(root, "128x128", model_type="STABLE_DIFFUSION_15")
    write_sources(root, count)
    plan = planned(config, layout=layout)
    payload = payload_of_a_build(scratch / f"one{count}")
    written = min(count, FLOOR_AT_MOST)
    floors = [floor_seconds(scratch / f"before{count}", payload, written)]
    began = time.perf_counter()
    report = run_to_end(apply_build(
        in_batches(plan, 8), FreeEncoders(FreeEncoder()), token=CancelToken()))
    build = (time.perf_counter() - began) / count
    if (report.encoded, report.failed) != (count, ()):
        raise RuntimeError(f"the build did not build: {report}")
    floors.append(floor_seconds(scratch / f"after{count}", payload, written))
    for folder in (root, scratch / f"before{count}", scratch / f"after{count}"):
        shutil.rmtree(folder)
    return floors, build


def payload_of_a_build(root: Path) -> dict[str, Any]:
    """Return the payload that a build of one source writes."""
    config = write_workspace(root, "128x128")
    write_sources(root, 1)
    run_to_end(apply_build(planned(config), FreeEncoders(FreeEncoder()), token=CancelToken()))
    found = next((root / "cache" / "image").glob("*_128x128_1.pt"))
    return dict(torch.load(found, weights_only=True))


def throughput(scratch: Path, count: int, seconds: float, batch: int) -> tuple[float, float]:
    """Seconds of the encoder alone on all batches, and of the whole build."""
    root = scratch / "pictures"
    config = write_workspace(root, "512")
    write_pictures(root, count)
    plan = planned(config)
    if plan.workspace.config is None:
        raise RuntimeError("the workspace has a config")
    encoder = FreeEncoder(seconds)
    encoder.preparation = PicturePreparation(
        plan.workspace.config, dtype="float32", latent_mask=lambda mask: mask)
    began = time.perf_counter()
    for start in range(0, count, batch):
        time.sleep(seconds * min(batch, count - start))
    alone = time.perf_counter() - began
    began = time.perf_counter()
    report = run_to_end(apply_build(
        in_batches(plan, batch), FreeEncoders(encoder), token=CancelToken()))
    whole = time.perf_counter() - began
    if report.encoded != count:
        raise RuntimeError(f"the build did not build: {report}")
    return alone, whole


def sleeping_pace(scratch: Path, seconds: float) -> float:
    """Share of its pace that an encoder keeps which sleeps so long per picture.

    What the first build of a process imports is not counted.
    """
    count, batch = round(PACE_S / seconds), 8
    payload_of_a_build(scratch / f"warm{seconds}")
    root = scratch / f"sleeping{seconds}"
    config = write_workspace(root, "128x128")
    write_sources(root, count)
    plan = planned(config)
    began = time.perf_counter()
    for start in range(0, count, batch):
        time.sleep(seconds * min(batch, count - start))
    alone = time.perf_counter() - began
    began = time.perf_counter()
    report = run_to_end(apply_build(
        in_batches(plan, batch), FreeEncoders(FreeEncoder(seconds)), token=CancelToken()))
    whole = time.perf_counter() - began
    if report.encoded != count:
        raise RuntimeError(f"the build did not build: {report}")
    return alone / whole


@dataclass
class KeptBatches:
    """A config's encoders, opened before the build; keeps what was given to encode."""

    own: ConfigEncoders
    encoder: Any = None
    batches: list[list[PreparedImage]] = field(default_factory=list)

    def open_image(self, memory: HashMemory, token: CancelToken) -> Any:
        self.encoder = self.encoder or self.own.open_image(memory, token)
        return self

    def open_text(self, memory: HashMemory, token: CancelToken) -> Any:
        raise AssertionError("there are no captions")

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        pass

    @property
    def fingerprint(self) -> Fingerprint:
        return self.encoder.fingerprint

    def prepare(self, item: ImageItem) -> PreparedImage:
        return self.encoder.prepare(item)

    def encode(self, batch: Sequence[PreparedImage]) -> list[PayloadValues]:
        self.batches.append(list(batch))
        return self.encoder.encode(batch)

    def close(self) -> None:
        pass


def vae_pace(scratch: Path, count: int, batch: int) -> float:
    """Share of its pace that a tiny VAE keeps; loading it is not counted."""
    shares = []
    model = scratch / "models" / "tiny"
    write_vae(model / "vae")
    encoders: KeptBatches | None = None
    for name in ("warm", "timed"):
        root = scratch / f"vae-{name}"
        config = write_workspace(root, "256", model_type="STABLE_DIFFUSION_15")
        dice = np.random.default_rng(1)
        (root / "data").mkdir()
        for number in range(4 * batch if name == "warm" else count):
            small = dice.integers(0, 256, (16, 16, 3), dtype=np.uint8)
            Image.fromarray(small).resize((256, 256)).save(root / "data" / f"{number:05}.png")
        plan = planned(config)
        if encoders is None:
            encoders = KeptBatches(ConfigEncoders.of(
                plan.workspace, plan.workspace.config, EncoderOptions(models=(model,))))
        encoders.batches.clear()
        began = time.perf_counter()
        report = run_to_end(apply_build(
        in_batches(plan, batch), encoders, token=CancelToken()))
        whole = time.perf_counter() - began
        if report.failed or not report.encoded:
            raise RuntimeError(f"the build did not build: {report}")
        began = time.perf_counter()
        for given in encoders.batches:
            encoders.encoder.encode(given)
        shares.append((time.perf_counter() - began) / whole)
    return shares[-1]


def estimated_bytes(scratch: Path) -> Iterator[tuple[str, str, int, int]]:
    """Yield planned and written bytes of builds after a change of settings.

    Each item is (layout, change, planned bytes, written bytes).

    Each item is (layout, change, planned bytes, written bytes).
    """
    changes: list[dict[str, Any]] = [
        {"resolution": "256"}, {"resolution": "512"}, {"masked_training": True}]
    for layout in CacheLayout:
        for number, change in enumerate(changes):
            made = BuildWorkspace(
                scratch / f"{layout.name}{number}", config={"train_dtype": "FLOAT_32"})
            add_concept(made)
            for picture in range(20):
                made.add_picture(
                    f"data/cats/{picture}.png", caption=f"cat {picture}",
                    size=(100 + 10 * picture, 200))
            build(made, layout=layout.value, even_if_busy=True)
            made.configure(**change)
            built = build(made, even_if_busy=True)
            if built.plan.bytes is None or not built.report.bytes:
                raise RuntimeError("nothing was told, or the build did not build")
            yield layout.value, str(change), built.plan.bytes, built.report.bytes


def estimates(
    scratch: Path, count: int, seconds: float, start_s: float, batch: int
) -> list[tuple[str, float, float]]:
    """Return estimated and actual times of builds as (basis, estimate, seconds).

    The basis is a trial, or the build before.

    The basis is a trial, or the build before.
    """
    told = []
    for by in ("a trial", "the build before"):
        root = scratch / by.replace(" ", "-")
        config = write_workspace(root, "512")
        write_pictures(root, count)
        encoders = FreeEncoders(encoder := FreeEncoder(seconds, start_s))
        plan = in_batches(planned(config, encoders.rates), batch)
        if plan.workspace.config is None:
            raise RuntimeError("the workspace has a config")
        preparation = PicturePreparation(
            plan.workspace.config, dtype="float32", latent_mask=lambda mask: mask)
        encoder.preparation = preparation
        if by == "a trial":
            plan = run_to_end(measure_plan(plan, encoders, CancelToken()))
            encoders = FreeEncoders(encoder := FreeEncoder(seconds, start_s))
            encoder.preparation = preparation
        began = time.perf_counter()
        report = run_to_end(apply_build(plan, encoders, token=CancelToken()))
        took = time.perf_counter() - began
        if report.encoded != count or plan.seconds is None:
            raise RuntimeError(f"nothing was told, or the build did not build: {report}")
        told.append((by, plan.seconds, took))
    return told


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sources", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--layout", type=CacheLayout, default=CacheLayout.INDEXED)
    parser.add_argument("--pace", action="store_true")
    parser.add_argument("--throughput", action="store_true")
    parser.add_argument("--estimate", action="store_true")
    parser.add_argument("--start", type=float, default=5.0, help="seconds to load the encoder")
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.1, help="of the encoder per picture")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    asked = parser.parse_args()
    torch.set_num_threads(1)
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        scratch = Path(folder)
        os.environ.update(
            LARDER_CACHE_HOME=str(scratch / "home"), LARDER_CONFIG_HOME=str(scratch / "home"))
        print(f"Python {platform.python_version()}, {os.cpu_count()} processors")
        if asked.pace:
            for name, share, bar in (
                *((f"sleeping {seconds * 1e3:g} ms", sleeping_pace(scratch, seconds), bar)
                  for seconds, bar in BAR_PACES.items()),
                ("tiny VAE", vae_pace(scratch, VAE_PICTURES, asked.batch), BAR_VAE),
            ):
                # What is said is what is judged: 0.698 is said to be 0.70.
                share = round(share, 2)
                print(f"{name}: {share:.2f} of the encoder's pace, bar {bar}, "
                      f"{'met' if share >= bar else 'MISSED'}", flush=True)
            return
        if asked.estimate:
            for by, said, took in estimates(
                    scratch, asked.pictures, asked.seconds, asked.start, asked.batch):
                error = round(said / took - 1, 2)
                print(f"{asked.pictures} pictures, told by {by}: {said:.1f} s, taken {took:.1f} s, "
                      f"{error:+.0%}, bar {BAR_ERROR:.0%}, "
                      f"{'met' if abs(error) <= BAR_ERROR else 'MISSED'}", flush=True)
            for layout, change, said, took in estimated_bytes(scratch):
                error = round(said / took - 1, 2)
                print(f"{layout}, {change}: told {said:,} bytes, made {took:,}, {error:+.0%}, "
                      f"bar {BAR_ERROR:.0%}, {'met' if abs(error) <= BAR_ERROR else 'MISSED'}",
                      flush=True)
            return
        if asked.throughput:
            alone, whole = throughput(scratch, asked.pictures, asked.seconds, asked.batch)
            share = round(alone / whole, 2)
            print(f"{asked.pictures} pictures, encoder alone {alone:.1f} s, build {whole:.1f} s: "
                  f"{share:.0%} of the encoder's pace, bar {BAR_SHARE:.0%}, "
                  f"{'met' if share >= BAR_SHARE else 'MISSED'}")
            return
        each: list[float] = []
        for count in asked.sources:
            floors, build = overhead(scratch, count, asked.layout)
            ratio = build / statistics.mean(floors)
            each.append(build)
            spelled = " and ".join(f"{floor * 1e3:.3f}" for floor in floors)
            print(f"{count:,} sources: floor {spelled} ms, build {build * 1e3:.3f} ms each "
                  f"= {ratio:.2f} x floor", flush=True)
        if len(each) > 1:
            growth = round(each[-1] / each[0], 2)
            print(f"a sample costs {growth:.2f} x that of the smallest build, "
                  f"{'flat' if growth <= FLAT_WITHIN else 'GROWS'}")


if __name__ == "__main__":
    main()
