"""Names of ai-toolkit's files, computed as the trainer computes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.stores.ai_toolkit.captions import complete, list_texts, text_recipe
from larder.core.stores.ai_toolkit.file_names import digest_of, is_own_name, name_of, split_name
from larder.core.stores.ai_toolkit.recipes import find_bucket, list_recipes, recipe_in
from larder.core.workspace.ai_toolkit_config import AiToolkitDataset

DATASET = AiToolkitDataset(root="photos", resolutions=(256,), trigger="p3r5on")


def test_the_digest_of_a_recipe_is_the_trainers() -> None:
    (recipe,) = list_recipes("astronaut.jpg", (400, 300), DATASET, step=32, space="flux1")
    assert digest_of(recipe) == "Lrlldr43hbAM7hd2ZYfW2g"


@pytest.mark.parametrize(("caption", "digest"), [
    ("p3r5on, laughing, orange suit", "yqrvToItGmLVFDh3MM5ywA"),
    ("eine Tasse Kaffee, früh, schön", "Y6_YXMIloPUPd1Vo5_ASTQ")])
def test_the_digest_of_a_caption_is_the_trainers(caption: str, digest: str) -> None:
    assert digest_of(text_recipe(complete(caption, DATASET), "flux")) == digest


def test_a_dropped_caption_leaves_the_trigger_and_its_blank() -> None:
    dataset = AiToolkitDataset(
        root="", resolutions=(256,), trigger="p3r5on", drops_captions=True)
    assert [*list_texts("a cat", dataset)] == ["p3r5on a cat", "p3r5on "]
    assert digest_of(text_recipe("p3r5on ", "flux")) == "zUH7nkKpBW5xWnCHK-6rsg"


@given(st.integers(1, 5000), st.integers(1, 5000), st.sampled_from((192, 256, 512, 1024)),
       st.sampled_from((8, 16, 32, 64)))
def test_a_bucket_has_whole_steps_and_at_most_the_area(
    width: int, height: int, resolution: int, step: int
) -> None:
    bucket = find_bucket(width, height, resolution, step)
    assert bucket[0] % step == bucket[1] % step == 0
    assert min(bucket) >= step
    assert bucket[0] * bucket[1] <= resolution ** 2 or min(width, height) < step


@given(st.text(min_size=1).filter(lambda stem: "/" not in stem),
       st.dictionaries(st.text(max_size=9), st.integers() | st.booleans() | st.text(max_size=9)))
def test_a_name_is_split_as_it_was_made(stem: str, recipe: dict[str, object]) -> None:
    name = name_of(stem, recipe)
    assert split_name(name) == (stem, digest_of(recipe))
    assert is_own_name(f"a/_latent_cache/{name}")
    assert not is_own_name(f"a/{name}")


def test_a_recipe_is_read_back_from_the_texts_of_a_header() -> None:
    (recipe,) = list_recipes("1.5.jpg", (400, 300), DATASET, step=32, space="1.0")
    texts = {key: value if isinstance(value, str) else str(value) for key, value in recipe.items()}
    assert recipe_in({**texts, "software": "{}", "format": "pt"}) == recipe
