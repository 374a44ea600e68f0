"""The pipeline that wrote the fixtures: fewer modules than OneTrainer's, so other draws."""

from __future__ import annotations

from larder.core.encoders.draws import ModulePositions, positions_in


def fixture_positions(*, masked: bool = False) -> ModulePositions:
    """Positions in the fixtures' pipeline; masks add a path and two ways of getting one."""
    mask_path = ["MaskPath"] if masked else []
    masks = ["GenerateMask", "LoadMask"] if masked else []
    return positions_in([
        "Concepts", "Settings", "CollectPaths", "CaptionPath", *mask_path, "LoadImage",
        "LoadSamplePrompts", "LoadConceptPrompts", "GetFilename", "SelectInput",
        "SelectRandomText", *masks, "CalcAspect", "AspectBucketing", "ScaleCropImage",
        "RandomFlip",
    ])
