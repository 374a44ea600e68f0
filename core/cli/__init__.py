"""The `larder` command: options in, documents and text out. No Qt."""
