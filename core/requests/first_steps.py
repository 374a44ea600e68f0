"""Before there is a workspace: the sample workspace, and the devices of this computer."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from larder.core.jobs import CancelToken, Job
from larder.core.requests.options import DemoOptions, DevicesOptions
from larder.core.requests.request import Request

DEVICES_SCHEMA: Final = "larder.devices/1"


def make_demo(options: DemoOptions, token: CancelToken) -> Job[Any]:
    """Make the sample workspace."""
    from larder.core.demo.sample_workspace import make_sample_workspace

    return make_sample_workspace(Path(options.folder), token=token)


def list_devices(_options: DevicesOptions, token: CancelToken) -> Job[dict[str, Any]]:
    """Every kind of device, and why it cannot be used where it cannot.

    Torch is loaded for it, which takes a second or two.

    Raises:
        UserFacingError: if torch is missing.
    """
    from larder.core.encoders.device import device_kinds

    token.check()
    yield from ()
    return {
        "schema": DEVICES_SCHEMA,
        "devices": [{"name": kind.name, "why_not": kind.why_not} for kind in device_kinds()]}


DEMO = Request(DemoOptions, make_demo)
DEVICES = Request(DevicesOptions, list_devices)
