"""Pixels as image processors make them, under keys that change whenever the pixels would."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from larder.core.encoders.open_value_encoder import open_value_encoder
from larder.core.encoders.processors import IMAGE
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.value_encoder import Piece, SourceFile, ValueEncoder, ValueOptions
from larder.core.encoders.vision_pixels import VisionPixels
from larder.core.errors import UserFacingError
from larder.core.keys.cache_keys import VisionKey
from larder.core.keys.program_digest import OF_PICTURES, program_digests
from larder.core.keys.strict_fingerprint import difference
from larder.core.payloads.dtypes import Values
from larder.core.workspace.store_kinds import StoreKind
from tests.support.late_packages import late_package

transformers = late_package("transformers")

BLOB = "0" * 64


@pytest.fixture(scope="module", autouse=True)
def library_without_remarks() -> None:
    transformers.utils.logging.set_verbosity_error()


def open_vision(model: Path | str, size: tuple[int, int] | None = None) -> ValueEncoder:
    return open_value_encoder(StoreKind.VISION, model=model, options=ValueOptions(size=size))


def image_class(base: str) -> Any:
    """The Pillow form of a class, which has a name of its own since version 5 of the library."""
    form = "Pil" if hasattr(transformers, f"{base}ImageProcessorPil") else ""
    return getattr(transformers, f"{base}ImageProcessor{form}")


def fingerprint(processor: Any) -> Any:
    return VisionPixels(processor, name="p", size=(1, 1)).fingerprint


def encoded(encoder: ValueEncoder, *paths: Path) -> list[Values]:
    pieces = [piece for path in paths for piece in encoder.pieces(SourceFile(path))]
    values = encoder.encode(pieces)
    assert not [one for one in values if isinstance(one, SourceError)]
    return values  # type: ignore[return-value]


def only(encoder: ValueEncoder, path: Path) -> Values:
    (values,) = encoded(encoder, path)
    return values


def key_of(encoder: ValueEncoder, source: SourceFile) -> VisionKey:
    (piece,) = encoder.pieces(source)
    assert isinstance(piece.key, VisionKey)
    return piece.key


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "wide.png"
    levels = np.random.default_rng(4).integers(0, 256, (96, 128, 3), dtype=np.uint8)
    Image.fromarray(levels).save(path)
    return path


VARIATIONS = (
    ("CLIP", {"do_center_crop": False}),
    ("CLIP", {"crop_size": {"height": 256, "width": 256}}),
    ("CLIP", {"do_resize": False}),
    ("CLIP", {"size": {"shortest_edge": 256}}),
    ("CLIP", {"resample": 2}),
    ("CLIP", {"image_mean": [0.5, 0.5, 0.5]}),
    ("CLIP", {"image_std": [0.5, 0.5, 0.5]}),
    ("CLIP", {"do_normalize": False}),
    ("CLIP", {"do_rescale": False}),
    ("CLIP", {"rescale_factor": 1 / 127.5}),
    ("CLIP", {"do_convert_rgb": False}),
    ("Qwen2VL", {"patch_size": 16}),
    ("Qwen2VL", {"merge_size": 1}),
    ("Qwen2VL", {"temporal_patch_size": 1}),
    ("Qwen2VL", {"min_pixels": 56 * 56 * 2}),
    ("Siglip2", {"max_num_patches": 64}),
    ("DPT", {"keep_aspect_ratio": True}),
    ("DPT", {"ensure_multiple_of": 32}),
    ("LlavaNext", {"image_grid_pinpoints": [[224, 448]]}),
    ("Idefics3", {"max_image_size": {"longest_edge": 224}}),
)


@pytest.mark.parametrize(("base", "changed"), VARIATIONS)
def test_every_setting_that_changes_the_pixels_changes_the_key(
    base: str, changed: dict[str, object]
) -> None:
    loader = image_class(base)
    plain, varied = fingerprint(loader()), fingerprint(loader(**changed))
    assert plain.digest != varied.digest
    assert difference(plain.facts, varied.facts)


def test_a_miss_is_explained_in_words() -> None:
    loader = image_class("CLIP")
    old, new = fingerprint(loader()), fingerprint(loader(crop_size=256))
    assert difference(old.facts, new.facts) == ("crop_size: 224 → 256",)


def test_class_and_library_version_change_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    clip, bit = image_class("CLIP")(), image_class("Bit")()
    assert fingerprint(clip).digest != fingerprint(bit).digest
    versions = {"transformers": "5.24.0", "pillow": "13.0.0", "numpy": "2.4.6"}
    before = fingerprint(clip)
    monkeypatch.setattr(
        "larder.core.keys.strict_fingerprint.package_versions", lambda names: versions)
    assert "transformers" in " ".join(difference(before.facts, fingerprint(clip).facts))


def test_a_mutation_after_first_use_changes_the_key_and_nothing_is_written_on_it() -> None:
    processor = image_class("CLIP")()
    names = set(vars(processor))
    first = fingerprint(processor)
    processor.do_resize = False
    assert fingerprint(processor) != first
    assert set(vars(processor)) == names


@pytest.mark.swept(4)
@pytest.mark.parametrize("name", sorted(IMAGE.names))
def test_saved_and_loaded_again_it_has_the_same_key_even_with_a_foreign_pin(
    name: str, tmp_path: Path
) -> None:
    fresh = open_vision(name)
    processor = image_class(IMAGE.names[name])()
    processor._dlm_processor_sha256 = "ab" * 32
    processor.save_pretrained(tmp_path)
    saved = json.loads((tmp_path / "preprocessor_config.json").read_text(encoding="utf-8"))
    assert open_vision(tmp_path).fingerprint == fresh.fingerprint
    saved["_dlm_processor_sha256"] = "cd" * 32
    turned = dict(reversed(list(saved.items())))
    (tmp_path / "preprocessor_config.json").write_text(json.dumps(turned), encoding="utf-8")
    assert open_vision(tmp_path).fingerprint == fresh.fingerprint


def test_an_edited_folder_has_another_key_although_the_original_pinned_it(tmp_path: Path) -> None:
    processor = image_class("CLIP")()
    processor._dlm_processor_sha256 = "ab" * 32
    processor.save_pretrained(tmp_path)
    config = tmp_path / "preprocessor_config.json"
    edited = {**json.loads(config.read_text(encoding="utf-8")), "do_normalize": False}
    first = open_vision(tmp_path)
    config.write_text(json.dumps(edited), encoding="utf-8")
    assert difference(first.fingerprint.facts, open_vision(tmp_path).fingerprint.facts) == (
        "do_normalize: on → off",)


def test_a_setting_of_an_unknown_type_is_refused() -> None:
    processor = image_class("CLIP")()
    processor.hook = lambda pixels: pixels
    with pytest.raises(UserFacingError, match="hook is a function"):
        fingerprint(processor)


MEMBERS = {
    "bit": {"pixel_values"},
    "clip": {"pixel_values"},
    "dpt": {"pixel_values"},
    "idefics3": {"pixel_values", "pixel_attention_mask"},
    "llava-next": {"pixel_values", "image_sizes"},
    "pixtral": {"pixel_values", "image_sizes"},
    "qwen2-vl": {"pixel_values", "image_grid_thw"},
    "siglip": {"pixel_values"},
    "siglip2": {"pixel_values", "pixel_attention_mask", "spatial_shapes"},
    "vit": {"pixel_values"},
}


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_every_output_of_a_processor_is_kept_bit_for_bit(name: str, picture: Path) -> None:
    encoder = open_vision(name, (112, 112))
    values = only(encoder, picture)
    assert set(values) == MEMBERS[name]
    processor = encoder._processor  # type: ignore[attr-defined]
    direct = processor(images=Image.open(picture), return_tensors="np")
    for member, array in values.items():
        assert array.dtype == direct[member].dtype
        assert array.flags.c_contiguous
        np.testing.assert_array_equal(array, direct[member])
    assert values["pixel_values"].dtype == np.float32


@pytest.mark.parametrize("name", ["bit", "clip", "dpt", "siglip", "vit"])
@pytest.mark.parametrize("size", [(112, 112), (64, 128)])
def test_the_size_in_the_key_is_the_size_of_the_pixels(
    name: str, size: tuple[int, int], picture: Path
) -> None:
    encoder = open_vision(name, size)
    key = key_of(encoder, SourceFile(picture))
    assert (key.height, key.width) == size
    assert only(encoder, picture)["pixel_values"].shape == (1, 3, *size)


def test_a_size_counts_as_budget_where_pixels_follow_the_picture(picture: Path) -> None:
    grid = only(open_vision("qwen2-vl", (56, 112)), picture)["image_grid_thw"][0]
    assert 0 < grid[1] * 14 * grid[2] * 14 <= 56 * 112
    patches = only(open_vision("siglip2", (64, 128)), picture)
    assert patches["pixel_values"].shape[1] == 4 * 8
    longest = only(open_vision("pixtral", (64, 64)), picture)["image_sizes"][0]
    assert longest.tolist() == [48, 64]


def test_without_a_size_the_key_has_the_processors_own() -> None:
    own = {name: (key.height, key.width) for name in MEMBERS
           if (key := key_of(open_vision(name), SourceFile(Path("x"), BLOB)))}
    assert own["clip"] == own["siglip"] == own["vit"] == (224, 224)
    assert own["dpt"] == (384, 384)
    assert own["siglip2"] == (256, 256)
    assert own["pixtral"] == (1024, 1024)
    assert own["qwen2-vl"] == (1001, 1001)


def test_another_size_is_another_key_and_says_so() -> None:
    small, large = open_vision("siglip", (224, 224)), open_vision("siglip", (384, 384))
    assert small.fingerprint == open_vision("siglip").fingerprint
    assert difference(small.fingerprint.facts, large.fingerprint.facts) == ("size: 224 → 384",)


def test_what_a_picture_gives_does_not_depend_on_its_company(
    picture: Path, tmp_path: Path
) -> None:
    other = tmp_path / "tall.png"
    Image.open(picture).rotate(90, expand=True).save(other)
    for name in ("qwen2-vl", "clip", "llava-next"):
        encoder = open_vision(name, (112, 112))
        together, alone = encoded(encoder, picture, other), encoded(encoder, other)
        assert together[1].keys() == alone[0].keys()
        for member, array in alone[0].items():
            np.testing.assert_array_equal(together[1][member], array)


def test_a_picture_is_turned_upright_and_the_fingerprint_says_so(
    picture: Path, tmp_path: Path
) -> None:
    turned = tmp_path / "turned.png"
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.open(picture).transpose(Image.Transpose.ROTATE_90).save(turned, exif=exif)
    encoder = open_vision("clip", (112, 112))
    np.testing.assert_array_equal(
        only(encoder, turned)["pixel_values"], only(encoder, picture)["pixel_values"])
    assert encoder.fingerprint.facts["reading"]["orientation"] == "exif"  # type: ignore[index,call-overload]


def test_a_known_blob_names_the_key_without_opening_the_picture() -> None:
    encoder = open_vision("clip")
    (piece,) = encoder.pieces(SourceFile(Path("not/there.png"), BLOB))
    assert piece == Piece(
        VisionKey(BLOB, encoder.fingerprint.digest, 224, 224), Path("not/there.png"))


def test_one_bad_picture_leaves_the_others_their_values(picture: Path, tmp_path: Path) -> None:
    broken, thin = tmp_path / "broken.png", tmp_path / "thin.png"
    broken.write_bytes(picture.read_bytes()[:100])
    Image.new("RGB", (3000, 2)).save(thin)
    encoder = open_vision("qwen2-vl", (112, 112))
    pieces = [encoder.pieces(SourceFile(path))[0] for path in (broken, picture, thin)]
    bad, good, too_thin = encoder.encode(pieces)
    assert isinstance(bad, SourceError)
    assert "broken.png" in str(bad)
    assert isinstance(good, dict)
    assert isinstance(too_thin, SourceError)
    assert "aspect ratio" in str(too_thin)
    missing = encoder.encode([Piece(pieces[0].key, tmp_path / "gone.png")])[0]
    assert isinstance(missing, SourceError)


def test_no_processor_needs_torchvision() -> None:
    for name in IMAGE.names:
        loaded = open_vision(name).fingerprint.facts["class"]
        assert str(loaded).endswith(f".{image_class(IMAGE.names[name]).__name__}")


@pytest.mark.parametrize(("config", "problem"), [
    (None, "has no preprocessor_config.json"),
    ({}, "does not name its image processor"),
    ([], "is not a JSON object"),
    ({"image_processor_type": "CLIPTokenizer"}, "contains a CLIPTokenizer"),
    ({"image_processor_type": "Sam2ImageProcessorFast"}, "torchvision|no image processor"),
    ({"feature_extractor_type": "WhisperFeatureExtractor"}, "no image processor"),
    ({"image_processor_type": "CLIPImageProcessor", "size": {"depth": 3}}, "cannot be loaded"),
])
def test_a_folder_that_will_not_do_is_one_sentence(
    config: object, problem: str, tmp_path: Path
) -> None:
    if config is not None:
        (tmp_path / "preprocessor_config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(UserFacingError, match=problem) as caught:
        open_vision(tmp_path)
    assert "\n" not in caught.value.problem
    assert caught.value.hint


def folder_of(folder: Path, base: str, **settings: object) -> Path:
    config = {"image_processor_type": f"{base}ImageProcessor", **settings}
    (folder / "preprocessor_config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


@pytest.mark.parametrize(("base", "settings", "size", "problem"), [
    ("CLIP", {"do_resize": False}, (64, 64), "does not resize"),
    ("CLIP", {}, (0, 64), "0x64 is not a picture size"),
    ("ConvNext", {}, (64, 128), "returns squares, not 64x128"),
    ("Aria", {}, (64, 64), "does not resize|size of this image processor cannot be set"),
    ("Vilt", {}, (64, 64), "although 64x64 is set"),
])
def test_a_size_that_a_processor_would_not_make_is_refused_at_once(
    base: str, settings: dict[str, object], size: tuple[int, int], problem: str, tmp_path: Path
) -> None:
    with pytest.raises(UserFacingError, match=problem):
        open_vision(folder_of(tmp_path, base, **settings), size)


def test_squares_of_any_side_are_made_by_processors_of_squares(
    picture: Path, tmp_path: Path
) -> None:
    encoder = open_vision(folder_of(tmp_path, "ConvNext"), (64, 64))
    assert only(encoder, picture)["pixel_values"].shape == (1, 3, 64, 64)


@pytest.mark.parametrize("base", ["LayoutLMv2", "SuperGlue"])
def test_a_processor_that_needs_more_than_a_picture_is_refused_at_once(
    base: str, tmp_path: Path
) -> None:
    with pytest.raises(UserFacingError, match="cannot work with pictures alone") as caught:
        open_vision(folder_of(tmp_path, base))
    assert "\n" not in caught.value.problem


def test_an_old_folder_names_its_class_as_it_was_called_then(tmp_path: Path) -> None:
    config = {"feature_extractor_type": "CLIPFeatureExtractor", "crop_size": 224, "size": 224}
    (tmp_path / "preprocessor_config.json").write_text(json.dumps(config), encoding="utf-8")
    assert open_vision(tmp_path).fingerprint.digest == open_vision("clip").fingerprint.digest


def test_a_folder_may_hold_one_config_for_all_parts(tmp_path: Path) -> None:
    part = {"image_processor_type": "SiglipImageProcessorFast", "size": {"height": 64, "width": 64}}
    (tmp_path / "processor_config.json").write_text(
        json.dumps({"processor_class": "P", "image_processor": part}), encoding="utf-8")
    key = key_of(open_vision(tmp_path), SourceFile(Path("x"), BLOB))
    assert (key.height, key.width) == (64, 64)


def test_an_unknown_name_lists_those_that_are_known() -> None:
    with pytest.raises(UserFacingError, match="no image processor") as caught:
        open_vision("clipp")
    assert "siglip2" in caught.value.hint
    with pytest.raises(UserFacingError, match="needs an image processor"):
        open_value_encoder(StoreKind.VISION)
    with pytest.raises(ValueError, match="no encoder"):
        open_value_encoder(StoreKind.TREE, model="clip")


def test_a_missing_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(UserFacingError, match="needs the package transformers") as caught:
        open_vision("clip")
    assert f"{sys.executable} -m pip install" in caught.value.hint


@pytest.mark.parametrize("name", ["clip", "siglip"])
def test_what_another_program_calls_it_is_known_of_every_processor(name: str) -> None:
    made_with = open_vision(name).fingerprint
    own = image_class(IMAGE.names[name])()
    assert made_with.of_program == program_digests(own, OF_PICTURES)
    assert len(set(made_with.of_program)) == len(made_with.of_program) > 0
    assert made_with.digest not in made_with.of_program
