"""The sample agent runs, and what it trains beats players that move by chance."""

from __future__ import annotations

import re
import runpy

import pytest

from tests.support.root import ROOT

pytestmark = pytest.mark.slow

pytest.importorskip("pettingzoo")

SAMPLE = ROOT / "docs" / "sample_agent" / "reinforce.py"


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.thorough
def test_the_example_learns_to_win(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(SAMPLE))
    said = re.search(r"won (\d+) of (\d+) games", capsys.readouterr().out)
    assert said
    won, games = map(int, said.groups())
    # Even would be a quarter.
    assert won / games > 0.5
