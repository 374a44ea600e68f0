"""Survey, plan, apply: what Larder does with a workspace. Plans are read-only; apply writes."""
