"""The texts of the sample: paragraphs between blank lines, written for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

CORPUS_FOLDER: Final = "corpus"


@dataclass(frozen=True, slots=True)
class SampleText:
    """One text file.

    Attributes:
        name: file in the corpus' folder.
        paragraphs: in order.
    """

    name: str
    paragraphs: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its path relative to the workspace."""
        return f"{CORPUS_FOLDER}/{self.name}"

    def content(self) -> bytes:
        """The file: UTF-8, blank lines between paragraphs."""
        return ("\n\n".join(self.paragraphs) + "\n").encode()


FERRY: Final = SampleText("old_ferry_times.txt", (
    "From the north quay: 6:10, 8:40, 12:05, 17:30. On market days one more at 9:15.",
    "From the island: half an hour later each. Bicycles go free, goats pay half.",
    "In fog the bell is rung every minute, and nobody promises anything.",
))  # fmt: skip

BREAD: Final = SampleText("rye_bread.md", (
    "# Rye bread",
    "Stir 200 g of rye flour into 250 g of warm water with a spoon of yesterday's starter.\n"
    "Leave it under a cloth until it smells of apples, about twelve hours.",
    "Add 400 g of flour, 10 g of salt and as much water as the dough asks for. It will not\n"
    "become smooth, and it need not.",
    "Bake for ten minutes as hot as the oven gets, then for fifty at 190 degrees.",
))  # fmt: skip

BREAD_CORRECTED: Final = SampleText(BREAD.name, (
    *BREAD.paragraphs[:-1],
    "Bake for fifteen minutes as hot as the oven gets, then for forty-five at 200 degrees, and\n"
    "let it stand for a day before you cut it.",
))  # fmt: skip

TEXTS: Final = (
    SampleText("cloud_glossary.md", (
        "# A small glossary of clouds",
        "**Cirrus**: combed ice, very high. Tomorrow may be different.",
        "**Cumulus**: what children draw. Flat below, because the air condenses at one height;\n"
        "round above, because it goes on rising.",
        "**Stratus**: a ceiling without a lamp.",
        "**Cumulonimbus**: the anvil. Go home.",
    )),
    SampleText("harbour_at_dawn.txt", (
        "The harbour wakes from the outside in. First the gulls, who were never quite asleep,\n"
        "then the lamp at the end of the pier, which goes out although nobody is near it.",
        "A boat the colour of rust comes round the breakwater. Her engine can be heard before she\n"
        "can be seen, three beats and a pause, three beats and a pause.",
        "On the quay a woman is counting crates. She counts them twice and writes down the\n"
        "smaller number.",
        "By seven it is an ordinary morning, and one could think it had always been one.",
    )),
    SampleText("letter_to_a_neighbour.txt", (
        "Dear neighbour,",
        "your pear tree has reached our side of the wall, and we have eaten what it brought\n"
        "along. We would like to return the favour: there is plum jam on your doorstep.",
        "Should you ever want to cut the branch, please do not do it for our sake.",
    )),
    FERRY,
    SampleText("pruning_a_pear_tree.md", (
        "# Pruning a pear tree",
        "Wait for a dry day at the end of winter. Take out what is dead, then what is ill, then\n"
        "what rubs against something better. After that, go in and have some tea.",
        "When you come back you will see the tree. Remove one more branch, not three.",
        "1. Cut just outside the collar.\n2. Never leave a stump.\n3. Never seal the wound.",
    )),
    BREAD,
    SampleText("smørrebrød.txt", (
        "Rugbrød, smør, sild og løg: så er der frokost. Æblet gemmer vi til bagefter.",
        "Zum Frühstück gab es Brötchen, dazu Käse und Quittengelee. Draußen fiel der erste Schnee.",
        "Το πρωί ήπιαμε καφέ στο λιμάνι και μετρήσαμε τις βάρκες.",
        "朝ごはんは焼き魚と味噌汁でした。窓の外では雨が降っていました。",
        "Утром мы пили чай с вишнёвым вареньем. 🍒",
    )),
)  # fmt: skip
