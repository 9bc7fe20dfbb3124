"""Score of an evening in words: the games at one table, who has won how many, and who has won a series."""

from __future__ import annotations

from textual.content import Content

from citadels_tui.texts import evening as texts
from citadels_tui.texts import say
from citadels_tui.wording.voice import listed
from net.client.updates import Evening


def score_line(evening: Evening, series: int) -> Content:
    """The number of games that each player has won, and everybody's points.

    Args:
        evening: The games so far.
        series: Games of a series; 0: as many as the players like.
    """
    standing = evening.standing()
    players = listed(
        say(texts.PLAYER, who=Content.styled(name, "bold"), wins=wins, points=points) for name, wins, points in standing
    )
    if not series:
        text = texts.SO_FAR if evening.games == len(evening.scores) else texts.LAST
        return say(text, amount=len(evening.scores), players=players)
    if evening.games < series:
        return say(texts.SERIES_SO_FAR, amount=evening.games, series=series, players=players)
    best = [name for name, *reached in standing if reached == list(standing[0][1:])]
    winners = listed(Content.styled(name, "bold") for name in best)
    return say(texts.SERIES_WON if len(best) == 1 else texts.SERIES_SHARED, who=winners, series=series, players=players)


def is_worth_telling(evening: Evening, series: int) -> bool:
    """Whether there is more than one game, or will be."""
    return evening.games > (0 if series else 1)


def game_number(evening: Evening, series: int, *, over: bool) -> Content:
    """The sentence which game of several is played, or is ``over``, and who has won one before."""
    text = texts.GAME_OF if series else texts.GAME
    number = say(text, amount=evening.games + (not over), series=series)
    won = [say(texts.WINS, who=name, wins=wins) for name, wins, _ in evening.standing() if wins]
    return Content.assemble(number, ": ", listed(won)) if won else number
