"""Whether values that an encoder just made are values that encoders make.

The same rules as for payloads on disk (`value_checks`), asked of tensors where they are, in one
pass that copies nothing. torch itself is not imported here: tensors bring their
questions along.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from larder.core.payloads.value_checks import NEVER_ALL_ZERO, bad_values


def first_bad_value(values: Mapping[str, Any]) -> str | None:
    """Why the first array that is no good is not, as one clause; None when all are.

    Args:
        values: names to tensors or numpy arrays, lists of such, and anything else, which passes.
    """
    for name, value in values.items():
        for part in value if isinstance(value, list) else [value]:
            found = _bad(name, part)
            if found is not None:
                return found
    return None


def _bad(name: str, value: Any) -> str | None:
    if isinstance(value, np.ndarray):
        return bad_values(name, value)
    if not hasattr(value, "is_floating_point") or value.numel() == 0:
        return None
    if value.is_floating_point():
        smallest, largest = _range(value)
        if not (math.isfinite(smallest) and math.isfinite(largest)):
            return f"{name} holds values that are no numbers (NaN or infinity)"
        is_blank = smallest == largest == 0.0
    else:
        is_blank = not bool(value.any())
    if is_blank and NEVER_ALL_ZERO.fullmatch(name):
        return f"{name} holds nothing but zeros ({value.numel():,} values)"
    return None


def _range(tensor: Any) -> tuple[float, float]:
    """Smallest and largest value of a tensor of floats; both NaN if one is."""
    try:
        smallest, largest = tensor.aminmax()
    except (RuntimeError, NotImplementedError):  # not every device has it for every type
        values = tensor.float()
        smallest, largest = values.min(), values.max()
    return float(smallest), float(largest)
