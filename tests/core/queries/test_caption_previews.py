from __future__ import annotations

from pathlib import Path

import numpy as np

from larder.core.columns import TextColumn
from larder.core.payloads.pt import write_pt
from larder.core.queries.draw_captions import preview_caption
from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.preview import CaptionTable
from larder.core.queries.tables import entry_columns
from larder.core.requests.surveying import plan_clean
from larder.core.stores.released.groups import scan_released_group
from larder.core.stores.released.slots import Origin, SlotRecord, write_slots
from larder.core.survey.why import details_of, reason_of
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.samples import content_stamp
from tests.support import released_cache
from tests.support.indexed_cache import MODEL_TYPE, IndexedWorkspace
from tests.support.surveying import run_survey

NAMES = frozenset({"tokens_1", "text_encoder_1_hidden_state"})
LINES = ("a cat on a roof", "a black cat", "roof, cat, evening")


def payload(prompt: str | None) -> dict[str, object]:
    arrays: dict[str, object] = {name: np.zeros(4, np.float32) for name in NAMES}
    if prompt is None:
        return arrays
    return {**arrays, "__modeltype": MODEL_TYPE,
            "__content_hash": content_stamp(MODEL_TYPE, NAMES, prompt),
            "__sourceless_values": {"concept": {}, "prompt": prompt}}


def indexed(root: Path, *prompts: str | None, **concept: object) -> IndexedWorkspace:
    workspace = IndexedWorkspace(root)
    workspace.add_concept(**concept)
    content = workspace.add_picture("data/cats/one.png", caption="\n".join(LINES))
    assert content
    row = workspace.rows["text"]["data/cats/one.txt"]
    stem = row["variants"]["_"]["cache_file"]
    for at, prompt in enumerate(prompts, start=1):
        write_pt(workspace.store("text") / f"{stem}_{at}.pt", payload(prompt))
    workspace.write()
    return workspace


def table(workspace: Path, source: str = "data/cats/one.txt") -> CaptionTable:
    opened = open_workspace(workspace)
    location = opened.store("text")
    assert location is not None
    drawing = preview_caption(opened, location, source).drawing
    assert isinstance(drawing, CaptionTable)
    return drawing


def test_each_variation_names_the_line_it_was_made_of(tmp_path: Path) -> None:
    made = indexed(tmp_path, LINES[1], LINES[0], LINES[1])
    drawing = table(made.config_path)
    assert tuple(drawing.lines) == LINES
    assert drawing.line.tolist() == [1, 0, 1]
    assert drawing.stamped == 3
    assert [name.rpartition("_")[2] for name in drawing.names] == ["1.pt", "2.pt", "3.pt"]


def test_a_prompt_that_no_line_gives_is_of_none(tmp_path: Path) -> None:
    drawing = table(indexed(tmp_path, "cat, roof, evening").config_path)
    assert drawing.line.tolist() == [-1]
    assert drawing.stamped == 1


def test_what_an_edited_caption_said_before_is_known_of_payloads_that_say_it(
    tmp_path: Path,
) -> None:
    made = indexed(tmp_path, "a dog", LINES[0], "a dog")
    assert table(made.config_path).former == ("a dog",)
    silent = indexed(tmp_path / "silent", None)
    assert table(silent.config_path).former == ()


def test_the_reason_of_an_edited_caption_says_what_it_was_and_is(tmp_path: Path) -> None:
    made = indexed(tmp_path, LINES[0], LINES[1])
    (tmp_path / "data/cats/one.txt").write_text("a dog " + "x" * 80)
    report = run_survey(made.config_path)
    columns = entry_columns(report, find_remedies(report, plan_clean(report)))
    names, why = columns["name"], columns["why"]
    assert isinstance(names, TextColumn)
    assert isinstance(why, TextColumn)
    said = why[list(names).index("one.txt")]
    assert reason_of(said).startswith(
        f"It was “{LINES[0]}” and is “a dog {'x' * 54}…” now. Edited on ")
    assert "Content hash" in details_of(said)


def test_payloads_without_a_digest_tell_no_line(tmp_path: Path) -> None:
    drawing = table(indexed(tmp_path, None, LINES[0]).config_path)
    assert drawing.line.tolist() == [-1, 0]
    assert drawing.stamped == 1


def test_the_name_of_a_picture_can_be_its_prompt(tmp_path: Path) -> None:
    drawing = table(indexed(tmp_path, "one", text={"prompt_source": "filename"}).config_path)
    assert tuple(drawing.lines) == ("one",)
    assert drawing.line.tolist() == [0]


def test_a_caption_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    made = indexed(tmp_path, LINES[0])
    (tmp_path / "data/cats/one.txt").unlink()
    opened = open_workspace(made.config_path)
    location = opened.store("text")
    assert location is not None
    preview = preview_caption(opened, location, "data/cats/one.txt")
    assert preview.drawing is None
    assert "one.txt cannot be read" in preview.problem


def test_slots_that_a_build_noted_name_their_lines(tmp_path: Path) -> None:
    concept = released_cache.ReleasedConcept(path="data/cats")
    config = released_cache.write_workspace(tmp_path, [concept])
    released_cache.write_pictures(tmp_path, "data/cats", ["a.png", "b.png"])
    (tmp_path / "data/cats/a.txt").write_text("\n".join(LINES))
    key = concept.key(concept.text)
    folder = released_cache.write_text_group(tmp_path, key, 2)
    names = frozenset({"tokens", "text_encoder_hidden_state"})
    variation, = scan_released_group(folder.parents[1], key).variations
    assert variation.aggregate_bytes is not None
    write_slots(folder.parents[1], SlotRecord(
        group=key, variation=0, aggregate_bytes=variation.aggregate_bytes,
        aggregate_ns=variation.aggregate_ns, slots=(Origin(
            picture="data/cats/a.png", content="0" * 16, bytes=1, mtime_ns=1,
            prompt=content_stamp("STABLE_DIFFUSION_15", names, LINES[2])), None)))
    drawing = table(config, "data/cats/a.txt")
    assert drawing.line.tolist() == [2]
    assert list(drawing.names) == [f"{key}/variation-0/0.pt"]
