"""Both ends of a connection: who speaks when, who is who, and how much is too much."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.base.errors import NetError, ProtocolError
from net.base.limits import DEFAULT, Limits
from net.base.program import program_version
from net.identity.crypto import Identity, SealKey
from net.identity.tls import delegate, pin_of
from net.protocol.client_messages import (
    Act,
    AddBot,
    Again,
    ClientMessage,
    Configure,
    Join,
    Leave,
    Ping,
    RemoveBot,
    Say,
    SetOptions,
    Start,
    from_client,
)
from net.protocol.frames import encode, pack
from net.protocol.host_messages import EntryNote, Err, Hello, Welcome, from_host
from net.protocol.rate_limits import Rates
from net.protocol.session import ClientSession, HostSession
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from net.protocol.version import PROTO, RULES
from tests.support.net.hosting import refusal
from tests.support.net.points import CONSTANT

CERT = bytes(range(32))
HOST = Identity.new()
PLAYER = Identity.new()


def act_of(cid: int, did: int) -> Act:
    return Act(cid=cid, did=did, head=bytes(32), move="gold", salt=bytes(16), sig=bytes(64))


ACT = act_of(1, 1).model_dump()


def unframe(frame: bytes) -> Any:
    return msgpack.unpackb(frame[4:])


def pair(limits: Limits = DEFAULT, cert: bytes = CERT, pin: bytes | None = None) -> tuple[HostSession, ClientSession]:
    return HostSession(HOST, CERT, limits), ClientSession(cert, pin, limits)


def join_frame(client: ClientSession) -> bytes:
    return client.join(PLAYER, SealKey(), table="", role="player", name="Ada", token=b"")


def live(limits: Limits = DEFAULT) -> tuple[HostSession, ClientSession]:
    host, client = pair(limits)
    list(client.receive(host.hello()))
    list(host.receive(join_frame(client), 0.0))
    host.welcomed(Rates(limits, 0.0))
    list(client.receive(Welcome(table="0" * 26, seq=0).frame()))
    return host, client


def test_the_good_way() -> None:
    host, client = pair(pin=pin_of(HOST.public))
    (hello,) = client.receive(host.hello())
    assert isinstance(hello, Hello)
    assert client.host == HOST.public
    (join,) = host.receive(join_frame(client), 0.0)
    assert isinstance(join, Join)
    assert join.pub == PLAYER.public
    host.welcomed(Rates(DEFAULT, 0.0))
    (welcome,) = client.receive(Welcome(table="0" * 26, seq=0, seat=2).frame())
    assert isinstance(welcome, Welcome)
    assert (host.state, client.state) == ("live", "live")
    (act,) = host.receive(act_of(1, 2).frame(), 0.0)
    assert act == act_of(1, 2)


def test_a_ping_is_one_however_it_comes() -> None:
    host, _ = live()
    ping = Ping().frame()
    # In one piece, twice at once, and in other bytes that mean the same.
    spelled = encode(b"\x81\xd9\x01t\xd9\x04ping")
    assert spelled != ping
    for chunk, count in ((ping, 1), (ping + ping, 2), (spelled, 1), (ping[:5], 0), (ping[5:], 1)):
        assert list(host.receive(chunk, 0.0)) == [Ping()] * count


def test_a_ping_before_the_welcome_and_too_many_of_them_are_refused() -> None:
    host, _ = pair()
    with pytest.raises(ProtocolError) as caught:
        list(host.receive(Ping().frame(), 0.0))
    assert caught.value.code == "bad_schema"
    host, _ = live()
    # An answer would have no number, and so end the connection.
    pings = Ping().frame() * (DEFAULT.frames[1] + DEFAULT.strikes)
    assert list(host.receive(pings, 0.0)) == [Ping()] * DEFAULT.frames[1]
    with pytest.raises(ProtocolError) as caught:
        list(host.receive(Ping().frame(), 0.0))
    assert caught.value.code == "rate_limited"


def test_another_host_is_refused() -> None:
    host, client = pair(pin=bytes(20))
    with pytest.raises(NetError) as caught:
        list(client.receive(host.hello()))
    assert caught.value.code == "pin"
    assert client.state == "closed"


def test_a_host_behind_another_certificate_is_refused() -> None:
    """Somebody in the middle shows a certificate of their own and passes the host's words on."""
    host, client = pair(cert=bytes(32))
    with pytest.raises(NetError) as caught:
        list(client.receive(host.hello()))
    assert caught.value.code == "pin"


def test_a_join_is_worth_nothing_on_another_connection() -> None:
    host, client = pair()
    list(client.receive(host.hello()))
    join = join_frame(client)
    other = HostSession(HOST, CERT, DEFAULT)
    with pytest.raises(ProtocolError) as caught:
        list(other.receive(join, 0.0))
    assert caught.value.code == "auth"
    behind = HostSession(HOST, bytes(32), DEFAULT)
    behind._nonce = host._nonce
    with pytest.raises(ProtocolError):
        list(behind.receive(join, 0.0))
    assert list(host.receive(join, 0.0))


def test_a_key_that_anybody_can_sign_for_joins_nothing() -> None:
    host, client = pair()
    list(client.receive(host.hello()))
    plain = unframe(join_frame(client))
    plain |= {"pub": CONSTANT[:32], "sig": CONSTANT}
    with pytest.raises(ProtocolError) as caught:
        list(host.receive(encode(pack(plain)), 0.0))
    assert caught.value.code == "auth"


def test_a_key_that_anybody_can_sign_for_is_no_host() -> None:
    host, client = pair(pin=pin_of(CONSTANT[:32]))
    hello = unframe(host.hello()) | {"host": CONSTANT[:32], "deleg": CONSTANT}
    with pytest.raises(NetError) as caught:
        list(client.receive(encode(pack(hello))))
    assert caught.value.code == "pin"


@pytest.mark.parametrize("field", ["pub", "seal", "nonce", "table", "role", "name", "token"])
def test_nothing_in_a_join_can_be_changed(field: str) -> None:
    host, client = pair()
    list(client.receive(host.hello()))
    plain = unframe(join_frame(client))
    plain[field] = {
        "pub": Identity.new().public,
        "seal": SealKey().public,
        "nonce": bytes(16),
        "table": "0" * 26,
        "role": "spectator",
        "name": "Eve",
        "token": bytes(8),
    }[field]
    with pytest.raises(ProtocolError) as caught:
        list(host.receive(encode(pack(plain)), 0.0))
    assert caught.value.code == "auth"


def test_a_key_nothing_can_be_sealed_with_is_refused() -> None:
    host, client = pair()
    list(client.receive(host.hello()))
    useless = SealKey()
    useless.public = bytes(32)
    frame = client.join(PLAYER, useless, table="", role="player", name="Eve", token=b"")
    with pytest.raises(ProtocolError) as caught:
        list(host.receive(frame, 0.0))
    assert caught.value.code == "auth"


def test_other_versions_are_told_so() -> None:
    host, client = pair()
    list(client.receive(host.hello()))
    plain = unframe(join_frame(client))
    changes: list[tuple[dict[str, Any], str]]
    changes = [({"proto": PROTO + 1}, "proto_version"), ({"rules": bytes(16)}, "rules_version")]
    for change, code in changes:
        host.state = "hello"
        host._decoder._dead = False
        with pytest.raises(ProtocolError) as caught:
            list(host.receive(encode(pack(plain | change)), 0.0))
        assert caught.value.code == code
        assert code != "proto_version" or f"protocol {PROTO}, not {PROTO + 1}" in str(caught.value)
    changes = [({"proto": [PROTO + 1, PROTO + 2]}, "proto_version"), ({"rules": bytes(16)}, "rules_version")]
    for change, code in changes:
        _, client = pair()
        hello = {"proto": [PROTO, PROTO], "version": "1.2", "rules": RULES} | change
        signed = Hello(host=HOST.public, nonce=bytes(16), deleg=delegate(HOST, CERT, bytes(16)), **hello)
        with pytest.raises(NetError) as told:
            list(client.receive(signed.frame()))
        assert told.value.code == code
        assert f"The host has citadels 1.2, you have {program_version()}" in str(told.value)


def test_out_of_order_is_refused() -> None:
    act = act_of(1, 1).frame()
    host, client = pair()
    with pytest.raises(ProtocolError):
        list(host.receive(act, 0.0))
    with pytest.raises(ProtocolError):
        list(client.receive(Welcome(table="0" * 26, seq=0).frame()))
    host, client = pair()
    list(client.receive(host.hello()))
    join = join_frame(client)
    with pytest.raises(ProtocolError):
        list(host.receive(join + act, 0.0))
    host, client = live()
    for frame in (
        join,
        Hello(
            proto=[PROTO, PROTO], version="1.2", rules=RULES, host=HOST.public, nonce=bytes(16), deleg=bytes(64)
        ).frame(),
    ):
        with pytest.raises(ProtocolError):
            list(host.receive(frame, 0.0))
    with pytest.raises(ProtocolError):
        list(client.receive(Welcome(table="0" * 26, seq=0).frame()))


def test_after_an_error_a_session_hears_nothing_more() -> None:
    """Also what would have been in order, and at either end."""
    for join_first in (False, True):
        host, client = pair()
        list(client.receive(host.hello()))
        join = join_frame(client)
        with pytest.raises(ProtocolError) as caught:
            list(host.receive(act_of(1, 1).frame() if not join_first else join + join, 0.0))
        assert caught.value.code == "bad_schema"
        assert host.state == "closed"
        with pytest.raises(ProtocolError):
            list(host.receive(join, 0.0))
    with pytest.raises(ProtocolError) as caught:
        list(client.receive(host.hello()))
    assert (caught.value.code, client.state) == ("bad_schema", "closed")


def test_a_host_cannot_use_up_a_player_s_numbers() -> None:
    for cid, fine in ((2**30, True), (2**30 + 1, False), (2**31 - 1, False)):
        host, client = pair()
        list(client.receive(host.hello()))
        join_frame(client)
        welcome = Welcome(table="0" * 26, seq=0, cid=cid).frame()
        assert refusal(partial(list, client.receive(welcome))) == ("" if fine else "bad_schema")


def test_frames_are_smaller_before_the_join() -> None:
    host, _ = pair()
    with pytest.raises(ProtocolError):
        list(host.receive((2049).to_bytes(4, "big"), 0.0))
    host, _ = live()
    list(host.receive((4096).to_bytes(4, "big"), 0.0))
    host, _ = live()
    with pytest.raises(ProtocolError):
        list(host.receive((4097).to_bytes(4, "big"), 0.0))


def test_too_much_at_once_is_refused_and_in_the_end_closed() -> None:
    limits = replace(DEFAULT, moves=(1.0, 2), chats=(1.0, 1), strikes=2)
    host, _ = live(limits)
    act = act_of(5, 1).frame()
    say = Say(cid=6, text="hi").frame()
    assert [type(m) for m in host.receive(act * 3, 0.0)] == [Act, Act, Err]
    assert [type(m) for m in host.receive(say * 2, 0.0)] == [Say, Err]
    assert [type(m) for m in host.receive(act, 1.0)] == [Act]
    refused = list(host.receive(act * 2, 1.0))
    assert refused == [Err(code="rate_limited", cid=5)] * 2
    with pytest.raises(ProtocolError) as caught:
        list(host.receive(act, 1.0))
    assert caught.value.code == "rate_limited"


cids = st.integers(1, 2**31 - 1)
words = st.from_regex(r"[a-z][a-z0-9_]{0,15}", fullmatch=True)
requests: st.SearchStrategy[ClientMessage] = st.one_of(
    st.builds(
        Act,
        cid=cids,
        did=st.integers(0, 99),
        head=st.binary(min_size=32, max_size=32),
        move=st.text(min_size=2, max_size=9),
        salt=st.binary(min_size=16, max_size=16),
        sig=st.binary(min_size=64, max_size=64),
    ),
    st.builds(Say, cid=cids, text=st.text(min_size=1, max_size=20)),
    st.builds(AddBot, cid=cids, level=words, seat=st.none() | st.integers(0, 7)),
    st.builds(RemoveBot, cid=cids, seat=st.integers(0, 7)),
    st.builds(Configure, cid=cids, setup=st.builds(Setup, players=st.integers(2, 8), options=st.just({"a": True}))),
    st.builds(SetOptions, cid=cids, options=st.builds(TableOptions, bot_pause=st.floats(0, 60), listed=st.booleans())),
    st.builds(Start, cid=cids),
    st.builds(Again, cid=cids, on=st.booleans()),
    st.just(Leave()),
)


@given(requests)
def test_every_request_survives_the_wire(request: ClientMessage) -> None:
    assert from_client(unframe(request.frame())) == request


junk = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=5)
)


@pytest.mark.slow
@given(requests, st.data())
@settings(max_examples=300)
def test_a_spoilt_request_is_refused_in_one_way(request: ClientMessage, data: st.DataObject) -> None:
    plain = unframe(request.frame())
    how = data.draw(st.sampled_from(["drop", "add", "change", "bytes"]))
    frame = request.frame()
    if how == "bytes":
        place = data.draw(st.integers(4, len(frame) - 1))
        frame = frame[:place] + data.draw(st.binary(min_size=1, max_size=3)) + frame[place + 1 :]
    else:
        key = data.draw(st.sampled_from(sorted(plain)))
        if how == "drop":
            del plain[key]
        elif how == "add":
            plain[data.draw(st.text(max_size=5))] = data.draw(junk)
        else:
            plain[key] = data.draw(junk | st.lists(junk, max_size=3))
        frame = encode(pack(plain))
    host, _ = live()
    assert refusal(lambda: list(host.receive(frame, 0.0))) in ("", "bad_frame", "bad_schema")


@pytest.mark.parametrize(
    "plain",
    [
        ACT | {"seat": 2},
        ACT | {"cid": True},
        ACT | {"cid": 1.0},
        ACT | {"cid": 0},
        ACT | {"cid": 2**31},
        ACT | {"move": ""},
        ACT | {"move": "g" * 101},
        ACT | {"move": ["gold"]},
        ACT | {"head": bytes(31)},
        ACT | {"sig": bytes(63)},
        {"t": "commit", "cid": 1, "commitment": bytes(32)},
        {"t": "reveal", "cid": 1, "share": bytes(33)},
        {"t": "hand_over", "cid": 1, "seat": 8},
        {"t": "hold", "cid": 1, "on": 1},
        {"t": "set_options", "cid": 1, "options": {"bot_pause": -1}},
        {"t": "set_options", "cid": 1, "options": {"bot_pause": 61}},
        {"t": "set_options", "cid": 1, "options": {"turn_time": math.nan}},
        {"t": "set_options", "cid": 1, "options": {"nothing": 1}},
        {"t": "add_bot", "cid": 1, "level": "../../etc"},
        {"t": "remove_bot", "cid": 1, "seat": 8},
        {"t": "configure", "cid": 1, "setup": {"players": 9}},
        {"t": "configure", "cid": 1, "setup": {"edition": "Ä"}},
        {"t": "configure", "cid": 1, "setup": {"options": {"x": "\n"}}},
        {"t": "welcome", "table": "0" * 26, "seq": 0},
        {"t": "nonsense"},
        {"cid": 1},
        {"t": None},
    ],
    ids=str,
)
def test_what_the_schema_forbids(plain: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError) as caught:
        from_client(plain)
    assert caught.value.code == "bad_schema"


def test_a_host_s_message_is_bounded_too() -> None:
    entry = EntryNote(seq=1, body=b"x", sig=bytes(64))
    assert from_host(unframe(entry.frame())) == entry
    for plain in ({"t": "entry", "seq": 0, "body": b"", "sig": bytes(64)}, {"t": "err", "code": "A B"}, {"t": "join"}):
        with pytest.raises(ProtocolError):
            from_host(plain)
