"""The host dies between any two steps of its work: nothing it has told anybody is lost, and nothing happens twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from net.gamelog.entries import Entry, PlayEntry
from net.host.seats.lobby import BotSeat, Member
from net.protocol.client_messages import (
    AddBot,
    Again,
    Configure,
    HandOver,
    Hold,
    RemoveBot,
    SetOptions,
    Start,
    Vote,
    Wake,
)
from net.protocol.host_messages import Ack, Err
from net.protocol.setup import Setup
from tests.support.net.crashing_host import Guest, World, crash_at_every_step
from tests.support.net.fakes import paced
from tests.support.net.hosting import game_of
from tests.support.tiers import tiered

pytestmark = pytest.mark.slow

# Worlds just before something happens


def empty(world: World) -> None:
    """The host has not been started yet."""


def opened(world: World) -> None:
    """A table nobody has come to."""
    world.open()


def lobby(world: World) -> None:
    """Two people at a table for three."""
    opened(world)
    for name in ("Ada", "Bo"):
        world.guest(name).join()


def ready(world: World) -> None:
    """Two people and a bot, who may start."""
    lobby(world)
    world.guests[0].ask(AddBot, level="random")


def begun(world: World) -> None:
    """The seed is to be shared."""
    ready(world)
    world.guests[0].ask(Start)


def playing(world: World) -> None:
    """A few moves into the game; a person is asked."""
    begun(world)
    while not world.play.dealt or world.play.did < 9 or world.play.seat == 2 or world.play.single:
        world.onward()


def thinking(world: World) -> None:
    """The bot has to move."""
    playing(world)
    while world.play.seat != 2:
        world.onward()


def held(world: World) -> None:
    """The game is paused."""
    playing(world)
    world.guests[0].ask(Hold, on=True)


def voting(world: World) -> None:
    """One of two wants the game to end."""
    playing(world)
    world.guests[0].ask(Vote, end=True)


def vacant(world: World) -> None:
    """A seat waits for somebody."""
    playing(world)
    world.guests[0].ask(HandOver, seat=1, open=True)
    world.guests[1].gone()


def away(world: World) -> None:
    """Who is asked is gone."""
    playing(world)
    who(world).gone()


def ending(world: World) -> None:
    """One move from the end, between two people."""
    opened(world)
    for name in ("Ada", "Bo"):
        world.guest(name).join()
    world.guests[0].ask(Configure, setup=Setup(players=2, edition="classic"))
    world.guests[0].ask(Start)
    while not world.play.dealt:
        world.onward()
    while not last_moves(world):
        asked = who(world).decision
        assert asked
        # Cities that grow end a game soon.
        wealth = ("gold", "collect") if len(world.play.view(world.play.seat or 0).hand) > 1 else ()
        soon = [text for text in asked.moves if text.startswith("build")]
        soon += [text for text in asked.moves if text in wealth]
        who(world).act(soon[0] if soon else "")


def between_games(world: World) -> None:
    """The first game of a series is over."""
    ending(world)
    who(world).act(last_moves(world)[0])


def asleep(world: World) -> None:
    """A player's time was up, and bots answer."""
    playing(world)
    until(world, lambda: bool(world.play.validator.asleep), 60)


def last_moves(world: World) -> list[str]:
    """The moves with which a person can end the game now."""
    game, found = game_of(world.table), []
    for chosen in game.moves:
        trial = game.clone()
        trial.apply(chosen)
        if trial.seat is None:
            found.append(str(chosen))
    return found


def ended(world: World) -> None:
    """The game is over, and everybody but one has gone."""
    voting(world)
    world.guests[1].ask(Vote, end=True)
    world.guests[1].gone(for_good=True)


def willing(world: World) -> None:
    """The game is over, and one of two would like to play again."""
    voting(world)
    world.guests[1].ask(Vote, end=True)
    world.guests[0].ask(Again, on=True)


# What happens


def who(world: World) -> Guest:
    """The person who is asked, or was."""
    return next(guest for guest in world.guests if guest.seat == world.play.seat)


def until(world: World, done: Callable[[], bool], seconds: float = 5) -> None:
    """Let time pass until something has happened."""
    for _ in range(200):
        if done():
            return
        world.live(lambda: world.tick(seconds))
    raise AssertionError("it does not happen")


def asks(number: int, kind: type, **fields: object) -> Callable[[World], None]:
    """Somebody asks for something, and it is granted."""

    def step(world: World) -> None:
        guest = world.guests[number]
        world.live(lambda: guest.ask(kind, **fields))
        assert isinstance(guest.answers[guest.cid], Ack), guest.answers[guest.cid]

    return step


def open_table(world: World) -> None:
    world.live(world.open)


def start(world: World) -> None:
    owner = world.guests[0]
    world.live(lambda: owner.ask(Start))
    if isinstance(owner.answers[owner.cid], Err):
        # The owner was back before the others.
        assert world.table.match is None
        world.live(lambda: owner.ask(Start))
    assert isinstance(owner.answers[owner.cid], Ack)


def come(world: World) -> None:
    guest = world.guest("Cleo")
    world.live(guest.join)
    assert not guest.closed


def leave(world: World) -> None:
    world.live(lambda: world.guests[0].gone(for_good=True))


def share(world: World) -> None:
    for _ in range(20):
        if not world.play.validator.missing:
            return
        world.live(world.onward)
    assert world.play.dealt


def refuse_to_share(world: World) -> None:
    world.live(world.guests[0].share)
    until(world, lambda: world.table.match is None)


def move(world: World) -> None:
    guest = who(world)
    world.live(guest.act)
    assert isinstance(guest.answers[guest.cid], Ack)


def end(world: World) -> None:
    guest, moves = who(world), last_moves(world)
    world.live(lambda: guest.act(moves[0]))
    assert world.over
    assert isinstance(guest.answers[guest.cid], Ack)


def wait(seconds: float) -> Callable[[World], None]:
    """Time passes, and a bot moves."""

    def step(world: World) -> None:
        did = world.play.did
        until(world, lambda: world.play.did > did, seconds)

    return step


def again(world: World) -> None:
    guest = world.guests[1]
    world.live(lambda: guest.ask(Again, on=True))
    # Whoever asks again what has been granted asks about the game that has begun.
    assert isinstance(guest.answers[guest.cid], Ack) or not world.over


def wake(world: World) -> None:
    (seat,) = world.play.validator.asleep
    guest = next(guest for guest in world.guests if guest.seat == seat)
    world.live(lambda: guest.ask(Wake))
    assert isinstance(guest.answers[guest.cid], Ack)


def next_game(world: World) -> None:
    until(world, lambda: not world.over)


def rise(world: World) -> None:
    world.live(world.rise)


def pause(seconds: float) -> Callable[[World], None]:
    """The owner changes the pace of the bots."""
    return lambda world: asks(0, SetOptions, options=paced(world.table, seconds))(world)


# What must be true then


def bots(number: int) -> Callable[[World], bool]:
    """So many seats have bots."""
    return lambda world: sum(isinstance(seat, BotSeat) for seat in world.table.lobby.seats) == number


def last(*kinds: str) -> Callable[[World], bool]:
    """What has been logged, restarts aside."""

    def check(world: World) -> bool:
        logged: list[Entry] = world.logged()
        found = [entry.t for entry in logged if entry.t != "restart"]
        return tuple(found[-len(kinds) :]) == kinds

    return check


def reopened(world: World) -> bool:
    """A seat was opened; its player may have come back to it."""
    return last("play", "seat")(world) or last("play", "seat", "seat")(world)


def moved(world: World) -> str:
    """Who made the last move."""
    return next(entry.cause for entry in reversed(world.logged()) if isinstance(entry, PlayEntry))


KINDS: dict[str, tuple[Callable[[World], None], Callable[[World], None], Callable[[World], bool]]] = {
    "the host's first start": (empty, open_table, lambda world: world.table.match is None),
    "somebody comes": (opened, come, lambda world: len(world.table.lobby.players) == 1),
    "a setup": (lobby, asks(0, Configure, setup=Setup(players=5)), lambda w: len(w.table.lobby.seats) == 5),
    "a bot is seated": (lobby, asks(0, AddBot, level="random"), bots(1)),
    "a bot is removed": (ready, asks(0, RemoveBot, seat=2), bots(0)),
    "the bots' pace": (ready, pause(2.0), lambda world: world.table.options.bot_pause == 2),
    "the start": (ready, start, last("game")),
    "the deal": (begun, share, last("game", "commit", "commit", "reveal", "reveal", "play")),
    "no deal": (begun, refuse_to_share, bots(1)),
    "a move": (playing, move, lambda world: True),
    "a bot's move": (thinking, wait(1), lambda world: moved(world) == "bot"),
    "a move out of time": (playing, wait(300), lambda world: moved(world) == "timeout"),
    "a move for who is away": (away, wait(60), lambda world: moved(world) == "absent"),
    "a rest": (playing, asks(0, Hold, on=True), last("play", "hold")),
    "going on": (held, asks(0, Hold, on=False), last("play", "hold", "hold")),
    "a vote": (playing, asks(1, Vote, end=True), last("play", "vote")),
    "the vote that ends it": (voting, asks(1, Vote, end=True), last("play", "vote", "vote", "open", "end")),
    "a seat handed over": (playing, asks(0, HandOver, seat=1), last("play", "seat")),
    "a seat opened": (playing, asks(0, HandOver, seat=1, open=True), reopened),
    "a player sent away": (playing, asks(0, HandOver, seat=1, ban=True), lambda w: len(w.table.access.banned) == 1),
    "a seat taken": (vacant, come, lambda world: isinstance(world.table.lobby.seats[1], Member)),
    "a bot's seat taken": (thinking, come, lambda world: isinstance(world.table.lobby.seats[2], Member)),
    "a player wakes": (asleep, wake, lambda world: not world.play.validator.asleep),
    "the last move": (ending, end, lambda w: last("open", "end")(w) and w.table.record_fields()["evening"].games == 1),
    "the next game of a series": (between_games, next_game, last("game")),
    "everybody leaves": (ended, leave, lambda world: world.table.match is None or world.over),
    "another game": (willing, again, last("game")),
    "another game, when the owner says so": (willing, start, last("game")),
    "a restart": (playing, rise, last("play")),
}


USUAL = ("a bot is seated", "the deal", "a move", "a seat handed over")
"""Of each sort one: before a game, its beginning, its course, and who plays it."""


@pytest.mark.parametrize("kind", tiered(KINDS, USUAL))
def test_between_any_two_steps(kind: str, tmp_path: Path) -> None:
    before, step, holds = KINDS[kind]
    numbers = count()

    def make() -> World:
        number = next(numbers)
        world = World(tmp_path / f"{number}", number, turn_time=90.0, reserve=120.0, series=2)
        before(world)
        return world

    worlds = crash_at_every_step(make, step)
    for world in worlds:
        assert holds(world), world.deaths
        world.check()
        go_on(world)
        world.check()
        world.close()
    print(f"{kind}: {len(worlds)} points, {Counter(world.deaths[0] for world in worlds)}")


def go_on(world: World) -> None:
    """Play on for a while, and end the game."""
    for guest in [*world.guests, world.guest("Dora")]:
        if guest.closed in ("left", "lost"):
            guest.join()
    lobby = world.table.lobby
    owner = next(guest for guest in world.guests if lobby.owner and guest.identity.public == lobby.owner.pub)
    while world.table.match is None and None in lobby.seats:
        owner.ask(AddBot, level="random")
    if world.table.match is None:
        owner.ask(Start)
    if world.play.validator.held:
        owner.ask(Hold, on=False)
    while not world.play.dealt:
        world.onward()
    for _ in range(3):
        if not world.over:
            world.onward()
    for guest in world.guests:
        if not (world.over or guest.closed or guest.seat is None):
            guest.ask(Vote, end=True)
    assert world.over
