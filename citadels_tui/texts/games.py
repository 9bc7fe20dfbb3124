"""Words of the list of games played, and of the statistics."""

from __future__ import annotations

from citadels_tui.texts import N_

TITLE = N_("Games played")
NONE = N_("There is no finished game yet. Every game that is played to its end is kept here.")
DATE, EDITION, RESULT, PLAYERS = N_("Date"), N_("Edition"), N_("Result"), N_("Players")
"""Heads of the list's columns."""
AND_MORE = (N_("{players} and {amount} more"), N_("{players} and {amount} more"))
"""The players of a game, where not all of them have room."""
WON = N_("won, {points} points")
PLACED = N_("{place} of {players}, {points} points")
PRACTICED = N_("practice, {points} points")
LATE = N_("late, {points} points")
AWAY = N_("away, {points} points")
WHY_NOT = {
    LATE: N_("It does not count for you: somebody else had the seat at the deal."),
    AWAY: N_("It does not count for you: you made no move."),
}
WATCHED = N_("watched")
NOT_YOURS = N_("watched?")
"""A game of other people: watched, or played with another key."""
VOTED = N_("ended by vote")
UNDEALT = N_("never dealt")
OPEN_END = N_("not complete")
"""How a game went for its player."""
POINTS = N_("{who} {points}")
ABOUT = N_("{when}: {edition}, {rounds} rounds, {moves} moves")
OTHER_KEYS = (
    N_("In {amount} game no seat has a key of yours: you watched, or had another key. It counts for nothing."),
    N_("In {amount} games no seat has a key of yours: you watched, or had another key. They count for nothing."),
)
"""Below the games and the statistics; games of bots alone are not meant."""
GONE = N_("Its log was removed to make room; the statistics still count it.")
UNREADABLE = N_("Not read: {file}: {reason}")
MORE_UNREADABLE = (N_("and {amount} more log"), N_("and {amount} more logs"))
NO_RESULT = N_("This game has no result: it was not played to its end.")
WAIT = N_("Checking the game...")
HINT = N_("enter: replay   r: result   v: verify   s: statistics   escape: back")
STATISTICS_TITLE = N_("Statistics")
TOTALS = (
    N_("{amount} game played to its end: {won} won ({share}), {points} points on average, {best} at best."),
    N_("{amount} games played to their end: {won} won ({share}), {points} points on average, {best} at best."),
)
PRACTICE = (
    N_("Besides, {amount} game for practice, {won} won: guided, or going on from another one. It does not count."),
    N_("Besides, {amount} games for practice, {won} won: guided, or going on from other ones. They do not count."),
)
BY_EDITION, BY_PLAYERS = N_("By edition"), N_("By number of players")
BY_CHARACTER, BY_OPPONENT = N_("By character"), N_("By opponent")
GAMES, WINS, SHARE, AVERAGE, BEST = N_("games"), N_("won"), N_("share"), N_("points"), N_("best")
ROUNDS, AHEAD = N_("rounds"), N_("ahead")
"""Heads of columns: games, won, part that was won, points on average, most points; rounds as a character, games in
which one had more points than the opponent."""
CHARACTERS = N_("Characters, and the rounds in which they were shown")
CHART, SHARE_CHART = N_("Points, game by game"), N_("Games won so far, in percent")
YOU, BEST_OTHER = N_("you"), N_("best other")
BOT = N_("bot {level}")
PERCENT = N_("{percent} %")
