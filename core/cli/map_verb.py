"""`larder map`: every picture a point, placed by what is cached of it."""

from __future__ import annotations

from typing import Final

import typer
from msgspec.structs import replace

from larder.core.cli.options import Csv, Json, verb
from larder.core.cli.output import Column, number_column, print_json, print_table
from larder.core.cli.running import run_job
from larder.core.picture_map.document import MapPoint, PictureMap
from larder.core.quantities import pluralize
from larder.core.requests.mapping import map_pictures as run_map
from larder.core.requests.options import MapOptions
from larder.core.requests.request import open_for

POINTS: Final = (
    Column("picture"), Column("concept"), number_column("x", ".2f"), number_column("y", ".2f"),
    Column("nearest"), number_column("distance", ".3f"), Column("remark"))

LISTED: Final = 20
"""Points that are listed; --csv and --json list every one."""


@verb(MapOptions, without=("gone",))
def map_pictures(options: MapOptions, json: Json = False, csv: Csv = False) -> None:
    """Place every picture on a map by its cached files, similar pictures close together.

    Reads cached files once; no model is loaded, and no cache is written to. Exit code 1 if a cached
    file cannot be read.
    """
    opened = open_for(options)
    drawn, _ = run_job(lambda token: run_map(opened, options, token))
    if json:
        print_json(replace(drawn.document(), items=drawn.points()))
    elif csv:
        print_table(POINTS, map(_cells, drawn.points()), csv=True)
    else:
        _print_map(drawn)
    if drawn.skipped:
        raise typer.Exit(1)


def _print_map(drawn: PictureMap) -> None:
    found = drawn.document()
    print(f"{pluralize(found.pictures, 'picture')} on the map of {found.family.value}"
          + (f"; nothing is cached of {found.absent:,} more" if found.absent else "") + ".")
    if found.pictures:
        print(f"Of {found.points_kept:.0%} of the pictures, at least half of the 10 most alike are "
              f"among the 50 nearest on the map.")
    for one in found.skipped[:LISTED]:
        print(f"{one.store}/{one.file} is not on it: {one.why}")
    notable = [point for point in drawn.points()
               if point.outlier or point.copy_of or point.mirror_of]
    if notable:
        print(f"{found.outliers:,} unlike all others, {found.copies:,} nearly the same as another, "
              f"{found.mirrored:,} nearly the mirror image of another:")
        print_table(POINTS, map(_cells, notable[:LISTED]), csv=False)
    if len(notable) > LISTED:
        print(f"and {len(notable) - LISTED:,} more (--csv lists all)")


def _cells(point: MapPoint) -> tuple[object, ...]:
    remarks = (
        "alone" if point.outlier else "",
        f"nearly the same as {point.copy_of}" if point.copy_of else "",
        f"nearly the mirror image of {point.mirror_of}" if point.mirror_of else "")
    return (point.picture, point.concept, point.x, point.y,
            point.nearest[0] if point.nearest else "", point.distance,
            ", ".join(filter(None, remarks)))
