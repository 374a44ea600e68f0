"""Threads that decode share what memory there is."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from larder.core.encoders import picture_files, pictures, vision_pixels
from larder.core.encoders.pixel_budget import PixelBudget


def test_threads_together_stay_within_the_budget_and_a_larger_one_goes_alone() -> None:
    budget, seen = PixelBudget(100), []

    def decode(pixels: int) -> None:
        with budget.scope():
            budget.take(pixels)
            seen.append((pixels, budget.held))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(decode, [40, 60, 250, 30, 90, 10] * 50))
    assert len(seen) == 300
    assert all(held <= 100 for pixels, held in seen if pixels != 250)
    assert {held for pixels, held in seen if pixels == 250} == {250}
    assert budget.held == 0


def test_what_lies_on_a_picture_never_waits_for_another_threads() -> None:
    budget, both = PixelBudget(100), threading.Barrier(2, timeout=5)

    def decode() -> int:
        with budget.scope():
            budget.take(50)
            both.wait()
            with budget.scope():
                budget.take(50)
            both.wait()
            return budget.held

    with ThreadPoolExecutor(2) as pool:
        for one in [pool.submit(decode) for _ in range(2)]:
            assert one.result(5) in {100, 200}
    assert budget.held == 0


@pytest.mark.parametrize("read", [picture_files.read_picture, picture_files.read_mask])
def test_reading_takes_its_pixels_and_gives_them_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read
) -> None:
    budget = PixelBudget(1)
    monkeypatch.setattr(picture_files, "DECODING", budget)
    Image.effect_noise((60, 40), 50).save(tmp_path / "a.png")
    with budget.scope():
        read(tmp_path / "a.png")
        assert budget.held == 2400
    assert budget.held == 0
    (tmp_path / "b.png").write_bytes((tmp_path / "a.png").read_bytes()[:900])
    with pytest.raises(pictures.SourceError):
        read(tmp_path / "b.png")
    assert budget.held == 0


def test_both_ways_to_make_values_share_one_budget() -> None:
    assert vision_pixels.DECODING is pictures.DECODING is picture_files.DECODING
