"""Which models a build works with: what the user chose, then what the config names.

A name in a config is a folder, a single file, or a model of the Hugging Face hub whose snapshot
lies in the local cache. Nothing is ever downloaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.encoders.catalogue import CATALOGUE
from larder.core.encoders.device import Parallelism
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import SUFFIX, WeightsFile
from larder.core.workspace.hub_cache import find_hub_model, hub_model_name, is_dataset_name
from larder.core.workspace.json_fields import Fields, read_json
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.roots import PathMap, flavour_of, is_folder, is_foreign, resolve

CHOOSE: Final = "Choose the VAE and text encoders with --model DIR."

PATCH_MEANS: Final = "patch-means"
"""The embedded encoder, which needs no models."""

PATCH_MEANS_TYPE: Final = "LARDER_PATCH_MEANS"
"""The only model type that the embedded encoder works for."""

PARTS_WITH_A_NAME: Final = ("text_encoder_4",)
"""Text encoders that a config may name for themselves, beside the base model."""

_PART_FOLDERS: Final = ("vae", "text_encoder", "tokenizer")
"""How a pipeline's folder calls its parts, numbers left out."""


PICKLES: Final = (".ckpt", ".pt", ".pth", ".bin")
"""Files of weights that are pickles."""

INDEX_SUFFIX: Final = ".index.json"

@dataclass(frozen=True, slots=True)
class EncoderOptions:
    """Options of a build that the user chose.

    Attributes:
        models: folders and files with models, in order of preference.
        encoder: name of an encoder, None for the one the model type has.
        device: as torch spells it, None for the fastest there is.
        dtype: number type of weights and work, None for the config's.
        batch: pictures or prompts per batch, None for our own choice.
        spread: the processes to use, None for this one.
    """

    models: tuple[Path, ...] = ()
    encoder: str | None = None
    device: str | None = None
    dtype: str | None = None
    batch: int | None = None
    spread: Parallelism | None = None


@dataclass(frozen=True, slots=True)
class ModelPlaces:
    """Where models that a config names are looked for.

    Attributes:
        root: folder that relative names refer to.
        maps: prefixes of other systems.
        hub_cache: Hugging Face hub cache, None for the usual place.
    """

    root: Path
    maps: tuple[PathMap, ...] = ()
    hub_cache: Path | None = None


def places_of(config: TrainerConfig, root: Path, maps: Sequence[PathMap] = ()) -> ModelPlaces:
    """The places of a workspace; a config can name a hub cache of its own."""
    named = config.huggingface_cache_dir
    return ModelPlaces(root, tuple(maps), root / named if named else None)


def check_chosen_models(options: EncoderOptions) -> tuple[Path, ...]:
    """The user's models.

    Raises:
        UserFacingError: if one is neither a folder nor a `.safetensors` file.
    """
    for path in options.models:
        _refuse_pickle(path)
        if not _is_model(path):
            what = "neither a folder nor a .safetensors file" if path.exists() else "missing"
            raise UserFacingError(f"The model {path} is {what}.", CHOOSE)
    return options.models


def find_model(name: str, places: ModelPlaces) -> Path | None:
    """The folder or file of a model that a config names, None when it is not on this computer.

    Raises:
        UserFacingError: if it is a pickle.
    """
    if not name:
        return None
    flavour = flavour_of(name)
    if not is_foreign(name, places.maps, flavour):
        path = Path(resolve(name, places.root, places.maps, flavour))
        if _is_model(path):
            return path
        _refuse_pickle(path)
    return find_hub_model(name, places.hub_cache)


def base_model(config: TrainerConfig, places: ModelPlaces) -> Path | None:
    """The base model of a config, None when it is not on this computer."""
    return find_model(config.base_model_name, places)


def list_search_places(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> tuple[Path, ...]:
    """Where encoders are looked for: the user's models, then what the config names.

    A file that holds a model has no tokenizers, and not all have text encoders: behind it comes the
    pipeline of the hub that has them, if it is on this computer.

    Raises:
        UserFacingError: as `check_chosen_models`, `find_model`.
    """
    chosen = check_chosen_models(options)
    try:
        base = base_model(config, places)
    except UserFacingError:  # a pickle, which a chosen model stands in for
        if not chosen:
            raise
        base = None
    # HiDream comes without its Llama, which a config names for itself.
    parts = (find_model(part_model_name(config, part), places) for part in PARTS_WITH_A_NAME)
    named = (
        *chosen, *(path for path in parts if path is not None),
        *(() if base is None else (base,)))
    if not any(path.suffix == SUFFIX for path in named):
        return named
    pipeline = find_hub_model(hub_pipeline(config), places.hub_cache)
    return named if pipeline is None or pipeline in named else (*named, pipeline)


def hub_pipeline(config: TrainerConfig) -> str:
    """Name of the hub's pipeline for a config's model type, "" where none is known."""
    row = CATALOGUE.get(config.model_type)
    return "" if row is None else row.pipeline


def fetch_or_choose(pipeline: str, *folders: str) -> str:
    """How to get folders of a pipeline that are not on this computer."""
    if not pipeline:
        return CHOOSE
    wanted = " ".join(f'"{folder}/*"' for folder in folders)
    return (f"Download {' and '.join(folders)} once (hf download {pipeline} --include {wanted}), "
            "or choose a folder that contains them with --model DIR.")


def part_model_name(config: TrainerConfig, part: str) -> str:
    """The model a config names for one part ("vae") in place of the base model's, "" for none.

    Raises:
        WorkspaceError: if the config's value has the wrong type.
    """
    fields = Fields(config.raw, "the config")
    return fields.inner(part).text("model_name", fields.text(f"{part}_model_name", ""))


def why_not_there(name: str, what: str) -> str:
    """Why a model of the config is not found, one sentence; `what` it is called ("VAE")."""
    if not name:
        return f"The config names no {what}."
    fetch = f" Download it once: hf download {name}" if is_dataset_name(name) else ""
    return (
        f'The {what} "{name}" of the config is not on this computer, neither as a folder nor in '
        f"the Hugging Face cache, and Larder downloads nothing.{fetch}"
    )


def uses_patch_means(config: TrainerConfig, options: EncoderOptions) -> bool:
    """Return whether the embedded encoder is requested: by name, or by the model type.

    Raises:
        UserFacingError: if an encoder is named that does not exist.
    """
    if options.encoder not in (None, PATCH_MEANS):
        raise UserFacingError(
            f'There is no encoder "{options.encoder}".',
            f"Leave out --encoder, or use {PATCH_MEANS}.",
        )
    return options.encoder == PATCH_MEANS or config.model_type == PATCH_MEANS_TYPE


def model_label(path: Path) -> str:
    """Return a model's display name: hub name and revision, else its folder or file name."""
    in_hub = hub_model_name(path)
    if in_hub is not None:
        return in_hub
    if path.suffix == SUFFIX:
        return path.stem
    is_part = path.name.rstrip("_0123456789") in _PART_FOLDERS
    return path.parent.name if is_part and path.parent.name else path.name


def weights_in(folder: Path, names: Sequence[str], fetch_hint: str) -> tuple[WeightsFile, ...]:
    """The files of a folder that hold a model's weights, in a lasting order.

    Args:
        folder: of the model.
        names: what they may be called, the first that is there counts; an index lists several.
        fetch_hint: how to get them.

    Raises:
        UserFacingError: if there are none, or an index lists none or one that is not there.
        WorkspaceError: if an index cannot be read.
    """
    for name in names:
        path = folder / name
        if path.is_file():
            parts = _list_weight_files(path, fetch_hint) if name.endswith(INDEX_SUFFIX) else [name]
            missing = next((part for part in parts if not (folder / part).is_file()), None)
            if missing is not None:
                raise UserFacingError(f"{folder} lacks {missing}.", fetch_hint)
            return tuple(WeightsFile(folder / part) for part in parts)
    raise UserFacingError(f"{folder} contains no weights ({names[0]}).", fetch_hint)


def _list_weight_files(index: Path, fetch_hint: str) -> list[str]:
    """Names of the files beside an index that hold its weights, sorted."""
    raw = read_json(index)
    listed = raw.get("weight_map") if isinstance(raw, dict) else None
    names = {str(name) for name in listed.values()} if isinstance(listed, dict) else set()
    if not names or any(Path(name).name != name for name in names):
        raise UserFacingError(f"{index} lists no weights.", fetch_hint)
    return sorted(names)


def _refuse_pickle(path: Path) -> None:
    if path.suffix.lower() in PICKLES and path.is_file():
        raise UserFacingError(
            f"{path} is a pickle, which can run any code when it is opened. Larder opens only "
            ".safetensors.",
            "Convert it to .safetensors, or choose a .safetensors model with --model FILE.")


def _is_model(path: Path) -> bool:
    try:
        return is_folder(path) or (path.suffix == SUFFIX and path.is_file())
    except OSError:
        return False
