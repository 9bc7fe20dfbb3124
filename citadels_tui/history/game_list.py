"""Game list: finished games and statistics as lines, for the screens and for `citadels games`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TypeVar

from textual.content import Content

from citadels_tui.history.challenges import met
from citadels_tui.history.daily import own_results, streak_line, today
from citadels_tui.history.played_games import Figures, PlayedGame, Statistics
from citadels_tui.textart.cells import fit, flow
from citadels_tui.textart.line_chart import Series, line_chart
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, challenges, daily, decimal, games, names, say
from citadels_tui.wording.voice import EMPTY, listed
from engine.cards import CHARACTERS
from engine.editions import EDITIONS
from net.gamelog.game_facts import GameFacts

Key = TypeVar("Key")

DATE_CELLS, EDITION_CELLS, RESULT_CELLS = 12, 18, 21
LEAST_PLAYERS = 16
"""Cells from which on the players are named in a line."""
NAME_CELLS, FIGURE_CELLS, NARROW_FIGURE = 24, 8, 7
BAR_CELLS, LINE_CELLS = 48, 84
"""Cells of the longest bar, and of a line beside the list."""
CHARTED = 60
"""Games in a chart, the last ones."""
UNREADABLE_NAMED = 3
"""Files that are named; of others only the number is told."""


def edition_name(edition: str) -> str:
    """An edition's name; an unknown one stands for itself."""
    return _(EDITIONS[edition].name) if edition in EDITIONS else edition


def day(facts: GameFacts) -> str:
    """The day on which a game was played, at this place."""
    return f"{facts.when.astimezone():%Y-%m-%d}"


def moment(facts: GameFacts) -> str:
    """The day and the time."""
    return f"{facts.when.astimezone():%Y-%m-%d %H:%M}"


def outcome(game: PlayedGame) -> Content:
    """How a game went for its player, in a few words."""
    facts = game.facts
    if facts.reason != "finished":
        ends = {"voted": games.VOTED, "undealt": games.UNDEALT}
        return Content.styled(_(ends.get(facts.reason, games.OPEN_END)), "$muted")
    if game.you is None:
        return Content.styled(_(games.NOT_YOURS if of_others(game) else games.WATCHED), "$muted")
    if game.practice:
        return say(games.PRACTICED, points=game.points).stylize("$muted")
    if not game.played:
        return say(_unplayed(game), points=game.points).stylize("$muted")
    if game.won:
        return say(games.WON, points=game.points).stylize("bold $success")
    return say(games.PLACED, place=game.place, players=len(facts.seats), points=game.points)


def _unplayed(game: PlayedGame) -> str:
    return games.LATE if game.late else games.AWAY


def heads(symbols: Symbols, width: int) -> Content:
    """The heads of the list's columns, in so many cells."""
    words = [fit(Content(_(text)), cells, symbols) for text, cells in _columns(width)]
    return Content.assemble(*words).stylize("bold")


def _columns(width: int) -> Iterator[tuple[str, int]]:
    """The columns that have room, each with its cells."""
    yield games.DATE, DATE_CELLS
    if width < DATE_CELLS + EDITION_CELLS + RESULT_CELLS:
        yield games.RESULT, width - DATE_CELLS
        return
    yield games.EDITION, EDITION_CELLS
    yield games.RESULT, RESULT_CELLS
    left = width - DATE_CELLS - EDITION_CELLS - RESULT_CELLS
    if left >= LEAST_PLAYERS:
        yield games.PLAYERS, left


def row(game: PlayedGame, symbols: Symbols, width: int) -> Content:
    """A game as a line of so many cells; of more players than have room it is said how many they are."""
    columns = dict(_columns(width))
    parts = {
        games.DATE: Content(day(game.facts)),
        games.EDITION: Content(edition_name(game.facts.edition)),
        games.RESULT: outcome(game),
        games.PLAYERS: _named(game, columns.get(games.PLAYERS, 0)),
    }
    return Content.assemble(*(fit(parts[text], cells, symbols) for text, cells in columns.items())).rstrip()


def _players(game: PlayedGame) -> list[Content]:
    """The players, you first."""
    return [_name(game, seat) for seat in sorted(range(len(game.facts.seats)), key=lambda seat: seat != game.you)]


def _named(game: PlayedGame, room: int) -> Content:
    """The players in so many cells: as many of them as have room whole, and how many more they are."""
    players = _players(game)
    found = listed(players)
    for left in range(1, len(players)):
        if found.cell_length <= room:
            break
        found = say(games.AND_MORE, players=listed(players[:-left]), amount=left)
    return found


def _name(game: PlayedGame, seat: int) -> Content:
    info = game.facts.seats[seat]
    return Content.styled("/".join(filter(None, (info.name, info.later))), "bold $accent" if seat == game.you else "")


def details(game: PlayedGame) -> Iterator[Content]:
    """A game's result, and what else is to be known of it."""
    facts = game.facts
    yield _about(facts)
    if facts.reason == "finished":
        ranking = [say(games.POINTS, who=_name(game, seat), points=facts.seats[seat].score) for seat in _order(facts)]
        yield listed([ranking[0].stylize("bold"), *ranking[1:]])
    else:
        yield listed(_players(game))
    if game.whole and not game.played:
        yield Content(_(games.WHY_NOT[_unplayed(game)]))
    if not facts.kept:
        yield Content(_(games.GONE))


def account(game: PlayedGame, found: Statistics, symbols: Symbols) -> Iterator[Content]:
    """A game at length: the points as bars, who was which character, and how you fare against these players.

    Args:
        game: The game.
        found: The figures of all games.
        symbols: What to draw with.
    """
    facts = game.facts
    yield Content.assemble(_about(facts), "  ", outcome(game))
    if not facts.kept:
        yield Content(_(games.GONE))
    if facts.reason == "finished":
        yield EMPTY
        best = max(1, *(info.score for info in facts.seats))
        for seat in _order(facts):
            score = facts.seats[seat].score
            style = "$success" if seat in facts.winners else "$accent" if seat == game.you else "$muted"
            bar = symbols.bar * round(BAR_CELLS * max(score, 0) / best)
            name = fit(_name(game, seat), NAME_CELLS - 1, symbols)
            yield Content.assemble(name, f"{score:>4}  ", (bar, style))
    if any(info.played for info in facts.seats):
        yield from (EMPTY, Content.styled(_(games.CHARACTERS), "bold $accent"))
        for seat in _order(facts):
            most = sorted(facts.seats[seat].played.items(), key=lambda each: -each[1])
            shown = [Content.assemble(_character(id), (f" {rounds}", "$muted")) for id, rounds in most]
            for number, line in enumerate(flow(shown, LINE_CELLS - NAME_CELLS, ", ")):
                name = EMPTY if number else _name(game, seat)
                yield Content.assemble(fit(name, NAME_CELLS, symbols), line)
    here = {(info.key, info.level) for seat, info in enumerate(facts.seats) if seat != game.you}
    opponents = {who: tally for who, tally in found.opponents.items() if who in here}
    if opponents:
        yield from _by_opponent(replace(found, opponents=opponents), symbols, narrow=False)


def _about(facts: GameFacts) -> Content:
    return say(
        games.ABOUT,
        when=moment(facts),
        edition=edition_name(facts.edition),
        rounds=facts.rounds,
        moves=facts.moves,
    ).stylize("$muted")


def _order(facts: GameFacts) -> list[int]:
    """The seats, the winner's first."""
    return sorted(range(len(facts.seats)), key=lambda seat: (seat not in facts.winners, -facts.seats[seat].score))


def unread(found: Iterable[GameFacts]) -> Iterator[Content]:
    """The logs that could not be read, each with its reason, as far as they can all be named."""
    faulty = [facts for facts in found if facts.fault]
    for facts in faulty[:UNREADABLE_NAMED]:
        yield say(games.UNREADABLE, file=facts.file, reason=facts.fault)
    if len(faulty) > UNREADABLE_NAMED:
        yield say(games.MORE_UNREADABLE, amount=len(faulty) - UNREADABLE_NAMED)


def statistics_page(found: Statistics, played: Sequence[PlayedGame], symbols: Symbols) -> Iterator[Content]:
    """All figures, in tables."""
    yield from by_game(found, symbols)
    yield from by_character(found, symbols)
    if found.total.games:
        yield from by_day(played)
        yield from by_challenge(played)


def by_day(played: Sequence[PlayedGame]) -> Iterator[Content]:
    """The deals of the day, where any was played."""
    found = own_results(played)
    if found:
        yield from (EMPTY, streak_line(daily.STATISTICS, found, today()))


def of_others(game: PlayedGame) -> bool:
    """Whether people have played a game, and none of them has a key of this user."""
    return game.you is None and any(not seat.level for seat in game.facts.seats)


def of_other_keys(played: Sequence[PlayedGame]) -> list[Content]:
    """How many games are nobody's of this user, if any are: another folder of settings has another key."""
    strange = sum(map(of_others, played))
    return [say(games.OTHER_KEYS, amount=strange)] if strange else []


def by_game(found: Statistics, symbols: Symbols, *, narrow: bool = False) -> Iterator[Content]:
    """The figures of all games together, and those by edition, number of players and opponent.

    Args:
        found: The figures.
        symbols: What to write with.
        narrow: Whether figures stand below their names.
    """
    total = found.total
    if not total.games:
        yield Content(_(games.NONE))
        return
    yield say(
        games.TOTALS,
        amount=total.games,
        won=total.won,
        share=_percent(total),
        points=decimal(total.average, 1),
        best=total.best,
    )
    if found.practice.games:
        yield say(games.PRACTICE, amount=found.practice.games, won=found.practice.won).stylize("$muted")
    editions = [(edition_name(id), tally) for id, tally in _most(found.editions.items())]
    players = [(str(count), tally) for count, tally in sorted(found.players.items())]
    for title, rows in ((games.BY_EDITION, editions), (games.BY_PLAYERS, players)):
        # One row alone would say what the totals have said.
        if len(rows) > 1:
            yield from _table(title, rows, symbols, narrow=narrow)
    yield from _by_opponent(found, symbols, narrow=narrow)


def by_character(found: Statistics, symbols: Symbols, *, narrow: bool = False) -> Iterator[Content]:
    """The figures by the characters that the player has shown; the parameters are those of `by_game`."""
    if found.characters:
        characters = [(_character(id), tally) for id, tally in _most(found.characters.items())]
        yield from _table(games.BY_CHARACTER, characters, symbols, (games.ROUNDS, "rounds"), narrow=narrow)


def by_challenge(played: Sequence[PlayedGame]) -> Iterator[Content]:
    """The challenges, and in how many games each was met."""
    yield EMPTY
    yield Content.styled(_(challenges.TITLE), "bold $accent")
    for id, times in met(played).items():
        said = Content.assemble(f"{times or '-':>3}  ", _(challenges.CHALLENGES[id]))
        yield said if times else said.stylize("$muted")


def series(played: Sequence[PlayedGame]) -> list[Series]:
    """Your points game by game, beside those of the best opponent: of the last games that count.

    Args:
        played: The newest first.
    """
    last = [game for game in played if game.counts][:CHARTED][::-1]
    best = tuple(
        max((info.score for seat, info in enumerate(game.facts.seats) if seat != game.you), default=0) for game in last
    )
    own = tuple(game.points for game in last)
    return [Series(_(games.BEST_OTHER), best, "$religious"), Series(_(games.YOU), own, "bold $accent")]


def shares(played: Sequence[PlayedGame]) -> list[Series]:
    """How many of your games you had won after each of the last ones, in percent.

    Args:
        played: The newest first.
    """
    counted = [game for game in played if game.counts][::-1]
    won = list(accumulate(game.won for game in counted))
    share = tuple(round(100 * total / number) for number, total in enumerate(won, 1))[-CHARTED:]
    return [Series(_(games.YOU), share, "bold $accent")]


def charts(played: Sequence[PlayedGame], symbols: Symbols, width: int, height: int) -> Iterator[Content]:
    """Your points and the share of games won from game to game, where there are two games.

    Args:
        played: The newest first.
        symbols: What to draw with.
        width: Cells.
        height: Lines of each chart.
    """
    amount = sum(game.counts for game in played)
    if amount < 2:
        return
    numbers = range(1, amount + 1)[-CHARTED:]
    for title, lines, top in ((games.CHART, series(played), 1), (games.SHARE_CHART, shares(played), 100)):
        yield from (EMPTY, Content.styled(_(title), "bold $accent"))
        yield from line_chart(lines, numbers, width, height, symbols, top).split("\n")


def _by_opponent(found: Statistics, symbols: Symbols, *, narrow: bool) -> Iterator[Content]:
    opponents = [
        (found.names[key] if key else _(games.BOT).format(level=level), tally)
        for (key, level), tally in _most(found.opponents.items())
    ]
    yield from _table(games.BY_OPPONENT, opponents, symbols, (games.AHEAD, "ahead"), narrow=narrow)


def _most(tallies: Iterable[tuple[Key, Figures]]) -> list[tuple[Key, Figures]]:
    """The most frequent first."""
    return sorted(tallies, key=lambda each: (-each[1].games, -each[1].won))


def _character(id: str) -> str:
    """A character's name, in the first edition that has it."""
    edition = next((edition for edition, cards in CHARACTERS.items() if id in cards), "")
    return names.character(id, edition).name if edition else id


def _table(
    title: str,
    rows: Sequence[tuple[str, Figures]],
    symbols: Symbols,
    more: tuple[str, str] = ("", ""),
    *,
    narrow: bool,
) -> Iterator[Content]:
    """Tallies by name, with one column of their own."""
    yield EMPTY
    head, field = more
    heads = [games.GAMES, games.WINS, games.SHARE, games.AVERAGE, games.BEST, *([head] if head else [])]
    yield from _figures(Content.styled(_(title), "bold $accent"), {text: _(text) for text in heads}, symbols, narrow)
    for name, tally in rows:
        figures = {
            games.GAMES: f"{tally.games}",
            games.WINS: f"{tally.won}",
            games.SHARE: _percent(tally),
            games.AVERAGE: decimal(tally.average, 1),
            games.BEST: f"{tally.best}",
        }
        figures |= {head: f"{getattr(tally, field)}"} if field else {}
        yield from _figures(Content(name), figures, symbols, narrow)


def _figures(name: Content, columns: dict[str, str], symbols: Symbols, narrow: bool) -> Iterator[Content]:
    """A row of a table; in a narrow window the figures stand below the name, but for the share."""
    if not narrow:
        yield Content.assemble(fit(name, NAME_CELLS, symbols), *(text.rjust(FIGURE_CELLS) for text in columns.values()))
        return
    yield name
    yield Content("".join(text.rjust(NARROW_FIGURE) for head, text in columns.items() if head != games.SHARE))


def _percent(tally: Figures) -> str:
    return _(games.PERCENT).format(percent=tally.share)
