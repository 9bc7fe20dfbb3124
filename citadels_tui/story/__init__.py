"""The story of a game: what happened, as sentences."""
