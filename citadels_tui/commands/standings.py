"""`citadels standings`: what the people and bots of a headless host have won."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from citadels_tui.cli.options import Json, Option
from citadels_tui.history.standings import FigureHistory, StandingRow
from citadels_tui.terminal.progress import watched
from citadels_tui.texts import _, translated, why
from citadels_tui.texts import games as gone
from citadels_tui.texts import standings as texts
from citadels_tui.wording.errors import CommandError, UsageError
from net.gamelog.game_facts import GameFacts

_WIDTH = 160
"""Cells of a line of the table, with the words of a key."""
_CHART_CELLS, _CHART_LINES = 80, 12


@dataclass(frozen=True)
class StandingsCommand:
    """Show what the people and bots of the headless host on this machine have won: games, wins, points and rating.

    Every game that was played to its end and whose log verifies counts, from the first one on.
    """

    edition: Annotated[str, Option("Only games of this edition: deluxe, classic or dark_city.")] = ""
    players: Annotated[int, Option("Only games with this number of players.")] = 0
    data: Annotated[Path | None, Option("The host's folder, instead of the usual one.")] = None
    files: Annotated[
        bool, Option("List the games instead, with the place of each log for citadels verify, replay and review.")
    ] = False
    csv: Annotated[bool, Option("Print them as CSV.")] = False
    json: Json = False

    def run(self) -> int:
        """Print them; returns 0."""
        from citadels_tui.history.standings import history
        from citadels_tui.history.standings import standings as counted
        from citadels_tui.pages.standings_page import DRAWN, standing_lines
        from citadels_tui.textart.symbols import usual_symbols
        from engine.editions import EDITIONS
        from net.base.errors import NetError
        from net.local.service import data_folder

        if self.edition and self.edition not in EDITIONS:
            raise UsageError(
                "there is no edition {edition!r}; choose from {editions}",
                edition=self.edition[:40],
                editions=", ".join(EDITIONS),
            )
        if self.players and not 2 <= self.players <= 8:
            raise UsageError("Citadels is for 2 to 8 players, not {players}", players=self.players)
        if self.csv + self.json + self.files > 1:
            raise UsageError("only one of --files, --csv and --json")
        if self.data and not self.data.is_dir():
            raise UsageError("there is no folder {path}", path=self.data)
        folder = data_folder(self.data)
        try:
            games = _verified(folder.archive)
        except NetError as error:
            raise CommandError(why(error)) from None
        if self.files:
            print("\n".join(_listed(folder.archive, games, self.edition, self.players)) or _(texts.NONE))
            return 0
        found = counted(games, self.edition, self.players)
        if self.json:
            print(json.dumps({"standings": [asdict(each) for each in found]}))
        elif self.csv:
            _write(found)
        else:
            lines = standing_lines(found, usual_symbols(), _WIDTH)
            print("\n".join(line.plain for line in lines) if found else _(texts.NONE))
            print(_drawn(history(games, found[:DRAWN], self.edition, self.players), found), end="")
        unsound = sum(game.sound is False or bool(game.fault) for game in games)
        if unsound:
            print(translated(texts.UNSOUND, unsound).format(amount=unsound), file=sys.stderr)
        if found and found[0].rating is None:
            print(_(texts.UNRATED), file=sys.stderr)
        return 0


def _verified(path: Path) -> list[GameFacts]:
    """The games of an archive, the newest first, when each is verified; on a terminal it is said how far that is.

    Raises:
        NetError: ``proof``, when it cannot be read.
    """
    from net.gamelog.archive import Archive

    if not path.is_file():
        return []
    with closing(Archive(path)) as archive:
        numbers = archive.unverified()
        for number in watched(numbers, _(texts.VERIFYING), len(numbers)):
            archive.verify(number)
        return list(archive.games())


def _listed(path: Path, games: list[GameFacts], edition: str, players: int) -> Iterator[str]:
    for game in games:
        if edition in ("", game.edition) and players in (0, len(game.seats)):
            names = ", ".join(f"{seat.name} {seat.score}" for seat in game.seats)
            where = path / game.file if game.kept else _(gone.GONE)
            yield f"{game.when.astimezone():%Y-%m-%d %H:%M}  {game.edition}  {names}\n    {where}"


def _write(found: list[StandingRow]) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(StandingRow.__dataclass_fields__)
    for each in found:
        values = asdict(each)
        # A spreadsheet takes what begins so for a formula.
        values["name"] = f"'{each.name}" if each.name[:1] in ("=", "+", "-", "@") else each.name
        values["bot"] = int(each.bot)
        table.writerow(values.values())


def _drawn(told: FigureHistory, found: list[StandingRow]) -> str:
    """A chart of how the first ones came to their figures, where there are two games."""
    if len(told.numbers) < 2:
        return ""
    from citadels_tui.pages.standings_page import charted
    from citadels_tui.textart.line_chart import line_chart
    from citadels_tui.textart.symbols import usual_symbols

    title, lines, bottom = charted(told, found)
    chart = line_chart(lines, told.numbers, _CHART_CELLS, _CHART_LINES, usual_symbols(), bottom=bottom)
    return "\n".join(["", _(title), *(line.rstrip() for line in chart.plain.splitlines()), ""])
