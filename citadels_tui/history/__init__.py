"""Finished games: files, lists, recordings, standings."""
