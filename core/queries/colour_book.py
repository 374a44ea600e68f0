"""The colours of a store's latents, by which they are drawn and compared with their sources.

What was learnt before, or pairs to learn from. An encoder is known by its VAE's weights where a
build noted them; what was learnt then serves every store. Of payloads that a trainer made, only the
store tells.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from larder.core.encoders.protocol import SourceError
from larder.core.errors import PayloadError, UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.recipe import FINGERPRINT_SUFFIX, Recipe, weights_of
from larder.core.queries.cached_pictures import CachedPicture, CachedPictures
from larder.core.queries.latent_colours import (
    LEAST_PAIRS,
    MOST_PAIRS,
    LatentColours,
    LatentPair,
    ReadLatent,
    crop_to_latent,
    learn_colours,
    likeness,
    read_colours,
    read_latent,
    remember_colours,
)
from larder.core.settings import cache_home
from larder.core.stores.records import read_recipes
from larder.core.workspace.open_workspace import StoreLocation, Workspace

TRIES_PER_PAIR: Final = 4
"""Entries that are looked at for each pair that is wanted: some have no source or no payload."""

LEARNING: Final = "learning what this encoder's latents look like"


def may_be_mirrored(workspace: Workspace) -> bool:
    """Return whether any picture of a workspace may be mirrored; True without concepts."""
    return not workspace.concepts or any(
        concept.image.enable_random_flip or concept.image.enable_fixed_flip
        for concept in workspace.concepts)


class ColourBook:
    """Which colours the latents of one store have, by encoder; learns them when asked."""

    def __init__(self, workspace: Workspace, location: StoreLocation) -> None:
        self._location = location
        self._mirrors = may_be_mirrored(workspace)
        recipes = read_recipes(location.path)
        self._recipes = {} if recipes is None else recipes.recipes
        self._met: dict[tuple[str, int], LatentColours] = {}

    def encoder(self, picture: CachedPicture, latent: ReadLatent) -> str:
        """A text that names what encoded a picture: by its weights, else by the store it is in."""
        recipe = self._recipes.get(latent.recipe or picture.recipe)
        weights = "" if recipe is None else _vae_of(recipe)
        modeltype = picture.modeltype or latent.modeltype
        return f"{modeltype}|{weights or self._location.path.absolute()}"

    def known(
        self, picture: CachedPicture, latent: ReadLatent, *, written_ns: int = 0
    ) -> LatentColours | None:
        """Return the colours learnt before, unless the picture was later cached by unknown means.

        Args:
            picture: the cached picture.
            latent: read of it.
            written_ns: modification time of the payload.
        """
        encoder, channels = self.encoder(picture, latent), len(latent.latent)
        colours = self._met.get((encoder, channels)) or read_colours(
            cache_home(), encoder, channels)
        is_of_store = encoder.endswith(str(self._location.path.absolute()))
        if colours is not None and is_of_store and written_ns > colours.learnt_ns:
            return None
        return colours

    def learn(
        self, pictures: CachedPictures, picture: CachedPicture, latent: ReadLatent,
        token: CancelToken,
    ) -> Job[LatentColours]:
        """Learn the colours of a picture's encoder from others like it, and remember them.

        What is learnt from more pictures stays.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        encoder, channels = self.encoder(picture, latent), len(latent.latent)
        pairs: list[LatentPair] = []
        for place in _spread(len(pictures), MOST_PAIRS * TRIES_PER_PAIR):
            token.check()
            yield Progress(LEARNING, len(pairs), min(MOST_PAIRS, len(pictures)), "pictures")
            pair = self._pair(pictures.at(place)[:1], encoder, channels)
            if pair is not None:
                pairs.append(pair)
            if len(pairs) == MOST_PAIRS:
                break
        learnt = msgspec.structs.replace(
            learn_colours(pairs, channels=channels, may_be_mirrored=self._mirrors),
            learnt_ns=time.time_ns())
        before = read_colours(cache_home(), encoder, channels)
        if before is not None and learnt.pairs < min(before.pairs, LEAST_PAIRS):
            learnt = msgspec.structs.replace(before, learnt_ns=learnt.learnt_ns)
        self._met[encoder, channels] = learnt
        # Of too few nothing is remembered: there may be more of them the next time.
        if learnt.pairs >= LEAST_PAIRS:
            remember_colours(cache_home(), encoder, learnt)
        return learnt

    def likeness(
        self, colours: LatentColours, picture: CachedPicture, latent: ReadLatent
    ) -> tuple[float, bool] | None:
        """How far a latent looks like its picture, and whether like the mirrored one.

        Raises:
            SourceError: if the picture cannot be read.
        """
        return likeness(
            colours, latent.latent, crop_to_latent(picture, latent, latent.shape),
            may_be_mirrored=self._mirrors)

    def _pair(
        self, pictures: Sequence[CachedPicture], encoder: str, channels: int
    ) -> LatentPair | None:
        for picture in pictures:
            if not picture.source.is_file():
                continue
            try:
                latent = read_latent(self._location.path / picture.name)
                if self.encoder(picture, latent) != encoder or len(latent.latent) != channels:
                    continue
                part = crop_to_latent(picture, latent, latent.shape)
            except (PayloadError, SourceError, UserFacingError):
                continue
            return LatentPair.of(latent.latent, part)
        return None


def _vae_of(recipe: Recipe) -> str:
    """Return the digest that identifies the VAE of a recipe, "" if it has none."""
    weights = weights_of(recipe).get("vae")
    digest = "" if weights is None else weights.sample or weights.whole
    return digest or str(recipe.fields.get(f"vae{FINGERPRINT_SUFFIX}") or "")


def _spread(count: int, most: int) -> list[int]:
    """At most `most` places of `count`, from everywhere, in an order that begins everywhere."""
    wanted = min(count, most)
    places = (np.arange(wanted, dtype=np.int64) * count) // max(wanted, 1)
    order: list[int] = np.random.default_rng(wanted).permutation(places).tolist()
    return order
