"""The interface of a card: its facts, its hooks and its verbs. A card is one class in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from engine.move import Move

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.ruleset import Ruleset
    from engine.state import State
    from engine.step import Price, Refusal

TYPES = ("noble", "religious", "trade", "military", "unique")
"""The five district types."""

F = TypeVar("F", bound=Callable[..., None])


FACTS = ("id", "rank", "type", "builds", "cost", "points", "action", "wild", "free_type", "safe", "verb_")
"""Attributes that the rules read all the time: Python finds them sooner on a card than on its class."""

VERBS: set[str] = set()
"""The names of the methods that are verbs; no other method of a card has such a name."""


def verb(method: F) -> F:
    """Mark the method that carries out the move with the method's name."""
    VERBS.add(method.__name__)
    return method


class Hooks:
    """Every moment at which a card may speak. This class is the whole list.

    The hooks of the cards in play are collected once per game (`engine.ruleset.Ruleset`), in
    rank order, then district order; a card that is not in the game costs nothing.
    Unless said otherwise a hook of a district is called no matter who owns it, and checks itself.
    """

    # In a turn

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        """The moves that the card gives the active player now. A character's are asked for only in its own turn."""
        return ()

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        """Near misses of `moves`, with reasons."""
        return ()

    def prices(self, g: State, turn: Turn) -> Sequence[Price]:
        """The prices in gold of the card's legal moves, where they are not simply printed."""
        return ()

    def income_gold(self, g: State, seat: int) -> int:
        """Extra gold when the income is gold."""
        return 0

    def income_cards(self, g: State, seat: int) -> tuple[int, int]:
        """How many cards more are drawn, and how many more are kept, when the income is cards."""
        return 0, 0

    def on_gather(self, g: State, turn: Turn) -> None:
        """The active player has taken the income."""

    def on_start(self, g: State, turn: Turn) -> None:
        """The character's powers begin: at its call, or after what had to be settled first."""

    def on_tax(self, g: State, turn: Turn) -> None:
        """The turn ends; what others take of it comes before `on_end` (open case A52)."""

    def on_end(self, g: State, turn: Turn) -> None:
        """The turn ends. Here districts speak before characters (open case A38)."""

    # Building

    def discount(self, ruleset: Ruleset, city: Sequence[District], card: District) -> int:
        """How much less a card costs; asked only of districts in the builder's own ``city``."""
        return 0

    def may_build(self, g: State, seat: int) -> bool:
        """Whether that seat may build this very district at all."""
        return True

    def free(self, g: State, turn: Turn, card: District) -> bool:
        """Whether building a card does not count towards the limit."""
        return False

    def twins(self, g: State, seat: int) -> bool:
        """Whether that seat may build what its city already has."""
        return False

    def ways(self, g: State, turn: Turn, card: District, price: int) -> Sequence[Move]:
        """Other ways of building any card than paying its price in gold; asked of the active character and city."""
        return ()

    def own_ways(self, g: State, turn: Turn, price: int) -> Sequence[Move]:
        """Other ways of building this very card."""
        return ()

    def settle(self, g: State, turn: Turn, move: Move, card: District, price: int) -> bool:
        """Carry out a build move in another way than paying its price in gold; True when it did."""
        return False

    def on_pay(self, g: State, turn: Turn, card: District, paid: int) -> None:
        """Gold was paid for a district that is about to enter a city."""

    def on_build(self, g: State, seat: int, card: District) -> None:
        """A built district has entered that seat's city."""

    # Cities and the crown

    def guards(self, g: State, by: int) -> int:
        """The seat whose whole city is safe from rank 8, which is seat ``by``; or -1."""
        return -1

    def toll(self, ruleset: Ruleset, city: Sequence[District], card: District) -> int:
        """The gold that rank 8 pays on top to use its ability on a district of a city."""
        return 0

    def on_leave(self, g: State, seat: int, other: int) -> None:
        """This very district left that seat's city; ``other`` is the city it went to, -1 when it was destroyed."""

    def on_destroy(self, g: State, seat: int, card: District, by: int) -> bool:
        """Rank 8 destroyed a district of that seat; True when the card will not go under the deck."""
        return False

    def on_crown(self, g: State, old: int, new: int) -> None:
        """The crown passed from one seat to another."""

    # Calling

    def on_drafted(self, g: State) -> None:
        """Everybody has chosen characters."""

    def waits(self, g: State, rank: int) -> bool:
        """Whether that rank must take income and settle something before its powers begin."""
        return False

    def on_struck(self, g: State, rank: int) -> None:
        """A rank that rank 1 or 2 aimed at is called, and nothing has followed from it yet."""

    def on_silence(self, g: State, rank: int) -> None:
        """A rank was called and nobody took a turn: not chosen, or killed."""

    def on_call(self, g: State, turn: Turn) -> None:
        """A rank was called and answered."""

    def owes(self, g: State, turn: Turn) -> bool:
        """Whether the character must still do something before its turn may end; asked only of the character."""
        return False

    def on_bewitched(self, g: State, seat: int) -> None:
        """The Witch takes this character's turn over from that seat; asked only of the character."""

    def on_round_end(self, g: State) -> None:
        """All ranks were called."""

    # The end

    def size(self, g: State, seat: int) -> int:
        """Districts beyond its cards that count towards the completion of that seat's city."""
        return 0

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        """Points for that seat. ``types`` are the city's types with a free one already chosen."""
        return 0


class Card(Hooks):
    """A card of any kind. There is one object of each card; two copies are the same object."""

    id: str
    name: str
    text: str = ""
    """Its effect in our own words."""
    verbs: dict[str, Callable[[State, Turn, Move], None]]
    """Its verbs, with the function that carries each out."""

    def __init__(self) -> None:
        cls = type(self)
        for fact in FACTS:
            if hasattr(self, fact):
                setattr(self, fact, getattr(self, fact))
        self.verbs = {name: getattr(self, name) for name in sorted(VERBS) if hasattr(self, name)}
        self.helps: bool = cls.discount is not Hooks.discount or cls.ways is not Hooks.ways
        """Whether it makes building other cards cheaper, or possible in another way."""

    def __repr__(self) -> str:
        return self.id


class District(Card):
    """A district. A beautified one is its twin with ``+`` in its id: it costs 1 more, and scores 1 more."""

    type: str = "unique"
    cost: int = 0
    points: int = 0
    """Coins printed on it: points at the end."""
    action: bool = False
    """Whether it is an action card: held and drawn like a district, but played."""
    wild: bool = False
    """Whether it counts as any type where a character takes income for a type."""
    pays: int = 0
    """Gold that is paid for what it offers in a turn."""
    draws: int = 0
    """Cards that are drawn for what it offers in a turn."""
    by_cards: bool = False
    """Whether hand cards may pay for it."""
    free_type: bool = False
    """Whether it counts as a type of choice in scoring."""
    safe: bool = False
    """Whether rank 8 can never use its ability on it."""
    index: int = 0
    """Number among all districts in alphabetical order: numbers are compared faster than ids."""
    beautified: bool = False
    plain: District
    """The card itself, not beautified."""
    beauty: District
    """The card beautified."""
    build: Move
    keep: Move
    drop: Move
    """Moves that name it, made once."""

    def __init__(self, plain: District | None = None) -> None:
        """Make the card, and with it its twin; with ``plain`` the twin of that card."""
        super().__init__()
        self.points = self.points or self.cost
        if plain is None:
            self.plain, self.beauty = self, self.twin()
        else:
            self.id, self.cost, self.points = self.id + "+", self.cost + 1, self.points + 1
            self.beautified, self.plain, self.beauty = True, plain, self
        cls = type(self)
        self.special: bool = cls.may_build is not Hooks.may_build or cls.own_ways is not Hooks.own_ways
        """Whether building it is a matter of its own."""
        self.acts: bool = cls.moves is not Hooks.moves and not self.action
        """Whether it offers moves in a turn of its owner."""
        self.build = Move("build", self.id)
        self.keep = Move("keep", self.id)
        self.drop = Move("discard", self.id)

    def twin(self) -> District:
        """Make the beautified card."""
        return type(self)(self)


class Action(District):
    """An action card of the variant. It has no type and cannot be built."""

    type = ""
    action = True

    def may_build(self, g: State, seat: int) -> bool:
        return False

    def score(self, g: State, seat: int, city: Sequence[District], types: Sequence[str]) -> int:
        """Each action card still in hand is worth a point."""
        return g.players[seat].hand.count(self)

    def offers(self, g: State, turn: Turn) -> Sequence[Move]:
        """The moves that the card gives the active player while it lies on the table."""
        return ()

    def play(self, g: State, turn: Turn, move: Move) -> None:
        """Carry out the move that plays the card in its holder's own turn; only some may be."""
        raise NotImplementedError


class Plain(District):
    """A district without an effect."""

    def __init__(self, id: str, name: str, type: str, cost: int, plain: District | None = None) -> None:
        self.id = id
        self.name = name
        self.type = type
        self.cost = cost
        super().__init__(plain)

    def twin(self) -> District:
        return Plain(self.id, self.name, self.type, self.cost, self)


class Character(Card):
    """A character. ``rank`` is its number; at each rank stands one character in a game."""

    rank: int
    builds: int = 1
    """Building limit."""

    def __init__(self) -> None:
        super().__init__()
        self.starts: bool = type(self).on_start is not Hooks.on_start
        """Whether something happens when its powers begin."""
        self.may_owe: bool = type(self).owes is not Hooks.owes
        """Whether there is something it must do before its turn may end."""
