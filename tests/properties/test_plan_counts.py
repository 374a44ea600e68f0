"""A plan says how many payloads its build encodes, and a conversion encodes none.

Workspaces are edited at random and built or converted in turn, in either layout. The seeds are
those whose plans once said another number, or whose conversions once encoded a payload or two.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from larder.core.build.reports import BuildReport
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.building import build_samples, plan_samples
from larder.core.requests.options import BuildOptions
from larder.core.requests.request import open_for
from tests.support.building import BuildWorkspace
from tests.support.disk_cache import whole_concept

LAYOUTS = ("released", "cache.json")
CAPTIONS = ("a", "b", "c\n", "c", "a\nb")


class _Edited:
    """A workspace whose pictures, masks and captions change at random."""

    def __init__(self, folder: Path, draws: random.Random) -> None:
        self.made = BuildWorkspace(folder)
        self._draws, self._edits, self._folder = draws, 0, folder
        self.made.configure(masked_training=draws.random() < 0.5)
        for number in range(draws.choice([1, 2])):
            self.made.add_concept(
                f"c{number}", image_variations=draws.choice([1, 1, 2]),
                text_variations=draws.choice([1, 2]),
                text={"prompt_source": draws.choice(["sample", "sample", "filename"])})
            self.made.concepts[-1] = whole_concept(self.made.concepts[-1])
        self.made.write()

    def edit(self, times: int) -> None:
        for _ in range(times):
            self._edits += 1
            concept = self._draws.choice([one["name"] for one in self.made.concepts])
            self._edit_one(f"data/{concept}/{self._draws.randrange(5)}.png")

    def _edit_one(self, name: str) -> None:
        what, picture = self._draws.random(), self._folder / name
        if what < 0.2 and picture.exists():
            picture.unlink()
        elif what < 0.3 and picture.exists():
            renamed = picture.with_name(f"{self._draws.randrange(5, 9)}.png")
            picture.rename(renamed)
            if picture.with_suffix(".txt").exists():
                picture.with_suffix(".txt").rename(renamed.with_suffix(".txt"))
        elif what < 0.4:
            self._date(self.made.add_mask(name, self._draws.choice([100, 200])))
        elif what < 0.6:
            self._date(self.made.write_caption(
                str(Path(name).with_suffix(".txt")), self._draws.choice(CAPTIONS)))
        else:
            self._date(self.made.add_picture(
                name, caption=self._draws.choice(CAPTIONS), seed=self._draws.randrange(3)))

    def _date(self, path: Path) -> None:
        self.made.age(path, by_ns=self._edits * 10**10)


def _build(options: BuildOptions) -> BuildReport:
    return run_to_end(build_samples(open_for(options), options, CancelToken()), lambda _: None)


@pytest.mark.parametrize("seed", [1063, 1070, 1071, 1107])
def test_a_plan_says_what_its_build_encodes_and_a_conversion_encodes_nothing(
    tmp_path: Path, seed: int
) -> None:
    draws = random.Random(seed)
    edited = _Edited(tmp_path, draws)
    workspace = str(edited.made.config_path)
    edited.edit(9)
    for step in range(4):
        layout = draws.choice([None, *LAYOUTS]) if step else draws.choice(LAYOUTS)
        options = BuildOptions(workspace=workspace, layout=layout, even_if_busy=True)
        try:
            plan, _ = run_to_end(plan_samples(open_for(options), options, CancelToken()))
        except UserFacingError:  # every picture was deleted
            edited.edit(3)
            continue
        assert _build(options).encoded == sum(total.encodes for total in plan.totals.values())
        edited.edit(2)
        converts = BuildOptions(
            workspace=workspace, layout=draws.choice(LAYOUTS), other_weights="keep",
            encodes=False, even_if_busy=True)
        assert _build(converts).encoded == 0
        if draws.random() < 0.15:
            edited.made.configure(masked_training=not edited.made.config["masked_training"])
        edited.edit(3)
