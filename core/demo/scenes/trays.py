"""Still lifes seen from above: plates, slices and patterns."""

from __future__ import annotations

import math

from larder.core.demo.scenes.canvas import Canvas, Paint, darker, lighter, mix


def plate(canvas: Canvas, x: float, y: float, radius: float, china: Paint) -> None:
    """A plate with its shadow and rim."""
    canvas.disc(x + radius * 0.05, y + radius * 0.07, radius, "#0c0a14", alpha=0.25)
    canvas.disc(x, y, radius, china)
    canvas.disc(x, y, radius * 0.93, darker(china, 0.06))
    canvas.disc(x, y, radius * 0.74, lighter(china, 0.3))


def gingham(canvas: Canvas, cloth: Paint, *, squares: int = 9) -> None:
    """A chequered tablecloth."""
    canvas.gradient("#fbf7ef", "#f1eadd")
    side = 1.0 / squares
    for row in range(squares):
        if row % 2 == 0:
            canvas.box(0, row * side, canvas.right, (row + 1) * side, cloth, alpha=0.45)
    for column in range(0, math.ceil(canvas.right / side), 2):
        canvas.box(column * side, 0, (column + 1) * side, 1, cloth, alpha=0.45)


def citrus_slices(canvas: Canvas, *, ground: Paint, fruit: tuple[Paint, ...]) -> None:
    """Slices of citrus fruit in offset rows."""
    canvas.gradient(lighter(ground, 0.15), ground)
    radius = 0.15
    rows = 4
    for row in range(rows):
        columns = math.ceil(canvas.right / (radius * 2.3)) + 1
        for column in range(columns):
            x = column * radius * 2.3 + (radius * 1.15 if row % 2 else 0)
            y = 0.09 + row * radius * 1.95
            _slice(canvas, x, y, radius, fruit[(row + column) % len(fruit)], turn=row + column)


def _slice(canvas: Canvas, x: float, y: float, radius: float, fruit: Paint, *, turn: int) -> None:
    canvas.disc(x + 0.012, y + 0.016, radius, "#0c0a14", alpha=0.22)
    canvas.disc(x, y, radius, fruit)
    canvas.disc(x, y, radius * 0.9, "#fffaf0")
    segments = 9
    for index in range(segments):
        start = 360 / segments * index + turn * 17
        tone = mix(fruit, lighter(fruit, 0.35), (index % 3) / 3)
        canvas.pie(x, y, radius * 0.82, tone, start=start + 4, end=start + 360 / segments - 4)
    canvas.disc(x, y, radius * 0.12, "#fffaf0")


def fish_on_plate(canvas: Canvas, *, cloth: Paint, fish: Paint) -> None:
    """A whole fish with lemon on an oval plate."""
    gingham(canvas, cloth)
    x, size = canvas.right * 0.5, canvas.fit(1.25)
    canvas.ellipse(x + 0.02, 0.53, 0.56 * size, 0.36 * size, "#0c0a14", alpha=0.25)
    canvas.ellipse(x, 0.5, 0.56 * size, 0.36 * size, "#fdfdfb")
    canvas.ellipse(x, 0.5, 0.48 * size, 0.29 * size, "#eef2f3")
    canvas.polygon([(x + 0.26 * size, 0.5), (x + 0.46 * size, 0.5 - 0.14 * size),
                    (x + 0.4 * size, 0.5),
                    (x + 0.46 * size, 0.5 + 0.14 * size)], darker(fish, 0.2))
    canvas.polygon([(x - 0.1 * size, 0.5 - 0.1 * size), (x + 0.05 * size, 0.5 - 0.2 * size),
                    (x + 0.16 * size, 0.5 - 0.08 * size)], darker(fish, 0.3))
    canvas.ellipse(x - 0.06 * size, 0.5, 0.36 * size, 0.13 * size, fish)
    canvas.ellipse(x - 0.06 * size, 0.5 + 0.045 * size, 0.3 * size, 0.075 * size,
                   lighter(fish, 0.45))
    for row in range(3):
        for column in range(8):
            at = x + (-0.14 + 0.05 * column + 0.025 * (row % 2)) * size
            canvas.pie(at, 0.5 + (row - 1.4) * 0.048 * size, 0.026 * size, darker(fish, 0.18),
                       start=110, end=250)
    canvas.disc(x - 0.32 * size, 0.5 - 0.025 * size, 0.028 * size, "#ffffff")
    canvas.disc(x - 0.32 * size, 0.5 - 0.025 * size, 0.015 * size, "#16161c")
    canvas.line([(x - 0.25 * size, 0.5 - 0.08 * size), (x - 0.22 * size, 0.5),
                 (x - 0.25 * size, 0.5 + 0.08 * size)], darker(fish, 0.35), width=0.009)
    for dx in (-0.1, 0.08):
        _slice(canvas, x + dx * size, 0.5 + 0.23 * size, 0.068 * size, "#f4d03f",
               turn=round(dx * 90))


def doughnuts(canvas: Canvas, *, ground: Paint, icings: tuple[Paint, ...]) -> None:
    """Iced rings with sprinkles."""
    canvas.gradient(lighter(ground, 0.2), ground)
    radius = 0.205
    across = max(1, int(canvas.right / (radius * 2.3)))
    down = 2
    for row in range(down):
        for column in range(across):
            x = canvas.right * (column + 0.5) / across
            y = 0.5 + (row - 0.5) * radius * 2.3
            _doughnut(canvas, x, y, min(radius, canvas.right / across * 0.45),
                      icings[(row * across + column) % len(icings)])


def _doughnut(canvas: Canvas, x: float, y: float, radius: float, icing: Paint) -> None:
    hole = mix("#c98a4a", "#3a2416", 0.75)
    canvas.disc(x + 0.014, y + 0.02, radius, "#0c0a14", alpha=0.25)
    canvas.disc(x, y, radius, "#d99a52")
    for index in range(24):
        angle = math.tau * index / 24
        wave = radius * (0.84 + 0.05 * math.sin(index * 2.7))
        canvas.disc(x + math.cos(angle) * wave * 0.86, y + math.sin(angle) * wave * 0.86,
                    radius * 0.14, icing)
    canvas.disc(x, y, radius * 0.84, icing)
    canvas.disc(x - radius * 0.12, y - radius * 0.12, radius * 0.62, lighter(icing, 0.16))
    for _ in range(34):
        angle, reach = canvas.dice.uniform(0, math.tau), canvas.dice.uniform(0.42, 0.8) * radius
        at, high = x + math.cos(angle) * reach, y + math.sin(angle) * reach
        tilt = canvas.dice.uniform(0, math.pi)
        length = radius * 0.07
        paint = canvas.dice.choice(("#ffffff", "#f7d154", "#5ec4e8", "#f06f9a", "#7ac74f"))
        canvas.line([(at, high), (at + math.cos(tilt) * length, high + math.sin(tilt) * length)],
                    paint,
                    width=radius * 0.045)
    canvas.disc(x, y, radius * 0.33, "#c98a4a")
    canvas.disc(x, y, radius * 0.27, hole)


def vinyl_record(canvas: Canvas, *, ground: Paint, label: Paint, sleeve: Paint) -> None:
    """A record half out of its sleeve."""
    canvas.gradient(lighter(ground, 0.2), ground)
    middle, size = canvas.right * 0.5, canvas.fit(1.35)
    x, radius = middle + 0.26 * size, 0.4 * size
    canvas.disc(x + 0.015, 0.52, radius, "#0c0a14", alpha=0.3)
    canvas.disc(x, 0.5, radius, "#17171c")
    for ring in range(9):
        canvas.disc(x, 0.5, radius * (0.96 - 0.065 * ring), "#26262d" if ring % 2 else "#17171c")
    for start in (-60, 120):
        canvas.pie(x, 0.5, radius * 0.94, "#34343e", start=start, end=start + 16)
    canvas.disc(x, 0.5, radius * 0.36, label)
    canvas.disc(x, 0.5, radius * 0.28, lighter(label, 0.25))
    canvas.disc(x, 0.5, radius * 0.035, "#17171c")
    left, half = middle - 0.64 * size, 0.42 * size
    canvas.box(left + 0.014, 0.52 - half, left + 2 * half + 0.014, 0.52 + half, "#0c0a14",
               alpha=0.3)
    canvas.box(left, 0.5 - half, left + 2 * half, 0.5 + half, sleeve)
    for ring in range(6):
        canvas.pie(left + half, 0.5 + half, half * (1.0 - 0.165 * ring),
                   mix(lighter(sleeve, 0.5), label, ring / 5), start=180, end=360)
    canvas.box(left + 0.05 * size, 0.5 - half * 0.84, left + half, 0.5 - half * 0.7, "#fff8ea")


def watermelon(canvas: Canvas, *, ground: tuple[Paint, Paint]) -> None:
    """Wedges of melon on two-coloured ground."""
    canvas.gradient(ground[0], ground[0])
    canvas.polygon([(0, 1.0), (canvas.right, 0.0), (canvas.right, 1.0)], ground[1])
    radius = 0.27 * max(0.8, canvas.fit(1.0))
    for share, y, turn in ((0.25, 0.22, 0), (0.72, 0.4, 25), (0.32, 0.66, -18), (0.8, 0.86, 8)):
        x = canvas.right * share
        canvas.pie(x + 0.012, y + 0.016, radius, "#12301c", start=turn, end=turn + 180)
        canvas.pie(x, y, radius, "#2f8a3f", start=turn, end=turn + 180)
        canvas.pie(x, y, radius * 0.9, "#e8f4c8", start=turn, end=turn + 180)
        canvas.pie(x, y, radius * 0.84, "#f0434f", start=turn, end=turn + 180)
        for index in range(9):
            angle = math.radians(turn + 16 + index * 18.5)
            reach = radius * (0.38 + 0.3 * (index % 2))
            canvas.ellipse(x + math.cos(angle) * reach, y + math.sin(angle) * reach, 0.011, 0.016,
                           "#1c1216")


def wall_clock(canvas: Canvas, *, wall: tuple[Paint, ...], rim: Paint, face: Paint) -> None:
    """A round clock on striped wallpaper, at ten past ten."""
    canvas.gradient(*wall)
    stripes = max(5, round(9 * canvas.right))
    for index in range(0, stripes, 2):
        left = canvas.right * index / stripes
        canvas.box(left, 0, left + canvas.right / stripes, 1, lighter(wall[0], 0.22), alpha=0.5)
    x, radius = canvas.right * 0.5, 0.4 * canvas.fit(0.85)
    canvas.disc(x + 0.02, 0.53, radius, "#0c0a14", alpha=0.3)
    canvas.disc(x, 0.5, radius, rim)
    canvas.disc(x, 0.5, radius * 0.97, lighter(rim, 0.35))
    canvas.disc(x, 0.5, radius * 0.86, face)
    for hour in range(12):
        angle = math.tau * hour / 12
        inner = 0.66 if hour % 3 == 0 else 0.73
        canvas.line([(x + math.cos(angle) * radius * inner, 0.5 + math.sin(angle) * radius * inner),
                     (x + math.cos(angle) * radius * 0.78, 0.5 + math.sin(angle) * radius * 0.78)],
                    "#2a2a33", width=radius * (0.05 if hour % 3 == 0 else 0.025))
    for angle, reach, width in ((-155, 0.45, 0.06), (-30, 0.65, 0.04), (75, 0.7, 0.015)):
        turn = math.radians(angle)
        paint = "#d23b32" if width < 0.02 else "#2a2a33"
        canvas.line([(x, 0.5), (x + math.cos(turn) * radius * reach,
                                0.5 + math.sin(turn) * radius * reach)], paint,
                                width=radius * width)
    canvas.disc(x, 0.5, radius * 0.06, "#d23b32")


def seashell(canvas: Canvas, *, sand: tuple[Paint, ...], shell: Paint) -> None:
    """A spiral shell and a starfish on rippled sand."""
    canvas.gradient(*sand)
    for row in range(12):
        ripple = [(canvas.right * step / 40, row / 12 + 0.02 * math.sin(step * 0.6 + row))
                  for step in range(41)]
        canvas.line(ripple, darker(sand[-1], 0.12), width=0.008, alpha=0.6)
    x, y, size = canvas.right * 0.54, 0.46, canvas.fit(0.9)
    for step in range(64, -1, -1):
        angle = step * 0.27
        grow = 1.045**step
        reach, radius = 0.0125 * grow * size, 0.0095 * grow * size
        tone = mix(lighter(shell, 0.6), shell, (step % 5) / 4)
        at, high = x + math.cos(angle) * reach, y + math.sin(angle) * reach
        canvas.disc(at + 0.005, high + 0.007, radius, darker(shell, 0.5))
        canvas.disc(at, high, radius, tone)
        canvas.disc(at - radius * 0.25, high - radius * 0.25, radius * 0.45, lighter(tone, 0.35))
    star_x, star_y, arm = canvas.right * 0.17, 0.84, 0.13 * size
    points = []
    for index in range(10):
        reach = arm if index % 2 == 0 else arm * 0.42
        angle = math.tau * index / 10 - 0.9
        points.append((star_x + math.cos(angle) * reach, star_y + math.sin(angle) * reach))
    canvas.polygon([(px + 0.01, py + 0.014) for px, py in points], "#0c0a14", alpha=0.25)
    canvas.polygon(points, "#e8743b")
    for index in range(5):
        angle = math.tau * index / 5 - 0.9
        for share in (0.25, 0.45, 0.65):
            canvas.disc(star_x + math.cos(angle) * arm * share,
                        star_y + math.sin(angle) * arm * share,
                        0.007, "#f9c08a")


def ice_creams(canvas: Canvas, *, ground: tuple[Paint, ...], scoops: tuple[Paint, ...]) -> None:
    """A row of cones with two scoops each."""
    canvas.gradient(*ground)
    count = max(2, round(canvas.right / 0.42))
    for index in range(count):
        x = canvas.right * (index + 0.5) / count
        half = min(0.12, canvas.right / count * 0.36)
        canvas.polygon([(x - half * 0.92, 0.52), (x + half * 0.92, 0.52), (x, 0.93)], "#d99a52")
        for step in range(-2, 3):
            canvas.line([(x + step * half * 0.36, 0.52), (x + step * half * 0.1 + 0.02, 0.74)],
                        "#a86a2e", width=0.005)
            canvas.line([(x + step * half * 0.36, 0.52), (x + step * half * 0.1 - 0.02, 0.74)],
                        "#a86a2e", width=0.005)
        first, second = scoops[index % len(scoops)], scoops[(index + 2) % len(scoops)]
        for dx in (-0.8, -0.3, 0.25, 0.8):
            canvas.disc(x + dx * half, 0.525, half * 0.34, first)
        canvas.ball(x, 0.43, half * 1.05, first)
        canvas.ball(x, 0.43 - half * 1.25, half * 0.9, second)
        canvas.disc(x + half * 0.1, 0.43 - half * 2.2, half * 0.2, "#d2213f")
