"""Base: errors, limits, paths, time, and text from other people."""
