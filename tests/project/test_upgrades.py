"""Logs, records and saved games of the version before are read by one more step: tried with one that is none."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

import engine.record
from engine import NotationError, Record, SaveError, load, save
from net.base.errors import NetError
from net.gamelog import proof
from net.gamelog.proof import Proof
from net.local import backup
from net.local.service import DataFolder
from tests.project.stored import FOLDER, record

NEWEST = max(FOLDER.iterdir())


def test_a_log_of_the_version_before_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stored, steps = (NEWEST / "game.proof").read_bytes(), list[bytes]()
    before = Proof.parse(stored)

    def step(frames: bytes) -> bytes:
        steps.append(frames)
        return frames

    monkeypatch.setattr(proof, "UPGRADES", (*proof.UPGRADES, step))
    monkeypatch.setattr(proof, "VERSION", proof.VERSION + 1)
    assert Proof.parse(stored) == before
    assert steps == [stored[4 + int.from_bytes(stored[:4], "big") :]]
    assert Proof.parse(before.dump()) == before
    for spoilt in (stored[:-1], stored + b"\0", stored[:4] + stored[4:].replace(b"\x01", b"\xcc\x01", 1)):
        with pytest.raises(NetError):
            Proof.parse(spoilt)
    later = before.dump()
    monkeypatch.undo()
    with pytest.raises(NetError, match="later version of the game: update citadels"):
        Proof.parse(later)


def test_a_backup_of_the_version_before_is_restored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # As if the time had another name once.
    place = Path(shutil.copytree(NEWEST / "backup", tmp_path / "backup"))
    before = json.loads((place / backup.LIST).read_text(encoding="utf-8"))
    before["time"] = before.pop("made")
    (place / backup.LIST).write_text(json.dumps(before), encoding="utf-8")
    with pytest.raises(NetError, match="is not a backup"):
        backup.restore(place, DataFolder(tmp_path / "served"))

    def step(found: dict[str, Any]) -> None:
        found["made"] = found.pop("time")

    class Later(backup.BackupList):
        format: Annotated[int, Field(ge=2, le=2)] = 2

    monkeypatch.setattr(backup, "UPGRADES", (*backup.UPGRADES, step))
    monkeypatch.setattr(backup, "VERSION", backup.VERSION + 1)
    monkeypatch.setattr(backup, "BackupList", Later)
    assert backup.restore(place, DataFolder(tmp_path / "served")).format == 2


def test_a_record_of_the_version_before_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    # As if the key had another name once.
    text = record().format().replace("\nedition:", "\nbox:")
    with pytest.raises(NotationError, match="not a header line: 'box: deluxe'"):
        Record.parse(text)

    def step(header: dict[str, str]) -> None:
        header["edition"] = header.pop("box")

    monkeypatch.setattr(engine.record, "UPGRADES", (*engine.record.UPGRADES, step))
    monkeypatch.setattr(engine.record, "VERSION", engine.record.VERSION + 1)
    assert Record.parse(text) == record()
    later = record().format()
    assert Record.parse(later) == record()
    monkeypatch.undo()
    with pytest.raises(NotationError, match="another version"):
        Record.parse(later)


def test_a_saved_game_of_the_version_before_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = sys.modules["engine.save"]
    game = record().replay()
    plain = save(game)
    plain["tally"] = plain.pop("counter")

    def step(stored: dict[str, Any]) -> None:
        stored["counter"] = stored.pop("tally")

    monkeypatch.setattr(module, "UPGRADES", (*module.UPGRADES, step))
    monkeypatch.setattr(module, "FORMAT", module.FORMAT + 1)
    assert load(plain).moves == game.moves
    assert "tally" in plain, "what was given is left as it was"
    later = save(game)
    monkeypatch.undo()
    for number in (later["format"], 0, -1, "1", None):
        with pytest.raises(SaveError, match="of this version"):
            load(later | {"format": number})
