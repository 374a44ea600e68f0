"""The prompts of samples, as the trainer draws them and as it can draw them at all."""

from __future__ import annotations

from larder.core.build.choice import SlotChoice
from larder.core.build.sample_positions import SamplePosition
from larder.core.encoders.draws import PromptMaker
from larder.core.errors import UserFacingError
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.workspace.samples import (
    caption_of,
    content_stamp,
    possible_prompts,
    prompt_file,
    prompt_is_deterministic,
)


class DrawnPrompts:
    """Prompts of samples as the trainer draws them."""

    def __init__(self, choice: SlotChoice) -> None:
        self._choice = choice
        self._maker = PromptMaker(choice.workspace, choice.asked.positions)

    def of(self, sample: SamplePosition, number: int, position: int) -> str | None:
        """A sample's prompt in a variation, drawn for a position; None where none can be made."""
        concept = self._choice.concepts[sample.concept]
        try:
            caption = read_regular(caption_of(sample.place), at_most=LARGEST_TEXT)
        except (FileNotFoundError, NotADirectoryError):
            caption = b""
        except OSError:
            return None
        try:
            return self._maker.prompts(
                concept, position, sample.picture, caption, number + 1)[number]
        except UserFacingError:
            return None

    def lines_of(self, sample: SamplePosition) -> tuple[str, ...]:
        """Every line that a sample's prompt can be as it stands; nothing where tags are drawn."""
        concept = self._choice.concepts[sample.concept]
        if not prompt_is_deterministic(concept):
            return ()
        path = prompt_file(self._choice.workspace, concept, sample.place)
        try:
            content = read_regular(path, at_most=LARGEST_TEXT) if path else b""
            return possible_prompts(
                concept, picture_name=sample.picture.replace("\\", "/").rpartition("/")[2],
                caption=content, prompt_file=content)
        except (OSError, UserFacingError):
            return ()

    def stamp_of(self, prompt: str) -> str:
        """Content stamp of a prompt."""
        return content_stamp(self._choice.asked.config.model_type, self._choice.names, prompt)
