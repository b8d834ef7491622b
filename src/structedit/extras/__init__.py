"""What the engine does without: statistics, reflection, scripts and rewriting; each stands alone."""
