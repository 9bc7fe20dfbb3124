"""Play on: a game of one's own that goes on from a moment of a finished one, for practice."""

from __future__ import annotations

from citadels_tui.history.recording import Recording
from citadels_tui.session.start import PlayGame, Practice
from engine.bots.registry import BUILT_IN, NEUTRAL, usable
from engine.move import Move
from engine.review.review import CostlyTurn
from net.host.opening import Opening
from net.local.order import Order
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

STRONGER = "mastermind"
"""The bots to play on against, where one does not want those who sat there."""


def own_seat(recording: Recording, moment: int) -> int:
    """The seat to play on from, where none was chosen: the only person's, or that of the player who moves next.

    Raises:
        IndexError: at the end of the game, where there were several people, or none.
    """
    people = [each.seat for each in recording.seats if not each.level]
    return people[0] if len(people) == 1 else recording.record.moves[moment][0]


def goes_on(recording: Recording, moment: int) -> bool:
    """Whether a game can go on from a moment: only one that is over, so that nothing of it has to stay hidden."""
    return recording.over and moment < len(recording.record.moves)


def turn_of(recording: Recording, moment: int) -> CostlyTurn | None:
    """The review's finding about the move that was made next, if it names a better one."""
    found = recording.review
    return next((turn for turn in found.turns if turn.choice.moment == moment), None) if found else None


def practice_game(
    recording: Recording,
    moment: int,
    seat: int,
    name: str,
    *,
    pause: float | None = None,
    level: str = "",
    instead: Move | None = None,
) -> PlayGame:
    """A game that goes on from a moment of another one.

    Args:
        recording: The other game.
        moment: How many of its moves were made.
        seat: Which seat is the player's.
        name: The player's name.
        pause: Seconds bots wait between moves; None: chosen when the client starts.
        level: Which bots play; empty: those who sat there, and stewards in place of people.
        instead: A move that is made next, other than in that game.
    """
    record = recording.record
    others = [each for each in recording.seats if each.seat != seat]
    given = [move for _seat, move in record.moves[:moment]] + [instead] * (instead is not None)
    opening = Opening(
        bots=tuple(level or _seated(each.level) for each in others),
        names=tuple(each.name if each.level else None for each in others),
        seat=seat,
        seed=record.seed,
        given=tuple(map(str, given)),
    )
    options = TableOptions() if pause is None else TableOptions(bot_pause=pause)
    order = Order(setup=Setup.exactly(record.rules), options=options, opening=opening)
    return PlayGame(name, order, practice=Practice(recording, moment, seat))


def _seated(level: str) -> str:
    """The level that sits down again: a person's seat is a steward's, and a bot's that is not installed here."""
    return level if level in BUILT_IN or level in usable() else NEUTRAL
