"""A pickle gets nothing imported, nothing called, no memory and no time it has no right to."""

from __future__ import annotations

import builtins
import contextlib
import os
import pickle
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import PayloadError
from larder.core.payloads import pt_file, pt_pickle
from larder.core.payloads.pt_file import list_pt, read_pt_value
from larder.core.payloads.pt_pickle import (
    InertObject,
    InertOrderedDict,
    StorageKind,
    check_instructions,
    read_pickle,
)
from tests.core.payloads.archives import write_archive
from tests.support.reading_payloads import verify_pt

PROTOCOL_2 = b"\x80\x02"


def text(value: str) -> bytes:
    encoded = value.encode()
    return b"X" + struct.pack("<I", len(encoded)) + encoded


def named(module: str, name: str) -> bytes:
    return f"c{module}\n{name}\n".encode()


def pickled(body: bytes) -> bytes:
    return PROTOCOL_2 + body + b"."


def refusal(data: bytes) -> str:
    with pytest.raises(PayloadError) as told:
        read_pickle(data, payload="a.pt")
    return told.value.problem


FLOAT_STORAGE = b"(" + text("storage") + named("torch", "FloatStorage") + text("0") + text("cpu")
"""The beginning of a storage's description; its length, `t` and `Q` follow."""


def tensor(
    numel: bytes = b"K\x04", offset: bytes = b"K\x00", shape: bytes = b"K\x04\x85",
    strides: bytes = b"K\x01\x85",
) -> bytes:  # fmt: skip
    """A tensor of 4 float32, or of what is given instead."""
    return (
        named("torch._utils", "_rebuild_tensor_v2")
        + b"(" + FLOAT_STORAGE + numel + b"tQ" + offset + shape + strides
        + b"\x89" + named("collections", "OrderedDict") + b")RtR"
    )  # fmt: skip


class Calling:
    """Pickles as a call of `function(*arguments)`."""

    def __init__(self, function: Callable[..., object], *arguments: object) -> None:
        self.call = (function, arguments)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.call


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (os.system, "touch {}"),
        (eval, "open({!r}, 'w')"),
        (exec, "open({!r}, 'w')"),
        (open, "{}"),
        (getattr, "{}"),
        (__import__, "{}"),
    ],
)
def test_a_payload_that_calls_something_is_refused_and_calls_nothing(
    function: Callable[..., object], argument: str, protocol: int, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    hostile = {"x": Calling(function, argument.format(str(mark)))}
    path = write_archive(tmp_path / "a.pt", pickle.dumps(hostile, protocol))
    for use in (list_pt, verify_pt, read_pt_value):
        with pytest.raises(PayloadError, match="is refused"):
            use(path)
    assert not mark.exists()


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("os", "system"), ("posix", "system"), ("builtins", "eval"), ("__builtin__", "eval"),
        ("builtins", "getattr"), ("subprocess", "Popen"), ("operator", "attrgetter"),
        ("functools", "partial"), ("torch", "load"), ("torch.hub", "load"),
        ("torch._utils", "_rebuild_sparse_tensor"), ("torch.storage", "_load_from_bytes"),
        ("numpy.core.multiarray", "_reconstruct"), ("collections", "OrderedDict.fromkeys"),
        ("torch._utils", "_rebuild_tensor_v2.__globals__"), ("torch", "."),
        ("larder.core.payloads.pt_pickle", "InertObject"),
    ],
)  # fmt: skip
def test_a_name_outside_the_table_is_refused_by_name(module: str, name: str) -> None:
    before = set(sys.modules)
    assert f"it names {module}.{name}, " in refusal(pickled(named(module, name)))
    assert set(sys.modules) - before <= {"pickletools"}


def test_the_table_holds_nothing_that_does_anything() -> None:
    harmless = (pt_pickle._StandIn, StorageKind, str)
    for place, stand_in in pt_pickle._STAND_INS.items():
        is_inert = stand_in in (InertObject, InertOrderedDict)
        assert type(stand_in) in harmless or is_inert, place


@pytest.mark.parametrize(
    "body",
    [
        b"(" + named("torch", "Size") + b"o",  # OBJ
        named("torch", "Size") + b")}\x92",  # NEWOBJ_EX
        b"P0\n",  # PERSID
        text("a") + b"2",  # DUP
        text("a") + text("b") + b"0",  # POP
        b"((1",  # POP_MARK
        b"(\x91", b"\x8f",  # FROZENSET, EMPTY_SET
        b"I1\n", b"L1L\n", b"F1\n", b"S'a'\n", b"Va\n",  # numbers and texts as lines
        b"g0\n", b"p0\n",  # memo as lines
        b"\x8b" + struct.pack("<I", 100) + bytes(100),  # LONG4
        b"\x96" + struct.pack("<Q", 1 << 40), b"\x97", b"\x98",  # buffers
        b"\x95" + struct.pack("<Q", 1 << 40),  # FRAME
        b"\x00", b"\xff",
    ],
)  # fmt: skip
def test_an_instruction_no_trainer_writes_is_refused_by_name(body: bytes) -> None:
    assert "uses the pickle instruction" in refusal(pickled(body))


@pytest.mark.parametrize(
    "body",
    [
        text("os") + text("system") + b"\x93",  # STACK_GLOBAL
        b"\x82\x01", b"\x83\x01\x00", b"\x84\x01\x00\x00\x00",  # EXT1, EXT2, EXT4
        b"(ios\nsystem\n",  # INST
    ],
)
def test_an_instruction_that_imports_is_told_as_a_program(body: bytes) -> None:
    assert "would run code from it" in refusal(pickled(body))


@pytest.mark.parametrize("protocol", [0, 1, 3, 4, 5])
def test_another_pickle_protocol_is_refused(protocol: int) -> None:
    assert "not a pickle of protocol 2" in refusal(pickle.dumps({"x": 1}, protocol))


def test_a_pickle_over_four_megabytes_is_refused_unread(tmp_path: Path) -> None:
    huge = pickle.dumps({"x": "a" * pt_pickle.LARGEST_PICKLE}, 2)
    assert "limit for a cached file is 4,194,304" in refusal(huge)
    with pytest.raises(PayloadError, match="limit for a cached file is 4,194,304"):
        list_pt(write_archive(tmp_path / "a.pt", huge))


def test_a_memo_index_cannot_claim_memory() -> None:
    claim = b"}r" + struct.pack("<I", 1 << 31)
    assert "very large memo numbers" in refusal(pickled(claim))
    assert "very large memo numbers" in refusal(pickled(b"}j" + struct.pack("<I", 1 << 31)))


def doubled_lists(depth: int) -> bytes:
    """Lists of which each holds the one before twice."""
    body = b"]q\x00"
    for index in range(1, depth):
        last, this = bytes([index - 1]), bytes([index])
        body += b"]q" + this + b"(h" + last + b"h" + last + b"e"
    return body


def test_lists_that_double_are_refused_before_they_are_unrolled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As many as a payload may have take two seconds each time; mappings, below, go all the way.
    monkeypatch.setattr(pt_file, "MOST_VALUES", 20_000)
    path = write_archive(tmp_path / "a.pt", pickled(doubled_lists(60)))
    for use in (list_pt, read_pt_value):
        with pytest.raises(PayloadError, match=r"values|containers"):
            use(path)


def test_mappings_that_double_are_refused_before_they_are_unrolled(tmp_path: Path) -> None:
    body = b"}q\x00"
    for index in range(1, 50):
        get = b"h" + bytes([index - 1])
        body += b"}q" + bytes([index]) + b"(" + text("a") + get + text("b") + get + b"u"
    with pytest.raises(PayloadError, match="values"):
        list_pt(write_archive(tmp_path / "a.pt", pickled(body)))


def test_tuples_that_double_are_refused_before_they_are_hashed() -> None:
    tuples = b"K\x01K\x02\x86q\x00"
    for index in range(1, 60):
        tuples += b"h" + bytes([index - 1]) + b"h" + bytes([index - 1]) + b"\x86q" + bytes([index])
    assert "nested or very long tuple twice" in refusal(pickled(b"}(" + tuples + b"Nu"))


@pytest.mark.parametrize(
    "smuggled",
    [
        b"q\x01",  # a second PUT for the same value
        b"NN\x86bq\x01",  # BUILD with nothing to build leaves the tuple on the stack
        b"(eq\x01", b"(uq\x01",  # nothing appended, nothing set
        b"h\x00q\x01",  # fetched and stored again
    ],
)  # fmt: skip
def test_a_tuple_cannot_be_remembered_under_a_second_number(smuggled: bytes) -> None:
    assert "in the wrong place" in refusal(pickled(b"K\x01K\x02\x86q\x00" + smuggled))


def test_very_long_integers_are_refused() -> None:
    assert "very large integers" in refusal(pickled(b"\x8a\x20" + bytes(32)))
    many = b"(" + (b"\x8a\x09" + bytes(9)) * 2000 + b"t"
    assert "very large integers" in refusal(pickled(many))


def test_a_list_that_contains_itself_is_refused(tmp_path: Path) -> None:
    body = b"}(" + text("x") + b"]q\x00h\x00au"
    for use in (list_pt, read_pt_value):
        with pytest.raises(PayloadError, match="nests"):
            use(write_archive(tmp_path / "a.pt", pickled(body)))


def test_deep_nesting_is_refused_and_never_a_recursion_error(tmp_path: Path) -> None:
    body = b"]" * 100_000 + b"a" * 99_999
    with pytest.raises(PayloadError, match="nests"):
        list_pt(write_archive(tmp_path / "a.pt", pickled(body)))


@pytest.mark.parametrize(
    ("target", "state"),
    [
        (named("torch._utils", "_rebuild_tensor_v2"), b"}" + text("name") + text("x") + b"s"),
        (named("torch._utils", "_rebuild_tensor_v2"), b"N}" + text("_note") + text("x") + b"s\x86"),
        (named("torch", "FloatStorage"), b"N}" + text("itemsize") + b"K\x00s\x86"),
        (named("diffusers.models.autoencoders.vae", "DiagonalGaussianDistribution"),
         b"N}" + text("__setstate__") + named("torch", "Size") + b"s\x86"),
        (named("diffusers.models.autoencoders.vae", "DiagonalGaussianDistribution") + b")\x81",
         b"N}" + text("members") + text("x") + b"s\x86"),
        (named("collections", "OrderedDict"), b"N}" + text("update") + text("x") + b"s\x86"),
        (named("torch", "float32"), b"}" + text("x") + text("y") + b"s"),
        (tensor(), b"N}" + text("offset") + text("x") + b"s\x86"),
    ],
)  # fmt: skip
def test_a_pickle_cannot_change_the_stand_ins(target: bytes, state: bytes) -> None:
    before = dict(vars(InertObject)), dict(vars(InertOrderedDict)), dict(pt_pickle._STAND_INS)
    assert "is not valid" in refusal(pickled(target + state + b"b"))
    after = dict(vars(InertObject)), dict(vars(InertOrderedDict)), dict(pt_pickle._STAND_INS)
    assert after == before


@pytest.mark.parametrize(
    "body",
    [
        tensor(shape=b"K\x05\x85"),
        tensor(offset=b"K\x01"),
        tensor(strides=b"K\x02\x85"),
        tensor(shape=b"J\xff\xff\xff\xff\x85"),
        tensor(strides=b"J\xff\xff\xff\xff\x85"),
        tensor(offset=b"J\xff\xff\xff\xff"),
        tensor(numel=b"J\xff\xff\xff\xff"),
        tensor(shape=b"K\x02K\x02\x86"),
        tensor(shape=b"G" + struct.pack(">d", 4.0) + b"\x85"),
        tensor(shape=b"\x88\x85"),
        tensor(shape=b"]"),
        tensor(shape=b"(" + b"K\x01" * 40 + b"t", strides=b"(" + b"K\x01" * 40 + b"t"),
        tensor(numel=text("4")),
        named("torch._utils", "_rebuild_tensor_v2") + b")R",
        named("torch._utils", "_rebuild_tensor_v2") + text("x") + b"R",
        named("torch._utils", "_rebuild_tensor_v2") + b"(" + b"N" * 6 + b"tR",
        named("torch._utils", "_rebuild_parameter") + b"(NN" + b"NtR",
        named("torch", "Size") + b"K\x01\x85R",
        named("torch", "device") + b"K\x01\x85R",
        named("_codecs", "encode") + text("x") + text("rot13") + b"\x86R",
        b"K\x01Q", b"NQ", b"(tQ", text("storage") + b"Q",
        FLOAT_STORAGE + b"tQ",
        b"R", b"K\x01)R", text("os.system") + text("ls") + b"\x85R", b"h\x05", b"t", b"u", b"e",
        b"}]Ns", b"a", b"b", b"",
        b"X\x02\x00\x00\x00\xff\xfe",
        named("diffusers.models.vae", "DiagonalGaussianDistribution") + text("a") + b"\x85\x81",
        named("diffusers.models.vae", "DiagonalGaussianDistribution") + b")\x81" + b"K\x01b",
    ],
)  # fmt: skip
def test_nonsense_is_one_payload_error(body: bytes) -> None:
    assert refusal(pickled(body)).startswith("a.pt is damaged: its pickle is not valid")


@pytest.mark.parametrize(
    "body",
    [
        b"}(" + text("x") + named("torch._utils", "_rebuild_tensor_v2") + b"u",
        b"}(" + text("x") + named("torch", "FloatStorage") + b"u",
        b"}(K\x01K\x02\x86Nu", b"}(" + tensor() + b"Nu",
        b"}(K\x01" + tensor() + text("1") + tensor() + b"u",
    ],
)  # fmt: skip
def test_members_that_are_no_values_are_refused(body: bytes, tmp_path: Path) -> None:
    path = write_archive(tmp_path / "a.pt", pickled(body), {"0": bytes(16)})
    with pytest.raises(PayloadError):
        list_pt(path)


def test_an_object_without_members_is_empty(tmp_path: Path) -> None:
    empty = named("diffusers.models.vae", "DiagonalGaussianDistribution") + b")\x81"
    path = write_archive(tmp_path / "a.pt", pickled(b"}(" + text("x") + empty + b"u"))
    contents = list_pt(path)
    assert (contents.arrays, contents.values, contents.names) == ((), {}, ("x",))


def test_every_truncation_of_a_pickle_is_a_payload_error() -> None:
    data = pickled(b"}(" + text("x") + tensor() + text("y") + b"K\x01u")
    read_pickle(data, payload="a.pt")
    for length in range(len(data)):
        with pytest.raises(PayloadError):
            read_pickle(data[:length], payload="a.pt")


@given(
    position=st.integers(0, 400), replaced=st.binary(min_size=1, max_size=6), seed=st.integers(0, 2)
)
def test_a_scribbled_pickle_gives_values_or_a_payload_error(
    position: int, replaced: bytes, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = bytearray(pickled(
        b"}q\x00(" + text("x") + b"q\x01" + tensor() + text("y") + b"]q\x02(h\x01K\x01e"
        + text("z") + b"K\x01K\x02\x86q\x03" + text("w") + b"h\x03u"
    ))  # fmt: skip
    at = position % len(data)
    data[at : at + (len(replaced) if seed else 0)] = replaced
    path = write_archive(tmp_path_factory.mktemp("p") / "a.pt", bytes(data), {"0": bytes(16)})
    with contextlib.suppress(PayloadError):
        list_pt(path)
        verify_pt(path)


@given(st.binary(max_size=60))
def test_random_instructions_are_read_or_refused(body: bytes) -> None:
    with contextlib.suppress(PayloadError):
        read_pickle(pickled(body), payload="a.pt")


def test_the_guard_lets_every_plain_value_pass() -> None:
    value = {
        "texts": ["a", "b" * 300, "", "\N{CAT}"], "numbers": [0, 255, 256, 65536, -1, 2**63, 1e300],
        "flags": [True, False, None], "sizes": [(), (1,), (1, 2), (1, 2, 3), tuple(range(64))],
        "nested": {"a": {"b": [{}, [], ()]}}, "many": [f"text {n}" for n in range(600)],
    }  # fmt: skip
    data = pickle.dumps(value, 2)
    check_instructions(data, payload="a.pt")
    assert read_pickle(data, payload="a.pt") == value


def test_no_builtin_is_reachable_by_name() -> None:
    for name in dir(builtins):
        for module in ("builtins", "__builtin__"):
            if (module, name) != ("__builtin__", "bytes"):
                assert "it names" in refusal(pickled(named(module, name)))
