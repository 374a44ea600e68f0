"""Which copy of a picture is better, and why; what is known of each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from larder.core.compare.copies import RULES, CopyFile, better_text, rank_copies, read_copies
from larder.core.compare.copy_facts import ADVANTAGES, LOSSLESS, UNKNOWN, Advantage, CopyFacts
from larder.core.jobs import CancelToken, run_to_end
from tests.support.photographs import photographs

PLAIN = CopyFacts(width=100, height=80, bytes=5_000, mtime_ns=2, quality=80, has_caption=False)


def picture() -> Image.Image:
    return Image.fromarray(photographs(1, 96, seed=3)[0])


def ranked(*facts: CopyFacts, asked: tuple[bool, ...] = ()) -> tuple[int | None, CopyFacts]:
    """The best position, and what is said of it."""
    files = [CopyFile(str(at), "", is_asked) for at, is_asked in enumerate(
        asked or (True,) * len(facts))]
    found = rank_copies(list(zip(files, facts, strict=True)))
    return found.best, found.copies[found.best or 0]


def changed(**facts: object) -> CopyFacts:
    from msgspec.structs import replace

    return replace(PLAIN, **facts)


@pytest.mark.parametrize(("better", "why"), [
    ({"width": 200}, Advantage.PIXELS),
    ({"quality": 90}, Advantage.COMPRESSION),
    ({"has_caption": True}, Advantage.CAPTION),
    ({"mtime_ns": 1}, Advantage.DATE),
])
def test_each_rule_alone_decides(better: dict[str, object], why: Advantage) -> None:
    best, facts = ranked(PLAIN, changed(**better))
    assert best == 1
    assert facts.ahead == (why,)
    assert facts.behind == ()


def test_what_training_uses_wins_over_larger_copies() -> None:
    best, facts = ranked(changed(width=400), PLAIN, asked=(False, True))
    assert (best, facts.ahead) == (1, (Advantage.CONCEPT,))


def test_the_first_rule_that_tells_decides_and_a_lesser_copy_says_what_it_has() -> None:
    files = [CopyFile(name, "", True) for name in "ab"]
    found = rank_copies([
        (files[0], changed(width=50, has_caption=True)), (files[1], changed(mtime_ns=3))])
    assert found.best == 1
    assert found.copies[0].behind == (Advantage.PIXELS,)
    assert found.copies[0].ahead == (Advantage.CAPTION,)


def test_of_several_the_best_says_only_what_is_true_against_the_copy_that_it_names() -> None:
    files = [CopyFile(name, "", True) for name in "abc"]
    found = rank_copies([
        (files[0], changed(quality=90, mtime_ns=1)),
        (files[1], changed(quality=LOSSLESS, mtime_ns=3)),
        (files[2], changed(width=50, mtime_ns=5))])
    assert found.best == 1
    assert found.copies[1].ahead == (Advantage.COMPRESSION,)
    assert better_text(found.copies, 1, ("a.jpg", "b.png", "c.jpg")) == (
        "b.png is the best copy. Compared with a.jpg: less compressed.")


def test_what_nobody_knows_decides_nothing() -> None:
    assert ranked(changed(quality=UNKNOWN), changed(quality=100))[0] is None
    assert ranked(changed(has_caption=None), changed(has_caption=True))[0] is None


def test_equal_copies_have_no_better_one() -> None:
    assert ranked(PLAIN, PLAIN)[0] is None


def test_every_rule_has_its_words() -> None:
    assert set(RULES) == set(ADVANTAGES) == set(Advantage)
    best = changed(ahead=(Advantage.PIXELS, Advantage.CAPTION))
    assert better_text((PLAIN, best), 1, ("a.png", "b.png")) == (
        "b.png is the better copy: larger in pixels, with a caption.")


@pytest.mark.parametrize("quality", [30, 60, 75, 85, 92, 95])
def test_the_quality_of_a_jpeg_is_what_its_encoder_was_asked_for(
    tmp_path: Path, quality: int,
) -> None:
    file = tmp_path / "a.jpg"
    picture().save(file, quality=quality)
    facts = run_to_end(read_copies([CopyFile(str(file), "", True)], CancelToken()))[str(file)]
    assert facts.quality == quality
    assert (facts.width, facts.height, facts.bytes) == (96, 96, file.stat().st_size)
    assert facts.has_caption is None


def test_a_png_lost_nothing_and_nobody_knows_of_a_webp(tmp_path: Path) -> None:
    picture().save(tmp_path / "a.png")
    picture().save(tmp_path / "a.webp", quality=50)
    files = [CopyFile(str(tmp_path / name), str(tmp_path / "a.txt"), True)
             for name in ("a.png", "a.webp", "gone.png")]
    facts = run_to_end(read_copies(files, CancelToken()))
    assert [facts[file.real].quality for file in files] == [LOSSLESS, UNKNOWN, UNKNOWN]
    assert [facts[file.real].width for file in files] == [96, 96, 0]
    assert {one.has_caption for one in facts.values()} == {False}
    (tmp_path / "a.txt").write_text("a cat")
    facts = run_to_end(read_copies(files, CancelToken()))
    assert {one.has_caption for one in facts.values()} == {True}


def test_a_photograph_that_its_exif_turns_has_the_size_that_is_shown(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x112] = 6
    picture().resize((60, 40)).save(tmp_path / "a.jpg", exif=exif)
    facts = run_to_end(read_copies([CopyFile(str(tmp_path / "a.jpg"), "", True)], CancelToken()))
    (one,) = facts.values()
    assert (one.width, one.height) == (40, 60)


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    picture().save(file)
    os.utime(file, ns=(1, 1))
    asked = [CopyFile(str(file), "", True)]
    run_to_end(read_copies(asked, CancelToken()))
    picture().resize((10, 10)).save(file)
    assert run_to_end(read_copies(asked, CancelToken()))[str(file)].width == 10
