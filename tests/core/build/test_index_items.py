"""Items of a store with an index lie in columns and come out as they went in."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path

import msgspec
import pytest
import xxhash

from larder.core.build.indexed.decide import Decider
from larder.core.build.indexed.items import IndexItems
from larder.core.build.pipeline.pieces import NOTHING, Source
from larder.core.build.pipeline.stages import Started
from larder.core.build.plan import BuildItem
from larder.core.build.released.columns import HeldPayload
from larder.core.build.sample_positions import SamplePosition, SamplePositions
from larder.core.stores.released.slots import Origin
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.roots import PathFlavour, PathMap
from larder.core.workspace.samples import caption_of
from larder.core.workspace.stored_paths import SpelledPaths
from tests.support.building import BuildWorkspace, plan_of

COUNT = 2_000
BYTES_EACH = 160
"""That an item may take beside its sample; as an object it took 260 and its path."""

SAMPLES = [SamplePosition(0, number, f"data/cats/{number:05}.png") for number in range(COUNT)]
HELD = ((1, HeldPayload("a.pt", 1, 2, Origin("", "", 0, 0))),)
ITEM = BuildItem(
    key="", source="", bucket=(64, 48), variations=1, use=SAMPLES[0], uses=(),
    verdict=Verdict.MISSING_ENTRY, keeps_row=False, is_first=True, stem=None, is_doubted=False,
    is_redone=False, to_make=(1,), size=(80, 60))


def item_of(sample: SamplePosition, **values: object) -> BuildItem:
    of_sample = {"key": sample.picture, "source": f"/root/{sample.picture}", "use": sample,
                 "uses": (sample,)}
    return msgspec.structs.replace(ITEM, **{**of_sample, **values})


def held(items: list[BuildItem], *, is_text: bool = False) -> IndexItems:
    found = IndexItems(lambda key: f"/root/{key}", is_text=is_text)
    for item in items:
        found.add(item)
    return found


def test_items_come_out_as_they_went_in_and_in_order() -> None:
    one, two, three, four = SAMPLES[:4]
    items = [
        item_of(two, stem="0123_64x48", content="f" * 16, to_make=(2,), variations=2),
        item_of(one, uses=(one, two), is_doubted=True, replaced=("old.pt",), replaced_hash="a"),
        item_of(three, key="DATA/cats/00002.png", source="/root/DATA/cats/00002.png"),
        item_of(four, bucket=(48, 64), linked=HELD, is_shared=True, keeps_row=True)]

    found = held(items)
    assert list(found) == items == found[:4]
    found.put_in_order()

    assert list(found) == [items[3], items[1], items[0], items[2]]
    assert found[-1] == items[2]
    found.know(0, "b" * 16)
    found.link(1, HELD)
    found.share(2)
    assert [found[0].content, found[1].linked, found[2].is_shared] == ["b" * 16, HELD, True]
    assert [item.is_shared for item in found] == [True, False, True, False]
    with pytest.raises(IndexError):
        found[4]


def test_captions_are_known_by_their_pictures() -> None:
    caption = caption_of(SAMPLES[0].picture)
    item = item_of(SAMPLES[0], key=caption, source=f"/root/{caption}", bucket=None, size=None)
    assert [*held([item], is_text=True)] == [item]


def test_an_item_takes_little_memory() -> None:
    tracemalloc.start()
    try:
        items = held([])
        for sample in SAMPLES:
            items.add(item_of(sample, size=(80 + sample.position % 5, 60)))
        items.put_in_order()
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert used < BYTES_EACH * COUNT
    assert sum(item.payloads for item in items) == COUNT


def test_a_source_with_several_samples_keeps_all_of_them() -> None:
    uses = SamplePositions()
    assert uses.of("a") == ()
    for count in range(1, 4):
        uses.note("a", SAMPLES[count - 1])
        assert uses.of("a") == tuple(SAMPLES[:count])


@pytest.mark.parametrize("maps", [(), (PathMap("data", "/elsewhere"),)])
@pytest.mark.parametrize("flavour", PathFlavour)
def test_paths_of_many_files_are_those_of_each(
        tmp_path: Path, flavour: PathFlavour, maps: tuple[PathMap, ...]) -> None:
    paths = SpelledPaths(tmp_path, maps, flavour)
    of_files = paths.of_files()
    for key in ("data/a.png", "data/a.png", "data/b c.png", "a.png", "/abs/a.png", "/a.png",
                "data//x.png", "data/../y.png", "C:\\data\\a.png", "data\\a.png", "data/"):
        assert of_files(key) == paths.real(key), key


@pytest.mark.parametrize("kind", ["image", "text"])
def test_of_what_is_finished_a_build_keeps_little_and_equal_sources_still_share_it(
        tmp_path: Path, kind: str) -> None:
    workspace = BuildWorkspace(tmp_path)
    workspace.add_concept("cats", text_variations=2, seed=1, text={"enable_tag_shuffling": True})
    workspace.write()
    for name in "abcd":
        workspace.add_picture(
            f"data/cats/{name}.png", caption="x, y, z", seed=1 if name in "ad" else ord(name))
        if name in "bc":
            workspace.write_caption(f"data/cats/{name}.txt", f"x, y, {name}")
    plan = plan_of(workspace, layout="cache.json")
    (store,) = (one for one in plan.stores if one.content.value == kind)
    decider = Decider(plan, store)

    def decided(at: int) -> tuple[Source, Source | None]:
        item = store.items[at]
        read = Path(item.source).read_bytes()
        source = Source(item, str(xxhash.xxh64_hexdigest(read)), None, 0.0, NOTHING, read)
        outcome, _ = decider.decide(source)
        assert isinstance(outcome, Started)
        return source, outcome.leader

    first, nobody = decided(0)
    first.is_finished = True
    for at in (1, 2):
        assert decided(at)[1] is None
    last, leader = decided(3)

    assert nobody is None
    assert leader is not None
    assert leader is not first
    assert leader.is_finished
    assert (list(leader.prompts), last.stem) == (list(first.prompts), first.stem)
    if kind == "image":  # a prompt that waits for its encoder holds the caption
        assert sys.getrefcount(first) == 2
