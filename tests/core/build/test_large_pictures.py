"""Pictures that take much memory while they are encoded are named by the plan, in both layouts."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.build import large_pictures
from tests.support.building import BuildWorkspace, build, plan_of

SENTENCE = (
    "data/cats/wide.png has 90 × 40 pixels and takes about 17.6 KiB of memory while it is encoded.")


@pytest.fixture
def workspace(tmp_path: Path) -> BuildWorkspace:
    """Three pictures, of which two count as large."""
    made = BuildWorkspace(tmp_path)
    made.add_concept("cats", image={"enable_crop_jitter": False}, seed=1)
    made.write()
    for name, size in (("small", (40, 40)), ("tall", (80, 40)), ("wide", (40, 90))):
        made.add_picture(f"data/cats/{name}.png", caption=name, size=size)
    return made


@pytest.mark.parametrize("layout", ["cache.json", "released"])
def test_the_largest_is_named_until_it_is_encoded(
    workspace: BuildWorkspace, monkeypatch: pytest.MonkeyPatch, layout: str
) -> None:
    assert plan_of(workspace, layout=layout).large_pictures == ()
    monkeypatch.setattr(large_pictures, "MOST_UNSAID", 40 * 70 * large_pictures.BYTES_PER_PIXEL)

    (found,) = plan_of(workspace, layout=layout).large_pictures
    assert (found.where, found.problem) == ("data/cats/wide.png", SENTENCE)

    build(workspace, layout=layout)
    assert plan_of(workspace, layout=layout).large_pictures == ()
