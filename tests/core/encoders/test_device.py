import sys

import pytest

from larder.core.encoders.device import NumberTypes, choose_device, computing, memory_errors
from larder.core.encoders.packages import load_torch
from larder.core.encoders.protocol import OutOfMemoryError
from larder.core.errors import UserFacingError
from tests.support.late_packages import late_package

torch = late_package("torch")


def test_a_device_that_is_there_is_taken():
    assert choose_device("cpu") == "cpu"
    assert choose_device() in ("cpu", "cuda", "mps")


@pytest.mark.parametrize("asked", ["toaster", "cuda:99", "meta-cpu"])
def test_a_device_that_is_not_there_is_one_sentence(asked):
    with pytest.raises(UserFacingError, match=f'There is no device "{asked}"') as raised:
        choose_device(asked)

    assert "\n" not in raised.value.problem


def test_a_missing_torch_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)

    with pytest.raises(UserFacingError, match="needs the package torch"):
        load_torch()


@pytest.mark.parametrize("compute", ["float32", "bfloat16"])
def test_products_are_computed_in_the_trainers_type_without_gradients(compute):
    layer = torch.nn.Linear(2, 2)

    with computing(NumberTypes("float32", compute), "cpu"):
        product = layer(torch.ones(1, 2))

    assert product.dtype is getattr(torch, compute)
    assert not product.requires_grad


def test_a_full_device_is_told_apart_from_other_errors():
    with pytest.raises(OutOfMemoryError), memory_errors():
        torch.empty(1 << 60)
    with pytest.raises(OutOfMemoryError, match="gone"), memory_errors():
        raise MemoryError("gone")
    with pytest.raises(OutOfMemoryError), memory_errors():
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.")
    with pytest.raises(RuntimeError, match="shapes"), memory_errors():
        raise RuntimeError("shapes do not fit")
