"""Pictures to latents with a VAE of diffusers, as the trainer caches them.

What is cached is the mode of the VAE's distribution (its mean, never a draw), or its output where
it gives no distribution, unscaled: shift and scale factors belong to the training step. Weights are
loaded when the first batch comes and let go by `close`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from larder.core.encoders.device import computing, free_memory, memory_errors
from larder.core.encoders.number_types import NumberTypes
from larder.core.encoders.picture_geometry import Tensor
from larder.core.encoders.picture_preparation import (
    CONDITIONING,
    LATENT,
    PicturePreparation,
    PreparedPair,
    check_batch,
)
from larder.core.encoders.protocol import (
    Fingerprint,
    ImageItem,
    PayloadValues,
    PreparedImage,
    SourceError,
)
from larder.core.encoders.vae_files import VaeFiles
from larder.core.encoders.vae_loading import load_vae, use_circular_padding
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken
from larder.core.keys.fingerprint import canonical_digest, package_versions, weights_digest
from larder.core.keys.hash_memory import HashMemory
from larder.core.workspace.bucketing import Size

PACKAGES: Final = ("torch", "diffusers")

NOTES_IN_CONFIG: Final = ("_diffusers_version", "_name_or_path")
"""Entries of a VAE's config that tell where it comes from and change nothing."""


@dataclass(frozen=True, slots=True)
class LatentWork:
    """How a VAE is used.

    Attributes:
        types: number types of weights and work.
        device: as torch spells it.
        stride: picture pixels per element of a latent that the model type wants, None for any.
        circular: whether convolutions see the opposite edge of a picture.
        memory: remembers digests of weights while it is open, None to read them each time.
        token: checked while weights are read for their digest.
    """

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
                f"The {files.class_name} in {files.path} is made for pictures {kind}, and this "
                "model type is not.", "Choose the model type's own VAE: --model DIR.",
            )
        self._files = files
        self._work = work
        self._preparation = preparation
        self._vae: Any = None
        self._fingerprint: Fingerprint | None = None

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
        """Decode, scale and crop; thread-safe.

        Raises:
            SourceError: if the picture or a sidecar cannot be used.
        """
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

        vae = self._loaded()
        types, device = self._work.types, self._work.device
        with memory_errors():
            stack = torch.stack(list(pictures)).to(device, getattr(torch, types.compute))
            with computing(types, device):
                encoded = vae.encode(stack.unsqueeze(2) if self._files.takes_frames else stack)
            latents = _without_drawing(encoded).cpu()
        self._check(latents, size)
        return list(latents.unbind(0))

    def _loaded(self) -> Any:
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
                f"{found[0]}x{found[1]} of a picture of {size[0]}x{size[1]}, and this model type "
                f"takes 1/{stride} of the picture.",
                "Choose the model type's own VAE: --model DIR.",
            )
        if not latents.isfinite().all():
            raise SourceError(
                f"The VAE {self._files.name} makes numbers that are none (NaN) of this picture in "
                f"{self._work.types.compute}: choose another --dtype."
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
            "weight type": f"{types.weights} in place of {types.asked}" if types.asked
            else types.weights,
            "compute type": types.compute,
            "padding": "circular" if self._work.circular else "zeros",
            **package_versions(PACKAGES),
        }
        return Fingerprint(self._files.name, canonical_digest(facts), facts)


def _without_drawing(encoded: Any) -> Tensor:
    """The cached part of what a VAE gives: mode, latent (DC) or latents (Tiny)."""
    distribution = getattr(encoded, "latent_dist", None)
    if distribution is not None:
        return distribution.mode()
    return encoded.latent if hasattr(encoded, "latent") else encoded.latents
