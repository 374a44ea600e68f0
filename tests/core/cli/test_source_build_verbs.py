"""`larder build --sources` and `larder plan build --sources`: documents, texts, exit codes."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.encoders.section_tokens import SectionTokens
from larder.core.files.store_lock import lock_store
from larder.core.settings import config_home
from larder.core.stores.records import read_fingerprints
from tests.support.source_building import write_clip, write_picture, write_text

Larder = Callable[..., Any]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    for number in range(3):
        write_text(tmp_path / "texts", f"{number}.txt", f"row of {number}", "a cat")
    return tmp_path / "texts"


def test_a_plan_is_one_document_and_writes_nothing(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    ran = larder("plan", "build", tmp_path / "caches", "--sources", texts, "--store", "tokens",
                 "--json")
    assert ran.code == 0
    document = ran.document
    assert document["schema"] == "larder.build-plan/1"
    assert (document["entries"], document["payloads"]) == (3, 6)
    assert document["stores"][0]["path"] == str(tmp_path / "caches" / "tokens")
    assert document["bytes"] > 0
    assert not (tmp_path / "caches").exists()


def test_a_plan_is_saved_where_it_is_asked_for(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    out = tmp_path / "plan.json"
    ran = larder("plan", "build", tmp_path / "caches", "--sources", texts, "--store", "tokens",
                 "--out", out)
    assert ran.code == 0
    assert json.loads(out.read_bytes())["payloads"] == 6
    assert "6 to make" in ran.out


def test_without_apply_a_build_only_shows_its_plan(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    ran = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens")
    assert ran.code == 0
    assert "--apply does it" in ran.out
    assert not (tmp_path / "caches").exists()


def test_a_build_fills_a_new_store_and_a_second_one_makes_nothing(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    arguments = (
        "build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--apply", "--json")
    first = larder(*arguments)
    assert first.code == 0
    assert first.document["schema"] == "larder.build-report/1"
    assert (first.document["encoded"], first.document["entries"]) == (6, 3)
    assert first.document["kind"] == "tokens"
    assert larder(*arguments).document["encoded"] == 0
    survey = larder("survey", tmp_path / "caches", "--json").document
    assert survey["stores"][0]["verdicts"] == {"valid": 6}
    assert survey["items"] == []


def test_the_store_itself_may_be_named(larder: Larder, texts: Path, tmp_path: Path) -> None:
    larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--apply")
    plan = larder("plan", "build", tmp_path / "caches" / "tokens", "--sources", texts,
                  "--store", "tokens", "--json").document
    assert plan["payloads"] == 0
    assert plan["present"] == 6
    assert plan["stores"][0]["path"] == str(tmp_path / "caches" / "tokens")


def test_a_store_with_another_name_is_found_by_its_files(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--apply")
    (tmp_path / "caches" / "tokens").rename(tmp_path / "caches" / "tokenized-cache")
    plan = larder("plan", "build", tmp_path / "caches", "--sources", texts, "--store", "tokens",
                  "--json").document
    assert plan["payloads"] == 0
    assert plan["stores"][0]["id"] == "tokenized-cache"


def test_pictures_and_clips_take_their_options(larder: Larder, tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    pytest.importorskip("soxr")
    write_picture(tmp_path / "pictures", "0.png")
    write_clip(tmp_path / "clips", "0.wav", rate=22_050)
    pixels = larder("build", tmp_path / "caches", "--sources", tmp_path / "pictures", "--store",
                    "vision", "--encoder", "siglip", "--size", "32x48", "--apply", "--json")
    assert (pixels.code, pixels.document["encoded"]) == (0, 1)
    waves = larder("build", tmp_path / "caches", "--sources", tmp_path / "clips", "--store",
                   "waveform", "--sample-rate", 8000, "--max-seconds", 0.5, "--resample",
                   "--apply", "--json")
    assert (waves.code, waves.document["encoded"]) == (0, 1)
    names = [path.name for path in (tmp_path / "caches").rglob("*.npz")]
    assert any(name.endswith(".32x48.npz") for name in names)
    assert any(name.endswith(".8000.500.rs.wav.npz") for name in names)


def test_values_that_another_program_made_with_the_same_processor_are_known_by_their_digits(
    larder: Larder, tmp_path: Path
) -> None:
    pytest.importorskip("transformers")
    caches = tmp_path / "caches"
    write_picture(tmp_path / "pictures", "0.png")
    larder("build", caches, "--sources", tmp_path / "pictures", "--store", "vision", "--encoder",
           "siglip", "--size", "32x32", "--apply")
    (ours,) = caches.rglob("*.npz")
    store = ours.parents[1]
    (recorded,) = read_fingerprints(store).values()
    theirs = f"{'c' * 64}.{recorded.of_program[0][:12]}.32x32.npz"
    (store / "cc").mkdir()
    with np.load(ours) as pixels:
        np.savez(store / "cc" / theirs, pixel_values=pixels["pixel_values"])
    (told,) = [finding for finding in larder("survey", caches, "--json").document["problems"]
               if "is not recorded" in finding["problem"]]
    assert "settings 1 of 2 cached files" in told["problem"]
    assert told["hint"].endswith(f"leave out some settings: 1 made with {recorded.name}.")


def test_a_tokenizer_of_a_folder_and_a_length_are_taken(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    from tests.support.tiny_text_models import write_qwen_tokenizer

    folder = write_qwen_tokenizer(tmp_path / "qwen")
    ran = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--model",
                 folder, "--sequence-length", 16, "--limit", 1, "--apply", "--json")
    assert (ran.code, ran.document["encoded"], ran.document["encoders"]) == (0, 2, ["qwen"])


def test_broken_sources_are_named_and_the_exit_code_is_1(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    (texts / "bad.txt").write_bytes(b"\xff\xfe")
    ran = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--apply")
    assert ran.code == 1
    assert "bad.txt" in ran.err
    assert "Encoded 6 files of 3 source files" in ran.out


def test_ctrl_c_keeps_what_was_made_and_exits_with_130(
    larder: Larder, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        write_text(texts, f"more/{number}.txt", f"more {number}")
    encode = SectionTokens.encode
    calls: list[int] = []

    def interrupted(self: SectionTokens, pieces: Sequence[Any]) -> Any:
        calls.append(len(pieces))
        if len(calls) == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return encode(self, pieces)

    plan = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens").out
    assert "46 to make" in plan
    calls.clear()
    with monkeypatch.context() as patch:
        patch.setattr(SectionTokens, "encode", interrupted)
        ran = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens",
                     "--apply")
    assert ran.code == 130
    assert "kept; the next build continues" in ran.out
    again = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens",
                   "--apply", "--json")
    assert again.code == 0
    assert 0 < again.document["encoded"] < 46


def test_a_locked_store_is_exit_code_3(larder: Larder, texts: Path, tmp_path: Path) -> None:
    arguments = ("build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--apply")
    larder(*arguments)
    write_text(texts, "new.txt", "new")
    with lock_store(tmp_path / "caches" / "tokens"):
        assert larder(*arguments).code == 3


def test_the_budget_of_the_settings_is_kept(larder: Larder, texts: Path, tmp_path: Path) -> None:
    config_home().mkdir(parents=True, exist_ok=True)
    (config_home() / "settings.toml").write_text("[budgets]\ntokens = 5000\n")
    plan = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens").out
    assert "The cache may take 4.9 KiB" in plan
    ran = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--apply",
                 "--json")
    assert ran.code == 1
    assert ran.document["over_budget"] is True
    assert sum(path.stat().st_size for path in (tmp_path / "caches").rglob("*.npz")) <= 5000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--store", "latents"), "no 'latents' cache"),
        ((), "The kind of cache"),
        (("--store", "tokens", "--only", "missing"), "--only has no meaning"),
        (("--store", "vision", "--encoder", "siglip", "--size", "32"), "not a size"),
        (("--store", "vision"), "needs an image processor"),
        (("--store", "tokens", "--encoder", "a", "--model", "b"), "takes one encoder"),
        (("--store", "tokens", "--encoder", "nobody"), "no tokenizer"),
    ],
)
def test_what_makes_no_sense_is_one_sentence_and_exit_code_2(
    larder: Larder, texts: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    write_picture(texts, "0.png")
    ran = larder("build", tmp_path / "caches", "--sources", texts, *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_options_of_a_folder_need_one(larder: Larder, tmp_path: Path) -> None:
    ran = larder("build", tmp_path, "--store", "tokens")
    assert ran.code == 2
    assert "--store has no meaning without --sources" in ran.err


def test_no_store_is_made_among_the_sources_or_over_something_else(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    among = larder("build", texts, "--sources", texts, "--store", "tokens", "--apply")
    assert among.code == 2
    assert "among the sources" in among.err
    (tmp_path / "caches" / "tokens").mkdir(parents=True)
    (tmp_path / "caches" / "tokens" / "notes.md").write_text("mine")
    over = larder("build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--apply")
    assert over.code == 2
    assert "is not a tokens cache" in over.err
    assert sorted(path.name for path in texts.iterdir()) == ["0.txt", "1.txt", "2.txt"]


def test_a_cache_of_another_kind_is_not_filled_with_tokens(
    larder: Larder, texts: Path, tmp_path: Path
) -> None:
    pytest.importorskip("soundfile")
    write_clip(tmp_path / "clips", "0.wav")
    larder("build", tmp_path / "caches", "--sources", tmp_path / "clips", "--store", "waveform",
           "--apply")
    ran = larder("build", tmp_path / "caches" / "waveform", "--sources", texts, "--store",
                 "tokens", "--apply")
    assert ran.code == 2
    assert "is a waveform cache" in ran.err


def test_a_survey_names_each_row_of_a_text(larder: Larder, tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    write_text(texts, "bread.md", "flour\n\nwater\n\nsalt")
    write_text(texts, "other.md", "one row")
    caches = tmp_path / "caches"
    larder("build", caches, "--sources", texts, "--store", "tokens", "--apply")
    assert f"{(texts / 'other.md').as_posix()}\n" in larder("survey", caches, "--all").out
    (texts / "bread.md").unlink()
    shown = larder("survey", caches).out
    lines = [line.strip() for line in shown.splitlines() if "bread.md" in line]
    assert sorted(line.partition("  ")[0] for line in lines) == [
        f"{(texts / 'bread.md').as_posix()}, paragraph {number}" for number in (1, 2, 3)]
    for length in (16, 24):
        larder("build", caches, "--sources", texts, "--store", "tokens", "--apply",
               "--sequence-length", length)
    write_text(texts, "bread.md", "flour\n\nwater\n\nsalt")
    for length in (16, 24):
        larder("build", caches, "--sources", texts, "--store", "tokens", "--apply",
               "--sequence-length", length)
    (texts / "bread.md").unlink()
    shown = larder("survey", caches).out
    lines = [line.strip() for line in shown.splitlines() if "bread.md" in line]
    assert len(lines) == len(set(lines)) == 9
    assert ".seq24.npz)" in shown


def test_the_next_build_takes_back_what_a_killed_one_left_and_says_so(
    larder: Larder, texts: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from larder.core.files.temp_names import host_digest

    arguments = (
        "build", tmp_path / "caches", "--sources", texts, "--store", "tokens", "--apply", "--json")
    assert larder(*arguments).code == 0
    store = tmp_path / "caches" / "tokens"
    value = next(path for path in store.rglob("*.npz"))
    dead = value.with_name(f"{value.name}.tmp.{2**22 + 5}.{host_digest()[:4]}0001")
    alive = value.with_name(f"{value.name}.tmp.{os.getpid()}.{host_digest()[:4]}0001")
    value.rename(dead)
    alive.write_bytes(b"half")
    assert larder(*arguments[:-2]).code == 0
    assert dead.exists(), "looking removes nothing"
    ran = larder(*arguments)
    assert (ran.code, ran.document["encoded"]) == (0, 1)
    assert not dead.exists()
    assert alive.exists()
    assert (f"{store}: unfinished files of ended processes were removed: 1."
            in caplog.text)
