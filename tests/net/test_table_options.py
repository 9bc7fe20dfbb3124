"""A table's options reach it, and its record, as one value."""

from __future__ import annotations

from net.host.table_options import TableOptions, Timers
from net.local.order import Order
from net.protocol.client_messages import SetPause
from tests.net.fakes import Room

ALL = TableOptions(
    bots=("random", "steward"),
    private=False,
    owned=True,
    seed=bytes(range(128, 160)),
    bot_pause=2.5,
    thinking=1.5,
    hints=True,
    title="Friday",
    listed=False,
    start_when=3,
    opener=bytes(range(32)),
    opened_from=bytes(range(8)),
    timers=Timers(decision=30, reserve=0.5),
    spectator_delay=300.0,
)


def test_no_option_is_left_out_here() -> None:
    assert ALL.model_fields_set == set(TableOptions.model_fields)
    assert not any(getattr(ALL, name) == getattr(TableOptions(), name) for name in TableOptions.model_fields)


def test_a_host_process_is_given_every_option() -> None:
    assert Order.model_validate_json(Order(options=ALL).model_dump_json()).options == ALL


def test_a_table_has_every_option_again_after_a_restart() -> None:
    room = Room(4, **dict(ALL))
    room.restart()
    assert room.table.options == ALL


def test_the_pause_that_the_owner_has_chosen_outlives_a_restart() -> None:
    room = Room(4)
    owner = room.join("Ada")
    room.ask(owner, SetPause, ms=4000)
    room.restart()
    assert room.table.options.bot_pause == 4


def test_a_seed_is_in_no_log() -> None:
    assert repr(ALL.seed) not in repr(Order(options=ALL))
    assert "seed" not in repr(ALL)
