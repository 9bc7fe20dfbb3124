"""Words of the recap: what the others have done since your last turn."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Since your last turn")
TITLE_OF = N_("Since the last turn of {who}")
TITLE_FIRST = N_("Before your first turn")
TITLE_FIRST_OF = N_("Before the first turn of {who}")
ROUND = N_("Round {amount}")
"""Over what was done in it, where several rounds are told of."""
MORE = N_("... (l: the whole log)")
LEFT_OFF = N_("your last turn")
"""The mark in the log where your last turn ended."""
LINE = N_("{ranks} {deeds}")
NAMED = N_("{who}: {deeds}")
"""For a player about whom only figures are told."""
OF_CHARACTERS = N_("{characters}: {deeds}")
FIGURES_OF_CHARACTERS = N_("{characters}: {who} {deeds}")
"""For a player about whom only figures are told, where the list of ranks does not stand beside it."""
SHORTER = {"protect": N_("{who} is safe from {rank8}")}
"""By the kind of an event, where the log's own sentence is long."""
GOLD = N_("+{amount} gold")
CARDS = (N_("+{amount} card"), N_("+{amount} cards"))
BUILT = N_("builds {cards}")
