"""Pictures read from files of the user and of caches, and the thumbnails kept of them."""
