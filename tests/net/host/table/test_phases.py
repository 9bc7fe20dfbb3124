"""Phases: when they have run once after an input, nothing is left to do, in whatever state the table is."""

from __future__ import annotations

from collections.abc import Awaitable
from random import Random

import pytest

from net.host.table.table import Table
from tests.support.net.fakes import at_once
from tests.support.net.random_requests import RandomRoom, snapshot

STEPS = 60
"""Things that happen at one table, at most."""


class RepeatingRoom(RandomRoom):
    """A random table at which all phases run once more after each input: request, arrival, departure or timer."""

    inputs = 0
    known: Table | None = None

    def settle(self) -> None:
        """Handle everything in the inbox, as a table does by itself: the first input of each asks for nothing."""
        if self.known is not self.table:
            self.known = self.table
            self.table.inbox.post(lambda: None)
        while not self.table.inbox.empty():
            at_once(self.table.handle(self.table.inbox.get_nowait()))
            self.repeat()

    def repeat(self) -> None:
        """Run each phase once more, and see that it changes nothing and tells nobody anything."""
        self.inputs += 1
        before = snapshot(self)
        for phase in self.table.phases:
            if phase.at_end or not self.table.ended:
                waiting = phase.run()
                if isinstance(waiting, Awaitable):
                    at_once(waiting)  # type: ignore[arg-type]
        after = snapshot(self)
        changed = {where for where in before.keys() | after.keys() if before.get(where) != after.get(where)}
        assert not changed, {where: (before.get(where), after.get(where)) for where in changed}


# With 24 a game cannot be dealt, and its owner is away: who looked for an heir before that would look once more.
@pytest.mark.slow
@pytest.mark.parametrize("seed", [24, pytest.param(2, marks=pytest.mark.long)])
def test_phases_that_run_again_change_nothing_and_tell_nobody_anything(seed: int) -> None:
    wanted, random = 10_000 if seed == 2 else 250, Random(f"phases {seed}")
    inputs = 0
    while inputs < wanted:
        options = {"bots_after": random.choice([0.0, 0.0, 20.0]), "series": random.choice([0, 0, 2])}
        room = RepeatingRoom(random, **options)
        for _ in range(STEPS):
            room.step()
            if room.gone_for_good:
                break
        inputs += room.inputs
