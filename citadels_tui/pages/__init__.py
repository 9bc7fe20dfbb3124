"""Whole pages as lines, for the screens and the plain mode."""
