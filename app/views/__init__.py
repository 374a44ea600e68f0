"""Widgets: the window, its docks, and a page in one or two files.

A view lays out and listens. What takes longer than a few milliseconds comes from a pool thread or a
job, which the session or the services prepare. A table of facts stands with the page that shows it;
what several pages share is in `larder.app.widgets` and `larder.app.models.tables`.
"""
