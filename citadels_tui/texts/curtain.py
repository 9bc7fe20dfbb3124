"""Words of the curtain between two people at one keyboard."""

from __future__ import annotations

from citadels_tui.texts import N_

ASKED = N_("{who}, it is your turn. Everybody else looks away.")
WAITING = N_("The table is hidden. {who} may look at it.")
KEY = N_("{who}: press enter when nobody else is looking.")
