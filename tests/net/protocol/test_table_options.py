"""A table's options reach it, everybody at it, and its record, as one value; so does what its host knows of it."""

from __future__ import annotations

import pytest

from net.host.opening import Opening, Reach
from net.local.order import Order
from net.protocol.client_messages import SetOptions
from net.protocol.host_messages import ClockNote, LobbyNote, OptionsNote
from net.protocol.schema import Message
from net.protocol.table_options import CHANGEABLE, TableOptions
from tests.support.net.fakes import FakePeer, Room, paced, started
from tests.support.net.hosting import play_of

ALL = TableOptions(
    title="Friday",
    private=False,
    listed=False,
    start_when=3,
    bots_after=60.0,
    bots_yield=False,
    series=3,
    turn_time=30.0,
    reserve=0.5,
    spectator_delay=300.0,
    bot_pause=2.5,
)
OPENING = Opening(
    bots=("random", "steward"),
    names=(None, "Wanda"),
    seat=2,
    owned=True,
    seed=bytes(range(128, 160)),
    given=("pick 4", "pick 1"),
    thinking=1.5,
    hints=True,
    reach=Reach(relay="relay.example", address="203.0.113.7:7447", announce=True),
    opener=bytes(range(32)),
    opened_from=bytes(range(8)),
)
OTHER = {"title": "Monday", "private": True, "listed": True, "start_when": 2, "turn_time": 45.0, "reserve": 1.0}
OTHER |= {"spectator_delay": 0.0, "bot_pause": 0.3, "bots_after": 0.0, "bots_yield": True, "series": 2}


@pytest.mark.parametrize("value", [ALL, OPENING], ids=["options", "opening"])
def test_nothing_is_left_out_here(value: Message) -> None:
    kind = type(value)
    assert value.model_fields_set == set(kind.model_fields)
    assert not any(getattr(value, name) == getattr(kind(), name) for name in kind.model_fields)


def whole(**more: object) -> tuple[Room, FakePeer]:
    """A table with all these options, and its owner."""
    room = Room(4, **dict(ALL), **dict(OPENING) | {"owned": False} | more)
    return room, room.join("Ada")


def test_a_host_process_is_given_every_option() -> None:
    order = Order.model_validate_json(Order(options=ALL, opening=OPENING).model_dump_json())
    assert (order.options, order.opening) == (ALL, OPENING)


def test_a_table_has_every_option_again_after_a_restart() -> None:
    room = Room(4, **dict(ALL), **dict(OPENING))
    room.restart()
    assert (room.table.options, room.table.opening) == (ALL, OPENING)


def test_everybody_at_the_table_is_told_every_option() -> None:
    _room, ada = whole()
    assert ada.last(LobbyNote).options == ALL


def test_nobody_at_the_table_is_told_what_is_of_its_host_alone() -> None:
    _room, ada = whole()
    for value in (OPENING.seed, OPENING.opener, OPENING.opened_from):
        assert value
        assert not any(value in frame for frame in ada.raw)


def test_the_pause_that_the_owner_has_chosen_outlives_a_restart() -> None:
    room = Room(4)
    owner = room.join("Ada")
    room.ask(owner, SetOptions, options=paced(room.table, 4.0))
    assert owner.last(OptionsNote).options.bot_pause == 4
    room.restart()
    assert room.table.options.bot_pause == 4


@pytest.mark.parametrize("name", TableOptions.model_fields)
def test_the_owner_changes_those_options_that_can_be_changed(name: str) -> None:
    room, ada = whole()
    wanted = ALL.model_copy(update={name: OTHER[name]})
    answer = room.ask(ada, SetOptions, options=wanted)
    if name in CHANGEABLE:
        assert room.table.options == ada.last(OptionsNote).options == wanted
    else:
        assert (answer.code, answer.detail) == ("option_fixed", name)
        assert room.table.options == ALL


def test_a_seed_is_in_no_log() -> None:
    assert repr(OPENING.seed) not in repr(Order(opening=OPENING))
    assert "seed" not in repr(OPENING)


def test_a_reserve_without_a_clock_is_none() -> None:
    room, peers = started(2, 2, turn_time=0.0, reserve=60.0)
    assert peers[0].count(ClockNote) == 0
    play = play_of(room.table)
    did = play.did
    assert play.validator.game
    assert not play.validator.game.times.timed
    room.tick(3600.0)
    assert play.did == did
