"""Signs, cells and drawings made of text."""
