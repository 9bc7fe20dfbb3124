"""The parts of screens, a widget a file; one that a single screen shows may stand with that screen."""
