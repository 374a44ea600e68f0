"""Equal exactly when the same values come out, in every process, and said in words."""

from __future__ import annotations

import enum
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.keys.strict_fingerprint import (
    canonical_json,
    difference,
    fingerprint_of_facts,
    plain,
    strict_fingerprint,
)

ROOT = Path(__file__).parents[3]


class Mode(enum.Enum):
    CUBIC = 3
    LINEAR = "linear"


@dataclass
class Sizes:
    height: int | None = None
    width: int | None = None


class Base:
    crop_pct = 0.9
    mean = (0.5, 0.5)

    def method(self) -> None: ...

    @property
    def computed(self) -> int:
        return id(self)


class Settings(Base):
    mean = (0.4, 0.5)

    def __init__(self, **attributes: object) -> None:
        self.__dict__.update(attributes)


def digest(obj: object, **extra: Any) -> str:
    return strict_fingerprint(obj, name="x", **extra).digest


def facts(obj: object) -> Any:
    return strict_fingerprint(obj, name="x").facts


def test_a_digest_is_64_hex_digits_and_the_name_is_no_part_of_it() -> None:
    one, other = (strict_fingerprint(Settings(size=1), name=name) for name in ("a", "b"))
    assert one == other
    assert one.digest == other.digest
    assert len(one.digest) == 64
    assert set(one.digest) <= set("0123456789abcdef")


def test_class_attributes_count_and_the_nearest_one_wins() -> None:
    attributes = facts(Settings())["attributes"]
    assert attributes == {"crop_pct": 0.9, "mean": [0.4, 0.5]}
    assert facts(Settings(mean=[1.0]))["attributes"]["mean"] == [1.0]


def test_a_class_that_makes_a_setting_a_property_no_longer_has_it() -> None:
    class Computed(Base):
        crop_pct = property(lambda self: 1.0)  # type: ignore[assignment]

    assert "crop_pct" not in facts(Computed())["attributes"]


def test_private_notes_are_ignored() -> None:
    noted = Settings(size=1, _dlm_processor_sha256="ab", _cache=object())
    assert digest(noted) == digest(Settings(size=1))


def test_nothing_is_written_onto_the_object() -> None:
    settings_ = Settings(size={"height": 3})
    before = dict(vars(settings_))
    strict_fingerprint(settings_, name="x")
    assert vars(settings_) == before


def test_a_change_after_the_first_use_changes_the_digest() -> None:
    settings_ = Settings(size={"height": 3})
    first = digest(settings_)
    settings_.__dict__["size"]["height"] = 4
    assert digest(settings_) != first


@pytest.mark.parametrize(("one", "other"), [
    ((1, 2), [1, 2]),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    (Mode.CUBIC, 3),
    (Sizes(height=3), {"height": 3}),
    (np.float64(0.5), 0.5),
    (np.int64(4), 4),
    (np.bool_(True), True),
    ({3, 1, 2}, {2, 3, 1}),
    ({1: "a", "1": "b"}, {"1": "b", 1: "a"}),
    (np.arange(6).reshape(2, 3).T, np.ascontiguousarray(np.arange(6).reshape(2, 3).T)),
])
def test_the_same_setting_spelled_differently_has_one_digest(one: object, other: object) -> None:
    assert digest(Settings(value=one)) == digest(Settings(value=other))


@pytest.mark.parametrize(("one", "other"), [
    (1, True),
    (0, False),
    (None, "None"),
    ("1", 1),
    (1, 1.0),
    (0.1, np.float32(0.1)),
    ({1: "a"}, {"1": "a"}),
    (np.zeros(2000), np.concatenate([np.zeros(1000), [1.0], np.zeros(999)])),
    (np.zeros(4, np.float32), np.zeros(4, np.int32)),
    (np.zeros(4, "<f4"), np.zeros(4, ">f4")),
    (np.zeros((2, 2)), np.zeros(4)),
    (b"ab", "ab"),
    (float("nan"), float("inf")),
    ([[1], 2], [1, [2]]),
])
def test_different_settings_have_different_digests(one: object, other: object) -> None:
    assert digest(Settings(value=one)) != digest(Settings(value=other))


def test_libraries_and_whatever_else_decides_are_part_of_it() -> None:
    plain_one = digest(Settings())
    assert digest(Settings(), libraries=["numpy"]) != plain_one
    assert digest(Settings(), extra={"orientation": "exif"}) != plain_one
    assert digest(Settings(note=1), ignored=["note"]) == plain_one


@pytest.mark.parametrize("value", [
    object(), print, lambda: 1, Settings, np.array([object()], dtype=object), iter([1]),
    {"deep": [1, {"er": object()}]}, 1j, np.datetime64("2026-01-01"), Path("x"),
])
def test_a_value_of_an_unknown_type_is_refused_by_name(value: object) -> None:
    with pytest.raises(UserFacingError, match="x: hook") as caught:
        digest(Settings(hook=value))
    assert "cannot be compared" in caught.value.problem


def test_a_value_that_holds_itself_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(UserFacingError, match="contains itself"):
        digest(Settings(value=endless))


def test_a_tensor_counts_as_the_array_it_holds() -> None:
    torch = pytest.importorskip("torch")
    window = np.hanning(8).astype(np.float32)
    assert digest(Settings(window=torch.from_numpy(window))) == digest(Settings(window=window))
    assert digest(Settings(window=torch.zeros(8))) != digest(Settings(window=window))
    with pytest.raises(UserFacingError, match=r"torch\.bfloat16 values, which cannot be compared"):
        digest(Settings(window=torch.zeros(8, dtype=torch.bfloat16)))


def test_the_class_is_part_of_it_with_its_module() -> None:
    other = type("Settings", (Base,), {"mean": (0.4, 0.5), "__module__": "elsewhere"})
    assert facts(other())["class"] == "elsewhere.Settings"
    assert digest(other()) != digest(Settings())


def test_slots_count_as_attributes() -> None:
    class Slotted:
        __slots__ = ("_own", "size")

        def __init__(self, size: int) -> None:
            self.size = size
            self._own = object()

    assert facts(Slotted(3))["attributes"] == {"size": 3}


SCRIPT = """
import numpy as np
from larder.core.keys.strict_fingerprint import strict_fingerprint
class S: pass
s = S()
s.names = {"alpha", "beta", "gamma", "delta"}
s.table = {1: "x", "1": "y", (2, 3): "z", None: 0.1}
s.window = np.linspace(0, 1, 999)
s.size = {"b": 1, "a": 2}
print(strict_fingerprint(s, name="s", libraries=["numpy"]).digest)
"""


def test_processes_with_other_hash_seeds_agree() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "packaging")},
        ).stdout
        for seed in ("1", "2", "77")
    }
    assert len(printed) == 1
    assert len(printed.pop().strip()) == 64


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.text(max_size=3) | st.integers(), inner, max_size=3),
    max_leaves=8)


@settings(max_examples=50, deadline=None)
@given(values)
def test_the_plain_form_is_json_and_stays_as_it_is(value: object) -> None:
    form = plain(value, where="v")
    assert json.loads(canonical_json(form)) == form
    assert plain(form, where="v") == form


@settings(max_examples=50, deadline=None)
@given(values, values)
def test_facts_differ_in_words_exactly_when_their_digests_do(one: object, other: object) -> None:
    have, want = fingerprint_of_facts("n", {"v": one}), fingerprint_of_facts("n", {"v": other})
    assert (have == want) == (difference(have.facts, want.facts) == ())
    assert (have == want) == (hash(have) == hash(want))


def change(old: object, new: object) -> tuple[str, ...]:
    return difference(facts(old), facts(new))


@pytest.mark.parametrize(("old", "new", "said"), [
    ({"crop_size": 224}, {"crop_size": 256}, ("crop_size: 224 → 256",)),
    ({"crop_size": Sizes(224, 224)}, {"crop_size": Sizes(256, 256)}, ("crop_size: 224 → 256",)),
    ({"size": Sizes(224, 224)}, {"size": Sizes(224, 256)}, ("size.width: 224 → 256",)),
    ({"do_resize": True}, {"do_resize": False}, ("do_resize: on → off",)),
    ({"dither": 0.0}, {"dither": 0.5}, ("dither: 0.0 → 0.5",)),
    ({}, {"pad": "right"}, ("pad: none → right",)),
    ({"std": [0.5, 0.5]}, {"std": [0.2, 0.3]}, ("std: 0.5, 0.5 → 0.2, 0.3",)),
    ({"mel_filters": np.zeros(3)}, {"mel_filters": np.ones(3)}, ("mel_filters changed",)),
    ({"chat": "a" * 500}, {"chat": "b" * 500}, ("chat changed",)),
    ({"size": Sizes(1, 2), "b": 1}, {"size": Sizes(3, 4), "b": 2},
     ("b: 1 → 2", "size.height: 1 → 3", "size.width: 2 → 4")),
])
def test_a_difference_is_told_in_words(
    old: dict[str, object], new: dict[str, object], said: tuple[str, ...]
) -> None:
    assert change(Settings(**old), Settings(**new)) == said


def test_a_difference_of_libraries_and_class_is_told() -> None:
    have = {"class": "a.B", "libraries": {"numpy": "1.26.4"}}
    want = {"class": "a.C", "libraries": {"numpy": "2.4.6"}}
    assert difference(have, want) == ("class: a.B → a.C", "numpy: 1.26.4 → 2.4.6")


def test_facts_read_back_from_json_tell_the_same() -> None:
    old, new = facts(Settings(size=Sizes(1, 1))), facts(Settings(size=Sizes(2, 2)))
    assert difference(json.loads(json.dumps(old)), new) == ("size: 1 → 2",)
    assert difference(json.loads(json.dumps(old)), old) == ()
