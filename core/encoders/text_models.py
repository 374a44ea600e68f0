"""Text models from local folders, loaded strictly, and their hidden states.

`from_pretrained` fills weights it does not find with random numbers and says so in a warning; a
CLIP folder saved by version 5 of the package does just that in version 4. Here a weight too few or
too many is an error.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from larder.core.encoders.device import first_line, memory_errors
from larder.core.encoders.number_types import NumberTypes
from larder.core.encoders.protocol import OutOfMemoryError
from larder.core.encoders.text_families import FAMILIES, FamilyRow, TextFamily
from larder.core.encoders.text_library import load_class, quiet_library, weights_type_keyword
from larder.core.errors import UserFacingError

if TYPE_CHECKING:
    from torch import Tensor

FETCH_HINT: Final = "Fetch the text encoder's folder again, whole."

@dataclass(frozen=True, slots=True)
class TextModel:
    """A loaded text encoder.

    Attributes:
        family: its kind.
        core: the part that is run.
        norm: its final layer norm, None where no stage asks for it.
        layers: number of layers; there is one hidden state more.
        device: where it runs, as torch spells it.
    """

    family: FamilyRow
    core: Any
    norm: Any
    layers: int
    device: str


@dataclass(frozen=True, slots=True)
class TextStates:
    """What one run of a text encoder gave.

    Attributes:
        hidden: one tensor [batch, length, width] per layer and one before the first.
        pooled: [batch, width], None for an encoder without.
    """

    hidden: tuple[Tensor, ...]
    pooled: Tensor | None


def read_config(family: TextFamily, folder: Path) -> Any:
    """The text part of a model's config, without its weights.

    Raises:
        UserFacingError: if it cannot be read.
    """
    try:
        with quiet_library():
            loader = load_class(FAMILIES[family].model_class).config_class
            return loader.from_pretrained(str(folder), local_files_only=True).get_text_config()
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UserFacingError(
            f"The text encoder in {folder} cannot be loaded: {first_line(error)}", FETCH_HINT
        ) from error


def load_model(
    family: TextFamily, folder: Path, *, types: NumberTypes, device: str
) -> TextModel:
    """A text encoder with its weights, ready to run.

    Args:
        family: kind of encoder.
        folder: with `config.json` and weights.
        types: number types; the weights take `types.weights`.
        device: as torch spells it.

    Raises:
        UserFacingError: if a file is missing or damaged, weights are missing or left over, or the
            package gives other hidden states than the trainer's.
        OutOfMemoryError: if the device has no room for the weights.
    """
    import torch

    row = FAMILIES[family]
    loader = load_class(row.model_class)
    types_keyword = {weights_type_keyword(): getattr(torch, types.weights)}
    try:
        with quiet_library(), memory_errors():
            model, told = loader.from_pretrained(
                str(folder), local_files_only=True, output_loading_info=True, **types_keyword
            )
    # safetensors has an exception class of its own, derived from nothing narrower.
    except Exception as error:
        if isinstance(error, OutOfMemoryError):
            raise
        raise UserFacingError(
            f"The text encoder in {folder} cannot be loaded: {first_line(error)}", FETCH_HINT
        ) from error
    _check_weights(row, told, folder)
    layers = int(model.config.get_text_config().num_hidden_layers)
    core = getattr(model, row.core) if row.core else model
    norm = _norm_of(model, row)
    with memory_errors():
        core = core.eval().requires_grad_(False).to(device)
    loaded = TextModel(family=row, core=core, norm=norm, layers=layers, device=device)
    _check_layers(loaded, folder)
    return loaded


def run_model(model: TextModel, tokens: Tensor, mask: Tensor | None) -> TextStates:
    """Hidden states of some prompts.

    Args:
        model: as loaded.
        tokens: int64 [batch, length], on the model's device.
        mask: int64 [batch, length], None when padding counts as text.
    """
    options = {"use_cache": False} if model.family.causal and not model.family.pooled else {}
    output = model.core(
        input_ids=tokens, attention_mask=mask, output_hidden_states=True, return_dict=True,
        **options,
    )
    pooled = getattr(output, model.family.pooled) if model.family.pooled else None
    return TextStates(tuple(output.hidden_states), pooled)


def _check_weights(row: FamilyRow, told: Any, folder: Path) -> None:
    missing = sorted(told["missing_keys"])
    wrong = sorted(str(key) for key in told["mismatched_keys"])
    harmless = row.harmless
    left_over = sorted(
        key for key in told["unexpected_keys"] if harmless is None or not harmless.match(key)
    )
    for names, what in ((missing, "lacks"), (wrong, "has wrong shapes for"),
                        (left_over, "has no place for")):
        if names:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            raise UserFacingError(
                f"The {row.model_class} in {folder} {what} weights: {names[0]}{more}.",
                "They are another model's, or were saved by another version of transformers.",
            )


def _norm_of(model: Any, row: FamilyRow) -> Any:
    for path in row.norm:
        try:
            return operator.attrgetter(path)(model)
        except AttributeError:
            continue
    if row.norm:
        raise UserFacingError(
            f"This version of transformers keeps the final norm of {row.model_class} elsewhere.",
            "Install the version that the trainer uses.",
        )
    return None


def _check_layers(model: TextModel, folder: Path) -> None:
    """Refuse a package whose hidden states are not numbered as the trainer counts them.

    What a layer index means is a habit of the package, not of a file: whether the last hidden
    state has been through the final norm has changed between versions for some kinds.
    """
    import torch

    tokens = torch.zeros((1, 2), dtype=torch.int64, device=model.device)
    with torch.no_grad(), memory_errors():
        output = model.core(
            input_ids=tokens, attention_mask=torch.ones_like(tokens), output_hidden_states=True,
            return_dict=True,
        )
    states = output.hidden_states
    is_last = torch.equal(states[-1], output.last_hidden_state)
    if len(states) != model.layers + 1 or is_last != model.family.last_is_normed:
        raise UserFacingError(
            f"This version of transformers numbers the layers of {model.family.model_class} "
            f"({folder}) in another way than the trainer.", "Install the version the trainer uses.",
        )
