"""Style sheets are parsed once, however many screens are opened, and anew in other colours."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from textual.css.parse import parse
from textual.css.stylesheet import Stylesheet

from citadels_tui.app import CitadelsApp
from citadels_tui.start import ShowHome
from citadels_tui.theme import CITADELS_LIGHT
from tests.tui.conftest import _PARSE
from tests.tui.driving import settle


@pytest.mark.asyncio
async def test_opening_screens_parses_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: Counter[Any] = Counter()

    def counted(scope: str, css: str, read_from: Any, **how: Any) -> Any:
        parsed[scope, css, read_from, how["tie_breaker"]] += 1
        return parse(scope, css, read_from, **how)

    app = CitadelsApp(ShowHome("Ann"))
    # Other tests share what was parsed; this one counts it.
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
