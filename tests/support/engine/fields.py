"""Games between bots of several kinds: what each chose, and how much it won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import Rules, new_game, seen
from engine.arena.simulate import seating
from engine.bots import bot
from engine.bots.seated import SeatedBot


def played(
    table: Sequence[str], rules: Rules, first: int, games: int
) -> tuple[dict[str, Counter[str]], dict[str, float]]:
    """By bot the characters it chose, and the share of the games that it won, in every seat in turn."""
    n = len(table)
    chosen: dict[str, Counter[str]] = {name: Counter() for name in table}
    won = dict.fromkeys(table, 0.0)
    for number in range(first, first + games):
        g = new_game(rules, number)
        names = seating(table, number)
        players = [SeatedBot(bot(name, n * number + seat), seat, n, number) for seat, name in enumerate(names)]
        while g.seat is not None:
            for event in g.drain():
                for seat, player in enumerate(players):
                    player.watch(seen(event, seat))
            move = players[g.seat].choose(g)
            if g.kind == "draft":
                chosen[names[g.seat]][move.card] += 1
            g.apply(move)
        for seat in g.winners:
            won[names[seat]] += 1 / len(g.winners) / games
    return chosen, won
