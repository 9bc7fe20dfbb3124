from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Machines differ: a slow example is no failure.
settings.register_profile("citadels", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("citadels")

TESTS = Path(__file__).parent
SLOW = {
    "cli": ("bench", "command", "simulate", "verify"),
    "engine": ("bots", "copies", "coverage", "games", "leaks", "machine", "naive", "perft", "reducer", "determinize"),
    "net": (
        *("absence", "bad_moments", "chaos", "crash_points", "fuzz", "games", "hostile", "interference", "load"),
        *("local", "log", "proof", "restore", "resume", "secrecy", "session", "table", "trust", "verify", "versions"),
    ),
    "tui": (
        *("bidi", "cards", "crash", "frames", "home", "hostile_text", "mouse", "people", "screens", "start", "table"),
        *("texts", "whole_games"),
    ),
}
"""Files of tests that play whole games or start programs: each takes many seconds."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `scripts/test --fast` leaves out."""
    slow = {TESTS / folder / f"test_{name}.py" for folder, names in SLOW.items() for name in names}
    missing = sorted(str(path) for path in slow if not path.exists())
    if missing:
        raise pytest.UsageError(f"conftest.py calls files slow that are not there: {', '.join(missing)}")
    for item in items:
        if item.path in slow:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def _own_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test touches this user's files."""
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
