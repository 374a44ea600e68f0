"""Dialogs: only where the user must decide now; none of them blocks the event loop."""
