"""What is true in every game, after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from operator import attrgetter
from random import Random

import pytest

from engine import Event, IllegalMove, Move, State, load, save, score
from engine.card import District
from engine.city import CheckComplete
from engine.event import KINDS
from engine.round import best
from tests.support.engine.games import BOXES, Box, choices, random_game

pytestmark = pytest.mark.slow

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


def check_briefly(g: State, ledger: Ledger) -> None:
    """The laws that are quick to check: nothing is lost, one seat is asked and can answer, the game comes to an end."""
    cards = len(g.deck) + len(g.discards) + sum([len(p.hand) + len(p.city) for p in g.players])
    loose = len(g.ruleset.cards) - cards
    assert loose == 0 or (loose > 0 and cards_lying(g).total() == len(g.ruleset.cards))
    ledger.check(g)
    assert min([p.gold for p in g.players]) >= 0
    assert (g.seat in range(len(g.players)) and g.moves) or g.winners
    assert g.round <= ROUNDS


def twins(city: Sequence[District]) -> Counter[str]:
    """Districts a city has more than once, by how many there are too many."""
    return Counter({id: n - 1 for id, n in Counter(d.plain.id for d in city if not d.action).items()})


def twins_allowed(g: State, wizard: int, seat: int, city: Sequence[District]) -> bool:
    """Whether that seat may build a twin in that city, while another or the same has the turn as the Wizard."""
    return g.ruleset.duplicates or wizard == seat or "quarry" in map(_PLAIN, city)


def check_events(events: list[Event]) -> None:
    """Events are of known kinds and have the fields of theirs."""
    for event in events:
        kind = KINDS[event.kind]
        assert event.amount >= 0
        empty = set(Event._fields) - {"kind", *kind.public, *kind.secret}
        assert event == event._replace(**{name: Event._field_defaults[name] for name in empty})


def check_refused(g: State, strange: list[Move]) -> None:
    """A move that is not legal is refused with a sentence, and changes nothing."""
    before = save(g)
    for move in strange:
        if move not in g.moves:
            with pytest.raises(IllegalMove, match=r"\w"):
                g.apply(move)
    assert save(g) == before
    assert g.drain()[:-1] == []


def play(number: int, box: Box) -> None:
    """Play a whole game and check the laws after every move."""
    g = random_game(number, box)
    chance = Random(number)
    ledger = Ledger()
    events = g.drain()
    check_events(events)
    met = [Move("build", "castle", 0, "castle"), Move("nonsense")]
    for move in choices(g, number):
        check_position(g)
        ledger.read(events)
        ledger.check(g)
        assert events[-1].kind == "ask"
        assert (events[-1].seat, events[-1].note) == (g.seat, g.kind)
        for refusal in g.refusals():
            assert refusal.move not in g.moves
            assert refusal.code
        if chance.random() < 0.1:
            check_refused(g, chance.sample(met, min(len(met), 6)))
        met.append(chance.choice(g.moves))

        before = [p.city for p in g.players]
        wizard = g.turn.seat if g.turn and g.turn.char.id == "wizard" else -1
        g.apply(move)
        events = g.drain()
        check_events(events)
        for seat, p in enumerate(g.players):
            city = before[seat]
            if p.city != city and twins(p.city) - twins(city) and not g.ruleset.duplicates:
                # A new twin: only by building.
                assert twins_allowed(g, wizard, seat, city)
                assert any(e.kind == "enter" and e.seat == e.other == seat for e in events)
    check_position(g)
    ledger.read(events)
    ledger.check(g)
    assert events[-1].kind == "over"
    for seat in range(box.players):
        told = [(e.note, e.amount) for e in events if e.kind == "score" and e.seat == seat]
        assert told == score(g, seat)
    with pytest.raises(IllegalMove):
        g.apply(Move("end"))
    assert load(save(g)).over


def play_briefly(number: int, box: Box) -> None:
    """Play a whole game and check only the quick laws after every move."""
    g = random_game(number, box)
    ledger = Ledger()
    for move in choices(g, number):
        ledger.read(g.drain())
        check_briefly(g, ledger)
        g.apply(move)
    ledger.read(g.drain())
    check_briefly(g, ledger)


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_the_laws_hold_in_random_games(box: Box) -> None:
    for number in range(3):
        play(number, box)


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_fifteen_random_games_of_every_kind_finish(box: Box) -> None:
    for number in range(100, 115):
        play_briefly(number, box)


def test_a_tie_goes_to_the_higher_rank_revealed_then_to_more_gold_then_is_shared() -> None:
    """From (points, highest rank revealed in the last round, gold) of each seat."""
    assert best([(28, 3, 9), (29, 1, 0), (27, 8, 9)]) == (1,)
    assert best([(28, 3, 9), (28, 5, 0), (27, 8, 9)]) == (1,)
    assert best([(28, 0, 2), (28, 0, 4), (27, 8, 9)]) == (1,)
    assert best([(28, 0, 4), (28, 0, 4), (27, 8, 9)]) == (0, 1)


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_the_laws_hold_in_many_random_games(box: Box) -> None:
    for number in range(1000, 1300):
        play(number, box)


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_five_thousand_random_games_of_every_kind_finish(box: Box) -> None:
    for number in range(10_000, 15_000):
        play_briefly(number, box)
