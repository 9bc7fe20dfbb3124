"""Starting a game."""

from __future__ import annotations

from engine.card_ids import ids
from engine.rng import Seed, seed_bytes
from engine.round import StartRound
from engine.rules import Rules
from engine.ruleset import ruleset
from engine.state import State

HAND = 4
"""Cards dealt to each player."""
PURSE = 2
"""Gold each player starts with."""


def new_game(rules: Rules, seed: Seed) -> State:
    """Set up a game and run it to its first decision.

    Args:
        rules: The setup.
        seed: A number, a text, or 16 to 64 secret bytes; the same seed and moves give the same game everywhere
            (see `engine.rng.seed_bytes`).

    Raises:
        RulesError: when the setup is not legal, or a seed in bytes too short or too long.
    """
    rules.check()
    g = State().start(ruleset(rules), seed_bytes(seed))
    g.deck = list(g.ruleset.cards)
    g.shuffle(g.deck, "deck")
    g.crown = g.below(rules.players, "crown")
    for seat, p in enumerate(g.players):
        p.hand = g.take_top(HAND)
        g.log += ("deal", seat, ids(p.hand), len(p.hand))
        p.gold = PURSE
        g.log += ("purse", seat, PURSE)
    g.stack.append(StartRound())
    g.run()
    return g
