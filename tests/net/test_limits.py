"""How much one peer may have."""

from __future__ import annotations

from dataclasses import replace

from net.doorman import Doorman
from net.limits import DEFAULT, Bucket


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket((2.0, 3), 10.0)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(10.4)
    assert bucket.take(10.5)
    assert not bucket.take(10.5)
    assert bucket.full(20.0)
    assert [bucket.take(20.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(5.0)  # a clock that goes back gives nothing


def test_an_address_may_not_come_too_often() -> None:
    doorman = Doorman(replace(DEFAULT, accepts=(1.0, 2)))
    assert [doorman.knock("a", 0.0) for _ in range(3)] == [True, True, False]
    assert doorman.knock("b", 0.0)
    assert doorman.knock("a", 1.0)


def test_few_may_stand_at_the_door_and_few_of_one_address_inside() -> None:
    doorman = Doorman(replace(DEFAULT, accepts=(1.0, 99), greeters=3, per_address=2))
    assert [doorman.knock("a", 0.0) for _ in range(4)] == [True, True, True, False]
    doorman.admit("a")
    doorman.admit("a")
    assert not doorman.knock("a", 0.0)
    assert doorman.knock("b", 0.0)
    doorman.leave("a", admitted=True)
    doorman.leave("b")
    assert doorman.knock("a", 0.0)


def test_nobody_alone_stands_in_the_others_way() -> None:
    doorman = Doorman(replace(DEFAULT, accepts=(1.0, 99), greeters=3, greeters_per_address=2))
    assert [doorman.knock("a", 0.0) for _ in range(3)] == [True, True, False]
    assert doorman.knock("b", 0.0)
    assert not doorman.knock("c", 0.0)
    doorman.leave("b")
    assert not doorman.knock("a", 0.0)
    assert doorman.knock("c", 0.0)
    doorman.admit("a")
    assert doorman.knock("a", 0.0)


def test_who_fails_often_has_to_wait() -> None:
    doorman = Doorman(replace(DEFAULT, accepts=(100.0, 100), failures=(0.1, 3)))
    for _ in range(3):
        assert doorman.knock("a", 0.0)
        doorman.failed("a", 0.0)
        doorman.leave("a")
    assert not doorman.knock("a", 0.0)
    assert doorman.knock("b", 0.0)
    assert doorman.knock("a", 10.0)


def test_what_counts_as_one_address() -> None:
    assert Doorman.place("10.0.0.1") == "10.0.0.1"
    assert Doorman.place("::ffff:10.0.0.1") == "10.0.0.1"
    assert Doorman.place("2001:db8:1:2::7") == Doorman.place("2001:db8:1:2:ffff::1")
    assert Doorman.place("2001:db8:1:2::7") != Doorman.place("2001:db8:1:3::7")
    assert Doorman.place("fe80::1%eth0") == Doorman.place("fe80::2")


def test_addresses_that_stay_away_are_forgotten() -> None:
    doorman = Doorman(replace(DEFAULT, greeters=10_000))
    for n in range(1100):
        doorman.knock(f"{n}", 0.0)
        doorman.leave(f"{n}")
    doorman.knock("x", 100.0)
    assert len(doorman._accepts) < 10
