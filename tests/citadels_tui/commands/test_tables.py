"""`citadels tables`: what there is to join."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from citadels_tui.cli.main import main
from citadels_tui.commands.play import _online
from citadels_tui.session.start import VisitHost
from net.base.paths import config_path
from net.client.connect import connect
from net.host.host import Host
from net.identity.crypto import Identity, load_identity
from net.identity.known_hosts import KnownHosts
from tests.support.net.hosting import FAST, WAIT, invite, open_table

Said = Callable[..., tuple[int, str]]


async def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """What the command says, and its exit code, while a host runs in this loop."""
    code = await asyncio.to_thread(main, ["tables", *arguments])
    told = capsys.readouterr()
    return code, told.out + told.err


@pytest.mark.asyncio
async def test_the_tables_of_a_host_and_one_s_own_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), limits=FAST, title="The Green Dragon") as host:
        where = f"127.0.0.1:{host.port}"
        KnownHosts().remember(where, host.identity.public)
        friday = open_table(host, 4, bots=["random"], title="Friday")
        mine = open_table(host, 2, private=True)
        code, said = await answer(capsys)
        assert (code, said) == (0, f"The Green Dragon ({where})\n    no table at which you have a seat\n")
        client = await connect(invite(host, mine), load_identity(config_path() / "id_ed25519"), "Ada", limits=FAST)
        code, said = await answer(capsys, where)
        assert code == 0
        assert said.splitlines() == [
            f"The Green Dragon ({where})",
            "    Friday, Deluxe, open to all: seats 1 of 4, bots 1, spectators 0.",
            f"        citadels join {where}/{friday.id}",
            "    Table of Ada, Deluxe, by invitation: seats 1 of 2, bots 0, spectators 0.",
            "        You have a seat.",
            f"        citadels join {where}/{mine.id}",
        ]
        code, said = await answer(capsys)
        assert said.splitlines()[1:3] == [
            "    Table of Ada, Deluxe, by invitation: seats 1 of 2, bots 0, spectators 0.",
            "        You have a seat.",
        ]
        code, said = await answer(capsys, "--json")
        (found,) = json.loads(said)["hosts"]
        assert (found["name"], [table["you"] for table in found["tables"]]) == ("The Green Dragon", [0])
        await client.leave()


@pytest.mark.asyncio
async def test_without_a_terminal_it_is_said_how_an_unknown_host_is_confirmed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with asyncio.timeout(WAIT), Host.open(Identity.new(), limits=FAST) as host:
        where = f"127.0.0.1:{host.port}"
        table = open_table(host, 4, bots=["random"], title="Friday")
        code, said = await answer(capsys, where)
        assert (code, said.splitlines()) == (
            1,
            [
                where,
                f"    The host at {where} is unknown, and was not confirmed. Nothing was sent.",
                "    Ask for its tables in a terminal once, where you can compare its six words, or name it by an "
                "invitation.",
            ],
        )
        code, said = await answer(capsys, str(invite(host, table)))
        assert code == 0
        assert "Friday" in said


def test_a_host_that_does_not_answer_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    KnownHosts().remember("127.0.0.1:1", bytes(32))
    assert main(["tables"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "127.0.0.1:1",
        "    Nobody answers at 127.0.0.1:1: no host runs there now, or nothing leads there from here.",
    ]


def test_without_a_host_one_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables"]) == 0
    assert capsys.readouterr().out == "You know no host yet. Name one: citadels tables ADDRESS\n"


def test_a_wrong_address_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "http://x/y"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_spoilt_lines_of_the_file_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    path: Path = config_path() / "known_hosts"
    path.write_bytes(b"# a remark\n\n\xff\xfe broken\nhttp://x/y AAAA\nx AAAA\n")
    assert main(["tables"]) == 0
    assert "no host yet" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["known_hosts", "id_ed25519"])
def test_files_that_cannot_be_read_are_told_in_a_sentence(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (config_path() / name).mkdir(parents=True)
    assert main(["tables"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("citadels: The key file cannot be used")
    assert said.count("\n") == 1


@pytest.mark.asyncio
async def test_online_play_prefers_a_host_with_waiting_players(capsys: pytest.CaptureFixture[str]) -> None:
    async with (
        asyncio.timeout(WAIT),
        Host.open(Identity.new(), limits=FAST) as empty,
        Host.open(Identity.new(), limits=FAST) as busy,
    ):
        for host in (empty, busy):
            KnownHosts().remember(f"127.0.0.1:{host.port}", host.identity.public)
        table = open_table(busy, 2, title="Friday")
        client = await connect(invite(busy, table), Identity.new(), "Ada", limits=FAST)
        start = await asyncio.to_thread(_online, "Bo")
        assert start == VisitHost("Bo", f"127.0.0.1:{busy.port}", at_once=True)
        await client.leave()


def test_a_player_without_hosts_is_told_how_to_name_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--online"]) == 1
    assert "You know no host yet." in capsys.readouterr().err
    assert main(["play", "--online", "--players", "4"]) == 2
    assert "--online is used with" in capsys.readouterr().err
