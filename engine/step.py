"""Steps: the questions and effects a game still has to resolve, kept on a stack.

A step is a small value with everything it needs in its fields. It is never changed
after it was pushed, so that copies of a game can share it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from engine.move import Move

if TYPE_CHECKING:
    from random import Random

    from engine.card import District
    from engine.state import State

Question = tuple[int, Sequence[Move]]
"""The seat that must answer and every move it may answer with."""


@dataclass(slots=True)
class Refusal:
    """A move a person would try that is not legal now, and why."""

    move: Move
    code: str
    """Stable reason: ``need_gold``, ``twin``, ``limit``, ``income_first``, ``protected``, ``empty_deck`` ..."""
    amount: int = 0
    """Gold that is missing, for ``need_gold``."""
    card: str = ""
    """The card that is the reason, when one is."""


@dataclass(slots=True)
class Price:
    """The price of a legal move, where it is not simply the printed cost of a card that the move names."""

    move: Move
    gold: int
    card: str = ""
    """The card that makes it cost more or less, when one does."""


@dataclass(slots=True)
class Outcome:
    """The outcome of a legal move for its player (`engine.outcome`): changes at once, never hidden cards."""

    move: Move
    gold: int = 0
    """Change of the player's gold."""
    cards: int = 0
    """Change of the number of hand cards."""
    built: int = 0
    """Change of the districts that count towards the completion of the player's city."""
    complete: int = 0
    """Change of the points for a completed city."""
    types: int = 0
    """Change of the points for a city with all district types."""


@dataclass(slots=True)
class About:
    """The public parameters of a question."""

    card: str = ""
    other: int = -1
    rank: int = 0
    amount: int = 0


NOTHING = About()

STEPS: dict[str, type[Step]] = {}
"""Every step class by its name, for loading a stored game."""

S = TypeVar("S", bound="Step")


def step(kind: str = "", *, secret: str = "", opens_deck: bool = False) -> Callable[[type[S]], type[S]]:
    """Make a class a step: a dataclass that stored games know by its name, with the kind of its question."""

    def make(cls: type[S]) -> type[S]:
        made = dataclass(slots=True)(cls)
        made.kind, made.secret, made.opens_deck = kind, secret, opens_deck
        made.names = [f.name for f in fields(made)]  # type: ignore[arg-type]
        made.plain = made.about is Step.about and made.sight is Step.sight and not secret
        STEPS[made.__name__] = made
        return made

    return make


@dataclass_transform()
class Step:
    """One question to a player, or one thing to resolve; every subclass is decorated with `step`.

    A subclass that asks implements `ask` and `answer`; one that acts by itself implements `act`.
    """

    __slots__ = ()
    kind: ClassVar[str] = ""
    """The public name of the question; ``""`` for a step that acts."""
    secret: ClassVar[str] = ""
    """The field that holds cards only the asked seat may know, or ``""``."""
    names: ClassVar[Sequence[str]] = ()
    """The names of the fields."""
    plain: ClassVar[bool] = False
    """Whether its kind says all about the question: it has no parameters, and shows no cards."""
    opens_deck: ClassVar[bool] = False
    """Whether the asked seat looks through the deck."""

    def ask(self, g: State) -> Question:
        """The seat that must choose, and the moves it may choose among."""
        raise NotImplementedError

    def act(self, g: State) -> None:
        """Resolve by itself. The step has been popped already."""
        raise NotImplementedError

    def answer(self, g: State, move: Move) -> None:
        """Resolve with the chosen move. The step has been popped already."""
        raise NotImplementedError

    def about(self, g: State) -> About:
        """The public parameters of the question."""
        return NOTHING

    def sight(self, g: State) -> Sequence[District]:
        """Cards the asked seat may look at because of this question."""
        return getattr(self, self.secret) if self.secret else ()

    def refusals(self, g: State) -> list[Refusal]:
        """Near misses of this question, for a person."""
        return []

    def prices(self, g: State) -> list[Price]:
        """The prices of answers in gold, where they are not simply printed."""
        return []

    def opens(self) -> int:
        """The seat whose hand the asked seat looks at, or -1."""
        return -1

    def imagine(self, g: State, random: Random) -> Step:
        """A copy with other secret choices, as a player who may not know them could imagine it."""
        return self

    def values(self) -> dict[str, Any]:
        """The fields by name."""
        return {name: getattr(self, name) for name in self.names}

    def replace(self, **changes: Any) -> Step:
        """A copy with other values in some fields."""
        return type(self)(**{**self.values(), **changes})
