"""The players made of code: what they may know, and that they never stall."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from citadels_tui.rulings import position
from engine import EDITIONS, Event, HandMemory, Move, Rules, State, View, new_game, resample, save, seen, view
from engine.bots import Bot, bot
from engine.bots.characters import CHARACTERS as KNOWN
from engine.bots.registry import BUILT_IN
from engine.bots.search import FlatSearch
from engine.bots.seated import SeatedBot
from engine.bots.steward import CARDS, GUESSED, QUESTIONS, VERBS
from engine.errors import RulesError
from engine.step import STEPS
from tests.support.engine.games import BOXES, Box, decisions, random_game
from tests.support.root import ROOT
from tests.support.tiers import tiered

RULINGS = sorted((ROOT / "engine" / "rulings").rglob("*.toml"))

# What a bot is


def test_an_unknown_bot_is_refused_with_a_sentence() -> None:
    with pytest.raises(RulesError, match=r"there is no bot 'genius'; choose from random, .*steward"):
        bot("genius", 1)


OURS = tuple(name for name, level in BUILT_IN.items() if level.offered)
PEEKING = "it sees more than it may"


class Reader:
    """A bot that reads all there is in its world: the move depends on every byte of it."""

    def __init__(self) -> None:
        self._world = ""

    def watch(self, event: Event) -> None:
        pass

    def suppose(self, world: State) -> None:
        self._world = repr(save(world))

    def choose(self, view: View) -> Move:
        return Random(self._world).choice(view.moves)


class Twins:
    """Two bots of a kind that see and do the same; now and then one plays in another game that looks the same."""

    def __init__(self, make: Callable[[], Bot], g: State, seat: int, peeks: bool = False) -> None:
        self._g, self._seat, self._chance = g, seat, Random(seat)
        self._known = HandMemory(len(g.players))
        self._both = [SeatedBot(make(), seat, len(g.players), seat) for _ in range(2)]
        if peeks:
            for each in self._both:
                each.deal = State.clone

    def watch(self, event: Event) -> None:
        self._known.watch(event)
        for each in self._both:
            each.watch(event)

    def choose(self, _view: View) -> Move:
        other = self._g
        if self._chance.random() < 0.2:
            other = resample(self._g, self._seat, self._chance, known=self._known.known)
        here, there = (each.choose(g) for each, g in zip(self._both, (self._g, other), strict=True))
        assert here == there, PEEKING
        return here


@pytest.mark.parametrize(
    ("name", "box"),
    [
        # Each bot in some of the boxes, and in each box some of the bots; in long runs all in all.
        pytest.param(
            name,
            box,
            id=f"{box}-{name}",
            marks=() if (n + m) % 9 == 0 else pytest.mark.long if (n + m) % 3 else pytest.mark.thorough,
        )
        for n, name in enumerate(name for name in OURS if name not in ("schemer", "mastermind"))
        for m, box in enumerate(BOXES)
    ],
)
@pytest.mark.slow
def test_a_bot_depends_on_nothing_but_what_its_seat_has_seen(name: str, box: Box) -> None:
    """In a game that looks the same to its seat a bot in the same state of mind does the same."""
    g = random_game(300 + box.players, box)
    for _ in decisions(g, [Twins(lambda: bot(name, 1), g, seat) for seat in range(box.players)]):
        pass
    assert g.over


@pytest.mark.parametrize("box", tiered(BOXES, BOXES[::4]), ids=str)
@pytest.mark.slow
def test_nothing_of_the_game_can_be_read_out_of_a_bots_world(box: Box) -> None:
    g = random_game(320 + box.players, box)
    for _ in decisions(g, [Twins(Reader, g, seat) for seat in range(box.players)]):
        pass
    assert g.over


@pytest.mark.parametrize("name", ["schemer", "mastermind"])
@pytest.mark.slow
def test_a_searching_bot_depends_on_its_seats_view_only(name: str) -> None:
    def hurried() -> Bot:
        player = bot(name, 1)
        assert isinstance(player, FlatSearch)
        player.allow(0.05, lambda: True)
        return player

    g = random_game(300, Box("deluxe", 4))
    for _ in islice(decisions(g, [Twins(hurried, g, seat) for seat in range(4)]), 24):
        pass


def test_a_bot_that_is_given_the_game_itself_is_caught() -> None:
    g = random_game(3, Box("deluxe", 4))
    with pytest.raises(AssertionError, match=PEEKING):
        for _ in decisions(g, [Twins(Reader, g, seat, peeks=True) for seat in range(4)]):
            pass


@pytest.mark.slow
@pytest.mark.parametrize("name", ["novice", "richard"])
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_simple_bots_never_stall(name: str, box: Box) -> None:
    g = random_game(500, box)
    for _ in decisions(g, [bot(name, seat) for seat in range(box.players)]):
        assert g.round < 80


@pytest.mark.parametrize(
    "box", [pytest.param(box, marks=[pytest.mark.long] * (box.players % 4 != 3)) for box in BOXES], ids=str
)
@pytest.mark.slow
def test_a_schemer_never_stalls(box: Box) -> None:
    """Among novices, with any cast, it always has a legal move, and the game comes to its end."""
    g = random_game(501, box)
    players = [
        SeatedBot(bot(("schemer", "novice")[seat > 0], seat), seat, box.players, 1) for seat in range(box.players)
    ]
    while g.seat is not None:
        for event in g.drain():
            for seat, player in enumerate(players):
                player.watch(seen(event, seat))
        g.apply(players[g.seat].choose(g))
        assert g.round < 50


@pytest.mark.parametrize("box", tiered(BOXES, BOXES[1::4]), ids=str)
@pytest.mark.slow
def test_the_steward_never_stalls(box: Box) -> None:
    """Whatever the cast, a turn is a handful of moves and the game comes to its end."""
    for number in range(2):
        g = random_game(400 + number, box)
        turn: Counter[tuple[int, int]] = Counter()
        for _ in decisions(g, [bot("steward", seat) for seat in range(box.players)]):
            turn[g.round, g.called] += 1
            assert turn[g.round, g.called] < 60
            assert g.round < 50


@pytest.mark.slow
@pytest.mark.thorough
def test_the_steward_takes_any_seat_over_at_any_moment() -> None:
    """In the position of every ruling, of which it has seen nothing before, it plays on."""
    assert RULINGS
    for path in RULINGS:
        g = position(tomllib.loads(path.read_text("utf-8")))
        players = [bot("steward", seat) for seat in range(len(g.players))]
        for _ in range(12):
            if g.seat is None:
                break
            g.apply(players[g.seat].choose(view(g, g.seat)))


def test_the_steward_knows_every_question_and_every_card() -> None:
    """No question, verb, character or unique district is new to it: in games it uses all that is offered."""
    kinds: set[str] = set()
    verbs: set[str] = set()
    for number in range(32):
        g = random_game(430 + number)
        while g.seat is not None:
            kinds.add(g.kind)
            if g.kind == "menu":
                verbs |= {move.verb for move in g.moves}
            g.apply(Random(len(kinds) + g.round).choice(g.moves))
    assert kinds <= set(QUESTIONS)
    assert verbs <= set(VERBS)
    assert verbs >= {"seize", "exchange", "demolish", "store", "stake", "play", "spy", "look", "crown", "beg"}
    characters = {id for edition in EDITIONS.values() for ids in edition.characters for id in ids}
    assert characters == set(KNOWN)


def test_the_questions_of_a_card_are_answered_where_it_is_known() -> None:
    """A new card has its answers beside its other values: the steward's own are those of the flow."""
    asked = {step.kind for step in STEPS.values() if step.kind and step.__module__.startswith("engine.cards.")}
    assert sorted(kind for card in CARDS for kind in card.answers) == sorted(asked)
    assert set(QUESTIONS) - asked == {"draft", "aside", "menu", "keep"}
    assert all(set(card.guessed) <= set(card.answers) for card in CARDS)
    assert set(QUESTIONS) > GUESSED


class Unheard:
    """A question nobody has heard of."""

    def __init__(self, kind: str, *moves: Move) -> None:
        g = new_game(Rules.make(4), bytes(32))
        while g.kind != "menu":
            g.apply(g.moves[0])
        self.view = view(g, g.seat)
        assert self.view.asked is not None
        self.view.asked = replace(self.view.asked, kind=kind)
        self.view.moves = moves


@pytest.mark.parametrize("quiet", ["end", "done", "pass"])
def test_the_steward_asks_for_nothing_when_it_does_not_know_the_question(quiet: str) -> None:
    strange = Unheard("carnival", Move("juggle"), Move(quiet), Move("parade", "", 2))
    assert bot("steward", 1).choose(strange.view) == Move(quiet)


def test_the_steward_ends_its_turn_rather_than_use_an_unknown_verb() -> None:
    strange = Unheard("menu", Move("juggle"), Move("parade", "", 2), Move("end"))
    assert bot("steward", 1).choose(strange.view) == Move("end")


def test_the_steward_answers_a_question_that_it_can_only_guess_at() -> None:
    strange = Unheard("carnival", Move("juggle"), Move("parade", "", 2))
    assert bot("steward", 1).choose(strange.view) in strange.view.moves
