"""Encoders of every kind with the stores they fill: what was stored is what would be made again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from larder.core.encoders.open_value_encoder import open_value_encoder
from larder.core.encoders.value_encoder import SourceFile, ValueEncoder, ValueOptions
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.stores.cache_store import PutResult
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind
from tests.support.late_packages import late_package
from tests.support.tiny_text_models import write_qwen_tokenizer

soundfile = late_package("soundfile")
late_package("soxr")
late_package("torch")
transformers = late_package("transformers")

pytestmark = pytest.mark.filterwarnings("ignore:At least one mel filter")

ROOT = Path(__file__).parents[3]
SEEDED = """
import sys
from larder.core.encoders.open_value_encoder import open_value_encoder
from larder.core.workspace.store_kinds import StoreKind
for kind, model in zip(sys.argv[1::2], sys.argv[2::2]):
    print(open_value_encoder(StoreKind(kind), model=model).fingerprint.digest)
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    draws = np.random.default_rng(1)
    for number in range(2):
        levels = draws.integers(0, 256, (70, 90, 3), dtype=np.uint8)
        Image.fromarray(levels).save(folder / f"{number}.png")
        samples = draws.normal(0, 0.1, (22_050, 2)).astype(np.float32)
        soundfile.write(folder / f"{number}.wav", samples, 22_050)
        (folder / f"{number}.txt").write_text(f"row {number}\n\na cat\n\na cat", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_qwen_tokenizer(tmp_path_factory.mktemp("tokenizers") / "qwen")


CASES = (
    (StoreKind.VISION, "clip", ".png"),
    (StoreKind.VISION, "qwen2-vl", ".png"),
    (StoreKind.VISION, "siglip2", ".png"),
    (StoreKind.AUDIO, "whisper", ".wav"),
    (StoreKind.AUDIO, "clap", ".wav"),
    (StoreKind.AUDIO, "ast", ".wav"),
    (StoreKind.AUDIO, "seamless-m4t", ".wav"),
    (StoreKind.WAVEFORM, None, ".wav"),
    (StoreKind.TOKENS, "bytes", ".txt"),
    (StoreKind.TOKENS, "folder", ".txt"),
)


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0].value}-{case[1]}")
def case(request: pytest.FixtureRequest, tokenizer: Path) -> Iterator[tuple[ValueEncoder, str]]:
    kind, model, suffix = request.param
    encoder = open_value_encoder(
        kind, model=tokenizer if model == "folder" else model,
        options=ValueOptions(auto_resample=True))
    yield encoder, suffix
    encoder.close()


def test_a_store_gives_back_what_an_uncached_run_makes(
    case: tuple[ValueEncoder, str], sources: Path, tmp_path: Path
) -> None:
    encoder, suffix = case
    pieces = [piece for path in sorted(sources.glob(f"*{suffix}"))
              for piece in encoder.pieces(SourceFile(path))]
    assert len({piece.key.name() for piece in pieces}) == len(pieces) > 1
    with ValuesStore(encoder.kind, tmp_path / "store") as store:
        for piece, values in zip(pieces, encoder.encode(pieces), strict=True):
            assert isinstance(values, dict), values
            assert store.get(piece.key) is None
            assert store.put(piece.key, values).result is PutResult.STORED
    with ValuesStore(encoder.kind, tmp_path / "store") as store:
        for piece, values in zip(pieces, encoder.encode(pieces), strict=True):
            stored = store.get(piece.key)
            assert stored is not None
            assert stored.keys() == values.keys()  # type: ignore[union-attr]
            for member, array in stored.items():
                assert array.dtype == values[member].dtype  # type: ignore[index]
                np.testing.assert_array_equal(array, values[member])  # type: ignore[index]


def test_a_second_pass_encodes_nothing_and_opens_no_source_but_texts(
    case: tuple[ValueEncoder, str], sources: Path, tmp_path: Path
) -> None:
    encoder, suffix = case
    copies = []
    for path in sorted(sources.glob(f"*{suffix}")):
        copies.append(tmp_path / path.name)
        copies[-1].write_bytes(path.read_bytes())
    with blob_memory(tmp_path, now_ns=10**19) as memory:
        blobs = dict(blob_digests(copies, memory))
    first = [piece for path in copies
             for piece in encoder.pieces(SourceFile(path, str(blobs[path])))]
    with ValuesStore(encoder.kind, tmp_path / "store") as store:
        for piece, values in zip(first, encoder.encode(first), strict=True):
            store.put(piece.key, values)  # type: ignore[arg-type]
    if encoder.kind is not StoreKind.TOKENS:  # the rows of a text are in it
        for copy in copies:
            copy.unlink()
    with ValuesStore(encoder.kind, tmp_path / "store") as store:
        for path in copies:
            for piece in encoder.pieces(SourceFile(path, str(blobs[path]))):
                assert store.get(piece.key) is not None
        assert (store.stats().hits, store.stats().misses) == (len(first), 0)


def printed(*words: str, script: str = SEEDED) -> list[str]:
    """Return the words that a fresh interpreter with another hash seed prints.

    The caller's PYTHONPATH applies.

    The caller's PYTHONPATH applies.
    """
    places = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, *words], check=True, text=True,
        capture_output=True, cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(places)})
    return ran.stdout.split()


@pytest.mark.exhaustive
def test_a_process_with_another_hash_seed_makes_the_same_keys(tokenizer: Path) -> None:
    asked = [("vision", "clip"), ("vision", "qwen2-vl"), ("audio", "whisper"), ("waveform", ""),
             ("tokens", str(tokenizer)), ("tokens", "bytes")]
    assert printed(*(word for pair in asked for word in pair)) == [
        open_value_encoder(StoreKind(kind), model=model).fingerprint.digest
        for kind, model in asked]


def test_opening_the_encoders_of_waveforms_and_bytes_loads_neither_torch_nor_transformers() -> None:
    script = SEEDED + "print(*{'torch', 'transformers'} & sys.modules.keys())"
    assert len(printed("waveform", "", "tokens", "bytes", script=script)) == 2
