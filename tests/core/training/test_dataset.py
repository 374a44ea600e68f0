"""Items that a training loop gets from a cache, in either layout of the trainer."""

from __future__ import annotations

import json
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest

import larder
from larder.core.errors import PayloadError, UserFacingError
from larder.core.training.report import TrainingWarning
from tests.support.building import BuildWorkspace
from tests.support.indexed_cache import tree_state
from tests.support.training import LAYOUTS, add_cats, all_same, cached, read_payload, same


@pytest.fixture(autouse=True)
def warnings_are_errors() -> Any:
    """A test that expects something to be missing says so."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", TrainingWarning)
        yield


def caption_of(item: dict[str, Any]) -> str:
    return f"cats {Path(item['image_path']).stem} line 0"


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("trust", [False, True])
def test_a_concept_whose_folder_is_away_is_told_and_not_left_out(
    tmp_path: Path, layout: str, trust: bool
) -> None:
    """A loop over what is left would learn less than it was asked to, or nothing, and not end."""
    workspace = cached(tmp_path, layout=layout, pictures=2)
    add_cats(workspace, "dogs", pictures=2)
    (tmp_path / "data/dogs").rename(tmp_path / "unplugged")
    with pytest.raises(UserFacingError, match="data/dogs of the concept dogs") as no:
        larder.CachedDataset(workspace.config_path, trust=trust)
    assert "sourceless=True" in no.value.hint
    workspace.concepts[-1]["enabled"] = False
    workspace.write()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrainingWarning)
        assert len(larder.CachedDataset(workspace.config_path, trust=trust)) == 2


@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_item_holds_the_tensors_of_its_picture_and_of_its_caption(
    tmp_path: Path, layout: str
) -> None:
    cached(tmp_path, layout=layout, masked=[1, 3])
    dataset = larder.CachedDataset(tmp_path / "training_presets/config.json")
    assert len(dataset) == 6
    assert dataset.report.missing == ()
    for number, item in enumerate(dataset[at] for at in range(6)):
        assert item["image_path"] == f"data/cats/{number}.png"
        assert item["prompt"] == caption_of(item)
        assert (item["concept_name"], item["loss_weight"]) == ("cats", 1.0)
        assert item["concept_type"] == "STANDARD"
        height, width = item["crop_resolution"]
        assert item["latent_image"].shape[-2:] == item["latent_mask"].shape[-2:] == (
            height // 8, width // 8)
        level = 20 * number / 255 if number in (1, 3) else 1.0
        assert float(item["latent_mask"].mean()) == pytest.approx(level, abs=1e-3)
        assert not any(name.startswith("__") for name in item)


def test_both_layouts_serve_the_same_items_in_the_same_order(tmp_path: Path) -> None:
    for layout in LAYOUTS:
        cached(tmp_path / layout, layout=layout, lines=3, image_variations=2, text_variations=3,
               balancing=1.5)
    released, indexed = (
        larder.CachedDataset(tmp_path / layout / "training_presets/config.json")
        for layout in LAYOUTS)
    for epoch in range(4):
        released.set_epoch(epoch)
        indexed.set_epoch(epoch)
        assert len(released) == 9
        assert all_same(
            (released[at] for at in range(9)), (indexed[at] for at in range(9)))


def test_the_values_are_those_of_the_payloads_as_torch_reads_them(tmp_path: Path) -> None:
    workspace = cached(tmp_path)
    dataset = larder.CachedDataset(workspace.config_path)
    for served in dataset.served:
        item = dataset[served]
        for store, payload in (("image", served.image), ("text", served.text)):
            assert payload is not None
            for name, value in read_payload(workspace.store(store) / payload.name).items():
                assert name.startswith("__") or same(value, item[name])


def test_types_stay_as_they_were_cached_and_tensors_are_alone_in_their_memory(
    tmp_path: Path
) -> None:
    import torch

    workspace = cached(tmp_path, pictures=1)
    (name,) = workspace.payloads()
    values = read_payload(workspace.store() / name)
    batch = torch.arange(8 * 4, dtype=torch.float32).reshape(8, 4)
    values |= {
        "half": torch.ones(2, 3, dtype=torch.float16), "brain": torch.tensor([1.5, -2.25],
        dtype=torch.bfloat16), "flags": torch.tensor([True, False]), "count": torch.tensor(3),
        "states": [batch[1], batch[2]], "turned": batch.t(), "nothing": None, "word": "cat"}
    torch.save(values, workspace.store() / name)
    item = larder.CachedDataset(workspace.config_path)[0]
    for key in ("half", "brain", "flags", "count", "states", "turned", "word"):
        assert same(item[key], values[key]), key
    assert "nothing" not in item
    assert item["states"][0].untyped_storage().nbytes() == 16
    item["states"][0].zero_()
    assert same(item["states"][1], batch[2])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_deciding_what_an_epoch_serves_opens_no_payload(
    tmp_path: Path, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = cached(tmp_path, layout=layout)
    opened: list[Path] = []
    from larder.core.payloads import pt_file

    open_file = pt_file.FileBytes.__init__

    def noting(file: pt_file.FileBytes, path: Any, name: str = "") -> None:
        opened.append(Path(path))
        open_file(file, path, name)

    monkeypatch.setattr(pt_file.FileBytes, "__init__", noting)
    dataset = larder.CachedDataset(workspace.config_path)
    crops = [served.crop for served in dataset.served]
    dataset.set_epoch(1)
    assert crops[:3] == crops[3:]
    assert len(set(crops)) == 3
    assert {path.name for path in opened} <= {"aggregate.pt"}
    dataset[0]
    assert len({path for path in opened if path.name != "aggregate.pt"}) == 2


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_edited_or_not_cached_is_left_out_and_told(tmp_path: Path, layout: str) -> None:
    workspace = cached(tmp_path, layout=layout)
    workspace.age(workspace.write_caption("data/cats/1.txt", "another caption"), by_ns=10**9)
    workspace.add_picture("data/cats/7.png", caption="cats 7 line 0")
    workspace.age(workspace.add_picture("data/cats/2.png", seed=77), by_ns=10**9)
    with pytest.warns(TrainingWarning, match=r"3 left out, 0 blank"):
        dataset = larder.CachedDataset(workspace.config_path)
    assert [Path(dataset[at]["image_path"]).stem for at in range(len(dataset))] == [
        "0", "3", "4", "5"]
    assert {(item.store, Path(item.picture).stem, item.reason)
            for item in dataset.report.missing} == {
        ("text", "1", "content-changed"), ("image", "2", "content-changed"),
        ("image", "7", "missing-entry"), ("text", "7", "missing-entry")}
    assert set(str(dataset.report).splitlines()[2:]) == {
        "  Edited (content-changed), 1 picture: data/cats/2.png",
        "  Not cached yet (missing-entry), 1 picture: data/cats/7.png",
        "  Edited (content-changed), 1 caption: data/cats/1.png",
        "  Not cached yet (missing-entry), 1 caption: data/cats/7.png"}


def test_nothing_is_served_where_nothing_may_be_missing(tmp_path: Path) -> None:
    workspace = cached(tmp_path)
    workspace.add_picture("data/cats/7.png", caption="cats 7 line 0")
    with pytest.raises(UserFacingError, match=r"missing-entry\), 1 picture: data/cats/7\.png"):
        larder.CachedDataset(workspace.config_path, missing="stop")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_trusted_cache_is_served_unchecked_and_that_is_said(
    tmp_path: Path, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = cached(tmp_path, layout=layout)
    workspace.age(workspace.write_caption("data/cats/1.txt", "another caption"), by_ns=10**9)

    def no_survey(*_: object, **__: object) -> None:
        raise AssertionError("a trusted cache is not surveyed")

    monkeypatch.setattr("larder.core.training.pairing.survey", no_survey)
    with pytest.warns(TrainingWarning, match="Nothing was checked"):
        dataset = larder.CachedDataset(workspace.config_path, trust=True)
    assert len(dataset) == 6
    assert dataset.report.trusted
    (first, *_) = dataset.served
    assert first.image is not None
    (workspace.store() / first.image.name).unlink()
    with pytest.raises(PayloadError):
        dataset[0]


def test_trust_leaves_the_index_as_it_is(tmp_path: Path) -> None:
    """Behaviour 23: trust mode leaves `last_validated` as it was, as does everything here."""
    workspace = cached(tmp_path)
    index = workspace.store() / "cache.json"
    document = json.loads(index.read_text()) | {"last_validated": 12.5}
    index.write_text(json.dumps(document))
    before = tree_state(tmp_path / "workspace-cache", leave_out="")
    for trust in (True, False):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TrainingWarning)
            dataset = larder.CachedDataset(workspace.config_path, trust=trust)
        for at in range(len(dataset)):
            dataset[at]
    assert tree_state(tmp_path / "workspace-cache", leave_out="") == before


def test_a_second_epoch_looks_for_nothing_again_and_a_new_start_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behaviour 21: a second epoch surveys and scans nothing again; a new dataset does."""
    workspace = cached(tmp_path)
    looked: list[str] = []
    from larder.core.training import cached_files, pairing

    scan, survey = cached_files.scan_folder, pairing.survey
    monkeypatch.setattr(
        cached_files, "scan_folder", lambda folder: (looked.append("scan"), scan(folder))[1])
    monkeypatch.setattr(
        pairing, "survey", lambda *of, **by: (looked.append("survey"), survey(*of, **by))[1])
    dataset = larder.CachedDataset(workspace.config_path)
    assert looked == ["survey", "scan", "scan"]
    for epoch in range(1, 4):
        dataset.set_epoch(epoch)
    assert looked == ["survey", "scan", "scan"]
    larder.CachedDataset(workspace.config_path)
    assert looked == ["survey", "scan", "scan"] * 2


@pytest.mark.parametrize("layout", LAYOUTS)
def test_samples_of_several_concepts_keep_picture_mask_and_caption_together(
    tmp_path: Path, layout: str
) -> None:
    """SAMPLES draws once for both stores; the trainer draws twice and pairs five of six wrongly."""
    workspace = BuildWorkspace(tmp_path)
    workspace.configure(resolution="128", masked_training=True)
    add_cats(workspace, "cats", pictures=12, masked=range(12),
             balancing=6, balancing_strategy="SAMPLES")
    add_cats(workspace, "dogs", pictures=5, balancing=2.2)
    from tests.support.building import build

    build(workspace, layout=layout, even_if_busy=True)
    dataset = larder.CachedDataset(workspace.config_path)
    drawn: set[str] = set()
    for epoch in range(6):
        dataset.set_epoch(epoch)
        assert len(dataset) == 6 + 11
        for at in range(len(dataset)):
            item = dataset[at]
            path = Path(item["image_path"])
            assert item["prompt"] == f"{path.parent.name} {path.stem} line 0"
            if path.parent.name == "cats":
                drawn.add(path.stem)
                assert float(item["latent_mask"].mean()) == pytest.approx(
                    20 * int(path.stem) / 255, abs=1e-3)
    assert len(drawn) == 12


def test_a_concept_of_validation_is_served_when_it_is_asked_for(tmp_path: Path) -> None:
    workspace = cached(tmp_path)
    workspace.configure(validation=True)
    add_cats(workspace, "held", pictures=2, type="VALIDATION")
    from tests.support.building import build

    build(workspace, even_if_busy=True)
    dataset = larder.CachedDataset(workspace.config_path)
    held = larder.CachedDataset(workspace.config_path, validation=True)
    assert (len(dataset), len(held)) == (6, 2)
    assert {held[at]["concept_type"] for at in range(2)} == {"VALIDATION"}


def test_a_folder_without_a_config_is_refused_with_the_way_out(tmp_path: Path) -> None:
    workspace = cached(tmp_path)
    with pytest.raises(UserFacingError, match="Without a config"):
        larder.CachedDataset(workspace.store())
    shutil.rmtree(workspace.store())
    with pytest.raises(UserFacingError, match="No pictures are cached"):
        larder.CachedDataset(workspace.config_path)
