import numpy as np
import pytest

from larder.core.encoders.config_encoders import choose_image_encoder
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.patch_means import PatchMeans, PatchMeansImages
from larder.core.errors import UserFacingError
from larder.core.workspace.model_types import image_payload_names
from larder.core.workspace.onetrainer_config import config_from
from tests.support.pictures import item_of, write_mask, write_picture

CONFIG = config_from({"model_type": "LARDER_PATCH_MEANS", "masked_training": True}, where="test")


def test_a_payload_holds_means_of_picture_and_mask(tmp_path):
    encoder = PatchMeansImages(CONFIG)
    item = item_of(
        write_picture(tmp_path / "a.png"), mask=write_mask(tmp_path / "a-masklabel.png"))
    prepared = encoder.prepare(item)

    payload, = encoder.encode([prepared])

    assert set(payload) == image_payload_names(CONFIG)
    means = PatchMeans("LARDER_PATCH_MEANS").encode_image(prepared.pixels.numpy())
    assert np.array_equal(payload["latent_image"], means)
    assert payload["latent_mask"].shape == (1, 8, 12)
    assert payload["latent_mask"][0, 0, 0] == pytest.approx(1)
    encoder.close()


def test_its_model_type_has_it_without_being_asked(tmp_path):
    encoder = choose_image_encoder(CONFIG, EncoderOptions(), ModelPlaces(tmp_path))

    assert isinstance(encoder, PatchMeansImages)
    assert encoder.fingerprint.name == "patch-means"
    assert encoder.encode([]) == []


def test_every_other_model_type_refuses_it(tmp_path):
    config = config_from({"model_type": "FLUX_DEV_1"}, where="test")

    with pytest.raises(UserFacingError, match="cannot build for FLUX_DEV_1"):
        choose_image_encoder(config, EncoderOptions(encoder="patch-means"), ModelPlaces(tmp_path))
