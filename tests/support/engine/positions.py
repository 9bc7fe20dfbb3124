"""What is true of every position of a game."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from operator import attrgetter

import pytest

from engine import Event, IllegalMove, Move, State, save
from engine.card import District
from engine.city import CheckComplete

ROUNDS = 1000
"""No game lasts longer."""
_PLAIN = attrgetter("plain.id")


def cards_lying(g: State) -> Counter[str]:
    """Every card of the district deck, wherever it lies: also on the table, and in the middle of a step."""
    cards = [*g.deck, *g.discards, *chain(*((*p.hand, *p.city) for p in g.players))]
    for step in g.stack:
        if step.kind != "confiscate":  # asks about a card that waits in the step below
            for value in step.values().values():
                cards += [c for c in (value if isinstance(value, tuple) else (value,)) if isinstance(c, District)]
    lying = list(map(_PLAIN, cards))
    lying += chain(*(token.items for token in g.tokens.values() if not token.on))  # under the Museum
    lying += ["cash_wagon"] * (len(g.things.get("cash_wagon", ())) // 2)
    return Counter(lying)


def gold_lying(g: State) -> int:
    """All gold outside the bank: in stashes and on beautified districts."""
    return sum(p.gold + sum(d.beautified for d in p.city) for p in g.players)


def gold_on_cards(g: State) -> int:
    """All gold on the Tax Collector's token and on Cash Wagons."""
    return sum(g.things.get("tax_collector", ())) + sum(g.things.get("cash_wagon", ())[1::2])


class Ledger:
    """How much gold should lie where, by what was told."""

    def __init__(self) -> None:
        self.lying = 0
        self.on_cards = 0

    def read(self, events: list[Event]) -> None:
        for event in events:
            n, of_cards = event.amount, event.note in ("tax", "tax_collector", "cash_wagon")
            if event.kind in ("gold", "purse"):
                self.lying += n
                self.on_cards -= n * of_cards
            elif event.kind in ("pay", "build"):
                self.lying -= n
                self.on_cards += n * of_cards
            elif event.kind in ("leave", "enter") and event.card.endswith("+"):
                self.lying += 1 if event.kind == "enter" else -1

    def check(self, g: State) -> None:
        assert gold_lying(g) == self.lying
        assert gold_on_cards(g) == self.on_cards
        assert not g.ruleset.coins or self.lying <= g.ruleset.coins


def check_position(g: State) -> None:
    """The laws that hold at every decision."""
    players = range(len(g.players))
    assert cards_lying(g) == Counter([card.id for card in g.ruleset.cards])
    assert all(p.gold >= 0 for p in g.players)
    assert g.crown in players

    # One seat is asked and can answer, until the game is over.
    if g.over:
        assert g.seat is None
        assert not g.moves
        assert not g.stack
        assert g.winners
    else:
        assert g.seat in players
        assert g.moves
        assert len(set(g.moves)) == len(g.moves)
        assert g.kind
        assert not g.winners

    # Every character lies in one place.
    roles = [rank for p in g.players for rank in p.roles]
    assert sorted([*roles, *g.pool, *g.faceup, *(rank for _, rank in g.aside)]) == list(g.ruleset.ranks)
    assert g.owners[1:] == [next((i for i in players if r in g.players[i].roles), -1) for r in g.ruleset.ranks]
    assert 4 not in g.faceup
    for p in g.players:
        assert set(p.shown) <= set(p.roles)

    # Completed cities are noted, but for one whose newest district asks something first.
    waiting = [step.seat for step in g.stack if isinstance(step, CheckComplete)]
    for seat in players:
        assert seat in g.finished or not g.complete(seat) or seat in waiting
    assert len(set(g.finished)) == len(g.finished)
    assert set(g.firsts) <= set(g.finished)
    assert g.round <= ROUNDS
    check_cards(g)


def check_cards(g: State) -> None:
    """What the cards themselves say about where they and their tokens may lie."""
    for p in g.players:
        assert all(d.plain.id == "circus_tent" or (d.plain.type and d.plain.id != "secret_vault") for d in p.city)
        assert not any(c.beautified for c in p.hand)
    assert not any(c.beautified for c in (*g.deck, *g.discards))
    assert g.ruleset.edition.pile or not g.discards
    if "museum" in g.tokens:
        assert g.owns(g.tokens["museum"].holder, g.ruleset.district("museum"))
    if "bell_tower" in g.things:
        assert any(d.plain.id == "bell_tower" for p in g.players for d in p.city)
    if g.turn:
        assert g.turn.built <= g.turn.limit


def check_refused(g: State, strange: list[Move]) -> None:
    """A move that is not legal is refused with a sentence, and changes nothing."""
    before = save(g)
    for move in strange:
        if move not in g.moves:
            with pytest.raises(IllegalMove, match=r"\w"):
                g.apply(move)
    assert save(g) == before
    assert g.drain()[:-1] == []
