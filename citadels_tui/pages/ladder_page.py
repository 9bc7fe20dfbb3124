"""Ladder page: the opponents, what each does, and the player's record against each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from citadels_tui.history.ladder import LADDER, ladder_game
from citadels_tui.history.played_games import Figures
from citadels_tui.pages.chronicle import Chronicle
from citadels_tui.texts import _, ladder, say
from citadels_tui.wording.voice import Voice, listed
from net.client.updates import SeatInfo

NAME_CELLS = 9


def step_line(place: int, found: Figures) -> Content:
    """An opponent with the player's record, in a line."""
    number = Content.styled(f"{place + 1:2} ", "$muted")
    name = Content.styled(LADDER[place].name.ljust(NAME_CELLS), "bold $success" if found.won else "bold")
    return Content.assemble(number, name, " ", record_line(found))


def record_line(found: Figures) -> Content:
    """The player's record against an opponent."""
    if not found.games:
        return Content.styled(_(ladder.UNMET), "$muted")
    return say(ladder.RECORD, won=found.won, games=found.games, ahead=found.ahead)


def step_details(place: int) -> list[Content]:
    """The face of an opponent, what it does, and who sits beside it."""
    step = LADDER[place]
    _opponent, *beside = ladder_game("", place).order.opening.names
    return [
        *(Content.styled(line, "$accent") for line in step.face),
        Content(_(ladder.ABOUT[step.level])),
        Content.styled(_(ladder.HINTS), "$muted"),
        say(ladder.BESIDE, names=listed(Content(name or "") for name in beside)).stylize("$muted"),
    ]


def ladder_lines(found: Mapping[str, Figures]) -> Iterator[Content]:
    """All opponents, for a page to read.

    Args:
        found: The player's record.
    """
    for place, step in enumerate(LADDER):
        yield step_line(place, found[step.level])
        yield Content.styled(f"   {_(ladder.ABOUT[step.level])}", "$muted")


def said_lines(told: Chronicle, voice: Voice, seats: Sequence[SeatInfo]) -> list[Content]:
    """The sentence of each opponent after a game.

    Args:
        told: The game.
        voice: Who reads it.
        seats: Who sat there.
    """
    return [
        say(ladder.QUOTED, who=voice.name(who.seat), words=say(ladder.SAID[who.level], amount=amount_said(who, told)))
        for who in seats
        if who.level in ladder.SAID
    ]


def amount_said(who: SeatInfo, told: Chronicle) -> int:
    """The number in the sentence that an opponent says after a game."""
    seat, level = who.seat, who.level
    if level == "headsman":
        return sum(deed.times for deed in told.deeds if (deed.kind, deed.seat) == ("murder", seat))
    if level == "rogue":
        return sum(deed.gold for deed in told.deeds if (deed.kind, deed.seat) == ("theft", seat))
    if level == "hoarder":
        return max((each.gold[seat] for each in told.figures), default=0)
    if not told.figures:
        return 0
    return told.figures[-1].round if level == "hasty" else told.figures[-1].points[seat]
