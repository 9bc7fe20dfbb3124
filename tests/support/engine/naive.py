"""A second, simple-minded game of Citadels: eight characters, the fourteen uniques of the first game.

Written from the rulebooks alone, with lists, dicts and one generator, so that the engine has something
to be compared with. It has no chance of its own: the dealt cards and the layout of the characters are
told from outside. It speaks the notation: a question is who is asked and the set of moves as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

CHARACTERS = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]

BASE = {  # id: (type, cost, copies)
    "manor": ("noble", 3, 5),
    "castle": ("noble", 4, 4),
    "palace": ("noble", 5, 3),
    "temple": ("religious", 1, 3),
    "church": ("religious", 2, 3),
    "monastery": ("religious", 3, 3),
    "cathedral": ("religious", 5, 2),
    "tavern": ("trade", 1, 5),
    "market": ("trade", 2, 4),
    "trading_post": ("trade", 2, 3),
    "docks": ("trade", 3, 3),
    "harbor": ("trade", 4, 3),
    "town_hall": ("trade", 5, 2),
    "watchtower": ("military", 1, 3),
    "prison": ("military", 2, 3),
    "barracks": ("military", 3, 3),
    "fortress": ("military", 5, 2),
}
UNIQUE = {  # id: cost
    "dragon_gate": 6,
    "factory": 5,
    "haunted_quarter": 2,
    "imperial_treasury": 5,
    "keep": 3,
    "laboratory": 5,
    "library": 6,
    "map_room": 5,
    "quarry": 5,
    "school_of_magic": 6,
    "smithy": 5,
    "statue": 3,
    "thieves_den": 6,
    "wishing_well": 5,
}
TYPES = ["noble", "religious", "trade", "military", "unique"]
COLLECTS = {"king": "noble", "bishop": "religious", "merchant": "trade", "warlord": "military"}
FACEUP = {2: 0, 4: 2, 5: 1, 6: 0, 7: 0}

Question = tuple[int, set[str]]
"""Who is asked (0-based), and every answer."""
TurnClock = Generator[Question, str, None]
Layout = Callable[[], tuple[list[str], str]]
"""Tells how the characters fell this round: which lie face up, and which went face down first."""


def cost(card: str) -> int:
    return UNIQUE[card] if card in UNIQUE else BASE[card][1]


def type_of(card: str) -> str:
    return "unique" if card in UNIQUE else BASE[card][0]


def all_cards() -> Counter[str]:
    return Counter({card: copies for card, (_, _, copies) in BASE.items()}) + Counter(list(UNIQUE))


@dataclass
class Person:
    hand: list[str]
    gold: int = 2
    city: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    """Characters revealed this round."""


class Naive:
    """One game. `question` is open until it is None; `answer` goes on."""

    def __init__(self, hands: list[list[str]], deck: list[str], crown: int, layout: Layout) -> None:
        assert Counter([card for hand in hands for card in hand] + deck) == all_cards()
        assert all(len(hand) == 4 for hand in hands)
        self.people = [Person(list(hand)) for hand in hands]
        self.deck = list(deck)  # top first
        self.crown = crown
        self.layout = layout
        self.finished: list[int] = []
        self.winners: list[int] = []
        self.game = self.play()
        self.question: Question | None = next(self.game)

    def answer(self, move: str) -> None:
        assert self.question is not None
        assert move in self.question[1]
        try:
            self.question = self.game.send(move)
        except StopIteration:
            self.question = None

    # The course of the game

    def play(self) -> TurnClock:
        while not self.finished:
            yield from self.play_round()
        self.winners = self.find_winners()

    def play_round(self) -> TurnClock:
        self.killed = ""
        self.robbed = ""
        self.thief = -1
        self.protected = -1
        self.holder: dict[str, int] = {}
        for person in self.people:
            person.revealed = []
        yield from self.choose_characters()
        for character in CHARACTERS:
            if character in self.holder and character != self.killed:
                yield from self.play_turn(self.holder[character], character)
        if self.killed == "king" and "king" in self.holder:
            self.crown = self.holder["king"]
            self.people[self.crown].revealed.append("king")

    def choose_characters(self) -> TurnClock:
        n = len(self.people)
        faceup, first_down = self.layout()
        assert len(faceup) == FACEUP[n]
        assert "king" not in faceup
        assert first_down not in faceup
        pool = [c for c in CHARACTERS if c not in faceup and c != first_down]
        order = [(self.crown + i) % n for i in range(n)]
        if n == 2:
            a, b = order
            for seat, what in [(a, "pick"), (b, "pick"), (b, "aside"), (a, "pick"), (a, "aside"), (b, "pick")]:
                answer = yield seat, {f"{what} {c}" for c in pool}
                chosen = answer.split()[1]
                pool.remove(chosen)
                if what == "pick":
                    self.holder[chosen] = seat
            return
        for i, seat in enumerate(order):
            if i == 6:
                pool.append(first_down)
            answer = yield seat, {f"pick {c}" for c in pool}
            chosen = answer.split()[1]
            pool.remove(chosen)
            self.holder[chosen] = seat

    # A turn

    def play_turn(self, seat: int, character: str) -> TurnClock:
        me = self.people[seat]
        me.revealed.append(character)
        if character == self.robbed and self.thief != seat:
            self.people[self.thief].gold += me.gold
            me.gold = 0
        if character == "king":
            self.crown = seat
        if character == "bishop":
            self.protected = seat
        if character == "merchant":
            me.gold += 1

        had_income = False
        built = 0
        done: set[str] = set()  # what may be done once a turn and has been done
        while True:
            moves = self.ability_moves(seat, character, done)
            if "laboratory" in me.city and "sell" not in done:
                moves |= {f"sell {card}" for card in me.hand}
            if "smithy" in me.city and "forge" not in done and me.gold >= 2 and self.deck:
                moves.add("forge")
            if not had_income:
                moves |= {"gold", "draw"}
            else:
                moves.add("end")
                if built < (3 if character == "architect" else 1):
                    moves |= {f"build {card}" for card in me.hand if self.can_build(me, card)}

            answer = yield seat, moves
            verb, _, what = answer.partition(" ")
            if verb == "end":
                return
            if verb == "gold":
                me.gold += 2
                had_income = True
            elif verb == "draw":
                yield from self.draw_income(seat)
                had_income = True
            elif verb == "build":
                yield from self.build(seat, what)
                built += 1
            else:
                done.add(verb)
                if verb == "sell":
                    me.hand.remove(what)
                    self.deck.append(what)
                    me.gold += 2
                elif verb == "forge":
                    me.gold -= 2
                    self.draw(seat, 3)
                else:
                    yield from self.use_ability(seat, character, verb, what)

    def draw(self, seat: int, n: int) -> None:
        for _ in range(n):
            if self.deck:
                self.people[seat].hand.append(self.deck.pop(0))

    def draw_income(self, seat: int) -> TurnClock:
        me = self.people[seat]
        if "library" in me.city or len(self.deck) < 2:  # nothing to choose
            self.draw(seat, 2)
            return
        cards = [self.deck.pop(0), self.deck.pop(0)]
        answer = yield seat, {f"keep {card}" for card in cards}
        kept = answer.split()[1]
        cards.remove(kept)
        me.hand.append(kept)
        self.deck += cards

    # Building

    def price(self, me: Person, card: str) -> int:
        factory = "factory" in me.city and card in UNIQUE and card != "factory"
        return cost(card) - 1 if factory else cost(card)

    def can_build(self, me: Person, card: str) -> bool:
        if card in me.city and "quarry" not in me.city:
            return False
        means = me.gold
        if card == "thieves_den":
            means += len(me.hand) - 1
        return means >= self.price(me, card)

    def build(self, seat: int, card: str) -> TurnClock:
        me = self.people[seat]
        owed = self.price(me, card)
        me.hand.remove(card)
        if card == "thieves_den" and me.hand:
            laid: list[str] = []
            while True:
                moves = {f"pay {other}" for other in me.hand} if owed > 0 else set()
                if me.gold >= owed:
                    moves.add("done")
                answer = yield seat, moves
                if answer == "done":
                    break
                other = answer.split()[1]
                me.hand.remove(other)
                laid.append(other)
                owed -= 1
            self.deck += laid
        me.gold -= owed
        me.city.append(card)
        if self.is_complete(seat) and seat not in self.finished:
            self.finished.append(seat)

    def is_complete(self, seat: int) -> bool:
        return len(self.people[seat].city) >= (8 if len(self.people) == 2 else 7)

    # Abilities

    def ability_moves(self, seat: int, character: str, done: set[str]) -> set[str]:
        me = self.people[seat]
        moves: set[str] = set()
        if character == "assassin" and "kill" not in done:
            moves |= {f"kill {c}" for c in CHARACTERS if c != "assassin"}
        if character == "thief" and "rob" not in done:
            moves |= {f"rob {c}" for c in CHARACTERS if c not in ("assassin", "thief", self.killed)}
        if character == "magician" and not done & {"swap", "discard"}:
            moves |= {f"discard {card}" for card in me.hand}
            for other, person in enumerate(self.people):
                if other != seat and (me.hand or person.hand):
                    moves.add(f"swap p{other + 1}")
        if character in COLLECTS and "collect" not in done and self.district_income(seat, character):
            moves.add("collect")
        if character == "architect" and "collect" not in done and self.deck:
            moves.add("collect")
        if character == "warlord" and "destroy" not in done:
            for other, person in enumerate(self.people):
                for card in person.city:
                    if self.can_destroy(seat, other, card):
                        moves.add(f"destroy p{other + 1}.{card}")
        return moves

    def district_income(self, seat: int, character: str) -> int:
        city = self.people[seat].city
        return len([d for d in city if type_of(d) == COLLECTS[character] or d == "school_of_magic"])

    def can_destroy(self, seat: int, other: int, card: str) -> bool:
        if self.is_complete(other) or card == "keep":
            return False
        if other == self.protected and other != seat:
            return False
        return self.people[seat].gold >= cost(card) - 1

    def use_ability(self, seat: int, character: str, verb: str, what: str) -> TurnClock:
        me = self.people[seat]
        if verb == "kill":
            self.killed = what
        elif verb == "rob":
            self.robbed, self.thief = what, seat
        elif verb == "swap":
            other = self.people[int(what[1:]) - 1]
            me.hand, other.hand = other.hand, me.hand
        elif verb == "discard":
            laid = [what]
            me.hand.remove(what)
            while True:
                answer = yield seat, {f"discard {card}" for card in me.hand} | {"done"}
                if answer == "done":
                    break
                card = answer.split()[1]
                me.hand.remove(card)
                laid.append(card)
            self.deck += laid
            self.draw(seat, len(laid))
        elif verb == "collect" and character == "architect":
            self.draw(seat, 2)
        elif verb == "collect":
            me.gold += self.district_income(seat, character)
        elif verb == "destroy":
            owner, card = what.split(".")
            me.gold -= cost(card) - 1
            self.people[int(owner[1:]) - 1].city.remove(card)
            self.deck.append(card)

    # The end

    def score(self, seat: int) -> int:
        me = self.people[seat]
        wishes = TYPES if "haunted_quarter" in me.city else ["unique"]
        return max(self.score_with(seat, wish) for wish in wishes)

    def score_with(self, seat: int, haunted: str) -> int:
        me = self.people[seat]
        types = [haunted if card == "haunted_quarter" else type_of(card) for card in me.city]
        points = sum(cost(card) for card in me.city)
        if set(types) == set(TYPES):
            points += 3
        if self.finished and self.finished[0] == seat:
            points += 4
        elif self.is_complete(seat):
            points += 2
        if "dragon_gate" in me.city:
            points += 2
        if "imperial_treasury" in me.city:
            points += me.gold
        if "map_room" in me.city:
            points += len(me.hand)
        if "statue" in me.city and self.crown == seat:
            points += 5
        if "wishing_well" in me.city:
            points += types.count("unique")
        return points

    def find_winners(self) -> list[int]:
        def strength(seat: int) -> tuple[int, int, int]:
            me = self.people[seat]
            ranks = [CHARACTERS.index(character) for character in me.revealed]
            return self.score(seat), max(ranks, default=-1), me.gold

        best = max(strength(seat) for seat in range(len(self.people)))
        return [seat for seat in range(len(self.people)) if strength(seat) == best]
