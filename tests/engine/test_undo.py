"""The last moves of one's own turn can be taken back, as long as they showed nobody anything hidden."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine import (
    UNDO,
    CitadelsError,
    Event,
    History,
    IllegalMove,
    Move,
    Rules,
    State,
    ViewReducer,
    new_game,
    resample,
    save,
    seen,
    view,
)
from engine.bots.memory import Memory
from engine.undo import LIMIT, REASONS
from tests.support.engine.games import BOXES, FIVE, Box, choose, random_game
from tests.support.engine.secrecy import compare, outcome, sight_of_decision
from tests.support.tiers import tiered


class Players:
    """What everybody knows who is told the events of a game, and what bots remember of it."""

    def __init__(self, rules: Rules) -> None:
        self.reducers = [ViewReducer.start(rules, seat) for seat in (None, *range(rules.players))]
        self.memory = Memory()

    def follow(self, state: State) -> None:
        for event in state.drain():
            for reducer in self.reducers:
                reducer.feed([seen(event, reducer.view.seat)])
            self.memory.watch(seen(event, 0))
        for reducer in self.reducers:
            assert reducer.view == view(state, reducer.view.seat)

    @property
    def remembered(self) -> tuple[object, ...]:
        memory = self.memory
        return memory.picked, memory.trades, memory.spared, memory.built, memory.directors


def check_refusal(history: History) -> None:
    """What cannot be taken back is refused with a reason, and changes nothing."""
    before, undone = save(history.state), history.undone
    with pytest.raises(IllegalMove, match=REASONS[history.refusal]):
        history.play(UNDO)
    assert (save(history.state), history.undone, history.state.drain()[:-1]) == (before, undone, [])


def play(number: int, box: Box) -> Counter[str]:
    """A random game in which much is taken back; how often that was possible, and why it was not."""
    game = random_game(number, box)
    history, players, chance = History(game), Players(game.rules), Random(f"undo {number}")
    eager, wish = chance.choice((0.0, 0.6, 0.95)), chance.choice((0.1, 0.4))
    players.follow(game)
    found: Counter[str] = Counter()
    stands: list[tuple[int, Move]] = []
    before: list[tuple[object, object]] = []
    while (seat := history.state.seat) is not None:
        refusal = history.refusal
        found[refusal] += 1
        if refusal:
            if chance.random() < 0.1:
                check_refusal(history)
        elif chance.random() < wish:
            history.play(UNDO)
            assert history.state.log == ["undo", seat]
            players.follow(history.state)
            stands.pop()
            # The copy is the game as it was, to the last card and the next random number.
            assert (save(history.state), players.remembered) == before.pop()
            assert history.state.seat == seat
            continue
        move = choose(history.state, chance, eager)
        stands.append((seat, move))
        before.append((save(history.state), players.remembered))
        history.play(move)
        players.follow(history.state)
    again = random_game(number, box)
    for seat, move in stands:
        assert again.seat == seat
        again.apply(move)
    assert save(again) == save(history.state)
    return found


@pytest.mark.parametrize("box", tiered(BOXES, BOXES[::3]), ids=str)
@pytest.mark.slow
def test_an_undo_gives_back_the_position_and_every_view_of_it(box: Box) -> None:
    found = play(0, box)
    assert found[""] > 30
    assert {"turn", "nothing", "hidden"} <= set(found)


@pytest.mark.long
@pytest.mark.parametrize("box", BOXES, ids=str)
def test_many_undos_give_back_the_position_and_every_view_of_it(box: Box) -> None:
    for number in range(1000, 1050):
        play(number, box)


@pytest.mark.slow
def test_every_reason_against_an_undo_is_met() -> None:
    found = sum((play(number, FIVE) for number in range(100, 106)), Counter[str]())
    assert set(found) == {"", *REASONS}


def at_a_turn(game: State) -> History:
    """Go on to the first turn."""
    history = History(game)
    while history.state.kind != "menu":
        history.play(history.state.moves[0])
        history.state.drain()
    return history


def test_no_more_than_the_limit_is_taken_back_in_a_turn() -> None:
    history = at_a_turn(new_game(Rules.make(4, preset="first_game"), seed=3))
    for _ in range(LIMIT):
        history.play(Move("gold"))
        history.play(UNDO)
    history.play(Move("gold"))
    assert history.refusal == "limit"
    with pytest.raises(IllegalMove, match="10 moves in this turn already"):
        history.play(UNDO)
    history.play(Move("end"))
    while history.state.kind != "menu":
        history.play(history.state.moves[0])
    assert history.refusal == "nothing"
    history.play(Move("gold"))
    assert history.refusal == ""


def test_several_moves_are_taken_back_one_after_another() -> None:
    history = at_a_turn(new_game(Rules.make(4, preset="first_game"), seed=3))
    first = save(history.state)
    history.play(Move("gold"))
    second = save(history.state)
    history.play(next(move for move in history.state.moves if move.verb in ("build", "rob", "kill")))
    history.play(UNDO)
    assert save(history.state) == second
    history.play(UNDO)
    assert save(history.state) == first
    assert history.refusal == "nothing"


def test_a_game_goes_on_without_its_history_when_a_move_is_refused() -> None:
    history = at_a_turn(new_game(Rules.make(4), seed=5))
    history.play(Move("gold"))
    with pytest.raises(CitadelsError):
        history.play(Move("gold"))
    history.play(UNDO)
    assert Move("gold") in history.state.moves


def test_a_follower_takes_back_only_moves_it_has_seen() -> None:
    history = at_a_turn(new_game(Rules.make(4), seed=5))
    reducer, seat = ViewReducer(view(history.state, 0)), history.state.seat
    assert seat is not None
    with pytest.raises(CitadelsError):
        reducer.feed([Event("undo", seat)])


# What nobody learns from


def same_in_other_worlds(number: int, box: Box, share: float) -> int:
    """Compare moves that can be taken back in worlds that some seat cannot tell apart; how many were compared."""
    game, chance = random_game(number, box), Random(f"worlds with undo {number}")
    eager, compared = chance.choice((0.6, 0.95)), 0
    history = History(game)
    game.drain()
    while history.state.seat is not None:
        state, move = history.state, choose(history.state, chance, eager)
        if state.turn and state.turn.seat == state.seat and chance.random() < share:
            compared += sum(same_refusal(state, move, seat, chance) for seat in (None, *range(box.players)))
        history.play(move)
        history.state.drain()
    return compared


def same_refusal(state: State, move: Move, seat: int | None, chance: Random) -> bool:
    """That a move can be taken back tells no seat anything, and it told its mover nothing; whether it was compared."""
    here, there = History(state.clone()), History(resample(state, seat, chance))
    if move not in there.state.moves:
        return False
    there.state.seed, there.state.counter = state.seed, state.counter  # the same luck in both
    mover = state.seat
    before = state.turn
    for each in (here, there):
        each.play(move)
    if here.state.turn is None or before is None or here.state.seat != mover or here.refusal == "nothing":
        return False
    assert here.refusal == there.refusal, (str(move), seat)
    if seat == mover and not here.refusal:
        worlds = [each.clone() for each in (state, resample(state, seat, chance))]
        worlds[1].seed, worlds[1].counter = state.seed, state.counter
        one, two = (outcome(world, (move,), seat) for world in worlds)
        compare(2, seat, str(move), one, two)
        assert sight_of_decision(worlds[0], seat) == sight_of_decision(worlds[1], seat)
    return True


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.slow
def test_an_undoable_move_showed_nothing_hidden(box: Box) -> None:
    assert sum(same_in_other_worlds(number, box, 0.1) for number in range(2)) > 30


# Every verb

ALWAYS = "kill rob sign warrant rose threaten beautify beg demolish exchange sell store discard shorten pay"
SOMETIMES = "gold keep build destroy seize offer crown play pass collect tribute done draw refuse"
NEVER = "end bewitch look take spy swap divine give forge stake"
"""The verbs of moves in one's own turn, by whether they can be taken back."""


@pytest.mark.slow
def test_every_move_of_a_turn_can_be_taken_back_always_sometimes_or_never() -> None:
    found: dict[str, set[str]] = {}
    for number, box in enumerate(box for box in BOXES for _ in range(4)):
        game = random_game(number, box)
        history, chance = History(game), Random(number)
        while history.state.seat is not None:
            state, turn, move = history.state, history.state.turn, choose(history.state, chance, 0.95)
            own = turn is not None and turn.seat == state.seat
            history.play(move)
            state.drain()
            if own:
                over = state.turn is not turn
                found.setdefault(move.verb, set()).add("over" if over else history.refusal or "yes")
    always, sometimes, never = (set(verbs.split()) for verbs in (ALWAYS, SOMETIMES, NEVER))
    assert set(found) == always | sometimes | never
    for verb, outcomes in found.items():
        if verb in always:
            assert outcomes == {"yes"}, verb
        else:
            assert ("yes" in outcomes) == (verb in sometimes), verb
