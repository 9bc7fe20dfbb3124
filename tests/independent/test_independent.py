"""The documents suffice: programs that share nothing with this one play whole games with it, and verify its logs."""

from __future__ import annotations

import ast
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import History, Move, new_game, view
from net.gamelog.entries import OpenEntry, PlayEntry, parsed
from net.gamelog.proof import Proof as OurProof
from net.gamelog.verify import verify
from net.host.opening import Opening
from net.local.order import Order
from net.local.process import HostProcess
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions
from tests.independent.verifier import Proof

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OURS = {"engine", "net", "citadels_tui"}
WAIT = 240.0


async def playing(invitation: object, proof: Path, *arguments: str) -> dict[str, Any]:
    """A client's game, from its own process; what it has seen."""
    command = [sys.executable, "-m", "tests.independent.client", str(invitation), "--proof", str(proof), *arguments]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    try:
        printed, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    found: dict[str, Any] = json.loads(printed)
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "setup",
    [
        Setup(players=4, preset="cunning_agents", action_cards=True),
        pytest.param(Setup(players=3, edition="classic"), id="classic", marks=pytest.mark.long),
        pytest.param(
            Setup(players=5, edition="dark_city", preset="dark_lands"), id="dark_city", marks=pytest.mark.thorough
        ),
    ],
    ids=lambda setup: setup.edition,
)
async def test_a_client_written_from_the_documents_plays_a_whole_game(setup: Setup, tmp_path: Path) -> None:
    opening = Opening(bots=("steward",) * (setup.players - 2), owned=True)
    order = Order(setup=setup, options=TableOptions(bot_pause=0.0), opening=opening)
    async with asyncio.timeout(WAIT):
        host = await HostProcess.start(order)
        try:
            ada, bo = await asyncio.gather(
                playing(host.owner, tmp_path / "ada", "--name", "Ada", "--start", "--cut", "1,12,40"),
                playing(host.guest, tmp_path / "bo", "--name", "Bo", "--cut", "2,3,30", "--seed", "1"),
            )
        finally:
            await host.stop()
    assert not {**ada, **bo}.get("error"), (ada, bo)
    assert not OURS & {*ada["modules"], *bo["modules"]}
    assert {*ada["refused"], *bo["refused"]} <= {"rate_limited"}
    assert ada["undone"] > 0 < bo["undone"]
    raw = (tmp_path / "ada").read_bytes()
    assert raw == (tmp_path / "bo").read_bytes()
    ours = OurProof.parse(raw)
    report = verify(ours.host, ours.notes)
    assert report.ok, report.findings
    assert report.reason == "finished"
    assert len(report.shares) == len(ours.attested) == 2
    assert Proof(raw).log.head == report.head
    saw_the_game(ours, ada["seen"])
    saw_the_game(ours, bo["seen"])


def saw_the_game(proof: OurProof, seen: list[dict[str, Any]]) -> None:
    """What a client has seen after every entry of play is what the engine shows its seat."""
    report = verify(proof.host, proof.notes)
    assert report.rules
    assert report.seed
    entries = [parsed(note.body) for note in proof.notes]
    plays = [seq for seq, entry in enumerate(entries, 1) if isinstance(entry, PlayEntry)]
    opened = {move.seq: move.move for entry in entries if isinstance(entry, OpenEntry) for move in entry.moves}
    assert [shown["seq"] for shown in seen] == plays
    game = History(new_game(report.rules, report.seed))
    for shown in seen:
        if shown["seq"] != plays[0]:
            game.play(Move.parse(opened[shown["seq"]]))
        true = view(game.state, shown["seat"])
        assert shown["gold"] == [player.gold for player in true.players]
        assert shown["hands"] == [player.hand for player in true.players]
        assert shown["cities"] == [list(player.city) for player in true.players]
        assert (shown["deck"], shown["discards"], shown["crown"]) == (true.deck, true.discards, true.crown)
        assert (sorted(shown["hand"]), shown["roles"]) == (list(true.hand), list(true.roles))
    assert seen[-1]["points"] == [seat.score for seat in report.seats]


def test_the_programs_import_nothing_of_this_one() -> None:
    names = {path.stem for path in HERE.glob("*.py") if not path.stem.startswith("test_")}
    assert names == {"client", "dealer", "log", "sight", "verifier", "wire"}
    allowed = {f"tests.independent.{name}" for name in names} | {"msgpack"}
    for name in names:
        for node in ast.walk(ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))):
            found = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in found:
                top = module.split(".")[0]
                assert module in allowed or top in sys.stdlib_module_names or top == "cryptography", (name, module)
