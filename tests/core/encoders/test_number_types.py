import pytest

from larder.core.encoders.device import NumberTypes, number_types, parse_type, train_type
from larder.core.errors import UserFacingError
from larder.core.workspace.json_fields import Fields


def types(raw, **options):
    return number_types(Fields(raw, "the config"), "vae", **options)


@pytest.mark.parametrize(("raw", "expected"), [
    ({}, NumberTypes("float32", "float16")),
    ({"train_dtype": "BFLOAT_16", "vae": {"weight_dtype": "FLOAT_16"}},
     NumberTypes("float16", "bfloat16")),
    ({"train_dtype": "TFLOAT_32"}, NumberTypes("float32", "float32", fast_float32=True)),
    ({"train_dtype": "BFLOAT_16", "weight_dtype": "BFLOAT_16", "vae": {"weight_dtype": "NONE"}},
     NumberTypes("bfloat16", "bfloat16")),
    ({"train_dtype": "BFLOAT_16", "vae_weight_dtype": "FLOAT_16"},
     NumberTypes("float16", "bfloat16")),
    ({"train_dtype": "BFLOAT_16", "vae": {"weight_dtype": "FLOAT_8"}},
     NumberTypes("bfloat16", "bfloat16", asked="FLOAT_8")),
])
def test_types_of_a_config(raw, expected):
    assert types(raw) == expected


def test_what_avoids_half_takes_the_fallback_type_in_half_training_only():
    assert types({}, avoids_half=True).compute == "bfloat16"
    assert types({"fallback_train_dtype": "FLOAT_32"}, avoids_half=True).compute == "float32"
    assert types({"train_dtype": "FLOAT_32"}, avoids_half=True).compute == "float32"


def test_a_chosen_type_replaces_the_configs():
    raw = {"train_dtype": "FLOAT_16", "vae": {"weight_dtype": "FLOAT_8"}}

    assert types(raw, avoids_half=True, dtype="FLOAT_32") == NumberTypes("float32", "float32")
    assert train_type(Fields(raw, "the config"), "bfloat16") == "bfloat16"


@pytest.mark.parametrize(("spelled", "name"), [
    ("float16", "float16"), ("BFloat16", "bfloat16"), ("tfloat_32", "float32")])
def test_both_spellings_of_a_type_are_understood(spelled, name):
    assert parse_type(spelled) == name


def test_an_unknown_type_is_one_sentence():
    with pytest.raises(UserFacingError, match='no number type "int3"'):
        parse_type("int3")
    with pytest.raises(UserFacingError, match='"train_dtype" in the config is FLOAT_8'):
        types({"train_dtype": "FLOAT_8"})
