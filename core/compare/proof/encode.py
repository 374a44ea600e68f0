"""Encodes single samples with the encoders of one config, and compares them with what is cached."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from larder.core.build.pipeline.encoding import (
    BatchEncoder,
    ConfigEncoders,
    NotEncoded,
    decode_item,
)
from larder.core.build.pipeline.pieces import sidecar_of
from larder.core.compare.proof.difference import (
    Contents,
    Difference,
    compare,
    contents_of,
    read_contents,
)
from larder.core.compare.proof.samples import CachedSample
from larder.core.encoders.catalogue import built_row
from larder.core.encoders.draws import PromptMaker, SampleDraws, onetrainer_positions
from larder.core.encoders.model_files import EncoderOptions, uses_patch_means
from larder.core.encoders.protocol import ImageEncoder, ImageItem, TextEncoder
from larder.core.encoders.text_settings import stage_settings
from larder.core.errors import PayloadError, UserFacingError
from larder.core.files.file_stamp import stamp
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import CancelToken
from larder.core.keys.content_hash import hash_file
from larder.core.keys.hash_memory import HashMemory
from larder.core.payloads.pt_file import list_pt
from larder.core.recipes.of_config import FLOAT_TYPES
from larder.core.stores.indexed.stamps import read_source_hash
from larder.core.survey.sharing import CONDITIONING_ENDING, MASK_ENDING, deciding_sidecars
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreContent

PLACES_TRIED: Final = 32
"""Further places in the trainer's list, to find one at which the flip is drawn the other way."""


@dataclass
class SampleEncoder:
    """Encodes samples of one content with one config; an encoder is opened when it is needed.

    Attributes:
        workspace: its config says what is made.
        options: which models, on which device.
        memory: remembers digests of weights.
        encoded: how many samples were encoded.
    """

    workspace: Workspace
    config: TrainerConfig
    content: StoreContent
    options: EncoderOptions
    memory: HashMemory
    token: CancelToken
    encoded: int = 0
    _images: ImageEncoder | None = None
    _texts: TextEncoder | None = None

    def __post_init__(self) -> None:
        self._positions = onetrainer_positions(self.config)
        self._prompts = PromptMaker(self.workspace, self._positions)
        self._encoders = ConfigEncoders.of(self.workspace, self.config, self.options)

    def compare(self, sample: CachedSample) -> Difference | None:
        """Encode a sample and compare; None if nothing can be said of this one.

        Raises:
            UserFacingError: if the encoder cannot be had.
        """
        self.token.check()
        try:
            cached = read_contents(sample.path)
        except PayloadError:
            return None  # a survey that looks into payloads tells of it
        if cached.recipe:
            return None
        found = self._compare_at(sample, cached, sample.position)
        if found is None or found.is_equal or not self._may_be_flipped(sample):
            return found
        other = next((
            position for position in range(
                sample.position + 1, sample.position + 1 + PLACES_TRIED)
            if self._is_flipped(sample, position) != self._is_flipped(sample, sample.position)),
            None)
        flipped = None if other is None else self._compare_at(sample, cached, other)
        return flipped if flipped is not None and flipped.is_equal else found

    def is_of_another(self, sample: CachedSample) -> bool:
        """Return whether a file records other content than its picture has now.

        Raises:
            JobCancelled: if the token was cancelled.
        """
        self.token.check()
        try:
            said = read_source_hash(list_pt(sample.path).values)
            return bool(said) and said != hash_file(sample.source)
        except (OSError, PayloadError):
            return False

    def close(self) -> None:
        """Let go of the models."""
        for encoder in (self._images, self._texts):
            if encoder is not None:
                encoder.close()

    def _compare_at(
        self, sample: CachedSample, cached: Contents, position: int
    ) -> Difference | None:
        values = self._encode_caption(sample, position) if self.content is StoreContent.TEXT \
            else self._encode_picture(sample, position)
        if values is None:
            return None
        self.encoded += 1
        return compare(
            cached, values, rounds_weights=self._rounds_weights(),
            of_fixed_length=self._find_fixed_tokens())

    def _encode_picture(self, sample: CachedSample, position: int) -> Contents | None:
        if sample.size is None:
            return None
        if self._images is None:
            self._images = self._encoders.open_image(self.memory, self.token)
        prepared = decode_item(self._images, ImageItem(
            source=Path(sample.source), spelled=sample.spelled,
            mask=self._sidecar(sample, MASK_ENDING),
            conditioning=self._sidecar(sample, CONDITIONING_ENDING), bucket=sample.size,
            concept=sample.concept, position=position, variation=sample.variation))
        if isinstance(prepared, NotEncoded):
            return None
        (values,) = BatchEncoder(self._images.encode, names=(), largest=1).encode([prepared])
        return None if isinstance(values, NotEncoded) else contents_of(values)

    def _encode_caption(self, sample: CachedSample, position: int) -> Contents | None:
        caption = b""
        try:
            if sample.source:
                caption = read_regular(sample.source, at_most=LARGEST_TEXT)
        except OSError:
            caption = b""
        try:
            prompt = self._prompts.prompts(
                sample.concept, position, sample.spelled, caption,
                sample.variation + 1)[sample.variation]
        except UserFacingError:
            return None
        if self._texts is None:
            self._texts = self._encoders.open_text(self.memory, self.token)
        (values,) = BatchEncoder(self._texts.encode, names=(), largest=1).encode([prompt])
        return None if isinstance(values, NotEncoded) else contents_of(values)

    def _sidecar(self, sample: CachedSample, ending: str) -> Path | None:
        if ending not in deciding_sidecars(self.config):
            return None
        path = sidecar_of(sample.source, ending)
        return None if stamp(path) is None else Path(path)

    def _may_be_flipped(self, sample: CachedSample) -> bool:
        """Return whether a flip was drawn, perhaps for another position in the trainer's list."""
        image = sample.concept.image
        return (self.content is StoreContent.IMAGE and image.enable_random_flip
                and not image.enable_crop_jitter)

    def _is_flipped(self, sample: CachedSample, position: int) -> bool:
        return SampleDraws(self._positions, sample.variation, position).is_flipped(
            sample.concept.image)

    def _rounds_weights(self) -> bool:
        """Return whether the trainer loads this content's encoders with a low-precision type."""
        if uses_patch_means(self.config, self.options):
            return False
        fields = Fields(self.config.raw, "the config")
        parts = [built_row(self.config).model_type.image_part]
        if self.content is StoreContent.TEXT:
            parts = [stage.stage.model_folder for stage in stage_settings(self.config)]
        return any(
            fields.inner(part).text("weight_dtype", "FLOAT_32") not in FLOAT_TYPES
            for part in parts)

    def _find_fixed_tokens(self) -> frozenset[str]:
        """Names of tokens that are as many for every prompt."""
        if self.content is not StoreContent.TEXT or uses_patch_means(self.config, self.options):
            return frozenset()
        return frozenset(
            stage.names["tokens"] for stage in stage_settings(self.config)
            if "tokens" in stage.names and not stage.stage.prunes)
