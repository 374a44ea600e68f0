"""Leaves padding out of a forward, out of a payload, and puts it back.

A causal encoder with right padding gives each real token the same state whether padding follows or
not, so the forward may end at the longest real prompt of a batch; the rows behind are zeros that
the pruning drops. A mask that is no run of ones from the left (left padding, a gap) makes that
untrue, and its item is not trimmed. A bidirectional encoder is never trimmed.

All tensors are torch's: tokens and masks int64, one row per prompt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def real_length(mask: Tensor) -> int:
    """Tokens that have to be computed: the ones, if they are a run from the left, else all.

    Args:
        mask: [length], 1 for a real token. All zeros count as no run.
    """
    length = int(mask.shape[0])
    ones = int(mask.count_nonzero())
    is_prefix = 0 < ones < length and int(mask[:ones].count_nonzero()) == ones
    return ones if is_prefix else length


def encode_trimmed(
    forward: Callable[[Tensor, Tensor], Tensor], tokens: Tensor, mask: Tensor
) -> Tensor:
    """Hidden states of a causal encoder, computed up to the longest real prompt only.

    Args:
        forward: takes tokens and mask [batch, n], gives states [batch, n, width].
        tokens: [batch, length].
        mask: [batch, length].

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
    """Only the real tokens of one prompt.

    Args:
        tokens: [length].
        mask: [length], not zero for a real token.
        hidden: [length, width].

    Returns:
        Tokens, mask and states of the n real tokens, in memory of their own.
    """
    real = mask.bool()
    return tokens[real], mask[real], hidden[real]


def pad_to_length(
    tokens: Tensor, mask: Tensor, hidden: Tensor, *, length: int
) -> tuple[Tensor, Tensor, Tensor]:
    """A pruned prompt with zeros behind it, as a trainer wants them when it makes a batch.

    Args:
        tokens: [n].
        mask: [n].
        hidden: [n, width].
        length: tokens afterwards.

    Raises:
        ValueError: if the prompt is longer than that; cutting it would lose its end unseen.
    """
    import torch

    missing = length - int(tokens.shape[0])
    if missing < 0:
        raise ValueError(f"a prompt of {tokens.shape[0]} tokens does not fit into {length}")
    pad = torch.nn.functional.pad
    return pad(tokens, (0, missing)), pad(mask, (0, missing)), pad(hidden, (0, 0, 0, missing))
