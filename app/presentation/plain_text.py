"""Tooltips show names as they are: nothing that a file is called is read as markup.

Qt takes a label, a box or a tooltip whose text looks like HTML for HTML, and opens what its images
name: a picture called `<img src='/path'>.jpg` would have that path opened, on another computer too.
So a label is a `PlainLabel` (`app/widgets/plain_labels.py`), and a tooltip with anything in it that
is not ours goes through `plain_tip`. Buttons, tables, menus, fields and the status bar never read
markup.
"""

from __future__ import annotations

import html

from PySide6.QtGui import Qt


def plain_tip(text: str) -> str:
    """Return what a tooltip shows as this text, whatever it looks like."""
    if not Qt.mightBeRichText(text):
        return text
    return f"<p style='white-space:pre-wrap'>{html.escape(text)}</p>"
