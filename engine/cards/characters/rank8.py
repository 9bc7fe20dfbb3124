"""Rank 8: Warlord."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.cards.card import District, verb
from engine.cards.characters.income import Collector
from engine.move import Move
from engine.step import Refusal

if TYPE_CHECKING:
    from engine.state import State, Turn


class Warlord(Collector):
    """Gold for military districts; destroys a district for its cost less 1."""

    id, name, rank, type = "warlord", "Warlord", 8, "military"
    text = (
        "1 gold for each of your military districts. You may destroy 1 district by paying 1 gold less than its "
        "cost, but not in a completed city."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        moves = list(super().moves(g, turn))
        if "destroy" in turn.used:
            return moves
        gold, by = g.players[turn.seat].gold, turn.seat
        guards = g.table.guards
        for seat, p in enumerate(g.players):
            if not p.city or g.complete(seat):
                continue
            for d in dict.fromkeys(p.city):
                if d.cost - 1 <= gold:
                    for guard in guards:
                        if guard(g, seat, d, by):
                            break
                    else:
                        moves.append(target(seat, d))
        return moves

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        return [] if "destroy" in turn.used else list(self._refusals(g, turn))

    def _refusals(self, g: State, turn: Turn) -> Iterator[Refusal]:
        gold = g.players[turn.seat].gold
        for seat, p in enumerate(g.players):
            complete = g.complete(seat)
            for d in dict.fromkeys(p.city):
                move = target(seat, d)
                if complete:
                    yield Refusal(move, "complete")
                elif any(guard(g, seat, d, turn.seat) for guard in g.table.guards):
                    yield Refusal(move, "protected")
                elif d.cost - 1 > gold:
                    yield Refusal(move, "need_gold", d.cost - 1 - gold)

    @verb
    def destroy(self, g: State, turn: Turn, move: Move) -> None:
        """Destroy a district (conflict C14: printed cost, 1 more when beautified)."""
        city = g.players[move.seat].city
        card = city.pop([d.id for d in city].index(move.target))
        g.pay(turn.seat, card.cost - 1, "destroy")
        g.emit("leave", move.seat, turn.seat, 0, card.id)
        for hook in g.table.on_destroy:
            if hook(g, move.seat, card, turn.seat):
                return
        g.under_deck((card,))
        g.emit("buried", -1, -1, 0, card.plain.id)


_TARGETS: dict[tuple[int, District], Move] = {}


def target(seat: int, card: District) -> Move:
    """The move that destroys a district, made once."""
    move = _TARGETS.get((seat, card))
    if move is None:
        move = _TARGETS[seat, card] = Move("destroy", "", seat, card.id)
    return move


CHARACTERS = (Warlord(),)
