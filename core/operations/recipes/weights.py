"""Digests of the weights a config's encoders have, as far as they are known without reading any.

A build, or whoever else reads weights for their digest, remembers it by the stamps of the files.
So a survey can tell that a model was replaced under its old name, or that a renamed one is the
same, for the price of a few stats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from larder.core.encoders.catalogue import built_row
from larder.core.encoders.image_encoders import VAE_PART, find_chosen_vae
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces, base_model, places_of
from larder.core.encoders.text_fingerprint import weights_files
from larder.core.encoders.text_folders import find_stage_folders
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import (
    MEMORY_NAME,
    WeightsFile,
    remembered_weights_digest,
    weights_memory,
)
from larder.core.settings import cache_home
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import StoreContent, Workspace


def known_weights(workspace: Workspace, content: StoreContent) -> Mapping[str, str]:
    """Digests of weights by the config object they belong to ("vae", "text_encoder_2").

    Empty for a config whose models are not on this computer, or were never read.
    """
    config = workspace.config
    if config is None or not (cache_home() / MEMORY_NAME).exists():
        return {}
    places = places_of(config, workspace.root, workspace.maps)
    parts = _vae if content is StoreContent.IMAGE else _text_encoders
    try:
        files = dict(parts(config, places))
    except (UserFacingError, OSError):
        # What keeps a build from these models is told when one is planned.
        return {}
    with weights_memory(cache_home()) as memory:
        found = {part: remembered_weights_digest(of, memory) for part, of in files.items()}
    return {part: digest for part, digest in found.items() if digest is not None}


def _vae(
    config: TrainerConfig, places: ModelPlaces
) -> Iterator[tuple[str, Sequence[WeightsFile]]]:
    if built_row(config).image is not None:
        yield VAE_PART, find_chosen_vae(config, EncoderOptions(), places).weights


def _text_encoders(
    config: TrainerConfig, places: ModelPlaces
) -> Iterator[tuple[str, Sequence[WeightsFile]]]:
    base = base_model(config, places)
    if base is None:
        return
    stages = built_row(config).text
    for number, folders in find_stage_folders(stages, [base]).items():
        part = "text_encoder" if number == 1 else f"text_encoder_{number}"
        yield part, weights_files(folders.model)
