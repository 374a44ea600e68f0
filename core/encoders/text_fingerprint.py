"""Identity of text encoders: equal exactly when they give the same values for every prompt.

A digest is made of the weights' bytes, the model's config, everything that decides a prompt's
tokens, the number types, the layer and length that are used, and the versions of the packages that
compute. Nothing is written into the models' folders or objects.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.model_files import model_label
from larder.core.encoders.protocol import Fingerprint
from larder.core.encoders.text_families import FAMILIES
from larder.core.encoders.text_folders import CONFIG_NAME, StageFolders
from larder.core.encoders.text_settings import StageSettings
from larder.core.encoders.text_tokenizers import describe_tokenizer
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import WeightsFile, canonical_digest, package_versions
from larder.core.workspace.json_fields import read_json

PACKAGES: Final = ("torch", "transformers", "tokenizers")

WEIGHTS_NAMES: Final = (
    "model.safetensors", "model.safetensors.index.json",
    "pytorch_model.bin", "pytorch_model.bin.index.json",
)
"""Files of weights in the order in which they are looked for; an index names several."""

INDEX_SUFFIX: Final = ".index.json"

PASSING_KEYS: Final = frozenset({"_name_or_path", "transformers_version", "torch_dtype", "dtype"})
"""Parts of a `config.json` that say how it was saved, not what the model computes."""


@dataclass(frozen=True, slots=True)
class TextFingerprints:
    """Identity of the text encoders of a config.

    Attributes:
        whole: of all of them together.
        parts: of each, by the config's object for it ("text_encoder", "text_encoder_2").
    """

    whole: Fingerprint
    parts: Mapping[str, Fingerprint]


def stage_fingerprint(
    settings: StageSettings, folders: StageFolders, tokenizer: Any, *, length: int, weights: str
) -> Fingerprint:
    """Identity of one text encoder with its tokenizer.

    Args:
        settings: what the model type and the config ask.
        folders: where it lies.
        tokenizer: as loaded.
        length: tokens of a prompt without a template.
        weights: digest of its weights.

    Raises:
        WorkspaceError: if its `config.json` cannot be read.
    """
    stage, types = settings.stage, settings.types
    facts = {
        "model": FAMILIES[stage.family].model_class,
        "weights": weights,
        "config": canonical_digest(_lasting(read_json(folders.model / CONFIG_NAME))),
        "tokenizer": canonical_digest(describe_tokenizer(tokenizer)),
        "weight type": f"{types.weights} in place of {types.asked}" if types.asked
        else types.weights,
        "compute type": f"{types.compute} as TF32" if types.fast_float32 else types.compute,
        "layers": " ".join(map(str, settings.layers)),
        "length": str(length),
        **package_versions(PACKAGES),
    }
    return Fingerprint(
        name=model_label(folders.model), digest=canonical_digest(facts), facts=facts
    )


def join_fingerprints(parts: Mapping[str, Fingerprint]) -> TextFingerprints:
    """The identity of several text encoders together."""
    names = sorted({part.name for part in parts.values()})
    facts = {
        f"{part} {name}": fact
        for part, fingerprint in parts.items() for name, fact in fingerprint.facts.items()
    }
    digest = canonical_digest({part: found.digest for part, found in parts.items()})
    whole = Fingerprint(name=", ".join(names), digest=digest, facts=facts)
    return TextFingerprints(whole, dict(parts))


def weights_files(folder: Path) -> tuple[WeightsFile, ...]:
    """The files a text encoder's weights are loaded from, in a lasting order.

    Raises:
        UserFacingError: if there are none, or an index names one that is not there.
        WorkspaceError: if an index cannot be read.
    """
    for name in WEIGHTS_NAMES:
        path = folder / name
        if path.is_file():
            names = _indexed(path) if name.endswith(INDEX_SUFFIX) else [name]
            missing = next((part for part in names if not (folder / part).is_file()), None)
            if missing is not None:
                raise UserFacingError(
                    f"{folder} lacks {missing}.", "Fetch the text encoder's folder again, whole.")
            return tuple(WeightsFile(folder / part) for part in names)
    raise UserFacingError(
        f"{folder} holds no weights ({WEIGHTS_NAMES[0]}).",
        "Fetch the text encoder's folder again, whole.",
    )


def _indexed(path: Path) -> list[str]:
    document = read_json(path)
    files = document.get("weight_map") if isinstance(document, dict) else None
    if not isinstance(files, dict) or not files:
        raise UserFacingError(
            f"{path} names no weights.", "Fetch the text encoder's folder again, whole.")
    return sorted({str(name) for name in files.values()})


def _lasting(document: object) -> object:
    """A config without what says how it was saved."""
    if isinstance(document, dict):
        return {
            key: _lasting(value) for key, value in document.items() if key not in PASSING_KEYS
        }
    return document
