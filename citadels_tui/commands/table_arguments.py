"""Table arguments: the options of a table as arguments of a command, one for each option that there is."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, get_type_hints

from cyclopts import Parameter

from citadels_tui.table_list.offered_options import BOT_PAUSE, OPTIONS, OfferedOption, chosen
from net.protocol.table_options import USUAL, TableOptions

KEYWORD = inspect.Parameter.KEYWORD_ONLY
BY_NAME = {option.name: option for option in OPTIONS}


def with_table_options(command: Callable[..., int]) -> Callable[..., int]:
    """The command with an argument for each option of a table, in the place of its parameter ``options``."""
    signature = inspect.signature(command)
    hints = get_type_hints(command, include_extras=True)
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        if parameter.name == "options":
            parameters += map(_parameter, OPTIONS)
        else:
            parameters.append(parameter.replace(annotation=hints[parameter.name]))

    @wraps(command)
    def commanded(**typed: Any) -> int:
        options = {name: typed.pop(name) for name in BY_NAME if name in typed}
        return command(options=options, **typed)

    del commanded.__wrapped__
    commanded.__annotations__ = {each.name: each.annotation for each in parameters}
    vars(commanded)["__signature__"] = signature.replace(parameters=parameters)
    return commanded


def _parameter(option: OfferedOption) -> inspect.Parameter:
    """The argument of one option. A text is empty unless it is typed, or shows what it is otherwise."""
    help, usual = option.words[1], getattr(USUAL, option.name)
    if option.off:
        parameter = Parameter(name=option.flag, negative=option.off, show_default=False, help=help)
        return inspect.Parameter(option.name, KEYWORD, default=usual, annotation=Annotated[bool, parameter])
    kind: Any = Annotated[int if isinstance(usual, int) else str, Parameter(name=option.flag, help=help)]
    if isinstance(usual, float):
        usual = "" if option is BOT_PAUSE else f"{usual:g}"
    return inspect.Parameter(option.name, KEYWORD, default=usual, annotation=kind)


def options_of(typed: Mapping[str, str | int], players: int) -> TableOptions:
    """The options that were typed.

    Args:
        typed: Names of options -> their arguments.
        players: Seats of the table.

    Raises:
        UsageError: when one of them cannot be.
    """
    values: dict[str, object] = {}
    for name, value in typed.items():
        if value != "":
            values[name] = value if isinstance(value, bool) else BY_NAME[name].read(f"{value}")
    return chosen(values, players, USUAL)
