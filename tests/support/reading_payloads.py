"""Payloads of one kind read from their path at once, for tests that ask one thing of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from larder.core.payloads.arrays import ArrayInfo, OpenPayload, PayloadContents
from larder.core.payloads.dtypes import Array
from larder.core.payloads.npz import NpzFile
from larder.core.payloads.open_payload import open_payload
from larder.core.payloads.pt_file import PtFile
from larder.core.payloads.sealed_npz import EntryStamp, open_sealed, read_payload_bytes


def list_arrays(path: Path) -> PayloadContents:
    with open_payload(path) as payload:
        return payload.contents()


def verify(path: Path) -> None:
    with open_payload(path) as payload:
        payload.verify()


def list_npz(path: Path) -> PayloadContents:
    with NpzFile(path) as payload:
        return payload.contents()


def read_npz_array(path: Path, name: str) -> Array:
    with NpzFile(path) as payload:
        return payload.array(name)


def iter_npz_arrays(path: Path) -> Iterator[tuple[ArrayInfo, Array]]:
    with NpzFile(path) as payload:
        yield from _arrays(payload)


def verify_npz(path: Path) -> None:
    with NpzFile(path) as payload:
        payload.verify()


def read_stamp(path: Path) -> EntryStamp | None:
    """Return the stamp of a payload after checking its seal, None if it has no seal of ours."""
    content = read_payload_bytes(path)
    sealed = None if content is None else open_sealed(content, name=path.name)
    return None if sealed is None else sealed.stamp


def iter_pt_arrays(path: Path) -> Iterator[tuple[ArrayInfo, Array]]:
    with PtFile(path) as payload:
        yield from _arrays(payload)


def verify_pt(path: Path) -> None:
    with PtFile(path) as payload:
        payload.verify()


def _arrays(payload: OpenPayload) -> Iterator[tuple[ArrayInfo, Array]]:
    for listed in payload.contents().arrays:
        yield listed, payload.array(listed.name)
