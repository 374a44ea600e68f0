"""The Build dialog, and how a build runs and is taken up again."""
