"""The requests that read cached pictures: their map, and the figures of their latents."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from larder.core.columns import Array, TextColumn, save_columns
from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job
from larder.core.picture_map.document import MapDocument, MapFamily, PictureMap
from larder.core.picture_map.latent_document import LatentFigures
from larder.core.picture_map.latent_figures import measure_latents
from larder.core.picture_map.picture_map import draw_map
from larder.core.requests.options import MapOptions, ReadingOptions
from larder.core.requests.request import Request
from larder.core.workspace.open_workspace import Workspace


def map_pictures(workspace: Workspace, options: MapOptions, token: CancelToken) -> Job[PictureMap]:
    """Place the pictures of a workspace by what is cached of them.

    Raises:
        UserFacingError: if there is no such family, or nothing that a map needs.
        WorkspaceError: if a store cannot be read.
        JobCancelled: if the token was cancelled; its report is the map of what was read.
    """
    try:
        family = MapFamily(options.family)
    except ValueError:
        families = ", ".join(one.value for one in MapFamily)
        raise UserFacingError(
            f"There is no map of {options.family!r}.", f"Use one of these: {families}.") from None
    return (yield from draw_map(
        workspace, family, layout=options.layout, most_bytes=options.most_bytes,
        anew=options.anew, sketch=options.sketch, token=token))


def _save(options: MapOptions, drawn: PictureMap) -> MapDocument:
    """The document: with its points, or with their columns in a folder."""
    if options.tables is None:
        return replace(drawn.document(), items=drawn.points())
    save_columns(Path(options.tables) / "map", drawn.columns())
    return drawn.document()


def read_latents(
    workspace: Workspace, options: ReadingOptions, token: CancelToken
) -> Job[tuple[LatentFigures, dict[str, Array | TextColumn]]]:
    """Measure the cached latents of a workspace.

    Raises:
        UserFacingError: if no config says what belongs together, or no pictures are cached.
        WorkspaceError: if a store cannot be read.
        JobCancelled: if the token was cancelled; its report is what was read.
    """
    return (yield from measure_latents(workspace, most_bytes=options.most_bytes, token=token))


def _save_latents(
    options: ReadingOptions, found: tuple[LatentFigures, dict[str, Array | TextColumn]]
) -> LatentFigures:
    """The document; each picture's figures go into the table."""
    figures, columns = found
    if options.tables is not None:
        save_columns(Path(options.tables) / "latents", columns)
    return figures


MAP = Request(MapOptions, map_pictures, _save)
LATENTS = Request(ReadingOptions, read_latents, _save_latents)
