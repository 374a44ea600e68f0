"""One payload of any kind, by path: list it, verify it, summarise it."""

from __future__ import annotations

import os

from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.kinds import open_payload
from larder.core.payloads.summarize import summarize_payload

__all__ = ["list_arrays", "summarize_payload", "verify"]


def list_arrays(path: str | os.PathLike[str]) -> PayloadContents:
    """What a payload holds, without reading its arrays' bytes.

    Raises:
        PayloadError: if it is of no known kind, damaged or refused.
    """
    with open_payload(path) as payload:
        return payload.contents()


def verify(path: str | os.PathLike[str]) -> None:
    """Raise PayloadError, one sentence, unless every byte of a payload is as it was written."""
    with open_payload(path) as payload:
        payload.verify()
