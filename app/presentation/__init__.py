"""How things are said and look: figures, dates, words and icons of verdicts, themes, fonts.

All formatting for people happens here; no widget and no model builds a sentence from parts.
"""
