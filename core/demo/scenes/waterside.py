"""Sea, lakes and islands."""

from __future__ import annotations

import math

from larder.core.demo.scenes.canvas import Canvas, Paint, Point, darker, lighter, mix, ridge
from larder.core.demo.scenes.open_country import cloud


def open_sea(canvas: Canvas, *, sky: tuple[Paint, ...], water: Paint, sun: Paint) -> None:
    """A low sun, its path on the waves, and a sailing boat."""
    horizon = 0.56
    canvas.gradient(*sky, bottom=horizon)
    x = canvas.right * 0.4
    canvas.glow(x, horizon - 0.1, 0.36, lighter(sun, 0.3), strength=0.85)
    canvas.disc(x, horizon - 0.1, 0.11, sun)
    canvas.gradient(mix(water, sky[-1], 0.45), water, darker(water, 0.35), top=horizon)
    for row in range(26):
        y = horizon + 0.008 + 0.43 * (row / 26) ** 1.4
        reach = 0.05 + 0.24 * row / 26
        for _ in range(3):
            half = canvas.dice.uniform(0.02, 0.07)
            at = x + canvas.dice.uniform(-reach, reach)
            canvas.ellipse(at, y, half, 0.0035 + row * 0.0002, lighter(sun, 0.35), alpha=0.75)
    _boat(canvas, canvas.right * 0.74, 0.68, 0.3 * canvas.fit(0.8))


def _boat(canvas: Canvas, x: float, waterline: float, size: float) -> None:
    mast = waterline - size
    canvas.polygon([(x - size * 0.4, waterline - size * 0.1),
                    (x + size * 0.42, waterline - size * 0.1),
                    (x + size * 0.28, waterline + size * 0.06),
                    (x - size * 0.28, waterline + size * 0.06)], "#7a2d23")
    canvas.line([(x, waterline - size * 0.1), (x, mast)], "#4a3426", width=size * 0.03)
    canvas.polygon([(x + size * 0.03, mast), (x + size * 0.03, waterline - size * 0.16),
                    (x + size * 0.36, waterline - size * 0.16)], "#fff7e6")
    canvas.polygon([(x - size * 0.03, mast + size * 0.08),
                    (x - size * 0.03, waterline - size * 0.16),
                    (x - size * 0.26, waterline - size * 0.16)], "#f2c14e")


def mirror_lake(canvas: Canvas, *, sky: tuple[Paint, ...], rock: Paint, sun: Paint) -> None:
    """Sharp peaks and a sun, once upright and once upside down in still water."""
    shore = 0.54
    canvas.gradient(*sky, bottom=shore)
    canvas.gradient(*reversed([darker(paint, 0.18) for paint in sky]), top=shore)
    x, y = canvas.right * 0.3, 0.24
    canvas.glow(x, y, 0.2, sun, strength=0.6)
    canvas.disc(x, y, 0.07, lighter(sun, 0.3))
    canvas.disc(x, 2 * shore - y, 0.07, mix(sun, sky[0], 0.35), alpha=0.8)
    for layer, (lift, paint) in enumerate(
        ((0.34, mix(rock, sky[-1], 0.55)), (0.22, rock), (0.09, darker(rock, 0.5)))
    ):
        line = _crags(canvas, lift, steps=7 + layer * 5)
        canvas.polygon([(px, shore - up) for px, up in line], paint)
        canvas.polygon([(px, shore + up * 0.92) for px, up in line], darker(paint, 0.2), alpha=0.8)
    canvas.box(0, shore - 0.004, canvas.right, shore + 0.004, lighter(rock, 0.5))
    for _ in range(26):
        at, y = canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(shore + 0.03, 0.99)
        half = canvas.dice.uniform(0.04, 0.16)
        canvas.box(at - half, y, at + half, y + 0.004, lighter(sky[-1], 0.4), alpha=0.45)


def _crags(canvas: Canvas, lift: float, *, steps: int) -> list[Point]:
    line: list[Point] = [(0.0, 0.0)]
    for step in range(steps + 1):
        high = 1.0 if step % 2 else 0.45
        line.append((canvas.right * step / steps, lift * high * canvas.dice.uniform(0.6, 1.0)))
    return [*line, (canvas.right, 0.0)]


def lighthouse(canvas: Canvas, *, sky: tuple[Paint, ...], sea: Paint, lit: bool) -> None:
    """A striped tower on a cliff; at night its beam crosses the picture."""
    canvas.gradient(*sky, bottom=0.7)
    x, foot, top = canvas.right * 0.68, 0.66, 0.2
    if lit:
        stars(canvas, 60, bottom=0.5)
        canvas.polygon([(x, top), (0, 0.0), (0, 0.3)], "#fff3b8", alpha=0.5)
        canvas.polygon([(x, top), (canvas.right, 0.1), (canvas.right, 0.27)], "#fff3b8", alpha=0.5)
    else:
        cloud(canvas, canvas.right * 0.25, 0.2, 0.13, "#ffffff")
        cloud(canvas, canvas.right * 0.5, 0.36, 0.08, "#ffffff")
    canvas.gradient(lighter(sea, 0.15), darker(sea, 0.4), top=0.68)
    for _ in range(40):
        at, y = canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(0.7, 0.99)
        canvas.ellipse(at, y, 0.03 + y * 0.02, 0.003, lighter(sea, 0.5), alpha=0.6)
    canvas.polygon([(canvas.right * 0.4, 1.0), (canvas.right * 0.47, 0.8),
                    (canvas.right * 0.55, 0.68),
                    (canvas.right * 0.8, 0.64), (canvas.right, 0.66), (canvas.right, 1.0)],
                   "#4b4238")
    canvas.polygon([(canvas.right * 0.55, 0.68), (canvas.right * 0.8, 0.64), (canvas.right, 0.66),
                    (canvas.right, 0.71), (canvas.right * 0.6, 0.73)], "#5f7f3c")
    _tower(canvas, x, foot, top, lit=lit)


def _tower(canvas: Canvas, x: float, foot: float, top: float, *, lit: bool) -> None:
    bands = 6
    for band in range(bands):
        high = top + 0.06 + (foot - top - 0.04) * band / bands
        low = top + 0.06 + (foot - top - 0.04) * (band + 1) / bands
        half, half_low = 0.038 + 0.006 * band, 0.038 + 0.006 * (band + 1)
        paint = "#d23b32" if band % 2 == 0 else "#fbf6ee"
        canvas.polygon([(x - half, high), (x + half, high), (x + half_low, low),
                        (x - half_low, low)], paint)
        canvas.polygon([(x + half * 0.3, high), (x + half, high), (x + half_low, low),
                        (x + half_low * 0.3, low)], darker(paint, 0.25))
    canvas.box(x - 0.055, top + 0.05, x + 0.055, top + 0.068, "#2c2c34")
    canvas.box(x - 0.03, top - 0.03, x + 0.03, top + 0.05, "#fff1a8" if lit else "#bcd3dc")
    canvas.polygon([(x - 0.045, top - 0.03), (x, top - 0.09), (x + 0.045, top - 0.03)], "#2c2c34")
    if lit:
        canvas.glow(x, top, 0.12, "#fff3b8", strength=0.85)


def stars(canvas: Canvas, count: int, *, bottom: float) -> None:
    """Small bright dots down to y = `bottom`."""
    for _ in range(round(count * max(1.0, canvas.right))):
        canvas.disc(canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(0, bottom),
                    canvas.dice.uniform(0.0012, 0.004), "#fffdf0",
                    alpha=canvas.dice.uniform(0.4, 1))


def palm_island(canvas: Canvas, *, sky: tuple[Paint, ...], lagoon: tuple[Paint, ...]) -> None:
    """A sand bank with two palms in a lagoon."""
    canvas.gradient(*sky, bottom=0.6)
    cloud(canvas, canvas.right * 0.78, 0.2, 0.12, "#ffffff")
    cloud(canvas, canvas.right * 0.15, 0.32, 0.09, "#ffffff")
    canvas.gradient(*lagoon, top=0.58)
    x = canvas.right * 0.5
    size = canvas.fit(1.1)
    canvas.ellipse(x, 0.76, 0.48 * size, 0.1, lighter(lagoon[0], 0.55), alpha=0.7)
    canvas.ellipse(x, 0.74, 0.4 * size, 0.075, "#f4dfa4")
    canvas.ellipse(x, 0.725, 0.37 * size, 0.06, "#fdf0c4")
    _palm(canvas, x - 0.06 * size, 0.73, 0.52, lean=-0.12 * size)
    _palm(canvas, x + 0.08 * size, 0.74, 0.4, lean=0.14 * size)


def _palm(canvas: Canvas, x: float, foot: float, height: float, *, lean: float) -> None:
    stem = [(x + lean * (share / 8) ** 2, foot - height * share / 8) for share in range(9)]
    canvas.line(stem, "#8a5a34", width=0.028)
    canvas.line(stem, "#a97545", width=0.01)
    top_x, top_y = stem[-1]
    for index in range(9):
        angle = math.tau * index / 9 + 0.2
        reach = 0.2
        tip = (top_x + math.cos(angle) * reach, top_y + math.sin(angle) * reach * 0.55 + 0.06)
        bend = (top_x + math.cos(angle) * reach * 0.5,
                top_y + math.sin(angle) * reach * 0.3 - 0.055)
        under = (bend[0], bend[1] + 0.045)
        canvas.polygon([(top_x, top_y), bend, tip, under], mix("#1f7a3d", "#5fb04a", index / 9))
    for dx in (-0.018, 0.016):
        canvas.disc(top_x + dx, top_y + 0.015, 0.016, "#6b3f22")


def waterfall(canvas: Canvas, *, rock: Paint, moss: Paint, water: Paint) -> None:
    """A fall between two dark cliffs into a round pool."""
    canvas.gradient("#dff3f4", "#a8d8d8", bottom=0.5)
    canvas.box(0, 0.12, canvas.right, 1, darker(rock, 0.1))
    x, half = canvas.right * 0.5, 0.13 * canvas.fit(0.9)
    canvas.box(x - half, 0.1, x + half, 0.8, water)
    for _ in range(34):
        at = canvas.dice.uniform(x - half * 0.95, x + half * 0.95)
        top = canvas.dice.uniform(0.1, 0.5)
        canvas.box(at, top, at + 0.008, top + canvas.dice.uniform(0.1, 0.3), "#ffffff", alpha=0.7)
    for side in (-1, 1):
        high = 0.02
        while high < 0.8:
            tall = canvas.dice.uniform(0.07, 0.2)
            inner = x + side * half * canvas.dice.uniform(0.85, 1.5)
            outer = x + side * canvas.right
            canvas.box(min(inner, outer), high, max(inner, outer), high + tall + 0.06,
                       mix(rock, darker(rock, 0.5), canvas.dice.random()), rounding=0.03)
            canvas.ellipse(inner + side * canvas.dice.uniform(0.08, 0.3), high + 0.012,
                           canvas.dice.uniform(0.08, 0.16), 0.026,
                           mix(moss, lighter(moss, 0.3), canvas.dice.random()))
            high += tall
    canvas.ellipse(x, 0.9, canvas.right * 0.48, 0.14, darker(water, 0.25))
    canvas.ellipse(x, 0.88, canvas.right * 0.36, 0.09, mix(water, "#ffffff", 0.15))
    for grow in (1.7, 1.3, 0.9):
        canvas.ellipse(x, 0.82, half * grow, 0.045 * grow, "#ffffff", alpha=0.45)


def river_bend(canvas: Canvas, *, sky: tuple[Paint, ...], meadow: Paint, water: Paint) -> None:
    """A river winding from the horizon to the foreground between round trees."""
    canvas.gradient(*sky, bottom=0.45)
    canvas.polygon(ridge(canvas, 0.4, 0.06), mix(meadow, sky[-1], 0.55))
    canvas.gradient(lighter(meadow, 0.25), darker(meadow, 0.15), top=0.44)
    left, right = [], []
    for step in range(31):
        share = step / 30
        y = 0.45 + 0.57 * share
        centre = canvas.right * (0.52 + 0.2 * math.sin(share * 5.2) * (0.3 + share))
        half = 0.008 + 0.2 * share**1.5
        left.append((centre - half, y))
        right.append((centre + half, y))
    canvas.polygon([*left, *reversed(right)], water)
    canvas.line([(px + 0.02, py) for px, py in left[8:]], lighter(water, 0.5), width=0.008)
    spots = sorted((canvas.dice.uniform(0.47, 0.94), canvas.dice.random()) for _ in range(22))
    for y, share in spots:
        at = canvas.right * share
        row = round((y - 0.45) / 0.57 * 30)
        if left[row][0] - 0.06 < at < right[row][0] + 0.06:
            continue
        size = 0.02 + (y - 0.44) * 0.15
        tone = mix(darker(meadow, 0.5), "#c9772e", canvas.dice.random() * 0.5)
        canvas.ellipse(at + size * 0.3, y + size * 0.1, size, size * 0.25, "#18281c", alpha=0.35)
        canvas.disc(at, y - size, size, tone)
        canvas.disc(at - size * 0.3, y - size * 1.25, size * 0.55, lighter(tone, 0.22))
