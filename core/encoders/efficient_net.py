"""The EfficientNet V2 that Würstchen and Stable Cascade take pictures in with, from its tensors.

Its names and layout are torchvision's (`efficientnet_v2_s().features` as `backbone`, a convolution
of one pixel and a batch norm as `mapper`), whose package is not needed here: a torchvision that
does not fit torch cannot be imported. Everything but the strides can be read off the shapes, so the
small network of both model types and the large one that nobody published are the same code.

Source: Tan and Le, "EfficientNetV2", 2021, tables 1 and 4; names, paddings and the norms' epsilon
compared with torchvision 0.29, whose own network gives the same numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Final

Tensor = Any
Tensors = Mapping[str, Tensor]

STAGE_STRIDES: Final = (1, 2, 2, 2, 1, 2, 1)
"""Of the first block of each stage; the small network has six stages, larger ones seven."""

NORM_EPSILON: Final = 1e-3

Block = tuple[int, int, int]
"""Channels inside (0: one convolution only), channels out, channels of the squeeze (0: none)."""


def make_efficient_net(tensors: Tensors) -> Any:
    """The network that some tensors belong to, without them: a `torch.nn.Module` with `encode`.

    Raises:
        KeyError: if they belong to none.
        ValueError: if it has more stages than any published one.
    """
    from torch import nn

    def convolution(
        channels: int, out: int, *, side: int = 3, stride: int = 1, groups: int = 1,
        activated: bool = True,
    ) -> nn.Sequential:
        layers: list[nn.Module] = [
            nn.Conv2d(channels, out, side, stride, side // 2, groups=groups, bias=False),
            nn.BatchNorm2d(out, eps=NORM_EPSILON)]
        return nn.Sequential(*layers, nn.SiLU()) if activated else nn.Sequential(*layers)

    class Squeeze(nn.Module):  # type: ignore[misc] # torch is not typed
        """Weighs channels by what their means say."""

        def __init__(self, channels: int, squeezed: int) -> None:
            super().__init__()
            self.fc1 = nn.Conv2d(channels, squeezed, 1)
            self.fc2 = nn.Conv2d(squeezed, channels, 1)

        def forward(self, picture: Tensor) -> Tensor:
            means = nn.functional.adaptive_avg_pool2d(picture, 1)
            return self.fc2(nn.functional.silu(self.fc1(means))).sigmoid() * picture

    class Residual(nn.Module):  # type: ignore[misc] # torch is not typed
        """One block; what went in is added where it has the shape of what comes out."""

        def __init__(self, channels: int, stride: int, shape: Block) -> None:
            super().__init__()
            inside, out, squeezed = shape
            self.adds = stride == 1 and channels == out
            if not inside:
                layers = [convolution(channels, out, stride=stride)]
            elif not squeezed:
                layers = [
                    convolution(channels, inside, stride=stride),
                    convolution(inside, out, side=1, activated=False)]
            else:
                layers = [
                    convolution(channels, inside, side=1),
                    convolution(inside, inside, stride=stride, groups=inside),
                    Squeeze(inside, squeezed),
                    convolution(inside, out, side=1, activated=False)]
            self.block = nn.Sequential(*layers)

        def forward(self, picture: Tensor) -> Tensor:
            changed = self.block(picture)
            return changed + picture if self.adds else changed

    class EfficientNet(nn.Module):  # type: ignore[misc] # torch is not typed
        def __init__(self) -> None:
            super().__init__()
            channels = _out(tensors, "backbone.0.0")
            parts: list[nn.Module] = [convolution(3, channels, stride=2)]
            stages = _stages(tensors)
            for blocks, stride in zip(stages, STAGE_STRIDES[:len(stages)], strict=True):
                stage = []
                for number, block in enumerate(blocks):
                    stage.append(Residual(channels, 1 if number else stride, block))
                    channels = block[1]
                parts.append(nn.Sequential(*stage))
            head, latent = _out(tensors, f"backbone.{len(parts)}.0"), _out(tensors, "mapper.0")
            parts.append(convolution(channels, head, side=1))
            self.backbone = nn.Sequential(*parts)
            self.mapper = nn.Sequential(
                nn.Conv2d(head, latent, 1, bias=False),
                nn.BatchNorm2d(latent, affine="mapper.1.weight" in tensors))

        def encode(self, pictures: Tensor) -> Tensor:
            """Latents [pictures, channels, height / 32, width / 32]."""
            return self.mapper(self.backbone(pictures))

    return EfficientNet()


def _stages(tensors: Tensors) -> list[list[Block]]:
    stages: list[list[Block]] = []
    for stage in itertools.count(1):
        blocks: list[Block] = []
        while f"backbone.{stage}.{len(blocks)}.block.0.0.weight" in tensors:
            blocks.append(_block(tensors, f"backbone.{stage}.{len(blocks)}.block"))
        if not blocks:
            return stages
        stages.append(blocks)
    raise AssertionError("counting ends with the names")


def _block(tensors: Tensors, name: str) -> Block:
    first = _out(tensors, f"{name}.0.0")
    if f"{name}.2.fc1.weight" in tensors:
        return first, _out(tensors, f"{name}.3.0"), _out(tensors, f"{name}.2.fc1")
    if f"{name}.1.0.weight" in tensors:
        return first, _out(tensors, f"{name}.1.0"), 0
    return 0, first, 0


def _out(tensors: Tensors, name: str) -> int:
    """Channels that a convolution gives."""
    return int(tensors[f"{name}.weight"].shape[0])
