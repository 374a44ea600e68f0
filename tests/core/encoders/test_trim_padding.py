"""Padding left out of a forward and of a payload."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.encoders.text_embeddings import (
    encode_trimmed,
    prune_padding,
    real_length,
)
from tests.support.late_packages import late_package

torch = late_package("torch")


def mask_of(*rows: str) -> torch.Tensor:
    return torch.tensor([[int(letter) for letter in row] for row in rows])


def running_sums(tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """A causal encoder: each state is the sum of the tokens so far, and their number."""
    sums = tokens.cumsum(dim=1).double()
    return torch.stack([sums, torch.ones_like(sums).cumsum(dim=1)], dim=-1)


@pytest.mark.parametrize(
    ("mask", "expected"),
    [("11100", 3), ("11111", 5), ("00000", 5), ("00111", 5), ("11011", 5), ("10000", 1)],
)
def test_only_a_run_of_ones_from_the_left_shortens_a_prompt(mask: str, expected: int) -> None:
    assert real_length(mask_of(mask)[0]) == expected


def test_the_forward_ends_at_the_longest_real_prompt() -> None:
    seen: list[tuple[int, ...]] = []

    def forward(tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        seen.append(tuple(tokens.shape))
        assert tokens.shape == mask.shape
        return running_sums(tokens, mask)

    tokens = torch.arange(1, 13).reshape(2, 6)
    states = encode_trimmed(forward, tokens, mask_of("110000", "111100"))
    assert seen == [(2, 4)]
    assert states.shape == (2, 6, 2)


def test_rows_behind_a_prompt_are_zeros_whoever_shares_the_batch() -> None:
    tokens = torch.arange(1, 13).reshape(2, 6)
    masks = mask_of("110000", "111100")
    together = encode_trimmed(running_sums, tokens, masks)
    alone = encode_trimmed(running_sums, tokens[:1], masks[:1])
    assert torch.equal(together[0], alone[0])
    assert torch.equal(together[0, 2:], torch.zeros(4, 2).double())


def test_behaviour_52_an_item_with_a_gap_in_its_mask_is_not_trimmed() -> None:
    tokens = torch.arange(1, 13).reshape(2, 6)
    masks = mask_of("110110", "110000")
    states = encode_trimmed(running_sums, tokens, masks)
    assert torch.equal(states[0], running_sums(tokens, masks)[0])
    assert torch.equal(states[1, 2:], torch.zeros(4, 2).double())


@settings(deadline=None, max_examples=50)
@given(st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=1, max_size=4))
def test_every_real_token_of_a_causal_encoder_is_as_without_trimming(
    masks: list[list[bool]],
) -> None:
    mask = torch.tensor(masks).long()
    tokens = torch.arange(mask.numel()).reshape(mask.shape)
    trimmed, whole = encode_trimmed(running_sums, tokens, mask), running_sums(tokens, mask)
    for row in range(len(masks)):
        length = real_length(mask[row])
        assert torch.equal(trimmed[row, :length], whole[row, :length])


def test_pruning_keeps_the_real_tokens_only() -> None:
    tokens, mask = torch.arange(5), mask_of("11010")[0]
    hidden = torch.arange(10.0).reshape(5, 2)
    kept, kept_mask, kept_hidden = prune_padding(tokens, mask, hidden)
    assert kept.tolist() == [0, 1, 3]
    assert kept_mask.tolist() == [1, 1, 1]
    assert kept_hidden.tolist() == [[0.0, 1.0], [2.0, 3.0], [6.0, 7.0]]
