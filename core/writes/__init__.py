"""Every write into a store: the transaction around it, the quarantine, and the way back."""
