"""One cached file on its way into a bundle: read, checked, and spelled as it is to be there."""

from __future__ import annotations

from collections.abc import Sequence

from larder.core.bundle.bundle_files import recipe_of
from larder.core.bundle.export_set import LeavingFile
from larder.core.bundle.export_writing import BundleWriter, describe
from larder.core.bundle.manifest import BundledFile
from larder.core.bundle.relative import Respelling
from larder.core.errors import StalePlanError
from larder.core.files.regular_file import read_regular
from larder.core.keys.payload_names import AGGREGATE_NAME
from larder.core.payloads.pt import Bytes, pt_parts
from larder.core.payloads.pt_rows import read_pt_rows
from larder.core.payloads.tensors import read_pt_tensors


def convert(file: LeavingFile, respelling: Respelling) -> tuple[BundledFile, Sequence[Bytes]]:
    """Return a file's manifest entry and its bytes, remade only where something must not leave.

    Raises:
        PayloadError: if it is damaged.
        StalePlanError: if it is no longer the one that was planned.
        OSError: if it cannot be read.
    """
    is_list = file.place.name == AGGREGATE_NAME
    value = list(read_pt_rows(file.place)) if is_list else read_pt_tensors(file.place)
    respelling.changed = False
    relative = respelling.value(value)
    if isinstance(relative, list) and file.order:
        relative = [relative[former] for former in file.order]
    is_same = not respelling.changed and list(file.order) == sorted(file.order)
    parts: Sequence[Bytes] = [read_regular(file.place)] if is_same else pt_parts(relative)
    if not file.is_as_planned:
        raise StalePlanError(
            f"{file.path} changed during the export.",
            "Export again when no program writes into it any more.")
    return describe(file.path, parts, recipe_of(value)), parts


def write_converted(
    writer: BundleWriter, file: LeavingFile, respelling: Respelling
) -> BundledFile:
    """Convert a file and write it."""
    described, parts = convert(file, respelling)
    return writer.put(described, parts, file)
