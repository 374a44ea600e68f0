"""The concept "still life": things on tables and trays, two variations each, and two copies."""

from __future__ import annotations

from functools import partial
from typing import Final

from larder.core.demo.albums.album import Album, SampleCopy, SamplePicture
from larder.core.demo.scenes.tables import (
    books_and_mug,
    bottle_and_glass,
    cacti,
    candles,
    fruit_bowl,
    solids,
    teapot_and_cups,
    toadstools,
    vase_of_flowers,
)
from larder.core.demo.scenes.trays import (
    citrus_slices,
    doughnuts,
    fish_on_plate,
    ice_creams,
    seashell,
    vinyl_record,
    wall_clock,
    watermelon,
)

_TABLES: Final = (
    SamplePicture(
        "apples_and_oranges.jpg", (600, 440),
        partial(fruit_bowl, wall=("#27566b", "#3f7f8f"), table="#b9804f", bowl="#e8e2d0",
                fruit=("#d8342b", "#e8a02e", "#7ab53f")),
        ("a cream bowl heaped with apples and oranges, teal wall",
         "fruit bowl, apples, oranges, still life",
         "red, green and orange fruit on a wooden table")),
    SamplePicture(
        "plums.png", (420, 520),
        partial(fruit_bowl, wall=("#f3d9c9", "#e8b8a0"), table="#6b4a3a", bowl="#3f6fa8",
                fruit=("#6a3f8a", "#8a4fb0", "#4a2a6a")),
        ("dark plums in a blue bowl against a peach wall",
         "fruit bowl, plums, still life")),
    SamplePicture(
        "wine_and_cheese.jpg", (440, 600),
        partial(bottle_and_glass, wall=("#4a2a2a", "#8a4a3a"), table="#3a2620", glass="#2f5a3f",
                wine="#8a1f3a"),
        ("a bottle of red wine, a filled glass and a wedge of cheese",
         "wine, glass, cheese, dark room, still life")),
    SamplePicture(
        "daisies.webp", (420, 600),
        partial(vase_of_flowers, wall=("#f7efe0", "#efdcc0"), table="#c99a6a", vase="#2f5fa8",
                petals=("#ffffff", "#f4f0ff"), heart="#f2b21f"),
        ("white daisies in a round blue vase",
         "flowers, daisies, vase, bright room")),
    SamplePicture(
        "gerberas.jpg", (560, 560),
        partial(vase_of_flowers, wall=("#22304a", "#3a5070"), table="#8a97a8", vase="#d9d3c4",
                petals=("#e8434f", "#f27a3f", "#f9b03f"), heart="#4a1f1f"),
        ("red and orange gerberas in a stone vase before a navy wall",
         "flowers, gerbera, vase, navy blue")),
    SamplePicture(
        "drawing_lesson.png", (640, 420),
        partial(solids, wall=("#e9e4da", "#d6cfc2"), table="#a8a29a",
                paints=("#4f86c6", "#e0534a", "#f0c24b", "#5aa86a")),
        ("a blue cylinder, a red cone, a yellow cube and a green sphere",
         "geometric solids, drawing lesson, grey table",
         "four painted solids with soft shadows")),
    SamplePicture(
        "books_and_coffee.webp", (480, 560),
        partial(books_and_mug, wall=("#f2c9a0", "#e8a87c"), table="#7a4f35",
                spines=("#27566b", "#b23a2e", "#e0a53f", "#4f7f4a"), mug="#f6efe4"),
        ("a steaming mug on a stack of four books",
         "books, coffee, steam, cosy")),
    SamplePicture(
        "three_cacti.jpg", (640, 420),
        partial(cacti, wall=("#f9d5d3", "#f4b6b6"), table="#f4ead8",
                pots=("#d9603f", "#2f8f8a", "#e8b23f")),
        ("three cacti in painted pots before a pink wall",
         "cactus, pots, pink, plants")),
    SamplePicture(
        "candlelight.jpg", (600, 900),
        partial(candles, wall=("#140f1f", "#2a1a2f"), table="#2f1f1a",
                wax=("#e8dcc0", "#b03a3f", "#f2eee0")),
        ("three burning candles in a dark room",
         "candles, flames, warm light, night")),
    SamplePicture(
        "teapot.png", (660, 400),
        partial(teapot_and_cups, wall=("#bfe0d8", "#9ccdc4"), table="#e0c8a8", china="#3f6fb0",
                dots="#fdfaf0"),
        ("a dotted blue teapot between two cups",
         "tea, teapot, cups, mint wall")),
    SamplePicture(
        "toadstools.jpg", (560, 480),
        partial(toadstools, wall=("#1f3f35", "#3f6f55"), moss="#4a7a2f",
                caps=("#d92f2f", "#e8562f")),
        ("three spotted toadstools on moss",
         "mushrooms, red caps, forest floor")),
)

_TRAYS: Final = (
    SamplePicture(
        "citrus.webp", (640, 420),
        partial(citrus_slices, ground="#2fb5b0",
                fruit=("#f29a1f", "#f4d02f", "#8fc43f", "#f0705f")),
        ("slices of orange, lemon, lime and grapefruit on turquoise",
         "citrus, slices, pattern, from above")),
    SamplePicture(
        "fish_supper.jpg", (960, 660),
        partial(fish_on_plate, cloth="#3f6fc4", fish="#7f9fb0"),
        ("a whole fish with lemon on a white plate, blue gingham",
         "fish, plate, lemon, tablecloth, from above")),
    SamplePicture(
        "doughnuts.png", (660, 420),
        partial(doughnuts, ground="#f7e3ea",
                icings=("#f06fa0", "#6a3f2a", "#fdf4e4", "#8ad0d9", "#b08ae0", "#f2c23f")),
        ("six iced doughnuts with sprinkles on pink",
         "doughnuts, icing, sprinkles, from above")),
    SamplePicture(
        "record.jpg", (640, 420),
        partial(vinyl_record, ground="#d9c8a8", label="#e8532f", sleeve="#2a5f7f"),
        ("a black record half out of its blue sleeve",
         "vinyl, record, sleeve, seventies design")),
    SamplePicture(
        "watermelon.webp", (440, 600),
        partial(watermelon, ground=("#7fd6c9", "#fbe27f")),
        ("four wedges of watermelon on mint and yellow",
         "watermelon, summer, upright, from above")),
    SamplePicture(
        "wall_clock.png", (288, 288),
        partial(wall_clock, wall=("#5f7f5a", "#4f6f4a"), rim="#8a5a2f", face="#fbf4e0"),
        ("a round wooden clock on striped green wallpaper, ten past ten",
         "clock, wallpaper, square view")),
    SamplePicture(
        "seashell.jpg", (520, 440),
        partial(seashell, sand=("#f4e2b8", "#e8cb94"), shell="#d98a7a"),
        ("a spiral shell and an orange starfish on rippled sand",
         "seashell, starfish, beach, from above")),
)

STILL_LIFE: Final = Album(
    name="still life",
    folder="still-life",
    seed=103,
    include_subdirectories=False,
    variations=2,
    pictures=(*_TABLES, *_TRAYS),
    copies=(
        SampleCopy("postcard_balloons.png", of="landscapes/balloons.png"),
        SampleCopy("postcard_palms.webp", of="landscapes/coast/palm_island.webp"),
    ),
)

ICE_CREAMS: Final = SamplePicture(
    "ice_creams.webp", (640, 480),
    partial(ice_creams, ground=("#c9a8e8", "#f4c8e0"),
            scoops=("#f7b8c8", "#fdf0d0", "#7a4a32", "#a8e0c0")),
    ("four ice-cream cones with two scoops each",))
"""A picture that left no entry: only a payload of it is left in the cache."""
