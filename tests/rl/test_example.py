"""The example of the page about reinforcement learning runs, and what it trains beats players that move by chance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")

PAGE = Path(__file__).parent.parent.parent / "docs" / "reinforcement.md"


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_example_learns_to_win(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)
    exec(compile(example, str(PAGE), "exec"), {})
    said = re.search(r"won (\d+) of (\d+) games", capsys.readouterr().out)
    assert said
    won, games = map(int, said.groups())
    # Even would be a quarter.
    assert won / games > 0.5
