"""The report of `scripts/bench --ui`: the client's figures beside those of a bare Textual app of the same run."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.net.report import MACHINE, machine
from bench.ui.bare_app import READY
from bench.ui.loaded_modules import loaded_modules
from bench.ui.process_costs import family, processor, proportional, resident, wakes
from bench.ui.pseudo_terminal import CHANGE, COLUMNS, LINES, Painted, PseudoTerminal
from tests.support.root import ROOT

RUNS = 20
IDLE = 20.0
"""Seconds that a program which waits for its player is watched."""

BARE = ("-m", "bench.ui.bare_app")
HOME = ("-m", "citadels_tui", "home")
PLAY = ("-m", "citadels_tui", "play", "--seed", "1")
SIZES = ((80, 24), (COLUMNS, LINES), (200, 60))
"""Terminals in which a step of the cursor is measured: columns and lines."""
EIGHT_PLAY = (*PLAY, "--players", "8")
EIGHT = ("-m", "bench.ui.eight_players")
HOME_READY, TABLE_READY = "New game", "Leave"
"""Text in the part of the screen that is painted last."""
TABLE_SET = "Setting the table"
"""Text below the empty table that is painted before."""

BARE_APP = "bare app"
"""Sign before the figures of the unit."""

_ESCAPE, _KITTY_ESCAPE = "\x1b", "\x1b[27u"
"""The escape key as most terminals send it, after which they might send more, and as kitty does."""
_REST = 0.15
"""Seconds without output after which a program has painted what it had to."""
PACKAGES = 8
"""Packages whose modules are told."""
_BOTS_PAUSE = 0.3
"""Seconds between two moves of bots while keys are measured."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    """How many times that of the bare app."""
    most: float | None = None
    """The goal: the most that ``ratio`` may be, or ``value`` where there is none."""

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None without one."""
        return None if self.most is None else round(self.value if self.ratio is None else self.ratio, 2) <= self.most


def ui_report(runs: int = RUNS, tell: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """Measure the client on this machine; takes some minutes.

    Args:
        runs: Of how many the median is taken.
        tell: Told each line as soon as it is measured, as text to be read.

    Returns:
        ``machine``, ``runs`` and ``figures``, a list.

    Raises:
        TimeoutError: when a program does not show what it should.
    """
    found = machine()
    tell(MACHINE.format(**found))
    tell(_head(runs))
    figures = []
    with tempfile.TemporaryDirectory(prefix="citadels-bench-", ignore_cleanup_errors=True) as folder:
        for figure in _figures(_environment(Path(folder)), runs):
            tell(written(figure))
            figures.append(asdict(figure) | {"reached": figure.reached})
    return {"machine": found, "runs": runs, "figures": figures}


def written(figure: Figure) -> str:
    """A figure as a line."""
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}x"
    goal = ""
    if figure.most is not None:
        goal = f"{figure.most:g}x" if figure.ratio is not None else f"{figure.most:g} {figure.unit}"
    verdict = "" if figure.reached is None else "yes" if figure.reached else "NO"
    return f"  {figure.name:<44} {figure.value:>9.1f} {figure.unit:<5} {ratio:>7} {goal:>8}  {verdict}".rstrip()


def _head(runs: int) -> str:
    columns = f"{'median':>9} {'':<5} {'ratio':>7} {'at most':>8}  reached"
    about = (
        f"Medians of {runs}, in a terminal of {COLUMNS}x{LINES} unless another is named; ratios are to a bare Textual "
        "app of the same run"
    )
    return f"{about}\n  {'':<44} {columns}"


def _environment(folder: Path) -> dict[str, str]:
    """A player of whom nothing is known but that no question is to be asked."""
    (folder / "settings.json").write_text(json.dumps({"confirm": False, "pause": str(_BOTS_PAUSE), "name": "Ann"}))
    return {
        "CITADELS_CONFIG": str(folder),
        "CITADELS_STATE": str(folder / "state"),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "TEXTUAL_ANIMATIONS": "none",
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
        # Whoever installs the game has it compiled; where nothing may be written, every start would compile it anew.
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPATH": str(ROOT),
    }


def _figures(environ: Mapping[str, str], runs: int) -> Iterator[Figure]:
    yield from _starts(environ, runs)
    for size in SIZES:
        yield from _cursor(environ, runs, size)
    with PseudoTerminal(BARE, environ) as bare:
        bare.until(READY)
        bare.quiet(1.0)
        key = _median(_keys(bare, runs), "first")
        unit_resize = _resizes(bare, runs)
        palette, closed = _openings(bare, "\x10", runs)
    unit_time, unit_size = _median(palette, "last"), _median(palette, "size")
    unit_escape, unit_closed = _median(closed, "last"), _median(closed, "size")
    yield Figure(f"{BARE_APP}: key to paint", key * 1000, "ms")
    yield Figure(f"{BARE_APP}: palette opens", unit_time * 1000, "ms")
    yield Figure(f"{BARE_APP}: palette opens", unit_size / 1000, "kB")
    yield Figure(f"{BARE_APP}: palette, escape to paint", unit_escape * 1000, "ms")
    yield Figure(f"{BARE_APP}: palette closes", unit_closed / 1000, "kB")
    with PseudoTerminal(EIGHT_PLAY, environ) as program:
        program.until(TABLE_READY)
        busy = _keys_while_bots_play(program, runs)
        first, last = _median(busy, "first"), _median(busy, "last")
        yield Figure("key to paint while bots play", first * 1000, "ms", first / key, 1.5)
        yield Figure("key to last paint while bots play", last * 1000, "ms", last / key)
        _await_question(program)
        for name, keys in (("help", "?"), ("inspect", "i"), ("palette", "\x10")):
            opened, closed = _openings(program, keys, runs)
            seconds, written = _median(opened, "last"), _median(opened, "size")
            yield Figure(f"{name} opens", seconds * 1000, "ms", seconds / unit_time, 1.5)
            yield Figure(f"{name} opens", written / 1000, "kB", written / unit_size, 1.5)
            seconds, written = _median(closed, "last"), _median(closed, "size")
            yield Figure(f"{name}, escape to paint", seconds * 1000, "ms", None, 50)
            yield Figure(f"{name} closes", written / 1000, "kB", written / unit_closed, 1)
        closed = _openings(program, "?", runs, _KITTY_ESCAPE)[1]
        yield Figure("help, escape as kitty sends it", _median(closed, "last") * 1000, "ms", None, 25)
        resize = _resizes(program, runs)
        if resize and unit_resize:
            yield Figure("the window changes size: processor", resize * 1000, "ms", resize / unit_resize, 2.6)
    with PseudoTerminal(EIGHT, environ) as program:
        program.until(TABLE_READY)
        program.quiet(1.0)
        changed = [painted for _ in range(runs) if (painted := program.painted(CHANGE, rest=_REST))]
        yield Figure("all eight panels change", _median(changed, "last") * 1000, "ms", None, 45)
    yield from _rest(environ)


def _cursor(environ: Mapping[str, str], runs: int, size: tuple[int, int]) -> Iterator[Figure]:
    """A step of the cursor in the list of what one may do in one's turn, beside one in the list of the bare app."""
    with PseudoTerminal(BARE, environ, size) as bare:
        bare.until(READY)
        bare.quiet(1.0)
        unit, unit_work = _steps(bare, runs)
    with PseudoTerminal(EIGHT_PLAY, environ, size) as program:
        program.until(TABLE_READY)
        _await_question(program)
        # First a character is chosen, of cards that lie side by side where there is little room.
        program.press("\r")
        _await_question(program)
        steps, work = _steps(program, runs)
    name = f"cursor step, {size[0]}x{size[1]}"
    for field, about, most in (("first", "first paint", None), ("last", "last paint", 16)):
        yield Figure(f"{name}: {about}", _median(steps, field) * 1000, "ms", None, most)
    written, bare_written = _median(steps, "size"), _median(unit, "size")
    yield Figure(f"{name}: output", written / 1000, "kB", written / bare_written)
    if work and unit_work:
        yield Figure(f"{name}: processor", work * 1000, "ms", work / unit_work, 2)


def _steps(program: PseudoTerminal, runs: int) -> tuple[list[Painted], float | None]:
    """Steps of the cursor, and the processor seconds of one; None where the system does not tell.

    The system counts hundredths of a second, so there are many steps, and the first few load what they need.
    """
    _keys(program, 1)
    pids = family(program.process.pid)[:1]
    before = processor(pids)
    steps = _keys(program, 2 * runs)
    after = processor(pids)
    return steps, None if before is None or after is None else (after - before) / (4 * runs)


def _starts(environ: Mapping[str, str], runs: int) -> Iterator[Figure]:
    """From nothing to the first frame, each kind in turn."""
    kinds = {"bare": (BARE, READY), "home": (HOME, HOME_READY), "play": (PLAY, TABLE_READY)}
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    pictures: list[float] = []
    # The first start of each compiles what has changed, and is not counted.
    for run in range(runs + 1):
        for kind, (arguments, ready) in kinds.items():
            with PseudoTerminal(arguments, environ) as program:
                if kind == "play" and run:
                    pictures.append(program.until(TABLE_SET))
                seconds = program.until(ready)
            if run:
                times[kind].append(seconds)
    unit = median(times["bare"])
    yield Figure(f"{BARE_APP}: first frame", unit * 1000, "ms")
    yield Figure("citadels: first frame", median(times["home"]) * 1000, "ms", median(times["home"]) / unit, 1.6)
    yield Figure("citadels play: first picture", median(pictures) * 1000, "ms", median(pictures) / unit, 1.2)
    yield from _loading(loaded_modules(PLAY, TABLE_READY, environ))
    yield Figure("citadels play: the board", median(times["play"]) * 1000, "ms", median(times["play"]) / unit, 2.6)


def _loading(loaded: Mapping[str, float]) -> Iterator[Figure]:
    """The modules at the board, and what loading them took while Python noted it, by package, dearest first."""
    yield Figure("citadels play: modules at the board", float(len(loaded)), "")
    yield Figure("citadels play: loading them", sum(loaded.values()), "ms")
    packages: dict[str, list[float]] = {}
    for name, milliseconds in loaded.items():
        packages.setdefault(name.partition(".")[0], []).append(milliseconds)
    for package, times in sorted(packages.items(), key=lambda each: -sum(each[1]))[:PACKAGES]:
        yield Figure(f"  {len(times)} of {package}", sum(times), "ms")


def _keys(program: PseudoTerminal, runs: int) -> list[Painted]:
    """The cursor down and up again."""
    found = []
    for number in range(2 * runs):
        program.quiet(_REST)
        if painted := program.painted("\x1b[A" if number % 2 else "\x1b[B", rest=_REST):
            found.append(painted)
    return found


def _keys_while_bots_play(program: PseudoTerminal, runs: int) -> list[Painted]:
    """The cursor down and up, right after something of the bots was painted; whatever we are asked is answered."""
    found: list[Painted] = []
    for number in range(10 * runs):
        if not program.writes(4 * _BOTS_PAUSE):
            # Nobody moves: it is our turn.
            program.press("\r")
            continue
        program.quiet(_BOTS_PAUSE / 4)
        # What comes later than that is the next move of a bot: the key had nothing to change.
        if painted := program.painted("\x1b[A" if number % 2 else "\x1b[B", rest=_BOTS_PAUSE / 4, most=_BOTS_PAUSE / 3):
            found.append(painted)
            if len(found) == runs:
                break
    return found


def _await_question(program: PseudoTerminal) -> None:
    """Wait until nobody but the player is awaited, so that nothing else is painted."""
    program.quiet(10 * _BOTS_PAUSE, most=60.0)


def _openings(
    program: PseudoTerminal, keys: str, runs: int, escape: str = _ESCAPE
) -> tuple[list[Painted], list[Painted]]:
    """Measure what is painted when something opens over the screen, and when it closes again."""
    opened, closed = [], []
    for _run in range(runs + 1):
        program.quiet(_REST)
        if painted := program.painted(keys, rest=_REST):
            opened.append(painted)
        program.quiet(2 * _REST)
        # Escape waits for what may follow it, and only then something is closed.
        if painted := program.painted(escape, rest=2 * _REST):
            closed.append(painted)
    # The first time, what it needs is loaded.
    return opened[1:], closed[1:]


def _resizes(program: PseudoTerminal, runs: int) -> float | None:
    """The processor seconds of a window that changes size; None where the system does not tell."""
    pids = family(program.process.pid)[:1]
    before = processor(pids)
    for size in ((COLUMNS - 2, LINES - 2), (COLUMNS, LINES)) * runs:
        program.resize(size)
        program.quiet(_REST)
    after = processor(pids)
    return None if before is None or after is None else (after - before) / (2 * runs)


def _rest(environ: Mapping[str, str]) -> Iterator[Figure]:
    """Memory, and what is done while nothing is to be done."""
    with PseudoTerminal(BARE, environ) as bare:
        bare.until(READY)
        bare.quiet(1.0)
        unit = resident(bare.process.pid)
    yield Figure(f"{BARE_APP}: resident memory", unit, "MB")
    with PseudoTerminal(PLAY, environ) as program:
        program.until(TABLE_READY)
        _await_question(program)
        pids = family(program.process.pid)
        client = resident(pids[0])
        yield Figure("client: resident memory", client, "MB", client / unit)
        yield Figure("client and local host: resident memory", sum(map(resident, pids)), "MB")
        shared = proportional(pids)
        if shared is not None:
            yield Figure("client and host, shared pages counted once", shared, "MB", None, 95)
        before, before_wakes = processor(pids), wakes(pids)
        size = program.written(IDLE)
        after, after_wakes = processor(pids), wakes(pids)
        yield Figure("idle: output", size, "B", None, 0)
        if before is not None and after is not None:
            yield Figure("idle: processor, of one core", float(round(100 * (after - before) / IDLE)), "%", None, 0)
        if before_wakes is not None and after_wakes is not None:
            yield Figure("idle: client and host wake, a second", (after_wakes - before_wakes) / IDLE, "", None, 1)


def _median(painted: list[Painted], field: str) -> float:
    if not painted:
        raise TimeoutError("nothing was painted for a key")
    return float(median(getattr(each, field) for each in painted))
