"""Hypothesis looks for a short series of moves, copies and stores that breaks a law."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import Rules, State, ViewReducer, load, new_game, resample, save, seen, view
from engine.editions import EDITIONS
from tests.support.engine.games import BOXES
from tests.support.engine.positions import check_position, check_refused

pytestmark = pytest.mark.slow


@st.composite
def setups(draw: st.DrawFn) -> Rules:
    """Any legal setup."""
    box = draw(st.sampled_from(BOXES))
    edition, players = EDITIONS[box.edition], box.players
    ranks = draw(st.sampled_from(edition.counts[players]))
    cast = [
        draw(st.sampled_from([id for id in ids if players >= edition.banned.get(id, 0)]))
        for ids in edition.characters[:ranks]
    ]
    least, most = edition.unique_count
    uniques = draw(st.lists(st.sampled_from(edition.uniques), min_size=least, max_size=most, unique=True))
    uniques = [id for id in uniques if edition.excludes.get(id) not in cast]
    options = {name: draw(st.booleans()) for name in edition.options}
    return Rules.make(players, edition.id, characters=cast, uniques=uniques, action_cards=box.actions, options=options)


class Games(RuleBasedStateMachine):
    """One game, played by hypothesis."""

    g: State

    @initialize(rules=setups(), seed=st.binary(min_size=16, max_size=64))
    def start(self, rules: Rules, seed: bytes) -> None:
        self.g = new_game(rules, seed)
        self.reducers = [ViewReducer.start(rules, seat) for seat in (None, *range(rules.players))]
        self.follow()

    def follow(self) -> None:
        events = self.g.drain()
        for reducer in self.reducers:
            reducer.feed(seen(event, reducer.view.seat) for event in events)

    @precondition(lambda self: not self.g.over)
    @rule(data=st.data(), steps=st.integers(1, 12))
    def play(self, data: st.DataObject, steps: int) -> None:
        for _ in range(steps):
            if not self.g.over:
                self.g.apply(data.draw(st.sampled_from(self.g.moves)))
                self.follow()

    @precondition(lambda self: not self.g.over)
    @rule(data=st.data())
    def play_a_copy_and_come_back(self, data: st.DataObject) -> None:
        before, copy = save(self.g), self.g.clone()
        copy.apply(data.draw(st.sampled_from(copy.moves)))
        assert save(self.g) == before

    @rule()
    def store_and_load(self) -> None:
        before = save(self.g)
        self.g = load(before)
        assert save(self.g) == before

    @precondition(lambda self: not self.g.over)
    @rule(data=st.data())
    def try_the_impossible(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(self.g.moves))
        check_refused(self.g, [move._replace(verb="x" + move.verb), move._replace(seat=7, target="castle")])

    @rule(random=st.randoms(use_true_random=False))
    def imagine_other_worlds(self, random: object) -> None:
        for seat in (None, *range(len(self.g.players))):
            world = resample(self.g, seat, random)  # type: ignore[arg-type]
            assert view(world, seat) == view(self.g, seat)
            check_position(world)

    @invariant()
    def laws(self) -> None:
        check_position(self.g)
        for reducer in self.reducers:
            assert reducer.view == view(self.g, reducer.view.seat)


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
