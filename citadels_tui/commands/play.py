"""`citadels play`: a game on this machine against bots."""

from __future__ import annotations

from pathlib import Path

from citadels_tui.commands.options import check_level, first_name, launch, names_of, table_of
from citadels_tui.commands.parameters import (
    LEVEL,
    ActionCards,
    Ascii,
    Edition,
    Level,
    Name,
    Nine,
    People,
    Plain,
    Preset,
)
from citadels_tui.errors import CommandError, UsageError
from citadels_tui.start import PlayGame, ResumeTable
from engine.rng import seed_bytes
from net.host.table_options import TableOptions

PLAYERS = 4


def play(
    *,
    players: int | None = None,
    bots: int | None = None,
    level: Level = LEVEL,
    edition: Edition = "deluxe",
    preset: Preset = "",
    nine: Nine = False,
    action_cards: ActionCards = False,
    seed: int | None = None,
    resume: bool = False,
    people: People = "",
    name: Name = "",
    plain: Plain = False,
    ascii: Ascii = False,
) -> int:
    """Play on this machine against bots.

    Args:
        players: Number of players, yourself included; 4 unless you say otherwise, or more people are at this keyboard.
        bots: Number of bots, instead of the number of players.
        level: Which bots are seated.
        edition: Edition of the game.
        preset: The characters and unique districts to play with.
        nine: Whether rank 9 is played where the players may choose.
        action_cards: Whether the action cards are shuffled in.
        seed: Number of the deal; the same number deals the same cards again.
        resume: Take up the game that was left last, instead of a new one.
        people: Who plays at this keyboard.
        name: Your name at the table.
        plain: Play line by line.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    names = names_of(people)
    called = first_name(name, names)
    if resume:
        return launch(ResumeTable(called, _left_last()), ascii, plain)
    seated = max(len(names), 1)
    if bots is not None and bots < 1 and seated < 2:
        raise UsageError("a game on this machine needs at least 1 bot, not {bots}", bots=bots)
    if players is None:
        players = max(PLAYERS, seated) if bots is None else bots + seated
    elif bots is not None and bots != players - seated:
        raise UsageError(
            "a game of {players} on this machine has {right} bots, not {bots}",
            players=players,
            right=players - seated,
            bots=bots,
        )
    if seed is not None and seed < 0:
        raise UsageError("--seed must be at least 0")
    check_level(level)
    setup = table_of(players, edition, preset, nine=nine, action_cards=action_cards, seed=seed)
    if seated > players:
        raise UsageError("a game of {players} has no room for {seated} people", players=players, seated=seated)
    options = TableOptions(bots=(level,) * (players - seated), seed=None if seed is None else seed_bytes(seed))
    return launch(PlayGame(called, setup, options, names[1:]), ascii, plain)


def _left_last() -> Path:
    """The journal of the newest game of one's own that can be taken up.

    Raises:
        CommandError: when there is none.
    """
    from net.local.kept_games import kept_games

    journal = next((game.journal for game in kept_games() if not game.hosted), None)
    if journal is None:
        raise CommandError("there is no unfinished game of your own to take up")
    return journal
