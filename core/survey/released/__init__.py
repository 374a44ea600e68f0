"""Released OneTrainer's numbered folders: each slot and group of one gets its verdict."""
