"""Hills, peaks, dunes, fields, woods: landscapes without water or houses in the lead."""

from __future__ import annotations

import math

from larder.core.demo.scenes.canvas import Canvas, Paint, Point, darker, lighter, mix, ridge


def rolling_hills(canvas: Canvas, *, sky: tuple[Paint, ...], sun: Paint, hills: Paint) -> None:
    """Five ridges fading into the sky, a sun between them, cypresses on the nearest."""
    canvas.gradient(*sky, bottom=0.75)
    x, y = canvas.right * 0.68, 0.36
    canvas.glow(x, y, 0.34, lighter(sun, 0.5), strength=0.7)
    canvas.disc(x, y, 0.095, sun)
    haze = sky[-1]
    for index in range(5):
        share = index / 4
        tone = mix(mix(hills, haze, 0.72), darker(hills, 0.45), share)
        canvas.polygon(ridge(canvas, 0.52 + 0.1 * index, 0.075, roughness=1.3), tone)
    for _ in range(4):
        foot = canvas.dice.uniform(0.08, 0.9) * canvas.right
        _cypress(canvas, foot, 0.95, canvas.dice.uniform(0.16, 0.26), darker(hills, 0.72))


def _cypress(canvas: Canvas, x: float, foot: float, height: float, paint: Paint) -> None:
    half = height * 0.14
    canvas.polygon(
        [(x - half, foot), (x - half * 0.8, foot - height * 0.6), (x, foot - height),
         (x + half * 0.8, foot - height * 0.6), (x + half, foot)],
        paint,
    )
    canvas.ellipse(x, foot - height * 0.3, half * 1.1, height * 0.32, paint)


def snowy_peaks(
    canvas: Canvas, *, sky: tuple[Paint, ...], rock: Paint, meadow: Paint, moon: bool = False
) -> None:
    """Three snow-capped peaks, a lit and a shaded side each, over a meadow with firs."""
    canvas.gradient(*sky, bottom=0.8)
    if moon:
        canvas.glow(canvas.right * 0.2, 0.2, 0.2, "#fffbe8", strength=0.5)
        canvas.disc(canvas.right * 0.2, 0.2, 0.06, "#fffdf2")
    canvas.polygon(ridge(canvas, 0.6, 0.1, roughness=0.8), mix(rock, sky[-1], 0.6))
    for share, top, half in ((0.2, 0.34, 0.36), (0.84, 0.27, 0.4), (0.52, 0.14, 0.5)):
        _peak(canvas, canvas.right * share, top, half * max(0.8, canvas.fit(1.4)), rock)
    canvas.polygon(ridge(canvas, 0.78, 0.03), meadow)
    canvas.polygon(ridge(canvas, 0.89, 0.03), darker(meadow, 0.25))
    for _ in range(round(9 * canvas.right)):
        x = canvas.dice.uniform(0, canvas.right)
        _fir(canvas, x, canvas.dice.uniform(0.84, 0.98), canvas.dice.uniform(0.1, 0.19),
             darker(meadow, canvas.dice.uniform(0.45, 0.65)))


def _peak(canvas: Canvas, x: float, top: float, half: float, rock: Paint) -> None:
    foot = 0.82
    crest = [(x, top), (x + 0.03, top + 0.13), (x - 0.02, top + 0.28), (x + 0.05, foot)]
    canvas.polygon([(x - half, foot), *crest], lighter(rock, 0.22))
    canvas.polygon([*crest, (x + half, foot)], darker(rock, 0.35))
    snow = 0.36
    left = (x - half * snow, top + (foot - top) * snow)
    right = (x + half * snow, top + (foot - top) * snow)
    jag = [(x - half * 0.22, left[1] - 0.05), (x - half * 0.1, left[1] + 0.02)]
    canvas.polygon([left, (x, top), crest[1], (x, left[1] - 0.03), *reversed(jag)], "#ffffff")
    jag = [(x + half * 0.14, right[1] - 0.05), (x + half * 0.22, right[1] + 0.01)]
    canvas.polygon([(x, top), right, *reversed(jag), (x, right[1] - 0.03), crest[1]], "#c9d6ea")


def _fir(canvas: Canvas, x: float, foot: float, height: float, paint: Paint) -> None:
    canvas.box(x - height * 0.04, foot - height * 0.15, x + height * 0.04, foot, "#3a2a22")
    for tier in range(3):
        base = foot - height * (0.1 + 0.27 * tier)
        half = height * (0.3 - 0.07 * tier)
        canvas.polygon([(x - half, base), (x, base - height * 0.42), (x + half, base)], paint)


def dunes(canvas: Canvas, *, sky: tuple[Paint, ...], sand: Paint, sun: Paint) -> None:
    """Three dunes with a sharp crest, lit from the side, and a line of travellers."""
    canvas.gradient(*sky, bottom=0.7)
    canvas.glow(canvas.right * 0.24, 0.26, 0.3, sun, strength=0.75)
    canvas.disc(canvas.right * 0.24, 0.26, 0.08, lighter(sun, 0.5))
    for index, (base, lift) in enumerate(((0.55, 0.1), (0.66, 0.16), (0.86, 0.18))):
        tone = mix(mix(sand, sky[-1], 0.35), sand, index / 2)
        _dune(canvas, base, lift, canvas.right * (0.72, 0.3, 0.62)[index], tone)
    for step in range(5):
        x, foot = canvas.right * 0.42 + step * 0.055, 0.635 - step * 0.002
        canvas.ellipse(x, foot - 0.02, 0.013, 0.022, "#3b1d2a")
        canvas.disc(x + 0.002, foot - 0.048, 0.009, "#3b1d2a")


def _dune(canvas: Canvas, base: float, lift: float, top_x: float, sand: Paint) -> None:
    crest: list[Point] = []
    for step in range(41):
        x = canvas.right * step / 40
        crest.append((x, base - lift * math.exp(-(((x - top_x) / (0.42 * canvas.right)) ** 2))))
    canvas.polygon([*crest, (canvas.right, 1.0), (0.0, 1.0)], lighter(sand, 0.18))
    foot = base - lift
    ridge_down = [
        (top_x + 0.07 * math.sin(share * 5.0) - 0.16 * share**2, foot + (1.0 - foot) * share)
        for share in (step / 24 for step in range(25))
    ]
    shaded = [point for point in crest if point[0] > top_x]
    canvas.polygon([*shaded, (canvas.right, 1.0), *reversed(ridge_down)], darker(sand, 0.32))


def ploughed_field(canvas: Canvas, *, sky: tuple[Paint, ...], rows: Paint, soil: Paint) -> None:
    """Rows running to the horizon, a farmhouse under a tree, three clouds."""
    horizon = 0.46
    canvas.gradient(*sky, bottom=horizon)
    for share in (0.2, 0.55, 0.86):
        cloud(canvas, canvas.right * share, canvas.dice.uniform(0.1, 0.28), 0.13, "#ffffff")
    canvas.polygon(ridge(canvas, horizon - 0.01, 0.03), mix(rows, sky[-1], 0.4))
    canvas.box(0, horizon, canvas.right, 1, soil)
    vanish = canvas.right * 0.56
    spread = canvas.right * 0.28
    for index in range(-14, 15):
        near = vanish + index * spread
        canvas.polygon(
            [(vanish + index * 0.012, horizon), (vanish + index * 0.012 + 0.006, horizon),
             (near + spread * 0.55, 1.0), (near, 1.0)],
            mix(rows, darker(rows, 0.2), 0.5 + 0.5 * math.sin(index * 2.1)),
        )
    _farm(canvas, canvas.right * 0.22, horizon + 0.02)


def _farm(canvas: Canvas, x: float, foot: float) -> None:
    canvas.box(x + 0.12, foot - 0.1, x + 0.135, foot, "#4b3326")
    canvas.disc(x + 0.127, foot - 0.15, 0.085, "#2f5d34")
    canvas.disc(x + 0.1, foot - 0.17, 0.05, "#3f7443")
    canvas.box(x - 0.08, foot - 0.09, x + 0.08, foot, "#f2e6d0")
    canvas.polygon([(x - 0.1, foot - 0.09), (x, foot - 0.18), (x + 0.1, foot - 0.09)], "#b23a2e")
    canvas.box(x - 0.02, foot - 0.055, x + 0.02, foot, "#6b3f2a")


def cloud(canvas: Canvas, x: float, y: float, size: float, paint: Paint) -> None:
    """Five overlapping discs with a flat foot."""
    for dx, dy, r in ((-0.9, 0.12, 0.4), (-0.4, -0.12, 0.52), (0.15, -0.25, 0.6),
                      (0.65, 0, 0.45), (1.05, 0.16, 0.32)):
        canvas.ellipse(x + dx * size, y + dy * size, r * size, r * size * 0.8, paint, alpha=0.92)
    canvas.box(x - size, y + size * 0.1, x + size * 1.1, y + size * 0.42, paint,
               rounding=size * 0.16)


def birch_wood(canvas: Canvas, *, air: tuple[Paint, ...], leaves: Paint, ground: Paint) -> None:
    """White trunks one behind the other in coloured air, fallen leaves at their feet."""
    canvas.gradient(*air)
    canvas.polygon(ridge(canvas, 0.8, 0.02), mix(ground, air[-1], 0.4))
    for depth in range(3):
        for _ in range(round((9 - 2 * depth) * max(0.7, canvas.right))):
            x = canvas.dice.uniform(-0.02, canvas.right + 0.02)
            _trunk(canvas, x, 0.8 + depth * 0.07, 0.008 + 0.011 * depth,
                   mix("#f7f2ea", air[-1], 0.65 - 0.32 * depth))
        for _ in range(40):
            canvas.disc(canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(-0.02, 0.3),
                        canvas.dice.uniform(0.015, 0.05),
                        mix(leaves, air[0], 0.55 - 0.25 * depth), alpha=0.75)
    canvas.polygon(ridge(canvas, 0.95, 0.015), ground)
    for _ in range(round(70 * canvas.right)):
        canvas.ellipse(canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(0.94, 1.0),
                       0.012, 0.005, lighter(leaves, canvas.dice.uniform(0, 0.4)))


def _trunk(canvas: Canvas, x: float, foot: float, half: float, bark: Paint) -> None:
    lean = canvas.dice.uniform(-0.02, 0.02)
    canvas.polygon([(x - half, foot), (x - half * 0.7 + lean, 0), (x + half * 0.7 + lean, 0),
                    (x + half, foot)], bark)
    for _ in range(9):
        y = canvas.dice.uniform(0.05, foot - 0.03)
        at = x + lean * (1 - y / foot)
        canvas.box(at - half * 0.9, y, at + half * canvas.dice.uniform(-0.3, 0.7), y + 0.008,
                   darker(bark, 0.7))


def mesas(canvas: Canvas, *, sky: tuple[Paint, ...], rock: Paint, sand: Paint) -> None:
    """Table mountains in bands of rock, a cactus before them."""
    canvas.gradient(*sky, bottom=0.8)
    canvas.glow(canvas.right * 0.5, 0.62, 0.5, lighter(sky[-1], 0.6), strength=0.6)
    for share, top, half in ((0.12, 0.42, 0.2), (0.5, 0.5, 0.12), (0.82, 0.3, 0.26)):
        _mesa(canvas, canvas.right * share, top, half * max(0.75, canvas.fit(1.3)), rock)
    canvas.box(0, 0.76, canvas.right, 1.0, sand)
    for index in range(3):
        canvas.polygon(ridge(canvas, 0.82 + 0.07 * index, 0.012), darker(sand, 0.1 + 0.1 * index))
    _saguaro(canvas, canvas.right * 0.3, 0.96, 0.42, "#2f6b46")
    _saguaro(canvas, canvas.right * 0.66, 0.9, 0.2, "#3a7a52")


def _mesa(canvas: Canvas, x: float, top: float, half: float, rock: Paint) -> None:
    foot = 0.78
    bands = 7
    for band in range(bands):
        high = top + (foot - top) * band / bands
        low = top + (foot - top) * (band + 1) / bands
        widen = 1 + 0.06 * band
        tone = mix(rock, darker(rock, 0.4), (band % 3) / 2.6)
        canvas.polygon([(x - half * widen, high), (x + half * widen, high),
                        (x + half * (widen + 0.05), low), (x - half * (widen + 0.05), low)], tone)
        canvas.polygon([(x + half * 0.35 * widen, high), (x + half * widen, high),
                        (x + half * (widen + 0.05), low), (x + half * 0.3 * widen, low)],
                       darker(tone, 0.25))


def _saguaro(canvas: Canvas, x: float, foot: float, height: float, paint: Paint) -> None:
    width = height * 0.16
    canvas.line([(x, foot), (x, foot - height)], paint, width=width)
    for side, at in ((-1, 0.5), (1, 0.36)):
        elbow = (x + side * height * 0.24, foot - height * at)
        canvas.line([(x, elbow[1]), elbow, (elbow[0], elbow[1] - height * 0.3)], paint,
                    width=width * 0.7)
    canvas.line([(x - width * 0.18, foot), (x - width * 0.18, foot - height)],
                lighter(paint, 0.25), width=width * 0.14)
