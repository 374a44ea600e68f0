"""Caches on their way to another computer: the dialogs that export and import one."""
