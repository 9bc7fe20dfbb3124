"""Leaks to be planted: each breaks a rule of secrecy as a programmer might."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

from engine import Move, State, View, view
from engine.cards.characters import rank1, rank2, rank3, rank4, rank5
from engine.cards.districts import actions, building, turns
from engine.draft import CROWN
from engine.event import _HIDDEN, KINDS
from engine.facedown import Facedown
from engine.hand import naming
from engine.player import Turn
from engine.round import Call
from engine.turn import DRAW, GOLD, PASS


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
        if isinstance(g.stack[-1], rank2.RevealThreat) and g.tokens["threats"].at(g.turn.char.rank) != "rose":
            g.stack.pop()

    patch.setattr(rank2.Bribe, "answer", leaky)


def rose_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """A public field of an event carries the rank with the rose."""

    def leaky(g: State, kind: str, seat: int, ranks: tuple[int, ...], items: tuple[str, ...]) -> None:
        pairs = sorted(zip(ranks, items, strict=True))
        on, tokens = tuple(rank for rank, _ in pairs), tuple(item for _, item in pairs)
        g.tokens[kind] = Facedown(seat, on, tokens)
        g.log += (kind, seat, tokens, on, ranks[0])

    patch.setattr(rank2, "lay", leaky)


def signed_warrant_first(patch: pytest.MonkeyPatch) -> None:
    """The warrants are shown in the order in which they were laid, the signed one first."""

    def leaky(g: State, kind: str, seat: int, ranks: tuple[int, ...], items: tuple[str, ...]) -> None:
        g.tokens[kind] = Facedown(seat, ranks, items)
        g.log += (kind, seat, items, ranks, len(ranks))

    patch.setattr(rank1, "lay", leaky)


def make_public(patch: pytest.MonkeyPatch, kind: str) -> None:
    """Nothing in events of a kind is secret."""
    patch.setitem(KINDS, kind, KINDS[kind]._replace(secret=()))
    patch.delitem(cast(dict[str, Any], _HIDDEN), kind)


def drawn_cards_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """The cards somebody draws are in a field that is not secret."""
    make_public(patch, "draw")


def discards_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the card that goes under the deck."""
    make_public(patch, "bottom")


def only_who_is_in_play_can_be_named(patch: pytest.MonkeyPatch) -> None:
    """The Assassin is offered those who are in play."""
    moves = rank1.Assassin.moves

    def leaky(self: rank1.Assassin, g: State, turn: Turn) -> list[Move]:
        return [move for move in moves(self, g, turn) if g.owners[g.ruleset.rank_of(move.card)] >= 0]

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

    patch.setattr("tests.support.engine.secrecy.view", leaky)


def call_names_who_was_killed(patch: pytest.MonkeyPatch) -> None:
    """With the event of a killed rank being called the seat is told that keeps silent."""
    act = Call.act

    def leaky(self: Call, g: State) -> None:
        act(self, g)
        if g.log[-2:] == ["call", self.rank] and self.rank < len(g.owners):
            g.log += ("thing", "silent", (g.owners[self.rank],))

    patch.setattr(Call, "act", leaky)


def pool_shown_to_the_table(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the characters that are passed on."""
    make_public(patch, "pool")


def aside_shown_to_the_table(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the characters that are put aside."""
    make_public(patch, "aside")


def price_depends_on_other_hands(patch: pytest.MonkeyPatch) -> None:
    """The Warlord is refused, with a reason, what depends on a card in somebody's hand."""
    refusals = State.refusals

    def leaky(self: State) -> list[object]:
        cards = [c.id for p in self.players for c in p.hand]
        return [*refusals(self), "castle" in cards]

    patch.setattr(State, "refusals", leaky)


def rasputin_asked_only_of_who_holds_it(patch: pytest.MonkeyPatch) -> None:
    """Nobody is asked about Rasputin without the card."""
    on_struck = actions.Rasputin.on_struck

    def leaky(self: actions.Rasputin, g: State, rank: int) -> None:
        if g.owners[rank] >= 0 and self in g.players[g.owners[rank]].hand:
            on_struck(self, g, rank)

    patch.setattr(actions.Rasputin, "on_struck", leaky)


def rasputin_asked_only_of_who_is_killed(patch: pytest.MonkeyPatch) -> None:
    """About a killed character only its player is asked."""

    def leaky(self: actions.Rasputin, g: State, rank: int) -> None:
        if g.owners[rank] >= 0:
            g.stack.append(actions.Shield(g.owners[rank], rank, 0))

    patch.setattr(actions.Rasputin, "on_struck", leaky)


def acrobat_asked_only_of_who_holds_it(patch: pytest.MonkeyPatch) -> None:
    """Only who holds the Acrobat is asked when rank 4 keeps silent."""

    def leaky(self: actions.Acrobat, g: State, rank: int) -> None:
        for seat, p in enumerate(g.players):
            if rank == CROWN and self in p.hand:
                g.stack.append(actions.Leap(seat, 0))

    patch.setattr(actions.Acrobat, "on_silence", leaky)


def hospital_asked_only_when_its_owner_was_killed(patch: pytest.MonkeyPatch) -> None:
    """The question of the Hospital tells whose character was killed."""
    on_silence = turns.Hospital.on_silence

    def leaky(self: turns.Hospital, g: State, rank: int) -> None:
        if g.owners[rank] >= 0 and g.owns(g.owners[rank], self):
            on_silence(self, g, rank)

    patch.setattr(turns.Hospital, "on_silence", leaky)


def spied_hand_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the hand that the Spy looks at."""
    make_public(patch, "spy")


def studied_hand_shown_to_all(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the hand that the Wizard or the Fortune Teller looks at."""
    make_public(patch, "ask")


def spied_hand_matches_told_by_card(patch: pytest.MonkeyPatch) -> None:
    """How many cards matched is told together with a count of all the others."""
    spy = rank2.Spy.spy

    def leaky(self: rank2.Spy, g: State, turn: Turn, move: Move) -> None:
        kinds = len(set(g.players[move.seat].hand))
        spy(self, g, turn, move)
        g.log += ("thing", "spy", (kinds,))

    leaky.is_verb = True  # type: ignore[attr-defined]
    for card in rank2.DELUXE:
        if isinstance(card, rank2.Spy):
            patch.setitem(card.verbs, "spy", partial(leaky, card))


def museum_shown_to_all(patch: pytest.MonkeyPatch) -> None:
    """The view shows everybody the cards under the Museum."""

    def leaky(g: State, seat: int | None) -> View:
        found = view(g, seat)
        if "museum" in found.tokens:
            found.tokens["museum"].items = g.tokens["museum"].items
        return found

    patch.setattr("tests.support.engine.secrecy.view", leaky)


def museum_card_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """The card that goes under the Museum is in a field that is not secret."""
    make_public(patch, "store")


def deck_searched_in_its_order(patch: pytest.MonkeyPatch) -> None:
    """Who looks through the deck with the Lighthouse is shown its order."""
    patch.setattr(building.Search, "ask", lambda self, g: (self.seat, [*naming("take", g.deck), PASS]))


def hand_shown_in_its_order(patch: pytest.MonkeyPatch) -> None:
    """Who looks at a hand, or gets it by a swap, is shown the order in which its cards came."""
    patch.setattr(rank3, "mixed", list)


def card_taken_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """A card that passes from hand to hand is in a field that is not secret."""
    make_public(patch, "pass_card")


def tribute_marked_by_the_hand_it_came_from(patch: pytest.MonkeyPatch) -> None:
    """A mark is left when the hand of whoever pays held a dear card."""
    answer = rank4.Tribute.answer

    def leaky(self: rank4.Tribute, g: State, move: Move) -> None:
        dear = any(card.cost > 3 for card in g.players[self.payer].hand)
        answer(self, g, move)
        g.marks["paid"] = int(dear)

    patch.setattr(rank4.Tribute, "answer", leaky)


def tithe_offered_by_the_top_card(patch: pytest.MonkeyPatch) -> None:
    """The Abbot may choose a card only when it is a noble district."""

    def leaky(self: rank5.Tithe, g: State) -> tuple[int, list[Move]]:
        assert g.turn
        return g.turn.seat, [GOLD, DRAW] if g.deck and g.deck[-1].type == "noble" else [GOLD]

    patch.setattr(rank5.Tithe, "ask", leaky)


def discard_pile_shown(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the top of the discard pile, and so what was laid there face down."""

    def leaky(g: State, seat: int | None) -> View:
        found = view(g, seat)
        found.things["pile"] = tuple(map(ord, g.discards[-1].id)) if g.discards else ()
        return found

    patch.setattr("tests.support.engine.secrecy.view", leaky)


def look_of_the_king_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the character that the player with the crown looks at."""

    def leaky(g: State, seat: int | None) -> View:
        found = view(g, seat)
        found.aside = next((p.aside for p in g.players if p.aside), ())
        return found

    patch.setattr("tests.support.engine.secrecy.view", leaky)


Setup = dict[str, Any]
AGENTS: Setup = {
    "characters": (
        "magistrate", "blackmailer", "magician", "king", "cardinal", "merchant", "architect", "warlord", "artist",
    )
}  # fmt: skip
ORIGINALS: Setup = {
    "characters": ("assassin", "thief", "seer", "king", "bishop", "merchant", "architect", "warlord", "artist")
}
EMISSARIES: Setup = {
    "characters": ("assassin", "spy", "wizard", "emperor", "abbot", "trader", "navigator", "diplomat", "artist"),
    "uniques": (
        "hospital", "lighthouse", "museum", "basilica", "capitol", "dragon_gate", "haunted_quarter",
        "imperial_treasury", "ivory_tower", "keep", "map_room", "statue", "university", "wishing_well",
    ),
    "action_cards": True,
}  # fmt: skip
CLASSIC: Setup = {"edition": "classic"}

Plant = Callable[[pytest.MonkeyPatch], None]

LEAKS: list[tuple[Plant, Setup]] = [
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
    (rasputin_asked_only_of_who_holds_it, EMISSARIES),
    (rasputin_asked_only_of_who_is_killed, EMISSARIES),
    (acrobat_asked_only_of_who_holds_it, EMISSARIES),
    (hospital_asked_only_when_its_owner_was_killed, EMISSARIES),
    (spied_hand_told_to_all, EMISSARIES),
    (spied_hand_matches_told_by_card, EMISSARIES),
    (studied_hand_shown_to_all, EMISSARIES),
    (museum_shown_to_all, EMISSARIES),
    (museum_card_told_to_all, EMISSARIES),
    (deck_searched_in_its_order, EMISSARIES),
    (hand_shown_in_its_order, EMISSARIES),
    (card_taken_told_to_all, EMISSARIES),
    (tribute_marked_by_the_hand_it_came_from, EMISSARIES),
    (tithe_offered_by_the_top_card, EMISSARIES),
    (hand_shown_in_its_order, CLASSIC),
    (discard_pile_shown, CLASSIC),
    (look_of_the_king_told_to_all, CLASSIC),
    (discards_told_to_all, CLASSIC),
]

FIXED = (rose_told_to_all, signed_warrant_first, only_who_is_in_play_can_be_named, hand_shown_in_its_order)
"""What these put into the engine would not be called by a compiled one."""


KNOWN: dict[Plant, int] = {
    rasputin_asked_only_of_who_holds_it: 8,
    deck_searched_in_its_order: 12,
    hospital_asked_only_when_its_owner_was_killed: 25,
    tithe_offered_by_the_top_card: 57,
}
"""Games in which some are known to be found, for the search to begin there."""
