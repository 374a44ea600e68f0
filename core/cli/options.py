"""Options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from larder.core.requests.options import WorkspaceOptions
from larder.core.workspace.roots import parse_map

Workspace = Annotated[str, typer.Argument(
    metavar="WORKSPACE", help="A OneTrainer config, a folder with caches, or one cache folder.",
    show_default=False)]
Root = Annotated[Path | None, typer.Option(
    "--root", help="The folder that relative paths of config and indexes refer to.")]
Config = Annotated[Path | None, typer.Option("--config", help="A config for a bare folder.")]
Concepts = Annotated[Path | None, typer.Option(
    "--concepts", help="A concept list for a bare folder.")]
Maps = Annotated[list[str] | None, typer.Option(
    "--map", metavar="OLD=NEW", help="An absolute prefix or drive that lies elsewhere here.")]
Gone = Annotated[list[Path] | None, typer.Option(
    "--gone", metavar="DIR", help="A folder whose missing pictures were deleted for good.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
EvenIfBusy = Annotated[bool, typer.Option(
    "--even-if-busy", help="Go on although a trainer seems to be at work.")]
Stores = Annotated[list[str] | None, typer.Option(
    "--store", metavar="ID", help="Only this store; may be given several times.")]
Delete = Annotated[bool, typer.Option(
    "--delete", help="Free the space at once; there is no undo then.")]
Out = Annotated[Path | None, typer.Option(
    "--out", help="Save the plan to this file; `larder apply` carries it out.")]
Models = Annotated[list[Path] | None, typer.Option(
    "--model", metavar="DIR", help="A folder or .safetensors file with the VAE or text encoders.")]
Encoder = Annotated[str | None, typer.Option(
    "--encoder", metavar="NAME", help="An encoder other than the model type's own.")]
Device = Annotated[str | None, typer.Option(
    "--device", help="cpu, cuda, cuda:1, mps; without it the fastest there is.")]
Dtype = Annotated[str | None, typer.Option(
    "--dtype", help="float32, bfloat16 or float16; without it the config's.")]
Apply = Annotated[bool, typer.Option("--apply", help="Do it; without this only the plan is shown.")]


def workspace_fields(
    workspace: str,
    root: Path | None,
    config: Path | None,
    concepts: Path | None,
    maps: list[str] | None,
    gone: list[Path] | None = None,
) -> dict[str, Any]:
    """The fields every `WorkspaceOptions` has, from what the verb was given.

    Raises:
        WorkspaceError: if a map is not OLD=NEW.
    """
    parsed = [parse_map(text) for text in maps or ()]
    return {
        "workspace": workspace,
        "root": None if root is None else str(root),
        "config": None if config is None else str(config),
        "concepts": None if concepts is None else str(concepts),
        "maps": tuple((one.old, one.new) for one in parsed),
        "gone": tuple(str(folder) for folder in gone or ()),
    }


def workspace_options(
    workspace: str,
    root: Path | None,
    config: Path | None,
    concepts: Path | None,
    maps: list[str] | None,
    gone: list[Path] | None = None,
) -> WorkspaceOptions:
    """`WorkspaceOptions` of what the verb was given."""
    return WorkspaceOptions(**workspace_fields(workspace, root, config, concepts, maps, gone))


def spelled_models(models: list[Path] | None) -> tuple[str, ...]:
    """Models as a request has them."""
    return tuple(str(model) for model in models or ())
