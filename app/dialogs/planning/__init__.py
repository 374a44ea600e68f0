"""What every dialog with a plan shows: progress, refusal, signs of a trainer, the command."""
