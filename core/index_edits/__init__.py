"""Edits of an index that remove nothing: new dates, readopted rows, moved folders, repairs."""
