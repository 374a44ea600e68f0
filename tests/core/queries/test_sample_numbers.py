"""Which rows of a survey are of one sample."""

from __future__ import annotations

import numpy as np

from larder.core.queries.tables import number_samples


def number(*paths: str) -> list[int]:
    """Number sources, of which each has a folder of its own in the table, as of several stores."""
    folders = [path.rpartition("/")[0] for path in paths]
    names = [path.rpartition("/")[2] for path in paths]
    return number_samples(folders, np.arange(len(paths), dtype=np.int32), names).tolist()


def test_a_picture_its_caption_and_what_other_stores_have_of_it_share_a_number() -> None:
    assert number("a/x.JPG", "a/y.png", "b/x.jpg", "a/x.txt", "b/x.txt", "a/x.JPG") == [
        0, 1, 2, 0, 2, 0]


def test_a_caption_of_two_pictures_goes_with_the_first() -> None:
    assert number("a/x.txt", "a/x.jpg", "a/x.png") == [0, 0, 1]


def test_texts_without_a_picture_stand_alone() -> None:
    assert number("a/x.md", "a/x.txt", "a/x.txt", "a/.txt", "a/x.wav") == [0, 2, 2, 3, 1]


def test_numbers_have_no_gaps() -> None:
    numbers = number("a/z.txt", "a/x.jpg", "a/y.txt", "a/x.txt")
    assert set(numbers) == set(range(3))


def test_no_row_has_no_number() -> None:
    assert number_samples([], np.zeros(0, np.int32), []).shape == (0,)
