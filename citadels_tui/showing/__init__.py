"""A game that is over, for others to look at: as a page for a browser."""
