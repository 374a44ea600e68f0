"""The device that encodes: which one, in which number types, and what it says when it is full."""

from __future__ import annotations

import contextlib
import gc
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from larder.core.encoders.number_types import NumberTypes
from larder.core.encoders.packages import mend_hint
from larder.core.encoders.protocol import OutOfMemoryError
from larder.core.errors import UserFacingError

NO_ROOM: Final = re.compile(
    r"out of memory|can't allocate memory|not enough memory|ALLOC_FAILED", re.IGNORECASE)
"""How allocators say that there is no room; only CUDA has an exception of its own for it."""

NO_CUDA: Final = {
    True: "Torch finds no NVIDIA or AMD graphics card here, or no driver for it.",
    False: "The torch that is installed here was made for the processor only."}
"""By whether torch was made for such cards."""

NO_MPS: Final = "It is there on Macs with Apple's own processors."


def choose_device(asked: str | None = None) -> str:
    """The device to encode on, as torch spells it: the one asked for, else the fastest there is.

    Raises:
        UserFacingError: if torch is missing, or there is no such device.
    """
    torch = load_torch()
    if asked is None:
        if torch.cuda.is_available():
            return "cuda"
        return "mps" if torch.backends.mps.is_available() else "cpu"
    try:
        device = torch.device(asked)
        torch.empty(1, device=device)
    # Each backend says in its own way that it is not there.
    except (RuntimeError, AssertionError, ValueError, NotImplementedError) as error:
        raise UserFacingError(
            f'There is no device "{asked}": {first_line(error)}',
            "Leave --device out, or name one that is there (cpu, cuda, cuda:1, mps).",
        ) from error
    return str(device)


@dataclass(frozen=True, slots=True)
class DeviceKind:
    """A kind of device, and whether this computer has one that torch can use.

    Attributes:
        name: as `choose_device` takes it.
        why_not: why there is none, one sentence; "" if there is one.
    """

    name: str
    why_not: str = ""


def device_kinds() -> tuple[DeviceKind, ...]:
    """Every kind of device that a build can be asked to use.

    Raises:
        UserFacingError: if torch is missing.
    """
    torch = load_torch()
    return (
        DeviceKind("cpu"),
        DeviceKind("cuda", "" if torch.cuda.is_available() else NO_CUDA[
            torch.version.cuda is not None or torch.version.hip is not None]),
        DeviceKind("mps", "" if torch.backends.mps.is_available() else NO_MPS))


def load_torch() -> Any:
    """The package itself.

    Raises:
        UserFacingError: if it is missing or cannot be imported.
    """
    try:
        import torch
    except (ImportError, OSError) as error:
        raise UserFacingError(
            f"Encoding needs the package torch: {first_line(error)}",
            mend_hint("torch", error)) from error
    return torch


@contextlib.contextmanager
def computing(types: NumberTypes, device: str) -> Iterator[None]:
    """Without gradients, and with the trainer's automatic number types.

    Half types are cast to everywhere, float32 on CUDA only; elsewhere float32 means no autocast,
    and a model runs in the type of its weights.
    """
    import torch

    kind = torch.device(device).type
    enabled = types.compute != "float32" or kind == "cuda"
    dtype = {"dtype": getattr(torch, types.compute)} if enabled else {}
    with torch.no_grad(), torch.autocast(kind, enabled=enabled, **dtype), _tf32(types, kind):
        yield


@contextlib.contextmanager
def memory_errors() -> Iterator[None]:
    """Turns every allocator's complaint into `OutOfMemoryError`."""
    try:
        yield
    except MemoryError as error:
        raise OutOfMemoryError(first_line(error)) from error
    except RuntimeError as error:
        if NO_ROOM.search(str(error)):
            raise OutOfMemoryError(first_line(error)) from error
        raise


def free_memory(device: str) -> None:
    """Give back what the allocator of a device keeps for reuse; a processor's keeps nothing."""
    import torch

    kind = torch.device(device).type
    if kind == "cpu":
        return
    # Models hold themselves in cycles, which only the collector breaks.
    gc.collect()
    if kind == "cuda":
        torch.cuda.empty_cache()
    elif kind == "mps":
        torch.mps.empty_cache()


def first_line(error: BaseException) -> str:
    """The first line of an error's text that says something; the kind of error if none does."""
    lines = (line.strip() for line in str(error).splitlines())
    return next((line for line in lines if line), type(error).__name__)


@contextlib.contextmanager
def _tf32(types: NumberTypes, kind: str) -> Iterator[None]:
    """With TF32 in matrix products, as a config with TFLOAT_32 has it; as before afterwards."""
    if not types.fast_float32 or kind != "cuda":
        yield
        return
    import torch

    before = torch.backends.cuda.matmul.allow_tf32
    torch.backends.cuda.matmul.allow_tf32 = True
    try:
        yield
    finally:
        torch.backends.cuda.matmul.allow_tf32 = before
