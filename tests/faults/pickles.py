"""Pickles that make a folder when they run, in the place of every file that Larder reads.

A pickle is a program: reading one runs it. Each attack puts one form of it where a workspace has
cached files, lists of them, checkpoints, model files, plans, records and exported caches, and lets
every verb meet it that reads there. What it would make lies outside of the workspace, so that it is
told with whatever else is touched there.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from larder.core.bundle.manifest import MANIFEST_NAME, BundleManifest
from larder.core.keys.content_hash import hash_file

if TYPE_CHECKING:
    from tests.faults.attacks import Place

TORCH_MAGIC: Final = 0x1950A86A20F9469CFC6C
TORCH_PROTOCOL: Final = 1001
"""How `torch.save` began a file before it wrote archives."""

VAE: Final = {
    "_class_name": "AutoencoderKL", "in_channels": 3, "out_channels": 3, "latent_channels": 4,
    "block_out_channels": [8], "layers_per_block": 1, "norm_num_groups": 4, "sample_size": 32,
    "down_block_types": ["DownEncoderBlock2D"], "up_block_types": ["UpDecoderBlock2D"],
    "scaling_factor": 0.13025, "force_upcast": False}

CONFIG: Final = "{ws}/training_presets/config.json"
SLOTS: Final = "{ws}/released/config.json"
PIXELS: Final = (
    "{ws}/vl-cache/8e/8ea720af7d06fc784e8a1e71cf77659b56e75cbed34969abb290689af960c86d."
    "d825be6ffd4c.4x4.npz")
BUNDLE: Final = "{ws}/bundle.zip"


class _Runs:
    """Makes a folder when it is unpickled."""

    def __init__(self, made: Path) -> None:
        self.made = made

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.made),)


def program(made: Path) -> bytes:
    """A pickle that makes a folder, as a tensor's would stand in a mapping."""
    return pickle.dumps({"latent_image": _Runs(made)}, protocol=2)


def alone(path: Path, made: Path) -> None:
    """Nothing but the pickle."""
    path.write_bytes(program(made))


def of_old_torch(path: Path, made: Path) -> None:
    """As `torch.save` wrote it before it wrote archives."""
    parts = [pickle.dumps(value, protocol=2) for value in (
        TORCH_MAGIC, TORCH_PROTOCOL, {"little_endian": True, "protocol_version": TORCH_PROTOCOL})]
    path.write_bytes(b"".join([*parts, program(made), pickle.dumps([], protocol=2)]))


def archived(path: Path, made: Path) -> None:
    """The pickle of an archive is another; all else in it stays."""
    members = {"archive/version": b"3\n", "archive/data.pkl": b""}
    if path.is_file() and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as old:
            members = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as new:
        for name, content in members.items():
            new.writestr(name, program(made) if name.endswith("data.pkl") else content)


def as_objects(path: Path, made: Path) -> None:
    """Arrays of objects, which numpy unpickles where it is allowed to."""
    head = io.BytesIO()
    head.write(b"\x93NUMPY\x01\x00")
    facts = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"
    facts += b" " * (-(len(facts) + 11) % 64) + b"\n"
    head.write(len(facts).to_bytes(2, "little") + facts + program(made))
    names = ["array.npy"]
    if path.is_file() and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as old:
            names = old.namelist()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as new:
        for name in names:
            new.writestr(name, head.getvalue())


FORMS: Final = {"alone": alone, "of old torch": of_old_torch, "in an archive": archived}

Words = tuple[str, ...]
READING: Final[tuple[Words, ...]] = (
    ("survey", CONFIG, "--depth", "payload"),
    ("survey", CONFIG, "--depth", "hash"),
    ("dups", CONFIG), ("match", CONFIG), ("stats", CONFIG), ("usage", CONFIG),
    ("diff", CONFIG, "--with", CONFIG),
)
WRITING: Final[tuple[Words, ...]] = (
    ("export", CONFIG, BUNDLE, "--apply"),
    ("verify", BUNDLE),
    ("import", BUNDLE, "{ws}/imported", "--apply"),
    ("readopt", CONFIG, "--apply", "--even-if-busy"),
    ("build", CONFIG, "--apply", "--even-if-busy"),
    ("convert", CONFIG, "--to", "released", "--apply", "--even-if-busy"),
    ("clean", CONFIG, "--apply", "--even-if-busy"),
    ("undo", CONFIG, "--even-if-busy"),
)
MAKING: Final[tuple[Words, ...]] = (
    ("build", CONFIG, "--apply", "--even-if-busy"), ("build", SLOTS, "--apply", "--even-if-busy"),
    ("export", CONFIG, BUNDLE, "--apply"), ("verify", BUNDLE),
    ("import", BUNDLE, "{ws}/imported", "--apply"),
    ("convert", CONFIG, "--to", "released", "--apply", "--even-if-busy"),
    ("convert", SLOTS, "--to", "cache.json", "--apply", "--even-if-busy"),
)
TREE: Final = "{ws}/workspace-cache/run/parameters/adapter"
TREES: Final[tuple[Words, ...]] = (
    ("survey", CONFIG, "--depth", "payload"),
    ("inspect", TREE + ".manifest"),
    ("tree", "diff", TREE, TREE),
    ("tree", "export", TREE, "{ws}/out.npz", "--apply"),
    ("tree", "export", TREE, "{ws}/out", "--apply"),
    ("tree", "import", TREE, "{ws}/trees", "--apply"),
)
CHECKPOINTS: Final[tuple[Words, ...]] = tuple(
    words for name in ("a.npz", "a.pt", "a.ckpt", "a.safetensors", "a.manifest") for words in (
        ("inspect", f"{{ws}}/{name}"),
        ("tree", "save", f"{{ws}}/{name}", "{ws}/trees", "--apply"),
        ("tree", "import", f"{{ws}}/{name}", "{ws}/trees", "--apply"),
        ("tree", "diff", f"{{ws}}/{name}", TREE)))
BUILDING: Final[tuple[Words, ...]] = tuple(
    ("build", CONFIG, "--apply", "--even-if-busy", "--device", "cpu", *more)
    for more in (("--model", "{ws}/vae"), ("--model", "{ws}/a.ckpt"),
                 ("--model", "{ws}/a.safetensors")))


def in_place_of(pattern: str, form: Callable[[Path, Path], None]) -> Callable[[Place], None]:
    """Every file of the workspace that fits; the first that is read would tell."""
    def prepare(place: Place) -> None:
        found = [path for path in sorted(place.workspace.glob(pattern)) if path.is_file()]
        assert found, pattern
        for path in found:
            form(path, place.outside / "ran")
    return prepare


def as_checkpoints(form: Callable[[Path, Path], None]) -> Callable[[Place], None]:
    """Checkpoints of every name that a tree is made of."""
    def prepare(place: Place) -> None:
        for ending in ("npz", "pt", "ckpt", "safetensors", "manifest", "data"):
            form(place.workspace / f"a.{ending}", place.outside / "ran")
    return prepare


def as_models(form: Callable[[Path, Path], None]) -> Callable[[Place], None]:
    """A VAE's folder and files with such weights, and pictures that need it."""
    def prepare(place: Place) -> None:
        as_checkpoints(form)(place)
        folder = place.workspace / "vae"
        folder.mkdir()
        (folder / "config.json").write_text(json.dumps(VAE))
        form(folder / "diffusion_pytorch_model.bin", place.outside / "ran")
        for path in (place.workspace / "workspace-cache/run/image").glob("*_1.pt"):
            path.unlink()
    return prepare


def in_a_bundle(form: Callable[[Path, Path], None]) -> Callable[[Place], None]:
    """The whole file, and each list in an exported folder."""
    def prepare(place: Place) -> None:
        form(place.workspace / "bundle.zip", place.outside / "ran")
        for path in sorted((place.workspace / "bundle").rglob("*")):
            if path.is_file():
                form(path, place.outside / "ran")
    return prepare


def among_the_exported(place: Place) -> None:
    """Cached files of an exported folder, whose list knows their size and hash."""
    folder = place.workspace / "bundle"
    in_place_of("bundle/**/*.pt", archived)(place)
    listed = msgspec.json.decode((folder / MANIFEST_NAME).read_bytes(), type=BundleManifest)
    files = tuple(
        replace(file, bytes=(folder / file.path).stat().st_size,
                xxh64=hash_file(folder / file.path))
        if file.path.endswith(".pt") else file for file in listed.files)
    (folder / MANIFEST_NAME).write_bytes(replace(listed, files=files).encode())
