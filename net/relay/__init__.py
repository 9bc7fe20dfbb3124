"""The relay: leads clients to hosts that nobody can reach, and knows nothing of games."""
