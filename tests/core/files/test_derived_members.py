"""Derived memory written member by member."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.files.derived import recall, remember, remember_members


@pytest.mark.parametrize("members", [
    [], [("a", [1, 2])], [("a\"b", [1, 2]), ("\ud800é", [3, 4]), ("a\"b", [5, 6])]])
def test_members_come_back_the_last_of_a_name(
    tmp_path: Path, members: list[tuple[str, list[int]]]
) -> None:
    assert remember_members(tmp_path / "found.json", iter(members))
    assert recall(tmp_path / "found.json", dict[str, list[int]]) == dict(members)


@pytest.mark.parametrize("odd", [10**30, -10**30, "\ud800"])
def test_what_one_form_cannot_hold_is_not_remembered_or_comes_back(
    tmp_path: Path, odd: object
) -> None:
    assert not remember(tmp_path / "found.msgpack", [odd])
    assert remember(tmp_path / "found.json", [odd])
    assert recall(tmp_path / "found.json", list[object]) == [odd]
