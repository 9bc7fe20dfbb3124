"""`citadels play`: a game on this machine against bots."""

from __future__ import annotations

from citadels_tui.commands.local_game import PlayOptions
from citadels_tui.commands.options import LEVEL
from citadels_tui.commands.parameters import ActionCards, Ascii, Edition, Level, Name, Nine, People, Plain, Preset


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
        resume: Resume the game that was left last, instead of a new one.
        people: Who plays at this keyboard.
        name: Your name at the table.
        plain: Play line by line.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    return PlayOptions(
        players=players,
        bots=bots,
        level=level,
        edition=edition,
        preset=preset,
        nine=nine,
        action_cards=action_cards,
        seed=seed,
        resume=resume,
        people=people,
        name=name,
        plain=plain,
        ascii=ascii,
    ).launch()
