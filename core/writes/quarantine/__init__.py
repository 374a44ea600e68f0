"""What was taken out of stores, and its way back."""
