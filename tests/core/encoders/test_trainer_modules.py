"""Places in the trainer's pipeline, beside those that its own data loaders gave.

`trainer_positions.json` holds [model type, what the config switches on, places of the caption's
line, bucketing, crop, flip, tag shuffling, picture cache and batch sorting], recorded of OneTrainer
23df3832 and of its pull request 1411, which agree where both know a model.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from larder.core.encoders.draws import onetrainer_positions
from larder.core.encoders.trainer_modules import TEXT_MODULES, sorting_positions
from larder.core.errors import UserFacingError
from larder.core.workspace.model_types import MODEL_TYPES
from larder.core.workspace.onetrainer_config import TrainerConfig, config_from

RECORDED = json.loads((Path(__file__).parent / "trainer_positions.json").read_text())
ENCODERS = ("text_encoder", "text_encoder_2", "text_encoder_3", "text_encoder_4")


def config_of(model_type: str, switched_on: list[str]) -> TrainerConfig:
    settings: dict[str, Any] = {
        name: True for name in switched_on if name not in (*ENCODERS, "no2")}
    for name in ENCODERS:
        settings[name] = {"train": name in switched_on}
    if "no2" in switched_on:
        settings["text_encoder_2"]["include"] = False
    return config_from({"model_type": model_type, **settings}, where="test")


@pytest.mark.parametrize(
    ("model_type", "switched_on", "places"), RECORDED,
    ids=[f"{model_type}-{'-'.join(on)}" for model_type, on, _ in RECORDED])
def test_every_module_stands_where_the_trainer_puts_it(
    model_type: str, switched_on: list[str], places: list[int]
) -> None:
    config = config_of(model_type, switched_on)
    drawing, sorting = onetrainer_positions(config), sorting_positions(config)
    assert sorting is not None
    assert [drawing.caption_line, drawing.bucketing, drawing.crop, drawing.flip,
            drawing.shuffle_tags, sorting.picture_cache, sorting.batches] == places


def test_every_model_type_has_a_row() -> None:
    assert TEXT_MODULES.keys() == MODEL_TYPES.keys()


def test_a_config_that_does_not_say_what_it_trains_has_no_known_places() -> None:
    config = config_from({"model_type": "STABLE_DIFFUSION_15"}, where="test")
    with pytest.raises(UserFacingError, match="which text encoders are trained"):
        sorting_positions(config)
    unknown = config_from({"model_type": "OF_TOMORROW"}, where="test")
    assert sorting_positions(unknown) is None
