"""The app: screens in their order, keys, the palette, and calls for the player."""
