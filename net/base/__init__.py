"""What every room of the table stands on: errors, limits, paths, time, and text from other people."""
