"""Torch payloads are listed and read as torch itself reads them, without torch."""

from __future__ import annotations

import io
import sys
import types
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.pt_file import examine_pt, list_pt, read_pt_array, read_pt_value
from larder.core.payloads.tensors import read_pt_with_torch
from tests.core.payloads.archives import rewrite_archive, write_archive
from tests.support.late_packages import late_package
from tests.support.reading_payloads import iter_pt_arrays, verify_pt

torch = late_package("torch")

DTYPES = [
    "float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2",
    "float8_e5m2fnuz", "float8_e8m0fnu", "int8", "int16", "int32", "int64", "uint8", "uint16",
    "uint32", "uint64", "bool", "complex64", "complex128",
]  # fmt: skip
WIDENED = {name for name in DTYPES if name.startswith(("bfloat16", "float8"))}


def values_of(tensor: Any) -> np.ndarray:
    """The tensor's values as this package gives them."""
    name = str(tensor.dtype).removeprefix("torch.")
    plain = tensor.detach().float() if name in WIDENED else tensor.detach()
    return plain.resolve_conj().resolve_neg().numpy()


def save(path: Path, value: object, **options: Any) -> Path:
    torch.save(value, path, **options)
    return path


def some_values(name: str, count: int) -> Any:
    generator = torch.Generator().manual_seed(count)
    if name in ("complex64", "complex128"):
        return torch.randn(count, dtype=getattr(torch, name), generator=generator)
    wide = torch.randn(count, generator=generator) * 40
    if name == "float8_e8m0fnu":
        wide = wide.abs() + 1
    if name.startswith("uint"):
        wide = wide.abs()
    return wide.to(torch.int64).to(getattr(torch, name)) if "int" in name else (
        wide.to(getattr(torch, name))
    )


@pytest.mark.parametrize("name", DTYPES)
def test_every_array_type_is_listed_and_read_as_torch_reads_it(name: str, tmp_path: Path) -> None:
    tensor = some_values(name, 24).reshape(2, 3, 4)
    path = save(tmp_path / "a.pt", {"x": tensor})

    assert list_pt(path).arrays == (
        ArrayInfo("x", name, (2, 3, 4), tensor.numel() * tensor.element_size()),
    )
    array = read_pt_array(path, "x")
    assert array.shape == (2, 3, 4)
    np.testing.assert_array_equal(array, values_of(tensor), strict=True)
    verify_pt(path)


def test_shapes_views_and_shared_storages_are_honoured(tmp_path: Path) -> None:
    base = torch.arange(60, dtype=torch.int16).reshape(3, 4, 5)
    complex_base = torch.randn(4, dtype=torch.complex64)
    payload = {
        "whole": base,
        "strided": base[1:, ::2].transpose(0, 2),
        "one": base[2, 3, 4],
        "number": torch.tensor(2.5),
        "empty": torch.empty(0, 3),
        "empty behind": base[3:],
        "repeated": torch.ones(1).expand(4, 3),
        "conjugated": complex_base.conj(),
        "negated": torch.randn(4, dtype=torch.complex64).conj().imag,
        "parameter": torch.nn.Parameter(torch.ones(3)),
    }
    path = save(tmp_path / "a.pt", payload)
    with zipfile.ZipFile(path) as archive:
        assert sum("/data/" in name for name in archive.namelist()) == 7, "views share storages"

    read = {info.name: array for info, array in iter_pt_arrays(path)}
    assert list(read) == list(payload)
    for name, tensor in payload.items():
        np.testing.assert_array_equal(read[name], values_of(tensor), strict=True)


def test_a_read_array_is_writable_and_keeps_no_larger_storage(tmp_path: Path) -> None:
    path = save(tmp_path / "a.pt", {"x": torch.zeros(1000)[10:12], "y": torch.zeros(3)})
    x, y = read_pt_array(path, "x"), read_pt_array(path, "y")
    x[0] = y[0] = 7
    assert x.base is None or x.base.nbytes == x.nbytes
    assert y.tolist() == [7, 0, 0]


def test_containers_of_arrays_are_spread_and_others_are_kept(tmp_path: Path) -> None:
    image = {"flip": False, "sizes": [(1, 2)], "none": None}
    concept = {"name": "cats", "seed": -3, "image": image}
    path = save(
        tmp_path / "a.pt",
        {
            "text_encoder_4_hidden_state": [torch.zeros(2), torch.zeros(2), None],
            "nested": {"inner": {"x": torch.zeros(1)}, "about": "x", 3: (torch.zeros(1), 1)},
            "crop_resolution": (64, 192),
            "image_path": "data/Müller/\N{CAT}.png",
            "absent": None,
            "empty": [],
            "__sourceless_values": {"concept": concept},
            "__cache_version": 3,
            "wide": 2**63 + 5,
            "bytes": b"\x00\xff",
            "no bytes": b"",
            "type": torch.float32,
            "place": torch.device("cuda", 1),
            "size": torch.zeros(2, 3).shape,
        },
    )
    contents = list_pt(path)
    assert [info.name for info in contents.arrays] == [
        "text_encoder_4_hidden_state[0]", "text_encoder_4_hidden_state[1]", "nested.inner.x",
        "nested.3[0]",
    ]  # fmt: skip
    assert contents.values == {
        "text_encoder_4_hidden_state[2]": None,
        "nested.about": "x",
        "nested.3[1]": 1,
        "crop_resolution": (64, 192),
        "image_path": "data/Müller/\N{CAT}.png",
        "absent": None,
        "empty": [],
        "__sourceless_values": {"concept": concept},
        "__cache_version": 3,
        "wide": 2**63 + 5,
        "bytes": b"\x00\xff",
        "no bytes": b"",
        "type": "torch.float32",
        "place": "cuda:1",
        "size": (2, 3),
    }
    assert contents.container == "pt"
    assert contents.names[:3] == ("text_encoder_4_hidden_state", "nested", "crop_resolution")


def test_a_payload_that_is_no_mapping_is_named_by_position(tmp_path: Path) -> None:
    rows = [{"crop_resolution": (8, 8), "x": torch.zeros(2)}, {"crop_resolution": (8, 16)}]
    contents = list_pt(save(tmp_path / "rows.pt", rows))
    assert [info.name for info in contents.arrays] == ["[0].x"]
    assert contents.values == {
        "[0].crop_resolution": (8, 8),
        "[1]": {"crop_resolution": (8, 16)},
    }
    assert contents.names == ()
    assert list_pt(save(tmp_path / "one.pt", torch.zeros(4))).arrays == (
        ArrayInfo("value", "float32", (4,), 16),
    )


def test_the_value_of_a_payload_holds_infos_where_arrays_were(tmp_path: Path) -> None:
    path = save(tmp_path / "a.pt", [{"x": torch.zeros(2), "size": (1, 2)}, {"x": [torch.ones(1)]}])
    assert read_pt_value(path) == [
        {"x": ArrayInfo("[0].x", "float32", (2,), 8), "size": (1, 2)},
        {"x": [ArrayInfo("[1].x[0]", "float32", (1,), 4)]},
    ]


def test_state_dicts_and_bare_storages_are_listed(tmp_path: Path) -> None:
    path = save(tmp_path / "a.pt", torch.nn.Linear(3, 2).state_dict())
    assert [info.shape for info in list_pt(path).arrays] == [(2, 3), (2,)]
    bare = save(tmp_path / "b.pt", {"s": torch.zeros(3).untyped_storage()})
    assert list_pt(bare).arrays == (ArrayInfo("s", "uint8", (12,), 12),)


def test_a_tuple_used_twice_is_no_reason_for_suspicion(tmp_path: Path) -> None:
    size = (64, 192)
    rows = [{"crop_resolution": size, "label": "same text"} for _ in range(300)]
    assert read_pt_value(save(tmp_path / "aggregate.pt", rows)) == rows


def test_arrays_saved_on_a_graphics_card_are_read_like_others(tmp_path: Path) -> None:
    plain = save(tmp_path / "cpu.pt", {"x": torch.arange(4.0)})

    def move(name: str, content: bytes) -> bytes:
        if name != "data.pkl":
            return content
        moved = content.replace(b"X\x03\x00\x00\x00cpu", b"X\x06\x00\x00\x00cuda:0")
        assert moved != content
        return moved

    moved = rewrite_archive(plain, tmp_path / "cuda.pt", move)
    verify_pt(moved)
    assert list_pt(moved).arrays == list_pt(plain).arrays
    assert read_pt_array(moved, "x").tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("name", ["float32", "bfloat16", "int64", "complex64", "bool"])
def test_big_endian_payloads_give_the_same_values(name: str, tmp_path: Path) -> None:
    tensor = some_values(name, 6).reshape(2, 3)
    plain = save(tmp_path / "little.pt", {"x": tensor})
    unit = tensor.element_size() // (2 if name == "complex64" else 1)

    def swap(member: str, content: bytes) -> bytes:
        if member == "byteorder":
            return b"big"
        if member.startswith("data/"):
            return np.frombuffer(content, f"u{unit}").byteswap().tobytes()
        return content

    swapped = rewrite_archive(plain, tmp_path / "big.pt", swap)
    verify_pt(swapped)
    np.testing.assert_array_equal(read_pt_array(swapped, "x"), values_of(tensor), strict=True)


def test_compressed_tensors_are_refused_before_they_take_memory(tmp_path: Path) -> None:
    plain = save(tmp_path / "a.pt", {"x": torch.zeros(300_000), "y": torch.randn(7)})
    packed = rewrite_archive(
        plain, tmp_path / "b.pt", lambda _, content: content, zipfile.ZIP_DEFLATED
    )
    assert packed.stat().st_size < 5000
    with pytest.raises(PayloadError, match="compressed"):
        list_pt(packed)


def test_a_file_larger_than_one_read_is_listed_read_and_verified(tmp_path: Path) -> None:
    tensor = torch.randn(1000, 100).bfloat16()
    path = save(tmp_path / "a.pt", {"x": tensor, "y": "z"})
    verify_pt(path)
    assert list_pt(path).values == {"y": "z"}
    np.testing.assert_array_equal(read_pt_array(path, "x"), tensor.float().numpy())


def test_a_payload_written_without_checksums_is_read(tmp_path: Path) -> None:
    torch.serialization.set_crc32_options(False)
    try:
        path = save(tmp_path / "a.pt", {"x": torch.arange(3)})
    finally:
        torch.serialization.set_crc32_options(True)
    verify_pt(path)
    assert read_pt_array(path, "x").tolist() == [0, 1, 2]


def test_a_saved_distribution_is_listed_by_its_members(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Importing diffusers takes 10 s; a class of the same name and members pickles the same.
    class DiagonalGaussianDistribution:
        def __init__(self, mean: Any) -> None:
            self.mean, self.std, self.deterministic = mean, mean.exp(), False

    module = "diffusers.models.autoencoders.vae"
    place = types.ModuleType(module)
    place.DiagonalGaussianDistribution = DiagonalGaussianDistribution
    DiagonalGaussianDistribution.__module__ = module
    DiagonalGaussianDistribution.__qualname__ = "DiagonalGaussianDistribution"
    for end in range(1, 4):
        parent = ".".join(module.split(".")[:end])
        monkeypatch.setitem(sys.modules, parent, types.ModuleType(parent))
    monkeypatch.setitem(sys.modules, module, place)
    saved = DiagonalGaussianDistribution(torch.randn(1, 4, 2, 2))
    path = save(tmp_path / "a.pt", {"latent_image_distribution": saved, "image": torch.zeros(3)})

    contents = list_pt(path)
    assert [info.name for info in contents.arrays] == [
        "latent_image_distribution.mean", "latent_image_distribution.std", "image",
    ]  # fmt: skip
    assert contents.values == {"latent_image_distribution.deterministic": False}
    assert contents.names == ("latent_image_distribution", "image")
    np.testing.assert_array_equal(
        read_pt_array(path, "latent_image_distribution.mean"), saved.mean.numpy()
    )
    verify_pt(path)


def test_an_unknown_array_name_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = save(tmp_path / "a.pt", {"x": torch.zeros(1)})
    with pytest.raises(PayloadError, match=r"a\.pt contains no array 'latent'"):
        read_pt_array(path, "latent")


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("empty.pt", b"", "is empty"),
        ("text.pt", b"hello there, this is not a zip file at all", "is not a zip file"),
        ("short.pt", b"PK\x03\x04" + bytes(30), "is incomplete"),
        ("short.pt", b"PK", "is not a zip file"),
    ],
)
def test_what_is_no_torch_payload_is_told_in_one_sentence(
    name: str, content: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PayloadError, match=said) as told:
        verify_pt(tmp_path / name)
    assert told.value.problem.startswith(name)
    assert told.value.problem.count(". ") == 0


def test_a_torch_file_from_before_zip_is_refused_with_its_reason(tmp_path: Path) -> None:
    path = save(tmp_path / "old.pt", {"x": 1}, _use_new_zipfile_serialization=False)
    with pytest.raises(PayloadError, match=r"before torch 1\.6"):
        list_pt(path)


def test_another_zip_file_is_no_torch_payload(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.pt", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(PayloadError, match="not a torch file"):
        list_pt(tmp_path / "a.pt")


def test_folders_and_missing_files_are_payload_errors(tmp_path: Path) -> None:
    with pytest.raises(PayloadError, match="is a folder"):
        list_pt(tmp_path)
    with pytest.raises(PayloadError, match="cannot be read"):
        list_pt(tmp_path / "gone.pt")


def test_a_missing_or_short_storage_is_found_when_listing(tmp_path: Path) -> None:
    plain = save(tmp_path / "a.pt", {"x": torch.zeros(4)})
    short = rewrite_archive(
        plain, tmp_path / "b.pt", lambda name, content: content[:-1] if "data/" in name else content
    )
    with pytest.raises(PayloadError, match="wrong length"):
        list_pt(short)
    with zipfile.ZipFile(plain) as archive:
        pickled = archive.read("a/data.pkl")
    with pytest.raises(PayloadError, match="lacks the member 'archive/data/0'"):
        list_pt(write_archive(tmp_path / "c.pt", pickled))


def test_verifying_notices_a_missing_version_mark_as_torch_would(tmp_path: Path) -> None:
    with zipfile.ZipFile(save(tmp_path / "a.pt", {"x": 1})) as archive:
        pickled = archive.read("a/data.pkl")
    with zipfile.ZipFile(tmp_path / "b.pt", "w") as archive:
        archive.writestr("a/data.pkl", pickled)
    with pytest.raises(PayloadError, match="version"):
        verify_pt(tmp_path / "b.pt")


def test_a_tensor_repeated_to_gigabytes_is_not_unrolled(tmp_path: Path) -> None:
    path = save(tmp_path / "a.pt", {"x": torch.zeros(1).expand(10**6, 10**6)})
    assert list_pt(path).arrays[0].shape == (10**6, 10**6)
    with pytest.raises(PayloadError, match="repeats"):
        read_pt_array(path, "x")


def test_torch_reads_through_the_same_error(tmp_path: Path) -> None:
    good = save(tmp_path / "a.pt", {"x": torch.arange(3)})
    assert read_pt_with_torch(good)["x"].tolist() == [0, 1, 2]
    cut = tmp_path / "cut.pt"
    cut.write_bytes(good.read_bytes()[:-30])
    with pytest.raises(PayloadError, match=r"torch cannot read .*cut\.pt"):
        read_pt_with_torch(cut)


def test_examining_reads_names_checksums_and_values_at_once(tmp_path: Path) -> None:
    fine = save(tmp_path / "a.pt", {"latent_image": torch.ones(4), "tokens": torch.zeros(2)})
    assert examine_pt(fine).bad_values == ""
    assert examine_pt(fine).contents == list_pt(fine)
    blank = save(tmp_path / "b.pt", {"latent_image": torch.zeros(4, dtype=torch.bfloat16)})
    assert "only zeros" in examine_pt(blank).bad_values


names = st.text("abcxyz_01", min_size=1, max_size=8)
plain_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**66), 2**66) | st.text(max_size=8)
    | st.floats(allow_nan=False) | st.binary(max_size=4),
    lambda parts: st.lists(parts, max_size=3) | st.tuples(parts, parts)
    | st.dictionaries(names, parts, max_size=3),
    max_leaves=8,
)  # fmt: skip


@st.composite
def tensors(draw: st.DrawFn) -> Any:
    """A tensor of any type and shape, often a view into a larger storage."""
    shape = draw(st.lists(st.integers(0, 4), max_size=4))
    name = draw(st.sampled_from(DTYPES))
    count = int(np.prod(shape)) if shape else 1
    tensor = some_values(name, count).reshape(shape)
    for axis in range(len(shape)):
        if shape[axis] > 1 and draw(st.booleans()):
            tensor = tensor.narrow(axis, 1, shape[axis] - 1)
    if len(shape) > 1 and draw(st.booleans()):
        tensor = tensor.transpose(0, 1)
    return tensor


@given(
    arrays=st.dictionaries(names.map("t_{}".format), tensors(), max_size=4),
    values=st.dictionaries(names.map("v_{}".format), plain_values, max_size=4),
)
def test_listing_and_reading_equal_torchs_own_values(
    arrays: dict[str, Any], values: dict[str, object], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("p") / "a.pt"
    saved = io.BytesIO()
    torch.save({**arrays, **values}, saved)
    path.write_bytes(saved.getvalue())

    contents = list_pt(path)
    assert contents.values == values
    assert [(info.name, info.shape) for info in contents.arrays] == [
        (name, tuple(tensor.shape)) for name, tensor in arrays.items()
    ]
    for info, array in iter_pt_arrays(path):
        np.testing.assert_array_equal(array, values_of(arrays[info.name]), strict=True)
    verify_pt(path)


@pytest.mark.parametrize("fixture", ["sdxl_clean", "sdxl_v2_index", "sd15_legacy_diskcache"])
def test_every_payload_of_the_trainer_is_read_as_torch_reads_it(
    fixture: str, unpacked_fixture: Callable[[str], Path]
) -> None:
    paths = sorted((unpacked_fixture(fixture) / "workspace-cache").rglob("*.pt"))
    assert len(paths) >= 30
    for path in paths:
        verify_pt(path)
        saved = torch.load(path, weights_only=True, map_location="cpu")
        contents = list_pt(path)
        if isinstance(saved, list):
            assert read_pt_value(path) == saved
            continue
        assert contents.names == tuple(saved)
        read = {info.name: array for info, array in iter_pt_arrays(path)}
        for name, value in saved.items():
            if isinstance(value, torch.Tensor):
                np.testing.assert_array_equal(read[name], value.numpy(), strict=True)
            else:
                assert contents.values[name] == value


def test_the_damaged_payload_of_the_drifted_cache_is_the_only_one(
    unpacked_fixture: Callable[[str], Path],
) -> None:
    damaged = []
    for path in sorted((unpacked_fixture("sdxl_drifted") / "workspace-cache").rglob("*.pt")):
        try:
            verify_pt(path)
        except PayloadError as error:
            damaged.append((path.name, error.problem))
    assert damaged == [
        ("dc35e8fcd57f_64x192_1.pt",
         "dc35e8fcd57f_64x192_1.pt is incomplete: its zip directory is missing.")
    ]  # fmt: skip
