"""Content of the pages as values and item models, with their texts. No widgets are here.

No model accesses a disk except to map a survey's tables. Values (`survey_snapshot`,
`survey_pages`, `entry_rows`) are plain, are made in a pool thread and passed on whole; item
models only index into them.
"""
