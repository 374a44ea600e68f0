"""What a change of settings would cost."""
