"""Source checks before caching: all faults that stop or spoil training, in real files."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from larder.core.build.reports import BuildReport
from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.requests.building import build_samples
from larder.core.requests.checking import check_workspace
from larder.core.requests.options import BuildOptions, CheckOptions
from larder.core.requests.request import open_for
from larder.core.settings import cache_home
from larder.core.survey.checks import opened_files
from larder.core.survey.checks import settings as settings_checks
from larder.core.survey.checks.document import CheckDocument, SourceFacts
from larder.core.survey.checks.risks import RISKS, Risk, are_of_files
from larder.core.survey.report import Depth, SourceLook
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import open_workspace
from tests.support.building import BuildWorkspace, build
from tests.support.released_building import build_released

Break = Callable[[BuildWorkspace], None]
CATS = "data/cats"


@pytest.fixture
def cats(tmp_path: Path) -> BuildWorkspace:
    """Three pictures with captions and one mask, masked training; nothing wrong, nothing cached."""
    made = BuildWorkspace(tmp_path, config={"masked_training": True})
    made.add_concept()
    for number in range(3):
        made.add_picture(f"{CATS}/{number}.png", caption=f"a cat {number}")
    made.add_mask(f"{CATS}/1.png")
    return made


def check(workspace: BuildWorkspace) -> CheckDocument:
    options = CheckOptions(workspace=str(workspace.config_path))
    return run_to_end(check_workspace(open_for(options), options, CancelToken()))


def build_in(workspace: BuildWorkspace, layout: str) -> BuildReport:
    options = BuildOptions(workspace=str(workspace.config_path), layout=layout)
    return run_to_end(build_samples(open_for(options), options, CancelToken()))


def found(workspace: BuildWorkspace) -> dict[tuple[str, str], str]:
    """(kind, path) -> effect."""
    return {(item.kind, item.path): item.effect for item in check(workspace).items}


def look(workspace: BuildWorkspace, depth: Depth = Depth.STAT) -> SourceFacts:
    """Return the source checks of a survey that opens no picture."""
    report = run_to_end(survey(
        open_workspace(workspace.config_path), depth=depth, sources=SourceLook.LISTED,
        token=CancelToken()))
    assert report.sources is not None
    return report.sources


def write(workspace: BuildWorkspace, name: str, content: bytes) -> None:
    path = workspace.root / CATS / name
    path.write_bytes(content)
    workspace.age(path, by_ns=11)


def cut_off(workspace: BuildWorkspace) -> None:
    write(workspace, "2.png", (workspace.root / CATS / "2.png").read_bytes()[:-60])


def save(workspace: BuildWorkspace, name: str, levels: Any) -> None:
    path = workspace.root / CATS / name
    Image.fromarray(levels).save(path)
    workspace.age(path, by_ns=13)


def rename(before: str, after: str) -> Break:
    return lambda workspace: (workspace.root / CATS / before).rename(
        workspace.root / CATS / after) and None


def make_folder_of(name: str) -> Break:
    def do(workspace: BuildWorkspace) -> None:
        (workspace.root / CATS / name).unlink()
        (workspace.root / CATS / name).mkdir()

    return do


def make_pipe_of(name: str) -> Break:
    def do(workspace: BuildWorkspace) -> None:
        (workspace.root / CATS / name).unlink(missing_ok=True)
        os.mkfifo(workspace.root / CATS / name)

    return do


def test_a_sound_workspace_has_nothing_to_list(cats: BuildWorkspace) -> None:
    document = check(cats)
    assert document.items == ()
    assert (document.files, document.never_opened) == (7, 0)


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_a_picture_in_the_place_of_another_of_its_size_and_date_is_found(
        cats: BuildWorkspace, layout: str) -> None:
    first, second = (
        cats.add_picture(f"{CATS}/{name}.bmp", caption=name, seed=seed)
        for name, seed in (("8", 8), ("9", 9)))
    for path in (first, second):
        os.utime(path, ns=(10**18, 10**18))
    build(cats, layout=layout, even_if_busy=True)
    assert found(cats) == {}
    first.rename(cats.root / "aside")
    second.rename(first)
    (cats.root / "aside").rename(second)

    assert {path for _, path in found(cats)} == {f"{CATS}/8.bmp", f"{CATS}/9.bmp"}


def test_every_kind_has_its_row() -> None:
    assert [*RISKS] == [*Risk]
    for row in RISKS.values():
        assert not row.label.endswith(".")
        assert row.does.endswith(".")
        assert row.remedy.endswith(".")


@pytest.mark.parametrize(("do", "kind", "name", "effect"), [
    (cut_off, "unreadable-picture", "2.png", "stops"),
    (lambda one: write(one, "2.png", b""), "unreadable-picture", "2.png", "stops"),
    (lambda one: write(one, "2.txt", b"caf\xe9"), "caption-encoding", "2.txt", "stops"),
    (lambda one: write(one, "2.txt", "a cat".encode("utf-16")), "caption-encoding", "2.txt",
     "stops"),
    (lambda one: write(one, "1-masklabel.png", b""), "unreadable-mask", "1-masklabel.png",
     "stops"),
    (make_folder_of("2.txt"), "unreadable-caption", "2.txt", "stops"),
    (make_folder_of("1-masklabel.png"), "unreadable-mask", "1-masklabel.png", "stops"),
    (lambda one: write(one, "2.txt", b"\xef\xbb\xbfa cat"), "byte-order-mark", "2.txt", "wrong"),
    (lambda one: write(one, "2.txt", "a cat".encode("utf-16-le")), "control-characters", "2.txt",
     "wrong"),
    (lambda one: save(one, "1-masklabel.png", np.zeros((40, 40), np.uint8)), "black-mask",
     "1-masklabel.png", "wrong"),
    (lambda one: save(one, "1-masklabel.png", np.full((20, 40), 255, np.uint8)),
     "mask-of-other-shape", "1-masklabel.png", "wrong"),
    (lambda one: save(one, "2.png", np.full((40, 40), 999, np.uint16)), "deep-picture", "2.png",
     "wrong"),
    (rename("2.txt", "2.caption"), "caption-of-other-name", "2.caption", "skipped"),
    (rename("2.txt", "2.png.txt"), "caption-of-other-name", "2.png.txt", "skipped"),
    (rename("1-masklabel.png", "1-masklabel.jpg"), "ignored-mask", "1-masklabel.jpg", "skipped"),
    (rename("2.png", "2.jxl"), "skipped-file", "2.jxl", "skipped"),
    (rename("1-masklabel.png", "9-masklabel.png"), "mask-of-no-picture", "9-masklabel.png",
     "notice"),
    (lambda one: (one.root / CATS / "2.txt").unlink(), "no-caption", "2.png", "notice"),
    (lambda one: (one.root / CATS / "old.png").symlink_to("nowhere.png"), "dangling-link",
     "old.png", "notice"),
])
def test_what_is_wrong_with_a_file_is_listed_with_what_it_does(
    cats: BuildWorkspace, do: Break, kind: str, name: str, effect: str
) -> None:
    do(cats)
    assert found(cats) == {(kind, f"{CATS}/{name}"): effect}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize(("kind", "name", "effect"), [
    ("unreadable-caption", "2.txt", "stops"), ("unreadable-mask", "1-masklabel.png", "stops"),
    ("skipped-file", "9.png", "skipped")])
def test_a_pipe_in_the_place_of_a_file_is_named(
    cats: BuildWorkspace, kind: str, name: str, effect: str
) -> None:
    make_pipe_of(name)(cats)
    (item,) = check(cats).items
    assert (item.kind, item.path, item.effect) == (kind, f"{CATS}/{name}", effect)
    assert "a named pipe, not a file" in item.why
    assert not are_of_files([item])


@pytest.mark.skipif(os.name == "nt", reason="names differ in case only")
def test_a_caption_whose_extension_has_capitals_is_not_read(cats: BuildWorkspace) -> None:
    rename("2.txt", "2.TXT")(cats)
    assert found(cats) == {("caption-of-other-name", f"{CATS}/2.TXT"): "skipped"}


def test_pictures_that_share_a_stem_share_their_caption(cats: BuildWorkspace) -> None:
    cats.add_picture(f"{CATS}/2.bmp")
    assert found(cats) == {("twins", f"{CATS}/2.bmp"): "notice"}


def test_masks_are_a_notice_while_masked_training_is_off(cats: BuildWorkspace) -> None:
    cats.configure(masked_training=False)
    write(cats, "1-masklabel.png", b"")
    assert found(cats) == {("unused-masks", f"{CATS}/1-masklabel.png"): "notice"}


def test_a_draw_that_one_variation_freezes_is_a_notice(cats: BuildWorkspace) -> None:
    cats.concepts[0]["text"] |= {"enable_tag_shuffling": True}
    cats.write()
    assert found(cats) == {("frozen-draw", CATS): "notice"}
    cats.concepts[0]["text_variations"] = 4
    cats.write()
    assert found(cats) == {}


@pytest.mark.skipif(os.name == "nt", reason="links take a right there")
@pytest.mark.parametrize(
    "name", ["workspace-cache", "workspace-cache/run", "workspace-cache/run/image"])
def test_a_cache_folder_behind_a_dead_link_or_a_file_stops_training(
    cats: BuildWorkspace, name: str
) -> None:
    place = cats.root / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to("/mnt/not-mounted/cache")
    assert found(cats) == {("unusable-cache-folder", "workspace-cache/run"): "stops"}
    assert not open_workspace(cats.config_path).stores
    place.unlink()
    place.write_text("mine")
    assert found(cats) == {("unusable-cache-folder", "workspace-cache/run"): "stops"}
    (problem,) = open_workspace(cats.config_path).problems
    assert problem.problem.endswith(f"{place} is a file.")
    assert place.read_text() == "mine"


def test_a_resolution_that_gives_one_concept_no_size_is_named_and_ends_nothing_else(
    cats: BuildWorkspace,
) -> None:
    cats.add_concept("dogs", image={
        "enable_resolution_override": True, "resolution_override": "8"})
    cats.add_picture("data/dogs/0.png", caption="a dog")
    cats.write()
    assert found(cats) == {("impossible-size", "data/dogs"): "stops"}
    assert build(cats).report.entries == 7


def test_a_missing_concept_folder_stops_training(cats: BuildWorkspace) -> None:
    cats.add_concept("dogs")
    (cats.root / "data/dogs").rmdir()
    assert found(cats) == {("unreadable-folder", "data/dogs"): "stops"}


# --- validation and batches -------------------------------------------------------------------


def test_what_is_validated_and_trained_leaks_by_file_and_by_content(cats: BuildWorkspace) -> None:
    cats.add_concept("seen", type="VALIDATION", path=CATS)
    cats.add_concept("kept", type="VALIDATION")
    copy = cats.root / "data/kept/other name.png"
    copy.write_bytes((cats.root / CATS / "1.png").read_bytes())
    cats.write_caption("data/kept/other name.txt", "a cat")
    assert found(cats) == {}, "validation is off"
    cats.configure(validation=True)
    leaks = {path for kind, path in found(cats) if kind == "validation-leak"}
    assert leaks == {f"{CATS}/{number}.png" for number in range(3)} | {
        "data/kept/other name.png"}


def test_a_bucket_smaller_than_a_batch_is_never_trained(cats: BuildWorkspace) -> None:
    cats.configure(batch_size=2)
    cats.add_picture(f"{CATS}/wide.png", caption="wide", size=(20, 60))
    assert found(cats) == {("dropped-from-batches", f"{CATS}/wide.png"): "skipped"}
    cats.concepts[0]["balancing"] = 2.0
    cats.write()
    assert found(cats) == {}


def test_a_bucket_that_no_draw_of_several_targets_fills_is_never_trained(
    cats: BuildWorkspace,
) -> None:
    cats.configure(batch_size=2, resolution="128,256")
    wide = f"{CATS}/wide.png"
    cats.add_picture(wide, caption="wide", size=(20, 60))
    (alone,) = {path for kind, path in found(cats) if kind == "dropped-from-batches"} - {wide}
    cats.concepts[0]["image_variations"] = 8
    cats.write()
    (item,) = check(cats).items
    assert (item.kind, item.path) == ("dropped-from-batches", wide), alone
    assert item.why.startswith(
        "The buckets of its target resolutions contain 1 at most, and a batch takes 2.")


# --- what is remembered -----------------------------------------------------------------------


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that are opened."""
    opened: list[str] = []
    known = opened_files.open_file

    def note(path: str, *about: Any) -> opened_files.FileFacts:
        opened.append(Path(path).name)
        return known(path, *about)

    monkeypatch.setattr("larder.core.survey.checks.gather.open_file", note)
    return opened


def test_the_second_check_opens_what_changed(
    cats: BuildWorkspace, openings: list[str]
) -> None:
    cut_off(cats)
    assert len(found(cats)) == 1
    assert len(openings) == 7
    openings.clear()
    assert len(found(cats)) == 1, "what is damaged is remembered, too"
    assert openings == []
    cats.age(cats.write_caption(f"{CATS}/1.txt", "another"), by_ns=17)
    cats.add_picture(f"{CATS}/00.png", caption="new")
    assert len(found(cats)) == 1
    assert sorted(openings) == ["00.png", "00.txt", "1.txt"]
    openings.clear()
    (cats.root / CATS / "00.png").unlink()
    (cats.root / CATS / "0.png").rename(cats.root / CATS / "7.png")
    assert len(found(cats)) == 2, "what is damaged is remembered where others come and go"
    assert openings == ["7.png"]


def test_a_survey_opens_nothing_and_says_how_many_were_never_opened(
    cats: BuildWorkspace, openings: list[str]
) -> None:
    cut_off(cats)
    before = look(cats)
    assert (before.files, before.never_opened, before.items) == (7, 7, ())
    check(cats)
    openings.clear()
    after = look(cats)
    assert (after.files, after.never_opened) == (7, 0)
    assert [item.kind for item in after.items] == ["unreadable-picture"]
    cats.age(cats.root / CATS / "2.png", by_ns=19)
    again = look(cats)
    assert (again.never_opened, again.items) == (1, ()), "nobody knows of the file as it is now"
    assert openings == []


def test_what_was_opened_in_one_layout_is_opened_in_the_other_too(cats: BuildWorkspace) -> None:
    build_in(cats, "released")
    shutil.rmtree(cache_home() / opened_files.FOLDER)
    build_in(cats, "cache.json")
    assert look(cats).never_opened == 0, "pictures were read, and payloads with masks taken over"
    for end in (".png", ".txt"):
        (cats.root / CATS / f"0{end}").rename(cats.root / CATS / f"9{end}")
    assert look(cats).never_opened == 2
    assert build_in(cats, "cache.json").readopted == 2
    assert look(cats).never_opened == 0
    check(cats)
    build_in(cats, "released")
    assert look(cats).never_opened == 0


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_the_mask_of_a_picture_that_only_moved_is_opened_by_the_next_survey(
    cats: BuildWorkspace, layout: str
) -> None:
    build_in(cats, layout)
    assert look(cats).never_opened == 0
    for end in (".png", ".txt", "-masklabel.png"):
        (cats.root / CATS / f"1{end}").rename(cats.root / CATS / f"9{end}")
    assert look(cats).never_opened == 3
    assert build_in(cats, layout).encoded == 0
    assert look(cats).never_opened == 0


def test_what_a_build_moved_to_another_slot_it_had_read(cats: BuildWorkspace) -> None:
    build_in(cats, "released")
    assert look(cats).never_opened == 0
    for end in (".png", ".txt"):
        (cats.root / CATS / f"0{end}").rename(cats.root / CATS / f"9{end}")
    assert look(cats).never_opened == 2
    assert build_in(cats, "released").encoded == 0
    assert look(cats).never_opened == 0
    cats.age(cats.root / CATS / "9.png", by_ns=19)
    assert look(cats).never_opened == 1, "what was edited since nobody has read"


def test_empty_pictures_are_seen_at_once_and_captions_where_contents_are_read(
    cats: BuildWorkspace, openings: list[str]
) -> None:
    for name in ("2.png", "1-masklabel.png"):
        write(cats, name, b"")
    write(cats, "0.txt", b"caf\xe9")
    empty = {f"{CATS}/2.png", f"{CATS}/1-masklabel.png"}
    assert {item.path for item in look(cats).items} == empty
    assert openings == []
    hashed = look(cats, Depth.HASH)
    assert {item.path for item in hashed.items} == {*empty, f"{CATS}/0.txt"}
    assert (sorted(openings), hashed.never_opened) == (["0.txt", "1.txt", "2.txt"], 4)
    check(cats)
    assert len(openings) == 7
    assert {item.path for item in look(cats).items} == {*empty, f"{CATS}/0.txt"}


def test_what_was_opened_before_a_cancel_is_remembered(
    cats: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, options = CancelToken(), CheckOptions(workspace=str(cats.config_path))
    noted: list[int] = []

    def note(*about: Any) -> None:
        opened_files.note_facts(*about)
        noted.append(len(noted))
        if len(noted) == 3:
            token.cancel()

    monkeypatch.setattr("larder.core.survey.checks.gather.note_facts", note)
    with pytest.raises(JobCancelled):
        run_to_end(check_workspace(open_for(options), options, token))
    assert look(cats).never_opened == 4


def test_a_file_that_may_not_be_read_is_listed_and_looked_at_again(
    cats: BuildWorkspace, openings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str, *, at_most: int) -> bytes:
        raise PermissionError(13, "Permission denied", path)

    with monkeypatch.context() as patch:
        patch.setattr(opened_files, "read_regular", refuse)
        assert found(cats)["unreadable-caption", f"{CATS}/0.txt"] == "stops"
    openings.clear()
    assert found(cats) == {}
    assert sorted(openings) == ["0.txt", "1.txt", "2.txt"]


# --- with caches ------------------------------------------------------------------------------


def test_a_trainer_with_an_index_puts_zeros_in_place_of_what_it_cannot_open(
    cats: BuildWorkspace,
) -> None:
    build(cats, layout="cache.json")
    assert found(cats) == {}
    cut_off(cats)
    items = found(cats)
    assert items["unreadable-picture", f"{CATS}/2.png"] == "wrong"


@pytest.mark.parametrize("settings", [
    {"image": {"enable_random_flip": True, "enable_fixed_flip": True}, "image_variations": 2},
    {"text": {"prompt_source": "filename"}}], ids=["flips", "prompts"])
def test_two_concepts_that_ask_an_index_for_different_things_of_one_file(
    cats: BuildWorkspace, settings: dict[str, Any]
) -> None:
    """No caption was changed, so none is said to be, and no build is offered that does nothing."""
    cats.add_concept("again", path=CATS, **settings)
    build(cats, layout="cache.json")
    item, = check(cats).items
    assert (item.kind, item.path, item.effect) == ("one-entry-for-two", CATS, "wrong")
    assert "cats and again differ: " in item.why
    assert "Pictures that both ask for: 3." in item.why
    assert "larder build" not in item.remedy
    cats.concepts[-1] = {**cats.concepts[0], "name": "again"}
    cats.write()
    assert found(cats) == {}


def test_of_many_concepts_of_one_folder_each_is_held_against_the_first(
    cats: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        cats.add_concept(f"again {number}", path=CATS, text={"prompt_source": "filename"})
    build(cats, layout="cache.json")
    compared: list[object] = []
    shared = settings_checks._count_shared_samples
    monkeypatch.setattr(settings_checks, "_count_shared_samples", lambda *pair: (
        compared.append(pair) or shared(*pair)))
    assert len(check(cats).items) == len(compared) == 20


def test_two_concepts_of_one_folder_have_groups_of_their_own(cats: BuildWorkspace) -> None:
    cats.add_concept("again", path=CATS, text={"prompt_source": "filename"})
    assert found(cats) == {}


def test_mixed_up_entries_are_in_the_list(cats: BuildWorkspace) -> None:
    build_released(cats)
    assert found(cats) == {}
    cats.add_picture(f"{CATS}/00.png", caption="new")
    kinds = {kind for kind, _ in found(cats)}
    assert "mixed-up" in kinds


def test_a_reason_and_what_it_does_are_two_sentences(cats: BuildWorkspace) -> None:
    build(cats)
    for payload in cats.store().glob("*_1.pt"):
        payload.write_bytes(payload.read_bytes()[:-40])
    said = [item.why for item in check(cats).items]
    assert said
    assert not [one for one in said if re.search(r"\.[A-Z]", one)]


def test_targets_that_nobody_knows_the_draws_of_are_in_the_list(cats: BuildWorkspace) -> None:
    build_released(cats)
    cats.configure(resolution="128,256", custom_conditioning_image=False)
    items = check(cats).items
    sizes = {item.kind for item in items}
    assert sizes & {"targets-not-drawn", "other-size"}, "nothing of 256 is cached"


def test_a_link_to_nothing_is_no_reason_not_to_build(cats: BuildWorkspace) -> None:
    (cats.root / CATS / "old.png").symlink_to("nowhere.png")
    built = build_released(cats)
    assert (built.failed, built.encoders.encoded) == ([], 6)


def test_words_beyond_the_text_encoders_tokens_are_counted(
    cats: BuildWorkspace, openings: list[str]
) -> None:
    check(cats)
    cats.configure(model_type="STABLE_DIFFUSION_15", base_model_name="")
    assert look(cats).never_opened == 0, "another model is no reason to open pictures"
    openings.clear()
    assert found(cats) == {}
    assert sorted(openings) == ["0.txt", "1.txt", "2.txt"]
    cats.age(cats.write_caption(f"{CATS}/2.txt", "cat " * 90), by_ns=23)
    item, = check(cats).items
    assert (item.kind, item.effect) == ("caption-too-long", "notice")
    assert "15 of its 90 words are beyond the 75 tokens" in item.why


def test_what_a_build_could_not_use_the_next_survey_has_opened(
    cats: BuildWorkspace, openings: list[str]
) -> None:
    cut_off(cats)
    build_in(cats, "released")
    sources = look(cats)
    assert [item.path for item in sources.items] == [f"{CATS}/2.png"]
    assert sorted(openings) == ["0.txt", "1.txt", "2.png", "2.txt"], "what it has read, too"
    openings.clear()
    look(cats)
    assert openings == []


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_what_a_build_has_read_counts_as_opened_while_it_is_as_it_was(
    cats: BuildWorkspace, openings: list[str], layout: str
) -> None:
    write(cats, "1.txt", b"\xef\xbb\xbfa cat")
    cut_off(cats)
    build_in(cats, layout)
    cats.age(cats.root / CATS / "0.png", by_ns=19)
    sources = look(cats)
    assert sources.never_opened == 1, "a picture that was edited since"
    assert [item.kind for item in sources.items] == ["unreadable-picture", "byte-order-mark"]
    assert not {"0.png", "1.png", "1-masklabel.png"} & {*openings}
    openings.clear()
    check(cats)
    assert "0.png" in openings
    assert not {"1.png", "1-masklabel.png"} & {*openings}


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_what_a_check_finds_of_masks_a_survey_finds_after_a_build_that_read_them(
    cats: BuildWorkspace, openings: list[str], layout: str
) -> None:
    for name, tall in (("0-masklabel.png", 96), ("2-masklabel.png", 40)):
        save(cats, name, np.full((tall, 96), 255 * (tall == 40), dtype=np.uint8))
    for name in ("3.png", "3.txt", "3-masklabel.png"):  # equal files, made once
        shutil.copy(cats.root / CATS / f"0{name[1:]}", cats.root / CATS / name)
        cats.age(cats.root / CATS / name, by_ns=17)
    build_in(cats, layout)
    sources = look(cats)
    assert sources.never_opened == 0
    assert "2-masklabel.png" not in openings, "the build has read it"
    after_build = sources.items
    assert {(item.kind, item.path) for item in after_build} >= {
        ("black-mask", f"{CATS}/0-masklabel.png"), ("black-mask", f"{CATS}/3-masklabel.png"),
        ("mask-of-other-shape", f"{CATS}/2-masklabel.png")}
    shutil.rmtree(cache_home() / opened_files.FOLDER)
    assert after_build == tuple(
        item for item in check(cats).items if item.path.startswith(CATS))


@pytest.mark.parametrize("layout", ["released", "cache.json"])
def test_a_mask_that_a_build_could_not_read_is_told_by_the_next_survey(
    cats: BuildWorkspace, layout: str
) -> None:
    whole = (cats.root / CATS / "1-masklabel.png").read_bytes()
    write(cats, "1-masklabel.png", whole[:-40])
    assert len(build_in(cats, layout).failed) == 1
    assert [(item.kind, item.path) for item in look(cats).items] == [
        ("unreadable-mask", f"{CATS}/1-masklabel.png")]


def test_a_mask_that_was_edited_since_the_build_nobody_has_opened(cats: BuildWorkspace) -> None:
    build_in(cats, "released")
    save(cats, "1-masklabel.png", np.zeros((96, 96), dtype=np.uint8))
    sources = look(cats)
    assert (sources.never_opened, sources.items) == (1, ())


def test_notes_of_builds_that_nobody_surveyed_are_forgotten(
    cats: BuildWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = cache_home() / opened_files.FOLDER / "gone-read.json"
    left.parent.mkdir(parents=True)
    left.write_text("{}", encoding="ascii")
    os.utime(left, (1, 1))
    monkeypatch.setattr(opened_files, "MOST_REMEMBERED", 1)
    check(cats)
    assert not left.exists()
