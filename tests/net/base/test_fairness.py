"""Fairness: places and rates that many addresses share."""

from __future__ import annotations

from functools import partial

import pytest

from net.base.fairness import AddressRates, FairQueue, Turns
from tests.support.net.fakes import FakeClock
from tests.support.tiers import tiered


def queue(*items: str) -> FairQueue[str]:
    """Things whose address is their first letter."""
    found: FairQueue[str] = FairQueue()
    for item in items:
        found.add(item, item[0])
    return found


def test_addresses_take_turns_and_the_newest_of_each_is_first() -> None:
    found = queue("a1", "a2", "a3", "b1")
    assert [found.serve() for _ in range(4)] == ["a3", "b1", "a2", "a1"]
    assert len(found) == 0
    assert [queue("a1", "a2").serve(in_order=True), queue("a1", "b1").serve("b")] == ["a1", "b1"]


def test_the_oldest_of_those_who_have_most_goes_first() -> None:
    found = queue("b1", "a1", "a2", "a3")
    assert [found.evict() for _ in range(2)] == ["a1", "a2"]
    found.discard("b1")
    found.discard("b1")
    assert len(found) == found.count("a") == 1
    assert found.evict() == "a3"


def test_a_place_that_is_kept_for_long_goes_to_an_address_that_has_fewer() -> None:
    found = queue("a1", "a2", "a3", "b1", "b2")
    assert [found.to_evict(address) for address in "abc"] == [None, None, "a1"]
    assert queue().to_evict("a") is None
    # Where everybody has one, nobody takes another's: they would go on for ever.
    assert queue("a1", "b1").to_evict("c") is None


class Door:
    """A rate of one a second, and who came in."""

    def __init__(self, rate: tuple[float, int] = (1.0, 1), waiting: int = 99, *, in_order: bool = False) -> None:
        self.clock = FakeClock()
        self.turns = Turns(rate, waiting, self.clock.now, self.clock.later, in_order=in_order)
        self.came: list[str] = []
        self.refused: list[str] = []

    def ask(self, *whom: str) -> None:
        """Come from the address that is the first letter."""
        for who in whom:
            self.turns.enqueue(who, who[0], partial(self.came.append, who), partial(self.refused.append, who))

    def wait(self, seconds: int = 1) -> None:
        """Let time go by."""
        for _ in range(seconds):
            self.clock.time += 1.0
            due, self.clock.timers = self.clock.timers, []
            for timer in due:
                assert not timer.cancelled
                timer.action()


def test_addresses_share_a_rate_by_turns() -> None:
    door = Door()
    door.ask("a1", "a2", "a3", "b1", "b2", "c1")
    assert door.came == ["a1"]
    door.wait(3)
    # b and c had no turn yet: every other one is theirs.
    assert {"b2", "c1"} < set(door.came[1:])
    door.ask("d1")
    door.wait(2)
    assert "d1" in door.came
    door.wait(9)
    assert sorted(door.came) == ["a1", "a2", "a3", "b1", "b2", "c1", "d1"]
    assert len(door.turns) == 0
    # Nobody waits where nobody else comes.
    door.ask("a4")
    assert door.came[-1] == "a4"


@pytest.mark.parametrize("attackers", tiered([1, 25, 250], [1, 25]))
def test_many_addresses_keep_nobody_out(attackers: int) -> None:
    door = Door(waiting=256)
    crowd = [chr(1000 + number) for number in range(attackers)]
    # All of them had a turn by then.
    for second in range(attackers + 10):
        door.ask(*(f"{each}{second}" for each in crowd))
        door.wait()
    door.ask("z1")
    door.ask(*(f"{each}!" for each in crowd))
    door.wait(2)
    assert "z1" in door.came
    assert "z1" not in door.refused


def test_new_addresses_without_end_leave_half_of_the_turns_to_the_others() -> None:
    door = Door(waiting=256)
    door.ask("a1", "a2")
    for second in range(100):
        door.ask(chr(1000 + second), chr(2000 + second))
    door.wait(5)
    assert "a2" in door.came


def test_the_oldest_of_the_largest_crowd_is_refused() -> None:
    door = Door(waiting=3)
    door.ask("a0", "a1", "a2", "b1", "a3")
    assert (door.came, door.refused) == (["a0"], ["a1"])
    door.turns.forget("b1")
    door.turns.forget("b1")
    door.wait(3)
    assert door.came == ["a0", "a3", "a2"]
    door.turns.charge(5)
    door.ask("a4")
    door.wait(4)
    assert "a4" not in door.came
    door.turns.close()
    assert door.refused == ["a1", "a4"]


def test_requests_of_an_address_keep_their_order() -> None:
    door = Door(in_order=True)
    door.ask("a0", "a1", "a2")
    door.wait(2)
    assert door.came == ["a0", "a1", "a2"]


def test_singly_all_others_have_their_turn_between() -> None:
    clock, came = FakeClock(), []
    turns = Turns((1000.0, 1000), 9, clock.now, clock.later, singly=True)
    for who in ("a1", "a2", "b1"):
        turns.enqueue(who, who[0], lambda who=who: came.append(who))  # type: ignore[misc]
    assert came == ["a1"]
    for count in (2, 3):
        clock.timers.pop(0).action()
        assert len(came) == count


def test_each_address_has_a_rate_and_the_oldest_of_many_are_forgotten() -> None:
    rates = AddressRates((1.0, 2))
    assert [rates.take_token("a", 0.0) for _ in range(3)] == [True, True, False]
    assert rates.take_token("b", 0.0)
    assert rates.take_token("a", 1.0)
    for number in range(5000):
        rates.take_token(number, 1.0)
    assert len(rates._buckets) < 5000
