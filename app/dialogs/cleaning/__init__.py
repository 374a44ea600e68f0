"""Clean dialog and the forms to prune and clear caches."""
