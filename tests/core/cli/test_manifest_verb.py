"""`larder manifest`: a token cache of the original program, taken over and given back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from larder.core.keys.cache_keys import TokensKey
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind

TOKENIZER = "e" * 64


def token_cache(folder: Path) -> Path:
    ids = {"input_ids": np.arange(5), "attention_mask": np.ones(5, np.int64)}
    with ValuesStore(StoreKind.TOKENS, folder) as store:
        for number in range(3):
            section, content = f"{number:02x}" * 8, f"{number:064x}"
            store.put(TokensKey(section, 0, content, TOKENIZER, 64, rows=1), ids)
    return folder


def test_a_manifest_is_shown_then_written_then_taken_over(larder: Any, tmp_path: Path) -> None:
    folder = token_cache(tmp_path / "tokens")
    shown = larder("manifest", folder, "--export")
    assert shown.out.startswith("Would write 3 rows")
    assert not (folder / "manifest.json").exists()
    assert larder("manifest", folder, "--export", "--apply", "--json").document["rows"] == 3
    written = json.loads((folder / "manifest.json").read_text("ascii"))
    assert written["tokenizer_sha256"] == TOKENIZER
    taken = larder("manifest", folder, "--apply", "--json").document
    assert taken == {"taken": 3, "missing": 0, "unlisted": 0, "refused": 0}
    assert "last use of 3 files" in larder("manifest", folder).out


def test_without_a_manifest_there_is_nothing_to_take_over(larder: Any, tmp_path: Path) -> None:
    ran = larder("manifest", token_cache(tmp_path / "tokens"))
    assert (ran.code, ran.out) == (2, "")
    assert "manifest.json" in ran.err


def test_a_token_cache_is_found_in_the_workspace_that_is_named(
    larder: Any, tmp_path: Path
) -> None:
    folder = token_cache(tmp_path / "caches" / "tokens")
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"model_type": "STABLE_DIFFUSION_15", "cache_dir": "caches"}))
    for named in (config, tmp_path / "caches"):
        assert larder("manifest", named, "--export").out.startswith("Would write 3 rows")
    assert not list(tmp_path.rglob("manifest.json"))
    token_cache(tmp_path / "caches" / "more")
    several = larder("manifest", config, "--export")
    assert (several.code, several.out) == (2, "")
    assert "2 token caches belong to" in several.err
    assert str(folder) in several.err


def test_where_no_token_cache_is_nothing_is_written(larder: Any, tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"model_type": "STABLE_DIFFUSION_15", "cache_dir": "caches"}))
    for named in (config, tmp_path / "missing"):
        ran = larder("manifest", named, "--export", "--apply")
        assert (ran.code, ran.out) == (2, "")
        assert str(named) in ran.err
    assert not list(tmp_path.rglob("manifest.json"))
