"""Turn watch: a client stops at a move for somebody who had time, or was here, and never at one of an honest host."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from net.base.errors import NetError
from net.base.limits import DEFAULT
from net.client.follower import Follower
from net.client.turn_watch import ClockTerms, Moment, TurnWatch
from net.client.updates import Happened
from net.gamelog.entries import Cause, EventNote, GameEntry, PlayEntry, PlayTimes, SeatEntry
from net.protocol.client_messages import Hold
from net.protocol.frames import FrameDecoder
from net.protocol.host_messages import Ack, Err, LobbyNote, from_host
from net.protocol.table_options import TableOptions
from tests.support.net.fakes import FakePeer, Room, started
from tests.support.net.hosting import play_of

DOUBT = DEFAULT.doubt
TIMES = PlayTimes(turn_time=90_000, reserve=120_000)
ASK = EventNote(kind="ask", seat=0, note="menu")


def entry(cause: Cause, seat: int = 0, asked: int = 0, *, undo: bool = False) -> PlayEntry:
    events = (EventNote(kind="undo", seat=seat),) * undo + (ASK.model_copy(update={"seat": asked}),)
    return PlayEntry(seat=-1 if cause == "start" else seat, cause=cause, events=events)


@dataclass
class Watched:
    """A client in seat 1, and its clocks."""

    times: PlayTimes = TIMES
    steady: float = 0.0
    wall: float = 1e9
    seq: int = 1
    watch: TurnWatch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = TurnWatch(DEFAULT, lambda: Moment(self.steady, self.wall))
        self.watch.joined(0, 0, same=False)
        self.watch.terms = ClockTerms(self.times, bots_yield=False)
        seats = tuple(
            SeatEntry(name=name, pub=bytes([number]) * 32, seal=bytes(32)) for number, name in enumerate("AB")
        )
        zeros: dict[str, Any] = {"version": bytes(16), "commitment": bytes(32), "seal": bytes(32)}
        game = GameEntry(game="0" * 26, rules={}, **zeros, **self.times._asdict(), seats=seats)
        self.watch.begin(game, live=True)
        self.play("start")

    def wait(self, seconds: float) -> None:
        self.steady += seconds
        self.wall += seconds

    def play(self, cause: Cause, seat: int = 0, asked: int = 0, *, undo: bool = False) -> str:
        """A move is told; the code with which the client stops."""
        self.seq += 1
        self.watch.spoke()
        self.watch.heard(self.seq)
        try:
            self.watch.play(self.seq, entry(cause, seat, asked, undo=undo), 1)
        except NetError as error:
            return error.code
        return ""

    def hold(self, on: bool) -> None:
        """The game rests, or goes on."""
        self.seq += 1
        self.watch.heard(self.seq)
        self.watch.held(self.seq, on=on)

    def rest(self, seconds: float) -> None:
        """The game rests for a while."""
        self.hold(True)
        self.wait(seconds)
        self.hold(False)

    def away(self, seconds: float, entries: int = 0) -> None:
        """The connection is lost for a while, in which the log grows."""
        self.wait(seconds)
        self.watch.joined(self.seq + entries, self.seq, same=True)


def test_time_is_not_up_before_it_can_be() -> None:
    table = Watched()
    table.wait(210 - DOUBT - 1)
    assert table.play("timeout") == "false_timeout"
    table = Watched()
    table.wait(210 - DOUBT)
    assert table.play("timeout") == ""
    # The reserve is used up: after that a decision has its time alone.
    table.wait(90 - DOUBT - 1)
    assert table.play("timeout") == "false_timeout"


@pytest.mark.parametrize("clock", [1, 10, 15, 20, 30, 90])
def test_no_clock_is_so_short_that_anything_is_believed(clock: int) -> None:
    table = Watched(PlayTimes(turn_time=clock * 1000))
    table.wait(0.4 * clock)
    assert table.play("timeout") == "false_timeout"
    # Nor do quick answers use up the reserve.
    table = Watched(PlayTimes(turn_time=clock * 1000, reserve=clock * 1000))
    for _ in range(20):
        table.wait(0.1 * clock)
        assert table.play("player") == ""
    table.wait(0.9 * clock)
    assert table.play("timeout") == "false_timeout"
    table = Watched(PlayTimes(turn_time=clock * 1000))
    table.wait(clock)
    assert table.play("timeout") == ""


def test_time_on_hold_is_nobody_s() -> None:
    table = Watched(PlayTimes(turn_time=90_000))
    for _ in range(3):
        table.rest(80)
    assert table.play("timeout") == "false_timeout"
    table = Watched(PlayTimes(turn_time=90_000))
    table.wait(45)
    table.rest(1000)
    table.wait(45)
    assert table.play("timeout") == ""


def test_a_rest_that_ended_while_the_client_was_away_may_have_been_short() -> None:
    table = Watched(PlayTimes(turn_time=90_000))
    table.hold(True)
    table.away(200, entries=2)
    table.hold(False)
    assert table.play("timeout") == ""


def test_a_reserve_that_was_used_is_gone() -> None:
    table = Watched()
    table.wait(150)
    assert table.play("player", asked=1) == ""
    table.wait(210 - DOUBT - 1)
    assert table.play("timeout", seat=1) == "false_timeout"
    table = Watched()
    for _ in range(2):
        table.wait(150)
        assert table.play("player") == ""
    table.wait(90 - DOUBT + 1)
    assert table.play("timeout") == ""


def test_the_client_grants_the_host_the_longer_of_two_times() -> None:
    table = Watched()
    table.steady += 5
    table.wall += 3600
    assert table.play("timeout") == "", "the machine may have slept"
    table = Watched()
    table.steady += 3600
    table.wall -= 86_400
    assert table.play("timeout") == "", "the clock may have been set"


def test_no_time_is_won_by_taking_moves_back() -> None:
    table = Watched(PlayTimes(turn_time=90_000))
    for seconds in (40, 40):
        table.wait(seconds)
        assert table.play("player", undo=True) == ""
    table.wait(10)
    assert table.play("timeout", asked=1) == ""
    table.wait(1)
    assert table.play("timeout", seat=1) == "false_timeout", "another's time begins anew"


def test_a_question_from_before_the_join_counts_from_the_known_log() -> None:
    table = Watched()
    table.away(30, entries=1)
    assert table.play("player", asked=1) == ""
    # It may have been asked 30 seconds ago, and no earlier.
    table.wait(1)
    assert table.play("timeout", seat=1) == "false_timeout"
    table = Watched()
    table.away(400, entries=2)
    assert table.play("player", asked=1) == ""
    assert table.play("timeout", seat=1) == "", "all of it has happened meanwhile"


def test_a_newcomer_judges_no_time_outs() -> None:
    watch = TurnWatch(DEFAULT)
    table = Watched()
    watch.joined(9, 0, same=False)
    watch.terms = table.watch.terms
    assert table.watch._game
    watch.begin(table.watch._game, live=False)
    for seq, cause in ((2, "start"), (9, "player"), (10, "timeout")):
        watch.heard(seq)
        watch.play(seq, entry(cause), 1)  # type: ignore[arg-type]


def test_a_spectator_does_not_judge() -> None:
    table = Watched()
    table.watch.heard(3)
    table.watch.play(3, entry("timeout"), None)


@pytest.mark.parametrize(("seconds", "code"), [(1, "false_absence"), (45 - DOUBT - 1, "false_absence"), (46, "")])
def test_a_moment_away_is_no_absence(seconds: float, code: str) -> None:
    table = Watched()
    table.play("player", asked=1)
    table.away(seconds, entries=1)
    assert table.play("absent", seat=1) == code
    # Of what was there already when it came the time before, nothing follows.
    table = Watched()
    table.play("player", asked=1)
    table.away(60, entries=1)
    table.away(1)
    table.seq -= 1
    assert table.play("absent", seat=1) == ""


def test_what_was_there_at_a_join_comes_at_once() -> None:
    """A host cannot call everything past by saying that there is a long log."""
    table = Watched()
    table.play("player", asked=1)
    for _ in range(2):
        table.away(1, entries=1_000_000)
        assert table.play("absent", seat=1) == "false_absence"
    late = Watched()
    late.watch._spoke = None
    late.watch.joined(1_000_000, late.seq, same=False)
    assert late.play("absent", seat=1) == "", "it may have been there"
    late.watch.answered(late.seq)
    assert late.play("absent", seat=1) == "false_absence"
    late = Watched()
    late.watch._spoke = None
    late.watch.joined(1_000_000, late.seq, same=False)
    late.wait(61)
    assert late.play("absent", seat=1) == "false_absence"


def test_who_has_said_to_be_there_does_not_sleep_on() -> None:
    table = Watched()
    assert table.play("asleep", seat=1) == ""
    table.watch.waking()
    table.wait(DOUBT - 1)
    assert table.play("asleep", seat=1) == "", "the host may not have heard it yet"
    table.wait(2)
    assert table.play("asleep", seat=0) == ""
    assert table.play("asleep", seat=1) == "false_absence"
    table = Watched()
    table.watch.waking()
    table.away(60, entries=1)
    assert table.play("asleep", seat=1) == "", "it was lost with the connection"
    table.watch.awake()
    table.wait(DOUBT + 1)
    assert table.play("asleep", seat=1) == "", "the log says since when"


@pytest.mark.parametrize("half", [1, 2])
def test_a_deal_is_given_up_when_there_was_time(half: int) -> None:
    def dealing(seconds: float, own: bool) -> TurnWatch:
        table = Watched()
        assert table.watch._game
        table.wait(1000)
        table.watch.joined(5, 0, same=False)
        if not own:
            table.watch.heard(6)
        table.watch.begin(table.watch._game, live=False)
        if half == 2:
            table.wait(1000)
            table.watch.committed()
            table.wait(seconds / 2)
            table.watch.all_committed()
            seconds /= 2
        table.wait(seconds)
        return table.watch

    with pytest.raises(NetError) as caught:
        dealing(DEFAULT.shares / 2 - 1, own=half == 2).gave_up(9)
    assert caught.value.code == "false_undealt"
    dealing(DEFAULT.shares / 2 + 1, own=half == 2).gave_up(9)


def test_a_table_keeps_what_it_has_promised() -> None:
    watch = TurnWatch(DEFAULT)
    options = TableOptions(turn_time=90.0, series=2)
    watch.promised(options)
    watch.promised(options.model_copy(update={"bot_pause": 5.0}))
    for change in ({"turn_time": 1.0}, {"reserve": 1.0}, {"series": 3}, {"bots_yield": False}):
        with pytest.raises(NetError, match="another clock"):
            watch.promised(options.model_copy(update=change))


def test_the_clock_of_the_log_is_the_table_s() -> None:
    room, peers = started(3, 2, turn_time=60.0, reserve=90.0)
    assert room.follow(peers[0])
    frames = peers[0].raw
    said = [LobbyNote(**message.model_dump()) for message in peers[0].got if isinstance(message, LobbyNote)]
    others = [note.model_copy(update={"options": TableOptions()}).frame() for note in said]
    told = dict(zip((note.frame() for note in said), others, strict=True))
    frames[:] = [told.get(frame, frame) for frame in frames]
    with pytest.raises(NetError, match="names another clock than the table has"):
        room.follow(peers[0])


class Follows:
    """A client that hears of what it is sent up to some seconds later, and comes back when its connection is lost."""

    def __init__(self, room: Room, peer: FakePeer) -> None:
        self.room, self.peer, self.sent, self.lag = room, peer, 0, 0.0
        now = lambda: Moment(room.clock.time, room.clock.time)  # noqa: E731
        self.follower = Follower(room.host.public, peer.identity.public, peer.seal, DEFAULT, now=now)
        self.causes: list[Cause] = []

    def hear(self) -> None:
        if self.room.clock.time < self.lag:
            return
        decoder = FrameDecoder(DEFAULT.answer)
        frames, self.sent = self.peer.raw[self.sent :], len(self.peer.raw)
        for message in (from_host(value) for frame in frames for value in decoder.feed(frame)):
            if not isinstance(message, Ack | Err):
                self.causes += [
                    update.cause for update in self.follower.handle_message(message) if isinstance(update, Happened)
                ]

    def come_back(self) -> None:
        game, seq, head = self.follower.known()
        self.peer = self.room.join(like=self.peer, have_game=game, have_seq=seq, have_head=head)
        self.sent = 0


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(4))
def test_an_honest_host_is_never_doubted(seed: int) -> None:
    """Answers at all times, moves taken back, rests, lost connections, slow ones, and the host started again."""
    random = Random(f"honest {seed}")
    room, peers = started(3, 2, turn_time=60.0, reserve=90.0, reading=DEFAULT.reading)
    clients = [Follows(room, peer) for peer in peers]
    for _ in range(300):
        play, chance = play_of(room.table), random.random()
        client = random.choice(clients)
        if play.over:
            break
        if chance < 0.25:
            for _ in range(random.choice([2, 20, 50, 170])):
                room.tick(1)
                for each in clients:
                    each.hear()
        elif chance < 0.3:
            client.lag = room.clock.time + random.uniform(0, DEFAULT.silence)
        elif chance < 0.35 and client.peer in dict(room.table.outbox):
            room.ask(client.peer, Hold, on=random.random() < 0.5)
        elif chance < 0.38 and client.peer in dict(room.table.outbox):
            room.gone(client.peer)
        elif chance < 0.4:
            room.restart()
        elif client.peer not in dict(room.table.outbox):
            client.lag = 0.0
            client.come_back()
        elif play.seat is not None and play.seat < 2 and not play.validator.held:
            peer = clients[play.seat].peer
            moves = [str(move) for move in play.view(play.seat).moves]
            if peer in dict(room.table.outbox):
                room.act(peer, "undo" if not play._played.refusal and random.random() < 0.4 else random.choice(moves))
        for each in clients:
            each.hear()
    heard = {cause for client in clients for cause in client.causes}
    assert heard >= {"player", "timeout"}
