"""Style sheets are parsed once, however many screens are opened, and anew in other colours."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from textual.css.parse import parse

from citadels_tui.app import CitadelsApp
from citadels_tui.start import ShowHome
from citadels_tui.theme import CITADELS_LIGHT


@pytest.mark.asyncio
async def test_opening_screens_parses_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: Counter[Any] = Counter()

    def counted(scope: str, css: str, read_from: Any, **how: Any) -> Any:
        parsed[scope, css, read_from, how["tie_breaker"]] += 1
        return parse(scope, css, read_from, **how)

    app = CitadelsApp(ShowHome("Ann"))
    monkeypatch.setattr("textual.css.stylesheet.parse", counted)
    async with app.run_test() as pilot:
        for action in ("help", "cards", "settings"):
            await app.run_action(action)
            await pilot.pause()
            await pilot.press("escape")
            await pilot.pause()
        assert len(parsed) > 20
        assert set(parsed.values()) == {1}
        before = app.screen.styles.background
        app.theme = CITADELS_LIGHT.name
        await pilot.pause()
        assert app.screen.styles.background != before
        assert max(parsed.values()) == 2
