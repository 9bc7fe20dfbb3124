"""What is awaited, by kind of question: said to who must answer, and to everybody else.

Parameters: ``who`` (must answer), ``other``, ``card``, ``character`` (it is about),
``role`` (whose turn it is), ``amount``.
"""

from __future__ import annotations

from typing import NamedTuple

from citadels_tui.texts import N_


class Prompt(NamedTuple):
    """One kind of question."""

    you: str
    they: str


PROMPTS: dict[str, Prompt] = {
    "draft": Prompt(N_("Choose your character for this round."), N_("{who} is choosing a character.")),
    "aside": Prompt(N_("Put one character face down aside."), N_("{who} is putting a character face down aside.")),
    "theater": Prompt(
        N_("Your Theater: exchange your character with another player?"),
        N_("{who} may exchange a character (Theater)."),
    ),
    "menu:income": Prompt(N_("Your turn, {role}: take your income."), N_("{who} ({role}) is taking income.")),
    "menu": Prompt(
        N_("Your turn, {role}: build, use your ability, or end the turn."), N_("{who} ({role}) is playing.")
    ),
    "keep": Prompt(N_("Keep one of these cards."), N_("{who} ({role}) is choosing which card to keep.")),
    "bewitch": Prompt(N_("Bewitch which character?"), N_("{who} ({role}) is bewitching a character.")),
    "warrant": Prompt(N_("Lay a blank warrant on which character?"), N_("{who} ({role}) is laying warrants.")),
    "threaten": Prompt(N_("Lay the empty threat on which character?"), N_("{who} ({role}) is laying threats.")),
    "confiscate": Prompt(
        N_("{other} pays for {card}: show your warrant and take it?"),
        N_("{who} may take {card} with a warrant."),
    ),
    "bribe": Prompt(
        N_("{other} threatens you: pay {amount} gold, or refuse?"),
        N_("{who} is threatened, and may pay {amount} gold to {other}."),
    ),
    "threat": Prompt(
        N_("{other} did not pay: turn the threat over?"), N_("{who} may turn the threat on {other} over.")
    ),
    "give": Prompt(N_("Give {other} a card from your hand."), N_("{who} ({role}) is giving {other} a card.")),
    "exchange": Prompt(
        N_("Exchange further cards with the deck, one by one; then done. So far: {amount}."),
        N_("{who} ({role}) is exchanging cards."),
    ),
    "lend": Prompt(
        N_("Give {other} a card for each gold you borrow; {amount} to go."),
        N_("{who} ({role}) is paying {other} with cards."),
    ),
    "thieves_den": Prompt(
        N_("Thieves' Den: pay with cards, one for 1 gold; {amount} gold are left to pay."),
        N_("{who} ({role}) is paying for the Thieves' Den."),
    ),
    "cemetery": Prompt(
        N_("Cemetery: take {card} into your hand for 1 gold?"), N_("{who} may take {card} back (Cemetery).")
    ),
}
"""Kind of question, or ``kind:case`` -> what is awaited."""

UNKNOWN = Prompt(N_("You must choose."), N_("{who} must choose."))
OVER = N_("The game is over.")
SOON = N_("One moment...")
"""Nobody is asked: the host is thinking."""
