"""The review of a game: it is honest, it finds what was thrown away, and its figures are right."""

from __future__ import annotations

import faulthandler
from collections import defaultdict
from math import inf
from random import Random
from statistics import fmean, pstdev
from typing import Any

import pytest

from bench.fit import TABLES
from citadels_tui.rulings import position
from engine import Move, Record, Rules, State, resample
from engine.arena.tournament import interval
from engine.bots.memory import Memory
from engine.bots.playout import play_round
from engine.bots.value import FEATURES
from engine.review.reasons import Reason
from engine.review.review import (
    LEAST_CHOICES,
    MOST_ERROR,
    JudgedChoice,
    Review,
    ReviewEffort,
    Reviewer,
    accuracy,
    accuracy_error,
    rest_of_turn,
    review,
)
from engine.review.trials import GROUPS, LASTING, Trial, careful, mean_and_error, reason, tried
from engine.view import View
from tests.support.engine.reviewed import LAST_TURN, played

QUICK = ReviewEffort(2, 1, 1, 0, 2)
LADDER = ("random", "novice", "richard", "steward", "schemer")


def test_every_feature_of_the_value_has_a_name_for_people() -> None:
    assert set(GROUPS) == set(FEATURES)


def test_an_error_needs_two_values() -> None:
    assert mean_and_error([1.0]) == (1.0, float("inf"))
    mean, error = mean_and_error([0.0, 1.0, 0.0, 1.0])
    assert mean == 0.5
    assert error == pytest.approx(0.2887, abs=1e-4)


def ended(over: bool = False, amount: float = 0.0, **parts: float) -> Trial:
    """A trial in which all amounts are the same; of two rivals, who are equally strong unless it is said."""
    strengths = {"p2": 1.0, "p3": 1.0} | parts
    return Trial(0.5, over, strengths, {"gold": amount, "cards": amount, "city": amount, "end": amount})


@pytest.mark.parametrize(
    ("better", "played", "why"),
    [
        (ended(gold=2.0, amount=3.0), ended(gold=1.0, amount=1.0), Reason("gold", -1, 2.0)),
        (ended(gold=2.0, cards=1.0), ended(gold=1.5), Reason("cards")),
        # A rival who is weaker afterwards; of whom the other move would have made stronger, and by how much.
        (ended(p3=0.5), ended(p3=2.0), Reason("rival", 2)),
        (ended(p2=0.5, p3=1.0), ended(p2=2.0, p3=1.5), Reason("rival", 1)),
        (ended(p3=2.0, gold=1.0), ended(p3=0.5, gold=0.9), Reason("gold")),
        (ended(crown=0.1), ended(), Reason("crown")),
        # The game is over after one of them.
        (ended(True, 9.0), ended(amount=4.0, gold=5.0), Reason("end", -1, 5.0)),
        (ended(amount=9.0, gold=5.0), ended(True, 4.0), Reason("end", -1, 5.0)),
    ],
)
def test_the_reason_is_what_one_move_leads_to_more_than_the_other(better: Trial, played: Trial, why: Reason) -> None:
    assert reason([better] * 3, [played] * 3) == why


def test_trials_that_ended_the_game_do_not_count_where_most_did_not() -> None:
    better, played = ended(gold=1.0, amount=2.0), ended(amount=1.0)
    assert reason([better, better, ended(True, 50.0)], [played] * 3) == Reason("gold", -1, 1.0)
    assert reason([better] * 3, [played, played, ended(True)]) == Reason("gold", -1, 1.0)


def test_a_player_s_plan_is_what_they_did_before_anybody_else_was_asked() -> None:
    moves = [(0, Move("gold")), (0, Move("build", "palace")), (0, Move("end")), (1, Move("gold")), (0, Move("draw"))]
    record = Record(Rules.make(2), ("Ann", "Bo"), bytes(16), moves)
    rests = [rest_of_turn(record, moment) for moment in range(len(moves))]
    assert rests == [[Move("build", "palace"), Move("end")], [Move("end")], [], [], []]


def test_accuracy_is_a_share_of_what_could_be_lost() -> None:
    assert (accuracy(0.0, 2.0), accuracy(0.5, 2.0), accuracy(3.0, 2.0), accuracy(0.0, 0.0)) == (100, 75, 0, None)


def test_the_error_of_an_accuracy_is_that_of_its_choices() -> None:
    """Choices drawn from one distribution: the accuracies of many samples lie as far apart as each of them says."""
    chance, found, said = Random(5), list[float](), list[float]()
    for _ in range(400):
        choices = [(chance.gauss(0.02, 0.05), chance.gauss(0.1, 0.05)) for _ in range(30)]
        found.append(100 * (1 - sum(own for own, _ in choices) / sum(arbitrary for _, arbitrary in choices)))
        said.append(accuracy_error(choices))
    assert pstdev(found) == pytest.approx(fmean(said), rel=0.1)


def test_no_accuracy_is_given_without_information() -> None:
    sure, nothing = [(0.0, 0.1)] * 30, [(0.02, 0.01), (-0.02, 0.02), (0.05, -0.02), (-0.03, 0.04)] * 8
    assert accuracy_error(sure) == 0
    assert accuracy_error(sure[: LEAST_CHOICES - 1]) == accuracy_error([(0.1, 0.0)] * 30) == inf
    assert accuracy_error(nothing) > MOST_ERROR
    assert accuracy_error([(0.0, 0.001)] * 30) == 0
    reviewer = Reviewer(2, QUICK)
    reviewer._lost = [sure, nothing]
    found = reviewer.result()
    assert found.accuracy == (100, None)
    assert found.lost[1] == pytest.approx((0.16, 0.4))


def test_eight_in_ten_of_the_imagined_worlds_lie_in_the_band(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [number / 20 for number in range(20)]
    Random(1).shuffle(told)
    worlds = iter(told * 4)
    monkeypatch.setattr("engine.review.review.chances", lambda world: [next(worlds)] * 4)
    reviewer = Reviewer(4, ReviewEffort(standing=20), ("novice",) * 4)
    reviewer.stand(position(LAST_TURN), 3)
    for (found,) in reviewer.result().standings:
        assert (found.round, found.moment, found.least, found.most) == (1, 3, 0.1, 0.85)
        assert found.chance == pytest.approx(sum(told) / 20)
        assert sum(found.least <= chance <= found.most for chance in told) == 16


def judged_choice(cost: float, error: float, confirmed: tuple[float, float] = (0.0, 0.0)) -> JudgedChoice:
    """A choice that cost as much whoever sat there, unless the cost and its error with those are given."""
    again, doubt = confirmed if any(confirmed) else (cost, error)
    return JudgedChoice(0, Move("end"), Move("gold"), cost, error, again, doubt, Reason("gold", -1, 1.0))


def test_a_turn_is_named_for_the_sum_of_its_costs() -> None:
    """Errors of several choices add up in squares, and a cost within two of them, or a small one, names no turn.

    Nor does one that is not confirmed with rivals such as sat there.
    """
    reviewer = Reviewer(2, QUICK)
    worst = judged_choice(0.07, 0.04)
    reviewer._turns = {
        (0, 1, 4): [judged_choice(0.05, 0.03), worst],
        (0, 2, 4): [judged_choice(0.05, 0.03)],
        (0, 3, 4): [judged_choice(0.04, 0.001)],
        (0, 4, 4): [judged_choice(0.2, 0.01, (0.04, 0.001))],
        (0, 5, 4): [judged_choice(0.2, 0.01, (0.2, 0.11))],
        (1, 2, 0): [judged_choice(0.2, 0.01, (0.1, 0.02))],
        (1, 3, 0): [judged_choice(0.3, 0.16, (0.3, 0.01))],
    }
    first, second = reviewer.result().turns
    assert (first.seat, first.round, first.rank) == (1, 2, 0)
    assert first.cost == pytest.approx(LASTING * 0.15)
    assert first.error == pytest.approx(LASTING * 0.02)
    assert (second.seat, second.round, second.rank, second.choice) == (0, 1, 4, worst)
    assert second.cost == pytest.approx(LASTING * 0.12)
    assert second.error == pytest.approx(LASTING * 0.05)


@pytest.mark.slow
def test_every_round_is_judged_for_everybody_and_the_same_each_time() -> None:
    record = played(1, ("novice", "richard", "novice"))
    shares: list[float] = []
    found = review(record, QUICK, shares.append)
    rounds = record.replay().round
    assert [[each.round for each in standings] for standings in found.standings] == [[*range(1, rounds + 1)]] * 3
    assert all(0 <= each.least <= each.chance <= each.most <= 1 for all_ in found.standings for each in all_)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert review(record, QUICK) == found


def test_a_review_ends_when_nobody_waits_for_it() -> None:
    def leave(share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        review(played(1, ("novice", "random", "novice")), QUICK, leave)


def test_the_chances_are_told_at_once_and_the_turns_round_by_round() -> None:
    record, told = played(1, ("novice", "random", "novice")), list[Review]()
    whole = review(record, QUICK, first=told.append)
    assert whole == review(record, QUICK)
    assert len(told) == len(whole.standings[0])
    assert not told[0].turns
    for each in told:
        assert each.standings == whole.standings
        # A turn that is named stays named.
        assert set(each.turns) <= set(whole.turns)


def judged(g: State, move: Move, effort: ReviewEffort, *rest: Move) -> Review:
    """One decision, judged."""
    reviewer = Reviewer(len(g.players), effort)
    g.tell(reviewer.observers)
    reviewer.decision(g, 0, move, rest)
    return reviewer.result()


def test_a_choice_is_judged_by_what_its_player_knew() -> None:
    """Of two games that the seat cannot tell apart it says the same."""
    tried = 0
    for number, (seat, move) in enumerate((record := played(2, ("steward", "novice", "richard"))).moves):
        if number % 9 == 4:
            *_, g = Record(record.rules, record.names, record.seed, record.moves[:number]).steps()
            twin = resample(g, seat, Random(number))
            assert g.seat == seat
            g.log.clear()
            twin.log.clear()
            one, other = judged(g, move, QUICK), judged(twin, move, QUICK)
            assert one.lost == other.lost
            assert one.standings[seat] == other.standings[seat]
            tried += 1
    assert tried > 9


def test_the_review_finds_mistakes_and_no_good_moves() -> None:
    """Without a district that can be built in the last turn of the game the game is lost, and with it won."""
    g = position(LAST_TURN)
    g.apply(Move("gold"))
    effort = ReviewEffort(4, 4, 4, 12, 2)
    wrong = judged(g.clone(), Move("end"), effort)
    (turn,) = wrong.turns
    assert (turn.seat, turn.rank, str(turn.choice.better)) == (0, 8, "build palace")
    assert turn.cost > 0.5 * LASTING
    assert turn.choice.reason.code == "end"
    right = judged(g.clone(), Move("build", "palace"), effort)
    assert not right.turns
    assert right.lost[0][0] == 0


def test_people_and_strong_bots_play_on_as_stewards() -> None:
    assert careful(("", "random", "schemer", "richard", "my_own_bot"), 5) == {0, 2, 4}
    assert careful((), 3) == {0, 1, 2}


def test_a_named_turn_also_costs_against_the_real_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    g = position(LAST_TURN)
    g.apply(Move("gold"))
    effort, rivals = ReviewEffort(4, 4, 4, 12, 2), list[Any]()

    def noted(*found: Any, **more: Any) -> dict[Move, list[Trial]]:
        rivals.append(more.get("stewards") or found[-1])
        return tried(*found, **more)

    monkeypatch.setattr("engine.review.review.tried", noted)
    assert judged(g.clone(), Move("end"), effort).turns
    assert rivals[-1] == {0, 1, 2, 3}
    monkeypatch.setattr(Reviewer, "_confirm", lambda *about: (0.04, 0.001))
    assert not judged(g.clone(), Move("end"), effort).turns


def test_a_seat_keeps_to_its_plan_until_a_move_of_it_is_not_legal() -> None:
    """Where it may, it ends its turn as planned; a plan for other cards is given up, and a steward would build."""
    g = position(LAST_TURN)
    for plan, built in (((Move("end"),), 5), ((Move("build", "harbor"), Move("end")), 6), ((), 6)):
        assert len(play_round(g, 0, Move("gold"), Random(1), {0: Memory()}, plan).end.players[0].city) == built


def test_a_later_move_of_the_turn_is_no_omission(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who destroys and then builds has built, whatever a steward would have done after the first of it."""

    def idle(seen_view: View, memory: Memory) -> list[Move]:
        return sorted(seen_view.moves, key=lambda move: (move.verb != "build", move.verb != "end"))

    g = position({**LAST_TURN, "p4": {"characters": ["merchant"], "city": ["tavern"]}})
    g.apply(Move("gold"))
    first, build = Move.parse("destroy p4.tavern"), Move("build", "palace")
    effort = ReviewEffort(2, 4, 4, 12, 2)
    monkeypatch.setattr("engine.bots.playout.preferred", lambda v, m: idle(v, m)[::-1])
    monkeypatch.setattr("engine.review.review.preferred", idle)
    assert judged(g.clone(), first, effort).turns
    assert not judged(g.clone(), first, effort, build).turns


@pytest.fixture
def unhurried() -> None:
    """Take away the limit of one test's time: on a busy machine these take longer than any that hangs."""
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.long
@pytest.mark.usefixtures("unhurried")
def test_accuracy_puts_the_bots_in_the_order_of_their_strength() -> None:
    """Fifty games of one of each kind, everybody in each seat."""
    lost: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for number in range(50):
        names = tuple(LADDER[(seat - number) % 5] for seat in range(5))
        found = review(played(number, names), ReviewEffort(4, 6, 6, 0, 2))
        for name, (own, arbitrary) in zip(names, found.lost, strict=True):
            lost[name][0] += own
            lost[name][1] += arbitrary
    kept = [1 - lost[name][0] / lost[name][1] for name in LADDER]
    assert kept == sorted(kept), dict(zip(LADDER, kept, strict=True))


@pytest.mark.long
@pytest.mark.usefixtures("unhurried")
def test_estimates_of_50_to_60_percent_are_calibrated() -> None:
    """At tables of several editions and sizes; positions of one game hang together, so the interval is a wide one."""
    said, won = 0, 0.0
    for number in range(320):
        players, edition, preset = TABLES[number % len(TABLES)]
        chance = Random(f"said {number}")
        names = tuple(chance.choice(("steward", "steward", "richard", "novice")) for _ in range(players))
        record = played(1000 + number, names, edition, preset)
        winners = record.replay().winners
        # No choice is judged: only how everybody stands.
        reviewer = Reviewer(players, ReviewEffort(standing=12), names)
        known = 0
        for moment, g in enumerate(record.steps()):
            g.tell(reviewer.observers)
            if g.round != known and g.seat is not None:
                known = g.round
                reviewer.stand(g, moment)
        for seat, standings in enumerate(reviewer.result().standings):
            for each in standings:
                if 0.5 <= each.chance < 0.6:
                    said += 1
                    won += (seat in winners) / len(winners)
    _, least, most = interval(round(won), said)
    assert said > 200
    assert least < 0.6, (won, said)
    assert most > 0.5, (won, said)
    assert 0.44 < won / said < 0.66, (won, said)
