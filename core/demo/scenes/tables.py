"""Still lifes seen from the side: things on a table before a wall."""

from __future__ import annotations

import math

from larder.core.demo.scenes.canvas import Canvas, Paint, darker, lighter, mix

TABLE = 0.68
"""y of the table's far edge."""


def set_table(canvas: Canvas, wall: tuple[Paint, ...], table: Paint) -> None:
    """A wall, a table's top and its front edge."""
    canvas.gradient(*wall, bottom=TABLE)
    canvas.gradient(lighter(table, 0.18), table, top=TABLE, bottom=0.94)
    canvas.box(0, 0.94, canvas.right, 1.0, darker(table, 0.35))


def fruit_bowl(canvas: Canvas, *, wall: tuple[Paint, ...], table: Paint, bowl: Paint,
               fruit: tuple[Paint, ...]) -> None:
    """A heap of round fruit in a bowl."""
    set_table(canvas, wall, table)
    x, size = canvas.right * 0.5, canvas.fit(1.0)
    foot = 0.58 + 0.34 * size
    canvas.shadow(x, foot, 0.3 * size, 0.03)
    heap = ((-0.2, 0.5), (0.2, 0.5), (0.0, 0.5), (-0.1, 0.38), (0.12, 0.37), (0.01, 0.27))
    for index, (dx, y) in enumerate(heap):
        at, radius = x + dx * size, 0.105 * size
        high = 0.6 - (0.6 - y) * size
        canvas.ball(at, high, radius, fruit[index % len(fruit)])
        canvas.line([(at, high - radius * 0.85), (at + 0.015, high - radius * 1.25)], "#4a3423",
                    width=0.01)
        canvas.ellipse(at + 0.035, high - radius * 1.2, 0.028, 0.012, "#4c8a3f")
    canvas.box(x - 0.12 * size, foot - 0.05, x + 0.12 * size, foot + 0.015, darker(bowl, 0.3),
               rounding=0.015)
    canvas.pie(x, 0.58, 0.34 * size, bowl, start=0, end=180)
    canvas.pie(x, 0.58, 0.34 * size, darker(bowl, 0.2), start=0, end=62)
    canvas.box(x - 0.35 * size, 0.565, x + 0.35 * size, 0.595, lighter(bowl, 0.3), rounding=0.015)


def bottle_and_glass(canvas: Canvas, *, wall: tuple[Paint, ...], table: Paint, glass: Paint,
                     wine: Paint) -> None:
    """A bottle, a filled glass and a wedge of cheese."""
    set_table(canvas, wall, table)
    middle, size = canvas.right * 0.5, canvas.fit(0.95)
    x = middle - 0.26 * size
    canvas.shadow(x, 0.83, 0.13 * size, 0.025)
    canvas.box(x - 0.09 * size, 0.34, x + 0.09 * size, 0.83, glass, rounding=0.035)
    canvas.ellipse(x, 0.36, 0.09 * size, 0.09, glass)
    canvas.box(x - 0.032 * size, 0.1, x + 0.032 * size, 0.34, glass)
    canvas.box(x - 0.036 * size, 0.09, x + 0.036 * size, 0.17, "#8a2432")
    canvas.box(x - 0.09 * size, 0.48, x + 0.09 * size, 0.68, "#f4e8cf")
    canvas.disc(x, 0.56, 0.035 * size, "#c9a13f")
    canvas.box(x - 0.06 * size, 0.63, x + 0.06 * size, 0.64, "#7a6a4a")
    canvas.box(x - 0.07 * size, 0.36, x - 0.045 * size, 0.47, lighter(glass, 0.45), rounding=0.01)
    x = middle + 0.04 * size
    canvas.shadow(x, 0.86, 0.1 * size, 0.02)
    canvas.ellipse(x, 0.86, 0.09 * size, 0.02, "#dfe9ee")
    canvas.box(x - 0.009, 0.62, x + 0.009, 0.86, "#dfe9ee")
    canvas.ellipse(x, 0.5, 0.11 * size, 0.15, "#e8f0f3", alpha=0.55)
    canvas.pie(x, 0.5, 0.107 * size, wine, start=-8, end=188)
    canvas.ellipse(x, 0.49, 0.106 * size, 0.022, lighter(wine, 0.25))
    cheese = middle + 0.26 * size
    canvas.polygon([(cheese - 0.1 * size, 0.88), (cheese + 0.14 * size, 0.88),
                    (cheese + 0.14 * size, 0.76)], "#f2c84b")
    canvas.polygon([(cheese - 0.1 * size, 0.88), (cheese + 0.14 * size, 0.76),
                    (cheese + 0.17 * size, 0.74), (cheese, 0.82)], "#fbe08a")
    for dx, y in ((0.05, 0.86), (0.1, 0.82), (0.11, 0.865)):
        canvas.disc(cheese + dx * size, y, 0.011, "#cf9f2a")


def vase_of_flowers(canvas: Canvas, *, wall: tuple[Paint, ...], table: Paint, vase: Paint,
                    petals: tuple[Paint, ...], heart: Paint) -> None:
    """Daisies in a round vase."""
    set_table(canvas, wall, table)
    x, size = canvas.right * 0.5, canvas.fit(0.85)
    heads = ((-0.26, 0.3), (-0.12, 0.17), (0.06, 0.12), (0.25, 0.24), (0.0, 0.33), (0.16, 0.4),
             (-0.2, 0.46))
    for dx, y in heads:
        canvas.line([(x, 0.66), (x + dx * 0.4 * size, (y + 0.66) / 2), (x + dx * size, y)],
                    "#3f7a3f",
                    width=0.011)
    for dx in (-0.13, 0.15, -0.05):
        canvas.ellipse(x + dx * size, 0.55, 0.07 * size, 0.022, "#4f9a4a")
    for index, (dx, y) in enumerate(heads):
        _flower(canvas, x + dx * size, y, 0.088 * size, petals[index % len(petals)], heart)
    canvas.shadow(x, 0.87, 0.17 * size, 0.03)
    canvas.ball(x, 0.73, 0.15 * size, vase)
    canvas.box(x - 0.06 * size, 0.55, x + 0.06 * size, 0.63, vase)
    canvas.box(x - 0.075 * size, 0.54, x + 0.075 * size, 0.56, lighter(vase, 0.3), rounding=0.01)


def _flower(canvas: Canvas, x: float, y: float, radius: float, petal: Paint, heart: Paint) -> None:
    for ring, count in ((1.0, 11), (0.72, 9)):
        for index in range(count):
            angle = math.tau * index / count + ring
            tone = petal if ring == 1.0 else lighter(petal, 0.25)
            canvas.disc(x + math.cos(angle) * radius * ring * 0.7,
                        y + math.sin(angle) * radius * ring * 0.7, radius * 0.32, tone)
    canvas.disc(x, y, radius * 0.36, heart)


def solids(canvas: Canvas, *, wall: tuple[Paint, ...], table: Paint,
           paints: tuple[Paint, Paint, Paint, Paint]) -> None:
    """A cube, a cone, a sphere and a cylinder, as in a drawing lesson."""
    set_table(canvas, wall, table)
    middle, size = canvas.right * 0.5, canvas.fit(1.15)
    cylinder, cone, cube, sphere = paints
    x = middle - 0.36 * size
    canvas.shadow(x + 0.04, 0.8, 0.14 * size, 0.03)
    canvas.box(x - 0.1 * size, 0.36, x + 0.1 * size, 0.79, cylinder)
    canvas.box(x + 0.03 * size, 0.36, x + 0.1 * size, 0.79, darker(cylinder, 0.3))
    canvas.ellipse(x, 0.79, 0.1 * size, 0.028, darker(cylinder, 0.12))
    canvas.ellipse(x, 0.36, 0.1 * size, 0.028, lighter(cylinder, 0.4))
    x = middle - 0.06 * size
    canvas.shadow(x + 0.04, 0.82, 0.17 * size, 0.035)
    canvas.polygon([(x - 0.15 * size, 0.8), (x, 0.26), (x + 0.05 * size, 0.83)],
                   lighter(cone, 0.12))
    canvas.polygon([(x, 0.26), (x + 0.05 * size, 0.83), (x + 0.15 * size, 0.8)], darker(cone, 0.3))
    x, edge = middle + 0.3 * size, 0.24 * size
    canvas.shadow(x + 0.05, 0.83, 0.2 * size, 0.035)
    top = 0.82 - edge
    canvas.box(x - edge * 0.6, top, x + edge * 0.4, 0.82, cube)
    canvas.polygon([(x + edge * 0.4, top), (x + edge * 0.75, top - edge * 0.28),
                    (x + edge * 0.75, 0.82 - edge * 0.3), (x + edge * 0.4, 0.82)],
                   darker(cube, 0.35))
    canvas.polygon([(x - edge * 0.6, top), (x - edge * 0.25, top - edge * 0.28),
                    (x + edge * 0.75, top - edge * 0.28), (x + edge * 0.4, top)],
                   lighter(cube, 0.35))
    x = middle + 0.12 * size
    canvas.shadow(x + 0.03, 0.91, 0.11 * size, 0.025)
    canvas.ball(x, 0.81, 0.11 * size, sphere)


def books_and_mug(canvas: Canvas, *, wall: tuple[Paint, ...], table: Paint,
                  spines: tuple[Paint, ...], mug: Paint) -> None:
    """A stack of books, a steaming mug on top."""
    set_table(canvas, wall, table)
    x, size = canvas.right * 0.5, canvas.fit(1.0)
    canvas.shadow(x, 0.87, 0.38 * size, 0.03)
    floor = 0.87
    for index, spine in enumerate(spines):
        tall = 0.065 + 0.018 * (index % 3)
        half = (0.34 - 0.02 * index) * size
        shift = 0.03 * size * math.sin(index * 2.3)
        left, right = x - half + shift, x + half + shift
        canvas.box(left, floor - tall, right, floor, spine, rounding=0.01)
        canvas.box(right - 0.05 * size, floor - tall + 0.008, right, floor - 0.008, "#f6ecd6")
        canvas.box(left + 0.06 * size, floor - tall, left + 0.08 * size, floor, lighter(spine, 0.5))
        canvas.box(left + 0.16 * size, floor - tall * 0.6, left + 0.36 * size, floor - tall * 0.42,
                   lighter(spine, 0.6))
        floor -= tall
    top = floor - 0.17 * size
    canvas.ellipse(x + 0.12 * size, top + 0.085 * size, 0.055 * size, 0.05 * size, mug)
    canvas.ellipse(x + 0.12 * size, top + 0.085 * size, 0.032 * size, 0.03 * size, wall[-1])
    canvas.box(x - 0.11 * size, top, x + 0.11 * size, floor, mug, rounding=0.02)
    canvas.box(x + 0.04 * size, top, x + 0.11 * size, floor, darker(mug, 0.22), rounding=0.02)
    canvas.ellipse(x, top, 0.11 * size, 0.025 * size, "#4a2c1f")
    for dx in (-0.05, 0.0, 0.05):
        steam = [(x + dx * size + 0.014 * math.sin(step), top - 0.02 - 0.02 * step)
                 for step in range(8)]
        canvas.line(steam, "#ffffff", width=0.01, alpha=0.55)


def cacti(canvas: Canvas, *, wall: tuple[Paint, ...], table: Paint,
          pots: tuple[Paint, ...]) -> None:
    """Three cacti in painted pots: a ball, a column and a pair of paddles."""
    set_table(canvas, wall, table)
    middle, size = canvas.right * 0.5, canvas.fit(1.15)
    for index, dx in enumerate((-0.36, 0.0, 0.36)):
        x, foot = middle + dx * size, 0.86 - 0.02 * (index == 1)
        canvas.shadow(x, foot, 0.13 * size, 0.025)
        (_ball_cactus, _column_cactus, _paddle_cactus)[index](canvas, x, foot - 0.17, size)
        pot = pots[index % len(pots)]
        canvas.polygon([(x - 0.12 * size, foot - 0.18), (x + 0.12 * size, foot - 0.18),
                        (x + 0.085 * size, foot), (x - 0.085 * size, foot)], pot)
        canvas.box(x - 0.13 * size, foot - 0.21, x + 0.13 * size, foot - 0.16, lighter(pot, 0.2),
                   rounding=0.01)
        for stripe in range(5):
            at = x + (stripe - 2) * 0.04 * size
            canvas.polygon([(at - 0.014 * size, foot - 0.06), (at, foot - 0.11),
                            (at + 0.014 * size, foot - 0.06)], lighter(pot, 0.6))


def _ball_cactus(canvas: Canvas, x: float, foot: float, size: float) -> None:
    canvas.ball(x, foot - 0.08 * size, 0.13 * size, "#3f8a52")
    for step in range(-3, 4):
        canvas.line([(x + step * 0.03 * size, foot - 0.19 * size + abs(step) * 0.012),
                     (x + step * 0.038 * size, foot - 0.01)], "#bfe3b4", width=0.004)
    canvas.disc(x, foot - 0.22 * size, 0.035 * size, "#f05f8a")


def _column_cactus(canvas: Canvas, x: float, foot: float, size: float) -> None:
    canvas.line([(x, foot), (x, foot - 0.38)], "#2f7a5a", width=0.12 * size)
    for dx in (-0.03, 0.0, 0.03):
        canvas.line([(x + dx * size, foot), (x + dx * size, foot - 0.38)], "#6fb88a",
                    width=0.008 * size)
    canvas.line([(x, foot - 0.16), (x + 0.12 * size, foot - 0.2), (x + 0.12 * size, foot - 0.29)],
                "#2f7a5a", width=0.065 * size)


def _paddle_cactus(canvas: Canvas, x: float, foot: float, size: float) -> None:
    for dx, up, rx, ry in ((0.0, 0.1, 0.1, 0.12), (-0.09, 0.27, 0.07, 0.09),
                           (0.09, 0.25, 0.065, 0.08)):
        at, y = x + dx * size, foot - up * size
        canvas.ellipse(at, y, rx * size, ry * size, mix("#5f9a3f", "#8fc45a", up * 2))
        for dot in range(9):
            angle = dot * 2.4
            canvas.disc(at + math.cos(angle) * rx * 0.6 * size,
                        y + math.sin(angle) * ry * 0.6 * size,
                        0.006, "#f4f8d9")
    canvas.disc(x - 0.09 * size, foot - 0.37 * size, 0.026 * size, "#f2a03f")


def candles(canvas: Canvas, *, wall: tuple[Paint, ...], table: Paint,
            wax: tuple[Paint, ...]) -> None:
    """Burning candles of three heights in a dark room."""
    set_table(canvas, wall, table)
    middle, size = canvas.right * 0.5, canvas.fit(1.0)
    for index, (dx, top) in enumerate(((-0.25, 0.46), (0.02, 0.3), (0.28, 0.54))):
        x, half, paint = middle + dx * size, 0.075 * size, wax[index % len(wax)]
        canvas.glow(x, top - 0.07, 0.34, "#ffb347", strength=0.55)
        canvas.ellipse(x, 0.85, half * 1.9, 0.03, "#b08a3f")
        canvas.box(x - half, top, x + half, 0.85, paint, rounding=0.015)
        canvas.box(x + half * 0.35, top, x + half, 0.85, darker(paint, 0.3), rounding=0.015)
        canvas.ellipse(x, top + 0.01, half, 0.018, lighter(paint, 0.5))
        canvas.line([(x, top), (x, top - 0.03)], "#2a1a12", width=0.008)
        canvas.ellipse(x, top - 0.065, 0.024, 0.05, "#ff9a2e")
        canvas.polygon([(x - 0.022, top - 0.08), (x, top - 0.15), (x + 0.022, top - 0.08)],
                       "#ff9a2e")
        canvas.ellipse(x, top - 0.055, 0.013, 0.032, "#fff3b8")


def teapot_and_cups(canvas: Canvas, *, wall: tuple[Paint, ...], table: Paint, china: Paint,
                    dots: Paint) -> None:
    """A dotted teapot between two cups."""
    set_table(canvas, wall, table)
    x, size = canvas.right * 0.5, canvas.fit(1.25)
    canvas.shadow(x, 0.82, 0.28 * size, 0.04)
    canvas.line([(x + 0.2 * size, 0.6), (x + 0.33 * size, 0.5), (x + 0.38 * size, 0.4)], china,
                width=0.055 * size)
    canvas.ellipse(x - 0.24 * size, 0.58, 0.11 * size, 0.13 * size, china)
    canvas.ellipse(x - 0.24 * size, 0.58, 0.07 * size, 0.09 * size, wall[-1])
    canvas.ball(x, 0.6, 0.23 * size, china)
    canvas.ellipse(x, 0.6 - 0.2 * size, 0.13 * size, 0.04 * size, lighter(china, 0.35))
    canvas.disc(x, 0.6 - 0.26 * size, 0.035 * size, dots)
    for index in range(11):
        angle, reach = index * 2.4, 0.05 + 0.013 * index
        canvas.disc(x + math.cos(angle) * reach * size, 0.62 + math.sin(angle) * reach * size,
                    0.02 * size, dots)
    for side in (-1, 1):
        cup = x + side * 0.43 * size
        canvas.ellipse(cup, 0.88, 0.14 * size, 0.025, lighter(china, 0.2))
        canvas.pie(cup, 0.76, 0.11 * size, china, start=0, end=180)
        canvas.ellipse(cup, 0.76, 0.11 * size, 0.024, "#8a4f23")


def toadstools(canvas: Canvas, *, wall: tuple[Paint, ...], moss: Paint,
               caps: tuple[Paint, ...]) -> None:
    """Spotted mushrooms on moss."""
    canvas.gradient(*wall)
    for _ in range(14):
        canvas.disc(canvas.dice.uniform(0, canvas.right), canvas.dice.uniform(0, 0.6),
                    canvas.dice.uniform(0.02, 0.07), lighter(wall[0], 0.3), alpha=0.3)
    canvas.ellipse(canvas.right * 0.5, 1.0, canvas.right * 0.75, 0.24, moss)
    middle, size = canvas.right * 0.5, canvas.fit(1.1)
    for index, (dx, top, big) in enumerate(((-0.3, 0.5, 0.8), (0.34, 0.58, 0.65),
                                            (0.02, 0.32, 1.15))):
        x, radius = middle + dx * size, 0.22 * size * big
        foot = 0.88
        canvas.polygon([(x - radius * 0.22, top), (x + radius * 0.22, top),
                        (x + radius * 0.34, foot),
                        (x - radius * 0.34, foot)], "#f7ecd8")
        canvas.polygon([(x + radius * 0.05, top), (x + radius * 0.22, top),
                        (x + radius * 0.34, foot), (x + radius * 0.1, foot)], "#d9c6a8")
        canvas.ellipse(x, top + 0.01, radius, radius * 0.2, "#e8cfae")
        cap = caps[index % len(caps)]
        canvas.pie(x, top, radius, cap, start=180, end=360)
        canvas.pie(x, top, radius, darker(cap, 0.22), start=300, end=360)
        for share, up, dot in ((-0.55, 0.3, 0.1), (-0.1, 0.62, 0.13), (0.42, 0.34, 0.11),
                               (-0.2, 0.2, 0.07), (0.7, 0.12, 0.06)):
            canvas.ellipse(x + share * radius, top - up * radius, dot * radius, dot * radius * 0.85,
                           "#fff8ee")
    for _ in range(60):
        x = canvas.dice.uniform(0, canvas.right)
        canvas.line([(x, 1.0), (x + canvas.dice.uniform(-0.02, 0.02),
                                canvas.dice.uniform(0.86, 0.94))],
                    lighter(moss, canvas.dice.uniform(0, 0.35)), width=0.006)
