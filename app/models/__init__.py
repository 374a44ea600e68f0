"""What the window shows, as values and item models. No widget lives here; no model touches a disk.

Values (`survey_*`, `coverage_rows`, `problem_groups`, `workspace_nodes`) are plain and Qt-free, are
made in a pool thread and handed over whole; item models only index into them.
"""
