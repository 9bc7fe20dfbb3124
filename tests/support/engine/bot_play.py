"""The play of this package's own bots, as a hash by level: another one needs a higher `engine.bots.registry.BOTS_V`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random

from engine import HandMemory, resample, seen, view
from engine.bots import bot
from engine.bots.registry import BUILT_IN
from engine.bots.search import FlatSearch
from engine.bots.seated import worlds
from tests.support.engine.games import BOXES, Box, random_game

PLAYED = BOXES[:: len(BOXES) // 9]
"""Every kind of bot sits in some of them."""


def played() -> dict[str, str]:
    """By level a hash of the moves that its bots make in some games; those that search try one world for each."""
    moves = {level: sha256() for level in BUILT_IN}
    levels = [*BUILT_IN] * 4
    for number, box in enumerate(PLAYED):
        for level, text in _moves(700 + number, box, [levels.pop() for _ in range(box.players)]):
            moves[level].update(text.encode())
    return {level: hash.hexdigest()[:16] for level, hash in moves.items()}


def _moves(number: int, box: Box, levels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The moves of a game, each with the level of the bot that made it."""
    g, chance = random_game(number, box), Random()
    bots = [bot(level, chance) for level in levels]
    known = [HandMemory(box.players) for _ in levels]
    while g.seat is not None:
        for event in g.drain():
            for seat, player in enumerate(bots):
                player.watch(seen(event, seat))
                known[seat].watch(seen(event, seat))
        player, seed = bots[g.seat], len(g.moves) + g.counter
        chance.seed(seed)
        if isinstance(player, FlatSearch):
            player.allow(1.0, lambda: False)
            player.suppose(resample(g, g.seat, worlds(seed), known=known[g.seat].known))
        move = player.choose(view(g, g.seat))
        yield levels[g.seat], str(move)
        g.apply(move)
