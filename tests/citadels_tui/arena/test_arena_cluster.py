"""The arena on a Dask cluster: a scheduler and two workers, one of which is killed on the way."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from citadels_tui.arena.workers import OtherVersion, _play, digest, in_turn, on_cluster
from citadels_tui.wording.errors import CommandError
from engine.arena.tournament import Played, Tournament, report
from tests.support.root import ROOT
from tests.support.terminal import SECONDS

pytestmark = pytest.mark.slow

pytest.importorskip("distributed")
TOURNAMENT = Tournament(("novice", "richard", "random"), 4, (("deluxe", "first_game"),), 60, 1)


@pytest.fixture
def scheduler() -> Iterator[str]:
    """The address of a scheduler in a process of its own."""
    process, address = started("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
    yield address
    end(process)


def started(module: str, *options: str) -> tuple[subprocess.Popen[str], str]:
    """A program of the cluster, and the address that it says it listens at."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *options, "--no-dashboard"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    for line in process.stderr:
        if found := re.search(r"(?:Scheduler at|worker at): +(tcp://\S+)", line):
            return process, found[1]
    raise AssertionError(f"{module} ended")


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate(timeout=SECONDS)


def worker(folder: Path, scheduler: str) -> subprocess.Popen[str]:
    options = ("--nworkers", "1", "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    return started("distributed.cli.dask_worker", scheduler, *options)[0]


@pytest.mark.thorough
def test_a_killed_worker_loses_nothing_and_the_tally_is_the_same(scheduler: str, tmp_path: Path) -> None:
    workers = [worker(tmp_path, scheduler) for _ in range(2)]
    try:
        chunks = list(TOURNAMENT.chunks({}))
        played: Played = {}
        for n, (chunk, games) in enumerate(on_cluster(TOURNAMENT, chunks, scheduler)):
            if n == 1:
                workers[0].kill()
            played.update(zip([(chunk.table, number) for number in chunk.numbers], games, strict=True))
    finally:
        for each in workers:
            end(each)
    alone: Played = {}
    for chunk, games in in_turn(TOURNAMENT, chunks):
        alone.update(zip([(chunk.table, number) for number in chunk.numbers], games, strict=True))
    assert json.dumps(report(TOURNAMENT, played)) == json.dumps(report(TOURNAMENT, alone))


def test_a_worker_of_another_version_does_not_play() -> None:
    (chunk, *_) = TOURNAMENT.chunks({})
    with pytest.raises(OtherVersion):
        _play(TOURNAMENT, chunk, "0" * 64)
    assert len(digest()) == 64


def test_a_missing_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citadels_tui.arena.workers.ANSWER", 0.5)
    with pytest.raises(CommandError, match="no scheduler at"):
        list(on_cluster(TOURNAMENT, [], "tcp://127.0.0.1:1"))


def test_tls_without_a_certificate_is_refused_at_once() -> None:
    with pytest.raises(CommandError, match="needs a certificate"):
        next(on_cluster(TOURNAMENT, [], "tls://127.0.0.1:1"))
