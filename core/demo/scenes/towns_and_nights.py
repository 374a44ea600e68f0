"""Towns, night skies, a volcano and balloons."""

from __future__ import annotations

import math

import numpy as np

from larder.core.demo.scenes.canvas import Canvas, Paint, darker, lighter, mix, ridge
from larder.core.demo.scenes.open_country import cloud
from larder.core.demo.scenes.waterside import stars


def skyline(
    canvas: Canvas, *, sky: tuple[Paint, ...], towers: Paint, windows: Paint, moon: Paint
) -> None:
    """Three rows of towers with lit windows over a strip of water."""
    quay = 0.8
    canvas.gradient(*sky, bottom=quay)
    canvas.glow(canvas.right * 0.75, 0.24, 0.22, moon, strength=0.6)
    canvas.disc(canvas.right * 0.75, 0.24, 0.1, moon)
    for layer in range(3):
        tone = mix(mix(towers, sky[-1], 0.6), towers, layer / 2)
        left = -0.03
        while left < canvas.right:
            width = canvas.dice.uniform(0.06, 0.13)
            top = quay - canvas.dice.uniform(0.18, 0.62 - layer * 0.15)
            _tower_block(canvas, left, top, width, quay, tone, windows if layer else None)
            left += width + canvas.dice.uniform(-0.01, 0.03)
    canvas.gradient(darker(sky[-1], 0.35), darker(towers, 0.3), top=quay)
    for _ in range(80):
        x, y = canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(quay + 0.015, 0.99)
        canvas.box(x, y, x + canvas.dice.uniform(0.02, 0.07), y + 0.004, windows, alpha=0.5)


def _tower_block(
    canvas: Canvas, left: float, top: float, width: float, foot: float, tone: Paint,
    windows: Paint | None,
) -> None:
    canvas.box(left, top, left + width, foot, tone)
    canvas.box(left + width * 0.7, top, left + width, foot, darker(tone, 0.2))
    if canvas.dice.random() < 0.3:
        canvas.line([(left + width / 2, top), (left + width / 2, top - 0.06)], tone, width=0.006)
    if windows is None:
        return
    rows, columns = int((foot - top) / 0.032), max(2, int(width / 0.024))
    for row in range(rows):
        for column in range(columns):
            if canvas.dice.random() < 0.5:
                x = left + width * (column + 0.3) / columns
                y = top + 0.014 + row * 0.032
                canvas.box(x, y, x + 0.01, y + 0.014, windows)


def northern_lights(canvas: Canvas, *, night: tuple[Paint, ...], light: Paint, edge: Paint) -> None:
    """Curtains of light over a dark wood, mirrored faintly by snow."""
    canvas.gradient(*night)
    stars(canvas, 120, bottom=0.75)
    width, height = canvas.pixel_size
    x = np.linspace(0, canvas.right, width, dtype=np.float32)
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    for index in range(3):
        phase = canvas.dice.uniform(0, math.tau)
        foot = 0.5 - 0.1 * index + 0.09 * np.sin(x * (2.2 + index) + phase)
        folds = 0.55 + 0.45 * np.sin(x * (19 + 7 * index) + 4 * np.sin(x * 3 + phase))
        rise = np.clip((foot - y) / (0.42 - 0.06 * index), 0, 1)
        amount = np.where(y < foot, np.exp(-3.2 * rise) * (1 - rise) * folds, 0)
        paint = mix(light, edge, index / 2)
        canvas.add_light(0, 0, (amount * 0.85).astype(np.float32)[:, :, None], paint)
    canvas.polygon(ridge(canvas, 0.83, 0.03), mix("#dfeaf5", night[-1], 0.45))
    for _ in range(round(26 * canvas.right)):
        foot = canvas.dice.uniform(0.84, 0.97)
        size = canvas.dice.uniform(0.1, 0.22)
        at = canvas.dice.uniform(0, canvas.right)
        for tier in range(4):
            base = foot - size * 0.22 * tier
            half = size * (0.24 - 0.045 * tier)
            canvas.polygon([(at - half, base), (at, base - size * 0.4), (at + half, base)],
                           darker(night[0], 0.75))


def winter_village(canvas: Canvas, *, sky: tuple[Paint, ...], roofs: tuple[Paint, ...]) -> None:
    """Crooked houses under snow with lit windows, flakes in the air."""
    canvas.gradient(*sky, bottom=0.85)
    canvas.polygon(ridge(canvas, 0.62, 0.08), mix("#ffffff", sky[-1], 0.5))
    canvas.polygon(ridge(canvas, 0.76, 0.04), "#e6eef8")
    count = max(3, round(4 * canvas.right))
    for index in range(count):
        x = canvas.right * (index + 0.5) / count + canvas.dice.uniform(-0.03, 0.03)
        _house(canvas, x, 0.86 + 0.03 * (index % 2), canvas.dice.uniform(0.16, 0.22),
               roofs[index % len(roofs)])
    canvas.polygon(ridge(canvas, 0.93, 0.02), "#fbfdff")
    for _ in range(round(90 * canvas.right)):
        canvas.disc(canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(0, 1),
                    canvas.dice.uniform(0.002, 0.006), "#ffffff", alpha=0.85)


def _house(canvas: Canvas, x: float, foot: float, size: float, paint: Paint) -> None:
    half, wall = size * 0.5, foot - size * 0.8
    canvas.box(x - half, wall, x + half, foot, paint)
    canvas.box(x + half * 0.35, wall - size * 0.55, x + half * 0.6, wall, darker(paint, 0.4))
    canvas.polygon([(x - half * 1.25, wall), (x, wall - size * 0.6), (x + half * 1.25, wall)],
                   "#fdfefe")
    canvas.polygon([(x - half * 0.95, wall), (x, wall - size * 0.42), (x + half * 0.95, wall)],
                   darker(paint, 0.25))
    for dx in (-0.5, 0.25):
        left = x + half * dx
        canvas.box(left, wall + size * 0.15, left + half * 0.4, wall + size * 0.42, "#ffd978")
        canvas.glow(left + half * 0.2, wall + size * 0.28, size * 0.14, "#ffe9a8", strength=0.5)
    canvas.box(x - half * 0.18, foot - size * 0.34, x + half * 0.18, foot, darker(paint, 0.55))


def volcano(canvas: Canvas, *, sky: tuple[Paint, ...], cone: Paint, lava: Paint) -> None:
    """A cone with glowing streams and a plume of smoke."""
    canvas.gradient(*sky)
    x, top = canvas.right * 0.5, 0.36
    canvas.glow(x, top, 0.3, lava, strength=0.9)
    for step in range(16):
        size = 0.05 + 0.011 * step
        canvas.disc(x + 0.024 * step + canvas.dice.uniform(-0.05, 0.05), top - 0.02 - 0.025 * step,
                    size, mix(mix(lava, "#5a4a50", min(1, step / 5)), "#2e2a33", step / 24),
                    alpha=0.85)
    half = 0.62 * canvas.fit(1.1)
    canvas.polygon([(x - half, 0.88), (x - 0.1, top), (x + 0.1, top), (x + half, 0.88)], cone)
    canvas.polygon([(x + 0.02, top), (x + 0.1, top), (x + half, 0.88), (x + 0.12, 0.88)],
                   darker(cone, 0.4))
    canvas.ellipse(x, top, 0.1, 0.022, lighter(lava, 0.4))
    for bend, width in ((-0.22, 0.03), (0.04, 0.042), (0.26, 0.024)):
        stream = [(x + bend * 0.2, top), (x + bend * 0.45, 0.52), (x + bend * 0.62, 0.62),
                  (x + bend * 1.1, 0.8)]
        canvas.line(stream, lava, width=width)
        canvas.line(stream, lighter(lava, 0.55), width=width * 0.35)
    canvas.polygon(ridge(canvas, 0.87, 0.03), darker(cone, 0.6))
    for _ in range(40):
        canvas.disc(x + canvas.dice.gauss(0, 0.14), top - abs(canvas.dice.gauss(0, 0.13)),
                    canvas.dice.uniform(0.002, 0.006), lighter(lava, 0.5))


def balloons(canvas: Canvas, *, sky: tuple[Paint, ...],
             silks: tuple[tuple[Paint, Paint], ...]) -> None:
    """Striped hot-air balloons over low hills."""
    canvas.gradient(*sky)
    for _ in range(4):
        cloud(canvas, canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(0.05, 0.7), 0.09,
              "#ffffff")
    canvas.polygon(ridge(canvas, 0.88, 0.04), mix("#3f7d5a", sky[-1], 0.35))
    canvas.polygon(ridge(canvas, 0.95, 0.03), "#2f6a4b")
    spots = ((0.3, 0.36, 0.2), (0.72, 0.26, 0.13), (0.56, 0.64, 0.09), (0.9, 0.58, 0.11),
             (0.1, 0.68, 0.075))
    for (share, y, radius), (first, second) in zip(spots, silks, strict=False):
        _balloon(canvas, canvas.right * share, y, radius * max(0.75, canvas.fit(1.0)), first,
                 second)


def _balloon(
    canvas: Canvas, x: float, y: float, radius: float, first: Paint, second: Paint
) -> None:
    gores = 7
    for index in range(gores):
        share = 1 - index / gores
        half = radius * math.sin(share * math.pi / 2)
        paint = first if index % 2 == 0 else second
        canvas.ellipse(x, y, half, radius, paint)
        canvas.polygon([(x - half * 0.82, y + radius * 0.55), (x + half * 0.82, y + radius * 0.55),
                        (x + half * 0.2, y + radius * 1.32), (x - half * 0.2, y + radius * 1.32)],
                       paint)
    for dx in (-0.16, 0.16):
        canvas.line([(x + dx * radius, y + radius * 1.3), (x + dx * radius, y + radius * 1.55)],
                    "#4a3426", width=radius * 0.03)
    canvas.box(x - radius * 0.2, y + radius * 1.52, x + radius * 0.2, y + radius * 1.76, "#8a5a34",
               rounding=radius * 0.05)
