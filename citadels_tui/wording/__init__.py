"""Moves, cards, names, reasons and times as words."""
