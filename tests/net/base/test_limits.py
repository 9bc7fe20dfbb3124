"""How much one peer may have."""

from __future__ import annotations

from dataclasses import replace

from net.base.limits import DEFAULT, Bucket
from net.protocol.client_messages import Act, Ping, Say
from net.protocol.rate_limits import Rates, RatesBook

ACT = Act(cid=1, did=1, head=bytes(32), move="gold", salt=bytes(16), sig=bytes(64))
SAY = Say(cid=1, text="hi")
FEW = replace(DEFAULT, frames=(1.0, 6), moves=(0.5, 2), chats=(0.1, 1))


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket((2.0, 3), 10.0)
    assert [bucket.take_token(10.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take_token(10.4)
    assert bucket.take_token(10.5)
    assert not bucket.take_token(10.5)
    assert bucket.full(20.0)
    assert [bucket.take_token(20.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take_token(5.0)  # a clock that goes back gives nothing


def test_every_message_counts_and_some_twice() -> None:
    rates = Rates(FEW, 0.0)
    assert [rates.allow(ACT, 0.0) for _ in range(3)] == [True, True, False]
    assert [rates.allow(SAY, 0.0) for _ in range(2)] == [True, False]
    assert [rates.allow(Ping(), 0.0) for _ in range(2)] == [True, False]
    assert rates.allow(ACT, 2.0)


def test_rates_survive_a_reconnect() -> None:
    book = RatesBook(FEW)
    assert book.of(b"a", 0.0).allow(SAY, 0.0)
    assert not book.of(b"a", 1.0).allow(SAY, 1.0)
    assert book.of(b"b", 1.0).allow(SAY, 1.0)
    assert book.of(b"a", 11.0).allow(SAY, 11.0)


def test_rates_that_are_as_good_as_new_are_forgotten() -> None:
    book = RatesBook(FEW)
    for number in range(1000):
        book.of(bytes([number % 256, number // 256]), number / 100).allow(SAY, number / 100)
    assert len(book._rates) == 1000
    for number in range(2000):
        book.of(b"x%d" % number, 100.0)
    assert len(book._rates) < 200
