"""Batches for a loop: deterministic with any number of workers, resumable in the middle."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import larder
from larder.core.errors import PayloadError, UserFacingError
from larder.core.training.loading import PackedBatch, collate
from larder.core.training.report import TrainingWarning
from tests.support.building import BuildWorkspace
from tests.support.training import LAYOUTS, all_same, cached, same


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> BuildWorkspace:
    return cached(
        tmp_path_factory.mktemp("trained"), pictures=9, image_variations=2, balancing=1.4,
        lines=2, text_variations=2)


def batches(workspace: BuildWorkspace, epochs: int = 2, **loading: Any) -> list[Any]:
    loader = larder.CachedDataset(workspace.config_path).loader(2, **loading)
    return [[batch for batch in loader] for _ in range(epochs)]  # noqa: C416


def test_batches_are_of_one_crop_and_stacked(workspace: BuildWorkspace) -> None:
    dataset = larder.CachedDataset(workspace.config_path)
    loader = dataset.loader(2)
    assert len(loader) == len(list(loader))
    for batch in loader:
        assert batch["latent_image"].shape[0] == len(batch["prompt"]) == 2
        height, width = batch["crop_resolution"]
        assert height.unique().numel() == width.unique().numel() == 1
    assert loader.epoch == 2


def test_workers_change_nothing(workspace: BuildWorkspace) -> None:
    plain = batches(workspace)
    assert same(plain, batches(workspace, workers=2))
    assert not same(plain[0][0]["image_path"], plain[1][0]["image_path"])


def test_the_order_is_the_same_each_time_and_another_with_another_seed(
    workspace: BuildWorkspace
) -> None:
    assert same(batches(workspace), batches(workspace))
    other = larder.CachedDataset(workspace.config_path, seed=7).loader(2)
    assert not same(batches(workspace)[0], list(other))


@pytest.mark.parametrize("workers", [0, 1])
def test_a_loop_goes_on_where_another_was_interrupted(
    workspace: BuildWorkspace, workers: int
) -> None:
    """A loop resumes where another was interrupted.

    Batches that workers had read ahead are not lost.

    Batches that workers had read ahead are not lost.
    """
    whole = [batch for epoch in batches(workspace, 3) for batch in epoch]
    first = larder.CachedDataset(workspace.config_path).loader(2, workers=workers)
    seen: list[Any] = list(first)
    for batch in first:
        seen.append(batch)
        if len(seen) == len(whole) // 2:
            break
    state = first.state_dict()
    second = larder.CachedDataset(workspace.config_path).loader(2)
    second.load_state_dict(state)
    while second.epoch < 3:
        seen += list(second)
    assert all_same(seen, whole)


def test_a_loop_over_other_samples_is_not_resumed(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    state = larder.CachedDataset(workspace.config_path).loader(2).state_dict()
    with pytest.raises(UserFacingError, match="batch size"):
        larder.CachedDataset(workspace.config_path).loader(3).load_state_dict(state)
    other = cached(tmp_path, pictures=4)
    with pytest.raises(UserFacingError, match="or seed have changed"):
        larder.CachedDataset(other.config_path).loader(2).load_state_dict(state)


def test_a_loader_of_torch_takes_dataset_and_batches(workspace: BuildWorkspace) -> None:
    from torch.utils.data import DataLoader

    dataset = larder.CachedDataset(workspace.config_path)
    own = DataLoader(dataset, batch_sampler=dataset.batches(2), collate_fn=collate)
    assert same(list(own), batches(workspace, 1)[0])


def test_captions_of_several_lengths_are_filled_up_to_the_longest() -> None:
    import torch

    items = [{"latent_image": torch.ones(4, 2, 2), "tokens": torch.arange(1, 1 + length),
              "state": torch.ones(length, 3, dtype=torch.bfloat16), "count": torch.tensor(length),
              "prompt": str(length)} for length in (2, 5)]
    batch = collate(items)
    assert batch["tokens"].tolist() == [[1, 2, 0, 0, 0], [1, 2, 3, 4, 5]]
    assert batch["state"].dtype == torch.bfloat16
    assert batch["state"][0].sum() == 6
    assert batch["prompt"] == ["2", "5"]
    assert batch["count"].tolist() == [2, 5]
    items[1]["latent_image"] = torch.ones(4, 2, 3)
    with pytest.raises(RuntimeError):
        collate(items)


def test_a_batch_of_a_worker_comes_in_one_piece_of_memory(workspace: BuildWorkspace) -> None:
    """Each piece that processes share costs both of them a connection."""
    batch = next(iter(larder.CachedDataset(workspace.config_path).loader(2, workers=1)))
    height, width = batch["crop_resolution"]
    tensors = [height, width, batch["loss_weight"], *(
        value for value in batch.values() if hasattr(value, "untyped_storage"))]
    assert len(tensors) > 5
    assert len({tensor.untyped_storage().data_ptr() for tensor in tensors}) == 1


def test_a_packed_batch_is_the_batch_that_torch_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    items = [{
        "latent_image": torch.randn(4, 3, 5).bfloat16(), "tokens": torch.arange(2 + at),
        "mask": torch.rand(1, 3, 5) > 0.5, "count": torch.tensor(at), "nothing": torch.empty(0, 7),
        "turned": torch.randn(6, 2).T, "prompt": f"a cat {at}", "weight": 0.5 + at,
        "layers": [torch.randn(3), torch.randn(2, 2).half()], "crop_resolution": (24, 40),
        "types": torch.ones(3, dtype=torch.float64 if at else torch.float32)} for at in range(3)]
    packed = PackedBatch.of(items)
    assert same(packed.unpack(), collate(items))
    assert same(pickle.loads(pickle.dumps(packed)).unpack(), collate(items))
    monkeypatch.setattr(torch.Tensor, "pin_memory", torch.Tensor.clone)
    assert same(packed.pin_memory().unpack(), collate(items))
    items[1]["latent_image"] = torch.ones(4, 3, 4)
    with pytest.raises(RuntimeError):
        PackedBatch.of(items)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_damaged_payload_is_left_out_of_its_batch_and_ends_no_run(
    tmp_path: Path, workers: int
) -> None:
    made = cached(tmp_path, pictures=9)
    loader = larder.CachedDataset(made.config_path).loader(3, workers=workers)
    path = sorted(made.store().glob("*_1.pt"))[0]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    with pytest.warns(TrainingWarning, match=r"is left out: .*checksum"):
        sizes = sorted(len(batch["prompt"]) for batch in loader)
    assert sizes == [2, 3, 3]
    assert len(loader.lost) == 1
    stopping = larder.CachedDataset(made.config_path, missing="stop").loader(3)
    with pytest.raises(PayloadError):
        list(stopping)


@pytest.mark.parametrize(("layout", "name"), [
    ("released", r"image/\w+/variation-0/0\.pt"), ("cache.json", r"image/\w+_1\.pt")])
def test_a_trusted_payload_without_a_byte_is_one_sentence_with_its_place(
    tmp_path: Path, layout: str, name: str
) -> None:
    """As "0.pt" alone says nothing where each group has one."""
    made = cached(tmp_path, layout=layout, pictures=2)
    with pytest.warns(TrainingWarning, match="Nothing was checked"):
        dataset = larder.CachedDataset(made.config_path, trust=True)
    (first, *_) = dataset.served
    assert first.image is not None
    (made.store() / first.image.name).write_bytes(b"")
    with pytest.raises(PayloadError, match=rf"^{name} is empty \(0 bytes\)\. Build"):
        dataset[0]


def test_where_no_picture_is_cached_nobody_knows_what_a_blank_one_is(tmp_path: Path) -> None:
    """Told at once, not by each item of the epoch."""
    made = cached(tmp_path, pictures=4)
    for payload in made.store().glob("*_1.pt"):
        payload.unlink()
    with pytest.raises(UserFacingError, match="Nothing in the image cache can be read"):
        larder.CachedDataset(made.config_path, missing="blank")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("spoil", "why"), [
    (lambda path: path.mkdir(), "1.txt cannot be read"),
    (lambda path: path.write_bytes(b"caf\xe9"), "1.txt: The caption is not UTF-8")])
def test_a_caption_that_cannot_be_read_is_no_empty_prompt(
    tmp_path: Path, layout: str, spoil: Callable[[Path], object], why: str
) -> None:
    """It was readable when the run began; one that is not there is empty, as in the trainer."""
    import torch

    made = cached(tmp_path, layout=layout, pictures=4)
    for payload in made.store("text").rglob("*.pt"):
        values = torch.load(payload, weights_only=True)
        if isinstance(values, dict):  # as trainers write them: without their prompts
            torch.save({name: value for name, value in values.items() if name[:2] != "__"}, payload)
    # To what Larder recorded of its own files, others came into their places.
    shutil.rmtree(made.store("text") / ".larder", ignore_errors=True)
    dataset = larder.CachedDataset(made.config_path)
    (made.root / "data/cats/0.txt").unlink()
    caption = made.root / "data/cats/1.txt"
    caption.unlink()
    spoil(caption)
    with pytest.warns(TrainingWarning, match=f"1.png is left out: .*{why}"):
        served = list(dataset.loader(1))
    assert {Path(batch["image_path"][0]).name: batch["prompt"][0] for batch in served} == {
        "0.png": "", "2.png": "cats 2 line 0", "3.png": "cats 3 line 0"}
    with pytest.raises(PayloadError, match=why):
        dataset[1]


@pytest.mark.parametrize("options", [{}, {"sourceless": True}], ids=["sources", "sourceless"])
def test_a_dataset_travels_to_workers_that_were_not_forked(
    workspace: BuildWorkspace, options: dict[str, Any]
) -> None:
    dataset = larder.CachedDataset(workspace.config_path, **options)
    there = pickle.loads(pickle.dumps(dataset))
    assert all_same(
        (dataset[served] for served in dataset.served),
        (there[pickle.loads(pickle.dumps(served))] for served in dataset.served))
