"""The random games of these tests use everything: every verb, question, event, and every effect of every card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engine import Move, State, score
from engine.card import Action, Hooks
from engine.cards import CHARACTERS, DISTRICTS, Card, Character, District
from engine.cards.characters.income import Collector
from engine.event import KINDS
from engine.ruleset import Ruleset, ruleset
from engine.step import STEPS
from tests.support.engine.compiled import replaces_code
from tests.support.engine.documented import VERBS
from tests.support.engine.games import BOXES, choices, random_game

pytestmark = pytest.mark.slow

GAMES = 100
"""Games of each kind, at most."""

HOOKS = [name for name in vars(Hooks) if not name.startswith("_")]

QUESTIONS = {
    "classic": {"draft", "aside", "menu", "keep", "exchange", "cemetery"},
    "dark_city": {
        "draft", "aside", "menu", "keep", "bewitch", "exchange", "study", "tribute", "offer", "cemetery", "search",
        "bell_tower", "hospital",
    },
    "deluxe": {step.kind for step in STEPS.values() if step.kind},
}  # fmt: skip
"""The kinds of questions that each edition asks."""

NOTHING: dict[str, Any] = {"may_build": True, "income_cards": (0, 0)}
"""What a hook returns that says nothing, when it is not None, 0, False or empty."""

CATALOGS = {id: [*CHARACTERS[id].values(), *DISTRICTS[id].values()] for id in CHARACTERS}
"""Every card of each edition."""

Used = tuple[str, str, str]
"""Edition, card, and what of it: a hook, a verb or another fact."""

UNREACHABLE: dict[Used, str] = {("classic", "king", "on_bewitched"): "the classic game has no Witch"}
"""What no game can use, and why."""


def spoken(card: Card) -> Iterator[str]:
    """The hooks a card has a say in."""
    for name in (*HOOKS, "offers", "play"):
        plain = getattr(Hooks if name in HOOKS else Action, name)
        own = getattr(type(card), name, None)
        if own is not None and own is not plain:
            yield name


def facts(card: Card) -> Iterator[str]:
    """What else a card does, without a hook."""
    if isinstance(card, Character) and card.builds != 1:
        yield "builds"
    if isinstance(card, District):
        yield from (name for name in ("wild", "free_type", "by_cards") if getattr(card, name))
        if card.points != card.cost:
            yield "points"


def everything(edition: str) -> set[Used]:
    """All of an edition that must be used."""
    return {
        (edition, card.id, what)
        for card in CATALOGS[edition]
        for what in (*spoken(card), *card.verbs, *facts(card))
        if (edition, card.id, what) not in UNREACHABLE
    }


class Meter:
    """Counts how often each hook and verb of each card had an effect."""

    def __init__(self) -> None:
        self.used: Counter[Used] = Counter()
        self.asked: set[tuple[str, str]] = set()
        self.done: set[str] = set()
        self.told: set[str] = set()
        self.needed = {edition: everything(edition) for edition in CATALOGS}

    def watched(self, card: Card, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        """The method, counted when it returned something or changed the game."""
        nothing = NOTHING.get(name)

        def call(g: State | Ruleset, *arguments: Any) -> Any:
            before = fingerprint(g)
            result = method(g, *arguments)
            if fingerprint(g) != before or (result != nothing if name in NOTHING else result):
                edition = (g if isinstance(g, Ruleset) else g.ruleset).edition.id
                self.used[edition, card.id, name] += 1
            return result

        return call

    def lacking(self, edition: str) -> set[Used | str]:
        """What games of an edition could use, and have not used."""
        unused = {what for what in self.needed[edition] if not self.used[what]}
        unasked = QUESTIONS[edition] - {kind for found, kind in self.asked if found == edition}
        return unused | unasked

    def play(self, g: State, number: int) -> None:
        """Play a whole game."""
        edition = g.ruleset.edition.id
        chance = Random(number)
        for move in choices(g, number):
            self.told.update([event.kind for event in g.drain()])
            self.asked.add((edition, g.kind))
            self.done.add(move.verb)
            if chance.random() < 0.2:
                g.refusals()
                g.prices()
            self.look(g, edition, move)
            g.apply(move)
        self.told.update([event.kind for event in g.drain()])
        for seat, p in enumerate(g.players):
            for card in p.city:
                if card.points != card.cost:
                    self.used[edition, card.plain.id, "points"] += 1
                if card.free_type and len({d.type for d in p.city if not d.free_type}) == 4:
                    self.used[edition, card.plain.id, "free_type"] += "types" in dict(score(g, seat))

    def look(self, g: State, edition: str, move: Move) -> None:
        """See what a move uses that is no hook."""
        turn = g.turn
        if turn is None or g.seat != turn.seat:
            return
        char, city = turn.char, g.players[turn.seat].city
        if char.builds > 1 and move.verb == "build" and turn.built >= 1:
            self.used[edition, char.id, "builds"] += 1
        if not char.builds and any(refusal.code == "no_building" for refusal in g.refusals()):
            self.used[edition, char.id, "builds"] += 1
        if isinstance(char, Collector) and move.verb == "collect":
            self.used.update((edition, card.plain.id, "wild") for card in city if card.wild)
        if g.kind == "thieves_den" and move.verb == "pay":
            self.used[edition, "thieves_den", "by_cards"] += 1


def fingerprint(g: State | Ruleset) -> tuple[object, ...]:
    """What shows that something happened; nothing does in a table."""
    if isinstance(g, Ruleset):
        return ()
    turn = g.turn
    return len(g.log), len(g.stack), g.stack[-1] if g.stack else None, id(turn), turn.limit if turn else 0


@pytest.fixture
def meter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Meter]:
    """Counts the calls of every card; tables, which keep hooks, are made anew before and after."""
    found = Meter()
    for card in {id(card): card for cards in CATALOGS.values() for card in cards}.values():
        for name in spoken(card):
            monkeypatch.setitem(card.__dict__, name, found.watched(card, name, getattr(card, name)))
        for name, method in list(card.verbs.items()):
            monkeypatch.setitem(card.verbs, name, found.watched(card, name, method))
    ruleset.cache_clear()
    yield found
    ruleset.cache_clear()


@pytest.mark.thorough
@replaces_code
def test_random_games_use_every_verb_question_event_and_effect(meter: Meter) -> None:
    for number in range(GAMES):
        for box in BOXES:
            if meter.lacking(box.edition) or set(KINDS) - meter.told != {"undo"}:
                meter.play(random_game(number, box), number)
    check(meter)


@pytest.mark.long
@replaces_code
def test_many_random_games_use_nothing_that_is_said_to_be_unreachable(meter: Meter) -> None:
    for number in range(GAMES):
        for box in BOXES:
            meter.play(random_game(number, box), number)
    check(meter)


def check(meter: Meter) -> None:
    assert VERBS - meter.done == set()
    assert set(KINDS) - meter.told == {"undo"}
    for edition, kinds in QUESTIONS.items():
        assert {kind for found, kind in meter.asked if found == edition} == kinds
        assert sorted(meter.lacking(edition)) == []
    assert not {what for what, times in meter.used.items() if times} & set(UNREACHABLE)
