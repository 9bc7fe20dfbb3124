"""Recorded games for tests."""

from __future__ import annotations

from functools import cache
from random import Random

from citadels_tui.game_file import GameFile
from citadels_tui.recording import Recording, recorded
from engine import Record, Rules, new_game
from engine.bots.registry import bot
from engine.event import seen
from engine.view import view
from tests.tui.fake import NAMES


@cache
def game_file(players: int = 4, edition: str = "deluxe", seed: int = 7) -> GameFile:
    """A whole game of sensible bots."""
    rules = Rules.make(players, edition)
    record = Record(rules, NAMES[:players], Random(seed).randbytes(32))
    bots = [bot("steward", seed=seat) for seat in range(players)]
    game = new_game(rules, record.seed)
    while True:
        for event in game.drain():
            for seat, one in enumerate(bots):
                one.watch(seen(event, seat))
        if game.seat is None:
            break
        move = bots[game.seat].choose(view(game, game.seat))
        record.moves.append((game.seat, move))
        game.apply(move)
    names = NAMES[:players]
    return GameFile(None, record, names, ("",) * players, "Every move is legal.")


def recording(players: int = 4, edition: str = "deluxe", seed: int = 7) -> Recording:
    """The recording of it."""
    return recorded(game_file(players, edition, seed))
