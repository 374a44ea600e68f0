"""Names tell most columns of values; the rest takes a look into payloads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.keys.cache_keys import TokensKey, TreeKey, VisionKey
from larder.core.queries.tables import value_columns
from larder.core.stores.records import note_fingerprint
from larder.core.stores.values.store import ValuesStore
from larder.core.stores.values.trees.store import TreesStore
from larder.core.survey.report import Depth
from larder.core.workspace.store_kinds import StoreKind
from tests.support.surveying import run_survey
from tests.support.value_caches import PROCESSOR, TOKENIZER, dlm_store, vision_entry


def of_store(root: Path, kind: str, depth: Depth = Depth.STAT) -> dict[str, Any]:
    """The columns' rows of the first store of a kind, with names in place of makers."""
    report = run_survey(root, depth=depth)
    columns = value_columns(report)
    first = 0
    for survey in report.stores:
        if survey.location.kind.value == kind:
            break
        first += len(survey.rows)
    begin = int(np.searchsorted(np.asarray(columns["entry"]), first))
    rows = range(begin, begin + len(survey.rows))
    found = {name: [column[row] for row in rows] for name, column in columns.items()
             if name != "makers"}
    found["maker"] = [columns["makers"][at] if at >= 0 else "" for at in found["maker"]]
    assert found["entry"] == list(range(first, first + len(survey.rows)))
    return found


def test_names_tell_the_size_of_pixels_and_who_made_them(tmp_path: Path) -> None:
    store = tmp_path / "vl-cache"
    names = [vision_entry(store, 0, size=4), vision_entry(store, 1, size=6)]
    found = of_store(tmp_path, "vision")
    assert sorted(found["height"]) == sorted(found["width"]) == [4, 6]
    assert sorted(found["payload"]) == sorted(names)
    assert found["maker"] == [PROCESSOR[:12]] * 2
    note_fingerprint(store, PROCESSOR, {}, name="siglip")
    assert of_store(tmp_path, "vision")["maker"] == ["siglip"] * 2


def test_names_tell_rate_and_cut_of_clips_and_a_look_their_length(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    features = of_store(root, "audio")
    assert (features["sample_rate"], features["cap_ms"]) == ([16000] * 2, [30000] * 2)
    waves = of_store(root, "waveform")
    assert waves["samples"] == [-1, -1]
    assert sorted(of_store(root, "waveform", Depth.PAYLOAD)["samples"]) == [50, 51]


def test_rows_of_text_have_their_section_once_payloads_are_looked_into(tmp_path: Path) -> None:
    key = TokensKey("0123456789abcdef", 3, "ab" * 32, TOKENIZER, 64)
    ids = np.arange(7, dtype=np.int32)
    with ValuesStore(StoreKind.TOKENS, tmp_path / "tokens") as store:
        store.put(key, {"input_ids": ids, "attention_mask": np.ones_like(ids)})
    found = of_store(tmp_path, "tokens")
    assert (found["section"], found["row"], found["tokens"]) == ([key.row_id], [-1], [-1])
    assert (found["cap_tokens"], found["maker"]) == ([64], [TOKENIZER[:12]])
    found = of_store(tmp_path, "tokens", Depth.PAYLOAD)
    assert (found["section"], found["row"], found["tokens"]) == ([key.section], [3], [7])


def test_leaves_of_trees_are_counted_from_their_manifests(tmp_path: Path) -> None:
    with TreesStore(tmp_path / "trees") as store:
        store.put_tree(TreeKey("a"), {"x": np.zeros(3), "y": {"z": np.ones(2)}})
    found = of_store(tmp_path, "tree")
    assert (found["leaves"], found["payload"]) == ([2], ["a.manifest"])


def test_large_manifests_wait_for_a_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("larder.core.queries.tables.MANIFESTS_READ", 10)
    with TreesStore(tmp_path / "trees") as store:
        store.put_tree(TreeKey("a"), {"x": np.zeros(3)})
    assert of_store(tmp_path, "tree")["leaves"] == [-1]
    assert of_store(tmp_path, "tree", Depth.PAYLOAD)["leaves"] == [1]


def test_unfinished_writes_are_no_values(tmp_path: Path) -> None:
    store = tmp_path / "vl-cache"
    name = vision_entry(store, 0)
    (store / f"{name}.tmp.1.0123abcd").write_bytes(b"part")
    with ValuesStore(StoreKind.VISION, store) as opened:
        opened.put(VisionKey("cd" * 32, PROCESSOR, 8, 8),
                   {"pixel_values": np.zeros((1, 3, 8, 8), np.float32)})
    assert sorted(of_store(tmp_path, "vision")["height"]) == [4, 8]


def test_a_workspace_without_such_stores_has_no_values(tmp_path: Path) -> None:
    (tmp_path / "image").mkdir()
    (tmp_path / "image" / "0123456789ab_8x8_1.pt").write_bytes(b"payload")
    columns = value_columns(run_survey(tmp_path))
    assert {len(column) for column in columns.values()} == {0}


def test_a_damaged_payload_leaves_its_figures_out(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    wave = next((root / "audio-waveform-cache").rglob("*.npz"))
    wave.write_bytes(b"nothing")
    assert -1 in of_store(root, "waveform", Depth.PAYLOAD)["samples"]
