"""How things are said and look in every page: figures, words and icons, hidden names.

What only one page says stands with its model; nothing in `core` formats a text for the window.
"""
