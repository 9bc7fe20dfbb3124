"""Every option of a table is an argument: of the command that hosts one, and of the plain client's `new`."""

from __future__ import annotations

import pytest

from citadels_tui.cli.main import main
from citadels_tui.commands import host
from citadels_tui.session.start import HostTable
from citadels_tui.table_list.offered_options import OPTIONS, chosen, typed_options
from citadels_tui.wording.errors import UsageError
from net.protocol.table_options import USUAL, TableOptions

LINE = (
    "--title Friday --open --unlisted --start-when 3 --turn-time 30 --reserve 0.5 --spectator-delay 5m --bot-pause 2.5"
)
ALL = TableOptions(
    title="Friday",
    private=False,
    listed=False,
    start_when=3,
    turn_time=30.0,
    reserve=0.5,
    spectator_delay=300.0,
    bot_pause=2.5,
)


def opened(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> TableOptions:
    """The options of the table that the command opens."""
    found: list[HostTable] = []

    def launch(start: HostTable, _ascii: bool, _plain: bool) -> int:
        found.append(start)
        return 0

    monkeypatch.setattr(host, "launch", launch)
    assert main(["host", *arguments]) == 0
    return found[0].order.options


def test_every_option_is_offered() -> None:
    assert {option.name for option in OPTIONS} == set(TableOptions.model_fields)


def test_every_option_can_be_typed() -> None:
    assert chosen(typed_options(LINE.split()), 4, USUAL) == ALL
    assert chosen(typed_options(["--private", "--listed"]), 4, ALL) == ALL.model_copy(
        update={"private": True, "listed": True}
    )


def test_no_more_people_are_waited_for_than_there_are_seats() -> None:
    assert chosen({"start_when": 8}, 5, USUAL).start_when == 5


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--title", "--title needs a value"),
        ("--nothing 3", "there is no option '--nothing'; choose from --title, "),
        ("--start-when 9", "--start-when is a number from 0 to 8, not '9'"),
        ("--start-when 99999", "--start-when is a number from 0 to 8, not '99999'"),
        ("--start-when ²", "--start-when is a number from 0 to 8, not '²'"),
        ("--turn-time 15d", "--turn-time is a time like 90, 15m, 12h or 2d, and 14 days at most, not '15d'"),
        ("--bot-pause 61", "--bot-pause is a time like 90, 15m, 12h or 2d, and 1 minute at most, not '61'"),
        (f"--title {'x' * 41}", "This title cannot be used: it is longer than 40 cells."),
    ],
)
def test_impossible_arguments_get_one_sentence(line: str, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        typed_options(line.split())
    assert str(caught.value).startswith(sentence)


def test_the_command_takes_every_option(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened(monkeypatch, *LINE.split()) == ALL
    assert opened(monkeypatch, "--private", "--listed") == opened(monkeypatch) == USUAL


def test_the_pause_of_the_settings_holds_unless_another_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "bot_pause" not in opened(monkeypatch).model_fields_set
    assert "bot_pause" in opened(monkeypatch, "--bot-pause", "0.8").model_fields_set


def test_the_command_refuses_what_cannot_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["host", "--start-when", "9"]) == 2
    assert "--start-when is a number from 0 to 8, not '9'" in capsys.readouterr().err
