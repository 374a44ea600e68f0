"""`larder tree`: parameters of checkpoints as trees of a store, and what differs between two."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Annotated

import typer

from larder.core.cli.options import Apply, Csv, Json, refuse_csv
from larder.core.cli.output import (
    Column,
    number_column,
    print_json,
    print_table,
    size_column,
)
from larder.core.errors import UserFacingError
from larder.core.files.file_stamp import may_be_there
from larder.core.payloads.arrays import ArrayInfo
from larder.core.quantities import pluralize, size_text
from larder.core.stores.values.trees.checkpoints import (
    TreeDiff,
    TreeTransfer,
    compare_checkpoints,
    export_checkpoint,
    store_checkpoint,
)
from larder.core.stores.values.trees.listing import manifest_path

_LEAVES = (Column("leaf"), Column("type"), Column("shape"), size_column())
_DIFFERENCES = (
    Column("leaf"), Column("differs in"), Column("first"), Column("second"),
    number_column("values"), number_column("largest difference", ".6g"))
PAIR_SUFFIXES = (".manifest", ".data")


class TreeAction(enum.StrEnum):
    """Actions of the verb `larder tree`."""

    SAVE = "save"
    EXPORT = "export"
    IMPORT = "import"
    DIFF = "diff"


def tree(
    action: Annotated[TreeAction, typer.Argument(
        help="save: a checkpoint into a cache of trees. export: a tree out of it. import: the pair "
        "of files of another program into it. diff: list the leaves that differ.")],
    source: Annotated[Path, typer.Argument(
        metavar="FILE", help="A checkpoint (.safetensors, torch or .npz) or a tree.")],
    target: Annotated[Path, typer.Argument(
        metavar="TARGET", help="save, import: the folder of the cache. export: the file to write, "
        ".safetensors or .npz; any other name gives a pair of files. diff: the other file.")],
    name: Annotated[str, typer.Option(
        "--name", help="Name of the tree in the cache; without it, the file's name.")] = "",
    apply: Apply = False,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Save parameters of a checkpoint in a cache of trees, export them, or compare two."""
    refuse_csv(csv=csv, apply=apply)
    if name and action not in (TreeAction.SAVE, TreeAction.IMPORT):
        raise UserFacingError("--name is for save and import.", "Leave it out.")
    if action is TreeAction.DIFF:
        if apply:
            raise UserFacingError("A comparison has nothing to apply.", "Leave out --apply.")
        _show_diff(compare_checkpoints(source, target), json=json, csv=csv)
    elif action is TreeAction.EXPORT:
        _show_transfer(export_checkpoint(source, target, apply=apply), json=json, csv=csv)
    else:
        if action is TreeAction.IMPORT and source.suffix.lower() not in PAIR_SUFFIXES \
                and not may_be_there(manifest_path(source.parent, source.name)):
            raise UserFacingError(
                f"{source} is not a pair of .manifest and .data files.",
                "`larder tree save` takes a checkpoint.")
        _show_transfer(store_checkpoint(source, target, name, apply=apply), json=json, csv=csv)


def _show_transfer(transfer: TreeTransfer, *, json: bool, csv: bool) -> None:
    if json:
        print_json(transfer)
        return
    print_table(_LEAVES, (
        (leaf.name, leaf.dtype, _shape(leaf), leaf.bytes) for leaf in transfer.leaves), csv=csv)
    if csv:
        return
    for leaf in transfer.widened:
        print(f"{leaf}: stored as float32, because such a file does not have its type.")
    if transfer.left_out:
        print(f"Left out: {pluralize(len(transfer.left_out), 'value')} that "
              f"{'is not an array' if len(transfer.left_out) == 1 else 'are not arrays'} "
              f"({', '.join(transfer.left_out[:5])}"
              f"{', …' if len(transfer.left_out) > 5 else ''}).")
    amount = f"{pluralize(len(transfer.leaves), 'array')} ({size_text(transfer.bytes)})"
    print(f"Wrote {amount} to {transfer.target}." if transfer.is_written
          else f"{amount} would be written to {transfer.target} (--apply does it).")


def _show_diff(diff: TreeDiff, *, json: bool, csv: bool) -> None:
    if json:
        print_json(diff)
        return
    if diff.differences or csv:
        print_table(_DIFFERENCES, (
            (one.leaf, one.what, _format_array(one.first), _format_array(one.second), one.elements,
             one.largest)
            for one in diff.differences), csv=csv)
    if not csv:
        for below, file in ((diff.first_below, diff.first), (diff.second_below, diff.second)):
            if below:
                print(f"Of {file}, only {below} was compared.")
        if any(one.elements and one.largest is None for one in diff.differences):
            print("Where no largest difference is given, a value is NaN, infinite or not a number.")
        print(f"Different: {pluralize(len(diff.differences), 'array')}. "
              f"The same: {pluralize(diff.same, 'array')}.")


def _format_array(leaf: ArrayInfo | None) -> str | None:
    """Return type and shape as text, such as "float32 4x8", or None without an array."""
    return None if leaf is None else f"{leaf.dtype} {_shape(leaf) or 'single value'}"


def _shape(leaf: ArrayInfo) -> str | None:
    return "x".join(map(str, leaf.shape)) or None
