"""How well latents are seen without their VAE, and how often swapped ones are found.

    python tests/benchmarks/latent_colours.py [--minutes 2] [--side 256] [--sheet SHEET.png]

Trains a small VAE on crops of the photographs that scikit-image ships (minutes on a processor), and
encodes other crops with it, with one of random weights and as patch means. For each: the share of
the variance of pictures that were held out, the error in dB, and of 120 trials that swap two
latents of 64 those in which the two are the worst of all. Beside it the same by the raw error,
which is what one would try first. The sheet shows photographs above what the matrix makes of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path.insert(0, str(REPOSITORY))

import numpy as np  # noqa: E402
import numpy.typing as npt  # noqa: E402
from PIL import Image  # noqa: E402

from larder.core.encoders.patch_means import PatchMeans  # noqa: E402
from larder.core.queries.latent_colours import LatentPair, learn_colours, likeness  # noqa: E402
from tests.support.photographs import photographs  # noqa: E402

PICTURES = 64
TRIALS = 120
STRIDE = 8
CONFIG = {
    "block_out_channels": (16, 32, 32, 32), "down_block_types": ("DownEncoderBlock2D",) * 4,
    "up_block_types": ("UpDecoderBlock2D",) * 4, "layers_per_block": 1, "norm_num_groups": 8,
    "latent_channels": 4, "sample_size": 128}

Encoder = Callable[[npt.NDArray[np.uint8]], npt.NDArray[np.float32]]


def make_vae(seed: int) -> Any:
    """A small one of random weights."""
    import diffusers
    import torch

    torch.manual_seed(seed)
    return diffusers.AutoencoderKL(**CONFIG)


def train(vae: Any, minutes: float) -> int:
    """Train on crops until the time is over; returns the steps."""
    import torch

    pixels = torch.stack([as_pixels(one) for one in photographs(512, 96, seed=1)])
    optimizer = torch.optim.AdamW(vae.parameters(), lr=1e-3)
    until, steps = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < until:
        batch = pixels[torch.randint(0, len(pixels), (8,))]
        encoded = vae.encode(batch).latent_dist
        drawn = vae.decode(encoded.sample()).sample
        loss = (drawn - batch).abs().mean() + 1e-5 * encoded.kl().mean() / 96
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(vae.parameters(), 1.0)
        optimizer.step()
        steps += 1
    return steps


def as_pixels(levels: npt.NDArray[np.uint8]) -> Any:
    """[3, h, w] in [-1, 1]."""
    import torch

    return torch.from_numpy(levels.astype(np.float32).transpose(2, 0, 1)) / 127.5 - 1


def encoder_of(vae: Any) -> Encoder:
    """The mode of its distribution, as a trainer caches it."""
    import torch

    def encode(levels: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        with torch.no_grad():
            return vae.encode(as_pixels(levels)[None]).latent_dist.mode()[0].numpy()

    return encode


def patch_means(levels: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Encode pixel levels with the embedded patch-means encoder."""
    return PatchMeans("LARDER_PATCH_MEANS").encode_image(as_pixels(levels).numpy())


def thumbnail(levels: npt.NDArray[np.uint8], side: int) -> npt.NDArray[np.float32]:
    """At a latent's size, in [0, 1]."""
    small = Image.fromarray(levels).resize((side, side), Image.Resampling.BOX)
    return np.asarray(small, np.float32) / 255


def measure(name: str, encode: Encoder, side: int) -> list[npt.NDArray[np.uint8]]:
    """Print one line; returns what latents look like."""
    pictures = photographs(PICTURES, side, seed=2)
    latents = [encode(levels) for levels in pictures]
    small = [thumbnail(levels, side // STRIDE) for levels in pictures]
    pairs = [LatentPair.of(*pair) for pair in zip(latents, small, strict=True)]
    colours = learn_colours(pairs, channels=len(latents[0]), may_be_mirrored=False)
    drawn = [colours.of(latent) for latent in latents]
    error = np.mean([
        np.square(one - other).mean() for one, other in zip(drawn, small, strict=True)])
    dice = np.random.default_rng(3)
    found = raw = 0
    for _ in range(TRIALS):
        first, second = dice.choice(PICTURES, 2, replace=False).tolist()
        order = list(range(PICTURES))
        order[first], order[second] = second, first
        moved = [pairs[at].points for at in order]
        swapped = learn_colours(
            [LatentPair(points, pair.colours, pair.mirrored)
             for points, pair in zip(moved, pairs, strict=True)],
            channels=len(latents[0]), may_be_mirrored=False)
        alike = [likeness(swapped, latents[at], small[place], may_be_mirrored=False)
                 for place, at in enumerate(order)]
        worst = np.argsort([one[0] if one else 1.0 for one in alike])[:2]
        found += set(worst.tolist()) == {first, second}
        errors = [float(np.square(swapped.of(latents[at]) - small[place]).mean())
                  for place, at in enumerate(order)]
        raw += set(np.argsort(errors)[-2:].tolist()) == {first, second}
    print(f"{name:<12} R2 {colours.r2:6.3f}   {-10 * np.log10(error):5.1f} dB   "
          f"{colours.state.value:<7} swapped on top {found} of {TRIALS}, "
          f"by the raw error {raw}", flush=True)
    return [np.clip(one * 255, 0, 255).astype(np.uint8) for one in drawn]


def main() -> None:
    """Train a VAE, measure each encoder and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--side", type=int, default=256)
    parser.add_argument("--sheet", type=Path)
    asked = parser.parse_args()
    trained = make_vae(0)
    print(f"{train(trained, asked.minutes)} steps in {asked.minutes:g} min", flush=True)
    rows = [list(photographs(PICTURES, asked.side, seed=2))]
    rows += [measure(name, encode, asked.side) for name, encode in (
        ("trained", encoder_of(trained.eval())), ("random", encoder_of(make_vae(1).eval())),
        ("patch means", patch_means))]
    if asked.sheet is not None:
        shown = [
            [Image.fromarray(levels).resize((128, 128)) for levels in row[:12]] for row in rows]
        sheet = Image.new("RGB", (128 * 12, 128 * len(rows)))
        for down, row in enumerate(shown):
            for across, one in enumerate(row):
                sheet.paste(one, (128 * across, 128 * down))
        sheet.save(asked.sheet)


if __name__ == "__main__":
    main()
