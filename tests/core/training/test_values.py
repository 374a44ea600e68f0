"""Blank items and padded captions."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import larder
from larder.core.encoders.text_embeddings import prune_padding
from larder.core.errors import UserFacingError
from larder.core.training.report import TrainingWarning
from larder.core.training.values import (
    blank_of,
    find_padded_length,
    pad_masked_tokens,
)
from tests.support.training import LAYOUTS, SIZES, cached, same


@pytest.mark.parametrize("layout", LAYOUTS)
def test_blank_items_are_zeros_of_their_own_size_and_counted(tmp_path: Path, layout: str) -> None:
    """Behaviour 36; a caption that is there keeps its own values."""
    made = cached(tmp_path, layout=layout, masked=[0])
    made.age(made.add_picture("data/cats/1.png", size=SIZES[1], seed=99), by_ns=10**9)
    made.age(made.write_caption("data/cats/2.txt", "another"), by_ns=10**9)
    with pytest.warns(TrainingWarning, match="0 left out, 2 blank"):
        dataset = larder.CachedDataset(made.config_path, missing="blank")
    assert len(dataset) == 6
    items = [dataset[at] for at in range(6)]
    assert dataset.report.blanks == 2
    zero = [not item["latent_image"].any() for item in items]
    silent = [not item["text_encoder_hidden_state"].any() for item in items]
    assert zero == [False, True, False, False, False, False]
    assert silent == [False, False, True, False, False, False]
    assert not items[1]["latent_mask"].any()
    alike = items[4]
    assert items[1]["latent_image"].shape == alike["latent_image"].shape
    assert items[1]["crop_resolution"] == alike["crop_resolution"]
    assert items[1]["latent_image"].dtype == items[0]["latent_image"].dtype
    assert items[1]["prompt"] == "cats 1 line 0"


def test_a_blank_is_never_served_unasked(tmp_path: Path) -> None:
    made = cached(tmp_path)
    made.age(made.add_picture("data/cats/1.png", size=SIZES[1], seed=99), by_ns=10**9)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        dataset = larder.CachedDataset(made.config_path)
    assert dataset.report.blanks == 0
    assert all(dataset[at]["latent_image"].any() for at in range(len(dataset)))


def test_a_blank_has_the_size_of_its_picture_in_lists_too() -> None:
    """Behaviour 36, and what the trainer's stand-in copies from another picture."""
    import torch

    donor = {
        "latent_image": torch.ones(4, 8, 16, dtype=torch.bfloat16), "crop_resolution": (64, 128),
        "layers": [torch.ones(3, 8, 16), torch.ones(5)], "pooled": torch.ones(7),
        "original_resolution": (100, 200), "crop_offset": (3, 4), "word": "cat", "__stamp": 1}
    blank = blank_of(donor, (128, 64))
    assert blank["latent_image"].shape == (4, 16, 8)
    assert blank["latent_image"].dtype == torch.bfloat16
    assert [tuple(part.shape) for part in blank["layers"]] == [(3, 16, 8), (5,)]
    assert not any(part.any() for part in [*blank["layers"], blank["latent_image"]])
    assert (blank["crop_resolution"], blank["crop_offset"]) == ((128, 64), (0, 0))
    assert (blank["pooled"].shape, blank["word"]) == ((7,), "")
    assert "__stamp" not in blank
    assert donor["latent_image"].all()
    assert same(blank_of({"tokens": torch.ones(4), "none": None}, None)["tokens"], torch.zeros(4))


def test_nothing_to_serve_is_an_error(tmp_path: Path) -> None:
    made = cached(tmp_path, pictures=1)
    made.age(made.add_picture("data/cats/0.png", seed=99), by_ns=10**9)
    with pytest.raises(UserFacingError, match="Nothing in this cache can be used"):
        larder.CachedDataset(made.config_path)


def test_pruned_tokens_are_padded_back_to_what_they_were() -> None:
    import torch

    tokens = torch.tensor([5, 6, 7, 0, 0])
    mask = torch.tensor([1, 1, 1, 0, 0])
    hidden = torch.randn(5, 3).to(torch.bfloat16) * mask[:, None]
    item = {"tokens": tokens, "tokens_mask": mask, "text_encoder_hidden_state": hidden, "x": 1}
    names = ("tokens", "tokens_mask", "text_encoder_hidden_state")
    pruned = {**item, **dict(zip(names, prune_padding(tokens, mask, hidden), strict=True))}
    assert [len(pruned[name]) for name in names] == [3, 3, 3]
    assert same(pad_masked_tokens(pruned, 5), item)
    assert same(pad_masked_tokens(item, 5), item)


def test_a_longer_caption_is_an_error_and_not_cut() -> None:
    """Behaviour 53: a caption that is too long raises an error and is not cut."""
    import torch

    item = {"tokens": torch.ones(6), "tokens_mask": torch.ones(6),
            "text_encoder_hidden_state": torch.ones(6, 2)}
    with pytest.raises(ValueError, match="6 tokens does not fit into 5"):
        pad_masked_tokens(item, 5)


@pytest.mark.parametrize(("model_type", "length"), [
    ("QWEN", 512), ("Z_IMAGE", 512), ("CHROMA_1", 512), ("IDEOGRAM_4", 2048),
    ("STABLE_DIFFUSION_15", None), ("FLUX_2", None), ("NEVER_HEARD_OF", None)])
def test_a_model_type_says_how_long_its_captions_are_padded(
    model_type: str, length: int | None
) -> None:
    assert find_padded_length(model_type) == length


def test_captions_of_a_dataset_are_padded_when_asked(tmp_path: Path) -> None:
    import torch

    made = cached(tmp_path, pictures=2)
    for path in made.store("text").glob("*_1.pt"):
        values = torch.load(path, weights_only=True)
        torch.save(values | {"tokens_mask": torch.ones_like(values["tokens"])}, path)
    dataset = larder.CachedDataset(made.config_path, pad_to=40)
    assert [len(dataset[at]["tokens"]) for at in range(2)] == [40, 40]
    assert dataset[0]["text_encoder_hidden_state"].shape[0] == 40
    with pytest.raises(ValueError, match="does not fit"):
        larder.CachedDataset(made.config_path, pad_to=3)[0]
