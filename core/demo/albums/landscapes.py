"""The concept "landscapes": views in three folders, cached once each."""

from __future__ import annotations

from functools import partial
from typing import Final

from larder.core.demo.albums.album import Album, SamplePicture
from larder.core.demo.scenes.open_country import (
    birch_wood,
    dunes,
    mesas,
    ploughed_field,
    rolling_hills,
    snowy_peaks,
)
from larder.core.demo.scenes.towns_and_nights import (
    balloons,
    northern_lights,
    skyline,
    volcano,
    winter_village,
)
from larder.core.demo.scenes.waterside import (
    lighthouse,
    mirror_lake,
    open_sea,
    palm_island,
    river_bend,
    waterfall,
)

_INLAND: Final = (
    SamplePicture(
        "hills_at_dawn.jpg", (900, 600),
        partial(rolling_hills, sky=("#ff8f6b", "#ffc27a", "#ffe9b8"), sun="#fff1c4",
                hills="#c2574a"),
        ("rolling hills at dawn, orange sky, pale sun, four cypresses",
         "hills, dawn, warm light, cypress, flat illustration")),
    SamplePicture(
        "green_valley.webp", (640, 360),
        partial(rolling_hills, sky=("#6fb7e8", "#bfe3f5", "#f3f7e4"), sun="#fff7cf",
                hills="#4f9a4a"),
        ("a green valley under a light blue morning sky",
         "valley, green hills, haze, morning sun, flat illustration")),
    SamplePicture(
        "violet_evening.png", (420, 560),
        partial(rolling_hills, sky=("#3a2d6b", "#8f4f8f", "#f0a08a"), sun="#ffd08a",
                hills="#5b3a86"),
        ("violet hills in the evening, large sun low in the sky",
         "hills, dusk, purple, cypress silhouettes",
         "upright view of layered purple ridges at sunset")),
    SamplePicture(
        "three_peaks.jpg", (640, 426),
        partial(snowy_peaks, sky=("#2f7fc4", "#a9d7f2"), rock="#6a7891", meadow="#5fa04f"),
        ("three snow-capped peaks above a meadow with fir trees",
         "mountains, snow, blue sky, firs, flat illustration")),
    SamplePicture(
        "caravan.jpg", (960, 320),
        partial(dunes, sky=("#f6b26b", "#fde2b4"), sand="#d98a3d", sun="#fff2c9"),
        ("five travellers crossing golden dunes under a low sun",
         "desert, dunes, caravan, wide view")),
    SamplePicture(
        "wheat_rows.png", (600, 400),
        partial(ploughed_field, sky=("#4fa3d9", "#d6eef7"), rows="#e0b83c", soil="#a8772e"),
        ("rows of ripe wheat running towards a farmhouse with a red roof",
         "field, wheat, farmhouse, clouds, perspective")),
    SamplePicture(
        "lavender_rows.jpg", (640, 400),
        partial(ploughed_field, sky=("#7f8fd6", "#f3dff0"), rows="#8a5fc4", soil="#4d3a6a"),
        ("a lavender field in bloom, white clouds, small farmhouse",
         "field, lavender, purple rows, clouds, perspective")),
    SamplePicture(
        "birches_in_october.jpg", (400, 600),
        partial(birch_wood, air=("#f7c873", "#f9e7c0"), leaves="#e2771f", ground="#8a4a1f"),
        ("white birch trunks with orange leaves in october",
         "birch wood, autumn, orange leaves, upright view")),
    SamplePicture(
        "spring_birches.png", (600, 400),
        partial(birch_wood, air=("#b8d9c8", "#e4f2e6"), leaves="#3f9a5c", ground="#2f5a3a"),
        ("a birch wood in spring, fresh green leaves",
         "birch wood, spring, green, many trunks")),
    SamplePicture(
        "red_mesas.webp", (640, 400),
        partial(mesas, sky=("#2fa7c4", "#b4e4e0"), rock="#c4552e", sand="#e0a45c"),
        ("red table mountains and a saguaro under a turquoise sky",
         "mesa, desert, cactus, midday")),
    SamplePicture(
        "canyon_dusk.jpg", (680, 340),
        partial(mesas, sky=("#5a1f4a", "#d9483b", "#f7a046"), rock="#7a2340", sand="#8f3a35"),
        ("dark red canyon walls at dusk, glowing horizon",
         "mesa, desert, sunset, crimson")),
    SamplePicture(
        "waterfall.jpg", (400, 600),
        partial(waterfall, rock="#4a5a5f", moss="#4f8f45", water="#8fd0de"),
        ("a waterfall between mossy cliffs, foam in the round pool",
         "waterfall, rocks, moss, upright view"),
        stored_turned=True),
    SamplePicture(
        "river_bend.webp", (640, 400),
        partial(river_bend, sky=("#8fc7e8", "#f2f2dc"), meadow="#7fb04a", water="#3f8fc4"),
        ("a blue river winding through a meadow with round trees",)),
    SamplePicture(
        "balloons.png", (1024, 704),
        partial(balloons, sky=("#8fd3f4", "#fbe8d3"),
                silks=(("#e2483d", "#fbe9c8"), ("#2f6fb5", "#f7d154"), ("#7a3f9a", "#f2a7c3"),
                       ("#2f9a6a", "#fdf3d0"), ("#f08a2e", "#5a2f6a"))),
        ("five striped hot-air balloons over low hills",
         "balloons, striped, summer sky, clouds")),
    SamplePicture(
        "volcano.jpg", (560, 480),
        partial(volcano, sky=("#1d0f1f", "#5a1f2a", "#b5442a"), cone="#4a3238", lava="#ff6a1f"),
        ("an erupting volcano at night, lava streams, dark smoke",
         "volcano, eruption, lava, red sky")),
    SamplePicture(
        "glass_lake.jpg", (640, 420),
        partial(mirror_lake, sky=("#7fc8c2", "#e9f4d8"), rock="#2f6f6a", sun="#fff6c0"),
        ("teal mountains mirrored in a still lake",
         "lake, reflection, mountains, calm")),
    SamplePicture(
        "winter_village.webp", (640, 400),
        partial(winter_village, sky=("#5f7fae", "#c9d9ee"),
                roofs=("#c4553f", "#4f7fae", "#d9a23f", "#5f8f5a")),
        ("six small houses in falling snow, lights in the windows",
         "village, winter, snow, lit windows")),
)

_COAST: Final = (
    SamplePicture(
        "coast/sail_at_sunset.jpg", (640, 400),
        partial(open_sea, sky=("#f2603c", "#f9a84d", "#fde29a"), water="#b0483f", sun="#fff0b0"),
        ("a sailing boat at sunset, sun path on the water",
         "sea, sunset, sailing boat, orange")),
    SamplePicture(
        "coast/morning_sail.png", (360, 720),
        partial(open_sea, sky=("#4aa8c9", "#cdeee8"), water="#1f7f8c", sun="#fffbe0"),
        ("a sailing boat on a turquoise sea in the morning",
         "sea, morning, sailing boat, turquoise")),
    SamplePicture(
        "coast/striped_lighthouse.jpg", (480, 600),
        partial(lighthouse, sky=("#4d9bd6", "#cfe9f7"), sea="#2a6f9e", lit=False),
        ("a red and white lighthouse on a cliff, blue day",
         "lighthouse, cliff, sea, clouds"),
        stored_turned=True),
    SamplePicture(
        "coast/palm_island.webp", (640, 420),
        partial(palm_island, sky=("#29a9e0", "#b9ecf7"), lagoon=("#3fd0c0", "#1183a8")),
        ("two palms on a sand bank in a lagoon",
         "island, palms, lagoon, summer")),
)

_NIGHT: Final = (
    SamplePicture(
        "night/lighthouse_beam.png", (640, 400),
        partial(lighthouse, sky=("#0e1738", "#2d3f74"), sea="#16305a", lit=True),
        ("the beam of a lighthouse sweeping over a dark sea, stars",
         "lighthouse, night, light beam, stars")),
    SamplePicture(
        "night/skyline.jpg", (900, 300),
        partial(skyline, sky=("#231a4d", "#6a3f8f", "#f08a7a"), towers="#1c1838",
                windows="#ffd978", moon="#ffe9c0"),
        ("a city skyline at nightfall, hundreds of lit windows, full moon",
         "skyline, towers, purple sky, moon, reflections")),
    SamplePicture(
        "night/northern_lights_tromsø.jpg", (640, 400),
        partial(northern_lights, night=("#071226", "#12324a", "#1c4f5a"), light="#4dffb0",
                edge="#a86bff"),
        ("green northern lights over a fir wood near tromsø",
         "aurora, night, stars, firs, snow")),
    SamplePicture(
        "night/moonlit_peaks.jpg", (400, 600),
        partial(snowy_peaks, sky=("#1a1b48", "#7a5aa8", "#f2b8c6"), rock="#54506f",
                meadow="#3b4a6b", moon=True),
        ("snow-capped peaks by moonlight, violet sky",
         "mountains, moon, night, upright view")),
)

LANDSCAPES: Final = Album(
    name="landscapes",
    folder="landscapes",
    seed=101,
    include_subdirectories=True,
    variations=1,
    pictures=(*_INLAND, *_COAST, *_NIGHT),
)

GLASS_LAKE_BEFORE: Final = SamplePicture(
    "glass_lake.jpg", (640, 420),
    partial(mirror_lake, sky=("#e88fa8", "#fbd7c2"), rock="#7a3f6a", sun="#fff0d9"),
    ("a pink lake",))
"""What `glass_lake.jpg` showed when it was first cached."""
