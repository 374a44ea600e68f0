"""What the sample pictures show: one module per family of scenes, drawn on a `Canvas`.

A scene is a function of a canvas; it knows nothing of files, concepts or caches.
"""
