"""The trainer's random draws: which target, which caption line, which crop, mirrored or not.

Every module of the trainer's pipeline that draws makes itself a generator for each sample and
variation, seeded with the hash of four whole numbers: the base seed (always 42), the module's place
in the flattened pipeline, the variation and the sample's place in the whole list. 64-bit CPython
computes that hash the same everywhere, and `random.Random` keeps its streams, so a draw can be
repeated from outside. Which modules there are depends on the config, hence `ModulePositions`.

Source: `PipelineModule._get_rand` of mgds and the order of modules in OneTrainer's
`DataLoaderText2ImageMixin`, re-derived.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from larder.core.encoders.tag_draws import capitalise_tags, drop_tags, shuffle_tags
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import ImageSettings, TextSettings
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig

BASE_SEED: Final = 42
"""OneTrainer never passes another one."""

FLIP_BELOW: Final = 0.5
"""A random flip happens when the draw, uniform in [0, 1), is below this."""


@dataclass(frozen=True, slots=True)
class ModulePositions:
    """Where the modules that draw stand in a flattened pipeline, counted from 0.

    Attributes:
        profile: name of the pipeline, part of a recipe: other positions draw otherwise.
        caption_line: picks one of a caption's lines.
        bucketing: picks one of several target edges.
        crop: moves the crop.
        flip: mirrors.
        drop_tags: drops tags of the prompt.
        capitals: changes the case of tags.
        shuffle_tags: shuffles tags.
    """

    profile: str
    caption_line: int
    bucketing: int
    crop: int
    flip: int
    drop_tags: int
    capitals: int
    shuffle_tags: int


def positions_in(profile: str, modules: Sequence[str]) -> ModulePositions:
    """The positions in a pipeline given as the names of its modules, in order.

    Names are the classes' own; modules that do not draw only take a place. A module that is not
    there has the place after the last one, where nothing asks for it.
    """

    def place(*names: str) -> int:
        found = [index for index, module in enumerate(modules) if module in names]
        return found[0] if found else len(modules)

    return ModulePositions(
        profile=profile,
        caption_line=place("SelectRandomText"),
        bucketing=place("AspectBucketing", "SingleAspectCalculation"),
        crop=place("ScaleCropImage"),
        flip=place("RandomFlip"),
        drop_tags=place("DropTags"),
        capitals=place("CapitalizeTags"),
        shuffle_tags=place("ShuffleTags"),
    )


def onetrainer_positions(config: TrainerConfig) -> ModulePositions:
    """The positions in OneTrainer's pipeline for one config.

    Masks, custom conditioning pictures and a frame axis add modules. The pipeline of VAE
    fine-tuning is another one.
    """
    return positions_in("onetrainer", _onetrainer_modules(config))


@dataclass(frozen=True, slots=True)
class SampleDraws:
    """Every draw for one variation of one sample; asking twice gives the same.

    Attributes:
        positions: the pipeline.
        variation: augmentation draw, from 0.
        position: the sample's place in the trainer's whole list (in_index).
    """

    positions: ModulePositions
    variation: int
    position: int

    def target(self, targets: Sequence[int]) -> int:
        """One of the target edges, in the order the config gives them, repeated ones kept.

        Raises:
            IndexError: if there is none.
        """
        return self._dice(self.positions.bucketing).choice(targets)

    def line(self, lines: Sequence[str]) -> str:
        """One of a caption's lines; "" if there is none."""
        return self._dice(self.positions.caption_line).choice(lines) if lines else ""

    def prompt(
        self, lines: Sequence[str], settings: TextSettings, special_tags: Sequence[str] = ()
    ) -> str:
        """The prompt that is encoded: a line, tags dropped, capitals changed, tags shuffled.

        Args:
            lines: the prompts a sample can have, as its files give them.
            settings: the concept's prompt settings.
            special_tags: tags that dropout spares or picks (`read_special_tags`).

        Raises:
            WorkspaceError: if tags must be split and the delimiter is empty.
        """
        text = self.line(lines)
        text = drop_tags(text, settings, special_tags, self._dice(self.positions.drop_tags))
        text = capitalise_tags(text, settings, self._dice(self.positions.capitals))
        return shuffle_tags(text, settings, self._dice(self.positions.shuffle_tags))

    def crop_offset(self, scaled: Size, bucket: Size, *, jitter: bool) -> Size:
        """(y, x) of the crop in the scaled picture; the middle without jitter.

        Args:
            scaled: (height, width) of the scaled picture.
            bucket: (height, width) of the crop, nowhere larger.
            jitter: whether the crop is drawn, y before x.

        Raises:
            ValueError: if the crop is larger than the picture.
        """
        room = (scaled[0] - bucket[0], scaled[1] - bucket[1])
        if min(room) < 0:
            raise ValueError(f"a crop of {bucket} does not fit into {scaled}")
        if not jitter:
            return room[0] // 2, room[1] // 2
        dice = self._dice(self.positions.crop)
        top = dice.randint(0, room[0])
        return top, dice.randint(0, room[1])

    def is_flipped(self, settings: ImageSettings) -> bool:
        """Whether left and right are swapped; a random flip outranks a fixed one."""
        if settings.enable_random_flip:
            return self._dice(self.positions.flip).random() < FLIP_BELOW
        return settings.enable_fixed_flip

    def _dice(self, module: int) -> random.Random:
        return random.Random(hash((BASE_SEED, module, self.variation, self.position)))


def _onetrainer_modules(config: TrainerConfig) -> list[str]:
    """OneTrainer's modules up to the last that draws; conditions as in its data loader."""
    model_type = find_model_type(config.model_type)
    has_frames = model_type is not None and model_type.frame_axis
    takes_mask = model_type is not None and model_type.has_mask_input
    masked = config.masked_training
    conditioned = config.custom_conditioning_image
    every = True
    rows = (
        (every, "Concepts", "Settings", "DownloadHuggingfaceDatasets", "CollectPaths"),
        (every, "CaptionPath"),
        (masked, "MaskPath"),
        (conditioned, "ConditioningPath"),
        (every, "LoadImage", "LoadVideo"),
        (has_frames, "ImageToVideo"),
        (every, "LoadSamplePrompts", "LoadConceptPrompts", "GetFilename", "SelectInput"),
        (every, "SelectRandomText"),
        (masked or takes_mask, "GenerateMask"),
        (masked, "LoadMask"),
        (conditioned, "LoadConditioningImage"),
        (has_frames, "MaskToVideo"),
        (masked or takes_mask, "RandomCircularMaskShrink", "RandomMaskRotateCrop"),
        (every, "CalcAspect", "AspectBucketing", "ScaleCropImage"),
        (every, "RandomFlip", "RandomRotate", "RandomBrightness", "RandomContrast"),
        (every, "RandomSaturation", "RandomHue"),
        (every, "DropTags", "CapitalizeTags", "ShuffleTags"),
    )
    return [name for applies, *names in rows if applies for name in names]
