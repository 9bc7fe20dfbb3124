"""Words of the called track and of the notebook: who may be who."""

from __future__ import annotations

from citadels_tui.texts import N_

YOU = N_("you")
NOBODY = N_("nobody")
"""Among those who may have a character: perhaps nobody has it."""
OUT = N_("out")
"""Nobody has it in this round: it lies face up, or for certain face down."""
GONE = N_("gone")
"""While characters are chosen: it was not among the cards you saw."""
"""Explanations of these words where they stand."""
MUST_BE = N_("must be {who}")
MUST_BE_SHORT = N_("={who}")
EITHER = N_("{who} or {other}")

TITLE = N_("Who may be who")
NONE_COLUMN = N_("none")
"""Heads the column for what lies aside or open, or still goes round."""
LAST_COLUMN = N_("last round")
EARLIER = N_("Who had which characters in the rounds before")
LEGEND = N_("{certain} certain   {maybe} possible   {never} impossible, as far as you can know")
KNOWN = N_("That is known already.")
MARKS = N_("! you think so   - you do not   (enter changes it, arrows move, m ends)")
ORDER = N_("Choosing order, as you sit: {who}")
ORDER_CROWN = N_("{who} (crown)")
PASSED = N_("You passed on: {characters}")
GONE_BEFORE = N_("Gone before you chose: {characters}")
LAID = N_("Aside, face down, as you know: {characters}")
