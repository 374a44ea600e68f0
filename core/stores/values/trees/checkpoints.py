"""Parameter trees of checkpoints, into a store and out of it; what differs between two.

A checkpoint is whatever `open_payload` opens: safetensors, torch (read without unpickling), npz, a
tree of ours or the original's pair. Its tree has one leaf per array, under the name the checkpoint
gives it, so that an export gives it back; other values (epochs, settings) are no parameters and
stay behind, which is said. One array is in memory at a time, however large the checkpoint is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import msgspec
import numpy as np

from larder.core.errors import UserFacingError
from larder.core.files.atomic_write import pending_file
from larder.core.files.file_stamp import may_be_there
from larder.core.files.journal import JournalAction, JournalRecord, append_journal, files_detail
from larder.core.files.store_paths import is_name_everywhere
from larder.core.files.temp_names import sweep_temporaries
from larder.core.keys.cache_keys import TreeKey
from larder.core.payloads.arrays import ArrayInfo, Number, OpenPayload
from larder.core.payloads.dtypes import ARRAY_TYPES, BIT_TYPES, Array, decode, with_type
from larder.core.payloads.open_payload import open_payload
from larder.core.payloads.tree.load import CONTAINER, DATA_SUFFIX, MANIFEST_SUFFIX
from larder.core.payloads.tree.nodes import tree_of_pairs
from larder.core.payloads.tree.paths import InvalidTreeError, TreePath, parse_path, path_text
from larder.core.payloads.tree.save import ORIGINAL_OPTIONS, SaveOptions, Transform, export_tree
from larder.core.payloads.value_checks import chunks
from larder.core.stores.values.trees.listing import list_trees, manifest_path
from larder.core.stores.values.trees.store import TreesStore

NPZ: Final = ".npz"
SAFETENSORS: Final = ".safetensors"


class Checkpoint(msgspec.Struct, frozen=True):
    """The parameters of an opened file.

    Attributes:
        leaves: its arrays by the texts of their paths, in stored order.
        left_out: names of values that are no arrays.
    """

    payload: OpenPayload
    leaves: dict[str, ArrayInfo]
    left_out: tuple[str, ...]

    def leaf(self, text: str) -> Array:
        """One leaf with its own type, in memory of its own."""
        info = self.leaves[text]
        stored = self.payload.read_array(info.name)
        if info.dtype == "bool":
            return np.asarray(stored != 0)
        if info.dtype in BIT_TYPES:
            return with_type(stored.astype(stored.dtype.newbyteorder("=")), info.dtype)
        return stored


class TreeTransfer(msgspec.Struct, frozen=True, kw_only=True):
    """An import into a store or an export from one: the plan, and once written the report.

    Attributes:
        target: the manifest of the tree, or the file that is exported.
        leaves: names are texts of paths.
        bytes: of all leaves, in memory.
        left_out: values of the source that are no parameters.
        widened: leaves that are written as float32, because the target lacks their type.
    """

    schema: str = "larder.tree-transfer/1"
    source: str
    target: str
    leaves: tuple[ArrayInfo, ...]
    bytes: int
    left_out: tuple[str, ...] = ()
    widened: tuple[str, ...] = ()
    is_written: bool = False


@contextmanager
def open_checkpoint(path: Path) -> Iterator[Checkpoint]:
    """Open a checkpoint or tree; of a tree, its name without ".manifest" is enough.

    Raises:
        PayloadError: if it is of no known kind, damaged or refused.
    """
    beside = manifest_path(path.parent, path.name)
    with open_payload(
            beside if may_be_there(beside) and not path.is_file() else path) as payload:
        contents = payload.contents()
        is_tree = contents.container == CONTAINER
        yield Checkpoint(payload, {
            info.name if is_tree else path_text((info.name,)): info for info in contents.arrays
        }, tuple(contents.values))


def store_checkpoint(source: Path, folder: Path, name: str, *, apply: bool) -> TreeTransfer:
    """Put a checkpoint's parameters into the store of a folder, or say what that would be.

    Raises:
        UserFacingError: if it cannot be read, or a tree of this name is there.
    """
    try:
        key = TreeKey(name or source.name.removesuffix(source.suffix))
    except ValueError as error:
        raise UserFacingError(f"{error}.", "Choose one with --name.") from error
    if folder.exists() and not folder.is_dir():
        raise UserFacingError(
            f"{folder} is a file, not a cache folder.", "Choose another folder.")
    if not is_name_everywhere(key.name()):
        raise UserFacingError(
            f"{key.name()!r} is not a valid file name on every system.", "Choose one with --name.")
    target = manifest_path(folder, key.name())
    _refuse_existing(target)
    twin = next((one for one in list_trees(folder).names
                 if one.casefold() == key.name().casefold()), "") if folder.exists() else ""
    if twin:
        raise UserFacingError(
            f"{twin} exists already, and some systems take both names for the same.",
            "Choose another name with --name.")
    with open_checkpoint(source) as opened:
        if apply:
            with TreesStore(folder) as store, _explain_errors():
                store.take_back()
                store.put_tree(key, _stand_ins(opened), transforms=_transforms(opened))
            _note_stored(folder, key.name())
        return _transfer(source, target, opened, is_written=apply)


def _note_stored(folder: Path, name: str) -> None:
    """Record a tree that was brought in, so that it is not taken for the write of a program."""
    listed = list_trees(folder)
    if name in listed.names:
        at = listed.names.index(name)
        append_journal(folder, JournalRecord(
            at_ns=time.time_ns(), action=JournalAction.IMPORTED, items=1,
            bytes=int(listed.sizes[at]),
            detail=files_detail({name: int(listed.mtimes_ns[at])})))


def export_checkpoint(source: Path, target: Path, *, apply: bool) -> TreeTransfer:
    """Write parameters as a file of another program, or say what that would be.

    The target's suffix decides: .safetensors, .npz, else the original's pair of that name.

    Raises:
        UserFacingError: if the source cannot be read, or the target is there or cannot hold it.
    """
    from larder.core.keys.fingerprint import MOST_TENSORS
    from larder.core.payloads.safetensors import AS_A_PAIR

    suffix = target.suffix.lower()
    is_pair = suffix not in (SAFETENSORS, NPZ)
    _refuse_existing(target)
    if not target.parent.is_dir():
        raise UserFacingError(f"The folder {target.parent} does not exist.", "Check the path.")
    if is_pair:
        stem = target.with_name(
            target.name.removesuffix(MANIFEST_SUFFIX).removesuffix(DATA_SUFFIX) or target.name)
        target = stem.with_name(stem.name + DATA_SUFFIX)
        _refuse_existing(stem.with_name(stem.name + MANIFEST_SUFFIX))
    _refuse_existing(target)
    if apply:
        sweep_temporaries(target)
        if is_pair:
            sweep_temporaries(stem.with_name(stem.name + MANIFEST_SUFFIX))
    with open_checkpoint(source) as opened:
        names = {text: _file_name(text) for text in opened.leaves}
        if len(set(names.values())) < len(names) and not is_pair:
            raise UserFacingError(
                "Two leaves would have the same name in such a file.",
                AS_A_PAIR)
        if len(names) > MOST_TENSORS and not is_pair:
            raise UserFacingError(
                f"It has {len(names):,} leaves; the limit for {target.name} is {MOST_TENSORS:,}.",
                AS_A_PAIR)
        if apply and is_pair:
            options = SaveOptions(align=ORIGINAL_OPTIONS.align, transforms=_transforms(opened))
            with _explain_errors():
                export_tree(stem, _stand_ins(opened), options=options)
        elif apply:
            with pending_file(target) as pending:
                write = _write_npz if suffix == NPZ else _write_safetensors
                write(pending.file, opened, names)
                pending.publish()
        return _transfer(
            source, target, opened, is_written=apply, widens=suffix != SAFETENSORS)


def _refuse_existing(target: Path) -> None:
    if target.exists() or target.is_symlink():
        raise UserFacingError(f"{target} already exists.", "Choose another name, or remove it.")


@contextmanager
def _explain_errors() -> Iterator[None]:
    try:
        yield
    except InvalidTreeError as error:
        raise UserFacingError(f"This cannot be written: {error}.") from error


def _stand_ins(opened: Checkpoint) -> Any:
    """The tree with a stand-in for each leaf, which is read when its turn to be written comes.

    Its type counts where it is one that numpy lacks: such leaves are widened in some files.
    """
    return tree_of_pairs([
        (parse_path(text), with_type(np.zeros((), ARRAY_TYPES[info.dtype].stored), info.dtype)
         if info.dtype in BIT_TYPES else np.zeros((), np.uint8))
        for text, info in opened.leaves.items()])


def _transforms(opened: Checkpoint) -> dict[TreePath, Transform]:
    def leaf(text: str, _stand_in: Array) -> Array:
        return opened.leaf(text)

    return {parse_path(text): partial(leaf, text) for text in opened.leaves}


def _transfer(
    source: Path, target: Path, opened: Checkpoint, *, is_written: bool, widens: bool = False
) -> TreeTransfer:
    leaves = tuple([msgspec.structs.replace(info, name=text)
                    for text, info in opened.leaves.items()])
    return TreeTransfer(
        source=str(source), target=str(target), leaves=leaves,
        bytes=sum(leaf.bytes for leaf in leaves), left_out=opened.left_out, is_written=is_written,
        widened=tuple([leaf.name for leaf in leaves if widens and leaf.dtype in BIT_TYPES]))


def _file_name(text: str) -> str:
    """The name that a leaf has in a file of flat names."""
    path = parse_path(text)
    return path[0] if len(path) == 1 and isinstance(path[0], str) else text


def _write_safetensors(file: Any, opened: Checkpoint, names: dict[str, str]) -> None:
    from larder.core.payloads.safetensors import write_safetensors

    stored = {name: opened.leaves[text].name for text, name in names.items()}
    write_safetensors(
        file,
        [msgspec.structs.replace(opened.leaves[text], name=name) for text, name in names.items()],
        lambda name: opened.payload.read_array(stored[name]))


def _write_npz(file: Any, opened: Checkpoint, names: dict[str, str]) -> None:
    with ZipFile(file, "w") as archive:
        for text, name in names.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                info = opened.leaves[text]
                leaf = opened.payload.array(info.name) if info.dtype in BIT_TYPES else (
                    opened.leaf(text))
                np.lib.format.write_array(member, leaf, allow_pickle=False)


class LeafDifference(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one leaf differs.

    Attributes:
        what: "only first", "only second", "shape", "type" or "values", the first that holds. Leaves
            of different types are compared by their values all the same.
        first, second: types ("float32") and shapes of both, None where it is missing.
        elements: how many values differ; a NaN is like another.
        largest: the largest difference between finite numbers.
    """

    leaf: str
    what: str
    first: ArrayInfo | None = None
    second: ArrayInfo | None = None
    elements: int | None = None
    largest: Number | None = None


class TreeDiff(msgspec.Struct, frozen=True, kw_only=True):
    """Differences between two parameter trees.

    Attributes:
        same: leaves that are equal in type, shape and every value.
        first_below, second_below: what a file has all its leaves in ("state_dict"), where they are
            those of the other without it; "" otherwise.
    """

    schema: str = "larder.tree-diff/1"
    first: str
    second: str
    same: int
    differences: tuple[LeafDifference, ...]
    first_below: str = ""
    second_below: str = ""


def compare_checkpoints(first: Path, second: Path) -> TreeDiff:
    """Which leaves differ, in the order of the first; what only the second has comes last.

    Raises:
        PayloadError: if one is of no known kind, damaged or refused.
    """
    with open_checkpoint(first) as one, open_checkpoint(second) as other:
        below = other_below = ""
        if not one.leaves.keys() & other.leaves.keys():
            (below, one), (other_below, other) = _without_wrapping(one, other), _without_wrapping(
                other, one)
        found = [_difference(one, other, text) for text in {**one.leaves, **other.leaves}]
    differences = tuple([difference for difference in found if difference is not None])
    return TreeDiff(
        first=str(first), second=str(second), same=len(found) - len(differences),
        differences=differences, first_below=below, second_below=other_below)


def _without_wrapping(opened: Checkpoint, other: Checkpoint) -> tuple[str, Checkpoint]:
    """A checkpoint below the one name that all its leaves are in, if the other has them there.

    Trainers put the parameters beside their own state: `{"state_dict": {…}, "epoch": 3}`.
    """
    names = {text.partition(".")[0] for text in opened.leaves}
    below = names.pop() if len(names) == 1 else ""
    leaves = {text.removeprefix(f"{below}."): info for text, info in opened.leaves.items()}
    if below and leaves.keys() & other.leaves.keys():
        return below, msgspec.structs.replace(opened, leaves=leaves)
    return "", opened


def _difference(one: Checkpoint, other: Checkpoint, text: str) -> LeafDifference | None:
    first, second = one.leaves.get(text), other.leaves.get(text)
    if first is None or second is None:
        what = "only second" if first is None else "only first"
        return LeafDifference(text, what, first, second)
    if first.shape != second.shape:
        return LeafDifference(text, "shape", first, second)
    elements, largest = _compare(
        one.payload.read_array(first.name), first.dtype,
        other.payload.read_array(second.name), second.dtype)
    if first.dtype != second.dtype:
        return LeafDifference(text, "type", first, second, elements, largest)
    return LeafDifference(text, "values", first, second, elements, largest) if elements else None


def _compare(
    first: Array, first_type: str, second: Array, second_type: str
) -> tuple[int, Number | None]:
    """How many values differ, and the largest difference; whole numbers are compared exactly."""
    elements, largest = 0, None
    # A chunk of an array in another order shares its buffer with the next, so both go in step.
    for left, right in zip(
            chunks(np.ascontiguousarray(first)), chunks(np.ascontiguousarray(second)), strict=True):
        a, b = decode(left, first_type), decode(right, second_type)
        differs = np.asarray(a != b)
        if a.dtype.kind in "fc" and b.dtype.kind in "fc":
            differs &= ~(np.isnan(a) & np.isnan(b))
        if not differs.any():
            continue
        elements += int(differs.sum())
        gap = _largest_gap(a[differs], b[differs])
        if gap is not None:
            largest = gap if largest is None else max(largest, gap)
    return elements, largest


def _largest_gap(a: Array, b: Array) -> Number | None:
    kinds = {a.dtype.kind, b.dtype.kind}
    if kinds <= set("iub"):
        return int(np.abs(a.astype(object) - b.astype(object)).max())
    if not kinds <= set("biufc"):
        return None
    wide = np.complex128 if "c" in kinds else np.float64
    with np.errstate(over="ignore", invalid="ignore"):
        gaps = np.abs(a.astype(wide) - b.astype(wide))
    finite = gaps[np.isfinite(gaps)]
    return float(finite.max()) if finite.size else None
