"""What one payload looks like, for a window: a small document, and columns in a folder."""

from __future__ import annotations

from pathlib import Path

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job
from larder.core.queries.draw_payload import PREVIEWED_KINDS, preview_payload
from larder.core.queries.preview import save_preview
from larder.core.requests.payload_options import PreviewAnswer, PreviewOptions
from larder.core.requests.surveying import encoded
from larder.core.workspace.store_kinds import StoreKind


def answer_preview(options: PreviewOptions, token: CancelToken) -> Job[PreviewAnswer]:
    """Look at one payload; a damaged one gives its problem.

    Raises:
        UserFacingError: if payloads of such a store are not drawn.
        JobCancelled: if the token was cancelled.
    """
    kinds = {kind.value: kind for kind in PREVIEWED_KINDS}
    if options.kind not in kinds:
        raise UserFacingError(f"Payloads of a {options.kind} store are not drawn.")
    preview = yield from preview_payload(
        Path(options.file), StoreKind(options.kind), Path(options.store),
        thorough=options.thorough, token=token)
    document = save_preview(Path(options.tables), preview)
    return PreviewAnswer(document=encoded(document), tables=options.tables)
