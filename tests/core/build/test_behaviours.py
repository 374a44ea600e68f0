"""Behaviours of the trainer's cache that a build keeps, by their numbers in its description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.build.scope import BuildScope
from larder.core.errors import UserFacingError
from larder.core.payloads.pt import write_pt
from larder.core.payloads.pt_file import list_pt, read_pt_array
from larder.core.payloads.tensors import read_pt_with_torch
from larder.core.survey.report import Depth
from tests.support.building import BuildWorkspace, CountingEncoders, build, plan_of
from tests.support.surveying import drifted, run_survey, verdicts


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    made = BuildWorkspace(tmp_path / "work")
    made.add_concept()
    return made


def edit(workspace: BuildWorkspace, source: str, seed: int = 99) -> None:
    workspace.add_picture(source, seed=seed)
    workspace.age(workspace.root / source, by_ns=10**9)


def test_behaviour_13_a_replaced_row_leaves_its_old_hash(workspace: BuildWorkspace) -> None:
    workspace.add_picture("data/cats/0.png")
    build(workspace)
    old = workspace.row("data/cats/0.png")["hash"]
    edit(workspace, "data/cats/0.png")
    build(workspace)
    index = workspace.index()
    new = index["entries"]["data/cats/0.png"]["hash"]
    assert index["hash_index"] == {new: ["data/cats/0.png"]}
    assert new != old


def test_behaviour_14_a_lost_payload_rebuilds_only_its_variant(workspace: BuildWorkspace) -> None:
    workspace.add_picture("data/cats/0.png")
    build(workspace)
    workspace.configure(resolution="192")
    build(workspace)
    row = workspace.row("data/cats/0.png")
    payloads = workspace.payloads()
    lost = f"{row['variants']['192x192']['cache_file']}_1.pt"
    (workspace.store() / lost).unlink()
    built = build(workspace)
    assert [item.bucket for item in built.encoders.images] == [(192, 192)]
    assert workspace.row("data/cats/0.png") == row
    assert workspace.payloads() == payloads


def test_behaviour_14_of_several_variations_only_the_lost_one_is_made(
    workspace: BuildWorkspace,
) -> None:
    workspace.concepts[0].update(image_variations=3, image={"enable_random_flip": True})
    workspace.write()
    workspace.add_picture("data/cats/0.png")
    build(workspace)
    (workspace.store() / f"{workspace.row('data/cats/0.png')['hash'][:12]}_128x128_2.pt").unlink()
    built = build(workspace)
    assert [item.variation for item in built.encoders.images] == [1]


def test_behaviour_15_a_payload_without_a_needed_name_is_made_never_blank(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_picture("data/cats/0.png", caption="a cat")
    build(workspace)
    row = workspace.row("data/cats/0.txt")
    path = workspace.store("text") / f"{row['variants']['_']['cache_file']}_1.pt"
    whole = read_pt_array(path, "text_encoder_hidden_state")
    values = read_pt_with_torch(path)
    del values["text_encoder_hidden_state"]
    write_pt(path, values)
    index = workspace.store("text") / "cache.json"
    document = json.loads(index.read_text())
    document["entries"]["data/cats/0.txt"]["variants"]["_"]["schema_keys"] = ["tokens"]
    index.write_text(json.dumps(document, indent=2))
    for changed in (path, index):
        workspace.age(changed)
    assert verdicts(run_survey(workspace.config_path), "text") == {
        "data/cats/0.txt": "incomplete-schema"}
    assert build(workspace).encoders.prompts == ["a cat"]
    assert (read_pt_array(path, "text_encoder_hidden_state") == whole).all()
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "text") == {}


def test_behaviour_16_a_missing_size_is_made_alone_and_comes_first(
    workspace: BuildWorkspace,
) -> None:
    for number in range(2):
        workspace.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    build(workspace)
    before = workspace.index()["entries"]
    texts = (workspace.store("text") / "cache.json").stat()
    workspace.configure(resolution="192")
    built = build(workspace)
    assert [item.bucket for item in built.encoders.images] == [(192, 192)] * 2
    for key, row in workspace.index()["entries"].items():
        assert list(row["variants"]) == ["192x192", "128x128"]
        assert row["variants"]["128x128"] == before[key]["variants"]["128x128"]
    assert (workspace.store("text") / "cache.json").stat().st_mtime_ns == texts.st_mtime_ns


def test_behaviour_17_the_embedded_encoder_refuses_other_model_types(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_picture("data/cats/0.png")
    workspace.configure(model_type="STABLE_DIFFUSION_XL_10_BASE")
    with pytest.raises(UserFacingError, match="Choose the VAE and text encoders with --model DIR"):
        build(workspace)
    assert not (workspace.store() / "cache.json").exists()


def test_behaviour_17_an_entry_of_another_model_type_is_replaced_beside_its_payload(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_picture("data/cats/0.png")
    build(workspace)
    others = {}
    index = workspace.store() / "cache.json"
    index.write_text(index.read_text().replace("LARDER_PATCH_MEANS", "FLUX_DEV_1"))
    workspace.age(index)
    for path in workspace.store().glob("*_1.pt"):
        values = read_pt_with_torch(path)
        write_pt(path, {**values, "__modeltype": "FLUX_DEV_1"})
        workspace.age(path)
        others[path.name] = path.read_bytes()
    assert build(workspace).report.encoded == 1
    assert workspace.row("data/cats/0.png")["modeltype"] == "LARDER_PATCH_MEANS"
    assert others.items() <= workspace.payloads().items()
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_behaviour_26_masks_have_the_very_crop_of_their_latent(workspace: BuildWorkspace) -> None:
    workspace.configure(masked_training=True, resolution="128,192")
    workspace.concepts[0]["image"] = {"enable_crop_jitter": True, "enable_random_flip": True}
    workspace.concepts[0]["image_variations"] = 3
    workspace.write()
    workspace.add_picture("data/cats/0.png", size=(40, 70))
    gradient = np.tile(np.linspace(0, 255, 70, dtype=np.uint8), (40, 1))
    from PIL import Image
    Image.fromarray(np.dstack([gradient] * 3)).save(workspace.root / "data/cats/0.png")
    Image.fromarray(gradient).save(workspace.root / "data/cats/0-masklabel.png")
    build(workspace)
    for path in workspace.store().glob("*_*x*_*.pt"):
        latent = read_pt_array(path, "latent_image")[0]
        mask = read_pt_array(path, "latent_mask")[0]
        assert np.allclose((latent + 1) / 2, mask, atol=0.02)


def test_behaviour_29_returning_to_an_earlier_size_makes_nothing(
    workspace: BuildWorkspace,
) -> None:
    for number in range(3):
        workspace.add_picture(f"data/cats/{number}.png")
    build(workspace)
    workspace.configure(resolution="192")
    build(workspace)
    workspace.configure(resolution="128")
    built = build(workspace)
    assert (built.encoders.opened, built.report.encoded, built.report.reordered) == (0, 0, 3)
    for row in workspace.index()["entries"].values():
        assert list(row["variants"]) == ["128x128", "192x192"]
    assert build(workspace).plan.is_empty


def test_behaviour_30_a_payload_of_the_wanted_size_is_linked_and_others_stay_out(
    workspace: BuildWorkspace,
) -> None:
    for number in range(2):
        workspace.add_picture(f"data/cats/{number}.png")
    build(workspace)
    workspace.configure(resolution="192")
    build(workspace)
    index = workspace.store() / "cache.json"
    document = json.loads(index.read_text())
    for row in document["entries"].values():
        del row["variants"]["128x128"]
    index.write_text(json.dumps(document, indent=2))
    workspace.age(index)
    lost = f"{document['entries']['data/cats/1.png']['hash'][:12]}_128x128_1.pt"
    (workspace.store() / lost).unlink()
    stray = workspace.store() / "0123456789ab_128x128_1.pt"
    stray.write_bytes(b"not ours")
    workspace.age(stray)
    workspace.configure(resolution="128")
    built = build(workspace)
    assert [item.spelled for item in built.encoders.images] == ["data/cats/1.png"]
    assert built.report.adopted == 1
    stems = {
        variant["cache_file"] for row in workspace.index()["entries"].values()
        for variant in row["variants"].values()}
    assert "0123456789ab_128x128" not in stems
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_behaviour_31_the_stamped_crop_is_the_payloads_own(workspace: BuildWorkspace) -> None:
    for number, size in enumerate([(40, 40), (30, 90), (90, 30), (40, 55)]):
        workspace.add_picture(f"data/cats/{number}.png", size=size)
    build(workspace)
    for row in workspace.index()["entries"].values():
        for variant in row["variants"].values():
            contents = list_pt(workspace.store() / f"{variant['cache_file']}_1.pt")
            assert list(contents.values["crop_resolution"]) == variant["crop_resolution"]


def test_behaviour_34_plan_index_and_payloads_agree_on_every_key(
    workspace: BuildWorkspace,
) -> None:
    workspace.configure(resolution="128,192,256")
    for number in range(5):
        workspace.add_picture(f"data/cats/{number}.png", size=(40, 30 + 10 * number))
    built = build(workspace)
    planned = {
        item.key: "x".join(map(str, item.bucket or ())) for store in built.plan.stores
        for item in store.items if store.target.id == "image"}
    indexed = {key: list(row["variants"]) for key, row in workspace.index()["entries"].items()}
    assert indexed == {key: [size] for key, size in planned.items()}
    assert plan_of(workspace).is_empty


def masked_later(workspace: BuildWorkspace, **image: Any) -> CountingEncoders:
    """Build without masks, switch masked training on, build again."""
    workspace.concepts[0]["image"] = {"enable_crop_jitter": False, **image}
    workspace.write()
    workspace.add_picture("data/cats/0.png", size=(40, 70))
    workspace.add_mask("data/cats/0.png", 255, size=(40, 70))
    build(workspace)
    workspace.configure(masked_training=True)
    built = build(workspace)
    report = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    assert drifted(report, "image") == {}
    return built.encoders


def spatial_sizes(workspace: BuildWorkspace) -> set[tuple[int, ...]]:
    path, = workspace.store().glob("*_*x*_1.pt")
    return {
        array.shape[-2:] for array in list_pt(path).arrays if array.name.startswith("latent_")}


def test_behaviour_35_switching_masks_on_adds_them_and_encodes_nothing(
    workspace: BuildWorkspace,
) -> None:
    before = workspace.payloads()
    encoders = masked_later(workspace)
    assert encoders.images == []
    assert len(spatial_sizes(workspace)) == 1
    path, = workspace.store().glob("*_*x*_1.pt")
    assert (read_pt_array(path, "latent_mask") == 1.0).all()
    index = workspace.index()
    assert "latent_mask" in index["schema"]
    assert "latent_mask" in next(iter(
        workspace.row("data/cats/0.png")["variants"].values()))["schema_keys"]
    assert before != workspace.payloads()


def test_behaviour_35_where_the_crop_is_drawn_all_of_it_is_made_anew(
    workspace: BuildWorkspace,
) -> None:
    encoders = masked_later(workspace, enable_crop_jitter=True)
    assert len(encoders.images) == 1
    assert len(spatial_sizes(workspace)) == 1


def test_behaviour_35_a_mask_of_another_size_is_replaced(workspace: BuildWorkspace) -> None:
    workspace.configure(masked_training=True)
    workspace.add_picture("data/cats/0.png")
    workspace.add_mask("data/cats/0.png", 255)
    build(workspace)
    path, = workspace.store().glob("*_*x*_1.pt")
    values = read_pt_with_torch(path)
    kept = values["latent_image"]
    values = {
        name: value for name, value in values.items() if not name.startswith("__larder")}
    values["latent_mask"] = values["latent_mask"][:, :4, :4]
    write_pt(path, values)
    index = workspace.store() / "cache.json"
    document = json.loads(index.read_text())
    for row in document["entries"].values():
        row["variants"]["128x128"]["schema_keys"].remove("latent_mask")
    index.write_text(json.dumps(document, indent=2))
    for changed in (path, index):
        workspace.age(changed)
    assert build(workspace, depth=Depth.PAYLOAD).report.built == 1
    assert len(spatial_sizes(workspace)) == 1
    assert (read_pt_array(path, "latent_image") == kept.numpy()).all()


def test_behaviour_50_a_failing_picture_does_not_fail_its_batch(
    workspace: BuildWorkspace,
) -> None:
    for number in range(6):
        workspace.add_picture(f"data/cats/{number}.png")

    def disturb(encoders: CountingEncoders) -> None:
        encoders.broken = frozenset({"3.png"})

    built = build(workspace, batch=6, disturb=disturb)
    assert [failed.item for failed in built.failed] == ["data/cats/3.png"]
    assert built.failed[0].retry == "build"
    assert sorted(workspace.index()["entries"]) == [
        f"data/cats/{number}.png" for number in (0, 1, 2, 4, 5)]
    assert build(workspace).report.encoded == 1


def test_behaviour_51_a_batch_gives_what_one_at_a_time_gives(
    workspace: BuildWorkspace, tmp_path: Path
) -> None:
    other = BuildWorkspace(tmp_path / "other")
    other.add_concept()
    for number in range(5):
        for one in (workspace, other):
            one.add_picture(f"data/cats/{number}.png", caption="cat " * (number + 1))
    build(workspace, batch=1)
    build(other, batch=4)
    for store in ("image", "text"):
        assert workspace.payloads(store) == other.payloads(store)


def test_behaviour_54_an_encoder_is_opened_once_and_closed(workspace: BuildWorkspace) -> None:
    for number in range(4):
        workspace.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    built = build(workspace)
    assert (built.encoders.opened, built.encoders.closed) == (2, 2)
    workspace.write_caption("data/cats/0.txt", "cat 1")
    workspace.age(workspace.root / "data/cats/0.txt", by_ns=10**9)
    assert build(workspace).encoders.opened == 0


def test_a_changed_recipe_is_rebuilt_in_place(workspace: BuildWorkspace) -> None:
    workspace.add_picture("data/cats/0.png")
    build(workspace)
    before = workspace.payloads()
    workspace.concepts[0]["image"] = {"enable_crop_jitter": False, "enable_fixed_flip": True}
    workspace.write()
    assert verdicts(run_survey(workspace.config_path), "image") == {
        "data/cats/0.png": "recipe-changed"}
    built = build(workspace, scope=BuildScope.STALE)
    assert built.report.encoded == 1
    after = workspace.payloads()
    assert after.keys() == before.keys()
    assert after != before
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_a_collision_gives_both_sources_payloads_of_their_own(workspace: BuildWorkspace) -> None:
    for number in range(2):
        workspace.add_picture(f"data/cats/{number}.png")
    build(workspace)
    index = workspace.store() / "cache.json"
    document = json.loads(index.read_text())
    rows = document["entries"]
    rows["data/cats/1.png"]["variants"] = rows["data/cats/0.png"]["variants"]
    index.write_text(json.dumps(document, indent=2))
    workspace.age(index)
    build(workspace)
    stems = {
        row["variants"]["128x128"]["cache_file"] for row in workspace.index()["entries"].values()}
    assert len(stems) == 2
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_behaviour_57_rows_of_shifted_samples_are_rekeyed_with_what_they_say(
    workspace: BuildWorkspace,
) -> None:
    for number in (1, 2):
        workspace.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    build(workspace)
    before = workspace.index("text")["entries"]
    workspace.add_picture("data/cats/0.png", caption="cat 0")
    built = build(workspace)
    assert built.encoders.prompts == ["cat 0"]
    for store, ending in (("image", "png"), ("text", "txt")):
        entries = workspace.index(store)["entries"]
        for position in range(3):
            entry = entries[f"data/cats/{position}.{ending}"]
            assert list(entry["sourceless_rows"]) == [str(position)]
            metadata = entry["sourceless_rows"][str(position)]["metadata"]
            assert metadata == entry["sourceless"]
            assert metadata["source_index"] == position
    for position in (1, 2):
        key = f"data/cats/{position}.txt"
        old, new = before[key], workspace.index("text")["entries"][key]
        was, now = old["sourceless_rows"][str(position - 1)], new["sourceless_rows"][str(position)]
        assert now == was | {"metadata": was["metadata"] | {"source_index": position}}
        assert new | {"sourceless": 0, "sourceless_rows": 0} == old | {
            "sourceless": 0, "sourceless_rows": 0}


def test_behaviour_57_rows_are_rekeyed_by_what_they_say_and_not_resolved_again(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_picture("data/cats/1.png", caption="cat 1")
    build(workspace)
    path = workspace.store("text") / "cache.json"
    path.write_text(path.read_text("ascii").replace('"cat 1"', '"as it was resolved"'), "ascii")
    workspace.age(path)
    workspace.add_picture("data/cats/0.png", caption="cat 0")
    build(workspace)
    (row,) = workspace.row("data/cats/1.txt")["sourceless_rows"].values()
    assert row["runtime_values"] == {"0": {"prompt": "as it was resolved"}}


def test_behaviour_57_each_use_of_one_file_keeps_its_own_row(workspace: BuildWorkspace) -> None:
    workspace.concepts.append(workspace.concepts[0] | {"name": "again", "seed": 2})
    workspace.write()
    for number in (1, 2):
        workspace.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    build(workspace)
    workspace.add_picture("data/cats/0.png", caption="cat 0")
    build(workspace)
    for number in range(3):
        rows = workspace.row(f"data/cats/{number}.txt")["sourceless_rows"]
        assert {name: row["metadata"]["group_values"][1] for name, row in rows.items()} == {
            str(number): 1, str(number + 3): 2}


def test_behaviour_57_stale_rows_go_only_of_files_in_the_dataset(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_concept("dogs")
    for name in ("cats", "dogs"):
        for number in (1, 2):
            workspace.add_picture(f"data/{name}/{number}.png", caption=f"{name} {number}")
    build(workspace)
    index = workspace.store() / "cache.json"
    document = json.loads(index.read_text("ascii"))
    for entry in document["entries"].values():
        entry["sourceless_rows"]["99"] = next(iter(entry["sourceless_rows"].values()))
    index.write_text(json.dumps(document, indent=2), "ascii")
    workspace.age(index)
    before = workspace.index()["entries"]
    workspace.concepts[1]["enabled"] = False
    workspace.write()
    (workspace.root / "data/cats/1.png").unlink()
    workspace.add_picture("data/cats/3.png")
    build(workspace)
    entries = workspace.index()["entries"]
    assert list(entries["data/cats/2.png"]["sourceless_rows"]) == ["0"]
    for key in ("data/dogs/1.png", "data/dogs/2.png", "data/cats/1.png"):
        assert entries[key] == before[key]


def test_behaviour_57_nothing_is_rekeyed_while_a_concept_is_out_of_reach(
    workspace: BuildWorkspace,
) -> None:
    path = workspace.add_concept("ants", path="data/ants")
    workspace.concepts.reverse()
    workspace.write()
    for name in ("ants", "cats"):
        workspace.add_picture(f"data/{name}/1.png")
    build(workspace)
    before = workspace.row("data/cats/1.png")
    (workspace.root / path).rename(workspace.root / "elsewhere")
    workspace.add_picture("data/cats/0.png")
    build(workspace)
    assert workspace.row("data/cats/1.png") == before
