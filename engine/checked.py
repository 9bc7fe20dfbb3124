"""Public functions that check their arguments.

Rules and bots call the unchecked functions behind them, and lose no time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random, SystemRandom
from typing import Any

from engine.determinize import PARTS
from engine.determinize import resample as _resample
from engine.errors import MISFITS, CitadelsError, RulesError, SaveError, shown
from engine.event import Event
from engine.event import seen as _seen
from engine.game import new_game as _new_game
from engine.move import MAX_SEATS
from engine.rng import Seed
from engine.rules import Rules
from engine.save import save as _save
from engine.score import score as _score
from engine.state import State, is_game
from engine.view import View
from engine.view import view as _view

KEY_BYTES = 32
"""Bytes of a seed that the system makes."""


def new_game(rules: Rules, seed: Seed | None = None) -> State:
    """Set up a game and run it to its first decision.

    Args:
        rules: The setup.
        seed: A number, a text, or 16 to 64 secret bytes; the same seed and moves give the same game everywhere
            (see `engine.rng.seed_bytes`). Without one it is another game every time, with a key from the system.

    Raises:
        RulesError: when the setup is not legal, or a seed cannot be one.
    """
    if not isinstance(rules, Rules):
        raise RulesError("{name} must be {kind}, not {value}", name="rules", kind="a Rules", value=shown(rules))
    return _new_game(rules, SystemRandom().randbytes(KEY_BYTES) if seed is None else seed)


def view(g: State, seat: int | None) -> View:
    """Make the view of a seat (None: of a spectator) of a game as it is now.

    Raises:
        CitadelsError: when this is no game, or it has no such seat.
    """
    _check(g, seat)
    return _view(g, seat)


def score(g: State, seat: int) -> list[tuple[str, int]]:
    """The points of a seat by source, as if the game ended now.

    A district that may count as a type of choice counts as the type that is worth most.

    Returns:
        Sources and points: ``districts``, ``types``, ``first``, ``complete`` or the id of a card.

    Raises:
        CitadelsError: when this is no game, or it has no such seat.
    """
    _check(g, seat, spectator=False)
    return _score(g, seat)


def resample(
    g: State,
    seat: int | None,
    random: Random,
    parts: Collection[str] = PARTS,
    known: Sequence[Sequence[str]] = (),
) -> State:
    """A random game that looks to a seat (None: a spectator) exactly as this one.

    Args:
        g: The real game; it is not changed.
        seat: The one that must not be able to tell.
        random: The source of randomness; the game's own stream is replaced too.
        parts: Which of `engine.determinize.PARTS` to deal anew.
        known: By seat the hand cards that this seat knows of (`HandMemory.known`); they stay where they are.

    Raises:
        CitadelsError: when one of them does not fit this game.
    """
    _check(g, seat)
    if not isinstance(random, Random):
        raise CitadelsError(f"the source of randomness must be a random.Random, not {shown(random)}")
    if parts is not PARTS and not _are_parts(parts):
        raise CitadelsError(f"the parts to deal anew are some of {', '.join(PARTS)}, not {shown(parts)}")
    try:
        return _resample(g, seat, random, parts, known)
    except (LookupError, ValueError, TypeError) as error:
        if known == ():
            raise
        raise CitadelsError("the hand cards that are said to be known are not in those hands") from error


def seen(event: Event, seat: int | None) -> Event:
    """The event as one seat learns it (None: a spectator).

    Raises:
        CitadelsError: when this is no event, or no game has such a seat.
    """
    _check_seat(seat, MAX_SEATS)
    try:
        if isinstance(event, Event):
            return _seen(event, seat)
    except MISFITS:
        pass
    raise CitadelsError(f"this is not an event of a game: {shown(event)}")


def save(g: State) -> dict[str, Any]:
    """A game as plain data; undrained events are not part of it.

    Raises:
        SaveError: when this is no game.
    """
    if not is_game(g):
        raise SaveError(f"only a game that new_game or load has made can be saved, not {shown(g)}")
    return _save(g)


def _are_parts(parts: object) -> bool:
    """Whether these are some of `PARTS`. A text is a collection, too, but not of parts."""
    return isinstance(parts, Collection) and not isinstance(parts, str) and all(part in PARTS for part in parts)


def _check(g: State, seat: int | None, *, spectator: bool = True) -> None:
    """Refuse a value that is no game, and a seat that the game does not have."""
    if not is_game(g):
        raise CitadelsError(f"a game is made by new_game or load; this is {shown(g)}")
    if seat is None and not spectator:
        raise CitadelsError("a spectator has no points")
    _check_seat(seat, len(g.players))


def _check_seat(seat: object, players: int) -> None:
    """Refuse all but None and a seat of so many players."""
    if seat is not None and not (type(seat) is int and 0 <= seat < players):
        raise CitadelsError(f"a seat is a number from 0 to {players - 1}, not {shown(seat)}")
