"""A VAE from disk to a device, strictly: a tensor too few, too many or misshapen is an error.

diffusers itself fills what is missing with random numbers and says so in a warning. It is imported
here only, and late: a torchvision that does not fit torch makes that import fail.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.device import first_line, load_torch, memory_errors
from larder.core.encoders.number_types import NumberTypes
from larder.core.encoders.packages import install_hint, mend_hint
from larder.core.encoders.vae_files import VaeFiles
from larder.core.encoders.vae_single_file import renamed
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import SUFFIX

FETCH_HINT: Final = "Fetch the VAE again, whole."
FORMER_ATTENTION: Final = {
    "query": "to_q", "key": "to_k", "value": "to_v", "proj_attn": "to_out.0",
}
"""What the parts of an attention were called before diffusers 0.11, and are called now."""

_FORMER_PART: Final = re.compile(r"(\.attentions\.\d+)\.(query|key|value|proj_attn)\.")

_COUNTER: Final = "num_batches_tracked"
"""A batch norm's count of training steps, which published files leave out."""


def load_vae(files: VaeFiles, *, types: NumberTypes, device: str) -> Any:
    """A VAE with its weights, ready to encode.

    Args:
        files: where it is.
        types: number types; weights are rounded to theirs, and widened again where the device
            cannot do so while it computes.
        device: as torch spells it.

    Raises:
        UserFacingError: if diffusers is missing or too old, or the weights are damaged, missing,
            left over, or of another shape.
        OutOfMemoryError: if the device has no room for it.
    """
    torch = load_torch()
    library = _library()
    loader = _class_of(library, files.class_name)
    try:
        # On no device: no memory is taken and nothing is drawn for weights that will be replaced.
        with _quiet(library), torch.device("meta"):
            vae = loader.from_config(dict(files.config))
    except (TypeError, ValueError, KeyError, AttributeError, RuntimeError) as error:
        raise UserFacingError(
            f"The config of the VAE in {files.path} does not fit {files.class_name}: "
            f"{first_line(error)}", FETCH_HINT,
        ) from error
    with memory_errors():
        wanted = vae.state_dict()
        state = {name: _fitted(tensor, wanted.get(name)) for name, tensor in _state(files).items()}
        state.update(_counters(wanted.keys() - state.keys()))
        _check(files, wanted, state)
        vae.load_state_dict(_rounded(state, types, device), assign=True)
        return vae.eval().requires_grad_(False).to(device)


def use_circular_padding(vae: Any) -> None:
    """Let every convolution over pictures see the opposite edge, as a config can ask for."""
    import torch

    for module in vae.modules():
        if isinstance(module, torch.nn.Conv2d):
            module.padding_mode = "circular"


def _library() -> Any:
    try:
        import diffusers
    # A torchvision built for another torch fails with RuntimeError while diffusers is imported.
    except (ImportError, RuntimeError) as error:
        raise _unusable(error) from error
    return diffusers


def _class_of(library: Any, name: str) -> Any:
    try:
        return getattr(library, name)
    except AttributeError as error:
        raise UserFacingError(
            f"The package diffusers {library.__version__} has no {name}.",
            install_hint("diffusers"),
        ) from error
    except (ImportError, RuntimeError) as error:  # classes are imported at first use
        raise _unusable(error) from error


def _unusable(error: BaseException) -> UserFacingError:
    return UserFacingError(
        f"Encoding pictures needs the package diffusers: {first_line(error)}",
        mend_hint("diffusers", error))


@contextlib.contextmanager
def _quiet(library: Any) -> Iterator[None]:
    """Without the library's remarks on settings that later versions no longer have."""
    verbosity = library.utils.logging.get_verbosity()
    library.utils.logging.set_verbosity_error()
    try:
        yield
    finally:
        library.utils.logging.set_verbosity(verbosity)


def _state(files: VaeFiles) -> dict[str, Any]:
    """Every tensor by diffusers' present name, on the processor."""
    state: dict[str, Any] = {}
    for part in files.weights:
        try:
            state.update(_read(part.path, part.prefix))
        # Both readers raise what they like on damaged files; safetensors has its own class.
        except Exception as error:
            if isinstance(error, MemoryError):
                raise
            raise UserFacingError(
                f"The weights in {part.path} cannot be read: {first_line(error)}", FETCH_HINT
            ) from error
    names = renamed(state, files.layout)
    return {_present_name(new): state[old] for old, new in names.items()}


def _read(path: Path, prefix: str) -> Mapping[str, Any]:
    if path.suffix != SUFFIX:
        import torch

        return dict(torch.load(path, map_location="cpu", weights_only=True))
    from safetensors import safe_open

    with safe_open(path, framework="pt") as file:
        return {
            name.removeprefix(prefix): file.get_tensor(name)
            for name in file.keys()  # noqa: SIM118 - a method of the file, which is no mapping
            if name.startswith(prefix)
        }


def _present_name(name: str) -> str:
    return _FORMER_PART.sub(lambda found: f"{found[1]}.{FORMER_ATTENTION[found[2]]}.", name)


def _fitted(tensor: Any, wanted: Any) -> Any:
    """A tensor in the wanted shape if it is the convolution of one pixel that stands for it."""
    is_pixel = tensor.ndim == 4 and tuple(tensor.shape[2:]) == (1, 1)
    if wanted is not None and wanted.ndim == 2 and is_pixel:
        return tensor[:, :, 0, 0]
    return tensor


def _counters(missing: Iterable[str]) -> dict[str, Any]:
    import torch

    return {name: torch.tensor(0) for name in missing if name.endswith(_COUNTER)}


def _rounded(state: Mapping[str, Any], types: NumberTypes, device: str) -> dict[str, Any]:
    """Tensors in the type of the weights; autocast widens half types to float32 on CUDA only.

    In memory of their own: in the file they lie where they lie, and how a tensor is aligned decides
    the last bit of a product.
    """
    import torch

    weights = getattr(torch, types.weights)
    is_widened = types.compute == "float32" and torch.device(device).type != "cuda"
    kept = torch.float32 if is_widened else weights
    return {
        name: tensor.to(weights, copy=True).to(kept) if tensor.is_floating_point() else tensor
        for name, tensor in state.items()
    }


def _check(files: VaeFiles, wanted: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    other_shapes = [
        name for name in wanted.keys() & given.keys() if wanted[name].shape != given[name].shape
    ]
    for names, what in (
        (wanted.keys() - given.keys(), "lacks"),
        (given.keys() - wanted.keys(), "has no place for"),
        (other_shapes, "has another shape for"),
    ):
        if names:
            raise UserFacingError(
                f"The {files.class_name} in {files.path} {what} {_few(names)}.",
                "The weights are another model's, or damaged: fetch the VAE again, whole.",
            )


def _few(names: Iterable[str]) -> str:
    listed = sorted(names)
    more = f" and {len(listed) - 1} more" if len(listed) > 1 else ""
    return f"the weights {listed[0]}{more}"
