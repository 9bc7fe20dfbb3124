"""Cities: how districts come and go, and when a city is completed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.card import District
from engine.step import Step, step

if TYPE_CHECKING:
    from engine.state import State


@step()
class Enter(Step):
    """A built district enters a city."""

    card: District
    seat: int
    builder: int

    def act(self, g: State) -> None:
        enter(g, self.card, self.seat, self.builder)


@step()
class Spent(Step):
    """A played card has had its effect, and is discarded (open case A49)."""

    card: District

    def act(self, g: State) -> None:
        bury(g, self.card)


@step()
class CheckComplete(Step):
    """See whether a city is completed, after the questions that its newest district asked."""

    seat: int

    def act(self, g: State) -> None:
        check_complete(g, self.seat)


def enter(g: State, card: District, seat: int, builder: int) -> None:
    """Lay a built district into a city: its effect, the tax, then completion (open case A17)."""
    add(g, card, seat, builder)
    if g.ruleset.on_build:
        g.stack.append(CheckComplete(seat))
        for hook in g.ruleset.on_build:
            hook(g, seat, card)
    else:
        check_complete(g, seat)


def add(g: State, card: District, seat: int, other: int) -> None:
    """Put a district into a city without the effects of building."""
    p = g.players[seat]
    p.city += (card,)
    p.city_ids += (card.id,)
    g.log += ("enter", seat, other, card.id)


def remove(g: State, seat: int, id: str, by: int, to: int = -1) -> District:
    """Take a district out of a city, to another city or (-1) destroyed; the caller says where the card goes."""
    p = g.players[seat]
    i = p.city_ids.index(id)
    card = p.city[i]
    p.settle(p.city[:i] + p.city[i + 1 :])
    g.log += ("leave", seat, by, card.id)
    card.plain.on_leave(g, seat, to)
    return card


def movable(g: State, seat: int) -> list[District]:
    """The different districts of a city that may leave it: a Circus Tent stays for the game (open case A36)."""
    return [d for d in dict.fromkeys(g.players[seat].city) if not d.action]


def bury(g: State, card: District) -> None:
    """Discard a district that has left its city; gold on it goes to the bank."""
    g.bury((card,))
    g.log += ("buried", card.plain.id)


def check_complete(g: State, seat: int) -> None:
    """Note the first time a city is completed, and the first time it has the usual number of districts."""
    size, target = g.size(seat), g.target
    if size < target:
        # It is never more than the usual number.
        return
    if seat not in g.full and size >= g.ruleset.target:
        g.full += (seat,)
    if seat not in g.finished:
        if not g.finished:
            g.firsts = (seat,)
        g.finished += (seat,)
        g.log += ("complete", seat, int(seat in g.firsts))


def may_have(g: State, seat: int, card: District) -> bool:
    """Whether a district may come into a city otherwise than by building: none twice, unless duplicates are allowed."""
    return g.ruleset.duplicates or not g.owns(seat, card.plain)
