"""What one payload looks like, for a window: a small document, and columns in a folder."""

from __future__ import annotations

from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job
from larder.core.queries.draw_payload import PREVIEWED_KINDS, preview_payload
from larder.core.queries.preview import PayloadPreview, save_preview
from larder.core.requests.options import PreviewOptions
from larder.core.requests.request import Request
from larder.core.workspace.store_kinds import StoreKind


def preview(options: PreviewOptions, token: CancelToken) -> Job[PayloadPreview]:
    """Look at one payload; a damaged one gives its problem.

    Raises:
        UserFacingError: if payloads of such a store are not drawn.
        JobCancelled: if the token was cancelled.
    """
    kinds = {kind.value: kind for kind in PREVIEWED_KINDS}
    if options.kind not in kinds:
        raise UserFacingError(f"Payloads of a {options.kind} store are not drawn.")
    return (yield from preview_payload(
        Path(options.file), StoreKind(options.kind), Path(options.store),
        thorough=options.thorough, token=token))


PREVIEW = Request(
    PreviewOptions, preview,
    lambda options, preview: save_preview(Path(options.tables), preview))
