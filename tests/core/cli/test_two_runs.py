"""A folder with the caches of two runs, one per layout, as the Start page's sample has them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.building import BuildWorkspace, build


@pytest.mark.parametrize("layout", [None, "released", "cache.json"])
def test_other_settings_are_planned_for_the_run_that_the_config_names(
        tmp_path: Path, larder: Callable[..., Any], layout: str | None) -> None:
    made = BuildWorkspace(tmp_path)
    made.add_concept()
    made.add_picture("data/cats/0.png", caption="a cat", size=(96, 120))
    build(made, layout="released", even_if_busy=True)
    shutil.move(made.store().parent, made.store().parent.with_name("released"))
    build(made, layout="cache.json", even_if_busy=True)
    made.configure(resolution="256")
    asked = () if layout is None else ("--layout", layout)

    planned = larder("plan", "build", tmp_path, "--config", made.config_path, "--json", *asked)

    assert planned.code == 0, planned.err
    image = next(one for one in planned.document["stores"] if one["id"] == "image")
    assert image["path"] == str(made.store())
    assert image["totals"]["encodes"] == 1
