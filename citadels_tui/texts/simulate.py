"""Words of `citadels simulate`: what came of games between bots."""

from __future__ import annotations

from citadels_tui.texts import N_

HEAD_CELLS = 11
GAMES, TIME, LENGTH, SCORE = N_("games"), N_("time"), N_("length"), N_("score")
ILLEGAL, WINS, FAILED = N_("illegal"), N_("wins"), N_("failed")
"""Heads of the lines: ten cells at most."""
PLAYED = N_("{games}, {finished} finished, {failed} failed")
SPEED = N_("{seconds} s, games: {rate}")
PLAYING = N_("Playing games")
ROUNDS_SPREAD, SCORES_SPREAD = N_("Games by their number of rounds:"), N_("Scores by their points:")
LONG = N_("{rounds} rounds, {decisions} decisions a game")
AVERAGE = N_("{points} on average")
REFUSED = N_("{attempts} attempts, all refused without a trace")
SEAT_WINS = N_("p{seat} {wins}")
BOT_WINS = N_("{bot} {wins} ({share} %)")
FAULT = N_("seed {seed}: {error}")
