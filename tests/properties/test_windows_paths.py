"""A survey says the same however the paths of a Windows trainer are spelled."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import xxhash
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.survey.report import Depth
from larder.core.workspace.roots import PathMap
from tests.support.indexed_cache import IndexedWorkspace, back_date
from tests.support.released_cache import (
    ReleasedConcept,
    write_image_group,
    write_pictures,
    write_text_group,
    write_workspace,
)
from tests.support.surveying import run_survey
from tests.support.windows_paths import (
    Spell,
    in_any_case,
    on_windows,
    posix_canonical,
    respell_concepts,
    respell_index,
    told,
    windows_canonical,
)

STORES = ("image", "text")


@dataclass(frozen=True)
class Drifted:
    """A workspace with something of every verdict, as a trainer here wrote it, and its survey."""

    made: IndexedWorkspace
    indexes: dict[str, dict[str, Any]]
    told: dict[str, Any]

    def survey(
        self, spell: Spell, maps: list[PathMap], *, spell_config: Spell | None = None, **more: Any
    ) -> Any:
        """Survey with index and concepts spelled by `spell`, the latter by their own if given."""
        for store in STORES:
            respell_index(self.made.store(store), self.indexes[store], spell)
        respell_concepts(
            self.made.root / "training_concepts" / "concepts.json", self.made.concepts,
            spell_config or spell)
        return run_survey(self.made.config_path, maps=maps, **more)


def drift(made: IndexedWorkspace) -> None:
    """A folder below a concept's, a folder under none, one that is gone, and many changes."""
    cats = made.add_concept("cats", path="data/Katzen ä")
    dogs = made.add_concept("dogs", enabled=False)
    away = made.add_concept("away")
    for folder in (cats, f"{cats}/Below ß", dogs, away, "data/under none"):
        for number in range(4):
            made.add_picture(f"{folder}/Bild_ς{number}.PNG", caption=f"{folder} {number}")
    made.add_picture(f"{cats}/new.png", caption="new", cached=False)
    mask = made.root / cats / "Masked-masklabel.png"
    mask.write_bytes(b"mask")
    back_date(mask)
    content = xxhash.xxh64_hexdigest(b"mask")
    for name, stored in (("Masked", content), ("Edited", "0" * 16)):
        made.add_picture(
            f"{cats}/{name}.png", caption=name,
            sidecar_hashes={f"{cats}/{name}-masklabel.png": stored})
    shutil.copy(mask, made.root / cats / "Edited-masklabel.png")
    made.write()
    pictures = made.root / cats
    (pictures / "Bild_ς0.PNG").unlink()
    (pictures / "Bild_ς1.PNG").write_bytes(b"edited")
    back_date(pictures / "Bild_ς2.PNG", by_ns=5_000_000_000)
    (pictures / "Below ß" / "Bild_ς0.PNG").rename(pictures / "Below ß" / "Renamed.PNG")
    made.add_payload("image", "0123456789ab_128x128_1.pt")
    row = made.rows["image"][f"{cats}/Below ß/Bild_ς3.PNG"]
    (made.store() / f"{row['variants']['128x128']['cache_file']}_1.pt").unlink()
    shutil.rmtree(made.root / away)


@pytest.fixture(scope="module")
def drifted(tmp_path_factory: pytest.TempPathFactory) -> Drifted:
    made = IndexedWorkspace(tmp_path_factory.mktemp("Windows") / "Work")
    drift(made)
    report = run_survey(made.config_path)
    found = told(report, posix_canonical)
    verdicts = {row[1] for store in found["stores"].values() for row in store["rows"]}
    assert verdicts == {
        "valid", "touched", "unused", "source-missing", "source-unreachable", "content-changed",
        "sidecar-changed", "missing-entry", "missing-payload"}
    return Drifted(made, {store: made.index(store) for store in STORES}, found)


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32),
       folder=st.sampled_from(["C:\\train", "d:\\Über\\Train", "\\\\nas\\Bilder\\train"]))
def test_any_spelling_of_absolute_paths_leaves_the_survey_unchanged(
    drifted: Drifted, seed: int, folder: str
) -> None:
    dice = random.Random(seed)
    report = drifted.survey(
        lambda path: in_any_case(on_windows(path, folder), dice),
        [PathMap(in_any_case(folder, dice), str(drifted.made.root)), PathMap("E:", "/nowhere")])
    assert told(report, windows_canonical(folder)) == drifted.told


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_any_case_of_relative_paths_leaves_the_survey_unchanged(
    drifted: Drifted, seed: int
) -> None:
    dice = random.Random(seed)
    report = drifted.survey(
        lambda path: in_any_case(on_windows(path, ""), dice).replace("/", "\\"), [],
        spell_config=lambda path: in_any_case(path, dice))
    assert told(report, posix_canonical) == drifted.told


@pytest.mark.parametrize("depth", [Depth.HASH, Depth.PAYLOAD])
def test_a_closer_look_finds_the_same_files(drifted: Drifted, depth: Depth) -> None:
    plain = told(drifted.survey(lambda path: path, [], depth=depth), posix_canonical)
    dice = random.Random(7)
    report = drifted.survey(
        lambda path: in_any_case(on_windows(path), dice),
        [PathMap("c:/TRAIN/", str(drifted.made.root))], depth=depth)
    assert told(report, windows_canonical()) == plain


# --- released layout ----------------------------------------------------------------------------

RECORDED = ("Bild ä", "a", "b", "gone", "gone with caption")
"""Pictures that the slots were made from, in the trainer's order; "new" came since."""


@dataclass(frozen=True)
class Released:
    """A workspace whose concepts are of Windows, cached in released OneTrainer's layout."""

    root: Path
    concepts: tuple[ReleasedConcept, ...]

    def survey(self, spell: Spell) -> Any:
        """Survey with every recorded picture spelled by `spell`."""
        for concept in self.concepts:
            write_image_group(
                self.root, concept.key(concept.image),
                [spell(f"{concept.path}\\{name}.PNG") for name in RECORDED])
        return run_survey(
            self.root / "training_presets" / "config.json",
            maps=[PathMap("c:\\TRAIN", str(self.root))])


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    pytest.importorskip("torch")
    root = tmp_path_factory.mktemp("Released")
    write_pictures(root, "data/Cats", [f"{name}.PNG" for name in (*RECORDED, "new")])
    for name in ("gone.PNG", "gone.txt", "gone with caption.PNG"):
        (root / "data" / "Cats" / name).unlink()
    concepts = (ReleasedConcept("C:/Train/data/cats"), ReleasedConcept("C:/train/AWAY", seed=2))
    for concept in concepts:
        write_text_group(root, concept.key(concept.text), len(RECORDED))
    write_workspace(root, concepts)
    return Released(root, concepts)


def test_pictures_recorded_on_windows_are_found_here_in_another_case(released: Released) -> None:
    rows = told(released.survey(str.upper), windows_canonical())["stores"]["image"]["rows"]
    assert {row[0].rpartition("\\")[2]: row[1] for row in rows if "CATS" in row[0]} == {
        "A.PNG": "valid", "BILD Ä.PNG": "valid", "B.PNG": "valid", "NEW.PNG": "shifted",
        "GONE.PNG": "source-missing", "GONE WITH CAPTION.PNG": "source-missing"}
    assert {row[1] for row in rows if "AWAY" in row[0]} == {"source-unreachable"}


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_any_spelling_of_recorded_pictures_leaves_the_survey_unchanged(
    released: Released, seed: int
) -> None:
    dice = random.Random(seed)
    as_recorded = told(released.survey(lambda path: path), windows_canonical())
    found = told(released.survey(lambda path: in_any_case(path, dice)), windows_canonical())
    for store in (*as_recorded["stores"].values(), *found["stores"].values()):
        store["payloads"] = [(name, verdict) for name, verdict, _ in store["payloads"]]
    assert found == as_recorded
