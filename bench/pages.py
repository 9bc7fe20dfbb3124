"""The pages with a measured part: what is measured for each, and the tables that it becomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench.measured import MeasuredTable, Origin, block, find, write
from tests.support.root import ROOT

Tell = Callable[[str], object]
COMMAND = "scripts/bench --page {}"
WORK = {
    "decision": "a decision by the bare rules",
    "simulated": "the same with views and events (`citadels simulate`)",
    "clone": "`clone`",
    "resample": "`resample`",
    "view": "`view`",
    "outcomes": "`outcomes`",
}
"""What is measured of the engine, in words."""
ATTACKS = {
    "deaf": "a spectator of a fast table never reads",
    "idle": "1,000 connections a second of 250 addresses say nothing",
    "foreign": "1,000 a second of 250 addresses say `GET / HTTP/1.1`",
    "stalled": "1,000 a second of 250 addresses begin a handshake, and no more",
    "flood": "200 secure handshakes a second of 250 addresses",
    "neighbour": "20 wrong tokens and 20 silent connections a second from a player's address",
    "garbage": "200 frames a second that are none",
    "noise": "200 requests a second of one spectator",
}
"""The attacks in words; one that is not here is called by its name."""
COSTS = {
    "verify_us": ("check a signature", "us"),
    "sign_us": ("sign", "us"),
    "seal_us": ("seal an envelope", "us"),
    "open_us": ("open an envelope", "us"),
    "act_us": ("a move of eight on the host, without network and journal", "us"),
    "act_journal_us": ("the same with the journal", "us"),
    "commit_1_ms": ("until one move is on disk", "ms"),
    "commit_10_ms": ("until 10 moves of as many tables are, in one commit", "ms"),
    "commit_100_ms": ("until 100 moves of as many tables are", "ms"),
    "rejoin_ms": ("a player with nothing but a key comes back to {entries} entries and has checked them", "ms"),
    "recover_ms": ("a host that is started again reads and checks a game of {entries} entries", "ms"),
    "verify_ms": ("to verify a whole game of {game_entries} entries", "ms"),
}
"""The costs of single steps in words, and their units."""
PICTURE = ROOT / "docs" / "pictures" / "growth.svg"
"""How work grows."""
_QUIET, _TRIES = 50.0, 3
"""An attack is measured again, up to so many times, where others wait more ms before it: the machine is not quiet."""


@dataclass(frozen=True, slots=True)
class Load:
    """How long is measured for the pages."""

    games: int = 40
    """Of the engine, in each batch."""
    runs: int = 20
    """Of the client; medians are of these."""
    seconds: float = 20.0
    """Of each measurement of a host."""
    tables: Sequence[int] = (20, 100, 500)
    lifted: int = 1000
    """Tables of the measurement with lifted limits; 0: there is none."""
    visitors: int = 500
    guests: int = 64
    at_once: int = 8
    """Guests by SSH who come at a time."""
    attacks: Sequence[str] = ()
    """Those of the attacks that are measured; none named: all."""


QUICK = Load(games=2, runs=1, seconds=1.0, tables=(2, 4), lifted=0, visitors=5, guests=2, attacks=("idle",))
"""For a try: everything is measured, too shortly to be true."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page with a measured part."""

    path: Path
    measure: Callable[[Load, Tell], list[MeasuredTable]]

    def renew(self, name: str, load: Load, tell: Tell) -> None:
        """Measure anew, and put the figures into the page.

        Raises:
            ValueError: when it has no place for them.
        """
        find(self.path)
        write(self.path, self.measured(name, load, tell))

    def measured(self, name: str, load: Load, tell: Tell) -> str:
        """Measure; returns the measured part of the page."""
        origin = Origin.now(COMMAND.format(name) + " --quick" * (load is QUICK))
        return block(origin, self.measure(load, tell))


def engine(load: Load, tell: Tell) -> list[MeasuredTable]:
    """The speed of the rules."""
    from bench import engine_speed

    found = engine_speed.bench(engine_speed.casts(), engine_speed.Load(games=load.games))
    tell(engine_speed.text(found))
    first, other = found["sets"]["first_game"], found["sets"]["random"]
    head = ("", "first game: us", "loop turns", "random casts: us", "loop turns")
    rows = [
        (words, *(figures[work][unit] for figures in (first, other) for unit in ("us", "loop_turns")))
        for work, words in WORK.items()
    ]
    about = (
        f"Rules {found['rules']}, six players with random moves; processor time, the least of seven batches of "
        f"{load.games} games. A loop turn is one turn of `for i in range(n): x += i`: {found['loop_turn_ns']} ns."
    )
    return [MeasuredTable(about, head, rows)]


def scaling(load: Load, tell: Tell) -> list[MeasuredTable]:
    """What a host carries, and how its work and a client's grow."""
    from bench.growth.report import grown, growths, picture
    from bench.net.capacity import capacity
    from bench.net.report import in_folder, undisturbed
    from bench.net.restart import restart
    from bench.ssh_guests import ssh_guests

    found = growths()
    tell(str(found))
    if load is not QUICK:
        PICTURE.write_text(picture(found), encoding="utf-8")
    guests = in_folder(partial(ssh_guests, load.guests, load.at_once))
    tell(str(guests))
    rows = []
    with undisturbed():
        for count in load.tables:
            rows.append(in_folder(partial(capacity, count, load.seconds)))
            tell(str(rows[-1]))
        if load.lifted:
            rows.append(in_folder(partial(capacity, load.lifted, load.seconds, lifted=True)))
            tell(str(rows[-1]))
        visited = in_folder(partial(capacity, load.tables[1], load.seconds, visitors=load.visitors))
        tell(str(visited))
        restarted = in_folder(partial(restart, load.tables[-1], load.seconds))
        tell(str(restarted))
    head = (
        "tables of eight",
        "moves a second",
        "median",
        "99th percentile",
        "of a core",
        "work a move",
        "checks a move",
    )
    return [
        MeasuredTable(
            "A host on one core, its journal on disk; one move a second at each table; times from when a move is due "
            "until the last of eight players has it. A check is one of an Ed25519 signature on the same core.",
            (*head, "memory"),
            [_capacity(row) for row in rows],
        ),
        MeasuredTable("Beside the tables:", ("", "measured"), _beside(visited, restarted, guests)),
        grown(found),
    ]


def _capacity(row: dict[str, Any]) -> tuple[object, ...]:
    tables = f"{row['tables']:,}" + (" (limits lifted)" if row["lifted"] else "")
    times = (f"{row['p50_ms']:,} ms", f"{row['p99_ms']:,} ms")
    work = (row["cpu"], f"{row['cpu_us_per_move']:,} us", row["checks_per_move"])
    return (tables, row["moves_per_second"], *times, *work, f"{row['rss_mib']} MiB")


def _beside(visited: dict[str, Any], restarted: dict[str, Any], guests: dict[str, Any]) -> list[tuple[str, str]]:
    """What else is measured of a host, as rows."""
    playing = f"{visited['tables']} tables with {visited['visitors']:,} visitors at the list"
    full = f"a host of {restarted['tables']} tables and {restarted['players']:,} players is killed and started again"
    ssh = f"{guests['guests']} guests by SSH"
    return [
        ("memory of a joined connection", f"{visited['kib_per_connection']} KiB"),
        (f"{playing}: a move is known to all eight", _quantiles(visited)),
        (
            "the same: a visitor sees a new table",
            _quantiles(visited, "seen_"),
        ),
        (
            f"{full}, games of {restarted['entries']} entries on average: it has its tables",
            f"{restarted['listens_s']} s",
        ),
        (
            "the same: half of the players are back, everybody is back",
            f"{restarted['half_back_s']} s, {restarted['back_s']} s",
        ),
        (
            "the same: processor in between, of the host and of all players, on a core each",
            f"{restarted['host_cpu_s']} s, {restarted['players_cpu_s']} s",
        ),
        (f"{ssh}: came, were sent away", f"{guests['guests']}, {guests['lost']}"),
        (f"{ssh}: all are there", f"{guests['all_s']} s"),
        ("one of them: until the first frame, median and longest", "{} s, {} s".format(*guests["came_s"])),
        (
            "one of them: memory, processor to come",
            f"{_told(guests['mb_each'], 'MB')}, {_told(guests['cpu_s_each'], 's')}",
        ),
        ("all of them at rest", _told(guests["rest_cores"], "of a core")),
        ("each presses a key within one second: to the first byte, median and longest", _pair(guests["key_ms"], "ms")),
    ]


def _quantiles(found: dict[str, Any], of: str = "") -> str:
    return f"median {found[f'{of}p50_ms']} ms, 99th {found[f'{of}p99_ms']} ms"


def _pair(values: Sequence[object], unit: str) -> str:
    return ", ".join(f"{value} {unit}" for value in values)


def _told(value: float | None, unit: str) -> str:
    return "not told here" if value is None else f"{value} {unit}"


def reliability(load: Load, tell: Tell) -> list[MeasuredTable]:
    """The client, the costs of single steps, and attacks."""
    from bench.net import costs, hostile
    from bench.net.report import in_folder, undisturbed
    from bench.ui.ui_report import BARE_APP, ui_report

    client = ui_report(load.runs, tell)
    steps = in_folder(costs.costs)
    tell(str(steps))
    attacked = []
    with undisturbed():
        for name in load.attacks or (hostile.ATTACKS if hostile.POSSIBLE else ()):
            for _ in range(_TRIES):
                found = in_folder(partial(hostile.under, name, seconds=load.seconds, rest=load.seconds))
                tell(str(found))
                if found["alone"]["p99_ms"] <= _QUIET:
                    break
            attacked.append(found)
    goals = [each for each in client["figures"] if each["most"] is not None and not each["name"].startswith(BARE_APP)]
    return [
        MeasuredTable(
            f"The client in a terminal of 120x40; medians of {load.runs}, beside those of a bare Textual app in the "
            "same run. `scripts/bench --ui` prints more, without goals.",
            ("", "measured", "bare app", "at most"),
            [_figure(figure) for figure in goals],
        ),
        MeasuredTable("Single steps:", ("step", "cost"), _costs(steps)),
        MeasuredTable(
            f"Attacks of {load.seconds:g} s on a host of twenty tables: the 99th percentile of what a move takes the "
            f"other tables. Above {_QUIET:g} ms alone the attack is measured again, up to {_TRIES} times.",
            ("attack", "alone", "attacked", "more memory", "others lost", "the attacker's end"),
            [_attack(row) for row in attacked],
        ),
    ]


def _figure(figure: dict[str, Any]) -> tuple[str, ...]:
    ratio = "" if figure["ratio"] is None else f"{figure['ratio']:.2f}x"
    unit = "x" if ratio else f" {figure['unit']}"
    goal = "" if figure["most"] is None else f"{figure['most']:g}{unit}"
    missed = " (missed)" if figure["reached"] is False else ""
    return (figure["name"], f"{figure['value']:,.1f} {figure['unit']}", ratio, goal + missed)


def _costs(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(words.format(**found), f"{found[name]:,} {unit}") for name, (words, unit) in COSTS.items()]


def _attack(row: dict[str, Any]) -> tuple[object, ...]:
    times = (f"{row['alone']['p99_ms']} ms", f"{row['attacked']['p99_ms']} ms")
    fates = ", ".join(f"{count:,} {fate}" for fate, count in row["fates"].items())
    return (ATTACKS.get(row["attack"], row["attack"]), *times, f"{row['rss_growth_mib']} MiB", row["lost"], fates)


PAGES = {
    "engine": Page(ROOT / "docs" / "engine.md", engine),
    "scaling": Page(ROOT / "docs" / "scaling.md", scaling),
    "reliability": Page(ROOT / "docs" / "reliability.md", reliability),
}
"""The pages by the names that `scripts/bench --page` knows."""
