"""Tables that can be joined or opened."""
