"""What the pages show, as values and item models, with their words. No widget lives here.

No model touches a disk but to map a survey's tables. Values (`survey_snapshot`, `survey_pages`,
`entry_rows`) are plain, are made in a pool thread and handed over whole; item models only index
into them.
"""
