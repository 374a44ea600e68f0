"""What is drawn of one payload, small enough to be drawn at once; nothing here paints."""
