"""The relay: leads guests to hosts that nobody can reach, and knows nothing of games."""
