"""Abstract faces in flat colours. The sitter is the subject, so every portrait has a mask."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass

from larder.core.demo.scenes.canvas import Canvas, Paint, darker, lighter, mix


class Hair(enum.Enum):
    """How the hair is cut, or what covers it."""

    BOB = enum.auto()
    AFRO = enum.auto()
    MOHAWK = enum.auto()
    LONG = enum.auto()
    BUN = enum.auto()
    SHORT = enum.auto()
    CURLS = enum.auto()
    BALD = enum.auto()
    TURBAN = enum.auto()
    TOP_HAT = enum.auto()
    BEANIE = enum.auto()


class Backdrop(enum.Enum):
    """What is behind the sitter."""

    RAYS = enum.auto()
    STRIPES = enum.auto()
    DOTS = enum.auto()
    ARCHES = enum.auto()
    HALO = enum.auto()
    BLOCKS = enum.auto()


class Extra(enum.Flag):
    """What else a sitter wears."""

    NOTHING = 0
    GLASSES = enum.auto()
    BEARD = enum.auto()
    MOUSTACHE = enum.auto()
    EARRINGS = enum.auto()
    SCARF = enum.auto()
    TIE = enum.auto()
    FRECKLES = enum.auto()


@dataclass(frozen=True, slots=True)
class Sitter:
    """Everything that tells one portrait from another."""

    skin: Paint
    hair_paint: Paint
    hair: Hair
    clothes: Paint
    wall: tuple[Paint, Paint]
    backdrop: Backdrop
    extra: Extra = Extra.NOTHING
    accent: Paint = "#f7d154"


def portrait(canvas: Canvas, *, sitter: Sitter) -> None:
    """Head and shoulders before a patterned wall."""
    _draw_backdrop(canvas, sitter)
    x, size = canvas.right * 0.5, min(1.0, canvas.right / 0.8)
    with canvas.subject():
        _hair_behind(canvas, sitter, x, size)
        _shoulders(canvas, sitter, x, size)
        _face(canvas, sitter, x, size)
        _hair_in_front(canvas, sitter, x, size)
        _extras(canvas, sitter, x, size)


def _draw_backdrop(canvas: Canvas, sitter: Sitter) -> None:
    first, second = sitter.wall
    canvas.gradient(first, mix(first, second, 0.35))
    x = canvas.right * 0.5
    match sitter.backdrop:
        case Backdrop.RAYS:
            for index in range(0, 28, 2):
                start, end = math.tau * index / 28, math.tau * (index + 1) / 28
                far = 1.2 + canvas.right
                canvas.polygon([(x, 0.45), (x + math.cos(start) * far,
                                            0.45 + math.sin(start) * far),
                                (x + math.cos(end) * far, 0.45 + math.sin(end) * far)], second)
        case Backdrop.STRIPES:
            for index in range(-6, math.ceil(canvas.right / 0.16) + 1):
                left = index * 0.16
                canvas.polygon([(left, 1), (left + 0.08, 1), (left + 0.58, 0), (left + 0.5, 0)],
                               second)
        case Backdrop.DOTS:
            for row in range(8):
                for column in range(math.ceil(canvas.right / 0.14) + 1):
                    shift = 0.07 if row % 2 else 0.0
                    canvas.disc(column * 0.14 + shift, 0.06 + row * 0.13, 0.034, second)
        case Backdrop.ARCHES:
            for index in range(5):
                radius = 0.72 - 0.11 * index
                paint = second if index % 2 == 0 else first
                canvas.disc(x, 0.52, radius, paint)
                canvas.box(x - radius, 0.52, x + radius, 1, paint)
        case Backdrop.HALO:
            canvas.disc(x, 0.42, 0.47, second)
            canvas.disc(x, 0.42, 0.4, lighter(second, 0.3))
        case Backdrop.BLOCKS:
            canvas.box(0, 0, x * 0.8, 0.6, second)
            canvas.box(x * 1.25, 0.35, canvas.right, 1, mix(second, sitter.accent, 0.6))
            canvas.disc(canvas.right * 0.82, 0.18, 0.13, sitter.accent)


def _hair_behind(canvas: Canvas, sitter: Sitter, x: float, size: float) -> None:
    paint = darker(sitter.hair_paint, 0.15)
    match sitter.hair:
        case Hair.AFRO:
            for index in range(15):
                angle = math.pi + math.pi * index / 14
                canvas.disc(x + math.cos(angle) * 0.24 * size, 0.38 + math.sin(angle) * 0.22 * size,
                            0.12 * size, paint)
            canvas.disc(x, 0.36, 0.27 * size, paint)
        case Hair.LONG:
            canvas.box(x - 0.235 * size, 0.3, x + 0.235 * size, 0.88, paint, rounding=0.12 * size)
            canvas.ellipse(x, 0.33, 0.235 * size, 0.2 * size, paint)
        case Hair.BOB:
            canvas.box(x - 0.235 * size, 0.28, x + 0.235 * size, 0.6, paint, rounding=0.07 * size)
            canvas.ellipse(x, 0.32, 0.235 * size, 0.19 * size, paint)
        case Hair.BUN:
            canvas.disc(x, 0.14, 0.1 * size, paint)
        case Hair.CURLS:
            for index in range(22):
                angle = math.tau * index / 22
                canvas.disc(x + math.cos(angle) * 0.2 * size, 0.42 + math.sin(angle) * 0.24 * size,
                            0.07 * size, mix(paint, sitter.hair_paint, index % 2))
        case _:
            pass


def _shoulders(canvas: Canvas, sitter: Sitter, x: float, size: float) -> None:
    clothes = sitter.clothes
    canvas.ellipse(x, 1.06, 0.42 * size, 0.3, clothes)
    canvas.pie(x, 1.06, 0.3 * size, darker(clothes, 0.14), start=270, end=360)
    canvas.box(x - 0.085 * size, 0.62, x + 0.085 * size, 0.82, darker(sitter.skin, 0.22),
               rounding=0.03)
    canvas.polygon([(x - 0.13 * size, 0.79), (x, 0.93), (x + 0.13 * size, 0.79),
                    (x + 0.19 * size, 0.83), (x, 1.0), (x - 0.19 * size, 0.83)],
                   lighter(clothes, 0.35))


def _face(canvas: Canvas, sitter: Sitter, x: float, size: float) -> None:
    skin, shade = sitter.skin, darker(sitter.skin, 0.16)
    for side in (-1, 1):
        canvas.ellipse(x + side * 0.19 * size, 0.46, 0.035 * size, 0.055 * size, shade)
    canvas.ellipse(x, 0.45, 0.19 * size, 0.25 * size, skin)
    half = [(x + 0.19 * size * math.sin(math.pi * step / 30),
             0.45 - 0.25 * size * math.cos(math.pi * step / 30)) for step in range(31)]
    canvas.polygon([*half, (x, 0.62), (x + 0.035 * size, 0.53), (x, 0.42)], shade)
    brow = darker(sitter.hair_paint, 0.3)
    for side in (-1, 1):
        eye = x + side * 0.082 * size
        canvas.ellipse(eye, 0.43, 0.042 * size, 0.027 * size, "#ffffff")
        canvas.disc(eye + 0.004, 0.432, 0.021 * size, mix(sitter.accent, "#20304a", 0.55))
        canvas.disc(eye + 0.004, 0.432, 0.011 * size, "#14141a")
        canvas.line([(eye - 0.05 * size, 0.385), (eye, 0.372 - 0.004 * side),
                     (eye + 0.05 * size, 0.385)],
                    brow, width=0.014 * size)
        canvas.ellipse(x + side * 0.105 * size, 0.53, 0.034 * size, 0.022 * size, "#e8606a",
                       alpha=0.35)
    lips = mix("#c2303f", skin, 0.2)
    canvas.pie(x, 0.575, 0.062 * size, lips, start=12, end=168)
    canvas.line([(x - 0.06 * size, 0.588), (x, 0.596), (x + 0.06 * size, 0.588)], darker(lips, 0.5),
                width=0.006)


def _hair_in_front(canvas: Canvas, sitter: Sitter, x: float, size: float) -> None:
    paint = sitter.hair_paint
    match sitter.hair:
        case Hair.BALD:
            canvas.ellipse(x - 0.07 * size, 0.26, 0.04 * size, 0.022 * size,
                           lighter(sitter.skin, 0.5))
        case Hair.MOHAWK:
            for index in range(7):
                at = x + (index - 3) * 0.022 * size
                canvas.polygon([(at - 0.025, 0.27),
                                (at + (index - 3) * 0.02, 0.05 + 0.012 * abs(index - 3)),
                                (at + 0.025, 0.27)], mix(paint, sitter.accent, index / 9))
        case Hair.TURBAN:
            for index in range(5):
                canvas.ellipse(x + 0.012 * (index % 2), 0.31 - 0.036 * index,
                               (0.22 - 0.02 * index) * size, 0.06 * size,
                               mix(paint, lighter(paint, 0.4), (index % 2) * 0.7))
            canvas.disc(x, 0.3, 0.03 * size, sitter.accent)
        case Hair.TOP_HAT:
            canvas.box(x - 0.16 * size, 0.03, x + 0.16 * size, 0.27, paint, rounding=0.015)
            canvas.box(x - 0.16 * size, 0.2, x + 0.16 * size, 0.25, sitter.accent)
            canvas.box(x - 0.27 * size, 0.255, x + 0.27 * size, 0.295, paint, rounding=0.02)
        case Hair.BEANIE:
            canvas.pie(x, 0.34, 0.21 * size, paint, start=180, end=360)
            canvas.box(x - 0.215 * size, 0.285, x + 0.215 * size, 0.35, lighter(paint, 0.3),
                       rounding=0.02)
            canvas.disc(x, 0.12, 0.05 * size, sitter.accent)
        case Hair.SHORT:
            canvas.pie(x, 0.38, 0.205 * size, paint, start=188, end=352)
            canvas.polygon([(x - 0.2 * size, 0.36), (x - 0.06 * size, 0.27), (x + 0.2 * size, 0.34),
                            (x + 0.19 * size, 0.28), (x, 0.2), (x - 0.19 * size, 0.28)], paint)
        case Hair.AFRO | Hair.CURLS:
            canvas.pie(x, 0.38, 0.2 * size, paint, start=200, end=340)
            for index in range(9):
                canvas.disc(x + (index - 4) * 0.043 * size, 0.27 + 0.0045 * (index - 4) ** 2,
                            0.042 * size, mix(paint, lighter(paint, 0.12), index % 2))
        case Hair.BOB | Hair.LONG | Hair.BUN:
            canvas.pie(x, 0.4, 0.205 * size, paint, start=196, end=344)
            canvas.pie(x - 0.04 * size, 0.36, 0.17 * size, lighter(paint, 0.16), start=205, end=290)


def _extras(canvas: Canvas, sitter: Sitter, x: float, size: float) -> None:
    extra, dark = sitter.extra, darker(sitter.hair_paint, 0.1)
    if Extra.FRECKLES in extra:
        for side in (-1, 1):
            for index in range(6):
                canvas.disc(x + side * (0.07 + 0.018 * (index % 3)) * size,
                            0.5 + 0.014 * (index // 3),
                            0.005, darker(sitter.skin, 0.4))
    if Extra.BEARD in extra:
        canvas.pie(x, 0.52, 0.186 * size, dark, start=4, end=176)
        canvas.pie(x, 0.57, 0.052 * size, "#c4505a", start=15, end=165)
    if Extra.MOUSTACHE in extra or Extra.BEARD in extra:
        for side in (-1, 1):
            canvas.ellipse(x + side * 0.04 * size, 0.553, 0.048 * size, 0.019 * size, dark)
    if Extra.GLASSES in extra:
        for side in (-1, 1):
            eye = x + side * 0.085 * size
            canvas.disc(eye, 0.432, 0.066 * size, sitter.accent)
            canvas.disc(eye, 0.432, 0.053 * size, lighter(sitter.skin, 0.55))
            canvas.disc(eye, 0.434, 0.018 * size, "#1c1c24")
        canvas.line([(x - 0.022 * size, 0.425), (x + 0.022 * size, 0.425)], sitter.accent,
                    width=0.012)
    if Extra.EARRINGS in extra:
        for side in (-1, 1):
            canvas.disc(x + side * 0.205 * size, 0.545, 0.024 * size, sitter.accent)
            canvas.disc(x + side * 0.205 * size, 0.545, 0.011 * size, darker(sitter.accent, 0.4))
    if Extra.SCARF in extra:
        canvas.box(x - 0.15 * size, 0.72, x + 0.15 * size, 0.82, sitter.accent, rounding=0.045)
        canvas.polygon([(x + 0.05 * size, 0.8), (x + 0.14 * size, 0.8), (x + 0.17 * size, 1.0),
                        (x + 0.04 * size, 1.0)], darker(sitter.accent, 0.2))
    if Extra.TIE in extra:
        canvas.polygon([(x - 0.028 * size, 0.9), (x + 0.028 * size, 0.9), (x + 0.04 * size, 1.0),
                        (x - 0.04 * size, 1.0)], sitter.accent)
        canvas.polygon([(x - 0.035 * size, 0.86), (x + 0.035 * size, 0.86), (x, 0.92)],
                       darker(sitter.accent, 0.2))
