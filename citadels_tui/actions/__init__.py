"""The action list: everything a player can do now, as rows with keys."""
