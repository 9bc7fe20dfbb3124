"""Words of `citadels backup` and `citadels restore`."""

from __future__ import annotations

from citadels_tui.texts import N_

COPYING = N_("Copying")
KEPT = N_("A backup of {source} is in {place}.")
RESTORED = N_("{folder} now has the host as it was at {when}. Start it with: {command} serve --data {folder}")
