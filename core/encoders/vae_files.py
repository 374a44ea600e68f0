"""Finding a VAE: in a folder of its own, in a pipeline's `vae` folder, or in a single file.

Only names, `config.json` and the header of a file are read; no weights, and no package is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.model_files import model_label
from larder.core.encoders.vae_single_file import Layout, describe
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import SUFFIX, WeightsFile, read_weights_header
from larder.core.workspace.json_fields import Fields, read_json
from larder.core.workspace.roots import is_folder

CONFIG_NAME: Final = "config.json"
WEIGHTS_STEM: Final = "diffusion_pytorch_model"

VAE_FOLDER: Final = "vae"
"""Where a pipeline's folder keeps its VAE."""


@dataclass(frozen=True, slots=True)
class VaeClass:
    """A class of diffusers that Larder encodes with.

    Attributes:
        frames: whether it takes pictures with a frame axis.
    """

    frames: bool = False


VAE_CLASSES: Final[Mapping[str, VaeClass]] = {
    "AutoencoderKL": VaeClass(),
    "AutoencoderKLFlux2": VaeClass(),
    "AutoencoderDC": VaeClass(),
    "AutoencoderTiny": VaeClass(),
    "AutoencoderKLQwenImage": VaeClass(frames=True),
    "AutoencoderKLWan": VaeClass(frames=True),
    "AutoencoderKLHunyuanVideo": VaeClass(frames=True),
}


@dataclass(frozen=True, slots=True)
class VaeFiles:
    """A VAE on disk.

    Attributes:
        name: what people call it.
        path: folder or single file.
        class_name: class of diffusers, one of `VAE_CLASSES`.
        config: what that class is made with.
        weights: files with its tensors, in order; `.safetensors`, or pickles of an old folder.
        layout: how its tensors are named.
        own: whether the folder or file holds nothing else; False inside a pipeline or checkpoint.
    """

    name: str
    path: Path
    class_name: str
    config: Mapping[str, Any]
    weights: tuple[WeightsFile, ...]
    layout: Layout = Layout.DIFFUSERS
    own: bool = True

    @property
    def takes_frames(self) -> bool:
        """Whether pictures need a frame axis for it."""
        return VAE_CLASSES[self.class_name].frames


def find_vae(path: Path) -> VaeFiles | None:
    """The VAE that a folder or a `.safetensors` file holds, None if it holds none that can be told.

    A folder can be a VAE's own or a pipeline's, a file a VAE's own or a whole checkpoint.

    Raises:
        UserFacingError: if there is a VAE that Larder does not know, or one without weights.
        WorkspaceError: if a `config.json` cannot be read.
    """
    if is_folder(path):
        return _in_folder(path, own=True) or _in_folder(path / VAE_FOLDER, own=False)
    return _in_file(path) if path.suffix == SUFFIX else None


def _in_folder(folder: Path, *, own: bool) -> VaeFiles | None:
    described = _described(folder)
    if described is None:
        return None
    class_name, config = described
    return VaeFiles(
        name=model_label(folder), path=folder, class_name=class_name, config=config,
        weights=_weights_in(folder), own=own,
    )


def _described(folder: Path) -> tuple[str, Mapping[str, Any]] | None:
    """Class and config of the VAE that a folder's `config.json` describes."""
    path = folder / CONFIG_NAME
    if not path.is_file():
        return None
    config = read_json(path)
    if not isinstance(config, dict):
        return None
    class_name = Fields(config, str(path)).text("_class_name", "")
    if class_name in VAE_CLASSES:
        return class_name, config
    if "Autoencoder" not in class_name and "VAE" not in class_name:
        return None
    raise UserFacingError(
        f"{folder} holds a VAE of the kind {class_name}, which Larder does not know.",
        f"It knows {', '.join(VAE_CLASSES)}.",
    )


def _weights_in(folder: Path) -> tuple[WeightsFile, ...]:
    """The weights of a folder: one file, the parts an index lists, or an old pickle."""
    single = folder / f"{WEIGHTS_STEM}{SUFFIX}"
    if single.is_file():
        return (WeightsFile(single),)
    index = folder / f"{WEIGHTS_STEM}{SUFFIX}.index.json"
    if index.is_file():
        parts = _parts_of(index)
    else:
        parts = [folder / f"{WEIGHTS_STEM}.bin"]
    missing = [part.name for part in parts if not part.is_file()]
    if missing:
        raise UserFacingError(
            f"The VAE in {folder} has no weights: {missing[0]} is not there.",
            f"It needs {single.name}: fetch the folder again, whole.",
        )
    return tuple(WeightsFile(part) for part in parts)


def _parts_of(index: Path) -> list[Path]:
    raw = read_json(index)
    listed = raw.get("weight_map") if isinstance(raw, dict) else None
    names = {str(name) for name in listed.values()} if isinstance(listed, dict) else set()
    if not names or any(Path(name).name != name for name in names):
        raise UserFacingError(f"{index} lists no weights.", "Fetch the VAE's folder again, whole.")
    return [index.parent / name for name in sorted(names)]


def _in_file(path: Path) -> VaeFiles | None:
    """A VAE in a file, described by a `config.json` beside it or else by its own tensors."""
    described = _described(path.parent)
    if described is not None:
        class_name, config = described
        return VaeFiles(
            name=model_label(path), path=path, class_name=class_name, config=config,
            weights=(WeightsFile(path),),
        )
    found = describe(read_weights_header(path))
    if found is None:
        return None
    return VaeFiles(
        name=model_label(path), path=path, class_name=found.class_name, config=found.config,
        weights=(WeightsFile(path, found.prefix),), layout=found.layout, own=not found.prefix,
    )
