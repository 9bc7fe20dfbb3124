"""The randomness of a game, and every hidden card that follows from it: the page `docs/shuffle.md` as a program.

A `Dealer` knows no rule of any card. It goes through the events of a finished game, whose seed and moves are open, and
says of each what its envelopes must hold. Only the standard library is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from hashlib import blake2b
from typing import Any

Map = dict[str, Any]

PLAIN = {
    "manor": 5,
    "castle": 4,
    "palace": 3,
    "temple": 3,
    "church": 3,
    "monastery": 3,
    "cathedral": 2,
    "tavern": 5,
    "market": 4,
    "trading_post": 3,
    "docks": 3,
    "harbor": 3,
    "town_hall": 2,
    "watchtower": 3,
    "prison": 3,
    "barracks": 3,
    "fortress": 2,
}
ACTIONS = {
    "acrobat": 1,
    "circus_tent": 3,
    "director": 2,
    "cash_wagon": 3,
    "human_cannonball": 2,
    "rasputin": 2,
    "fortune_teller": 2,
}
FACE_UP = {(4, 8): 2, (5, 8): 1, (4, 9): 3, (5, 9): 2, (6, 9): 1}
TWO = ["random 0", "pick 0", "pick 1", "aside 1", "pick 0", "aside 0", "pick 1"]
THREE = ["random 0", "pick 0", "pick 1", "pick 2", "random 0", "pick 0", "pick 1", "pick 2"]
EVENT: Map = {"seat": -1, "other": -1, "rank": 0, "card": "", "cards": [], "ranks": [], "amount": 0, "note": ""}
TOKENS = {"sign": "signed", "warrant": "blank", "rose": "rose", "threaten": "blank"}


class Stream:
    """The chance of one game."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0

    def below(self, n: int, label: str) -> int:
        """A number below n."""
        return self._number(self._words(label), n)

    def shuffle(self, items: list[Any], label: str) -> None:
        """Shuffle a list."""
        words = self._words(label)
        for i in range(len(items) - 1, 0, -1):
            j = self._number(words, i + 1)
            items[i], items[j] = items[j], items[i]

    def _words(self, label: str) -> Iterator[int]:
        self._counter += 1
        return self._blocks(f"citadels/1|{label}|{self._counter}|")

    def _blocks(self, text: str) -> Iterator[int]:
        block = 0
        while True:
            raw = blake2b(f"{text}{block}".encode(), digest_size=64, key=self._seed).digest()
            yield from (int.from_bytes(raw[at : at + 4], "little") for at in range(0, 64, 4))
            block += 1

    @staticmethod
    def _number(words: Iterator[int], n: int) -> int:
        return next(word for word in words if word < 2**32 - 2**32 % n) % n


class Dealer:
    """Every card of one game, in whose hand it ever is."""

    def __init__(self, rules: Map, seed: bytes) -> None:
        self.players: int = rules["players"]
        self.characters: list[str] = rules["characters"]
        self.pile = rules["edition"] != "deluxe"
        """Whether there is a discard pile, and the crown looks at the first character aside."""
        self.stream = Stream(seed)
        twice = {"keep": 2} if self.pile else {}
        copies = PLAIN | {id: twice.get(id, 1) for id in rules["uniques"]} | (ACTIONS if rules["action_cards"] else {})
        self.deck = [id for id, n in copies.items() for _ in range(n)]
        """Its top is the last one."""
        self.stream.shuffle(self.deck, "deck")
        self.crown = self.stream.below(self.players, "crown")
        self.discards: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.roles: list[list[int]] = [[] for _ in range(self.players)]
        self.out: list[str] = []
        """Cards that are being looked at, or are laid out of a hand."""
        self.museum: list[str] = []
        self._left: list[str] = []
        """What was left of the deck when it was made anew: drawn first."""
        self._schedule: list[str] = []
        self._choice: list[int] = []
        self._asides: list[int] = []
        self._tokens: list[tuple[int, str]] = []
        self._trades: list[tuple[int, int]] = []
        self._chance = ""
        """For what hand cards are taken at random now."""
        self._card = ""
        """The card, or the character, that the entry's move names."""
        self._asked = -1
        """Who was asked last."""
        self._kept: list[Map] = []
        """All of this at every question to that seat without another in between."""

    def hidden(self, events: list[Map], move: str) -> list[Map]:
        """What is secret about the events of one entry; an empty map where nothing is.

        Args:
            events: As they stand in the log.
            move: What was opened as the entry's move; empty for the deal.
        """
        words = move.split()
        self._card = next((word for word in words[1:] if not re.match(r"p\d", word)), "")
        self._name(words[0] if words else "")
        self._chance = "tribute" if move == "tribute card" else ""
        return [self._event(EVENT | event) for event in events]

    def _name(self, verb: str) -> None:
        """Tokens are laid by several moves, and told together."""
        if verb in TOKENS:
            self._tokens = self._tokens * (verb in ("warrant", "threaten")) + [(self._rank(), TOKENS[verb])]

    def _event(self, event: Map) -> Map:
        found: Map = getattr(self, f"on_{event['kind']}", lambda event: {})(event) or {}
        return found

    # Moves that are taken back

    def _keep(self) -> None:
        self._kept.append(deepcopy({name: value for name, value in vars(self).items() if name != "_kept"}))

    def on_undo(self, event: Map) -> None:
        self._kept.pop()
        vars(self).update(self._kept.pop())

    # The deck

    def _top(self, n: int) -> list[str]:
        """Cards off the deck, the top one first."""
        self._left, drawn = self._left[n:], self._left[:n]
        return drawn + [self.deck.pop() for _ in range(n - len(drawn))]

    def _bury(self, cards: list[str]) -> None:
        if self.pile:
            self.discards += cards
        else:
            self.deck[:0] = cards[::-1]

    def _rank(self) -> int:
        return self.characters.index(self._card) + 1

    def on_deal(self, event: Map) -> Map:
        cards = self._top(event["amount"])
        self.hands[event["seat"]] += cards
        return {"cards": cards}

    def on_draw(self, event: Map) -> Map:
        if event["note"] != "lighthouse":
            return self.on_deal(event)
        self.deck.remove(self._card)
        self.hands[event["seat"]].append(self._card)
        return {"cards": [self._card]}

    def on_shuffle(self, event: Map) -> None:
        self.stream.shuffle(self.deck, "deck")

    def on_reshuffle(self, event: Map) -> None:
        self._left = self.deck[::-1]
        self.deck, self.discards = self.discards, []
        self.stream.shuffle(self.deck, "reshuffle")

    def on_look(self, event: Map) -> Map:
        self.out = self._top(event["amount"])
        return {"cards": list(self.out)}

    def on_keep(self, event: Map) -> Map:
        self.out.remove(self._card)
        self.hands[event["seat"]].append(self._card)
        return {"cards": [self._card]}

    def on_bottom(self, event: Map) -> Map:
        cards, self.out = self.out, []
        self._bury(cards)
        return {"cards": cards}

    def on_buried(self, event: Map) -> None:
        self._bury([event["card"]])

    # Hands

    def _lose(self, event: Map) -> Map:
        self.hands[event["seat"]].remove(self._card)
        return {"cards": [self._card]}

    def on_discard(self, event: Map) -> Map:
        self._bury([self._card])
        return self._lose(event)

    def on_hold(self, event: Map) -> Map:
        self.out.append(self._card)
        return self._lose(event)

    def on_store(self, event: Map) -> Map:
        self.museum.append(self._card)
        return self._lose(event)

    def on_museum(self, event: Map) -> Map:
        return {"cards": list(self.museum)}

    def on_unstore(self, event: Map) -> Map:
        cards, self.museum = self.museum, []
        self._bury(cards)
        return {"cards": cards}

    def on_build(self, event: Map) -> None:
        self.hands[event["seat"]].remove(event["card"])

    on_play = on_build

    def on_recover(self, event: Map) -> None:
        self.hands[event["seat"]].append(event["card"])

    def on_divine(self, event: Map) -> None:
        self._chance = "divine"

    def on_pass_card(self, event: Map) -> Map:
        hand = self.hands[event["seat"]]
        card = hand[self.stream.below(len(hand), self._chance)] if self._chance else self._card
        hand.remove(card)
        self.hands[event["other"]].append(card)
        return {"cards": [card]}

    def on_swap(self, event: Map) -> None:
        one, other = event["seat"], event["other"]
        self.hands[one], self.hands[other] = sorted(self.hands[other]), sorted(self.hands[one])

    def on_hand(self, event: Map) -> Map:
        return {"cards": sorted(self.hands[event["seat"]])}

    def on_spy(self, event: Map) -> Map:
        return {"cards": sorted(self.hands[event["other"]])}

    def on_ask(self, event: Map) -> Map:
        if event["seat"] != self._asked:
            self._asked, self._kept = event["seat"], []
        self._keep()
        seen: list[str] = []
        if event["note"] in ("keep", "exchange", "thieves_den"):
            seen = self.out
        elif event["note"] == "study":
            seen = self.hands[event["other"]]
        elif event["note"] == "search":
            seen = self.deck
        return {"cards": sorted(seen)}

    # Characters

    def on_round(self, event: Map) -> None:
        self.crown = event["seat"]
        self.roles = [[] for _ in range(self.players)]
        self._asides = []

    def on_layout(self, event: Map) -> None:
        """The ranks are shuffled. Which lie face up is public: it must be these."""
        count = len(self.characters)
        ranks = list(range(1, count + 1))
        self.stream.shuffle(ranks, "characters")
        up = [ranks.pop() for _ in range(FACE_UP.get((self.players, count), 0))]
        if 4 in up:
            up[up.index(4)] = ranks.pop()
            ranks.append(4)
        if sorted(up) != event["ranks"]:
            raise ValueError("other characters lie face up")
        self._choice = sorted(ranks)
        picks = [f"pick {seat}" for seat in range(self.players)]
        if self.players == count - 1:
            picks.insert(-1, "mix")
        three = THREE[:4] + THREE[5 - (count == 9) :]
        self._schedule = {2: TWO, 3: three}.get(self.players, ["random 0", *picks])

    def on_pool(self, event: Map) -> Map:
        return {"ranks": list(self._choice)}

    def _take(self, rank: int) -> int:
        self._choice.remove(rank)
        return rank

    def on_pick(self, event: Map) -> Map:
        self._schedule = self._schedule[1:]
        self.roles[event["seat"]].append(self._take(self._rank()))
        return {"rank": self.roles[event["seat"]][-1]}

    def on_aside(self, event: Map) -> Map:
        step, self._schedule = (self._schedule or [""])[0], self._schedule[1:]
        if step == "random 0":
            rank = self._choice[self.stream.below(len(self._choice), "aside")]
        else:
            rank = self._rank() if step else self._choice[0]
        self._asides.append(self._take(rank))
        return {"rank": rank}

    def on_mix(self, event: Map) -> None:
        self._schedule = self._schedule[1:]
        self._choice = sorted([*self._choice, self._asides.pop(0)])

    def on_trade(self, event: Map) -> None:
        mine, theirs = self.roles[event["seat"]], self.roles[event["other"]]
        given = self._rank() if self._card else mine[0]
        taken = theirs[self.stream.below(len(theirs), "trade") if len(theirs) > 1 else 0]
        mine[mine.index(given)], theirs[theirs.index(taken)] = taken, given
        self._trades = [(given, taken), (taken, given)]

    def on_trade_role(self, event: Map) -> Map:
        given, taken = self._trades.pop(0)
        return {"rank": given, "ranks": [taken]}

    def on_warrants(self, event: Map) -> Map:
        return {"cards": [token for _, token in sorted(self._tokens)]}

    on_threats = on_warrants
