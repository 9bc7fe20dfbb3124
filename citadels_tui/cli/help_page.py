"""Help pages of the commands, in the language that is spoken."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from citadels_tui.cli.options import Argument, Option, options_of
from citadels_tui.cli.parser import COMMANDS, HELP, HOME, INSTALL_COMPLETION, VERSION, class_of
from citadels_tui.texts import _
from citadels_tui.texts import command_line as texts
from citadels_tui.texts.catalogue import languages

if TYPE_CHECKING:
    from rich.panel import Panel

NAMES_SHARE = 0.35
"""Share of the page's width that the column of names may take."""


class HelpRow(NamedTuple):
    """A line about a command, an option or an argument."""

    names: tuple[str, ...]
    """How it is typed."""
    metavar: str
    """The word that stands for its value; "" where there is none."""
    text: str


class HelpSection(NamedTuple):
    """The lines about what is of one kind."""

    title: str
    rows: list[HelpRow]


class HelpPage(NamedTuple):
    """The help of a command."""

    usage: str
    """How it is typed."""
    about: str
    sections: list[HelpSection]


def help_page(name: str) -> HelpPage:
    """The help of a command.

    Args:
        name: Its name; "" for the page about all commands.
    """
    options = list(options_of(class_of(name or HOME)))
    arguments = [each for each in options if isinstance(each, Argument)]
    sections = [
        HelpSection(_(texts.COMMANDS), [] if name else list(_commands())),
        HelpSection(_(texts.ARGUMENTS), list(map(_row, arguments))),
        HelpSection(_(texts.PARAMETERS), [*(_row(each) for each in options if each not in arguments), _language()]),
    ]
    about = _(COMMANDS[name] if name else texts.TITLE)
    return HelpPage(_usage(name, options), about, [section for section in sections if section.rows])


def show_help(name: str) -> None:
    """Print the help of a command; see `help_page`."""
    from rich.console import Console

    page, console = help_page(name), Console()
    for line in (_(texts.USAGE).format(how=page.usage), "", page.about, ""):
        console.print(line, markup=False, highlight=False)
    for section in page.sections:
        console.print(_panel(section, ceil(console.width * NAMES_SHARE)))


def _commands() -> Iterator[HelpRow]:
    for name, about in COMMANDS.items():
        if name == INSTALL_COMPLETION:
            yield HelpRow(HELP, "", _(texts.HELP))
        yield HelpRow((name,), "", _(about))
    yield HelpRow(VERSION, "", _(texts.VERSION))


def _row(option: Option) -> HelpRow:
    words = [_(option.help)]
    if option.usual:
        words.append(_(texts.DEFAULT).format(value=option.usual))
    if option.required:
        words.append(_(texts.REQUIRED))
    return HelpRow(option.flags, "" if isinstance(option, Argument) else option.metavar, " ".join(words))


def _language() -> HelpRow:
    """The option that is understood before all others."""
    return HelpRow(("--lang",), "STR", _(texts.LANG).format(languages=", ".join(languages())))


def _usage(name: str, options: list[Option]) -> str:
    """How a command is typed."""
    if not name:
        return "citadels COMMAND [OPTIONS]"
    arguments = [each for each in options if isinstance(each, Argument)]
    words = [each.flag if each.required else "[ARGS...]" if each.several else "[ARGS]" for each in arguments]
    return " ".join(["citadels", name, *["[OPTIONS]"] * (len(arguments) < len(options)), *words])


def _panel(section: HelpSection, widest: int) -> Panel:
    """A section in a box, the column of its names no wider than the widest."""
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="cyan", max_width=widest)
    table.add_column(overflow="fold")
    for row in section.rows:
        first, *others = row.names
        # A short form of the same, or its opposite.
        spelled = f"{first} ({others[0]})" if others and row.names in (HELP, VERSION) else " ".join(row.names)
        names = wrap(f"{spelled} {row.metavar}", widest, subsequent_indent="  ", break_on_hyphens=False)
        table.add_row(Text("\n".join(names)), Text(row.text))
    return Panel(table, title=section.title, title_align="left")
