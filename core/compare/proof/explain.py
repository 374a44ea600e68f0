"""Other settings that could have made a cached file which the config's model does not make.

Each is tried by encoding the same sample once more. What is tried depends on how values differ: a
number type or a prompt length can be read off the file, a layer or a VAE can only be tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from larder.core.compare.proof.difference import Difference
from larder.core.encoders.catalogue import built_row
from larder.core.encoders.device import NUMBER_TYPES
from larder.core.encoders.model_files import (
    EncoderOptions,
    ModelPlaces,
    part_model_name,
    uses_patch_means,
)
from larder.core.encoders.text_settings import StageSettings, stage_settings
from larder.core.encoders.vae_files import VAE_FOLDER, find_image_encoder
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import SUFFIX
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.model_types import VAE_PART
from larder.core.workspace.onetrainer_config import (
    TrainerConfig,
    config_from,
    with_setting,
)
from larder.core.workspace.store_kinds import StoreContent

LARGEST_SKIP: Final = 2
"""Layers that people leave out: clip skip 1 and 2."""

MODELS_TRIED: Final = 6
"""Other VAEs beside the config's, each of which is loaded."""

WIDE_TYPES: Final = ("FLOAT_32", "BFLOAT_16", "FLOAT_16")
"""Number types that are tried, of work and of weights."""

ROUNDING: Final = 0.2
"""Values that differ by less may be of the same weights in another number type."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Settings to try in place of the config's.

    Attributes:
        settings: by the config's names, dotted.
        own_models: whether the models that the user chose are left out.
    """

    settings: dict[str, object] = field(default_factory=dict)
    own_models: bool = False

    def config(self, config: TrainerConfig) -> TrainerConfig:
        """Return the config with these settings."""
        raw = dict(config.raw)
        for name, value in self.settings.items():
            raw = with_setting(raw, name, value)
        return config_from(raw, where="the config")


def trials(
    config: TrainerConfig, content: StoreContent, difference: Difference,
    options: EncoderOptions, places: ModelPlaces,
) -> Iterator[Trial]:
    """Yield what is worth trying, the likeliest first."""
    if uses_patch_means(config, options):
        return
    yield from trials_of_types(config, content, difference)
    if content is StoreContent.TEXT:
        yield from _trials_of_texts(config, difference)
    else:
        yield from _trials_of_vaes(config, options, places)


def trials_of_types(
    config: TrainerConfig, content: StoreContent, difference: Difference
) -> list[Trial]:
    """Return the number type that the file has, and types of weights where values are near."""
    spelled = {name: known for known, name in NUMBER_TYPES.items() if known != "TFLOAT_32"}
    found: list[Trial] = []
    if difference.cached_type in spelled:
        kind = spelled[difference.cached_type]
        found.append(Trial({"train_dtype": kind}))
        found.append(Trial({"train_dtype": kind, "fallback_train_dtype": kind}))
    if difference.largest < ROUNDING and difference.token_length is None:
        # What autocast leaves in float32 does not show the type that it was computed in.
        known = (spelled.get(difference.cached_type), config.raw.get("train_dtype"))
        found += [Trial({"train_dtype": kind}) for kind in WIDE_TYPES if kind not in known]
        parts = [built_row(config).model_type.image_part] if content is StoreContent.IMAGE else [
            stage.stage.model_folder for stage in _stages_of(config, difference)]
        fields = Fields(config.raw, "the config")
        for kind in WIDE_TYPES:
            changed: dict[str, object] = {
                f"{part}.weight_dtype": kind for part in parts
                if fields.inner(part).text("weight_dtype", "FLOAT_32") != kind}
            if changed:
                found.append(Trial(changed))
    return found


def _trials_of_texts(config: TrainerConfig, difference: Difference) -> Iterator[Trial]:
    """Other lengths and layers, encoder by encoder and for all of them together."""
    stages = _stages_of(config, difference)
    if difference.token_length is not None:
        keys = [stage.stage.length_key for stage in stages if stage.stage.length_key]
        yield from (Trial({key: difference.token_length}) for key in keys)
        return
    fields = Fields(config.raw, "the config")
    skips = {
        stage.stage.skip_key: fields.whole(stage.stage.skip_key, 0)
        for stage in stages if stage.stage.skip_key}
    for skipped in range(LARGEST_SKIP + 1):
        changed: dict[str, object] = {
            key: skipped for key, now in skips.items() if now != skipped}
        if changed:
            yield Trial(changed)
        if len(changed) > 1:
            yield from (Trial({key: skipped}) for key in changed)


def _stages_of(config: TrainerConfig, difference: Difference) -> list[StageSettings]:
    """The encoders whose values differ, all where lengths do."""
    names = {name.partition("[")[0] for name in difference.names}
    return [
        stage for stage in stage_settings(config)
        if stage.included and (not names or names.intersection(stage.names.values()))]


def _trials_of_vaes(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> Iterator[Trial]:
    """The base model's own VAE, the config's where another was chosen, and those beside it."""
    if options.models:
        yield Trial(own_models=True)
    if part_model_name(config, VAE_PART):
        yield Trial({"vae.model_name": ""}, own_models=True)
    try:
        used = find_image_encoder(config, options, places).path
    except UserFacingError:
        return
    beside = _find_models_alongside(used)
    for path in beside[:MODELS_TRIED]:
        spelled = path.relative_to(places.root).as_posix() \
            if path.is_relative_to(places.root) else str(path)
        yield Trial({"vae.model_name": spelled}, own_models=True)


def _find_models_alongside(used: Path) -> list[Path]:
    """Folders and files that may hold a VAE, in the folder of the one that is used."""
    own = used.parent if used.name == VAE_FOLDER else used
    try:
        found = sorted(path for path in own.parent.iterdir() if path != own)
    except OSError:
        return []
    return [
        *(path for path in found if (path / "config.json").is_file()),
        *(path / VAE_FOLDER for path in found if (path / VAE_FOLDER / "config.json").is_file()),
        *(path for path in found if path.suffix == SUFFIX and path.is_file())]
