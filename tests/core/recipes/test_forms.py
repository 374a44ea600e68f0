"""Of every model type it is known what its published models give, or said that it is not."""

from __future__ import annotations

from larder.core.encoders.catalogue import CATALOGUE
from larder.core.recipes.forms import CHANNELS, WIDTHS

BUILT = {name for name, row in CATALOGUE.items() if row.image is not None}

CHANNELS_NOT_KNOWN = {
    "ANIMA", "ERNIE", "IDEOGRAM_4", "KREA_2", "STABLE_CASCADE_1", "WUERSTCHEN_2"}
"""Types of which no published config was read: nothing is told of their latents."""

WIDTHS_NOT_KNOWN = {
    "ANIMA", "ERNIE", "FLUX_2", "IDEOGRAM_4", "KREA_2", "SANA", "STABLE_CASCADE_1",
    "STABLE_DIFFUSION_20_DEPTH", "WUERSTCHEN_2"}
"""The same of their texts."""


def test_every_type_has_its_channels_or_says_that_they_are_not_known() -> None:
    assert set(CHANNELS) == BUILT - CHANNELS_NOT_KNOWN


def test_every_type_has_its_widths_or_says_that_they_are_not_known() -> None:
    assert set(WIDTHS) == BUILT - WIDTHS_NOT_KNOWN
