"""Durations, in words and in few letters."""

from __future__ import annotations

from citadels_tui.texts import N_

SECONDS = (N_("{amount} second"), N_("{amount} seconds"))
MINUTES = (N_("{amount} minute"), N_("{amount} minutes"))
HOURS = (N_("{amount} hour"), N_("{amount} hours"))
DAYS = (N_("{amount} day"), N_("{amount} days"))
SHORT_SECONDS = N_("{amount} s")
SHORT_MINUTES = N_("{amount} min")
SHORT_HOURS = N_("{amount} h")
SHORT_DAYS = N_("{amount} d")
