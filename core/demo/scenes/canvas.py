"""A small painter over Pillow: shapes in relative units, drawn twice as large and averaged down.

One unit is the picture's height. x runs from 0 at the left to `right` (width / height), y from 0
at the top to 1 at the bottom, so that circles stay round in every aspect. Everything random comes
from the canvas's own seeded generator.
"""

from __future__ import annotations

import contextlib
import math
import random
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

Point = tuple[float, float]
Colour = tuple[int, int, int]
Paint = str | Colour
"""A colour: "#rrggbb" or (red, green, blue) in 0..255."""

OVERSAMPLING = 2


def rgb(paint: Paint) -> Colour:
    """A paint as red, green, blue in 0..255."""
    if isinstance(paint, str):
        return int(paint[1:3], 16), int(paint[3:5], 16), int(paint[5:7], 16)
    return paint


def mix(first: Paint, second: Paint, share: float) -> Colour:
    """The colour `share` of the way from the first to the second."""
    pairs = zip(rgb(first), rgb(second), strict=True)
    red, green, blue = (round(a + (b - a) * share) for a, b in pairs)
    return red, green, blue


def lighter(paint: Paint, share: float = 0.3) -> Colour:
    """The colour moved towards a warm white."""
    return mix(paint, "#fff8ec", share)


def darker(paint: Paint, share: float = 0.3) -> Colour:
    """The colour moved towards a bluish black."""
    return mix(paint, "#10101c", share)


class Canvas:
    """A picture being drawn, with the mask of its subject.

    Attributes:
        right: width over height: the largest x.
        dice: the seeded generator every scene draws from.
    """

    def __init__(self, width: int, height: int, *, seed: int) -> None:
        self.right = width / height
        self.dice = random.Random(seed)
        self._scale = height * OVERSAMPLING
        large = (width * OVERSAMPLING, height * OVERSAMPLING)
        self._image = Image.new("RGB", large)
        self._draw = ImageDraw.Draw(self._image, "RGBA")
        self._mask = Image.new("L", large)
        self._mask_draw = ImageDraw.Draw(self._mask)
        self._in_subject = False

    @contextlib.contextmanager
    def subject(self) -> Iterator[None]:
        """What is drawn inside belongs to the subject and so to the mask."""
        self._in_subject = True
        try:
            yield
        finally:
            self._in_subject = False

    def fit(self, widest: float = 1.0) -> float:
        """A size for a subject of width `widest`: 1 where it fits, less in a narrow picture."""
        return min(1.0, self.right / widest)

    def gradient(
        self, *paints: Paint, top: float = 0.0, bottom: float = 1.0, sideways: bool = False
    ) -> None:
        """Fill a band of the picture with paints blending downwards, or from left to right."""
        first, last = round(top * self._scale), round(bottom * self._scale)
        width, height = self._image.width, max(1, last - first)
        steps = width if sideways else height
        stops = np.linspace(0.0, 1.0, len(paints))
        along = np.linspace(0.0, 1.0, steps)
        levels = np.array([rgb(paint) for paint in paints], dtype=np.float64)
        ramp = np.stack([np.interp(along, stops, levels[:, c]) for c in range(3)], axis=1)
        line = Image.fromarray(ramp.round().astype(np.uint8)[np.newaxis])
        if not sideways:
            line = line.transpose(Image.Transpose.ROTATE_270)
        self._image.paste(line.resize((width, height), Image.Resampling.NEAREST), (0, first))

    def polygon(self, points: Sequence[Point], paint: Paint, *, alpha: float = 1.0) -> None:
        """A filled polygon."""
        corners = [(x * self._scale, y * self._scale) for x, y in points]
        self._draw.polygon(corners, fill=_with_alpha(paint, alpha))
        if self._in_subject:
            self._mask_draw.polygon(corners, fill=255)

    def box(
        self, left: float, top: float, right: float, bottom: float, paint: Paint,
        *, alpha: float = 1.0, rounding: float = 0.0,
    ) -> None:
        """A filled rectangle, its corners rounded by `rounding`."""
        corners = tuple(value * self._scale for value in (left, top, right, bottom))
        radius = rounding * self._scale
        self._draw.rounded_rectangle(corners, radius, fill=_with_alpha(paint, alpha))
        if self._in_subject:
            self._mask_draw.rounded_rectangle(corners, radius, fill=255)

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, paint: Paint, *, alpha: float = 1.0
    ) -> None:
        """A filled ellipse around (x, y)."""
        bounds = tuple(v * self._scale for v in (x - rx, y - ry, x + rx, y + ry))
        self._draw.ellipse(bounds, fill=_with_alpha(paint, alpha))
        if self._in_subject:
            self._mask_draw.ellipse(bounds, fill=255)

    def disc(self, x: float, y: float, radius: float, paint: Paint, *, alpha: float = 1.0) -> None:
        """A filled circle."""
        self.ellipse(x, y, radius, radius, paint, alpha=alpha)

    def pie(
        self, x: float, y: float, radius: float, paint: Paint, *, start: float, end: float
    ) -> None:
        """A slice of a disc between two angles in degrees, clockwise from the right."""
        bounds = tuple(v * self._scale for v in (x - radius, y - radius, x + radius, y + radius))
        self._draw.pieslice(bounds, start, end, fill=_with_alpha(paint, 1.0))
        if self._in_subject:
            self._mask_draw.pieslice(bounds, start, end, fill=255)

    def line(
        self, points: Sequence[Point], paint: Paint, *, width: float, alpha: float = 1.0
    ) -> None:
        """A line through points with round joints and ends."""
        corners = [(x * self._scale, y * self._scale) for x, y in points]
        pixels = max(1, round(width * self._scale))
        fill = _with_alpha(paint, alpha)
        self._draw.line(corners, fill=fill, width=pixels, joint="curve")
        if alpha >= 1.0:
            for x, y in (points[0], points[-1]):
                self.disc(x, y, width / 2, paint)
        if self._in_subject:
            self._mask_draw.line(corners, fill=255, width=pixels, joint="curve")

    def ball(self, x: float, y: float, radius: float, paint: Paint) -> None:
        """A sphere lit from the upper left."""
        for step in range(24):
            share = step / 23
            offset = radius * 0.32 * share
            tone = mix(darker(paint, 0.38), lighter(paint, 0.35), share**0.9)
            self.disc(x - offset, y - offset, radius * (1 - 0.86 * share), tone)

    def shadow(self, x: float, y: float, rx: float, ry: float, *, strength: float = 0.4) -> None:
        """A soft dark ellipse on the ground; never part of the mask."""
        subject, self._in_subject = self._in_subject, False
        for step in range(6):
            grow = 1.25 - step * 0.12
            self.ellipse(x, y, rx * grow, ry * grow, "#0c0a14", alpha=strength / 6)
        self._in_subject = subject

    def glow(self, x: float, y: float, radius: float, paint: Paint, *, strength: float) -> None:
        """Add light that fades out with distance (a Gaussian of that radius)."""
        reach = radius * 2.6
        left = max(0, math.floor((x - reach) * self._scale))
        top = max(0, math.floor((y - reach) * self._scale))
        right = min(self._image.width, math.ceil((x + reach) * self._scale))
        bottom = min(self._image.height, math.ceil((y + reach) * self._scale))
        if left >= right or top >= bottom:
            return
        across = np.arange(left, right, dtype=np.float32) / self._scale - x
        down = np.arange(top, bottom, dtype=np.float32) / self._scale - y
        falls = np.exp(-np.square(down) / radius**2)[:, None] * np.exp(
            -np.square(across) / radius**2
        )
        self.add_light(left, top, falls[:, :, None] * np.float32(strength), paint)

    def add_light(
        self, left: int, top: int, amount: npt.NDArray[np.float32], paint: Paint
    ) -> None:
        """Blend an area towards a colour by `amount` [h, w, 1] in 0..1, at a pixel position."""
        height, width = amount.shape[:2]
        area = (left, top, left + width, top + height)
        below = np.asarray(self._image.crop(area), dtype=np.float32)
        light = np.array(rgb(paint), dtype=np.float32)
        blended = below + (light - below) * np.clip(amount, 0.0, 1.0)
        self._image.paste(Image.fromarray(blended.round().astype(np.uint8)), area[:2])

    @property
    def pixel_size(self) -> tuple[int, int]:
        """Width and height in the pixels `add_light` counts in."""
        return self._image.size

    def finish(self) -> tuple[Image.Image, Image.Image]:
        """The picture (RGB) and the mask of its subject (L), at the size asked for."""
        return self._image.reduce(OVERSAMPLING), self._mask.reduce(OVERSAMPLING)


def _with_alpha(paint: Paint, alpha: float) -> tuple[int, int, int, int]:
    return (*rgb(paint), round(255 * alpha))


def ridge(
    canvas: Canvas, base: float, height: float, *, roughness: float = 1.0, waves: int = 4
) -> list[Point]:
    """A skyline of summed sines across the picture, closed along the bottom edge.

    Args:
        canvas: gives the width and the random phases.
        base: y of the line's middle.
        height: how far it rises and falls.
        roughness: how fast the amplitudes of higher waves fall: below 1 is rougher.
        waves: how many sines are summed.
    """
    parts = [
        (
            (index + 1) * canvas.dice.uniform(0.7, 1.4),
            canvas.dice.uniform(0, math.tau),
            1.0 / (index + 1) ** roughness,
        )
        for index in range(waves)
    ]
    total = sum(share for _, _, share in parts)
    steps = 120
    line = []
    for step in range(steps + 1):
        x = canvas.right * step / steps
        lift = sum(math.sin(freq * x * 3.2 + phase) * share for freq, phase, share in parts)
        line.append((x, base - height * lift / total))
    return [*line, (canvas.right, 1.0), (0.0, 1.0)]
