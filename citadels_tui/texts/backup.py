"""Words of `citadels backup`."""

from __future__ import annotations

from citadels_tui.texts import N_

KEPT = (N_("{amount} table is kept in {file}."), N_("{amount} tables are kept in {file}."))
