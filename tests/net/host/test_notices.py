"""Word for players who are away and asked: when it is given, and the command that gives it."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

import pytest

from net.base.limits import DEFAULT, Limits
from net.host.notifier import Notifier
from net.host.seats.host_services import AwayNotice
from net.identity.crypto import Identity
from net.identity.fingerprint import fingerprint
from net.protocol.client_messages import Hold
from net.protocol.host_messages import Ack
from tests.support.net.fakes import FakePeer, Room, asked, started
from tests.support.net.hosting import play_of, soon

DAY = 86_400.0


def waiting() -> tuple[Room, FakePeer, list[AwayNotice]]:
    """A correspondence game in which somebody is asked."""
    notices: list[AwayNotice] = []
    timers = {"turn_time": 2 * DAY, "reserve": DAY}
    room, peers = started(3, 2, **timers, title="Friday", notify=notices.append)
    peer, _ = asked(room, peers)
    return room, peer, notices


def test_an_absent_asked_player_is_told_once() -> None:
    room, peer, notices = waiting()
    room.tick(3600)
    assert notices == []
    room.gone(peer)
    room.tick(DEFAULT.notice - 1)
    assert notices == []
    room.tick(2)
    (notice,) = notices
    assert (notice.table, notice.title, notice.key) == (room.table.id, "Friday", peer.identity.public)
    assert notice.until == pytest.approx(room.clock.date() + 3 * DAY - 3600 - DEFAULT.notice, abs=5)
    room.tick(DEFAULT.notice_again)
    assert len(notices) == 1


def test_a_notice_goes_only_to_players_still_away() -> None:
    room, peer, notices = waiting()
    room.gone(peer)
    room.tick(DEFAULT.notice - 1)
    back = room.join(like=peer)
    room.tick(3600)
    assert notices == []
    room.gone(back)
    room.tick(DEFAULT.notice + 1)
    room.gone(room.join(like=peer))
    room.tick(DEFAULT.notice + 1)
    assert len(notices) == 2


def test_while_the_game_is_on_hold_nobody_is_called_to_it() -> None:
    notices: list[AwayNotice] = []
    room, peers = started(3, 2, turn_time=2 * DAY, reserve=DAY, notify=notices.append)
    peer, _ = asked(room, peers)
    assert isinstance(room.ask(peers[0], Hold, on=True), Ack)
    room.gone(peer)
    room.tick(DEFAULT.notice + 1)
    assert notices == []
    (other,) = (each for each in peers if each is not peer)
    assert isinstance(room.ask(other, Hold, on=False), Ack)
    room.tick(DEFAULT.notice + 1)
    assert [notice.key for notice in notices] == [peer.identity.public]


def test_an_absent_player_is_not_told_of_each_question() -> None:
    notices: list[AwayNotice] = []
    room, peers = started(2, 2, turn_time=3600.0, reserve=0.0, notify=notices.append)
    for peer in peers:
        room.gone(peer)
    for _ in range(40):
        room.tick(3600)
    # 40 decisions in as many hours.
    assert play_of(room.table).did >= 30
    keys = [notice.key for notice in notices]
    for peer in peers:
        assert 2 <= keys.count(peer.identity.public) <= 40 * 3600 / DEFAULT.notice_again + 1


def test_a_restarted_host_repeats_no_notice() -> None:
    room, peer, notices = waiting()
    room.gone(peer)
    room.tick(DEFAULT.notice + 1)
    assert len(notices) == 1
    for _ in range(2):
        notices.clear()
        room.restart()
        room.join("Visitor", role="spectator")
        room.tick(DEFAULT.notice + 1)
    assert notices == []
    room.tick(DEFAULT.notice_again)
    room.join("Another", role="spectator")
    room.tick(DEFAULT.notice + 1)
    assert notices == []
    # Back, and away again: that is another time.
    room.gone(room.join(like=peer))
    room.tick(DEFAULT.notice + 1)
    assert [notice.key for notice in notices] == [peer.identity.public]


def test_a_restarted_host_tells_who_was_not_told() -> None:
    room, peer, notices = waiting()
    room.gone(peer)
    room.restart()
    room.tick(0)
    room.join("Visitor", role="spectator")
    room.tick(DEFAULT.notice + 1)
    assert [notice.key for notice in notices] == [peer.identity.public]


def test_an_absent_player_is_told_of_the_end_once() -> None:
    # In a correspondence game nobody has to be there: the time of everybody who does not come is up, again and again.
    notices: list[AwayNotice] = []
    timers = {"turn_time": 3600.0, "reserve": 0.0}
    room, peers = started(2, 2, **timers, title="Friday", notify=notices.append)
    game = play_of(room.table)
    gone, there = peers
    room.gone(gone)
    while not game.over:
        room.tick(3600)
    last = len(notices)
    assert not any(notice.over for notice in notices)
    room.tick(DEFAULT.notice + 1)
    (notice,) = notices[last:]
    assert (notice.over, notice.until, notice.key) == (True, 0, gone.identity.public)
    # Neither later nor by a restarted host again; and not who has seen it and goes.
    room.tick(DEFAULT.notice_again)
    room.gone(there)
    room.tick(DEFAULT.notice + 1)
    assert len(notices) == last + 1
    room.restart()
    room.join("Visitor", role="spectator")
    for _ in range(3):
        room.tick(DEFAULT.notice + 1)
    assert len(notices) == last + 1


def test_a_restarted_host_sends_missing_notices_of_the_end() -> None:
    notices: list[AwayNotice] = []
    room, peers = started(2, 2, turn_time=3600.0, reserve=0.0, notify=notices.append)
    game = play_of(room.table)
    room.gone(peers[0])
    while not game.over:
        room.tick(3600)
    notices.clear()
    room.restart()
    room.join("Visitor", role="spectator")
    room.tick(DEFAULT.notice + 1)
    room.gone(room.join(like=peers[1]))
    room.tick(DEFAULT.notice + 1)
    assert [(notice.over, notice.key) for notice in notices] == [(True, peers[0].identity.public)]


# The command

KEY = Identity.new().public
NOTICE = AwayNotice("0" * 26, "Friday; rm -rf *", "$(Ada)", KEY, 1_700_000_000)
WRITE = "import json, os, sys; json.dump([sys.argv, dict(os.environ)], open(sys.argv[1] + '.new', 'w')); "
WRITE += "os.rename(sys.argv[1] + '.new', sys.argv[1])"


@pytest.mark.asyncio
async def test_the_command_finds_everything_in_its_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "of the host")
    target = tmp_path / "told"
    async with Notifier((sys.executable, "-c", WRITE, str(target)), "Club") as notifier:
        notifier.tell(NOTICE)
        await soon(target.exists)
    arguments, environment = json.loads(target.read_text())
    assert arguments == ["-c", str(target)]
    assert (
        environment.items()
        >= {
            "CITADELS_PLAYER": "$(Ada)",
            "CITADELS_KEY": fingerprint(KEY),
            "CITADELS_TABLE": "Friday; rm -rf *",
            "CITADELS_TABLE_ID": "0" * 26,
            "CITADELS_HOST": "Club",
            "CITADELS_EVENT": "turn",
            "CITADELS_UNTIL": "2023-11-14T22:13Z",
        }.items()
    )
    assert "SECRET" not in environment


FORK = "import os, pathlib, sys, time; os.fork(); pathlib.Path(sys.argv[1], str(os.getpid())).touch(); time.sleep(3600)"


def runs(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.asyncio
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs a process table in /proc")
async def test_a_command_that_hangs_is_ended_with_all_it_has_started(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def started() -> list[str]:
        return [path.name for path in tmp_path.iterdir()]

    # On a busy machine it may need more time than it has to start another one.
    for patience in (2.0, 10.0, 60.0):
        async with Notifier((sys.executable, "-c", FORK, str(tmp_path)), "", Limits(notified=patience)) as notifier:
            notifier.tell(NOTICE)
            await soon(lambda: "took too long" in caplog.text)
        await soon(lambda: not any(map(runs, started())))
        if len(started()) > 1:
            break
        caplog.clear()
    assert len(started()) > 1


@pytest.mark.asyncio
async def test_a_host_that_ends_waits_for_no_command(tmp_path: Path) -> None:
    async with Notifier((sys.executable, "-c", FORK, str(tmp_path)), "") as notifier:
        notifier.tell(NOTICE)
        await soon(lambda: len(list(tmp_path.iterdir())) == 2)
    await soon(lambda: not any(runs(path.name) for path in tmp_path.iterdir()))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("command", "said"),
    [((sys.executable, "-c", "exit(3)"), "failed with 3"), (("/nowhere/at/all",), "cannot be run: No such file")],
)
async def test_a_command_that_fails_is_in_the_log(
    command: tuple[str, ...], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with Notifier(command, "") as notifier:
        notifier.tell(NOTICE)
        await soon(lambda: said in caplog.text)


@pytest.mark.asyncio
async def test_only_a_few_run_at_once_and_the_rest_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with Notifier((sys.executable, "-c", "import time; time.sleep(3600)"), "") as notifier:
        for _ in range(10):
            notifier.tell(NOTICE)
    assert caplog.text.count("a player is notified") == DEFAULT.notifying
    # The host's log names nobody.
    assert {tuple(record.about) for record in caplog.records if hasattr(record, "about")} == {("table",)}
    assert caplog.text.count("not notified: too many") == 10 - DEFAULT.notifying
