"""A finished game as a page for a browser."""
