"""Leaks are found: each one planted here breaks a rule of secrecy as a programmer might."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine import Move, Rules, State, View, new_game, view
from engine.cards.characters import rank1, rank2
from engine.event import SECRETS
from engine.round import Call
from engine.state import Facedown, Turn
from engine.table import table
from tests.engine.games import random_game
from tests.engine.secrecy import LEARNERS, Leak, watch

AGENTS = ("magistrate", "blackmailer", "magician", "king", "cardinal", "merchant", "architect", "warlord", "artist")
ORIGINALS = ("assassin", "thief", "seer", "king", "bishop", "merchant", "architect", "warlord", "queen")


def asked_only_when_signed(patch: pytest.MonkeyPatch) -> None:
    """The Magistrate is asked only about the signed warrant: a question tells where it lies."""
    on_pay = rank1.Magistrate.on_pay

    def leaky(self: rank1.Magistrate, g: State, turn: Turn, *rest: object) -> None:
        warrants = g.tokens.get("warrants")
        if warrants and warrants.at(turn.char.rank) == "signed":
            on_pay(self, g, turn, *rest)  # type: ignore[arg-type]

    patch.setattr(rank1.Magistrate, "on_pay", leaky)


def revealer_asked_only_with_the_rose(patch: pytest.MonkeyPatch) -> None:
    """The Blackmailer is asked only about the rose."""
    answer = rank2.Bribe.answer

    def leaky(self: rank2.Bribe, g: State, move: Move) -> None:
        answer(self, g, move)
        assert g.turn
        if isinstance(g.stack[-1], rank2.Reveal) and g.tokens["threats"].at(g.turn.char.rank) != "rose":
            g.stack.pop()

    patch.setattr(rank2.Bribe, "answer", leaky)


def rose_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """A public field of an event carries the rank with the rose."""

    def leaky(g: State, kind: str, seat: int, ranks: tuple[int, ...], items: tuple[str, ...]) -> None:
        pairs = sorted(zip(ranks, items, strict=True))
        on, tokens = tuple(rank for rank, _ in pairs), tuple(item for _, item in pairs)
        g.tokens[kind] = Facedown(seat, on, tokens)
        g.emit(kind, seat, rank=ranks[0], cards=tokens, ranks=on, amount=len(on))

    patch.setattr(rank2, "lay", leaky)


def signed_warrant_first(patch: pytest.MonkeyPatch) -> None:
    """The warrants are shown in the order in which they were laid, the signed one first."""

    def leaky(g: State, kind: str, seat: int, ranks: tuple[int, ...], items: tuple[str, ...]) -> None:
        g.tokens[kind] = Facedown(seat, ranks, items)
        g.emit(kind, seat, cards=items, ranks=ranks, amount=len(ranks))

    patch.setattr(rank1, "lay", leaky)


def drawn_cards_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """The cards somebody draws are in a field that is not secret."""
    patch.delitem(SECRETS, "draw")


def discards_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the card that goes under the deck."""
    patch.delitem(SECRETS, "bottom")


def only_who_is_in_play_can_be_named(patch: pytest.MonkeyPatch) -> None:
    """The Assassin is offered those who are in play."""
    moves = rank1.Assassin.moves

    def leaky(self: rank1.Assassin, g: State, turn: Turn) -> list[Move]:
        return [move for move in moves(self, g, turn) if g.owners[g.table.rank_of(move.card)] >= 0]

    patch.setattr(rank1.Assassin, "moves", leaky)


def view_shows_who_was_killed(patch: pytest.MonkeyPatch) -> None:
    """The view tells which seat lies dead."""

    def leaky(g: State, seat: int | None) -> View:
        found = view(g, seat)
        killed = g.marks.get("killed", 0)
        for p in found.players:
            if killed in g.silent and g.owners[killed] == p.seat:
                p.shown += (killed,)
        return found

    patch.setattr("tests.engine.secrecy.view", leaky)


def call_names_who_was_killed(patch: pytest.MonkeyPatch) -> None:
    """The event of a killed rank being called carries the seat that keeps silent."""
    act = Call.act

    def leaky(self: Call, g: State) -> None:
        act(self, g)
        if g.log and g.log[-1].kind == "call" and self.rank < len(g.owners):
            g.log[-1] = g.log[-1]._replace(other=g.owners[self.rank])

    patch.setattr(Call, "act", leaky)


def pool_shown_to_the_table(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the characters that are passed on."""
    patch.delitem(SECRETS, "pool")


def aside_shown_to_the_table(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the characters that are put aside."""
    patch.delitem(SECRETS, "aside")


def price_depends_on_other_hands(patch: pytest.MonkeyPatch) -> None:
    """The Warlord is refused, with a reason, what depends on a card in somebody's hand."""
    refusals = State.refusals

    def leaky(self: State) -> list[object]:
        cards = [c.id for p in self.players for c in p.hand]
        return [*refusals(self), "castle" in cards]

    patch.setattr(State, "refusals", leaky)


LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], tuple[str, ...]]] = [
    (asked_only_when_signed, AGENTS),
    (revealer_asked_only_with_the_rose, AGENTS),
    (rose_told_to_all, AGENTS),
    (signed_warrant_first, AGENTS),
    (drawn_cards_told_to_all, ORIGINALS),
    (discards_told_to_all, ORIGINALS),
    (only_who_is_in_play_can_be_named, ORIGINALS),
    (view_shows_who_was_killed, ORIGINALS),
    (call_names_who_was_killed, ORIGINALS),
    (pool_shown_to_the_table, ORIGINALS),
    (aside_shown_to_the_table, ORIGINALS),
    (price_depends_on_other_hands, ORIGINALS),
]


def search(cast: tuple[str, ...], games: int) -> None:
    """Look for a leak in games of that cast."""
    for number in range(games):
        rules = Rules.make((3, 5, 7)[number % 3], characters=[c if c != "queen" else "artist" for c in cast])
        watch(new_game(rules, Random(number).randbytes(32)), number)


@pytest.fixture
def planting(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Changes cards; tables, which keep hooks, are made anew before and after."""
    table.cache_clear()
    yield monkeypatch
    table.cache_clear()


@pytest.mark.parametrize(("plant", "cast"), LEAKS, ids=[plant.__name__ for plant, _ in LEAKS])
def test_a_planted_leak_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], cast: tuple[str, ...], planting: pytest.MonkeyPatch
) -> None:
    plant(planting)
    with pytest.raises(Leak):
        search(cast, 20)


def test_without_a_plant_the_same_search_finds_nothing() -> None:
    for cast in (AGENTS, ORIGINALS):
        search(cast, 3)


@pytest.mark.parametrize("entry", LEARNERS, ids=" ".join)
def test_the_table_of_learners_has_no_entry_too_many(entry: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry too many could hide a leak: without any one of them somebody is found to learn something."""
    monkeypatch.delitem(LEARNERS, entry)
    with pytest.raises(Leak):
        watch_all(entry[1])


def watch_all(verb: str) -> None:
    """Watch games of every kind where a move with that verb is played."""
    for number in range(200):
        watch(random_game(number), number, verb=verb)
