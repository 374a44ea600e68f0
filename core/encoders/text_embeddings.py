"""Text embeddings: prompts in, the values of a text payload out, as OneTrainer's loaders do it.

Each text encoder that is not trained is one stage: prompt, tokens, hidden states of one layer,
final norm, template cut, padding left out. What a prompt gives does not depend on the prompts
beside it: lengths are fixed or trimmed per prompt, and nothing of a neighbour's padding is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from larder.core.encoders.device import computing, free_memory, memory_errors
from larder.core.encoders.protocol import Fingerprint, PayloadValues, SourceError
from larder.core.encoders.text_fingerprint import TextFingerprints
from larder.core.encoders.text_models import TextModel, TextStates, run_model
from larder.core.encoders.text_settings import StageNames, StageSettings
from larder.core.encoders.text_tokenizers import tokenize
from larder.core.encoders.trim_padding import encode_trimmed, prune_padding
from larder.core.errors import UserFacingError

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class StageEncoder:
    """One text encoder of a model type, loaded.

    Attributes:
        settings: what the model type and the config ask of it.
        tokenizer: as loaded.
        model: as loaded.
        length: tokens of a prompt without a template.
    """

    settings: StageSettings
    tokenizer: Any
    model: TextModel
    length: int

    def __post_init__(self) -> None:
        first, last = min(self.settings.layers), max(self.settings.layers)
        if -first > self.model.layers + 1 or last >= 0:
            key = self.settings.stage.skip_key
            raise UserFacingError(
                f"The text encoder has {self.model.layers} layers, too few for the config's {key}.",
                "Lower it, or choose another model.",
            )

    def encode(self, prompts: Sequence[str]) -> list[dict[str, Any]]:
        """Payload values of this stage per prompt, in order, on the processor.

        Raises:
            SourceError: if a prompt holds characters that are no text, or gives numbers that are
                none.
            OutOfMemoryError: if the device has no room for the batch.
        """
        tokens, mask = tokenize(self.tokenizer, self.settings.stage, prompts, length=self.length)
        with memory_errors(), computing(self.settings.types, self.model.device):
            hidden, pooled = self._states(tokens, mask)
        return [
            self._values(tokens[row], mask[row], hidden[row] if hidden is not None else None,
                         pooled[row] if pooled is not None else None)
            for row in range(len(prompts))
        ]

    def _states(self, tokens: Tensor, mask: Tensor) -> tuple[Tensor | None, Tensor | None]:
        """Hidden states [batch, length, width] and pooled [batch, width], on the device."""
        stage, device = self.settings.stage, self.model.device
        tokens, mask = tokens.to(device), mask.to(device)
        if stage.prunes and self.model.family.causal:
            return encode_trimmed(self._hidden, tokens, mask), None
        states = run_model(self.model, tokens, mask if stage.uses_mask else None)
        hidden = self._joined(states) if stage.keeps_hidden else None
        return hidden, states.pooled if stage.keeps_pooled else None

    def _hidden(self, tokens: Tensor, mask: Tensor) -> Tensor:
        return self._joined(run_model(self.model, tokens, mask))

    def _joined(self, states: TextStates) -> Tensor:
        import torch

        return torch.cat([self._layer(states, layer) for layer in self.settings.layers], dim=-1)

    def _layer(self, states: TextStates, layer: int) -> Tensor:
        hidden = states.hidden[layer]
        is_normed = layer == -1 and self.model.family.last_is_normed
        if self.settings.stage.adds_norm and not is_normed:
            hidden = self.model.norm(hidden)
        return hidden

    def _values(
        self, tokens: Tensor, mask: Tensor, hidden: Tensor | None, pooled: Tensor | None
    ) -> dict[str, Any]:
        stage = self.settings.stage
        if hidden is not None:
            hidden = hidden.cpu()
            if stage.template_tokens:
                tokens, mask = tokens[stage.template_tokens :], mask[stage.template_tokens :]
                hidden = hidden[stage.template_tokens :]
            if stage.prunes:
                tokens, mask, hidden = prune_padding(tokens, mask, hidden)
        pooled = None if pooled is None else pooled.cpu()
        self._refuse_none(hidden)
        self._refuse_none(pooled)
        return _named(self.settings.names, tokens=tokens, mask=mask, hidden=hidden, pooled=pooled)

    def _refuse_none(self, states: Tensor | None) -> None:
        """T5 overflows in float16; a cache of NaN would train a model to nothing."""
        if states is not None and not states.isfinite().all():
            raise SourceError(
                f"The {self.settings.stage.family.value} text encoder makes numbers that are none "
                f"(NaN) of this prompt in {self.settings.types.compute}: choose another --dtype."
            )


class TextEmbeddings:
    """The text encoders of one config; a `TextEncoder` for a build."""

    def __init__(
        self,
        stages: Sequence[StageEncoder],
        *,
        left_out: Sequence[StageNames],
        placeholders: Sequence[str],
        fingerprints: TextFingerprints,
    ) -> None:
        """Put loaded stages together.

        Args:
            stages: in the order of their numbers.
            left_out: names of encoders that the model is loaded without; their values are None.
            placeholders: texts that stand for trained embeddings, which Larder does not load.
            fingerprints: identity of each stage and of all of them.
        """
        self._stages = tuple(stages)
        self._left_out = {name: None for names in left_out for name in _kept(names)}
        takes = any(stage.settings.stage.takes_embeddings for stage in self._stages)
        self._placeholders = tuple(filter(None, placeholders)) if takes else ()
        self._fingerprints = fingerprints
        self._closed = False

    @property
    def fingerprint(self) -> Fingerprint:
        """Identity of all models, tokenizers and settings together."""
        return self._fingerprints.whole

    @property
    def fingerprints(self) -> Mapping[str, Fingerprint]:
        """Identity of each encoder, by the config's object for it ("text_encoder_2")."""
        return self._fingerprints.parts

    def encode(self, prompts: Sequence[str]) -> list[PayloadValues]:
        """Payload values per prompt, in order, independent of who shares the batch.

        Raises:
            SourceError: if a prompt cannot be encoded; the whole batch fails with it.
            OutOfMemoryError: if the batch is too large for the device.
            ValueError: if the encoder was closed.
        """
        if self._closed:
            raise ValueError("the text encoder is closed")
        for prompt in prompts:
            self._refuse_embeddings(prompt)
        merged: list[dict[str, Any]] = [dict(self._left_out) for _ in prompts]
        for stage in self._stages if prompts else ():
            for values, of_stage in zip(merged, stage.encode(prompts), strict=True):
                values.update(of_stage)
        return list(merged)

    def close(self) -> None:
        """Let go of the weights."""
        devices = {stage.model.device for stage in self._stages}
        self._stages = ()
        self._closed = True
        for device in devices:
            free_memory(device)

    def _refuse_embeddings(self, prompt: str) -> None:
        for placeholder in self._placeholders:
            if placeholder in prompt:
                raise SourceError(
                    f"The prompt uses the trained embedding {placeholder}, "
                    "which Larder does not load: leave this caption to the trainer."
                )


def _kept(names: StageNames) -> tuple[str, ...]:
    return tuple(name for name in (names.tokens, names.mask, names.hidden, names.pooled) if name)


def _named(names: StageNames, **values: Tensor | None) -> dict[str, Any]:
    """Values under their payload names, each in memory of its own.

    A row of a batch is a view, and a view is saved with the storage of the whole batch.
    """
    named: dict[str, Any] = {}
    for name, value in (
        (names.tokens, values["tokens"]), (names.mask, values["mask"]),
        (names.hidden, values["hidden"]), (names.pooled, values["pooled"]),
    ):
        if name and value is not None:
            named[name] = value.detach().clone()
    return named
