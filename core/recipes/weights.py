"""The models a config's encoders come from, and their weights, without reading much of them.

Weights decide what a payload holds, and their names do not: a model can be replaced under its old
name, renamed, or be another one that the user chose for a build. So a recipe keeps digests. Digests
of whole files are only known where somebody read those (a build does); samples are read here, once
per state of a file. So a survey can tell that weights are other ones for the price of a few stats.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from larder.core.encoders.catalogue import built_row
from larder.core.encoders.model_files import (
    EncoderOptions,
    ModelPlaces,
    list_search_places,
    places_of,
    uses_patch_means,
)
from larder.core.encoders.text_settings import find_stage_files, stage_settings
from larder.core.encoders.vae_files import VAE_FOLDER, find_image_encoder
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.fingerprint import (
    WeightsFile,
    recall_weights_digest,
    sample_weights_digest,
    weights_digest,
    weights_memory,
)
from larder.core.settings import cache_home
from larder.core.stores.records import UsedModel
from larder.core.workspace.hub_cache import hub_model_name
from larder.core.workspace.onetrainer_config import TrainerConfig, text_encoder_part
from larder.core.workspace.open_workspace import StoreContent, Workspace

Models = Mapping[str, UsedModel]
"""By the config's object for an encoder ("vae", "text_encoder_2")."""

_Part = tuple[str, Path, Sequence[WeightsFile]]
"""The config's object, the folder or file a user would name, and the weights."""


def find_models(
    workspace: Workspace,
    content: StoreContent,
    *,
    chosen: Sequence[Path] = (),
    reads_whole: bool = False,
    token: CancelToken | None = None,
) -> Models:
    """The models of one store's encoders.

    Returns:
        Empty for a config whose models are not on this computer, not whole, or not known.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    config = workspace.config
    if config is None:
        return {}
    options = EncoderOptions(models=tuple(chosen))
    places = places_of(config, workspace.root, workspace.maps)
    parts = _image_encoder if content is StoreContent.IMAGE else _text_encoders
    found: dict[str, UsedModel] = {}
    try:
        with weights_memory(cache_home()) as memory:
            for part, path, files in parts(config, options, places):
                whole = weights_digest(files, memory, token=token) if reads_whole \
                    else recall_weights_digest(files, memory)
                found[part] = UsedModel(
                    name=_format_model_name(path, workspace.root), whole=whole or "",
                    sample=sample_weights_digest(files, memory))
    except (UserFacingError, OSError):
        # What keeps a build from these models is told when one is planned.
        return {}
    return found


def _image_encoder(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> Iterator[_Part]:
    if uses_patch_means(config, options):
        return
    files = find_image_encoder(config, options, places)
    is_part = not files.own and files.path.name == VAE_FOLDER
    path = files.path.parent if is_part else files.path
    yield built_row(config).model_type.image_part, path, files.weights


def _text_encoders(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> Iterator[_Part]:
    if uses_patch_means(config, options):
        return
    models = list_search_places(config, options, places)
    stages = [settings.stage for settings in stage_settings(config) if settings.included]
    for number, files in find_stage_files(stages, models).items():
        path = files.model if files.model in models else files.model.parent
        yield text_encoder_part(number), path, files.weights


def _format_model_name(path: Path, root: Path) -> str:
    """A name of the hub, else a path, relative where it lies below the root."""
    in_hub = hub_model_name(path)
    if in_hub is not None:
        return in_hub
    whole = Path(os.path.abspath(path))  # noqa: PTH100 - keeps links
    return whole.relative_to(root).as_posix() if whole.is_relative_to(root) else str(whole)
