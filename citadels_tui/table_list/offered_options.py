"""Table options in words: each as the row of a form, as the argument of a command, and as it is typed.

Every road that opens a table offers the options of `OPTIONS`. Their bounds are those of the fields of `TableOptions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from citadels_tui.settings.settings import Pause
from citadels_tui.texts import _, command_line, decimal, evening, options, translated, why
from citadels_tui.wording.durations import in_words, typed_seconds
from citadels_tui.wording.errors import UsageError
from net.base.errors import NetError
from net.base.text import TextError, clean_title
from net.protocol.table_options import TableOptions


class OfferedOption(NamedTuple):
    """One option."""

    name: str
    """Its field in `TableOptions`."""
    words: tuple[str, str]
    """The label of its row in a form, and the help of its argument."""
    values: Sequence[Any] = ()
    """The values that a form offers; none: a text is typed there."""
    said: Callable[[Any], str] = str
    """Says one of them."""
    off: str = ""
    """The argument that turns off an option that is on or off."""

    @property
    def flag(self) -> str:
        """The argument that sets it."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def most(self) -> int:
        """The upper bound of a number."""
        bounds = TableOptions.model_fields[self.name].metadata
        return next(int(bound.le) for bound in bounds if hasattr(bound, "le"))

    def read(self, typed: str) -> object:
        """The value that was typed.

        Raises:
            UsageError: when it cannot be one.
        """
        usual = getattr(TableOptions(), self.name)
        if isinstance(usual, float):
            return float(typed_seconds(typed, self.flag, self.most))
        if isinstance(usual, str):
            try:
                return clean_title(typed)
            except TextError as error:
                raise UsageError(why(NetError("title_bad", str(error)))) from None
        if not (typed.isascii() and typed.isdecimal() and len(typed) <= 4 and int(typed) <= self.most):
            raise UsageError(options.BAD_NUMBER, option=self.flag, most=self.most, value=typed[:40])
        return int(typed)


def _time(seconds: float) -> str:
    return in_words(seconds) if seconds else _(options.NO_TIME)


def _delay(seconds: float) -> str:
    return _(options.LATER).format(time=in_words(seconds)) if seconds else _(options.AT_ONCE)


def _pause(seconds: float) -> str:
    return _(options.SECONDS).format(seconds=decimal(seconds)) if seconds else _(options.NO_WAIT)


def _start(amount: int) -> str:
    return translated(options.START_READY, amount).format(amount=amount) if amount else _(options.START_NEVER)


def _series(amount: int) -> str:
    return _(evening.SERIES_OF).format(amount=amount) if amount else _(evening.SERIES_NONE)


def _bots_after(seconds: float) -> str:
    return _(options.BOTS_AFTER_TIME).format(time=in_words(seconds)) if seconds else _(options.BOTS_NEVER)


def _either(yes: str, no: str) -> Callable[[bool], str]:
    return lambda on: _(yes if on else no)


QUICK = 10.0
"""Seconds for which a table that is opened to play at once waits for people."""
TITLE = OfferedOption("title", options.TITLE)
BOT_PAUSE = OfferedOption("bot_pause", options.BOT_PAUSE, tuple(map(float, get_args(Pause))), _pause)
TURN_TIME = OfferedOption(
    "turn_time",
    options.TURN_TIME,
    (0.0, 20.0, 45.0, 90.0, 180.0, 600.0, 43_200.0, 86_400.0, 172_800.0, 604_800.0),
    _time,
)
PRIVATE = OfferedOption(
    "private", options.PRIVATE, (True, False), _either(options.PRIVATE_YES, options.PRIVATE_NO), "--open"
)
OPTIONS = (
    TITLE,
    TURN_TIME,
    OfferedOption("reserve", options.RESERVE, (0.0, 60.0, 120.0, 300.0, 900.0), _time),
    OfferedOption("spectator_delay", options.SPECTATOR_DELAY, (0.0, 60.0, 300.0, 900.0), _delay),
    PRIVATE,
    OfferedOption("start_when", options.START_WHEN, (0, *range(2, 9)), _start),
    OfferedOption("series", evening.SERIES, (0, 2, 3, 5, 7), _series),
    OfferedOption("bots_after", options.BOTS_AFTER, (0.0, QUICK, 60.0, 300.0), _bots_after),
    OfferedOption(
        "bots_yield",
        options.BOTS_YIELD,
        (True, False),
        _either(options.BOTS_YIELD_YES, options.BOTS_YIELD_NO),
        "--bots-stay",
    ),
    OfferedOption(
        "listed", options.LISTED, (True, False), _either(options.LISTED_YES, options.LISTED_NO), "--unlisted"
    ),
    BOT_PAUSE,
)
"""Every option, in the order of the forms: the title and the pace of the bots have a place of their own there."""


def chosen(values: Mapping[str, Any], players: int, base: TableOptions) -> TableOptions:
    """The options that were chosen.

    Args:
        values: Names of options -> the values that were chosen; the others are those of ``base``.
        players: Seats of the table: more cannot be ready.
        base: The options unless another is chosen.
    """
    found = base.model_copy(update=dict(values))
    return found if found.start_when <= players else found.model_copy(update={"start_when": players})


def typed_options(words: Sequence[str]) -> dict[str, object]:
    """The values of options that were typed as arguments of a command.

    Raises:
        UsageError: when they cannot be understood.
    """
    by_flag = {option.flag: option for option in OPTIONS} | {option.off: option for option in OPTIONS if option.off}
    found: dict[str, object] = {}
    left = iter(words)
    for word in left:
        option = by_flag.get(word)
        if option is None:
            raise UsageError(options.UNKNOWN, option=word[:40], options=", ".join(by_flag))
        if option.off:
            found[option.name] = word == option.flag
            continue
        value = next(left, None)
        if value is None:
            raise UsageError(command_line.NO_VALUE, option=word)
        found[option.name] = option.read(value)
    return found
