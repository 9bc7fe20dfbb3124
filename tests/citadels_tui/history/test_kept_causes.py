"""Why a game ended as it did is kept with it: it is there at once again, and nothing else is taken for it."""

from __future__ import annotations

import random
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from citadels_tui.history.game_file import read_game
from citadels_tui.history.judging import Judging
from citadels_tui.history.kept_causes import keep_causes, kept_causes
from citadels_tui.history.recording import Recording, recorded
from engine import Move, Rules
from engine.review import causes
from engine.review.causes import Explanation, Swing, explain
from engine.review.reasons import Reason
from engine.review.review import CostlyTurn, JudgedChoice
from net.gamelog.archive import MOST_CAUSES, Archive, keep_own
from net.gamelog.retention import OWN
from tests.support.net.signed_games import SignedGame


@pytest.fixture
def kept(tmp_path: Path) -> Recording:
    """A game in an archive."""
    game = SignedGame(Rules.make(3, "classic"), 1, random.Random(1))
    game.share()
    game.finish()
    return recorded(read_game(keep_own(game.proof, tmp_path / "games.db")))


def found(game: Recording) -> Explanation:
    """Causes that are soon found."""
    plain = explain(game.record, 0, playouts=1, games=(), mistakes=False)
    moment, g = next((at, g) for at, g in enumerate(game.record.steps()) if g.seat == 0 and len(g.moves) > 1)
    played, better = game.record.moves[moment][1], g.moves[-1]
    choice = JudgedChoice(moment, played, better, 0.2, 0.02, 0.2, 0.02, Reason("city", amount=1.0))
    mistake = CostlyTurn(0, 1, 0, 0.1, 0.01, choice)
    return plain._replace(swings=(Swing(0, 1, 0, moment, moment + 1, 0.6, 0.2, mistake),), mistakes=(mistake,))


def test_it_is_found_once(kept: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    first = found(kept)
    monkeypatch.setattr(causes, "explain", lambda *_args, **_named: first)
    assert Judging(kept).causes(0) == first
    monkeypatch.setattr(causes, "explain", lambda *_args, **_named: pytest.fail("found again"))
    assert Judging(kept.anew()).causes(0) == first
    assert kept_causes(kept, 1) is None


def test_what_cannot_be_of_this_game_is_not_taken(kept: Recording) -> None:
    first = found(kept)
    assert first.mistakes
    cause, mistake = first.causes[-1], first.mistakes[0]
    for wrong in (
        first._replace(mistakes=None),
        first._replace(start=1.2),
        first._replace(end=float("nan")),
        first._replace(causes=(cause._replace(seat=7),)),
        first._replace(causes=(cause._replace(last=10_000),)),
        first._replace(causes=(cause._replace(kind="fate"),)),
        first._replace(mistakes=(mistake._replace(choice=mistake.choice._replace(better=Move("build", "moon"))),)),
    ):
        keep_causes(kept, wrong)
        assert kept_causes(kept, 0) is None
    keep_causes(kept, first)
    assert kept_causes(kept, 0) == first


def test_damaged_and_endless_ones_are_not_read(kept: Recording) -> None:
    log = kept.checked.proof
    assert log is not None
    keep_causes(kept, found(kept))
    for content in (b"", b"x", zlib.compress(b"[1,"), zlib.compress(b" " * 10 * MOST_CAUSES)):
        with closing(sqlite3.connect(log.parent)) as base:
            base.execute("UPDATE causes SET packed = ?", (content,))
            base.commit()
        assert kept_causes(kept, 0) is None
    with closing(Archive(log.parent, OWN)) as archive:
        archive.keep_causes(log.stem, 2, b" " * (MOST_CAUSES + 1))
        assert archive.causes(log.stem, 2) is None


def test_it_goes_with_its_game(kept: Recording) -> None:
    log = kept.checked.proof
    assert log is not None
    keep_causes(kept, found(kept))
    with closing(Archive(log.parent, OWN)) as archive:
        assert archive.remove(log.stem)
        assert archive.causes(log.stem, 0) is None
        archive.keep_causes(log.stem, 0, b"late")
    with closing(sqlite3.connect(log.parent)) as base:
        assert base.execute("SELECT count(*) FROM causes").fetchone() == (0,)
