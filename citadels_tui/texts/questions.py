"""Texts of questions, by kind: for the player who must answer, and for everybody else.

Parameters: ``who`` (must answer), ``other``, ``card``, ``character`` (it is about), ``whom`` (as an object),
``role`` (whose turn it is), ``amount``.
"""

from __future__ import annotations

from citadels_tui.texts import N_
from citadels_tui.texts.by_card import gathered
from citadels_tui.texts.forms import Prompt

_GENERAL: dict[str, Prompt] = {
    "draft": Prompt(N_("Choose your character for this round."), N_("{who} is choosing a character.")),
    "aside": Prompt(N_("Put one character aside, face down."), N_("{who} is putting a character aside, face down.")),
    "menu:income": Prompt(N_("Your turn, {role}: take your income."), N_("{who} ({role}) is taking income.")),
    "menu:bewitched": Prompt(
        N_("You are bewitched, {role}: take your income; then your turn is over."),
        N_("{who} ({role}), bewitched, is taking income."),
    ),
    "menu": Prompt(
        N_("Your turn, {role}: build, use your ability, or end the turn."), N_("{who} ({role}) is playing.")
    ),
    "menu:build": Prompt(N_("Your turn, {role}: build, or end the turn."), N_("{who} ({role}) is playing.")),
    "menu:ability": Prompt(
        N_("Your turn, {role}: use your ability, or end the turn."), N_("{who} ({role}) is playing.")
    ),
    "menu:card": Prompt(
        N_("Your turn, {role}: use a card that lies open, or end the turn."), N_("{who} ({role}) is playing.")
    ),
    "menu:must": Prompt(
        N_("Your turn, {role}: use your ability first; only then can the turn end."), N_("{who} ({role}) is playing.")
    ),
    "menu:end": Prompt(N_("Your turn, {role}: end the turn."), N_("{who} ({role}) is playing.")),
    "keep": Prompt(N_("Keep one of these cards."), N_("{who} ({role}) is choosing which card to keep.")),
}
PROMPTS = gathered(lambda card: card.prompts, _GENERAL)
"""Kind of question, or ``kind:case`` -> what is awaited.

Cases: ``pass``: there is nothing else to answer; ``build``: building is among the answers; ``other``: it is not the
turn of the player who answers; ``nothing``: the amount is 0; of ``menu``: how far the turn is.
"""

UNKNOWN = Prompt(N_("You must choose."), N_("{who} must choose."))
OVER = N_("The game is over.")
SOON = N_("One moment...")
"""Nobody is asked: the host is thinking."""
YOURS_SOON = N_("You decide in a moment.")
"""You are asked, and what you can do is on its way."""

ASKING = gathered(lambda card: {kind.partition(":")[0]: card.card for kind in card.prompts})
"""Kind of question -> the card because of which it is asked."""
