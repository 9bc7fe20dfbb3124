from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Machines differ: a slow example is no failure.
settings.register_profile("citadels", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("citadels")


@pytest.fixture(autouse=True)
def _own_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test touches this user's files."""
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path / "state"))
