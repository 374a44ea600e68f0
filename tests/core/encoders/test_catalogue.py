"""One row per model type: everything that is built, and a sentence for everything that is not."""

from __future__ import annotations

import pytest

from larder.core.encoders.catalogue import CATALOGUE, CatalogueRow, MaskForm, built_row, find_row
from larder.core.encoders.text_families import FAMILIES, TextFamily
from larder.core.encoders.text_settings import names_of
from larder.core.encoders.text_stages import TextStage
from larder.core.errors import UserFacingError
from larder.core.workspace.model_types import MODEL_TYPES
from larder.core.workspace.onetrainer_config import config_from

BUILT = frozenset({
    "STABLE_DIFFUSION_15", "STABLE_DIFFUSION_15_INPAINTING", "STABLE_DIFFUSION_20",
    "STABLE_DIFFUSION_20_BASE", "STABLE_DIFFUSION_20_INPAINTING", "STABLE_DIFFUSION_21",
    "STABLE_DIFFUSION_21_BASE", "STABLE_DIFFUSION_3", "STABLE_DIFFUSION_35",
    "STABLE_DIFFUSION_XL_10_BASE", "STABLE_DIFFUSION_XL_10_BASE_INPAINTING", "FLUX_DEV_1",
    "FLUX_FILL_DEV_1", "CHROMA_1", "PIXART_ALPHA", "PIXART_SIGMA", "QWEN", "SANA", "Z_IMAGE",
    "FLUX_2", "HI_DREAM_FULL", "HUNYUAN_VIDEO", "ANIMA", "KREA_2", "ERNIE", "IDEOGRAM_4",
    "WUERSTCHEN_2", "STABLE_CASCADE_1",
    "LARDER_PATCH_MEANS",
})

ROWS = [pytest.param(row, id=name) for name, row in CATALOGUE.items()]
BUILT_BY_A_MODEL = [
    pytest.param(CATALOGUE[name], id=name) for name in sorted(BUILT - {"LARDER_PATCH_MEANS"})]


def config_of(model_type: str, **raw: object) -> object:
    return config_from({"model_type": model_type, **raw}, where="config.json")


def test_every_model_type_has_one_row() -> None:
    assert set(CATALOGUE) == set(MODEL_TYPES)
    assert all(row.model_type is MODEL_TYPES[name] for name, row in CATALOGUE.items())


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_built_or_says_why_not(row: CatalogueRow) -> None:
    assert (row.name in BUILT) == (not row.why_not_built)
    if row.why_not_built:
        assert row.why_not_built.endswith(".")
        assert row.text == ()


@pytest.mark.parametrize("row", BUILT_BY_A_MODEL)
def test_every_cached_name_of_a_built_row_comes_from_one_stage(row: CatalogueRow) -> None:
    assert row.image is not None
    assert [stage.number for stage in row.text] == [
        encoder.number for encoder in row.model_type.text_encoders]
    for stage, encoder in zip(row.text, row.model_type.text_encoders, strict=True):
        names = names_of(encoder)
        assert ("hidden" in names, "pooled" in names) == (stage.keeps_hidden, stage.keeps_pooled)
        assert "tokens" in names
        assert not stage.prunes or "mask" in names


@pytest.mark.parametrize("row", BUILT_BY_A_MODEL)
def test_a_stage_asks_of_its_family_what_that_can_give(row: CatalogueRow) -> None:
    for stage in (one for of_row in row.text for one in of_row.choices):
        family = FAMILIES[stage.family]
        assert bool(stage.suffix) == bool(stage.suffix_tokens)
        assert not stage.unnormed or family.decoder
        assert not stage.keeps_pooled or family.pooled
        assert not stage.adds_norm or family.norm
        assert stage.uses_mask or not stage.prunes
        assert bool(stage.template) == bool(stage.template_tokens)
        assert stage.template.count("{}") == (1 if stage.template else 0)


def test_every_family_is_used() -> None:
    used = {one.family for row in CATALOGUE.values() for stage in row.text
            for one in stage.choices}
    assert used == set(TextFamily) == set(FAMILIES)


@pytest.mark.parametrize(
    ("model_type", "quantisation", "frame_axis"),
    [("STABLE_DIFFUSION_15", 8, False), ("PIXART_SIGMA", 16, False), ("SANA", 32, False),
     ("FLUX_DEV_1", 64, False), ("QWEN", 64, True), ("HUNYUAN_VIDEO", 64, True),
     ("WUERSTCHEN_2", 128, False)],
)
def test_bucket_steps_and_frame_axes(model_type: str, quantisation: int, frame_axis: bool) -> None:
    row = CATALOGUE[model_type]
    found = (row.model_type.quantisation, row.model_type.frame_axis)
    assert found == (quantisation, frame_axis)


def test_an_encoder_is_called_as_its_config_object() -> None:
    sdxl = CATALOGUE["STABLE_DIFFUSION_XL_10_BASE"]
    assert [stage.model_folder for stage in sdxl.text] == ["text_encoder", "text_encoder_2"]


def test_what_becomes_of_a_mask() -> None:
    shuffled = {name for name, row in CATALOGUE.items()
                if row.image and row.image.mask is MaskForm.SHUFFLED}
    assert shuffled == {"FLUX_FILL_DEV_1"}
    assert CATALOGUE["LARDER_PATCH_MEANS"].image is None


def stage_of(model_type: str, number: int = 1) -> TextStage:
    return CATALOGUE[model_type].text[number - 1]


def test_layers_lengths_and_padding_of_each_text_encoder() -> None:
    told = {
        (name, stage.number): (
            stage.family, stage.layers, stage.adds_norm, stage.length, stage.uses_mask,
            stage.prunes)
        for name in ("STABLE_DIFFUSION_15", "STABLE_DIFFUSION_XL_10_BASE", "STABLE_DIFFUSION_35",
                     "FLUX_DEV_1", "CHROMA_1", "PIXART_ALPHA", "SANA", "QWEN", "Z_IMAGE", "FLUX_2",
                     "ERNIE", "ANIMA", "HUNYUAN_VIDEO", "HI_DREAM_FULL", "WUERSTCHEN_2",
                     "STABLE_CASCADE_1", "KREA_2", "IDEOGRAM_4")
        for stage in CATALOGUE[name].text
    }
    clip, projected, t5 = TextFamily.CLIP, TextFamily.CLIP_PROJECTED, TextFamily.T5
    assert told == {
        ("STABLE_DIFFUSION_15", 1): (clip, (-1,), True, 77, False, False),
        ("STABLE_DIFFUSION_XL_10_BASE", 1): (clip, (-2,), False, 77, False, False),
        ("STABLE_DIFFUSION_XL_10_BASE", 2): (projected, (-2,), False, 77, False, False),
        ("STABLE_DIFFUSION_35", 1): (projected, (-2,), False, 77, False, False),
        ("STABLE_DIFFUSION_35", 2): (projected, (-2,), False, 77, False, False),
        ("STABLE_DIFFUSION_35", 3): (t5, (-1,), True, 77, False, False),
        ("FLUX_DEV_1", 1): (clip, (-2,), False, 77, False, False),
        ("FLUX_DEV_1", 2): (t5, (-1,), True, 77, False, False),
        ("CHROMA_1", 1): (t5, (-1,), True, 512, True, True),
        ("PIXART_ALPHA", 1): (t5, (-1,), True, 120, True, False),
        ("SANA", 1): (TextFamily.GEMMA_2, (-1,), True, 300, True, False),
        ("QWEN", 1): (TextFamily.QWEN_2_5_VL, (-1,), False, 512, True, True),
        ("Z_IMAGE", 1): (TextFamily.QWEN_3, (-2,), False, 512, True, True),
        ("FLUX_2", 1): (TextFamily.QWEN_3, (9, 18, 27), False, 512, True, False),
        ("ERNIE", 1): (TextFamily.MISTRAL_3_BARE, (-2,), False, 512, True, True),
        ("ANIMA", 1): (TextFamily.QWEN_3_BARE, (-1,), False, 512, True, False),
        ("HUNYUAN_VIDEO", 1): (TextFamily.LLAMA_BARE, (-1,), False, 77, True, False),
        ("HUNYUAN_VIDEO", 2): (clip, (-2,), False, 77, False, False),
        ("HI_DREAM_FULL", 1): (projected, (-2,), False, 128, False, False),
        ("HI_DREAM_FULL", 2): (projected, (-2,), False, 128, False, False),
        ("HI_DREAM_FULL", 3): (t5, (-1,), True, 128, False, False),
        ("HI_DREAM_FULL", 4): (TextFamily.LLAMA, (), False, 128, True, False),
        ("WUERSTCHEN_2", 1): (clip, (-1,), True, 77, True, False),
        ("STABLE_CASCADE_1", 1): (projected, (-1,), False, 77, True, False),
        ("KREA_2", 1): (
            TextFamily.QWEN_3_VL, (2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35), False, 512, True,
            True),
        ("IDEOGRAM_4", 1): (
            TextFamily.QWEN_3_VL, (1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34, 36), False, 2048,
            True, True),
    }
    mistral = stage_of("FLUX_2").instead
    assert mistral is not None
    assert (mistral.family, mistral.layers) == (TextFamily.MISTRAL_3, (10, 20, 30))
    assert (stage_of("QWEN").template_tokens, stage_of("CHROMA_1").unmasks) == (34, 1)
    assert stage_of("Z_IMAGE").chat.options == {
        "add_generation_prompt": True, "enable_thinking": True}


def test_a_former_name_finds_its_row() -> None:
    row = find_row(config_of("WUERSTCHEN_3"))
    assert row is CATALOGUE["STABLE_CASCADE_1"]


def test_vae_fine_tuning_has_a_row_of_its_own_that_says_why() -> None:
    config = config_of("STABLE_DIFFUSION_15", training_method="FINE_TUNE_VAE")
    row = find_row(config)
    assert row is not None
    assert row.text == ()
    with pytest.raises(UserFacingError, match="pickled distribution"):
        built_row(config)


def test_an_unknown_model_type_has_no_row() -> None:
    assert find_row(config_of("NEW_ONE")) is None
    with pytest.raises(UserFacingError, match="does not know the model type NEW_ONE"):
        built_row(config_of("NEW_ONE"))


@pytest.mark.parametrize("row", ROWS)
def test_the_sentence_for_what_is_not_built_names_type_and_reason(row: CatalogueRow) -> None:
    if not row.why_not_built:
        assert built_row(config_of(row.name)) is row
        return
    with pytest.raises(UserFacingError) as caught:
        built_row(config_of(row.name))
    assert caught.value.problem == f"Larder cannot build for {row.name}: {row.why_not_built}"
