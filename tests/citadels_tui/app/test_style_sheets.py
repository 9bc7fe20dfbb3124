"""Style sheets: each screen needs its own alone, and they are parsed once, and anew in other colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.css.parse import parse
from textual.css.stylesheet import Stylesheet

import citadels_tui
from citadels_tui.app.app import CitadelsApp
from citadels_tui.session.start import ShowHome
from citadels_tui.terminal import improved_app
from citadels_tui.terminal.theme import CITADELS_LIGHT
from tests.citadels_tui.conftest import _PARSE
from tests.support.client.driving import LARGE, settle
from tests.support.client.shown import ALIKE, SCREENS, shown
from tests.support.terminal import improvement

ROOT = Path(citadels_tui.__file__).parent
SHEETS = sorted(ROOT.glob("**/*.tcss"))


@pytest.mark.slow
@pytest.mark.asyncio
@improvement
async def test_opening_screens_parses_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: Counter[Any] = Counter()

    def counted(scope: str, css: str, read_from: Any, **how: Any) -> Any:
        parsed[scope, css, read_from, how["tie_breaker"]] += 1
        return parse(scope, css, read_from, **how)

    # Other tests share what was parsed; this one counts it.
    improved_app._parsed_with.cache_clear()
    app = CitadelsApp(ShowHome("Ann"))
    monkeypatch.setattr(Stylesheet, "_parse_rules", _PARSE)
    monkeypatch.setattr("textual.css.stylesheet.parse", counted)
    async with app.run_test() as pilot:
        for action in ("help", "cards", "settings"):
            await app.run_action(action)
            await settle(pilot)
            await pilot.press("escape")
            await settle(pilot)
        assert any(sheet[2][0].endswith("form.tcss") for sheet in parsed)
        assert set(parsed.values()) == {1}
        before = app.screen.styles.background
        app.theme = CITADELS_LIGHT.name
        await settle(pilot)
        assert app.screen.styles.background != before
        assert max(parsed.values()) == 2


def use_sheets(app: App[int], paths: Iterable[Path]) -> None:
    """Have these style sheets, in this order, and no others but those of the widgets themselves."""
    sheet = app.stylesheet
    sheet.source = {key: source for key, source in sheet.source.items() if not key[0].endswith(".tcss")}
    sheet.read_all(list(paths))
    sheet.reparse()
    for screen in app.screen_stack:
        sheet.update(screen)
        screen.refresh(layout=True)


async def check_first_and_last_look(app: App[int], later: list[Path], settled: Callable[[], Awaitable[None]]) -> None:
    """The first screen of a program has no style sheet but its own; a later one finds those of all before it, too."""
    app_sheet = ROOT / "app" / "app.tcss"
    own = [Path(path) for screen in app.screen_stack for path in screen.css_path]
    looks = []
    for sheets in (own, later):
        use_sheets(app, [app_sheet, *(path for path in sheets if path != app_sheet)])
        await settled()
        looks.append(app.screen._compositor.render_strips())
    if looks[0] != looks[1]:
        first, later_look = ([strip.text for strip in look] for look in looks)
        pytest.fail("\n".join(unified_diff(first, later_look, "first", "later", lineterm="")))


@pytest.mark.asyncio
@pytest.mark.parametrize("name", [name for name in SCREENS if name not in ALIKE])
@pytest.mark.long
async def test_a_large_screen_looks_the_same_first_and_last(name: str) -> None:
    async with shown(name) as pilot:
        await pilot.resize_terminal(*LARGE)
        await check_first_and_last_look(pilot.app, SHEETS[::-1], lambda: settle(pilot))
