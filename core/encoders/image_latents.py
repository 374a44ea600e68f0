"""Pictures to latents with a VAE of diffusers or an EfficientNet, as the trainer caches them.

What is cached is the mode of the VAE's distribution (its mean, never a draw), or its output where
it gives no distribution, unscaled: shift and scale factors belong to the training step. Weights are
loaded when the first batch comes and let go by `close`.

They are loaded strictly: a tensor too few, too many or misshapen is an error, where diffusers
itself fills what is missing with random numbers and says so in a warning. It is imported here only,
and late: a torchvision that does not fit torch makes that import fail.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.encoders.device import NumberTypes, computing, free_memory, memory_errors
from larder.core.encoders.efficient_net import make_efficient_net
from larder.core.encoders.packages import (
    first_line,
    load_class,
    load_package,
    load_torch,
    quiet_library,
    refuse_gaps,
)
from larder.core.encoders.pictures import (
    CONDITIONING,
    LATENT,
    PicturePreparation,
    PreparedPair,
    Tensor,
    check_batch,
)
from larder.core.encoders.protocol import (
    Fingerprint,
    ImageItem,
    PayloadValues,
    PreparedImage,
    SourceError,
)
from larder.core.encoders.vae_files import EFFICIENT_NET, NOTES_IN_CONFIG, VaeFiles, rename_tensors
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.fingerprint import SUFFIX, canonical_digest, package_versions, weights_digest
from larder.core.keys.hash_memory import HashMemory
from larder.core.workspace.bucketing import Size

PACKAGES: Final = ("torch", "diffusers")

FETCH_HINT: Final = "Download the VAE again; it is incomplete."

FORMER_ATTENTION: Final = {
    "query": "to_q", "key": "to_k", "value": "to_v", "proj_attn": "to_out.0",
}
"""What the parts of an attention were called before diffusers 0.11, and are called now."""

_FORMER_PART: Final = re.compile(r"(\.attentions\.\d+)\.(query|key|value|proj_attn)\.")

_COUNTER: Final = "num_batches_tracked"
"""A batch norm's count of training steps, which published files leave out."""


@dataclass(frozen=True, slots=True)
class LatentWork:
    """How a VAE is used.

    Attributes:
        stride: picture pixels per element of a latent that the model type wants, None for any.
        circular: whether convolutions see the opposite edge of a picture.
        memory: remembers digests of weights while it is open, None to read them each time.
    """

    part: str
    types: NumberTypes
    device: str
    stride: int | None = None
    circular: bool = False
    memory: HashMemory | None = None
    token: CancelToken | None = None


class ImageLatents:
    """A VAE that encodes the pictures of one config; an `ImageEncoder` for a build."""

    def __init__(self, files: VaeFiles, work: LatentWork, preparation: PicturePreparation) -> None:
        """Make ready without loading anything.

        Raises:
            UserFacingError: if the VAE is for pictures and the model type for frames, or the other
                way round.
        """
        if files.takes_frames != preparation.has_frames:
            kind = "with a frame axis" if files.takes_frames else "without a frame axis"
            raise UserFacingError(
                f"The {files.class_name} in {files.path} is made for pictures {kind}, but this "
                "model type is not.", "Choose the VAE of this model type with --model DIR.",
            )
        self._files = files
        self._work = work
        self._preparation = preparation
        self._vae: Any = None
        self._fingerprint: Fingerprint | None = None

    @property
    def part(self) -> str:
        """The config's object for what encodes."""
        return self._work.part

    @property
    def fingerprint(self) -> Fingerprint:
        """Identity of the VAE; its weights are read for it unless their digest is remembered.

        Raises:
            OSError: if the weights cannot be read.
            JobCancelled: if the token was cancelled.
        """
        if self._fingerprint is None:
            work = self._work
            digest = weights_digest(self._files.weights, work.memory, token=work.token)
            self._fingerprint = self._identity(digest)
        return self._fingerprint

    def prepare(self, item: ImageItem) -> PreparedImage:
        """Prepare one picture for encoding; see `ImageEncoder.prepare`."""
        return self._preparation.prepare(item)

    def encode(self, batch: Sequence[PreparedImage]) -> list[PayloadValues]:
        """Values per picture of one size, in order, on the processor.

        Raises:
            OutOfMemoryError: if the device has no room for the VAE or the batch.
            SourceError: if a latent holds NaN, as half types can; the whole batch fails with it.
            UserFacingError: if the VAE cannot be loaded, or makes latents of another size than the
                model type wants.
        """
        if not batch:
            return []
        size = check_batch(batch)
        latents = self._latents([prepared.pixels for prepared in batch], size)
        pairs = [prepared for prepared in batch if isinstance(prepared, PreparedPair)]
        conditioning = (
            self._latents([pair.conditioning for pair in pairs], size) if pairs else latents)
        return [
            self._preparation.payload(
                {**prepared.values, LATENT: latent, CONDITIONING: of_conditioning})
            for prepared, latent, of_conditioning in zip(batch, latents, conditioning, strict=True)
        ]

    def close(self) -> None:
        """Let go of the weights; a later batch would load them again."""
        if self._vae is not None:
            self._vae = None
            free_memory(self._work.device)

    def _latents(self, pictures: Sequence[Tensor], size: Size) -> list[Tensor]:
        import torch

        vae = self._load_model()
        types, device = self._work.types, self._work.device
        with memory_errors():
            stack = torch.stack(list(pictures)).to(device, getattr(torch, types.compute))
            with computing(types, device):
                encoded = vae.encode(stack.unsqueeze(2) if self._files.takes_frames else stack)
            latents = _without_drawing(encoded).cpu()
        self._check(latents, size)
        return list(latents.unbind(0))

    def _load_model(self) -> Any:
        if self._vae is None:
            vae = load_vae(self._files, types=self._work.types, device=self._work.device)
            if self._work.circular:
                use_circular_padding(vae)
            self._vae = vae
        return self._vae

    def _check(self, latents: Tensor, size: Size) -> None:
        stride = self._work.stride
        found = tuple(latents.shape[-2:])
        if stride is not None and found != (size[0] // stride, size[1] // stride):
            raise UserFacingError(
                f"The {self._files.class_name} in {self._files.path} makes latents of "
                f"{found[0]}x{found[1]} from a picture of {size[0]}x{size[1]}, but this model type "
                f"needs 1/{stride} of the picture size.",
                "Choose the VAE of this model type with --model DIR.",
            )
        if not latents.isfinite().all():
            raise SourceError(
                f"The VAE {self._files.name} returns NaN for this picture in "
                f"{self._work.types.compute}. Choose another precision with --dtype."
            )

    def _identity(self, weights: str) -> Fingerprint:
        config = {
            name: value for name, value in self._files.config.items()
            if name not in NOTES_IN_CONFIG
        }
        types = self._work.types
        facts = {
            "model": self._files.class_name,
            "weights": weights,
            "config": canonical_digest(config),
            "weight type": types.weights_in_words,
            "compute type": types.compute,
            "padding": "circular" if self._work.circular else "zeros",
            **package_versions(PACKAGES),
        }
        return Fingerprint(self._files.name, canonical_digest(facts), facts)


def decode_frames(
    files: VaeFiles, work: LatentWork, frames: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """Decode cached latents with a VAE, which is released afterwards.

    Args:
        files: the VAE.
        work: number types, device and padding; its token is checked once the VAE is loaded.
        frames: [frames, channels, h, w], unscaled, as they are cached.

    Returns:
        Shares of full, [frames, 3, height, width] in [0, 1].

    Raises:
        OutOfMemoryError: if the device has no room for the VAE or the frames.
        UserFacingError: if the VAE cannot be loaded, or its latents have other channels.
        JobCancelled: if the token was cancelled.
    """
    import torch

    vae = load_vae(files, types=work.types, device=work.device)
    if work.circular:
        use_circular_padding(vae)
    if work.token is not None:
        work.token.check()
    channels = files.config.get("latent_channels", files.config.get("z_dim"))
    if channels != frames.shape[1]:
        raise UserFacingError(
            f"The {files.class_name} in {files.path} makes latents with {channels} channels, but "
            f"this one has {frames.shape[1]}.", "Choose the VAE that it was made with.")
    with memory_errors(), computing(work.types, work.device):
        latents = torch.from_numpy(frames).to(work.device, getattr(torch, work.types.compute))
        # A VAE for frames takes one clip, all others a batch of pictures.
        decoded = vae.decode(latents.transpose(0, 1)[None] if files.takes_frames else latents)
        pictures = decoded.sample[0].transpose(0, 1) if files.takes_frames else decoded.sample
        shares: npt.NDArray[np.float32] = (
            pictures.float().add(1).div(2).clamp(0, 1).cpu().numpy())
    del vae
    free_memory(work.device)
    return shares


def _without_drawing(encoded: Any) -> Tensor:
    """The cached part of what an encoder gives: mode, latent (DC), latents (Tiny) or all of it."""
    import torch

    if isinstance(encoded, torch.Tensor):
        return encoded
    distribution = getattr(encoded, "latent_dist", None)
    if distribution is not None:
        return distribution.mode()
    return encoded.latent if hasattr(encoded, "latent") else encoded.latents


def load_vae(files: VaeFiles, *, types: NumberTypes, device: str) -> Any:
    """A VAE or EfficientNet with its weights, ready to encode.

    Raises:
        UserFacingError: if diffusers is missing or too old, or the weights are damaged, missing,
            left over, or of another shape.
        OutOfMemoryError: if the device has no room for it.
    """
    load_torch()
    with memory_errors():
        read = _state(files)
        vae = _make_model(files, read)
        wanted = vae.state_dict()
        state = {name: _fit_tensor(tensor, wanted.get(name)) for name, tensor in read.items()}
        state.update(_counters(wanted.keys() - state.keys()))
        refuse_gaps(
            f"The {files.class_name} in {files.path}",
            "The weights belong to another model or are damaged. Download the VAE again.",
            missing=wanted.keys() - state.keys(), left_over=state.keys() - wanted.keys(),
            misshapen=[name for name in wanted.keys() & state.keys()
                       if wanted[name].shape != state[name].shape])
        vae.load_state_dict(_round_tensors(state, types, device), assign=True)
        return vae.eval().requires_grad_(False).to(device)


def _make_model(files: VaeFiles, tensors: Mapping[str, Any]) -> Any:
    """The model without weights: no memory is taken and nothing drawn for what is replaced."""
    import torch

    try:
        if files.class_name == EFFICIENT_NET:
            with torch.device("meta"):
                return make_efficient_net(tensors)
        library = load_package("diffusers", "Encoding pictures")
        loader = load_class(files.class_name, library)
        with quiet_library(library), torch.device("meta"):
            return loader.from_config(dict(files.config))
    except (TypeError, ValueError, KeyError, AttributeError, RuntimeError) as error:
        raise UserFacingError(
            f"The config of the VAE in {files.path} does not fit {files.class_name}: "
            f"{first_line(error)}", FETCH_HINT,
        ) from error


def use_circular_padding(vae: Any) -> None:
    """Let every convolution over pictures see the opposite edge, as a config can ask for."""
    import torch

    for module in vae.modules():
        if isinstance(module, torch.nn.Conv2d):
            module.padding_mode = "circular"


def _state(files: VaeFiles) -> dict[str, Any]:
    """Every tensor by diffusers' present name, on the processor."""
    state: dict[str, Any] = {}
    for part in files.weights:
        try:
            state.update(_read(part.path, part.prefix))
        except pickle.UnpicklingError as error:
            # What torch says tells people to read it again in the way that runs it.
            raise UserFacingError(
                f"The weights in {part.path} cannot be read: their pickle is damaged or would run "
                "code.", FETCH_HINT) from error
        # Both readers raise what they like on damaged files; safetensors has its own class.
        except Exception as error:
            if isinstance(error, MemoryError):
                raise
            raise UserFacingError(
                f"The weights in {part.path} cannot be read: {first_line(error)}", FETCH_HINT
            ) from error
    names = rename_tensors(state, files.layout)
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


def _fit_tensor(tensor: Any, wanted: Any) -> Any:
    """A tensor in the wanted shape if it is the convolution of one pixel that stands for it."""
    is_pixel = tensor.ndim == 4 and tuple(tensor.shape[2:]) == (1, 1)
    if wanted is not None and wanted.ndim == 2 and is_pixel:
        return tensor[:, :, 0, 0]
    return tensor


def _counters(missing: Iterable[str]) -> dict[str, Any]:
    import torch

    return {name: torch.tensor(0) for name in missing if name.endswith(_COUNTER)}


def _round_tensors(state: Mapping[str, Any], types: NumberTypes, device: str) -> dict[str, Any]:
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
