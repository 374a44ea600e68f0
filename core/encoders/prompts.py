"""Prompts of samples as the trainer draws them, from their captions, prompt files or names."""

from __future__ import annotations

from dataclasses import dataclass, field

from larder.core.encoders.draws import ModulePositions, SampleDraws, read_special_tags
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.samples import caption_lines, sample_stem


@dataclass(slots=True)
class PromptMaker:
    """Makes prompts as the trainer draws them.

    Attributes:
        workspace: where prompt and tag files are.
        positions: of the modules that draw.
    """

    workspace: Workspace
    positions: ModulePositions
    _lines: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _tags: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def prompts(
        self, concept: Concept, position: int, picture: str, caption: bytes, variations: int
    ) -> list[str]:
        """The prompt of each variation of the sample at a position of its loader's list.

        Raises:
            CaptionEncodingError: if the file that is used is not UTF-8.
            WorkspaceError: if a file of special tags cannot be read, or tags cannot be told apart.
        """
        lines = self.lines(concept, picture, caption)
        tags = self._special_tags(concept)
        return [
            SampleDraws(self.positions, variation, position).prompt(lines, concept.text, tags)
            for variation in range(variations)]

    def lines(self, concept: Concept, picture: str, caption: bytes) -> tuple[str, ...]:
        """What a prompt of a picture is drawn from.

        Raises:
            CaptionEncodingError: if the file that is used is not UTF-8.
        """
        source = concept.text.prompt_source
        if source is PromptSource.FILENAME:
            return (file_stem(picture),)
        if source is PromptSource.CONCEPT:
            return self._concept_lines(concept)
        return caption_lines(caption)

    def _concept_lines(self, concept: Concept) -> tuple[str, ...]:
        if concept.index not in self._lines:
            spelled = concept.text.prompt_path
            real = self.workspace.file(spelled)
            content = b""
            if spelled and real.is_file():
                content = read_regular(real, at_most=LARGEST_TEXT)
            self._lines[concept.index] = caption_lines(content)
        return self._lines[concept.index]

    def _special_tags(self, concept: Concept) -> tuple[str, ...]:
        if not concept.text.tag_dropout_enable:
            return ()
        if concept.index not in self._tags:
            self._tags[concept.index] = read_special_tags(
                concept.text, base=self.workspace.root)
        return self._tags[concept.index]


def file_stem(picture: str) -> str:
    """A picture's name without folder and extension, on whatever system it was spelled."""
    return sample_stem(picture.replace("\\", "/").rpartition("/")[2])
