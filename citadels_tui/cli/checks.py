"""Checks of options whose values have to fit together or name something that exists."""

from __future__ import annotations

import re
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from citadels_tui.session.local_players import MOST, local_names
from citadels_tui.texts import _, serve, why
from citadels_tui.wording.errors import UsageError
from net.base.text import TextError, clean_name

if TYPE_CHECKING:
    # The rules and the messages cost as much as the screen: the home screen begins without them.
    from net.protocol.setup import Setup

LEVEL = "steward"
"""The bots that are seated unless another level is asked for."""
MOST_JOBS = 256
"""Processes that games are played in, at most."""
RANDOM = "random"
"""Instead of a preset: other characters and unique districts every time."""


def table_of(
    players: int,
    edition: str,
    preset: str = "",
    *,
    nine: bool = False,
    action_cards: bool = False,
    seed: int | None = None,
) -> Setup:
    """The setup of a table.

    Args:
        players: Number of seats.
        edition: Id of the edition.
        preset: Id of a preset, `RANDOM`, or ``""`` for the edition's first one.
        nine: Whether rank 9 is played where the players may choose.
        action_cards: Whether the action cards are shuffled in.
        seed: What chooses the cards when they are random; a random one when None.

    Raises:
        UsageError: when it cannot be played.
    """
    from engine.editions import EDITIONS
    from engine.errors import RulesError
    from engine.rules import Rules
    from net.protocol.setup import Setup

    if not 2 <= players <= 8:
        raise UsageError("Citadels is for 2 to 8 players, not {players}", players=players)
    try:
        if preset == RANDOM:
            if nine:
                raise UsageError("--nine is for a preset: random cards come with rank 9 or without it")
            random = SystemRandom() if seed is None else Random(f"cast {seed}")
            return Setup.exactly(Rules.random(players, random, edition, action_cards))
        rules = Rules.make(players, edition, preset or None, nine=nine, action_cards=action_cards)
    except RulesError as error:
        raise UsageError(why(error)) from None
    played = EDITIONS[edition]
    if nine and len(rules.characters) < 9:
        raise UsageError("{edition} has no rank 9 for {players} players", edition=_(played.name), players=players)
    preset = preset or played.presets[0].id
    return Setup(players=players, edition=edition, preset=preset, nine=nine, action_cards=action_cards)


def check_level(name: str) -> None:
    """Refuse bots that cannot be seated.

    Raises:
        UsageError: when there are no such bots, or their plug-in is broken.
    """
    from engine.bots.registry import BUILT_IN, bot
    from engine.errors import RulesError

    if name in BUILT_IN:
        # The host loads it.
        return
    try:
        bot(name, seed=0)
    except RulesError as error:
        raise UsageError(why(error)) from None


def check_counts(games: int, jobs: int, seed: int) -> None:
    """Refuse numbers of games, processes and first game that cannot be.

    Raises:
        UsageError: when they cannot.
    """
    if games < 1 or jobs < 1 or seed < 0:
        raise UsageError("--games and --jobs must be at least 1, --seed at least 0")
    if jobs > MOST_JOBS:
        raise UsageError("--jobs must be at most {most}, not {jobs}", most=MOST_JOBS, jobs=jobs)


def check_port(port: int) -> None:
    """Refuse what is no TCP port.

    Raises:
        UsageError: when it is none.
    """
    if not 1 <= port <= 65535:
        raise UsageError(_(serve.BAD_PORT).format(port=port))


def check_relay(relay: str) -> None:
    """Refuse what is no address of a relay.

    Raises:
        UsageError: saying what is wrong with it.
    """
    from net.base.errors import NetError
    from net.identity.invitations import parse_relay

    try:
        if relay:
            parse_relay(relay)
    except NetError as error:
        raise UsageError(why(error)) from None


def player_name(chosen: str) -> str:
    """A player's name as others will see it; empty when none was chosen.

    Raises:
        UsageError: when the chosen name cannot be used.
    """
    try:
        return chosen and clean_name(chosen)
    except TextError as error:
        raise UsageError("the name cannot be used: {reason}", reason=why(error)) from None


def profile_name(chosen: str) -> str:
    """The name of one of the player's identities.

    Raises:
        UsageError: when it cannot be part of a file's name.
    """
    if chosen and not re.fullmatch(r"[A-Za-z0-9_-]{1,24}", chosen):
        raise UsageError("a profile is 1 to 24 letters, digits, - or _")
    return chosen


def names_of(people: str) -> tuple[str, ...]:
    """The names of the people at one keyboard, as others will see them; none when none were given.

    Args:
        people: The names with commas between them.

    Raises:
        UsageError: when there are too many, two are the same, or one cannot be used.
    """
    if not people:
        return ()
    names = people.split(",")
    if len(names) > MOST:
        raise UsageError("Citadels is for 2 to {most} players, not {players}", most=MOST, players=len(names))
    try:
        return local_names("", names)
    except TextError as error:
        raise UsageError(why(error)) from None


def first_name(name: str, people: tuple[str, ...]) -> str:
    """The name of the player who opens the table: the one that was given, or the first of the people.

    Raises:
        UsageError: when both were given.
    """
    if name and people:
        raise UsageError("the first of --people is you: give no --name beside it")
    return people[0] if people else player_name(name)
