"""The trainer's random draws: which target, caption line and crop, mirrored or not, which tags.

Every module of the trainer's pipeline that draws makes itself a generator for each sample and
variation, seeded with the hash of four whole numbers: the base seed (always 42), the module's place
in the flattened pipeline, the variation and the sample's place in the whole list. 64-bit CPython
computes that hash the same everywhere, and `random.Random` keeps its streams, so a draw can be
repeated from outside. Which modules there are depends on the config, hence `ModulePositions`.

A prompt is tags between delimiters, which are dropped, change their capitals and are shuffled. Each
function takes the generator of its own module and asks it for draws in the trainer's order;
switched off, it gives the prompt back untouched. Where tags must be split and the delimiter is
empty, each raises a WorkspaceError.

Rotating, recolouring and reshaping masks are not carried out here: a concept that asks for one of
them is left to the trainer.

Source: `PipelineModule._get_rand`, `DropTags`, `CapitalizeTags` and `ShuffleTags` of mgds and the
order of modules in OneTrainer's `DataLoaderText2ImageMixin`, re-derived.
"""

from __future__ import annotations

import csv
import io
import random
import re
import string
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from larder.core.errors import WorkspaceError, error_reason
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.workspace.bucketing import Size
from larder.core.workspace.concepts import Concept, ImageSettings, PromptSource, TextSettings
from larder.core.workspace.model_types import find_model_type
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.samples import caption_lines, sample_stem

BASE_SEED: Final = 42
"""OneTrainer never passes another one."""

FLIP_BELOW: Final = 0.5
"""A random flip happens when the draw, uniform in [0, 1), is below this."""

_PATTERN_SIGNS: Final = frozenset(".^$*+?{}[]|()\\")
"""A special tag with one of these is a regular expression, if it is a valid one."""


@dataclass(frozen=True, slots=True)
class ModulePositions:
    """Where the modules that draw stand in a flattened pipeline, counted from 0.

    Attributes:
        caption_line: picks one of a caption's lines.
        bucketing: picks one of several target edges.
        capitals: changes the case of tags.
    """

    caption_line: int
    bucketing: int
    crop: int
    flip: int
    drop_tags: int
    capitals: int
    shuffle_tags: int


def positions_in(modules: Sequence[str]) -> ModulePositions:
    """The positions in a pipeline given as the names of its modules, in order.

    Names are the classes' own; modules that do not draw only take a place. A module that is not
    there has the place after the last one, where nothing asks for it.
    """

    def place(*names: str) -> int:
        found = [index for index, module in enumerate(modules) if module in names]
        return found[0] if found else len(modules)

    return ModulePositions(
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
    return positions_in(_onetrainer_modules(config))


@dataclass(frozen=True, slots=True)
class SampleDraws:
    """Every draw for one variation of one sample; asking twice gives the same.

    Attributes:
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
        """The prompt that is encoded: a line, tags dropped, capitals changed, tags shuffled."""
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
        """Return whether left and right are swapped; a random flip overrides a fixed one."""
        if settings.enable_random_flip:
            return self._dice(self.positions.flip).random() < FLIP_BELOW
        return settings.enable_fixed_flip

    def _dice(self, module: int) -> random.Random:
        return random.Random(hash((BASE_SEED, module, self.variation, self.position)))


def draw_targets(
    positions: ModulePositions, variation: int, samples: Iterable[int], count: int
) -> list[int]:
    """Return which of `count` targets is drawn for samples at some places of the whole list.

    As `SampleDraws.target`, as numbers from 0.
    """
    numbers = range(count)
    return [SampleDraws(positions, variation, place).target(numbers) for place in samples]


def _onetrainer_modules(config: TrainerConfig) -> list[str]:
    """OneTrainer's modules up to the last that draws; conditions as in its data loader."""
    model_type = find_model_type(config.model_type)
    has_frames = model_type is not None and model_type.frame_axis
    takes_mask = model_type is not None and model_type.inpaints
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


def drop_tags(
    text: str, settings: TextSettings, special_tags: Sequence[str], dice: random.Random
) -> str:
    """The prompt less the tags that were dropped.

    The first `keep_tags_count` tags stay. Mode FULL draws once and drops the rest together, RANDOM
    draws per tag, RANDOM WEIGHTED the more likely the later a tag comes. Special tags stay
    (WHITELIST), or are the only ones that may go (BLACKLIST).
    """
    probability = settings.tag_dropout_probability
    if not settings.tag_dropout_enable or probability <= 0:
        return text
    tags = _tags(text, settings)
    kept, rest = tags[: settings.keep_tags_count], tags[settings.keep_tags_count :]
    spared = _pick_spared(rest, settings, special_tags)
    mode = settings.tag_dropout_mode
    if mode == "FULL":
        if dice.random() < probability:
            rest = [tag for tag in rest if tag in spared]
    elif mode.startswith("RANDOM"):
        weighted = mode == "RANDOM WEIGHTED"
        rest = [
            tag for number, tag in enumerate(rest, start=1)
            # The draw comes first: it is made for spared tags too.
            if dice.random() > (probability * (number / len(rest)) if weighted else probability)
            or tag in spared
        ]
    return _join_tags([*kept, *rest], settings)


def capitalise_tags(text: str, settings: TextSettings, dice: random.Random) -> str:
    """The prompt with the case of some tags changed, in lower case before that if asked for."""
    if settings.caps_randomize_lowercase:
        text = text.lower()
    if not settings.caps_randomize_enable or settings.caps_randomize_probability <= 0:
        return text
    modes = [mode.strip() for mode in settings.caps_randomize_mode.split(",")]
    tags = [tag.strip() for tag in text.split(_delimiter(settings))]
    return settings.tag_delimiter.join(
        _change_case(tag, dice.choice(modes), dice)
        if dice.random() < settings.caps_randomize_probability else tag
        for tag in tags
    )


def shuffle_tags(text: str, settings: TextSettings, dice: random.Random) -> str:
    """The prompt with every tag but the first `keep_tags_count` in a drawn order."""
    if not settings.enable_tag_shuffling:
        return text
    tags = _tags(text, settings)
    kept, rest = tags[: settings.keep_tags_count], tags[settings.keep_tags_count :]
    dice.shuffle(rest)
    return _join_tags([*kept, *rest], settings)


def read_special_tags(settings: TextSettings, *, base: Path) -> tuple[str, ...]:
    """The special tags of a concept: a list in the settings, or in a file the settings name.

    A `.txt` file has one per line, a `.csv` file one in the first column of each row. A name that
    is no file is a list of one tag, as in the trainer. Relative paths refer to the folder `base`.

    Raises:
        WorkspaceError: if the file cannot be read or is not UTF-8, or the delimiter is empty.
    """
    spelled = settings.tag_dropout_special_tags
    path = base / spelled
    if not spelled.endswith((".txt", ".csv")) or not path.is_file():
        return tuple(tag.strip() for tag in spelled.split(_delimiter(settings)))
    try:
        text = read_regular(path, at_most=LARGEST_TEXT).decode("utf-8")
        is_table = spelled.endswith(".csv")
        file = io.StringIO(text, newline="" if is_table else None)
        if is_table:
            return tuple(row[0] for row in csv.reader(file) if row)
        return tuple(line.rstrip("\n") for line in file)
    except OSError as error:
        raise WorkspaceError(
            f"The special tags in {path} cannot be read: {error_reason(error)}.") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise WorkspaceError(
            f"The special tags in {path} cannot be read: {error}.", "Save the file as UTF-8."
        ) from error


def _pick_spared(
    rest: Sequence[str], settings: TextSettings, special_tags: Sequence[str]
) -> Collection[str]:
    """Those of `rest` that dropout leaves alone."""
    special = set(special_tags)
    if settings.tag_dropout_special_tags_regex:
        special = {tag for tag in rest if any(_matches(tag, wanted) for wanted in special)}
    if settings.tag_dropout_special_tags_mode == "WHITELIST":
        return special.intersection(rest)
    if settings.tag_dropout_special_tags_mode == "BLACKLIST":
        return set(rest) - special
    return frozenset()


def _matches(tag: str, wanted: str) -> bool:
    """Return whether a tag, with or without brackets around it, matches a special tag."""
    forms = (tag, tag.strip("()"))
    if _PATTERN_SIGNS.isdisjoint(wanted):
        return wanted in forms
    try:
        pattern = re.compile(wanted)
    except re.error:
        return wanted in forms
    return any(pattern.fullmatch(form) for form in forms)


def _change_case(tag: str, mode: str, dice: random.Random) -> str:
    match mode:
        case "capslock":
            return tag.upper()
        case "title":
            return string.capwords(tag)
        case "first":
            return tag.capitalize()
        case "random":
            # Some letters have more capitals than one ("ß"); the shorter text decides the length.
            pairs = zip(tag.upper(), tag.lower(), strict=False)
            return "".join(dice.choice(pair) for pair in pairs)
        case _:
            return tag


def _tags(text: str, settings: TextSettings) -> list[str]:
    return [tag for part in text.split(_delimiter(settings)) if (tag := part.strip())]


def _join_tags(tags: Sequence[str], settings: TextSettings) -> str:
    return (settings.tag_delimiter + " ").join(tags)


def _delimiter(settings: TextSettings) -> str:
    if not settings.tag_delimiter:
        raise WorkspaceError(
            "A concept has no tag delimiter, so its prompts cannot be split into tags.",
            "Give the concept a tag delimiter, or switch off its tag options.",
        )
    return settings.tag_delimiter


@dataclass(slots=True)
class PromptMaker:
    """Makes prompts as the trainer draws them.

    Attributes:
        workspace: where prompt and tag files are.
        positions: of the modules that draw.
    """

    workspace: Workspace
    positions: ModulePositions
    _lines: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _tags: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def prompts(
        self, concept: Concept, position: int, picture: str, caption: bytes, variations: int
    ) -> list[str]:
        """The prompt of each variation of the sample at a position of its loader's list.

        Raises:
            CaptionEncodingError: if the file that is used is not UTF-8.
            WorkspaceError: if a file of special tags cannot be read, or tags cannot be told apart.
        """
        lines = self.lines(concept, picture, caption)
        tags = self._special_tags(concept)
        return [
            SampleDraws(self.positions, variation, position).prompt(lines, concept.text, tags)
            for variation in range(variations)]

    def lines(self, concept: Concept, picture: str, caption: bytes) -> tuple[str, ...]:
        """Return the lines from which the prompt of a picture is drawn.

        Raises:
            CaptionEncodingError: if the file that is used is not UTF-8.
        """
        source = concept.text.prompt_source
        if source is PromptSource.FILENAME:
            return (file_stem(picture),)
        if source is PromptSource.CONCEPT:
            return self._concept_lines(concept)
        return caption_lines(caption)

    def _concept_lines(self, concept: Concept) -> tuple[str, ...]:
        if concept.index not in self._lines:
            spelled = concept.text.prompt_path
            real = self.workspace.file(spelled)
            content = b""
            with suppress(FileNotFoundError, NotADirectoryError):
                content = read_regular(real, at_most=LARGEST_TEXT) if spelled else content
            self._lines[concept.index] = caption_lines(content)
        return self._lines[concept.index]

    def _special_tags(self, concept: Concept) -> tuple[str, ...]:
        if not concept.text.tag_dropout_enable:
            return ()
        if concept.index not in self._tags:
            self._tags[concept.index] = read_special_tags(
                concept.text, base=self.workspace.root)
        return self._tags[concept.index]


def file_stem(picture: str) -> str:
    """A picture's name without folder and extension, on whatever system it was spelled."""
    return sample_stem(picture.replace("\\", "/").rpartition("/")[2])
