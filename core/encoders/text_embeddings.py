"""Text embeddings: prompts in, the values of a text payload out, as OneTrainer's loaders do it.

Each text encoder that is not trained is one stage: prompt, tokens, hidden states of one layer,
final norm, template cut, padding left out. What a prompt gives does not depend on the prompts
beside it: lengths are fixed or trimmed per prompt, and nothing of a neighbour's padding is kept.

Models are loaded strictly: `from_pretrained` fills weights it does not find with random numbers and
says so in a warning; a CLIP folder saved by version 5 of the package does just that in version 4.
Here a weight too few or too many is an error.

A causal encoder with right padding gives each real token the same state whether padding follows or
not, so the forward may end at the longest real prompt of a batch; the rows behind are zeros that
the pruning drops. A mask that is no run of ones from the left (left padding, a gap) makes that
untrue, and its item is not trimmed. A bidirectional encoder is never trimmed.

All tensors are torch's: tokens and masks int64, one row per prompt. What is kept of the mask of a
Llama is in the number type of its work, as the trainer hands it to that model.
"""

from __future__ import annotations

import contextlib
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from larder.core.encoders.device import NumberTypes, computing, free_memory, memory_errors
from larder.core.encoders.packages import (
    load_class,
    load_package,
    loading,
    quiet_library,
    refuse_gaps,
    weights_type_keyword,
)
from larder.core.encoders.protocol import Fingerprint, PayloadValues, SourceError
from larder.core.encoders.text_families import FAMILIES, FamilyRow, TextFamily
from larder.core.encoders.text_settings import FETCH_HINT, StageFiles, StageSettings
from larder.core.encoders.text_stages import Joining
from larder.core.encoders.tokenizers import tokenize
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import canonical_digest

if TYPE_CHECKING:
    from torch import Tensor

@dataclass(frozen=True, slots=True)
class StageEncoder:
    """One text encoder of a model type, loaded."""

    settings: StageSettings
    tokenizer: Any
    model: TextModel
    length: int
    conditioner: TextConditioner | None = None

    def __post_init__(self) -> None:
        states = self.model.layers + 1
        if all(-states <= layer < states for layer in self.settings.layers):
            return
        key = self.settings.stage.skip_key
        asking = f"the config's {key}" if key else "this model type"
        raise UserFacingError(
            f"The text encoder has {self.model.layers} layers, too few for {asking}.",
            "Lower this setting, or choose another model." if key else "Choose another model.",
        )

    def encode(self, prompts: Sequence[str]) -> list[dict[str, Any]]:
        """Payload values of this stage per prompt, in order, on the processor.

        Raises:
            SourceError: if a prompt holds characters that are no text, or gives numbers that are
                none.
            OutOfMemoryError: if the device has no room for the batch.
        """
        tokens, mask = tokenize(self.tokenizer, self.settings.stage, prompts, length=self.length)
        further: Mapping[str, Tensor] = {}
        with memory_errors(), computing(self.settings.types, self.model.device):
            hidden, pooled = self._states(tokens, mask)
            if self.conditioner is not None and hidden is not None:
                hidden, further = self.conditioner.states(
                    prompts, hidden, mask.to(self.model.device), self.length)
        return [
            {**self._values(tokens[row], mask[row], hidden[row] if hidden is not None else None,
                            pooled[row] if pooled is not None else None),
             **{name: value[row].clone() for name, value in further.items()}}
            for row in range(len(prompts))
        ]

    def _states(self, tokens: Tensor, mask: Tensor) -> tuple[Tensor | None, Tensor | None]:
        """Hidden states [batch, length, width] and pooled [batch, width], on the device.

        Listed ones are [batch, layers, length, width].
        """
        stage, device = self.settings.stage, self.model.device
        tokens, mask = tokens.to(device), mask.to(device)
        if stage.prunes and self.model.family.causal:
            return encode_trimmed(self._hidden, tokens, mask), None
        layers, pooled = self._run(tokens, mask)
        hidden = self._join(layers) if stage.keeps_hidden else None
        return hidden, pooled if stage.keeps_pooled else None

    def _hidden(self, tokens: Tensor, mask: Tensor) -> Tensor:
        layers, _ = self._run(tokens, mask)
        return self._join(layers)

    def _run(
        self, tokens: Tensor, mask: Tensor
    ) -> tuple[tuple[Tensor, ...], Tensor | None]:
        stage = self.settings.stage
        # Behind the padding positions go on where the prompt ended, once per axis of a picture.
        positions = (mask.cumsum(-1) - 1).clamp(min=0).expand(3, -1, -1) if stage.suffix else None
        return run_model(
            self.model, tokens, mask if stage.uses_mask else None, positions=positions,
            unnormed=stage.unnormed)

    def _join(self, hidden: Sequence[Tensor]) -> Tensor:
        import torch

        layers = self.settings.layers or range(1, len(hidden))
        kept = [self._layer(hidden, layer) for layer in layers]
        joining = self.settings.stage.joining
        if joining is Joining.LISTED:
            return torch.stack(kept, dim=1)
        if joining is Joining.INTERLEAVED:
            return torch.stack(kept, dim=-1).flatten(-2)
        return torch.cat(kept, dim=-1)

    def _layer(self, hidden: Sequence[Tensor], layer: int) -> Tensor:
        is_normed = layer in (-1, self.model.layers) and self.model.family.last_is_normed
        if self.settings.stage.adds_norm and not is_normed:
            normed: Tensor = self.model.norm(hidden[layer])
            return normed
        return hidden[layer]

    def _values(
        self, tokens: Tensor, mask: Tensor, hidden: Tensor | None, pooled: Tensor | None
    ) -> dict[str, Any]:
        import torch

        stage = self.settings.stage
        if hidden is not None:
            hidden = hidden.cpu()
            if stage.template_tokens:
                tokens, mask = tokens[stage.template_tokens :], mask[stage.template_tokens :]
                hidden = hidden[stage.template_tokens :]
            if stage.prunes:
                tokens, mask, hidden = prune_padding(tokens, mask, hidden)
        if stage.casts_mask:
            mask = mask.to(getattr(torch, self.settings.types.compute))
        pooled = None if pooled is None else pooled.cpu()
        self._refuse_none(hidden)
        self._refuse_none(pooled)
        values = {"tokens": tokens, "mask": mask, "hidden": hidden, "pooled": pooled}
        # A row of a batch is a view, and a view is saved with the storage of the whole batch.
        return {
            name: [one.detach().clone() for one in value]
            if kind == "hidden" and stage.joining is Joining.LISTED else value.detach().clone()
            for kind, name in self.settings.names.items()
            if (value := values.get(kind)) is not None}

    def _refuse_none(self, states: Tensor | None) -> None:
        """T5 overflows in float16; a cache of NaN would train a model to nothing."""
        if states is not None and not states.isfinite().all():
            raise SourceError(
                f"The {self.settings.stage.family.value} text encoder returns NaN for this prompt "
                f"in {self.settings.types.compute}. Choose another precision with --dtype."
            )


class TextConditioner:
    """Model that runs after a text encoder: Anima's, which also reads T5's tokens."""

    def __init__(
        self, settings: StageSettings, folder: Path, tokenizer: Any, *, device: str
    ) -> None:
        """Load it.

        Raises:
            UserFacingError: if it cannot be loaded whole.
            OutOfMemoryError: if the device has no room for it.
        """
        import torch

        self._names = {kind: settings.names[kind] for kind in ("t5_tokens", "t5_mask")}
        self._tokenizer = tokenizer
        library = load_package("diffusers", "Encoding prompts")
        loader = load_class(settings.stage.conditioner, library)
        with loading(f"The {loader.__name__} in {folder}", FETCH_HINT), \
                quiet_library(library), memory_errors():
            # The trainer holds it in this type, whatever the config says.
            model, told = loader.from_pretrained(
                str(folder), local_files_only=True, output_loading_info=True,
                torch_dtype=torch.bfloat16)
        _refuse_gaps(loader.__name__, folder, told, None)
        with memory_errors():
            self._model = model.eval().requires_grad_(False).to(device)

    def states(
        self, prompts: Sequence[str], hidden: Tensor, mask: Tensor, length: int
    ) -> tuple[Tensor, Mapping[str, Tensor]]:
        """Return the states cached instead of hidden states, and T5's tokens and mask by name."""
        given = self._tokenizer(
            list(prompts), padding="max_length", truncation=True, max_length=length,
            return_tensors="pt")
        tokens, t5_mask = given["input_ids"], given["attention_mask"]
        source = (hidden * mask.to(hidden).unsqueeze(-1)).to(self._model.dtype)
        states = self._model(
            source_hidden_states=source, target_input_ids=tokens.to(hidden.device),
            target_attention_mask=t5_mask.to(hidden.device), source_attention_mask=mask)
        return states, {self._names["t5_tokens"]: tokens, self._names["t5_mask"]: t5_mask}


class TextEmbeddings:
    """The text encoders of one config; a `TextEncoder` for a build."""

    def __init__(
        self,
        stages: Sequence[StageEncoder],
        *,
        left_out: Sequence[str],
        placeholders: Sequence[str],
        fingerprints: Mapping[str, Fingerprint],
    ) -> None:
        """Put loaded stages together.

        Args:
            stages: in the order of their numbers.
            left_out: names of values of encoders that the model is loaded without; they are None.
            placeholders: texts that stand for trained embeddings, which Larder does not load.
            fingerprints: identity of each stage, by the config's object for it ("text_encoder_2").
        """
        self._stages = tuple(stages)
        self._left_out = dict.fromkeys(left_out)
        takes = any(stage.settings.stage.takes_embeddings for stage in self._stages)
        self._placeholders = tuple(filter(None, placeholders)) if takes else ()
        self._fingerprints = dict(fingerprints)
        self._closed = False

    @property
    def fingerprint(self) -> Fingerprint:
        """Identity of all models, tokenizers and settings together."""
        parts = self._fingerprints
        facts = {
            f"{part} {name}": fact
            for part, found in parts.items() for name, fact in found.facts.items()
        }
        names = sorted({found.name for found in parts.values()})
        digest = canonical_digest({part: found.digest for part, found in parts.items()})
        return Fingerprint(", ".join(names), digest, facts)

    @property
    def fingerprints(self) -> Mapping[str, Fingerprint]:
        """Identity of each encoder, by the config's object for it ("text_encoder_2")."""
        return self._fingerprints

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
                    f"The prompt uses the trained embedding {placeholder}, which Larder does not "
                    "load. Leave this caption to the trainer."
                )


@dataclass(frozen=True, slots=True)
class TextModel:
    """A loaded text encoder.

    Attributes:
        core: the part that is run.
        norm: its final layer norm, None where no stage asks for it.
        layers: number of layers; there is one hidden state more.
    """

    family: FamilyRow
    core: Any
    norm: Any
    layers: int
    device: str


def read_config(family: TextFamily, files: StageFiles) -> Any:
    """The text part of a model's config, without its weights.

    Raises:
        UserFacingError: if it cannot be read.
    """
    with loading(f"The text encoder in {files.model}", FETCH_HINT), quiet_library():
        return _config(load_class(FAMILIES[family].model_class), files).get_text_config()


def _config(loader: Any, files: StageFiles) -> Any:
    if files.inside is not None:
        return loader.config_class.from_dict(dict(files.inside.config))
    return loader.config_class.from_pretrained(str(files.model), local_files_only=True)


def load_model(
    family: TextFamily, files: StageFiles, *, types: NumberTypes, device: str
) -> TextModel:
    """A text encoder with its weights, ready to run.

    Raises:
        UserFacingError: if a file is missing or damaged, weights are missing or left over, or the
            package gives other hidden states than the trainer's.
        OutOfMemoryError: if the device has no room for the weights.
    """
    import torch

    row, folder = FAMILIES[family], files.model
    loader = load_class(row.model_class)
    weights = getattr(torch, types.weights)
    with loading(f"The text encoder in {folder}", FETCH_HINT), quiet_library(), memory_errors():
        source: dict[str, Any] = {"pretrained_model_name_or_path": str(folder)}
        if files.inside is not None:
            source = {
                "pretrained_model_name_or_path": None, "config": _config(loader, files),
                "state_dict": files.inside.state(weights)}
        model, told = loader.from_pretrained(
            **source, local_files_only=True, output_loading_info=True,
            **{weights_type_keyword(): weights})
    _refuse_gaps(row.model_class, folder, told, row.harmless)
    layers = int(model.config.get_text_config().num_hidden_layers)
    core = getattr(model, row.core) if row.core else model
    norm = _norm_of(model, row)
    with memory_errors():
        core = core.eval().requires_grad_(False).to(device)
    loaded = TextModel(family=row, core=core, norm=norm, layers=layers, device=device)
    _check_layers(loaded, folder)
    return loaded


def run_model(
    model: TextModel, tokens: Tensor, mask: Tensor | None, *, positions: Tensor | None = None,
    unnormed: bool = False,
) -> tuple[tuple[Tensor, ...], Tensor | None]:
    """Hidden states of some prompts.

    Args:
        model: as loaded.
        tokens: int64 [batch, length], on the model's device.
        mask: int64 [batch, length], None when padding counts as text.
        positions: int64 [axes, batch, length], None for one after the other.
        unnormed: give the last as it is before the final norm.

    Returns:
        One tensor [batch, length, width] per layer and one before the first; and the pooled one,
        [batch, width], None for an encoder without.
    """
    options: dict[str, Any] = {}
    if model.family.causal and not model.family.pooled:
        options["use_cache"] = False
    if positions is not None:
        options["position_ids"] = positions
    last: list[Tensor] = []
    with _listening(model, last) if unnormed else contextlib.nullcontext():
        output = model.core(
            input_ids=tokens, attention_mask=mask, output_hidden_states=True, return_dict=True,
            **options,
        )
    pooled = getattr(output, model.family.pooled) if model.family.pooled else None
    return (*output.hidden_states[:len(output.hidden_states) - len(last)], *last), pooled


@contextlib.contextmanager
def _listening(model: TextModel, last: list[Tensor]) -> Iterator[None]:
    """Notes what goes out of the last layer, in front of the final norm."""
    decoder = operator.attrgetter(model.family.decoder)(model.core)

    def note(_layer: Any, _given: Any, output: Any) -> None:
        last[:] = [output[0] if isinstance(output, tuple) else output]

    listener = decoder.layers[-1].register_forward_hook(note)
    try:
        yield
    finally:
        listener.remove()


def _refuse_gaps(kind: str, folder: Path, told: Any, harmless: re.Pattern[str] | None) -> None:
    refuse_gaps(
        f"The {kind} in {folder}",
        "They belong to another model, or another version of transformers saved them.",
        missing=told["missing_keys"], misshapen=map(str, told["mismatched_keys"]),
        left_over=[key for key in told["unexpected_keys"]
                   if harmless is None or not harmless.match(key)])


def _norm_of(model: Any, row: FamilyRow) -> Any:
    for path in row.norm:
        try:
            return operator.attrgetter(path)(model)
        except AttributeError:
            continue
    if row.norm:
        raise UserFacingError(
            f"This version of transformers stores the final norm of {row.model_class} elsewhere.",
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
            f"({folder}) differently from the trainer.", "Install the version that the trainer "
                                                         "uses.",
        )


def real_length(mask: Tensor) -> int:
    """Tokens that have to be computed: the ones of a mask [length] if they are a run from the left.

    Else, and where there is none, all.
    """
    length = int(mask.shape[0])
    ones = int(mask.count_nonzero())
    is_prefix = 0 < ones < length and int(mask[:ones].count_nonzero()) == ones
    return ones if is_prefix else length


def encode_trimmed(
    forward: Callable[[Tensor, Tensor], Tensor], tokens: Tensor, mask: Tensor
) -> Tensor:
    """Hidden states of a causal encoder, computed up to the longest real prompt only.

    `forward` takes tokens and mask [batch, n] and gives states [batch, n, width].

    Returns:
        [batch, length, width]; rows behind a prompt's real tokens are zeros, so that none of it
        depends on the other prompts.
    """
    import torch

    lengths = [real_length(row) for row in mask]
    longest = max(lengths)
    states = forward(tokens[:, :longest], mask[:, :longest])
    padded = torch.nn.functional.pad(states, (0, 0, 0, int(tokens.shape[1]) - longest))
    for row, length in enumerate(lengths):
        padded[row, length:] = 0
    return padded


def prune_padding(tokens: Tensor, mask: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Only the real tokens of one prompt: of [length], [length] and [length, width].

    Returns:
        Tokens, mask and states of the n real tokens, in memory of their own.
    """
    real = mask.bool()
    return tokens[real], mask[real], hidden[real]
