"""The client runs as the settings say."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest

from citadels_tui.cli.launch import run
from citadels_tui.session.start import JoinTable, PlayGame, Start
from citadels_tui.settings.settings import Settings, save
from citadels_tui.wording.errors import CommandError
from net.local.order import Order

PLAY = PlayGame("", Order())


class Recorded:
    """An app that ends at once."""

    fault = None
    failed = ""
    farewell = ""
    seen: dict[str, Any]

    def __init__(self, start: Start, **options: Any) -> None:
        type(self).seen = {"start": start, **options}

    def run(self, *, mouse: bool) -> None:
        self.seen["mouse"] = mouse


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> type[Recorded]:
    monkeypatch.setattr("citadels_tui.app.app.CitadelsApp", Recorded)
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    # These tests go on in this process, which is not the client's.
    for name in ("freeze", "set_threshold"):
        monkeypatch.setattr(f"gc.{name}", Mock())
    return Recorded


def test_a_name_that_is_not_given_is_that_of_the_settings_or_the_users(
    app: type[Recorded], monkeypatch: pytest.MonkeyPatch
) -> None:
    def name(start: Start) -> str:
        assert run(start) == 0
        return str(app.seen["start"].name)

    assert name(PLAY) == "Ada"
    monkeypatch.setattr("getpass.getuser", lambda: "***")
    assert name(PLAY) == "Player"
    save(Settings(name="Bo"))
    assert name(PLAY) == "Bo"
    assert name(JoinTable("Cleo", "127.0.0.1")) == "Cleo"


def test_signs_pace_and_mouse_are_those_of_the_settings(app: type[Recorded]) -> None:
    save(Settings(signs="ascii", pause="3", mouse=False))
    assert run(PLAY) == 0
    assert app.seen["start"].order.options.bot_pause == 3
    assert (app.seen["ascii"], app.seen["mouse"]) == (True, False)
    save(Settings(signs="unicode"))
    assert run(PLAY, ascii=True) == 0
    assert app.seen["ascii"]


def test_a_table_that_cannot_be_reached_ends_the_command(app: type[Recorded], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "failed", "Nobody answers there.")
    with pytest.raises(CommandError, match="Nobody answers"):
        run(PLAY)
