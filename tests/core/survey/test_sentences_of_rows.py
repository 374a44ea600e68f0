"""Each row of an index that is not valid says why, in a sentence that is of its verdict alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.quantities import moment_text
from larder.core.survey.why import details_of, reason_of
from tests.support.indexed_cache import (
    BUILT_AT_NS,
    IMAGE_NAMES,
    MODEL_TYPE,
    IndexedWorkspace,
    back_date,
)
from tests.support.surveying import run_survey, verdicts, why

SECOND_NS = 1_000_000_000


def picture(number: int) -> str:
    return f"data/cats/{number}.png"


def test_each_verdict_has_a_sentence_of_its_own(tmp_path: Path) -> None:
    made = IndexedWorkspace.of_cats(tmp_path, 13)
    rows, cats, later = made.rows["image"], made.root / "data/cats", BUILT_AT_NS + 90 * SECOND_NS
    back_date(cats / "0.png", by_ns=90 * SECOND_NS)
    (cats / "1.png").write_bytes(b"another picture")
    (cats / "2.png").unlink()
    (cats / "3.png").rename(cats / "z.png")
    (made.store() / made.payload_of(picture(4))).unlink()
    (variant,) = rows[picture(5)].pop("variants").values()
    rows[picture(5)]["variants"] = {
        "64x96": {**variant, "crop_resolution": [64, 96]}, "_": {"cache_file": "0" * 12}}
    rows[picture(6)]["modeltype"] = "FLUX_DEV_1"
    for one, other in ((7, 8), (11, 12)):
        rows[picture(other)]["variants"] = rows[picture(one)]["variants"]
    content = rows[picture(9)]["hash"]
    (cats / "9.png").replace(cats / "10.png")
    for name in ("1", "10"):
        back_date(cats / f"{name}.png", by_ns=90 * SECOND_NS)
    (cats / "new.png").write_bytes(b"new")
    made.add_picture("data/dogs/rex.png")
    made.write()
    report, dates = run_survey(made.config_path), moment_text(later / 1e9)
    found = {
        source.removeprefix("data/cats/"): (verdict, why(report, "image", source))
        for source, verdict in verdicts(report, "image").items()}
    assert {name: (verdict, reason_of(said)) for name, (verdict, said) in found.items()} == {
        "0.png": ("touched", f"Same content, new date: {dates}, "
                             f"was {moment_text(BUILT_AT_NS / 1e9)}"),
        "1.png": ("content-changed", f"Edited on {dates}, after it was cached"),
        "2.png": ("source-missing", "The file no longer exists; its folder data/cats does"),
        "3.png": ("source-missing", "Renamed or moved: data/cats/z.png has the same content"),
        "4.png": ("missing-payload", "Its cached file is missing from the disk"),
        "5.png": ("missing-variant", "Cached as 96 × 64, no size; this config asks for 128 × 128"),
        "6.png": ("wrong-modeltype", f"Made for FLUX_DEV_1; this config is for {MODEL_TYPE}"),
        **{f"{one}.png": ("collision", f"Has the same name in the cache as data/cats/{other}.png, "
                                       "which is another picture or caption")
           for one, other in ((7, 8), (8, 7), (11, 12), (12, 11))},
        "9.png": ("source-missing", "Renamed or moved: data/cats/10.png has the same content"),
        "10.png": ("content-changed", f"Edited on {dates}, after it was cached; its present "
                                      "content is cached already"),
        "data/dogs/rex.png": ("unused", "No enabled concept of this config uses it"),
        "new.png": ("missing-entry", "Nothing is cached for it yet"),
        "z.png": ("missing-entry", "Renamed: it was data/cats/3.png when it was cached"),
    }
    assert details_of(found["4.png"][1]) == made.payload_of(picture(4))
    assert f"Content hash {content}, cached: {rows[picture(10)]['hash']}" in found["10.png"][1]


@pytest.mark.parametrize("lacks_a_part", [True, False])
def test_of_several_sizes_only_the_asked_one_is_spoken_of(
    tmp_path: Path, lacks_a_part: bool
) -> None:
    made = IndexedWorkspace.of_cats(tmp_path, 1, variations=2)
    made.concepts[0]["image_variations"] = 2
    variants = made.rows["image"][picture(0)]["variants"]
    name = made.payload_of(picture(0), 2)
    for height, width in ((64, 128), (128, 64)):
        variants[f"{height}x{width}"] = {
            **variants["128x128"], "cache_file": f"{'0' * 12}_{height}x{width}",
            "crop_resolution": [height, width]}
    if lacks_a_part:
        variants["128x128"]["schema_keys"] = IMAGE_NAMES[1:]
    else:
        (made.store() / name).unlink()
    made.write()
    assert why(run_survey(made.config_path), "image", picture(0)).split("\n") == (
        ["Its cached file lacks 1 part that this config needs", IMAGE_NAMES[0]] if lacks_a_part
        else ["Its cached file is missing from the disk", name])
