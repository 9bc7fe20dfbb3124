"""Logs as the tests keep and find them: in archives, and as files."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from net.gamelog.archive import Archive
from net.gamelog.proof import Proof
from net.gamelog.retention import OWN


def saved(proof: Proof, folder: Path) -> Path:
    """A log as a file that somebody was given."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{proof.game}.proof"
    path.write_bytes(proof.dump())
    return path


def kept(archive: Path) -> dict[str, Proof]:
    """The logs in an archive, by the names of their files, the newest first; none where there is no archive."""
    if not archive.exists():
        return {}
    with closing(Archive(archive, OWN)) as opened:
        return {facts.file: opened.log(facts.file.removesuffix(".proof")) for facts in opened.games() if facts.kept}
