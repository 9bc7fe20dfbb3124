"""Words of `citadels arena`: who wins against whom."""

from __future__ import annotations

from citadels_tui.texts import N_

PLAYING = N_("Playing games")
WON = N_("{share} % [{least}, {most}] of {games} games")
RATING = N_("{bot}: rated {mu}, give or take {sigma}")
