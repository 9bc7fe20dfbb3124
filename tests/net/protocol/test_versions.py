"""Programs of different versions meet: both sides learn it in one clear sentence, whatever else has changed."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from net.base.errors import NetError, sentence
from net.base.limits import DEFAULT
from net.base.program import program_version
from net.client.connect import connect
from net.client.dial import dial
from net.client.updates import Closed, Link
from net.identity.certificate import Certificate, make_certificate
from net.identity.crypto import Identity, SealKey
from net.identity.invitations import Address, Invite
from net.identity.tls import delegate, pin_of
from net.protocol.client_messages import Join, Start, join_signature_parts
from net.protocol.frames import encode, pack
from net.protocol.host_messages import Err, Hello, HostMessage, Welcome
from net.protocol.version import PROTO, RULES
from tests.support.net.hosting import hosting, invite, open_table, play, until
from tests.support.terminal import Terminal

pytestmark = pytest.mark.slow

HOST = Identity.new()
NEXT, LAST = PROTO + 1, PROTO - 1
OURS = program_version()
LEAST = "The host has citadels 0.9: it speaks protocol 0, not 1."
NEWER = f"The host has citadels 1.2.3, you have {OURS}: update citadels."
OTHER = f"The host has citadels 1.2.3, you have {OURS}: install the same version."
Plain = dict[str, Any]


# Clients of other versions at our host


def as_it_is(join: Plain) -> Plain:
    return join


def with_more(join: Plain) -> Plain:
    return join | {"t": "join", "colour": "red", "features": ["undo", "emotes"], "name": {"shown": "Ada", "said": ""}}


def with_less(join: Plain) -> Plain:
    return {"t": "join", "proto": join["proto"]}


async def answer_to(**changed: Any) -> HostMessage | None:
    """What our host says first to a join that differs, but is signed as it must be."""
    shape: Callable[[Plain], Plain] = changed.pop("shape", as_it_is)
    async with hosting() as host:
        target, player = invite(host, open_table(host, 2)), Identity.new()
        line = await dial(target.address, target.pin, DEFAULT)
        session = line.session
        given: Plain = {"table": target.address.table, "role": "player", "name": "Ada", "token": target.token}
        join: Plain = msgpack.unpackb(session.join(player, SealKey(), **given)[4:])
        join |= changed
        unchecked = Join.model_construct(**join)
        parts = join_signature_parts(session._certificate, session.host, session._nonce, unchecked)
        join["sig"] = player.sign("client-auth", *parts)
        line.send(encode(pack(shape(join))))
        found = [message async for message in line.messages()] if changed else [await line.next()]
        await line.close()
        # The host goes on.
        client = await connect(invite(host, open_table(host, 2)), Identity.new(), "Bob")
        await client.leave()
        return found[0] if found else None


@pytest.mark.asyncio
async def test_a_client_of_this_version_is_let_in() -> None:
    assert isinstance(await answer_to(), Welcome)


@pytest.mark.asyncio
@pytest.mark.parametrize("shape", [as_it_is, with_more, with_less])
@pytest.mark.parametrize("proto", [LAST, NEXT, 7_000])
async def test_a_client_of_another_version_is_told_so(proto: int, shape: Callable[[Plain], Plain]) -> None:
    said = await answer_to(proto=proto, shape=shape)
    detail = f"The host has citadels {OURS}: it speaks protocol {PROTO}, not {proto}."
    assert said == Err(code="proto_version", detail=detail)


@pytest.mark.asyncio
async def test_a_client_with_other_rules_is_told_so() -> None:
    assert await answer_to(rules=bytes(16)) == Err(code="rules_version", detail=f"The host has citadels {OURS}.")


# Our client at hosts of other versions


@asynccontextmanager
async def foreign(*said: Callable[[Certificate], Plain]) -> AsyncIterator[tuple[Invite, list[bytes]]]:
    """A host that says the same to everybody, and writes down what it is told."""
    certificate, heard = make_certificate(), list[bytes]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for message in said:
            writer.write(encode(pack(message(certificate))))
        with contextlib.suppress(OSError):
            while chunk := await reader.read(65536):
                heard.append(chunk)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=certificate.context)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield Invite(Address("127.0.0.1", port), pin_of(HOST.public), bytes(8)), heard


def hello(least: int = PROTO, most: int = PROTO, **changed: Any) -> Callable[[Certificate], Plain]:
    """Its first message."""

    def made(certificate: Certificate) -> Plain:
        nonce = bytes(16)
        said = Hello(
            proto=[PROTO, PROTO],
            version="1.2.3",
            rules=RULES,
            host=HOST.public,
            nonce=nonce,
            deleg=delegate(HOST, certificate.hash, nonce),
        )
        return said.model_dump() | {"proto": [least, most]} | changed

    return made


def only(**said: Any) -> Callable[[Certificate], Plain]:
    return lambda _: said


async def told(*said: Callable[[Certificate], Plain]) -> tuple[NetError, bytes]:
    """What our client's player is told, and what its host was."""
    async with foreign(*said) as (target, heard):
        with pytest.raises(NetError) as caught:
            await connect(target, Identity.new(), "Ada")
    assert str(caught.value).isprintable()
    return caught.value, b"".join(heard)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("least", "most", "advice"),
    [
        (NEXT, NEXT, "update citadels."),
        (NEXT, NEXT + 1, "update citadels."),
        (LAST, LAST, "the host has to be updated."),
        (2**40, 2**63, "update citadels."),
    ],
)
@pytest.mark.parametrize(
    ("changed", "theirs"),
    [
        ({}, "1.2.3"),
        ({"deleg": bytes(64)}, "1.2.3"),
        ({"host": [HOST.public, b"another"], "version": "2.0rc1+g12345678"}, "2.0rc1+g12345678"),
        ({"version": ["1", "2"]}, ""),
        ({"version": "9" * 41}, ""),
        ({"version": "1.0\x1b[2J"}, ""),
    ],
    ids=["the same form", "other signatures", "another form", "no text", "too long", "control codes"],
)
async def test_a_host_of_another_version_is_told_from_a_wrong_one(
    least: int, most: int, advice: str, changed: Plain, theirs: str
) -> None:
    error, heard = await told(hello(least, most, **changed))
    theirs = theirs or f"{'>' if least > PROTO else '<'} {OURS}"
    detail = f"The host has citadels {theirs}, you have {OURS}: {advice}"
    assert (error.code, error.detail, error.retry) == ("proto_version", detail, "never")
    assert str(error) == f"You and the host run different versions of the game. {detail}"
    assert heard == b""


@pytest.mark.asyncio
async def test_a_host_that_speaks_this_version_too_is_joined() -> None:
    error, heard = await told(hello(LAST, NEXT), only(t="err", code="table_full"))
    assert error.code == "table_full"
    assert b"client" not in heard
    assert msgpack.unpackb(heard[4:])["proto"] == PROTO


@pytest.mark.asyncio
async def test_a_host_with_other_rules_is_told_so() -> None:
    error, heard = await told(hello(rules=bytes(16)))
    assert (error.code, heard) == ("rules_version", b"")
    assert str(error).endswith(f"The host has citadels 1.2.3, you have {OURS}: install the same version.")


@pytest.mark.asyncio
async def test_a_hosts_refusal_is_passed_on_in_words() -> None:
    """The host's versions are older than ours, or it knows reasons that ours does not."""
    mine = LEAST
    error, _ = await told(hello(), only(t="err", code="proto_version", detail=mine))
    assert (error.code, str(error)) == ("proto_version", sentence("proto_version", mine))
    error, _ = await told(only(t="err", code="proto_version", detail=mine))
    assert (error.code, str(error)) == ("proto_version", sentence("proto_version", mine))
    error, _ = await told(hello(), only(t="err", code="too_loud", detail="\x1b[2J"))
    assert str(error) == "The host refused, for a reason this version does not know (too_loud)."
    assert error.retry == "never"


@pytest.mark.asyncio
async def test_a_replaced_host_version_ends_the_game_with_a_sentence() -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada")
        certificate, port = host._certificate, host.port
        await host.close()

        async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(encode(pack(hello(NEXT, NEXT)(certificate))))
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", port, ssl=certificate.context):
            await until(client, Link)
            async for update in client.updates():
                if isinstance(update, Closed):
                    assert (update.code, update.retry) == ("proto_version", "never")
                    assert "update citadels" in update.sentence


@pytest.mark.asyncio
async def test_programs_of_the_same_version_play() -> None:
    async with hosting() as host:
        table = open_table(host, 2, bots=["random"])
        client = await connect(invite(host, table), Identity.new(), "Ada")
        await client.request(Start)
        story = await play(client)
        assert story.ended


# The command


def run_join(target: Invite, home: Path) -> tuple[int, str]:
    """`citadels join` in a terminal: its exit code, and what it says."""
    with Terminal(["-m", "citadels_tui", "join", str(target), "--name", "Ada"], home) as terminal:
        return terminal.ended(), terminal.said()


@pytest.mark.terminal
@pytest.mark.skipif(sys.platform != "linux", reason="reads a terminal as Linux gives it")
@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("said", "code", "detail"),
    [
        ([hello(NEXT, NEXT, form="another")], "proto_version", NEWER),
        pytest.param([hello(rules=bytes(16))], "rules_version", OTHER, marks=pytest.mark.thorough),
        pytest.param(
            [hello(), only(t="err", code="proto_version", detail=LEAST)],
            "proto_version",
            None,
            marks=pytest.mark.thorough,
        ),
    ],
    ids=["next version", "other rules", "last version"],
)
async def test_the_command_ends_with_one_sentence(
    said: list[Callable[[Certificate], Plain]], code: str, detail: str | None, tmp_path: Path
) -> None:
    async with foreign(*said) as (target, _):
        ended, shown = await asyncio.to_thread(run_join, target, tmp_path)
    detail = LEAST if detail is None else detail
    assert ended == 1
    assert shown.strip() == f"citadels: {sentence(code, detail)}"
