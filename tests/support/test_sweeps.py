"""Points of a sweep: a spread with the ends and each kind, or all of them."""

from __future__ import annotations

import pytest

from tests.support.sweeps import Sweep, spread

FEW, ALL = Sweep(is_exhaustive=False), Sweep(is_exhaustive=True)


@pytest.mark.parametrize("most", [1, 2, 5, 9, 10, 11])
def test_a_spread_has_so_many_numbers_and_both_ends(most: int) -> None:
    numbers = spread(10, most)
    assert len(numbers) == min(most, 10)
    assert numbers[0] == 0
    assert most == 1 or numbers[-1] == 9
    assert spread(10, None) == list(range(10))


def test_each_kind_of_step_is_taken_and_the_ends() -> None:
    kinds = ["mkdir", "open", "fsync", "rename", "open", "fsync", "rename", "rename", "remove"]
    taken = FEW.one_of_each(kinds)
    assert {kinds[at] for at in taken} == set(kinds)
    assert len(taken) == len(set(kinds))
    assert (taken[0], taken[-1]) == (0, len(kinds) - 1)


def test_an_exhaustive_sweep_takes_everything() -> None:
    assert ALL.one_of_each(["open", "open"]) == [0, 1]
    assert ALL.some_of("abcdef", 2) == list("abcdef")
    assert (ALL.stride(7), ALL.times(3, 20)) == (1, 20)
    assert FEW.some_of("abcdef", 2) == ["a", "f"]
    assert (FEW.stride(7), FEW.times(3, 20)) == (7, 3)


@pytest.mark.swept(2)
@pytest.mark.parametrize("number", range(5))
def test_of_swept_cases_the_suite_runs_some(number: int, sweep: Sweep) -> None:
    assert sweep.is_exhaustive or number in (0, 4)
