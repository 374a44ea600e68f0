"""No name from an index or manifest leads out of its folder."""

from __future__ import annotations

import os
from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.files.store_paths import check_plain_name, is_plain_name

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=300)
SEPARATED = st.text("./\\:a", max_size=6)


@given(ANY_TEXT | SEPARATED)
def test_a_plain_name_stays_in_its_folder_on_every_system(name: str) -> None:
    if not is_plain_name(name):
        return
    folder = Path("/store")
    assert Path(os.path.normpath(folder / name)).parent == folder
    windows = PureWindowsPath("c:/store") / name
    assert windows.parent == PureWindowsPath("c:/store")
    assert len(name.encode("utf-8", "surrogatepass")) <= 255


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "a\\b", "/a", "c:", "a:stream", "a\0b", "x" * 256, "ä" * 128]
)
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(UserFacingError, match="out of its folder"):
        check_plain_name(name)


@pytest.mark.parametrize("name", ["0123456789ab_64x64_1.pt", "...", "a b", os.fsdecode(b"\xe9")])
def test_ordinary_names_pass(name: str) -> None:
    assert check_plain_name(name) == name
