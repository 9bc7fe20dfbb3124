"""A player who presses enter alone: takes what the cursor rests on, from the first question to the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from citadels_tui.actions.make_action_list import make_action_list
from citadels_tui.actions.rows import Row
from citadels_tui.history.daily import deal_of
from citadels_tui.session.notes import SeatNotes
from citadels_tui.textart.symbols import ASCII
from citadels_tui.wording.voice import Voice
from engine import Move, Rules, State, new_game, seen, view
from engine.bots.registry import bot
from engine.bots.seated import SeatedBot
from net.client.updates import Happened, Started
from net.identity.commitments import bot_seed
from tests.citadels_tui.actions.test_rows import BOTS, decision

PRESSES = 12
"""More presses than one answer takes."""


class EnterPlayer:
    """Somebody at the keyboard of one seat."""

    def __init__(self, game: State, seat: int, *, unaided: bool = False) -> None:
        """Sit down.

        Args:
            game: The game, which has just begun.
            seat: The seat.
            unaided: Whether the cursor rests on the first row, as in the deal of the day.
        """
        self._seat = seat
        self._unaided = unaided
        self.notes = SeatNotes()
        """What it has noted of the game."""
        self._voice = Voice(ASCII, game.rules, BOTS[: game.rules.players], seat)
        self.notes.apply_update(Started(game.rules, (), BOTS, seat, view(game, seat)))
        self._following: tuple[Move, ...] = ()

    def watch(self, game: State, events: Sequence[object]) -> None:
        """The seat has seen something."""
        self.notes.apply_update(Happened(0, 0, "player", tuple(events), view(game, self._seat)))  # type: ignore[arg-type]

    def choose(self, game: State) -> Move:
        """The answer that enter gives.

        Raises:
            AssertionError: when enter leads nowhere.
        """
        moves, self._following = self._following, ()
        if not moves or moves[0] not in game.moves:
            moves = self._pressed(game)
        self._following = moves[1:]
        return moves[0]

    def _pressed(self, game: State) -> tuple[Move, ...]:
        now, opened, ticked = decision(game), None, frozenset[int]()
        if len(now.moves) == 1:
            return now.moves
        for _press in range(PRESSES):
            row = self._row(game, now, opened, ticked)
            if row.ticked is not None and not self._unaided:
                ticked ^= {self._place}
            elif row.opens:
                opened = row
            elif row.question.plain and not self._unaided:
                raise AssertionError(f"enter asks, and enter says no: {row.question.plain}")
            else:
                assert row.moves, row
                return row.moves
        raise AssertionError(f"enter leads nowhere: {now.moves}")

    def _row(self, game: State, now: object, opened: Row | None, ticked: frozenset[int]) -> Row:
        unheld = self.notes.unheld
        action_list = make_action_list(now, self._voice, game.refusals(), opened, None, ticked, unheld)  # type: ignore[arg-type]
        if self._unaided:
            action_list = action_list.at_first()
        else:
            action_list = action_list.resting(self.notes.order(now))  # type: ignore[arg-type]
        self._place = action_list.rest
        return action_list.rows[action_list.rest]


def wins_day(day: date) -> bool:
    """Whether enter alone wins the deal of a day.

    Where enter would only tick a card again and again, or answer a question with no, it is taken to mean yes.
    """
    deal = deal_of(day)
    game = new_game(deal.setup.rules(), deal.seed)
    player, made = EnterPlayer(game, 0, unaided=True), Counter[int]()
    chances = {seat: Random() for seat in range(1, len(deal.bots) + 1)}
    rivals = {seat: bot(deal.bots[seat - 1], chance) for seat, chance in chances.items()}
    while game.seat is not None:
        events, seat = game.drain(), game.seat
        player.watch(game, [seen(event, 0) for event in events])
        for other, rival in rivals.items():
            for event in events:
                rival.watch(seen(event, other))
        if seat == 0:
            game.apply(player.choose(game))
            continue
        # As its host and every verifier seed it.
        chances[seat].seed(bot_seed(deal.seed, seat, made[seat]))
        made[seat] += 1
        game.apply(game.moves[0] if len(game.moves) == 1 else rivals[seat].choose(view(game, seat)))
    return 0 in game.winners


def days_won(first: date, days: int) -> int:
    """How many of the deals of so many days enter alone wins."""
    return sum(wins_day(first + timedelta(days=number)) for number in range(days))


def wins(rules: Rules, level: str, games: int) -> float:
    """The share of games that enter alone wins against bots of one level, from every seat in turn."""
    won = 0.0
    for number in range(games):
        game = new_game(rules, Random(f"enter {number}").randbytes(32))
        you = number % rules.players
        player = EnterPlayer(game, you)
        rivals = {
            seat: SeatedBot(bot(level, 10 * number + seat), seat, rules.players, number)
            for seat in range(rules.players)
            if seat != you
        }
        while game.seat is not None:
            events = game.drain()
            player.watch(game, [seen(event, you) for event in events])
            for seat, rival in rivals.items():
                for event in events:
                    rival.watch(seen(event, seat))
            game.apply(player.choose(game) if game.seat == you else rivals[game.seat].choose(game))
        winners = game.winners
        won += (you in winners) / len(winners)
    return won / games
