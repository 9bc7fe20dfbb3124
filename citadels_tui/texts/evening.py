"""Words of several games at one table: the score, and series."""

from __future__ import annotations

from citadels_tui.texts import N_

SO_FAR = (
    N_("{amount} game at this table so far: {players}"),
    N_("{amount} games at this table so far: {players}"),
)
LAST = (
    N_("The last {amount} game at this table: {players}"),
    N_("The last {amount} games at this table: {players}"),
)
PLAYER = N_("{who} {wins} ({points})")
"""Games won, and in brackets all points."""
SERIES_SO_FAR = (
    N_("{amount} of {series} games is played: {players}"),
    N_("{amount} of {series} games are played: {players}"),
)
SERIES_WON = N_("{who} has won the series of {series} games: {players}")
SERIES_SHARED = N_("{who} share the victory in the series of {series} games: {players}")
NEXT = N_("The next game of the series begins when everybody has pressed a, in three minutes at the latest")
GAME = N_("game {amount}")
GAME_OF = N_("game {amount} of {series}")
WINS = N_("{who} {wins}")
"""Behind the number of the game: a player, and how many of the games before they have won."""

TITLE = N_("Points, game by game")
POINTS = N_("{who}: {points}")
RATED = N_("{line} (rated {rating})")
"""Behind the points of a player."""
IN_SERIES = N_("A series of {amount} games: each begins by itself after the one before.")
SERIES = (
    N_("Games"),
    N_("How many games a series has: each begins by itself after the one before; 0 for as many as people like."),
)
SERIES_NONE = N_("as many as people like")
SERIES_OF = N_("a series of {amount}")
