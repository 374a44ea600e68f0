"""The device that encodes: which one, in which number types, and what it says when it is full.

A config asks for number types of a model's weights and of the work with them. Defaults are
OneTrainer's (`TrainConfig`, 23df3832): `train_dtype` FLOAT_16, `fallback_train_dtype` BFLOAT_16, a
part's `weight_dtype` FLOAT_32.
"""

from __future__ import annotations

import contextlib
import gc
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from larder.core.encoders.packages import first_line, load_torch
from larder.core.encoders.protocol import OutOfMemoryError
from larder.core.errors import UserFacingError
from larder.core.workspace.json_fields import Fields

NUMBER_TYPES: Final[Mapping[str, str]] = {
    "FLOAT_32": "float32",
    "TFLOAT_32": "float32",
    "FLOAT_16": "float16",
    "BFLOAT_16": "bfloat16",
}
"""The trainer's number types that are torch's too; all others are quantised weights."""

NOT_STATED: Final = "NONE"
"""What an old config has where a part takes the type that holds for the whole model."""

NO_ROOM: Final = re.compile(
    r"out of memory|can't allocate memory|not enough memory|ALLOC_FAILED", re.IGNORECASE)
"""How allocators say that there is no room; only CUDA has an exception of its own for it."""

NO_CUDA: Final = {
    True: "PyTorch finds no NVIDIA or AMD graphics card here, or no driver for it.",
    False: "The PyTorch installed here supports only the CPU."}
"""By whether torch was made for such cards."""

NO_MPS: Final = "It exists only on Macs with Apple processors."

WORKERS: Final = re.compile(r"(?:([1-9]\d*)(?:@(?=ray)|$))?(ray(?:://\S+)?)?")


@dataclass(frozen=True, slots=True)
class NumberTypes:
    """Which number types a model works with, by torch's names.

    Attributes:
        compute: of matrix products, through autocast.
        asked: the config's type for weights where it is a quantised one, which Larder does not
            make: they keep `weights`, and come out more exact than the trainer's; else "".
        fast_float32: whether float32 products may be rounded as TF32 where the device can.
    """

    weights: str
    compute: str
    asked: str = ""
    fast_float32: bool = False

    @property
    def weights_in_words(self) -> str:
        """The type of the weights, and what it stands for where that is another."""
        return f"{self.weights} instead of {self.asked}" if self.asked else self.weights


def number_types(
    fields: Fields, part: str, *, avoids_half: bool = False, dtype: str | None = None
) -> NumberTypes:
    """Number types of one part of a model.

    Raises:
        UserFacingError: if a type of the config or `dtype` is not known.
        WorkspaceError: if a value has the wrong type.
    """
    if dtype is not None:
        return NumberTypes(weights=parse_type(dtype), compute=parse_type(dtype))
    compute = train_type(fields)
    if compute == "float16" and avoids_half:
        compute = _read_type(fields, "fallback_train_dtype", "BFLOAT_16")
    fast = fields.text("train_dtype", "") == "TFLOAT_32"
    asked = fields.inner(part).text("weight_dtype", fields.text(f"{part}_weight_dtype", NOT_STATED))
    if asked == NOT_STATED:
        asked = fields.text("weight_dtype", "FLOAT_32")
    if asked in NUMBER_TYPES:
        return NumberTypes(NUMBER_TYPES[asked], compute, fast_float32=fast)
    return NumberTypes(compute, compute, asked=asked, fast_float32=fast)


def train_type(fields: Fields, dtype: str | None = None) -> str:
    """The type the trainer trains in, in which pictures are prepared too, by torch's name.

    Raises:
        UserFacingError: if it is not known.
        WorkspaceError: if the config's value has the wrong type.
    """
    return _read_type(fields, "train_dtype", "FLOAT_16") if dtype is None else parse_type(dtype)


def parse_type(name: str) -> str:
    """Torch's name of a type that a person named, in torch's spelling or the trainer's.

    Raises:
        UserFacingError: if it is not known.
    """
    found = NUMBER_TYPES.get(name.upper(), name.lower())
    if found not in NUMBER_TYPES.values():
        known = ", ".join(sorted(set(NUMBER_TYPES.values())))
        raise UserFacingError(f'There is no number type "{name}".', f"It must be one of {known}.")
    return found


def _read_type(fields: Fields, key: str, default: str) -> str:
    name = fields.text(key, default)
    if name not in NUMBER_TYPES:
        known = ", ".join(NUMBER_TYPES)
        raise UserFacingError(f'"{key}" in the config is {name}.', f"It must be one of {known}.")
    return NUMBER_TYPES[name]


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
            "Leave out --device, or choose an available one (cpu, cuda, cuda:1, mps).",
        ) from error
    return str(device)


class Parallelism(msgspec.Struct, frozen=True, kw_only=True):
    """Several encoders of one kind, each in a process of its own.

    Attributes:
        processes: how many, None for what suits the graphics cards.
        cards: graphics cards that they share evenly, None for all there are.
        ray: "" for processes of this computer, "ray" for the Ray of this computer, else the address
            of another one.
    """

    processes: int | None = None
    cards: int | None = None
    ray: str = ""


def parse_spread(workers: str | None, cards: str | None) -> Parallelism | None:
    """Return the parallelism set by `--workers` and `--gpus`, None to encode in this process.

    Raises:
        UserFacingError: if one of them has an unknown value.
    """
    if workers is None and cards is None:
        return None
    found = WORKERS.fullmatch("" if workers is None else workers)
    if found is None or (workers is not None and not any(found.groups())):
        raise UserFacingError(
            f'"{workers}" is not a number of workers.',
            "Give a number of processes (--workers 2) or a Ray cluster: ray, ray://HOST:10001, "
            "4@ray://HOST:10001.")
    count, ray = found.groups()
    if cards is not None and cards != "all" and not re.fullmatch(r"[1-9]\d*", cards):
        raise UserFacingError(
            f'"{cards}" is not a number of graphics cards.', "Use --gpus all, or give a number.")
    own = None if ray or cards else 0
    return Parallelism(
        processes=int(count) if count else None, ray=ray or "",
        cards=own if cards is None or cards == "all" else int(cards))


def card_count() -> int:
    """How many graphics cards torch can encode on.

    Raises:
        UserFacingError: if it is none, or torch is missing.
    """
    torch = load_torch()
    count: int = torch.cuda.device_count()
    if not count:
        raise UserFacingError(_why_no_cuda(torch), "Leave out --gpus.")
    return count


def use_threads(count: int) -> None:
    """Let torch use so many threads of the processor in this process."""
    load_torch().set_num_threads(count)


def _why_no_cuda(torch: Any) -> str:
    return NO_CUDA[torch.version.cuda is not None or torch.version.hip is not None]


class DeviceKind(msgspec.Struct, frozen=True):
    """A kind of device, and whether this computer has one that torch can use.

    Attributes:
        why_not: why there is none, one sentence; "" if there is one.
        count: how many there are, as far as a build can spread over them.
    """

    name: str
    why_not: str = ""
    count: int = 1


class Devices(msgspec.Struct, frozen=True, kw_only=True):
    """Every kind of device; the `larder.devices/1` document."""

    schema: str = "larder.devices/1"
    devices: tuple[DeviceKind, ...] = ()


def device_kinds() -> tuple[DeviceKind, ...]:
    """Every kind of device that a build can be asked to use.

    Raises:
        UserFacingError: if torch is missing.
    """
    torch = load_torch()
    return (
        DeviceKind("cpu"),
        DeviceKind("cuda", "" if torch.cuda.is_available() else _why_no_cuda(torch),
                   max(torch.cuda.device_count(), 1)),
        DeviceKind("mps", "" if torch.backends.mps.is_available() else NO_MPS))


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
