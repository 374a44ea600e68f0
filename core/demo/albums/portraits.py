"""The concept "portraits": abstract faces with masks of the sitter."""

from __future__ import annotations

from functools import partial
from typing import Final

from larder.core.demo.albums.album import Album, SamplePicture
from larder.core.demo.scenes.portraits import Backdrop, Extra, Hair, Sitter, portrait


def _sitting(
    name: str, size: tuple[int, int], sitter: Sitter, *caption: str, has_mask: bool = True
) -> SamplePicture:
    return SamplePicture(name, size, partial(portrait, sitter=sitter), caption, has_mask)


_SITTINGS: Final = (
    _sitting(
        "ada.jpg", (480, 600),
        Sitter("#f2c49b", "#3a2418", Hair.BOB, "#2f6f8f", ("#f7d9a0", "#f2b55f"), Backdrop.RAYS,
               Extra.EARRINGS, "#e8533f"),
        "portrait of ada, brown bob, red earrings, blue jacket",
        "woman, bob, sunburst background, flat portrait"),
    _sitting(
        "bela.png", (360, 360),
        Sitter("#7a4a2f", "#1c1418", Hair.AFRO, "#e8b23f", ("#2f8f8a", "#6fc4b4"), Backdrop.DOTS,
               Extra.EARRINGS),
        "portrait of bela, black afro, yellow jacket",
        "woman, afro, teal dots, flat portrait"),
    _sitting(
        "cyrus.jpg", (400, 600),
        Sitter("#e8b08a", "#d9431f", Hair.MOHAWK, "#1c1c24", ("#3a3a4a", "#5a5a70"),
               Backdrop.STRIPES, Extra.NOTHING, "#f7e14a"),
        "portrait of cyrus, orange mohawk, black jacket",
        "punk, mohawk, grey stripes, flat portrait"),
    _sitting(
        "dora.webp", (720, 900),
        Sitter("#f7d7c0", "#e8a83f", Hair.LONG, "#7a3f8a", ("#d9c8f0", "#b89ae0"),
               Backdrop.ARCHES, Extra.FRECKLES, "#5fa0d9"),
        "portrait of dora, long blond hair, freckles",
        "woman, blond, lilac arches, flat portrait"),
    _sitting(
        "esra.jpg", (420, 560),
        Sitter("#b0764f", "#2a1a14", Hair.BUN, "#c43f5f", ("#fbe3d4", "#f7b8a0"), Backdrop.HALO,
               Extra.GLASSES, "#2f2f3a"),
        "portrait of esra, hair in a bun, round glasses",
        "woman, bun, glasses, peach halo"),
    _sitting(
        "felix.png", (480, 640),
        Sitter("#e8c4a0", "#8a8a94", Hair.SHORT, "#35507a", ("#8fb0c9", "#c4d9e4"),
               Backdrop.BLOCKS, Extra.BEARD | Extra.TIE, "#d9533f"),
        "portrait of felix, grey beard, red tie",
        "man, grey hair, beard, colour blocks"),
    _sitting(
        "gloria.jpg", (600, 480),
        Sitter("#5a3524", "#14100f", Hair.CURLS, "#f2efe4", ("#e8743b", "#f7a45a"),
               Backdrop.RAYS, Extra.NOTHING, "#3fb0a0"),
        "portrait of gloria, black curls, white jacket",
        "woman, curls, orange sunburst, wide format"),
    _sitting(
        "hugo.jpg", (480, 480),
        Sitter("#d9a07a", "#5a3a2a", Hair.BALD, "#2f5f3f", ("#dfe8c4", "#b4cf8a"), Backdrop.DOTS,
               Extra.BEARD | Extra.GLASSES, "#a83f2f"),
        "portrait of hugo, bald, brown beard, red glasses",
        "man, bald, beard, green dots"),
    _sitting(
        "idris.webp", (450, 600),
        Sitter("#9a6440", "#c4303f", Hair.TURBAN, "#f4e4c0", ("#274a6a", "#3f6f94"),
               Backdrop.HALO, Extra.MOUSTACHE),
        "portrait of idris, red turban with a golden pin",
        "man, turban, moustache, blue halo",
        "a man in cream before a blue disc"),
    _sitting(
        "jules.png", (400, 640),
        Sitter("#f4d0b0", "#1c1c24", Hair.TOP_HAT, "#3a1f2a", ("#8a2f3f", "#b04a5a"),
               Backdrop.STRIPES, Extra.MOUSTACHE | Extra.TIE, "#e8d9b0"),
        "portrait of jules, top hat and moustache",
        "man, top hat, crimson stripes"),
    _sitting(
        "kaja.jpg", (560, 560),
        Sitter("#f0bfa0", "#2f9a8a", Hair.BEANIE, "#f0a03f", ("#cfe8f4", "#9acce4"),
               Backdrop.BLOCKS, Extra.SCARF, "#f05f5f"),
        "portrait of kaja, green beanie, coral scarf",
        "winter clothes, beanie, scarf, colour blocks"),
    _sitting(
        "luna.webp", (440, 620),
        Sitter("#8fc4d9", "#2a3f8a", Hair.BOB, "#f05f8a", ("#1f1f4a", "#3a3a7a"),
               Backdrop.ARCHES, Extra.EARRINGS, "#f7e14a"),
        "portrait of luna, blue skin, indigo bob, pink jacket",
        "woman, blue skin, night arches"),
    _sitting(
        "milo.jpg", (640, 480),
        Sitter("#a8d48a", "#3f6a2a", Hair.SHORT, "#8a3f6a", ("#f4e88a", "#e8c43f"),
               Backdrop.RAYS, Extra.GLASSES, "#3a2a4a"),
        "portrait of milo, green skin, round glasses",
        "green man, glasses, yellow sunburst, wide format",
        has_mask=False),
    _sitting(
        "nora.png", (420, 600),
        Sitter("#e88a9a", "#f4f0e8", Hair.LONG, "#4a2f6a", ("#5f1f3f", "#8a3a5a"), Backdrop.HALO,
               Extra.NOTHING, "#8fe0d0"),
        "portrait of nora, pink skin, long white hair",
        "woman, white hair, burgundy halo"),
    _sitting(
        "odile.jpg", (480, 640),
        Sitter("#4a2c20", "#e8c04a", Hair.BUN, "#2f8f5a", ("#f2e4f7", "#d0a8e0"),
               Backdrop.STRIPES, Extra.EARRINGS, "#f08a2e"),
        "portrait of odile, golden bun, green jacket",
        "woman, gold hair, lilac stripes"),
    _sitting(
        "pippa.jpg", (512, 512),
        Sitter("#f7e0c8", "#b0482a", Hair.CURLS, "#3f8fc4", ("#f7f2e4", "#e4d8b8"),
               Backdrop.BLOCKS, Extra.FRECKLES | Extra.SCARF, "#4fa85a"),
        "portrait of pippa, red curls, freckles, green scarf",
        "girl, red hair, freckles, scarf",
        has_mask=False),
    _sitting(
        "quentin.webp", (540, 480),
        Sitter("#c48a5f", "#3a3a44", Hair.AFRO, "#d9432f", ("#f4c43f", "#f7dc8a"),
               Backdrop.ARCHES, Extra.BEARD, "#2f4f8a"),
        "portrait of quentin, grey afro, full beard, red jacket",
        "man, afro, beard, yellow arches"),
)

PORTRAITS: Final = Album(
    name="portraits",
    folder="portraits",
    seed=102,
    include_subdirectories=False,
    variations=1,
    pictures=_SITTINGS,
)

ROXY: Final = _sitting(
    "roxy.png", (400, 560),
    Sitter("#b8a0e0", "#e84a9a", Hair.MOHAWK, "#2f2f3a", ("#3fc4b0", "#8ae4d4"), Backdrop.DOTS,
           Extra.EARRINGS, "#f7f04a"),
    "portrait of roxy, pink mohawk, violet skin",
    "punk, mohawk, mint dots, flat portrait")
"""A sitter who came after everything else was cached."""
