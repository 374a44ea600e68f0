"""What turns a source into arrays. torch and its friends are imported inside functions only."""
