"""The parts of the screens, one widget a file."""
