"""Payloads that a build reuses, and those it does not although the trainer would."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from larder.core.build.scope import BuildScope
from larder.core.clean.assume import apply_assume, plan_assume
from larder.core.payloads.pt import write_pt
from larder.core.payloads.pt_file import list_pt, read_pt_array
from larder.core.payloads.tensors import read_pt_with_torch
from larder.core.survey.report import Depth
from larder.core.survey.verdicts import Remark
from tests.support.building import BuildWorkspace, build, plan_of
from tests.support.disk_cache import whole_concept
from tests.support.surveying import drifted, loose_payloads, run_survey

SIX = [f"a {colour} cat" for colour in ("red", "blue", "green", "white", "black", "grey")]


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    return BuildWorkspace(tmp_path / "work")


def six_lines(workspace: BuildWorkspace) -> Path:
    """A caption of six lines, with so many variations that every line is drawn."""
    cats = workspace.add_concept(text_variations=40)
    workspace.add_picture(f"{cats}/0.png", caption="\n".join(SIX))
    assert sorted(build(workspace).encoders.prompts) == sorted(SIX)
    return workspace.root / cats / "0.txt"


def prompt_of(workspace: BuildWorkspace, name: str) -> str:
    return list_pt(workspace.store("text") / name).values["__sourceless_values"]["prompt"]


def rewrite(workspace: BuildWorkspace, path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    workspace.age(path, by_ns=10**9)


def test_behaviour_40_editing_one_line_of_six_costs_one_encode(workspace: BuildWorkspace) -> None:
    caption = six_lines(workspace)
    rewrite(workspace, caption, "\n".join(["a purple cat", *SIX[1:]]))
    built = build(workspace)
    assert built.encoders.prompts == ["a purple cat"]
    assert (built.report.encoded, built.report.built) == (1, 40)
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "text") == {}


def test_behaviour_40_reordering_lines_costs_none_and_opens_no_encoder(
    workspace: BuildWorkspace,
) -> None:
    caption = six_lines(workspace)
    rewrite(workspace, caption, "\n".join(reversed(SIX)))
    built = build(workspace)
    assert (built.encoders.opened, built.report.encoded, built.report.copied) == (0, 0, 40)
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "text") == {}
    row = workspace.row("data/cats/0.txt")
    prompts = row["sourceless_rows"]["0"]["runtime_values"]
    for number in range(40):
        name = f"{row['variants']['_']['cache_file']}_{number + 1}.pt"
        assert prompt_of(workspace, name) == prompts[str(number)]["prompt"]


def test_of_a_renamed_picture_what_is_damaged_is_made_again(workspace: BuildWorkspace) -> None:
    cats = workspace.add_concept(image_variations=2)
    workspace.add_picture(f"{cats}/0.png", caption="a cat")
    workspace.add_picture(f"{cats}/stays.png", caption="it stays")
    build(workspace)
    (first,) = workspace.store().glob(f"{workspace.row(f'{cats}/0.png')['hash'][:12]}*_1.pt")
    whole = first.read_bytes()
    first.write_bytes(whole[:-40])
    (workspace.root / cats / "0.png").rename(workspace.root / cats / "1.png")
    plan = plan_of(workspace)
    assert [(item.key, item.to_make) for store in plan.stores for item in store.items
            if store.target.id == "image"] == [(f"{cats}/1.png", (1,))]
    build(workspace)
    assert first.stat().st_size == len(whole)


def test_behaviour_39_renaming_a_folder_costs_no_encode(workspace: BuildWorkspace) -> None:
    workspace.add_concept(text_variations=2, image_variations=2)
    workspace.add_picture("data/cats/stays.png", caption="it stays")
    for number in range(3):
        workspace.add_picture(
            f"data/cats/old/{number}.png", caption=f"cat {number}\nfeline {number}")
    build(workspace)
    (workspace.root / "data/cats/old").rename(workspace.root / "data/cats/new")
    built = build(workspace)
    assert (built.encoders.opened, built.report.built, built.report.readopted) == (0, 0, 6)
    report = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    for store in ("image", "text"):
        assert drifted(report, store) == loose_payloads(report, store) == {}
        assert not any("old" in key for key in workspace.index(store)["entries"])


@pytest.mark.parametrize("is_trainers", [False, True])
def test_behaviour_39_renaming_a_concepts_own_folder_costs_no_encode(
    workspace: BuildWorkspace, is_trainers: bool
) -> None:
    workspace.add_concept(image_variations=2)
    for number in range(3):
        workspace.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    build(workspace)
    if is_trainers:
        forget_larder(workspace)
    before = workspace.payloads(), workspace.payloads("text")
    (workspace.root / "data/cats").rename(workspace.root / "data/felines")
    workspace.concepts[0]["path"] = "data/felines"
    workspace.write()
    built = build(workspace)
    assert (built.encoders.opened, built.report.built, built.report.adopted) == (0, 0, 9)
    assert (workspace.payloads(), workspace.payloads("text")) == before
    report = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    for store in ("image", "text"):
        assert set(drifted(report, store).values()) == {"source-unreachable"}
        assert all(key.startswith("data/cats") for key in drifted(report, store))


def forget_larder(workspace: BuildWorkspace) -> None:
    """Make a cache one that a trainer wrote: nothing of ours in payloads or folders."""
    for store in ("image", "text"):
        shutil.rmtree(workspace.store(store) / ".larder")
        for path in workspace.store(store).iterdir():
            if path.suffix == ".pt":
                values = {
                    name: value for name, value in read_pt_with_torch(path).items()
                    if not name.startswith("__larder")}
                write_pt(path, values)
            workspace.age(path)


def test_adding_one_picture_costs_one_encode(workspace: BuildWorkspace) -> None:
    cats = workspace.add_concept()
    for number in range(3):
        workspace.add_picture(f"{cats}/{number}.png", caption="the same cat")
    build(workspace)
    workspace.add_picture(f"{cats}/0a.png", caption="the same cat")
    built = build(workspace)
    assert [item.spelled for item in built.encoders.images] == ["data/cats/0a.png"]
    assert built.encoders.prompts == []


def test_behaviour_37_equal_pictures_share_one_set_of_payloads(workspace: BuildWorkspace) -> None:
    cats = workspace.add_concept(image_variations=2)
    picture = workspace.add_picture(f"{cats}/0.png")
    copy = shutil.copy2(picture, picture.with_name("1.png"))
    built = build(workspace)
    assert (built.report.encoded, built.report.shared, built.report.entries) == (2, 1, 2)
    index = workspace.index()
    first, second = (index["entries"][f"data/cats/{number}.png"] for number in (0, 1))
    assert first["variants"] == second["variants"]
    assert index["hash_index"][first["hash"]] == ["data/cats/0.png", "data/cats/1.png"]
    shutil.copy2(copy, picture.with_name("2.png"))
    later = build(workspace)
    assert (later.encoders.opened, later.report.adopted, later.report.entries) == (0, 2, 1)
    assert workspace.row("data/cats/2.png")["variants"] == first["variants"]


def test_behaviour_38_editing_one_copy_leaves_the_other_and_its_payload(
    workspace: BuildWorkspace,
) -> None:
    cats = workspace.add_concept()
    picture = workspace.add_picture(f"{cats}/0.png")
    shutil.copy2(picture, picture.with_name("1.png"))
    build(workspace)
    before, payloads = workspace.row("data/cats/0.png"), workspace.payloads()
    workspace.add_picture(f"{cats}/1.png", seed=5)
    workspace.age(workspace.root / cats / "1.png", by_ns=10**9)
    assert build(workspace).report.encoded == 1
    assert workspace.row("data/cats/0.png") == before
    assert payloads.items() <= workspace.payloads().items()
    assert workspace.index()["hash_index"][before["hash"]] == ["data/cats/0.png"]


def test_equal_pictures_with_different_masks_do_not_share(workspace: BuildWorkspace) -> None:
    workspace.configure(masked_training=True)
    cats = workspace.add_concept()
    picture = workspace.add_picture(f"{cats}/0.png")
    shutil.copy2(picture, picture.with_name("1.png"))
    shutil.copy2(picture, picture.with_name("2.png"))
    workspace.add_mask(f"{cats}/0.png", 255)
    workspace.add_mask(f"{cats}/1.png", 0)
    workspace.add_mask(f"{cats}/2.png", 255)
    built = build(workspace)
    assert (built.report.encoded, built.report.shared) == (2, 1)
    stems = [
        workspace.row(f"data/cats/{number}.png")["variants"]["128x128"]["cache_file"]
        for number in range(3)]
    assert stems[0] == stems[2] != stems[1]
    for stem, level in zip(stems, (1.0, 0.0, 1.0), strict=True):
        mask = read_pt_array(workspace.store() / f"{stem}_1.pt", "latent_mask")
        assert (mask == level).all()
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}
    assert build(workspace).plan.is_empty


def test_a_copy_of_a_cached_picture_takes_its_payloads_exactly_if_their_masks_are_equal(
    workspace: BuildWorkspace,
) -> None:
    workspace.configure(masked_training=True)
    cats = workspace.add_concept()
    picture = workspace.add_picture(f"{cats}/0.png")
    workspace.add_mask(f"{cats}/0.png", 255)
    build(workspace)
    for number, level in ((1, 255), (2, 0)):
        shutil.copy2(picture, picture.with_name(f"{number}.png"))
        workspace.add_mask(f"{cats}/{number}.png", level)
    later = build(workspace)
    assert (later.report.encoded, later.report.adopted) == (1, 1)
    stems = [
        workspace.row(f"data/cats/{number}.png")["variants"]["128x128"]["cache_file"]
        for number in range(3)]
    assert stems[0] == stems[1] != stems[2]


def test_equal_pictures_with_different_augmentation_do_not_share(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_concept("cats")
    workspace.add_concept("mirrored", image={"enable_fixed_flip": True})
    picture = workspace.add_picture("data/cats/0.png")
    shutil.copy2(picture, workspace.root / "data/mirrored/0.png")
    assert build(workspace).report.encoded == 2
    latents = [
        read_pt_array(workspace.store() / (
            workspace.row(f"data/{name}/0.png")["variants"]["128x128"]["cache_file"] + "_1.pt"),
            "latent_image") for name in ("cats", "mirrored")]
    assert (latents[0] == latents[1][:, :, ::-1]).all()
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_equal_captions_with_prompts_from_file_names_do_not_share(
    workspace: BuildWorkspace,
) -> None:
    cats = workspace.add_concept(text={"prompt_source": "filename"})
    for name in ("tom", "felix"):
        workspace.add_picture(f"{cats}/{name}.png", caption="")
    assert sorted(build(workspace).encoders.prompts) == ["felix", "tom"]
    for name in ("tom", "felix"):
        stem = workspace.row(f"data/cats/{name}.txt")["variants"]["_"]["cache_file"]
        assert prompt_of(workspace, f"{stem}_1.pt") == name
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "text") == {}


def test_a_renamed_caption_whose_name_is_the_prompt_takes_nothing_over(
    workspace: BuildWorkspace,
) -> None:
    """A renamed caption whose name is the prompt reuses nothing: its payload has the old name.

    Moved to another folder under the same name, the prompt is the same.

    Moved to another folder under the same name, the prompt is the same.
    """
    cats = workspace.add_concept(text={"prompt_source": "filename"})
    for name in ("tom", "felix", "kitty"):
        workspace.add_picture(f"{cats}/{name}.png", caption="")
    build(workspace)
    (workspace.root / cats / "sub").mkdir()
    for old, new in (("tom", "max"), ("felix", "sub/felix")):
        for ending in (".png", ".txt"):
            (workspace.root / cats / f"{old}{ending}").rename(
                workspace.root / cats / f"{new}{ending}")
    (text,) = [one for one in run_survey(workspace.config_path).stores
               if one.location.id == "text"]
    assert [text.rows.source(one.row) for one in text.readoptions] == [f"{cats}/sub/felix.txt"]
    built = build(workspace)
    assert (built.encoders.prompts, built.encoders.images) == (["max"], [])
    for name in ("max", "sub/felix"):
        stem = workspace.row(f"{cats}/{name}.txt")["variants"]["_"]["cache_file"]
        assert prompt_of(workspace, f"{stem}_1.pt") == name.rpartition("/")[2]
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "text") == {
        f"{cats}/tom.txt": "source-missing"}


def test_a_renamed_picture_does_not_take_over_what_was_made_with_other_settings(
    workspace: BuildWorkspace,
) -> None:
    """One build makes all of it right."""
    workspace.add_concept()
    for number in range(2):
        workspace.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    build(workspace)
    for ending in (".png", ".txt"):
        (workspace.root / f"data/cats/0{ending}").rename(workspace.root / f"data/cats/9{ending}")
    workspace.concepts[0]["image"]["enable_fixed_flip"] = True
    workspace.write()
    built = build(workspace)
    assert sorted(item.spelled for item in built.encoders.images) == [
        "data/cats/1.png", "data/cats/9.png"]
    assert (built.encoders.prompts, plan_of(workspace).stores) == ([], ())


@pytest.mark.parametrize("layout", ["cache.json", "released"])
def test_captions_of_one_prompt_are_each_made_with_the_settings_of_their_concept(
    workspace: BuildWorkspace, layout: str
) -> None:
    workspace.add_concept("cats", text={"enable_tag_shuffling": True})
    workspace.add_concept("dogs", seed=2)
    workspace.concepts[:] = map(whole_concept, workspace.concepts)
    workspace.write()
    for name in ("cats", "dogs"):
        workspace.add_picture(f"data/{name}/0.png", caption=f"a pet{chr(10) * len(name)}"[:6])
    built = build(workspace, layout=layout, even_if_busy=True)
    assert built.encoders.prompts == ["a pet"]
    assert drifted(run_survey(workspace.config_path), "text") == {}


def test_behaviour_41_one_line_in_two_concepts_is_encoded_once_with_its_own_concept(
    workspace: BuildWorkspace,
) -> None:
    for name in ("cats", "dogs"):
        workspace.add_concept(name)
        workspace.add_picture(f"data/{name}/0.png", caption=f"a pet\n\n{' ' * len(name)}")
    (workspace.root / "data/dogs/0.txt").write_text("a pet\n\n\n\n")
    built = build(workspace, batch=4)
    assert built.encoders.prompts == ["a pet"]
    for name in ("cats", "dogs"):
        stem = workspace.row(f"data/{name}/0.txt")["variants"]["_"]["cache_file"]
        values = list_pt(workspace.store("text") / f"{stem}_1.pt").values
        assert values["__concept_name"] == name


def test_behaviour_41_a_later_build_copies_the_line(workspace: BuildWorkspace) -> None:
    workspace.add_concept("cats")
    workspace.add_picture("data/cats/0.png", caption="a pet")
    build(workspace)
    workspace.add_concept("dogs")
    workspace.add_picture("data/dogs/0.png", caption="a pet\n")
    built = build(workspace)
    assert (built.encoders.prompts, built.report.copied) == ([], 1)
    cat, dog = (
        workspace.store("text") / (
            workspace.row(f"data/{name}/0.txt")["variants"]["_"]["cache_file"] + "_1.pt")
        for name in ("cats", "dogs"))
    array = "text_encoder_hidden_state"
    assert (read_pt_array(cat, array) == read_pt_array(dog, array)).all()
    assert list_pt(dog).values["__concept_name"] == "dogs"
    report = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    assert drifted(report, "text") == {}


def test_behaviour_42_a_donor_whose_own_stamp_differs_is_refused(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_concept()
    workspace.add_picture("data/cats/0.png", caption="a pet")
    workspace.add_picture("data/cats/1.png", caption="something else")
    build(workspace)
    path = workspace.store("text") / "content_index.json"
    content = json.loads(path.read_bytes())
    (one, first), (other, second) = content["entries"].items()
    path.write_text(json.dumps({**content, "entries": {one: second, other: first}}))
    workspace.add_picture("data/cats/2.png", caption="a pet\n")
    built = build(workspace)
    assert (built.encoders.prompts, built.report.copied) == (["a pet"], 0)


def test_behaviour_43_content_is_not_reused_across_model_types(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_concept()
    workspace.add_picture("data/cats/0.png", caption="a pet")
    build(workspace)
    path = workspace.store("text") / "cache.json"
    path.write_text(path.read_text().replace("LARDER_PATCH_MEANS", "Z_IMAGE"))
    workspace.age(path)
    other = workspace.payloads("text")
    built = build(workspace)
    assert built.encoders.prompts == []  # the payload itself says that it is of this model
    assert workspace.payloads("text").items() >= other.items()
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "text") == {}


def test_a_prompt_is_not_copied_from_a_payload_of_another_text_encoder(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_concept()
    workspace.add_picture("data/cats/0.png", caption="a pet")
    build(workspace)
    workspace.configure(base_model_name="another/model")
    built = build(workspace)
    assert built.encoders.prompts == ["a pet"]
    assert drifted(run_survey(workspace.config_path), "text") == {}


@pytest.mark.parametrize("store", ["image", "text"])
def test_a_good_row_speaks_for_no_more_variations_than_it_asks_for(
    workspace: BuildWorkspace, store: str
) -> None:
    """The second variation is left from the other settings; nobody rebuilt it meanwhile."""
    workspace.add_concept("dogs", text_variations=2, image_variations=2)
    picture = workspace.add_picture("data/dogs/0.png", caption="a pet")
    build(workspace)
    workspace.add_concept("cats")
    shutil.copy2(picture, workspace.root / "data/cats/0.png")
    workspace.write_caption("data/cats/0.txt", "a pet")
    assert build(workspace).report.encoded == 0
    workspace.configure(base_model_name="another/model", vae={"model_name": "another/vae"})
    key = f"data/cats/0.{'txt' if store == 'text' else 'png'}"
    build(workspace, selection={(store, key)})
    assert list(drifted(run_survey(workspace.config_path), store)) == [
        key.replace("cats", "dogs")]
    built = build(workspace)
    assert (built.report.adopted, built.report.failed) == (1, ())
    assert drifted(run_survey(workspace.config_path), store) == {}


def test_a_payload_that_is_known_to_be_made_otherwise_is_not_adopted(
    workspace: BuildWorkspace,
) -> None:
    """It carries no recipe, but the user said with which config it was made."""
    workspace.add_concept("dogs")
    workspace.add_picture("data/dogs/0.png", caption="a pet")
    build(workspace)
    forget_larder(workspace)
    surveyed = run_survey(workspace.config_path)
    apply_assume(surveyed.workspace, plan_assume(surveyed.workspace, "text"))
    workspace.configure(base_model_name="another/model")
    workspace.add_concept("cats")
    workspace.add_picture("data/cats/0.png", caption="a pet")
    built = build(workspace, selection={("text", "data/cats/0.txt")})
    assert (built.encoders.prompts, built.report.adopted) == (["a pet"], 0)
    assert build(workspace).report.failed == ()
    assert drifted(run_survey(workspace.config_path), "text") == {}


def test_payloads_survive_the_loss_of_the_index(workspace: BuildWorkspace) -> None:
    cats = workspace.add_concept()
    for number in range(3):
        workspace.add_picture(f"{cats}/{number}.png", caption=f"cat {number}")
    build(workspace)
    before = workspace.payloads(), workspace.payloads("text")
    for store in ("image", "text"):
        (workspace.store(store) / "cache.json").unlink()
    built = build(workspace)
    assert (built.encoders.opened, built.report.adopted) == (0, 6)
    assert (workspace.payloads(), workspace.payloads("text")) == before
    report = run_survey(workspace.config_path, depth=Depth.PAYLOAD)
    assert drifted(report, "image") == drifted(report, "text") == {}


def test_an_unindexed_payload_of_other_settings_is_not_adopted(workspace: BuildWorkspace) -> None:
    workspace.add_concept(image={"enable_fixed_flip": True})
    workspace.add_picture("data/cats/0.png")
    build(workspace)
    (workspace.store() / "cache.json").unlink()
    workspace.concepts[0]["image"] = {"enable_crop_jitter": False}
    workspace.write()
    built = build(workspace)
    assert (len(built.encoders.images), built.report.adopted) == (1, 0)


def test_a_damaged_payload_is_not_adopted(workspace: BuildWorkspace) -> None:
    workspace.add_concept()
    workspace.add_picture("data/cats/0.png")
    build(workspace)
    payload, = workspace.store().glob("*_128x128_1.pt")
    content = bytearray(payload.read_bytes())
    at = content.find(b"\x00" * 8, len(content) // 2) - 600
    content[at] ^= 0xFF
    payload.write_bytes(content)
    workspace.age(payload)
    (workspace.store() / "cache.json").unlink()
    built = build(workspace)
    assert (built.report.encoded, built.report.adopted) == (1, 0)
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "image") == {}


def test_a_moved_picture_is_not_taken_over_by_a_concept_with_other_settings(
    workspace: BuildWorkspace,
) -> None:
    workspace.add_concept("cats")
    workspace.add_concept("mirrored", image={"enable_fixed_flip": True})
    workspace.add_picture("data/cats/0.png")
    workspace.add_picture("data/cats/1.png")
    workspace.add_picture("data/mirrored/9.png")
    build(workspace)
    (workspace.root / "data/cats/0.png").rename(workspace.root / "data/mirrored/0.png")
    built = build(workspace)
    assert [item.spelled for item in built.encoders.images] == ["data/mirrored/0.png"]


def test_two_captions_that_swap_their_texts_cost_nothing(workspace: BuildWorkspace) -> None:
    workspace.add_concept()
    for number in range(2):
        workspace.add_picture(f"data/cats/{number}.png", caption=f"cat {number}")
    build(workspace)
    one, other = (workspace.root / f"data/cats/{number}.txt" for number in range(2))
    texts = one.read_text(), other.read_text()
    rewrite(workspace, one, texts[1])
    rewrite(workspace, other, texts[0])
    built = build(workspace)
    assert built.encoders.opened == 0
    assert drifted(run_survey(workspace.config_path, depth=Depth.PAYLOAD), "text") == {}


def test_everything_anew_reuses_nothing_but_equal_sources(workspace: BuildWorkspace) -> None:
    workspace.add_concept()
    picture = workspace.add_picture("data/cats/0.png", caption="a pet")
    shutil.copy2(picture, picture.with_name("1.png"))
    workspace.write_caption("data/cats/1.txt", "a pet\n")
    build(workspace)
    built = build(workspace, scope=BuildScope.ALL)
    assert (len(built.encoders.images), built.encoders.prompts) == (1, ["a pet"])


def test_entries_that_share_wrongly_get_payloads_of_their_own_when_they_are_rebuilt(
    workspace: BuildWorkspace,
) -> None:
    for name in ("cats", "dogs"):
        workspace.add_concept(name)
        workspace.add_picture(f"data/{name}/same.png", caption="a pet")
    shutil.copyfile(workspace.root / "data/cats/same.png", workspace.root / "data/dogs/same.png")
    workspace.age(workspace.root / "data/dogs/same.png")
    build(workspace)
    pictures = [("image", f"data/{name}/same.png") for name in ("cats", "dogs")]
    # As a trainer would have left it: shared, and nothing that says how it was made.
    shutil.rmtree(workspace.store("image") / ".larder")
    workspace.concepts[1]["image"] = {"enable_fixed_flip": True}
    workspace.write()
    rows = run_survey(workspace.config_path).stores[0].rows
    assert all(rows.also[row] & Remark.SHARED_WRONGLY for row in range(len(rows)))
    build(workspace, scope=BuildScope.ALL, selection=frozenset(pictures), even_if_busy=True)
    names = [
        [variant["cache_file"] for variant in workspace.row(source)["variants"].values()]
        for _, source in pictures]
    assert names[0] != names[1]
    rows = run_survey(workspace.config_path).stores[0].rows
    assert not any(rows.also[row] & Remark.SHARED_WRONGLY for row in range(len(rows)))
