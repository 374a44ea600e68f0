"""Which devices a worker could encode on."""

from __future__ import annotations

from typing import Final

import msgspec

from larder.core.encoders.device import device_kinds
from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import DocumentAnswer

SCHEMA: Final = "larder.devices/1"


class DevicesOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Look for devices; there is nothing to say about it."""


def answer_devices(_options: DevicesOptions, token: CancelToken) -> Job[DocumentAnswer]:
    """Every kind of device, and why it cannot be used where it cannot.

    Torch is loaded for it, which takes a second or two.

    Raises:
        UserFacingError: if torch is missing.
    """
    token.check()
    yield from ()
    return DocumentAnswer(document=msgspec.json.encode({
        "schema": SCHEMA,
        "devices": [{"name": kind.name, "why_not": kind.why_not} for kind in device_kinds()]}))
