"""One list of commands as data; menu bar, toolbar and context menus are made from it."""
