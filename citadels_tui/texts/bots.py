"""Words of the list of bots."""

from __future__ import annotations

from citadels_tui.texts import N_

UNUSABLE = N_("cannot be used: {problem}")
OF_PACKAGE = N_("{about} ({package})")
