"""A small denoiser over the sample workspace: from sources, from the cache alone, and uncached."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import larder
from larder.core.encoders.config_encoders import choose_image_encoder, load_text_encoder
from larder.core.encoders.draws import onetrainer_positions
from larder.core.encoders.model_files import EncoderOptions, places_of
from larder.core.encoders.protocol import ImageItem
from larder.core.training.dataset import CachedDataset
from larder.core.training.loading import collate
from larder.core.training.report import TrainingWarning
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.samples import mask_of
from tests.support.fixtures import CONFIG, SAMPLE, copy_workspace
from tests.support.training import all_same

Batch = dict[str, Any]


@pytest.fixture(scope="module")
def sample(
    known_workspace: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The sample workspace with everything cached, and nothing of what was deleted; its config."""
    folder = copy_workspace(
        known_workspace(SAMPLE).parents[1], tmp_path_factory.mktemp("trained") / "sample")
    (folder / "data/still-life/seashell.txt").write_text("a shell", "utf-8")
    workspace = larder.open(folder / CONFIG)
    larder.apply(larder.plan_build(workspace, depth="payload"), even_if_busy=True)
    larder.apply(larder.plan_clean(larder.survey(workspace)), even_if_busy=True)
    return folder / CONFIG


class Denoiser:
    """Predicts the noise that was added to a latent, told the mean of its caption's states."""

    def __init__(self) -> None:
        import torch

        torch.manual_seed(20)
        self.mix = torch.nn.Linear(32, 4)
        self.net = torch.nn.Sequential(
            torch.nn.Conv2d(4, 8, 3, padding=1), torch.nn.SiLU(),
            torch.nn.Conv2d(8, 4, 3, padding=1))
        self.steps = torch.optim.SGD(
            [*self.mix.parameters(), *self.net.parameters()], lr=0.05)
        self.dice = torch.Generator().manual_seed(21)

    def loss(self, batch: Batch) -> Any:
        import torch

        latent = batch["latent_image"].float()
        noise = torch.randn(latent.shape, generator=self.dice)
        told = self.mix(batch["text_encoder_hidden_state"].float().mean(dim=1))
        missed = self.net(0.7 * latent + 0.7 * noise + told[..., None, None]) - noise
        weights = batch["loss_weight"].float()[:, None, None, None] * batch["latent_mask"].float()
        return (weights * missed ** 2).mean()

    def train(self, batches: Sequence[Batch]) -> list[float]:
        losses = []
        for batch in batches:
            loss = self.loss(batch)
            self.steps.zero_grad()
            loss.backward()
            self.steps.step()
            losses.append(float(loss.detach()))
        return losses


def opened(config: Path, **options: Any) -> CachedDataset:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        return larder.CachedDataset(config, **options)


def epochs_of(dataset: CachedDataset, count: int) -> list[Batch]:
    loader = dataset.loader(4)
    return [batch for _ in range(count) for batch in loader]


def test_three_epochs_from_sources_and_from_the_cache_alone_are_the_same(
    sample: Path, tmp_path: Path
) -> None:
    with_sources = epochs_of(opened(sample), 3)
    folder = copy_workspace(sample.parents[1], tmp_path / "elsewhere")
    shutil.rmtree(folder / "data")
    alone = epochs_of(opened(folder / CONFIG, sourceless=True), 3)
    assert all_same(with_sources, alone)
    losses = Denoiser().train(with_sources)
    assert Denoiser().train(alone) == losses
    third = len(losses) // 3
    assert sum(losses[-third:]) < sum(losses[:third])


def test_values_that_are_no_numbers_are_found_by_a_look_into_every_payload(
    known_workspace: Callable[[str], Path]
) -> None:
    reasons = {
        item.reason for item in opened(known_workspace(SAMPLE), depth="payload").report.missing}
    assert {"bad-values", "corrupt-payload"} <= reasons


def test_values_that_are_no_numbers_reach_no_step(
    known_workspace: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default only names and dates were looked at; one NaN would be in every weight."""
    dataset = opened(known_workspace(SAMPLE))
    loader = dataset.loader(4, drop_last=False)
    with pytest.warns(TrainingWarning) as told:
        batches = list(loader)
    assert any("cyrus.jpg is left out: " in str(one.message) and
               "NaN" in str(one.message) for one in told)
    assert sorted(loader.lost) == ["data/landscapes/three_peaks.jpg", "data/portraits/cyrus.jpg"]
    assert all(bool(batch["latent_image"].isfinite().all()) for batch in batches)
    monkeypatch.setattr("larder.core.training.dataset.first_bad_value", pytest.fail)
    assert len(dataset[0]) == len(dataset[1])  # looked into once
    assert len(opened(known_workspace(SAMPLE), trust=True)[0]) == len(dataset[0])


def test_the_first_loss_is_that_of_training_without_a_cache(sample: Path) -> None:
    dataset = opened(sample)
    (first, *_) = dataset.batches(4)
    workspace = open_workspace(sample)
    config = workspace.config
    assert config is not None
    concepts = {concept.index: concept for concept in workspace.concepts}
    places = places_of(config, workspace.root, ())
    images = choose_image_encoder(
        config, EncoderOptions(), places, positions=onetrainer_positions(config))
    texts = load_text_encoder(config, EncoderOptions(), places)
    items = []
    for served in first:
        one = dataset.samples[served.turn.sample]
        concept, source = concepts[one.concept], Path(one.place)
        mask = Path(mask_of(one.place))
        assert served.crop is not None
        (encoded,) = images.encode([images.prepare(ImageItem(
            source=source, spelled=one.picture, mask=mask if mask.exists() else None,
            conditioning=None, bucket=served.crop[-2:], concept=concept, position=one.position,
            variation=served.turn.image))])
        (caption,) = texts.encode([dataset[served]["prompt"]])
        items.append({**encoded, **caption, "loss_weight": concept.loss_weight})
    import torch

    uncached = collate([{
        name: torch.as_tensor(value) if hasattr(value, "shape") else value
        for name, value in item.items()} for item in items])
    cached = collate([dataset[served] for served in first])
    assert float(Denoiser().loss(cached).detach()) == pytest.approx(
        float(Denoiser().loss(uncached).detach()), abs=1e-5)
