"""A sensible player by rules: builds what scores, chooses what pays, strikes where it hurts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from engine.bots.bot import check_choice
from engine.bots.character_moves import CHARACTER_MOVES
from engine.bots.district_moves import DISTRICT_MOVES
from engine.bots.districts import WORTHS
from engine.bots.evaluation import purse
from engine.bots.features import Outlook
from engine.bots.knowledge import Judge, Weighed, comparable
from engine.bots.last_turn import card_in_hand
from engine.bots.memory import Memory
from engine.bots.prospects import own_turn, turn_of
from engine.bots.targets import Aims
from engine.bots.turn_policy import JUDGES, Answer, CardJudge, CardMoves, TurnPolicy
from engine.event import Event
from engine.move import Move
from engine.view import View

WHIM = 0.25
"""How far, in points, chance may sway a choice that others try to guess."""
TIE = 0.02
"""How far, where a turn names a character: those that are worth the same are named equally often."""
NAMES = ("kill", "rob")
"""The verbs of that."""
QUIT = ("end", "done", "pass")
"""Verbs that ask for nothing."""


class Steward:
    """Judges every legal move by what it is worth in points and plays the best."""

    liking: ClassVar[Mapping[str, float]] = {}
    """Character -> points that it is worth beyond what it brings: the taste of a temperament."""
    frozen: ClassVar[bool] = False
    """Whether it judges as it first did, without what was repaired since."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.memory = Memory()
        """Facts of the round that no view shows."""

    def watch(self, event: Event) -> None:
        """Take note of an event."""
        self.memory.watch(event)

    def choose(self, view: View) -> Move:
        """The move that is worth most."""
        check_choice(view)
        return view.moves[0] if len(view.moves) == 1 else self.rank(view)[0]

    def rank(self, view: View) -> list[Move]:
        """All moves, the one that is worth most first; of those that are worth the same, the first of the view."""
        return [each.move for each in sorted(self.weigh(view), key=lambda each: -comparable(each.worth))]

    def weigh(self, view: View) -> list[Weighed]:
        """The worth of each move to it in points, with its taste and its whims."""
        assert view.asked is not None
        o = Outlook(view, self.memory, WORTHS, frozen=self.frozen)
        judge = judgement(o, Aims(o))
        kind, liking, random = view.asked.kind, self.liking, self._random
        if kind == "draft" and liking:
            return [
                Weighed(move, judge(move) + liking.get(move.card, 0.0) + random.gauss(0, WHIM)) for move in view.moves
            ]
        if kind in GUESSED:
            return [Weighed(move, judge(move) + random.gauss(0, WHIM)) for move in view.moves]
        if self.frozen:
            return [Weighed(move, judge(move)) for move in view.moves]
        return [
            Weighed(move, judge(move) + (TIE * random.random() if move.verb in NAMES else 0.0)) for move in view.moves
        ]


class FirstSteward(Steward):
    """The steward as it was before its last turn was repaired: an old yardstick, to compare new measurements by."""

    frozen: ClassVar[bool] = True


def judgement(o: Outlook, aims: Aims) -> Judge:
    """How good each answer to the open question is."""
    assert o.view.asked is not None
    return QUESTIONS.get(o.view.asked.kind, unknown)(o, aims)


def unknown(o: Outlook, aims: Aims) -> Judge:
    """A question about cards not known here: ask for nothing where that is possible."""
    return lambda move: float(move.verb in QUIT)


# Choosing characters


def draft(o: Outlook, aims: Aims) -> Judge:
    """The character whose turn is worth most, less what others may do to it."""
    return lambda move: prize(o, aims, o.ruleset.rank_of(move.card))


def aside(o: Outlook, aims: Aims) -> Judge:
    """With two players: lay aside what the other one would like most."""
    (rival,) = o.rivals

    def judge(move: Move) -> float:
        rank = o.ruleset.rank_of(move.card)
        return turn_of(o, rival, rank) - 0.4 * own_turn(o, rank)

    return judge


def prize(o: Outlook, aims: Aims, rank: int) -> float:
    """A turn as a character, less the risk of losing it or its gold."""
    turn = own_turn(o, rank)
    if rank == 1:
        return turn
    share = aims.shares[rank]
    risk = 0.0
    if o.ruleset.char(1).id != "magistrate":
        risk += against(o, 1) * share * (turn - purse(o, o.gold))
    if rank > 2:
        risk += against(o, 2) * share * (purse(o, o.gold) - purse(o, 0))
    return turn - risk


def against(o: Outlook, rank: int) -> float:
    """The probability that a rival holds a rank after the draft, if it is not chosen here."""
    view = o.view
    if rank in view.faceup or rank in view.roles:
        return 0.0
    if rank in view.aside:
        # The last player may choose it, of two.
        return 0.0 if o.frozen or rank in o.ruleset.kept_aside(view) else 0.5
    pool = view.saw[-1]
    others = sum([p.roles for p in view.players]) - len(view.roles)
    if rank not in pool:
        gone = len(o.ruleset.ranks) - len(view.faceup) - len(pool) - len(view.roles) - len(view.aside)
        return min(1.0, others / gone)
    return min(1.0, (len(o.ruleset.plan.picks[0]) * len(view.players) - len(view.roles) - 1 - others) / len(pool))


# Questions in a turn


def keep(o: Outlook, aims: Aims) -> Judge:
    """The card that promises most."""
    return lambda move: card_in_hand(o, o.card(move.card))


def menu(o: Outlook, aims: Aims) -> TurnPolicy:
    """The policy that judges the moves of this seat's turn."""
    return TurnPolicy(o, aims, VERBS)


CARDS: Sequence[CardMoves] = (*CHARACTER_MOVES.values(), *DISTRICT_MOVES.values())

VERBS: Mapping[str, CardJudge] = {
    **JUDGES,
    **{verb: judge for about in CARDS for verb, judge in about.judges.items()},
}
"""How the moves with each verb are judged; those of single cards stand with the cards."""

QUESTIONS: Mapping[str, Answer] = {
    "draft": draft,
    "aside": aside,
    "menu": menu,
    "keep": keep,
    **{kind: answer for about in CARDS for kind, answer in about.answers.items()},
}
"""How the answers to each kind of question are judged; those of single cards stand with the cards."""

GUESSED = {"draft", *[kind for about in CARDS for kind in about.guessed]}
"""Questions whose answers others try to guess."""
