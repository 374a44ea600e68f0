"""Every text can be read on whatever it stands, in every theme; WCAG 2.2, 1.4.3 and 1.4.11."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from larder.app import window_look
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import Tone
from larder.app.window_look import THEMES_FOLDER, IconCache, WindowLook, choose_theme, load_theme
from larder.core.settings import ColourScheme

PLAIN = ("light", "dark")
CONTRAST = ("light-contrast", "dark-contrast")

GROUNDS = ("window", "base", "stripe", "selection")
"""What tables, trees, pages and docks stand on."""
BARS = ("note_soft", "good_soft", "warning_soft", "error_soft")
"""What messages stand on."""

TEXTS: dict[str, tuple[str, ...]] = {
    "text": (*GROUNDS, *BARS, "button", "tooltip", "hover", "pressed"),
    "muted": (*GROUNDS, *BARS, "hover"),
    "accent": (*GROUNDS, *BARS, "button", "hover"),
    "on_accent": ("accent", "accent_hover"),
    "error": (*GROUNDS, "button", "error_soft"),
    "warning": (*GROUNDS, "warning_soft"),
    "note": (*GROUNDS, "note_soft"),
    "good": (*GROUNDS, "good_soft"),
}
"""Colour of a text -> what it stands on."""

DRAWINGS: dict[str, tuple[str, ...]] = {
    **{tone.value: (*GROUNDS, "button", "hover") for tone in Tone},
    "bar_good": ("bar_track", "base"), "bar_warning": ("bar_track", "base"),
    "bar_note": ("bar_track", "base"),
}
"""Colour of an icon or a bar -> what it stands on."""

EXEMPT = {"disabled", "border", "scroll"}
"""What cannot be used, and lines that only part what their spacing parts already."""


def luminance(colour: str) -> float:
    """Relative, 0 to 1."""
    channels = QColor(colour).getRgbF()[:3]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def too_faint(theme: str, pairs: dict[str, tuple[str, ...]], least: float) -> list[str]:
    colours = load_theme(theme).colours
    return [f"{above} on {below}: {ratio:.2f}" for above, grounds in pairs.items()
            for below in grounds if (ratio := contrast(colours[above], colours[below])) < least]


def test_black_on_white_is_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", PLAIN)
def test_texts_have_the_contrast_of_level_aa_and_drawings_too(theme: str) -> None:
    assert too_faint(theme, TEXTS, 4.5) == []
    assert too_faint(theme, DRAWINGS, 3.0) == []


@pytest.mark.parametrize("theme", CONTRAST)
def test_high_contrast_has_that_of_level_aaa_and_lines_that_are_seen(theme: str) -> None:
    assert too_faint(theme, TEXTS, 7.0) == []
    assert too_faint(theme, DRAWINGS, 4.5) == []
    assert too_faint(theme, dict.fromkeys(EXEMPT, ("base", "window")), 4.5) == []


@pytest.mark.parametrize("theme", [*PLAIN, *CONTRAST])
def test_every_colour_of_a_theme_is_asked_about(theme: str) -> None:
    above = {*TEXTS, *DRAWINGS}
    below = {ground for pairs in (TEXTS, DRAWINGS) for grounds in pairs.values()
             for ground in grounds}
    assert set(load_theme(theme).colours) == above | below | EXEMPT


def pairs_of_the_style_sheet() -> Iterator[tuple[str, str]]:
    """Colours of text and ground that one rule names."""
    sheet = (THEMES_FOLDER / "window.qss").read_text("utf-8")
    for rule in re.findall(r"\{([^}]*)\}", sheet):
        said = dict(re.findall(r"(?<![\w-])((?:selection-)?(?:background-)?(?:background|color)):"
                               r" *@(\w+)", rule))
        for colour, ground in (("color", "background"),
                               ("selection-color", "selection-background-color")):
            if colour in said and ground in said:
                yield said[colour], said[ground]


def test_every_pair_of_the_style_sheet_is_asked_about() -> None:
    found = set(pairs_of_the_style_sheet())
    assert ("on_accent", "accent") in found
    assert ("text", "selection") in found
    for text, ground in found:
        assert text in EXEMPT or ground in TEXTS[text], (text, ground)


def test_the_window_follows_a_desktop_that_asks_for_high_contrast(
    dressed: QApplication, monkeypatch: pytest.MonkeyPatch,
) -> None:
    look = WindowLook(ColourScheme.DARK, Figures())
    assert look.theme.name == "dark"
    monkeypatch.setattr(window_look, "asks_for_contrast", lambda: True)
    assert choose_theme(ColourScheme.LIGHT).name == "light-contrast"
    look._on_desktop_changed()
    assert look.theme.name == "dark-contrast"
    monkeypatch.undo()
    look._on_desktop_changed()
    assert look.theme.name == "dark"


@pytest.mark.parametrize("theme", [*PLAIN, *CONTRAST])
def test_an_icon_has_the_colour_of_its_tone(dressed: QApplication, theme: str) -> None:
    shelf = IconCache(load_theme(theme))
    for tone in Tone:
        image = shelf.icon("command-build", tone).pixmap(40, 40).toImage()
        solid = {image.pixelColor(x, y).name() for x in range(40) for y in range(40)
                 if image.pixelColor(x, y).alpha() == 255}
        assert load_theme(theme).colour(tone).name() in solid
