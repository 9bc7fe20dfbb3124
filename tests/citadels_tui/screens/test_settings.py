"""Settings: kept, checked, and in effect at once."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from typing import Any

import pytest
from textual.geometry import Size
from textual.widgets import Input

from citadels_tui.app.app import CitadelsApp
from citadels_tui.app.keymap import bindings, checked
from citadels_tui.screens.settings import SettingsScreen
from citadels_tui.screens.table import TableScreen
from citadels_tui.session.start import ShowHome
from citadels_tui.settings import settings as settings_file
from citadels_tui.settings.settings import VERSION, Settings, load, path, save
from citadels_tui.terminal.signals import notification
from citadels_tui.widgets.choice import Choice
from net.client.updates import Happened
from tests.support.client import tables
from tests.support.client.driving import client, settle, table_of
from tests.support.client.fake import FakeConnector, FakeFeed
from tests.support.root import ROOT

pytestmark = pytest.mark.slow

OWN = Settings(
    name="Bo", theme="citadels-light", signs="ascii", pause="3", confirm=False, call="never", keys={"table.log": "g"}
)


def write(text: str) -> None:
    path().parent.mkdir(parents=True, exist_ok=True)
    path().write_text(text, encoding="utf-8")


def test_without_a_file_nothing_is_set() -> None:
    assert load() == (Settings(newcomer=True), ())


def test_only_changed_settings_stand_in_the_file() -> None:
    save(OWN)
    assert load() == (OWN, ())
    assert path().stat().st_mode & 0o777 == 0o600
    save(Settings(motion=False))
    assert json.loads(path().read_text()) == {"version": VERSION, "motion": False}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"pause": 7}', "'pause'"),
        ('{"mouse": "perhaps"}', "'mouse'"),
        ('{"keys": {"table.log": 3}}', "'keys'"),
        ('{"themee": "citadels-light"}', "'themee'"),
        ('{"signs": ["auto"]}', "'signs'"),
        ('{"call": {}}', "'call'"),
        ('{"theme": 1}', "'theme' cannot be used (it has to be text in quotation marks)"),
        ('{"motion": 1}', "'motion' cannot be used (it can be true, false)"),
        ('{"density": "loose"}', "'density' cannot be used (it can be comfortable, compact)"),
        ('{"keys": []}', "'keys'"),
        ('{"language": ["nl"]}', "'language'"),
    ],
)
def test_a_bad_value_is_named_and_replaced(text: str, named: str) -> None:
    write(text.replace("{", '{"name": "Bo", ', 1))
    settings, (warning,) = load()
    assert settings == Settings(name="Bo")
    assert named in warning


def test_the_settings_of_a_later_version_are_used_as_far_as_they_are_known() -> None:
    write(f'{{"version": {VERSION + 1}, "name": "Bo", "smell": "roses"}}')
    settings, (later, unknown) = load()
    assert settings == Settings(name="Bo")
    assert "later version" in later
    assert "smell" in unknown
    write(f'{{"version": {VERSION}, "name": "Bo"}}')
    assert load() == (Settings(name="Bo"), ())


def test_the_settings_of_an_earlier_version_are_upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    def renamed(found: dict[str, Any]) -> None:
        found["pause"] = found.pop("wait", "0.8")

    monkeypatch.setattr(settings_file, "UPGRADES", (*settings_file.UPGRADES, renamed))
    monkeypatch.setattr(settings_file, "VERSION", VERSION + 1)
    write(json.dumps({"version": VERSION, "wait": "3", "name": "Bo"}))
    assert load() == (Settings(name="Bo", pause="3"), ())
    save(replace(load()[0], name="Ada"))
    assert json.loads(path().read_text()) == {"version": VERSION + 1, "name": "Ada", "pause": "3"}


def test_what_a_later_version_has_written_stays() -> None:
    later = {"version": VERSION + 1, "smell": {"kind": "roses"}, "density": "airy", "pause": "loud", "motion": False}
    write(json.dumps(later))
    save(replace(load()[0], name="Bo", pause="3", motion=True))
    kept = later | {"name": "Bo", "pause": "3"}
    del kept["motion"]
    assert json.loads(path().read_text()) == kept
    write('{"smell": 1, "density": "airy"}')
    save(Settings())
    assert json.loads(path().read_text()) == {"version": VERSION, "smell": 1}


@pytest.mark.parametrize("name", ["x" * 25, "B\\u001b[31mo", "\\ud800", "   "])
def test_a_name_that_cannot_be_a_players_is_named_and_replaced(name: str) -> None:
    write(f'{{"name": "{name}", "pause": "3"}}')
    settings, (warning,) = load()
    assert settings == Settings(pause="3")
    assert "'name'" in warning
    assert "\x1b" not in warning


def test_lone_surrogates_in_the_file_are_kept() -> None:
    write('{"keys": {"\\ud800": "x"}}')
    settings, () = load()
    save(settings)
    assert load() == (settings, ())


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "\x00", "[" * 100_000, " " * 70_000])
def test_a_wrong_settings_file_is_put_aside(text: str) -> None:
    write(text)
    settings, (warning,) = load()
    assert settings == Settings()
    assert str(path()) in warning
    assert path().with_suffix(".bad").read_text() == text
    assert load() == (Settings(newcomer=True), ())


@pytest.mark.asyncio
async def test_a_change_has_its_effect_and_is_kept() -> None:
    async with client() as pilot:
        await pilot.press("comma")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, SettingsScreen)
        elsewhere = {"name", "newcomer", "keys", "theme", "address", "relay"}
        assert {each.id for each in screen.query(Choice)} == asdict(Settings()).keys() - elsewhere
        screen.query_one("#motion", Choice).focus()
        await pilot.press("right")
        assert pilot.app.animation_level == "none"
        await pilot.press("escape")
    assert load() == (Settings(motion=False), ())


def test_each_setting_is_read_somewhere() -> None:
    package = ROOT / "citadels_tui"
    sources = [path for path in package.rglob("*.py") if path.name != "settings.py"]
    read = set(re.findall(r"\bsettings\.(\w+)", "\n".join(path.read_text("utf-8") for path in sources)))
    assert asdict(Settings()).keys() <= read


@pytest.mark.asyncio
async def test_a_name_is_kept_too() -> None:
    async with client() as pilot:
        pilot.app.screen.query_one("#name").focus()
        await pilot.press("x", "enter", "n")
        await settle(pilot)
    assert load()[0] == Settings(name="x")


@pytest.mark.asyncio
async def test_settings_that_cannot_be_kept_are_in_effect_nevertheless() -> None:
    path().mkdir(parents=True)
    async with client() as pilot:
        assert isinstance(pilot.app, CitadelsApp)
        pilot.app.remember(theme="citadels-light")
        await settle(pilot)
        assert pilot.app.theme == "citadels-light"
        (said,) = pilot.app._notifications
        assert said.message.startswith("The settings could not be saved")


@pytest.mark.asyncio
async def test_errors_in_the_file_are_said_at_the_start() -> None:
    settings = Settings(theme="mauve", keys={"table.log": "a"})
    app = CitadelsApp(
        ShowHome("Ann"), connector=FakeConnector(FakeFeed()), settings=settings, warnings=("A sentence.",)
    )
    async with app.run_test(size=Size(80, 24), notifications=True) as pilot:
        await settle(pilot)
        said = [each.message for each in app._notifications]
        assert said[0] == "A sentence."
        assert "'mauve'" in said[1]
        assert "table.log" in said[2]
        assert app.theme == "citadels"


# Keys


def test_nothing_has_two_keys_at_once_as_it_comes() -> None:
    every = bindings(CitadelsApp)
    assert len(every) > 60
    _, clashes = checked({id: binding.key for id, binding in every.items()}, every)
    found = {re.findall(r"for ([a-z.]+)", each)[0] for each in clashes}
    # One key opens and closes; an action list is empty when there is a result.
    pairs = (("cards", "inspect.cards"), ("help", "help.close"), ("review.method", "method.keys"))
    assert found == {"table.result", "table.again"}.union(*pairs)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"table.log": "i"}, "table.inspect"),
        ({"table.log": "1"}, "action_list"),
        ({"table.log": "question_mark"}, "help"),
        ({"table.log": "ctrl+g", "table.chat": "ctrl+g"}, "table.log"),
        ({"table.lag": "x"}, "'table.lag'"),
        ({"table.log": "hyper+x"}, "'hyper+x'"),
        ({"table.log": ""}, "''"),
    ],
)
def test_keys_that_cannot_be_are_named(keys: dict[str, str], said: str) -> None:
    usable, (sentence,) = checked(keys, bindings(CitadelsApp))
    assert len(usable) == len(keys) - 1
    assert said in sentence


def test_two_things_can_change_keys() -> None:
    assert checked({"table.chat": "ctrl+g", "table.log": "s"}, bindings(CitadelsApp))[1] == ()


@pytest.mark.asyncio
async def test_a_key_of_ones_own_works_and_help_and_footer_say_so() -> None:
    feed = FakeFeed()
    tables.income(feed, 4)
    from tests.support.client.driving import PLAY

    app = CitadelsApp(PLAY, connector=FakeConnector(feed), settings=Settings(keys={"table.log": "ctrl+g"}))
    async with app.run_test(size=Size(80, 24)) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, TableScreen)
        active = {each.binding.id: app.get_key_display(each.binding) for each in app.screen.active_bindings.values()}
        assert active["table.log"] == "^g"
        await pilot.press("l")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("ctrl+g")
        await settle(pilot)
        assert not isinstance(app.screen, TableScreen)


# Calling the player


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("call", "looking", "expected"),
    [("bell", False, "\a"), ("bell", True, ""), ("never", False, ""), ("notification", False, "]9;Citadels: it is")],
)
async def test_a_player_in_another_window_is_called(call: str, looking: bool, expected: str) -> None:
    async with client() as pilot:
        app = pilot.app
        assert isinstance(app, CitadelsApp)
        assert app._driver
        written: list[str] = []
        app._driver.write = written.append  # type: ignore[method-assign, assignment]
        app.bell = lambda: written.append("\a")  # type: ignore[method-assign]
        app.remember(call=call)
        app.app_focus = looking
        written.clear()
        app.call_player()
        found = "".join(written)
        assert expected in found if expected else "\a" not in found


def test_a_notification_is_one_line_of_two_sequences() -> None:
    assert notification("Words") == "\x1b]9;Words\x07\x1b]777;notify;Citadels;Words\x07"


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_settings_open_at_the_table_and_the_table_follows_them() -> None:
    feed = FakeFeed()
    tables.income(feed)
    async with client(feed, size=(80, 50)) as pilot:
        table = table_of(pilot)
        before = table.action_list.size.height
        await pilot.press("comma")
        await settle(pilot)
        assert isinstance(pilot.app.screen, SettingsScreen)
        pilot.app.screen.query_one("#density", Choice).focus()
        await pilot.press("right", "escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, TableScreen)
        assert table.action_list.size.height > before
        assert feed.sent == []
        # The bots of a table of one's own wait as long as is chosen now, and nothing is asked of them otherwise.
        await pilot.press("comma")
        await settle(pilot)
        pilot.app.screen.query_one("#pause", Choice).focus()
        await pilot.press("right", "right", "escape")
        await settle(pilot)
        assert feed.sent == ["bot_pause 1.5", "bot_pause 3.0"]
        # Also when they were skipped meanwhile, and at once.
        feed.tell(Happened(2, 1, "bot", (), tables.middle()))
        await settle(pilot)
        await pilot.press("n", "comma")
        await settle(pilot)
        pilot.app.screen.query_one("#pause", Choice).focus()
        await pilot.press("left")
        await settle(pilot)
        assert feed.sent[2:] == ["bot_pause 0.0", "bot_pause 1.5"]
        assert not table.pace.skipping


@pytest.mark.asyncio
async def test_a_name_is_kept_when_it_can_be_a_players() -> None:
    async with client() as pilot:
        await pilot.press("comma")
        await settle(pilot)
        for typed, kept in (("Zoe", "Zoe"), ("   ", "Zoe")):
            line = pilot.app.screen.query_one("#name", Input)
            line.value = typed
            line.focus()
            await pilot.press("enter")
            await settle(pilot)
            assert line.value == kept
        await pilot.press("escape")
        await settle(pilot)
        assert pilot.app.screen.query_one("#name", Input).value == "Zoe"
    assert load() == (Settings(name="Zoe"), ())


@pytest.mark.asyncio
async def test_the_title_of_the_window_calls_until_it_is_looked_at() -> None:
    async with client() as pilot:
        app = pilot.app
        assert isinstance(app, CitadelsApp)
        written: list[str] = []
        app._driver.write = written.append  # type: ignore[union-attr, method-assign]
        app.remember(call="title")
        app.app_focus = False
        app.call_player()
        assert "Your turn" in "".join(written)
        written.clear()
        app.app_focus = True
        assert "\x1b]2;Citadels\x07" in written
