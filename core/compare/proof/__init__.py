"""Encoding a few sources anew, to find out how cached files of a trainer were made."""
