"""Games that are looked back at."""

from __future__ import annotations

import tomllib
from typing import Any

from engine import Record, new_game
from engine.arena.casts import cast
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot

LAST_TURN: dict[str, Any] = tomllib.loads("""
characters = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
table = { calling = 8, faceup = ["assassin", "thief"] }
p1 = { characters = ["warlord"], gold = 6, hand = ["palace"], city = ["tavern", "temple", "docks", "manor", "castle"] }
p2 = { characters = ["king"], city = ["market", "church", "tavern", "prison", "temple", "docks", "watchtower"] }
p3 = { characters = ["bishop"] }
p4 = { characters = ["merchant"] }
""")
"""A position in which the last turn decides, as a ruling has it."""


def played(number: int, names: tuple[str, ...], edition: str = "deluxe", preset: str = "first_game") -> Record:
    """A whole game of bots."""
    rules = cast(len(names), edition, preset)(number)
    g = new_game(rules, f"review {number}")
    record = Record(rules, names, g.seed)
    bots = [SeatedBot(bot(name, 8 * number + seat), seat, len(names), number) for seat, name in enumerate(names)]
    while g.seat is not None:
        g.tell([each.watch for each in bots])
        move = bots[g.seat].choose(g)
        record.moves.append((g.seat, move))
        g.apply(move)
    return record
