"""Captions whose cached files were swapped in a released folder: their tokens tell."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from larder.core.encoders.prompt_keys import PromptKeys
from larder.core.encoders.text_settings import find_shipped_clip
from larder.core.payloads import pt_file
from larder.core.payloads.file_bytes import FileBytes
from larder.core.survey.released import prompts
from larder.core.survey.report import Depth, SurveyReport
from tests.support.building import BuildWorkspace, build
from tests.support.released_cache import (
    CACHE,
    ReleasedConcept,
    build_concept,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import drifted, run_survey, why
from tests.support.training import cached, read_payload


def group_of(made: BuildWorkspace) -> Path:
    (group,) = (path for path in made.store("text").iterdir() if len(path.name) == 64)
    return group / "variation-0"


def swap(made: BuildWorkspace, one: int, other: int) -> None:
    folder = group_of(made)
    aside = folder / "aside"
    (folder / f"{one}.pt").rename(aside)
    (folder / f"{other}.pt").rename(folder / f"{one}.pt")
    aside.rename(folder / f"{other}.pt")


def look(made: BuildWorkspace) -> SurveyReport:
    return run_survey(made.config_path, depth=Depth.PAYLOAD)


def shifted(*numbers: int) -> dict[str, str]:
    return {f"data/cats/{number}.txt": "shifted" for number in numbers}


@pytest.mark.parametrize("by_trainer", [False, True], ids=["larder", "trainer"])
def test_two_swapped_captions_are_found_and_mended(tmp_path: Path, by_trainer: bool) -> None:
    made = cached(tmp_path, layout="released")
    if by_trainer:
        shutil.rmtree(made.store("text") / ".larder")
    assert drifted(look(made), "text") == {}
    swap(made, 1, 4)
    report = look(made)
    assert drifted(report, "text") == shifted(1, 4)
    assert why(report, "text", "data/cats/1.txt").startswith(
        "Made from the caption of data/cats/4.png")
    build(made, layout="released", even_if_busy=True, depth=Depth.PAYLOAD)
    assert drifted(look(made), "text") == {}
    said = bytes(read_payload(group_of(made) / "1.pt")["tokens"][1:-1].tolist())
    assert said == b"cats 1 line 0"


@pytest.mark.usefixtures("nothing_is_too_fresh")
def test_a_second_look_opens_only_the_cached_files_that_changed(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = cached(tmp_path, layout="released")
    look(made)
    swap(made, 1, 4)
    opened: list[str] = []

    class Noting(pt_file.PtFile):
        def __init__(self, path: str | os.PathLike[str] | FileBytes) -> None:
            opened.append(Path(str(path)).name)
            super().__init__(path)

    monkeypatch.setattr(pt_file, "PtFile", Noting)
    for at_least in ({"1.pt", "4.pt"}, set()):
        assert drifted(look(made), "text") == shifted(1, 4)
        # Those of another date than was recorded are asked for their content each time.
        assert at_least <= {*opened} <= {"1.pt", "4.pt"}
        opened.clear()


@pytest.mark.parametrize("by_trainer", [False, True], ids=["larder", "trainer"])
def test_captions_are_cut_into_tokens_once_for_each_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_trainer: bool
) -> None:
    made = cached(tmp_path, layout="released")
    if by_trainer:
        shutil.rmtree(made.store("text") / ".larder")
    look(made)
    cut: list[str] = []
    of = PromptKeys.of
    monkeypatch.setattr(PromptKeys, "of", lambda keys, prompt: (
        cut.append(prompt) or of(keys, prompt)))
    swap(made, 1, 4)
    assert drifted(look(made), "text") == shifted(1, 4)
    assert cut == []
    swap(made, 1, 4)
    made.write_caption("data/cats/2.txt", "something else")
    assert drifted(look(made), "text") == {
        "data/cats/2.txt": "recipe-changed" if by_trainer else "content-changed"}
    assert cut == ["something else"]
    monkeypatch.setattr(PromptKeys, "fingerprint", lambda keys: "another tokenizer")
    look(made)
    assert len(cut) > 2


def test_captions_that_were_hashed_are_not_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = cached(tmp_path, layout="released")
    look(made)
    opened: list[str] = []
    read = prompts.read_regular
    monkeypatch.setattr(prompts, "read_regular", lambda path, **options: (
        opened.append(path) or read(path, **options)))
    swap(made, 1, 4)
    assert drifted(look(made), "text") == shifted(1, 4)
    assert len(opened) == 1  # that of the first, to see that there are any prompts


def test_a_prompt_that_no_caption_holds_is_another_caption(tmp_path: Path) -> None:
    made = cached(tmp_path, layout="released")
    shutil.rmtree(made.store("text") / ".larder")
    (tmp_path / "data/cats/2.txt").write_text("something else", "utf-8")
    report = look(made)
    assert drifted(report, "text") == {"data/cats/2.txt": "recipe-changed"}
    assert why(report, "text", "data/cats/2.txt").startswith("Caption changed")


def test_any_line_of_a_caption_is_right(tmp_path: Path) -> None:
    made = cached(tmp_path, layout="released", lines=3, text_variations=2)
    assert drifted(look(made), "text") == {}


def test_shuffled_tags_are_not_judged(tmp_path: Path) -> None:
    made = cached(tmp_path, layout="released", text={
        "prompt_source": "sample", "enable_tag_shuffling": True, "keep_tags_count": 0})
    shutil.rmtree(made.store("text") / ".larder")  # which may tell
    swap(made, 1, 4)
    assert drifted(look(made), "text") == {}


def test_equal_captions_may_stand_in_for_each_other(tmp_path: Path) -> None:
    made = cached(tmp_path, layout="released")
    for number in (1, 4):
        made.write_caption(f"data/cats/{number}.txt", "the same")
    build(made, layout="released", even_if_busy=True)
    swap(made, 1, 4)
    assert drifted(look(made), "text") == {}


def of_stable_diffusion(root: Path, *, texts: list[str]) -> Path:
    """A released trainer's cache of three captions whose tokens are CLIP's; returns its config."""
    import torch
    from transformers import CLIPTokenizer

    cats = ReleasedConcept("data/cats")
    write_pictures(root, cats.path, [f"{number}.png" for number in range(len(texts))])
    for number, text in enumerate(texts):
        (root / cats.path / f"{number}.txt").write_text(text, "utf-8")
    build_concept(root, cats)
    tokenizer = CLIPTokenizer.from_pretrained(str(find_shipped_clip()))
    (group,) = (root / CACHE / "text").iterdir()
    for number, text in enumerate(texts):
        # Another tokenizer of its kind pads otherwise.
        tokens = tokenizer(text, padding=False, truncation=True, max_length=77)["input_ids"]
        padded = torch.tensor([*tokens, *[0] * (77 - len(tokens))])
        torch.save({"tokens": padded, "text_encoder_hidden_state": torch.ones(77, 768)},
                   group / "variation-0" / f"{number}.pt")
    return write_workspace(root, [cats], text_encoder={"train": False})


def test_clips_shipped_vocabulary_tells_where_no_model_is_here(tmp_path: Path) -> None:
    config = of_stable_diffusion(tmp_path, texts=["a red house", "two cats", "x " * 200])
    assert drifted(run_survey(config, depth=Depth.PAYLOAD), "text") == {}
    for number, text in enumerate(["two cats", "a red house"]):
        (tmp_path / f"data/cats/{number}.txt").write_text(text, "utf-8")
    report = run_survey(config, depth=Depth.PAYLOAD)
    assert drifted(report, "text") == shifted(0, 1)


def test_tokens_of_another_tokenizer_accuse_no_caption(tmp_path: Path) -> None:
    config = of_stable_diffusion(tmp_path, texts=["a red house", "two cats", "three dogs"])
    for number in range(3):
        (tmp_path / f"data/cats/{number}.txt").write_text(f"other {number}", "utf-8")
    report = run_survey(config, depth=Depth.PAYLOAD)
    assert drifted(report, "text") == {}
    assert any("do not come from the tokenizer" in one.problem for one in report.problems)
