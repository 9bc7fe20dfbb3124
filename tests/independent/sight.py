"""What one seat sees of a game, made of its events: the page `docs/events.md`, "Following a game"."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.independent.wire import Map


class Sight:
    """Gold, hands, cities, points and piles, and the seat's own cards and characters."""

    def __init__(self, seat: int, players: int, cards: int, pile: bool) -> None:
        self.seat = seat
        self.gold = [0] * players
        self.hands = [0] * players
        self.cities: list[list[str]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.deck, self.discards, self.pile = cards, 0, pile
        self.crown = -1
        self.hand: list[str] = []
        self.roles: list[int] = []
        self._asked = -1
        """Who was asked last."""
        self._kept: list[dict[str, Any]] = []
        """What was seen at every question to that seat without another in between."""

    def see(self, event: Map) -> None:
        """An event as the seat learns it."""
        if event["kind"] == "undo":
            self._kept.pop()
            vars(self).update(self._kept.pop())
            return
        self._fold(event)
        if event["kind"] == "ask":
            if event["seat"] != self._asked:
                self._asked, self._kept = event["seat"], []
            self._kept.append(self.seen())

    def seen(self) -> dict[str, Any]:
        """All of it, as it is now."""
        return deepcopy({name: value for name, value in vars(self).items() if not name.startswith("_")})

    def _fold(self, event: Map) -> None:
        kind, seat, other = event["kind"], event.get("seat", -1), event.get("other", -1)
        amount, card, cards = event.get("amount", 0), event.get("card", ""), event.get("cards", [])
        if kind in ("purse", "gold"):
            self.gold[seat] += amount
        elif kind in ("pay", "give", "build", "beautify"):
            self.gold[seat] -= amount
        if kind == "give":
            self.gold[other] += amount
        if kind in ("deal", "draw", "keep"):
            self._hand(seat, amount, cards, [])
        elif kind in ("discard", "hold", "store", "pass_card"):
            self._hand(seat, -amount, [], cards)
        elif kind == "recover":
            self._hand(seat, 1, [card], [])
        elif kind in ("build", "play"):
            self._hand(seat, -1, [], [card])
        elif kind == "hand":
            self._hand(seat, amount - self.hands[seat], cards, list(self.hand))
        if kind == "pass_card":
            self._hand(other, amount, cards, [])
        if kind in ("deal", "draw", "look"):
            self.deck -= amount
        elif kind in ("bottom", "discard", "unstore", "buried"):
            self._discard(1 if kind == "buried" else amount)
        elif kind == "reshuffle":
            self.deck, self.discards = self.deck + amount, 0
        if kind == "enter":
            self.cities[seat].append(card)
        elif kind == "leave":
            self.cities[seat].remove(card)
        elif kind == "beautify":
            city = self.cities[seat]
            city[city.index(card)] += "+"
        elif kind in ("round", "crown"):
            self.crown = seat
        elif kind == "score":
            self.points[seat] += amount
        if kind == "round":
            self.roles = []
        elif kind == "pick" and seat == self.seat:
            self.roles.append(event["rank"])
        elif kind == "trade_role" and seat == self.seat:
            self.roles[self.roles.index(event["rank"])] = event["ranks"][0]

    def _hand(self, seat: int, amount: int, more: list[str], fewer: list[str]) -> None:
        self.hands[seat] += amount
        if seat == self.seat:
            for card in fewer:
                self.hand.remove(card)
            self.hand += more

    def _discard(self, amount: int) -> None:
        if self.pile:
            self.discards += amount
        else:
            self.deck += amount
