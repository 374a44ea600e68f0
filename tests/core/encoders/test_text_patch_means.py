"""The embedded encoder's texts behind a build's interface."""

from __future__ import annotations

import numpy as np
import pytest

from larder.core.encoders.model_files import PATCH_MEANS_TYPE
from larder.core.encoders.patch_means import TEXT_NAMES, PatchMeans, PatchMeansTexts
from larder.core.errors import UserFacingError
from larder.core.workspace.model_types import MODEL_TYPES


def test_values_bear_the_names_of_the_model_type() -> None:
    model_type = MODEL_TYPES[PATCH_MEANS_TYPE]
    named = {name for encoder in model_type.text_encoders for name in encoder.names}
    (values,) = PatchMeansTexts(PATCH_MEANS_TYPE).encode(["a cat"])
    assert set(values) == named == set(TEXT_NAMES)


def test_values_are_the_embedded_encoders_in_order() -> None:
    prompts = ["a cat", "", "ein Käuzchen"]
    encoded = PatchMeansTexts(PATCH_MEANS_TYPE).encode(prompts)
    for prompt, values in zip(prompts, encoded, strict=True):
        tokens, hidden = PatchMeans(PATCH_MEANS_TYPE).encode_text(prompt)
        np.testing.assert_array_equal(values["tokens"], tokens)
        np.testing.assert_array_equal(values["text_encoder_hidden_state"], hidden)


@pytest.mark.parametrize("model_type", ["STABLE_DIFFUSION_XL_10_BASE", "FLUX_DEV_1", ""])
def test_it_refuses_every_other_model_type(model_type: str) -> None:
    with pytest.raises(UserFacingError, match="embedded encoder cannot build"):
        PatchMeansTexts(model_type)


def test_its_identity_is_the_same_everywhere() -> None:
    fingerprint = PatchMeansTexts(PATCH_MEANS_TYPE).fingerprint
    assert fingerprint == PatchMeansTexts(PATCH_MEANS_TYPE).fingerprint
    assert (fingerprint.name, fingerprint.digest) == ("patch-means", "f9a3b1c8c856b2fe")
