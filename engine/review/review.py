"""Review of a finished game: each player's chance to win from round to round, and the turns that cost most.

Every choice is judged on what its player knew: moves are tried in worlds that the player could not tell from the real
game. The worlds that choose the better move are never those that say by how much it is better, or chance alone would
find mistakes everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from math import inf, sqrt
from random import Random
from typing import NamedTuple

from engine.bots.memory import Memory
from engine.bots.playout import preferred
from engine.bots.sound import sound
from engine.bots.value import chances
from engine.determinize import resample
from engine.hand_memory import HandMemory, Hands
from engine.move import Move
from engine.record import Record
from engine.review.reasons import Reason
from engine.review.trials import LASTING, Trial, better_move, careful, chance, mean_and_error, reason, tried
from engine.state import State
from engine.view import view

LEAST = 0.05
"""Least cost of a mistake, as a share of 1."""
ERRORS = 2.0
"""Least cost of a mistake in standard errors."""
LEAST_CHOICES = 10
"""Least number of choices that have an accuracy."""
MOST_ERROR = 25.0
"""Largest standard error of an accuracy that is told, in points: with more, too little was at stake."""
DOUBTFUL = 0.02
"""Cost from which on more worlds are tried."""


EQUALS = 0.75
"""The power of the chances at a table where all play as stewards or better.

The value was fitted to tables of strong and weak players, where the player who is ahead is often the better one, too.
Found from the chances and the winners of 800 games of stewards and schemers.
"""


class ReviewEffort(NamedTuple):
    """The number of moves and worlds that are tried for one choice."""

    candidates: int = 5
    """Moves, the steward's favourites first; the one that was played comes on top of that."""
    choosing: int = 8
    """Worlds in which the better move is chosen."""
    judging: int = 8
    """Worlds in which the choice is judged."""
    doubtful: int = 60
    """Further worlds for a choice that seems to have cost something; 0: no turn is named."""
    standing: int = 20
    """Worlds from which a chance to win is taken at the beginning of a round."""
    confirming: int = 60
    """Worlds in which the others play on as those who sat there, for a choice that did cost something."""


USUAL = ReviewEffort()
CROWDED = ReviewEffort(4, 6, 6, 40)
"""The effort with six or more players, where rounds take longer."""


class Standing(NamedTuple):
    """A player's chance to win at the beginning of a round, as far as that player could tell."""

    round: int
    moment: int
    """How many moves had been made."""
    chance: float
    least: float
    most: float
    """The band in which eight in ten of the imagined worlds lie."""


class JudgedChoice(NamedTuple):
    """One decision of a turn that was tried at length."""

    moment: int
    """How many moves had been made before it."""
    played: Move
    better: Move
    cost: float
    """How much likelier to win the better move was, if the others played on lightly; negative where it was worse."""
    error: float
    """Standard error of that."""
    confirmed: float
    """How much likelier to win it was, if the others played on as those who sat there."""
    doubt: float
    """Standard error of that."""
    reason: Reason


class Unconfirmed(NamedTuple):
    """The data with which a choice is tried again: it is confirmed when its round is over."""

    game: State
    seat: int
    memory: Memory
    known: Hands
    rest: Sequence[Move]
    random: Random


class CostlyTurn(NamedTuple):
    """One turn of a player, or their choice of characters, with what could have been better."""

    seat: int
    round: int
    rank: int
    """The character it was the turn of; 0 for the choice of characters and for answers out of turn."""
    cost: float
    """Loss of the chance to win at the end of the game, as a share of 1."""
    error: float
    """Standard error of that, as far as the worlds go that were tried."""
    choice: JudgedChoice
    """The decision in it that cost most."""


class Review(NamedTuple):
    """The findings about a game."""

    standings: tuple[tuple[Standing, ...], ...]
    """Standings by seat, round for round."""
    turns: tuple[CostlyTurn, ...]
    """The turns that cost most, the worst first."""
    accuracy: tuple[float | None, ...]
    """Accuracy by seat: 100 for no loss, 0 for that of arbitrary moves; None: the sample does not tell."""
    lost: tuple[tuple[float, float], ...]
    """Total cost by seat: of the moves that were made, and of arbitrary ones."""
    errors: tuple[float, ...]
    """Standard error of the accuracy by seat, in points; infinite where there is too little to tell it from."""


def review(
    record: Record,
    effort: ReviewEffort | None = None,
    told: Callable[[float], None] | None = None,
    levels: Sequence[str] = (),
    first: Callable[[Review], None] | None = None,
) -> Review:
    """Look at a game from each seat in turn.

    Args:
        record: The game.
        effort: How much is tried; by the number of players unless it is given.
        told: Told now and then which share of it is done; what it raises ends the review.
        levels: For each seat which bot it was; empty for a person. None at all: all are taken for stewards.
        first: Told what is found so far: the chances of all rounds at once, and the turns after each round.

    Raises:
        NotationError: when a move of the record is not legal.
    """
    players = record.rules.players
    effort = effort or (CROWDED if players > 5 else USUAL)
    standings = _standings(record, Reviewer(players, effort, levels))
    reviewer, round = Reviewer(players, effort, levels), 0
    for moment, g in enumerate(record.steps()):
        g.tell(reviewer.observers)
        if moment < len(record.moves):
            if first and g.round != round:
                round = g.round
                first(reviewer.result()._replace(standings=standings))
            reviewer.decision(g, moment, record.moves[moment][1], rest_of_turn(record, moment))
            if told:
                told((moment + 1) / len(record.moves))
    return reviewer.result()._replace(standings=standings)


def _standings(record: Record, reviewer: Reviewer) -> tuple[tuple[Standing, ...], ...]:
    """How everybody stood at the beginning of each round."""
    round = 0
    for moment, g in enumerate(record.steps()):
        g.tell(reviewer.observers)
        if moment < len(record.moves) and g.round != round:
            round = g.round
            reviewer.stand(g, moment)
    return reviewer.result().standings


def rest_of_turn(record: Record, moment: int) -> list[Move]:
    """The moves that the player of one made after it, before anybody else was asked."""
    seat = record.moves[moment][0]
    rest = takewhile(lambda made: made[0] == seat, record.moves[moment + 1 :])
    return [move for _seat, move in rest]


class Reviewer:
    """The review of one game in progress."""

    def __init__(self, players: int, effort: ReviewEffort, levels: Sequence[str] = ()) -> None:
        self._effort = effort
        self._careful = careful(levels, players)
        self._equals = len(self._careful) == players
        self._hands = [HandMemory(players) for _ in range(players)]
        self._memories = [Memory() for _ in range(players)]
        self.observers = [
            lambda event, hands=hands, memory=memory: (hands.watch(event), memory.watch(event))
            for hands, memory in zip(self._hands, self._memories, strict=True)
        ]
        self._round = 0
        self._standings: list[list[Standing]] = [[] for _ in range(players)]
        self._lost: list[list[tuple[float, float]]] = [[] for _ in range(players)]
        """Costs by seat, for each choice: of the move that was made, and of an arbitrary one."""
        self._turns: dict[tuple[int, int, int], list[JudgedChoice]] = {}
        self._unconfirmed: dict[int, Unconfirmed] = {}
        """Choices of this round that seem to have cost something, by moment."""

    def decision(self, g: State, moment: int, played: Move, rest: Sequence[Move] = ()) -> None:
        """Judge what was played, where there was a choice; the turns of a round are confirmed when it is over.

        Args:
            g: The game before it.
            moment: How many moves had been made.
            played: The move.
            rest: The moves that its player made then, before anybody else was asked.
        """
        if g.round != self._round:
            self._settle()
            self._round = g.round
        if len(g.moves) > 1:
            self.judge(g, moment, played, rest)

    def stand(self, g: State, moment: int) -> None:
        """Note how everybody stands."""
        for seat, known in enumerate(self._standings):
            known.append(self._standing(g, seat, moment, Random(f"review {moment} {seat}")))

    def _worlds(self, g: State, seat: int, random: Random, count: int) -> list[State]:
        return [resample(g, seat, random, known=self._hands[seat].known) for _ in range(count)]

    def _standing(self, g: State, seat: int, moment: int, random: Random) -> Standing:
        told = map(chances, self._worlds(g, seat, random, self._effort.standing))
        found = sorted([(_drawn_together(each) if self._equals else each)[seat] for each in told])
        tenth = len(found) // 10
        return Standing(g.round, moment, sum(found) / len(found), found[tenth], found[-1 - tenth])

    def judge(self, g: State, moment: int, played: Move, rest: Sequence[Move] = ()) -> None:
        """Judge what was played; the parameters are those of `decision`."""
        effort, seat, random = self._effort, g.seat, Random(f"review {moment}")
        assert seat is not None
        memory = self._memories[seat]

        def in_new(count: int, *moves: Move) -> dict[Move, list[Trial]]:
            """The trials of some moves in so many new worlds."""
            return tried(self._worlds(g, seat, random, count), seat, moves, memory, random, {played: plan})

        asked = view(g, seat)
        order = sound(asked, preferred(asked, memory))
        candidates = list(dict.fromkeys([*order[: effort.candidates], played]))
        worlds, seed = self._worlds(g, seat, random, effort.choosing), random.getrandbits(64)
        chosen_from = tried(worlds, seat, candidates, memory, Random(seed))
        # A player with a plan is not judged by what a steward would have made of its first step.
        planned = tried(worlds, seat, [played], memory, Random(seed), {played: rest}) if rest else chosen_from
        plan = rest if chance(planned[played]) > chance(chosen_from[played]) else ()
        first = {move: chance(found) for move, found in chosen_from.items()}
        better = better_move(chosen_from, order[0])
        arbitrary = random.choice(g.moves)
        judged = {move: chance(found) for move, found in in_new(effort.judging, *{better, played, arbitrary}).items()}
        self._lost[seat].append((judged[better] - judged[played], judged[better] - judged[arbitrary]))
        seems = (first[better] - first[played] + judged[better] - judged[played]) / 2
        if better == played or seems < DOUBTFUL or not effort.doubtful:
            return
        final = in_new(effort.doubtful, better, played)
        cost, error = mean_and_error([a.chance - b.chance for a, b in zip(final[better], final[played], strict=True)])
        why = reason(final[better], final[played])
        choice = JudgedChoice(moment, played, better, cost, error, cost, error, why)
        rank = g.turn.char.rank if g.turn is not None and g.turn.seat == seat else 0
        self._turns.setdefault((seat, g.round, rank), []).append(choice)
        if effort.confirming:
            trial = Unconfirmed(g.clone(), seat, memory.copy(), self._hands[seat].known, rest, random)
            self._unconfirmed[moment] = trial

    def _settle(self) -> None:
        """Confirm the turns of a round that are over and did cost something; the others are never named."""
        for choices in self._turns.values():
            cost, error = sum([each.cost for each in choices]), sqrt(sum([each.error**2 for each in choices]))
            named = cost > LEAST and cost > ERRORS * error
            for i, choice in enumerate(choices):
                trial = self._unconfirmed.get(choice.moment)
                if trial is not None:
                    doubtful = named and choice.cost > DOUBTFUL
                    confirmed, doubt = self._confirm(trial, choice) if doubtful else (min(choice.cost, 0.0), 0.0)
                    choices[i] = choice._replace(confirmed=confirmed, doubt=doubt)
        self._unconfirmed.clear()

    def _confirm(self, trial: Unconfirmed, choice: JudgedChoice) -> tuple[float, float]:
        """The cost of a move if the others played on as those who sat there, and the standard error of that.

        Where all others are weak bots they play as stewards instead: the light policy, which stands for weak bots, has
        judged the move before, and destroys more than some of them do. The player goes on with what they really did,
        or as a steward, if that is better for them. It ends after a third of the worlds where the move certainly
        cost little.
        """
        g, seat, memory, known, rest, random = trial
        stewards = self._careful if self._careful - {seat} else frozenset(range(len(g.players)))
        better, usual, planned = list[Trial](), list[Trial](), list[Trial]()
        part = -(-self._effort.confirming // 3)
        mean, error = 0.0, inf
        while len(better) < self._effort.confirming and mean + ERRORS * error > LEAST:
            worlds = [resample(g, seat, random, known=known) for _ in range(part)]
            seed = random.getrandbits(64)
            moves = (choice.better, choice.played)
            found = tried(worlds, seat, moves, memory, Random(seed), stewards=stewards)
            better += found[choice.better]
            usual += found[choice.played]
            if rest:
                plans = {choice.played: rest}
                planned += tried(worlds, seat, moves[1:], memory, Random(seed), plans, stewards)[choice.played]
            did = max(usual, planned or usual, key=chance)
            mean, error = mean_and_error([a.chance - b.chance for a, b in zip(better, did, strict=True)])
        return mean, error

    def result(self) -> Review:
        """The findings so far."""
        self._settle()
        turns = []
        for (seat, round, rank), choices in self._turns.items():
            cost, confirmed = (sum([each.cost for each in choices]), sum([each.confirmed for each in choices]))
            error = sqrt(sum([choice.error**2 for choice in choices]))
            doubt = sqrt(sum([choice.doubt**2 for choice in choices]))
            if min(cost, confirmed) > LEAST and cost > ERRORS * error and confirmed > ERRORS * doubt:
                worst = max(choices, key=lambda choice: min(choice.cost, choice.confirmed))
                both, uncertain = (cost + confirmed) / 2, max(error, doubt)
                turns.append(CostlyTurn(seat, round, rank, LASTING * both, LASTING * uncertain, worst))
        lost = [(sum([own for own, _ in each]), sum([arbitrary for _, arbitrary in each])) for each in self._lost]
        errors = [accuracy_error(each) for each in self._lost]
        return Review(
            tuple(map(tuple, self._standings)),
            tuple(sorted(turns, key=lambda turn: -turn.cost)),
            tuple([accuracy(*each) if error <= MOST_ERROR else None for each, error in zip(lost, errors, strict=True)]),
            tuple(lost),
            tuple(errors),
        )


def _drawn_together(shares: Sequence[float]) -> list[float]:
    """Chances at a table of equals."""
    raised = [share**EQUALS for share in shares]
    return [each / sum(raised) for each in raised]


def accuracy(lost: float, arbitrary: float) -> float | None:
    """The share that was kept of the loss by arbitrary moves, from 0 to 100."""
    return 100 * min(1.0, max(0.0, 1 - lost / arbitrary)) if arbitrary > 0 else None


def accuracy_error(choices: Sequence[tuple[float, float]]) -> float:
    """The standard error of an accuracy, in points, by the spread of the choices it is made of.

    Args:
        choices: What each choice cost, and what an arbitrary move would have cost.

    Returns:
        Infinity for fewer than `LEAST_CHOICES`, and where arbitrary moves would have lost nothing.
    """
    number, stake = len(choices), sum([arbitrary for _, arbitrary in choices])
    if number < LEAST_CHOICES or stake <= 0:
        return inf
    share = sum([own for own, _ in choices]) / stake
    spread = sum([(own - share * arbitrary) ** 2 for own, arbitrary in choices])
    return 100 * sqrt(spread * number / (number - 1)) / stake
