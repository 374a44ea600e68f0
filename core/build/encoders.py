"""Where a build gets its encoders from, when it turns out to need one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

import msgspec
from msgspec.structs import astuple

from larder.core.build.plan import BuildPlan
from larder.core.build.rates import CPU, EncoderRates, known_rates, note_rates
from larder.core.build.reports import LeftOut
from larder.core.encoders.config_encoders import (
    choose_image_encoder,
    encoder_kind,
    load_text_encoder,
)
from larder.core.encoders.device import choose_device
from larder.core.encoders.draws import ModulePositions
from larder.core.encoders.image_latents import ImageLatents
from larder.core.encoders.model_files import (
    EncoderOptions,
    ModelPlaces,
    hub_pipeline,
    places_of,
    searched_models,
    uses_patch_means,
)
from larder.core.encoders.patch_means import PatchMeans
from larder.core.encoders.protocol import Fingerprint, ImageEncoder, TextEncoder
from larder.core.encoders.text_embeddings import TextEmbeddings
from larder.core.encoders.text_settings import find_stage_files, stage_settings
from larder.core.encoders.vae_files import find_image_encoder
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.workspace.model_types import VAE_PART
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace

FIRST_TEXT_PART: Final = "text_encoder"


class BuildEncoders(Protocol):
    """The encoders of one config. A build opens each at most once, and closes it."""

    def open_image(self, memory: HashMemory, token: CancelToken) -> ImageEncoder:
        """The picture encoder; its weights may wait for the first batch.

        Args:
            memory: remembers digests of weights; used from the calling thread.
            token: checked while weights are read for their digest.

        Raises:
            UserFacingError: if it cannot be had.
        """

    def open_text(self, memory: HashMemory, token: CancelToken) -> TextEncoder:
        """The text encoder, ready.

        Args:
            memory: as for `open_image`.
            token: as for `open_image`.

        Raises:
            UserFacingError: if it cannot be had.
        """

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        """Remember what making payloads took with one that was opened."""


@dataclass(frozen=True, slots=True)
class ConfigEncoders:
    """Encoders from the models that the user chose or the config names.

    Attributes:
        places: where models that the config names are looked for.
        positions: of the modules that draw.
    """

    config: TrainerConfig
    options: EncoderOptions
    places: ModelPlaces
    positions: ModulePositions

    @classmethod
    def of(
        cls, workspace: Workspace, config: TrainerConfig, options: EncoderOptions,
        positions: ModulePositions,
    ) -> ConfigEncoders:
        """The encoders of a workspace with this config."""
        places = places_of(config, workspace.root, workspace.maps)
        return cls(config, options, places, positions)

    def open_image(self, memory: HashMemory, token: CancelToken) -> ImageEncoder:
        """The picture encoder, nothing loaded yet."""
        return choose_image_encoder(
            self.config, self.options, self.places, positions=self.positions, memory=memory,
            token=token)

    def open_text(self, memory: HashMemory, token: CancelToken) -> TextEncoder:
        """The text encoder, loaded."""
        return load_text_encoder(
            self.config, self.options, self.places, memory=memory, token=token)

    def rates(self, content: StoreContent) -> EncoderRates:
        """What payloads took before with the encoder of one content, on the device asked for."""
        try:
            kind = encoder_kind(self.config, self.options, self.places, content)
        except (UserFacingError, OSError):
            # What keeps a build from these models is told when one is begun.
            return EncoderRates()
        return known_rates(cache_home(), kind, self._device_asked())

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        """Remember what payloads took."""
        kind = encoder_kind(self.config, self.options, self.places, content)
        asked = self._device_asked()
        device = asked if asked and (asked == CPU or self.options.spread) else choose_device(asked)
        note_rates(
            cache_home(), msgspec.structs.replace(found, encoder=kind, device=device),
            asked=asked)

    def _device_asked(self) -> str | None:
        if self.options.spread is not None:
            # Several make more than one in the same time, as many times more as only they tell.
            return f"{self.options.device or ''} {astuple(self.options.spread)}"
        is_embedded = uses_patch_means(self.config, self.options)
        return CPU if is_embedded else self.options.device


def image_fingerprints(encoder: ImageEncoder) -> Mapping[str, Fingerprint]:
    """What a recipe says of a picture encoder: identity by the config's object for it."""
    part = encoder.part if isinstance(encoder, ImageLatents) else VAE_PART
    return {part: encoder.fingerprint}


def text_fingerprints(encoder: TextEncoder) -> Mapping[str, Fingerprint]:
    """What a recipe says of a text encoder: identities by the config's objects for its parts."""
    if isinstance(encoder, TextEmbeddings):
        return encoder.fingerprints
    return {FIRST_TEXT_PART: encoder.fingerprint}


def leave_out_missing(plan: BuildPlan, encoders: ConfigEncoders) -> BuildPlan:
    """A plan without the payloads whose encoder is not at hand, as long as others are.

    Rows of an index may be put in order all the same; a folder of the released layout is made
    whole or not at all. Where no encoder is at hand, the plan stays as it is: it says what there is
    to do once a model is chosen, and carrying it out says which.
    """
    why: dict[str, str] = {}
    building = [store for store in plan.stores if store.encodes]
    for store in building:
        try:
            check_models(encoders, store.content)
        except UserFacingError as missing:
            why[store.target.id] = f"{missing.problem} {missing.hint}".strip()
    if len(why) == len(building):
        return plan
    left = [
        LeftOut(store=store.target.id, samples=len({item.key for item in store.items}),
                why=why[store.target.id], example=store.items[0].key)
        for store in building if store.target.id in why]
    kept = tuple(
        replace(store, items=()) if store.target.id in why else store for store in plan.stores
        if store.target.id not in why or (store.slots is None and store.reordered))
    return replace(
        plan, stores=kept,
        groups=tuple(group for group in plan.groups if group.store not in why),
        mixtures=tuple(mixture for mixture in plan.mixtures if mixture.store not in why),
        left_out=(*plan.left_out, *left), without_model=tuple(left))


def check_models(encoders: ConfigEncoders, content: StoreContent) -> None:
    """Make sure that the models are there before anything is built with them.

    Raises:
        UserFacingError: if one is missing or of the wrong kind.
    """
    config, options = encoders.config, encoders.options
    if uses_patch_means(config, options):
        PatchMeans(config.model_type)
    elif content is StoreContent.IMAGE:
        find_image_encoder(config, options, encoders.places)
    else:
        stages = [one.stage for one in stage_settings(config, dtype=options.dtype) if one.included]
        find_stage_files(
            stages, searched_models(config, options, encoders.places),
            pipeline=hub_pipeline(config))
