"""One table as its player sees it, and the ways to come to it."""
