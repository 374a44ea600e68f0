"""The value stores as a training loop opens them: one class per kind, with a budget.

Each has `get_or_make` (see `CacheStore`), which takes a `AdmissionPolicy` where values may cost
less to make than to read; all but trees say `why_missed` of a key. A store may be handed to the
loading processes of a `DataLoader`, forked or spawned: it goes there as its folder and settings.
What was used since it was opened, by any of them, is not evicted to make room: where only that is
left, a value is made anew each time instead, so that epochs over more than the budget do not evict
each other's values.

The folders of document language models (`dlm`) are served as they are, with the digests that their
own program names values by: its processor's or tokenizer's in place of one of Larder's, `rows=1`
for a section that gives one row. Caps are fractions of a second in whole milliseconds; what its
names leave open, a cap between two of them or one row of several, is made anew.
"""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from larder.core.keys.cache_keys import AudioKey, TokensKey, TreeKey, VisionKey, WaveformKey
from larder.core.stores.making import AdmissionPolicy
from larder.core.stores.values.store import ValuesStore
from larder.core.stores.values.trees.store import TreesStore
from larder.core.workspace.store_kinds import StoreKind

BUDGET_BYTES: Final = 10 << 30
"""What a loop's store may take unless it is told otherwise; the original's default."""

__all__ = [
    "AdmissionPolicy",
    "AudioKey",
    "AudioStore",
    "TokenStore",
    "TokensKey",
    "TreeKey",
    "TreeStore",
    "VisionKey",
    "VisionStore",
    "WaveformKey",
    "WaveformStore",
]


class _LoopStore(ValuesStore):
    KIND: ClassVar[StoreKind]

    def __init__(
        self, folder: str | os.PathLike[str], *, budget_bytes: int | None = BUDGET_BYTES,
        since_ns: int | None = None,
    ) -> None:
        """Open a folder, which need not exist; nothing is written.

        Args:
            folder: where the values lie.
            budget_bytes: what they may take together, None without a limit.
            since_ns: begin of the run whose values stay, nanoseconds since 1970, None for now.
        """
        super().__init__(self.KIND, Path(folder), budget_bytes=budget_bytes)
        self.spared_since_ns = time.time_ns() if since_ns is None else since_ns

    def __reduce__(self) -> tuple[Any, ...]:
        return _reduce_store(self)


class VisionStore(_LoopStore):
    """Pixels of pictures; keys are `VisionKey`, values hold `pixel_values`."""

    KIND = StoreKind.VISION


class AudioStore(_LoopStore):
    """Features of sounds; keys are `AudioKey`, values hold `input_features` or `input_values`."""

    KIND = StoreKind.AUDIO


class WaveformStore(_LoopStore):
    """Samples of sounds, float32 [samples]; keys are `WaveformKey`, values hold `waveform`."""

    KIND = StoreKind.WAVEFORM


class TokenStore(_LoopStore):
    """Token ids of texts; keys are `TokensKey`, values hold `input_ids`, maybe `attention_mask`.

    >>> import hashlib, larder, torch
    >>> digest = hashlib.sha256(b"a photo of a cat").hexdigest()
    >>> key = larder.stores.TokensKey(
    ...     section=digest[:16], row=0, text=digest, tokenizer="0" * 64, sequence_length=77)
    >>> def tokenize():
    ...     print("tokenizing")
    ...     return {"input_ids": torch.tensor([320, 1125, 539])}
    >>> with larder.stores.TokenStore("cache/tokens") as store:
    ...     for epoch in range(3):
    ...         print(store.get_or_make(key, tokenize)["input_ids"])
    ...     print(store.stats().hits, store.stats().misses)
    tokenizing
    tensor([ 320, 1125,  539])
    tensor([ 320, 1125,  539])
    tensor([ 320, 1125,  539])
    2 1
    """

    KIND = StoreKind.TOKENS


class TreeStore(TreesStore):
    """Parameter trees; keys are `TreeKey`, values leaves by the texts of their paths ("net/w")."""

    def __init__(
        self, folder: str | os.PathLike[str], *, budget_bytes: int | None = BUDGET_BYTES,
        since_ns: int | None = None,
    ) -> None:
        """Open a folder, as the other stores."""
        super().__init__(Path(folder), budget_bytes=budget_bytes)
        self.spared_since_ns = time.time_ns() if since_ns is None else since_ns

    def __reduce__(self) -> tuple[Any, ...]:
        return _reduce_store(self)


def _reduce_store(store: _LoopStore | TreeStore) -> tuple[Any, ...]:
    return partial(
        type(store), store.folder, budget_bytes=store.budget_bytes,
        since_ns=store.spared_since_ns), ()
