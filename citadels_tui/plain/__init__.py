"""The plain mode: a table line by line, for screen readers, scripts and terminals that cannot draw."""
