"""Recorded games for tests."""

from __future__ import annotations

from functools import cache
from random import Random

from citadels_tui.history.game_file import GameFile
from citadels_tui.history.recording import Recording, recorded
from engine import Record, Rules, new_game
from engine.bots.registry import bot
from engine.event import seen
from engine.review.reasons import Reason
from engine.review.review import CostlyTurn, JudgedChoice, Review, Standing
from engine.view import view
from tests.support.client.fake import NAMES


@cache
def game_file(players: int = 4, edition: str = "deluxe", seed: int = 7) -> GameFile:
    """A whole game of sensible bots."""
    rules = Rules.make(players, edition)
    record = Record(rules, NAMES[:players], Random(seed).randbytes(32))
    bots = [bot("steward", seed=seat) for seat in range(players)]
    game = new_game(rules, record.seed)
    while True:
        for event in game.drain():
            for seat, one in enumerate(bots):
                one.watch(seen(event, seat))
        if game.seat is None:
            break
        move = bots[game.seat].choose(view(game, game.seat))
        record.moves.append((game.seat, move))
        game.apply(move)
    names = NAMES[:players]
    return GameFile(None, record, names, ("",) * players, "Every move is legal.")


def recording(players: int = 4, edition: str = "deluxe", seed: int = 7) -> Recording:
    """The recording of it."""
    return recorded(game_file(players, edition, seed))


REASONS = (Reason("city", amount=3.0), Reason("gold", amount=1.5), Reason("rival", 0), Reason("end"), Reason("cards"))


def reviewed(players: int = 4) -> Recording:
    """The recording of a game with a review, whose figures are made up: what a bot would find changes with the bot."""
    game = recording(players)
    rounds: dict[int, int] = {}
    turns: list[CostlyTurn] = []
    for place, state in enumerate(game.record.steps()):
        rounds.setdefault(state.round, place)
        if state.seat is None or state.seat == 0 or state.round % 3:
            continue
        seen_now, played = view(state, state.seat), game.record.moves[place][1]
        better = next((move for move in seen_now.moves if move.verb != played.verb), None)
        if better is not None and seen_now.turn is not None:
            reason = REASONS[place % len(REASONS)]
            choice = JudgedChoice(place, played, better, 0.1 + place % 7 / 50, 0.03, 0.1, 0.03, reason)
            turns.append(CostlyTurn(state.seat, state.round, seen_now.turn.rank, choice.cost, choice.error, choice))

    def standing(seat: int, round: int, place: int) -> Standing:
        chance = (1 + (seat * 5 + round * (seat + 2)) % 8) / 10
        return Standing(round, place, chance, chance * 0.6, chance + (1 - chance) * 0.3)

    standings = tuple(tuple(standing(seat, *each) for each in rounds.items()) for seat in range(players))
    accuracy = tuple(None if seat == 3 else 60.0 + 9 * seat for seat in range(players))
    game.review = Review(standings, tuple(turns), accuracy, ((0.0, 1.0),) * players, (7.0,) * players)
    return game
