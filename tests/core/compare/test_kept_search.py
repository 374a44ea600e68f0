"""The latest search for pictures that look alike is shown again, less what changed since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from larder.core.compare import near
from larder.core.compare.document import NearDuplicates
from larder.core.compare.sharing import plan_shares
from larder.core.jobs import CancelToken, run_to_end
from larder.core.settings import cache_home
from larder.core.workspace.open_workspace import open_workspace
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state
from tests.support.photographs import photographs


@pytest.fixture
def made(tmp_path: Path) -> IndexedWorkspace:
    """Three photographs, two of which have a smaller copy."""
    made = IndexedWorkspace(tmp_path)
    made.add_concept("cats")
    for number, levels in enumerate(photographs(3, 96, seed=5)):
        save(Image.fromarray(levels), tmp_path / f"data/cats/{number}.png")
    for number in range(2):
        save(Image.fromarray(photographs(3, 96, seed=5)[number]).resize((64, 64)),
             tmp_path / f"data/cats/{number}_small.png")
    made.write()
    return made


def save(picture: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path)
    back_date(path)


def search(made: IndexedWorkspace, threshold: int | None) -> NearDuplicates | None:
    return run_to_end(plan_shares(
        open_workspace(made.config_path), token=CancelToken(), threshold=threshold,
        kept=True)).near


def names(found: NearDuplicates | None) -> list[list[str]]:
    assert found is not None
    return [[Path(use.source).name for use in group.sources] for group in found.groups]


BOTH = [["0.png", "0_small.png"], ["1.png", "1_small.png"]]


def test_nothing_is_shown_before_the_first_search(made: IndexedWorkspace) -> None:
    assert search(made, None) is None


def test_a_search_is_shown_again_without_looking_at_any_picture(
    made: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = search(made, 8)
    monkeypatch.setattr(near, "hash_picture", lambda path: pytest.fail(f"read {path}"))
    before = tree_state(made.root)
    kept = search(made, None)
    assert kept == found
    assert kept is not None
    assert kept.made_ns > 0
    assert not kept.is_outdated
    assert names(kept) == BOTH
    assert tree_state(made.root) == before


def test_what_changed_since_is_counted_and_left_out(made: IndexedWorkspace) -> None:
    search(made, 8)
    (made.root / "data/cats/1_small.png").unlink()
    save(Image.fromarray(photographs(3, 96, seed=9)[0]), made.root / "data/cats/0.png")
    save(Image.fromarray(photographs(3, 96, seed=9)[1]), made.root / "data/cats/new.png")
    kept = search(made, None)
    assert kept is not None
    assert (kept.added, kept.changed, kept.gone) == (1, 1, 1)
    assert kept.is_outdated
    assert names(kept) == []


def test_a_picture_that_is_validated_with_now_is_out_of_date(made: IndexedWorkspace) -> None:
    search(made, 8)
    made.concepts[0]["type"] = "VALIDATION"
    made.config["validation"] = True
    made.write()
    kept = search(made, None)
    assert kept is not None
    assert kept.changed == 5


def test_the_next_search_takes_the_place_of_the_one_before(made: IndexedWorkspace) -> None:
    search(made, 8)
    (made.root / "data/cats/1_small.png").unlink()
    search(made, 4)
    kept = search(made, None)
    assert kept is not None
    assert (kept.threshold, kept.is_outdated) == (4, False)
    assert names(kept) == BOTH[:1]


def test_a_damaged_file_is_as_if_there_had_been_no_search(made: IndexedWorkspace) -> None:
    search(made, 8)
    (file,) = (cache_home() / "near-searches").iterdir()
    file.write_bytes(json.dumps({"a": 1}).encode())
    assert search(made, None) is None
