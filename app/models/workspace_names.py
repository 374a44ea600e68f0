"""Names of the open workspace, which the window may have to hide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from larder.core.requests.options import WorkspaceOptions

if TYPE_CHECKING:
    from larder.app.models.survey_pages import SurveyPages


def workspace_names(
    options: WorkspaceOptions | None, pages: SurveyPages | None,
) -> Iterator[str]:
    """Names of the open workspace that may stand in a sentence; what is not known is left out."""
    if options is not None:
        named = (options.workspace, options.root, options.config, options.concepts)
        yield from (name for name in named if name is not None)
        yield from options.gone
        for old, new in options.maps:
            yield from (old, new)
    if pages is not None:
        document = pages.snapshot.document
        yield pages.tree[0].name
        yield from (document.workspace.root, document.workspace.config or "")
        for concept in document.concepts:
            yield from (concept.name, concept.path)
        for store in document.stores:
            yield store.path
            yield from (encoded.model for encoded in store.encoded_with)
        yield from (root.spelled for root in document.roots)
