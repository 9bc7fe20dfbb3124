"""The grammar of the `citadels` command: every subcommand, and what is wrong with what was typed.

Commands are imported when they run, so that each starts as fast as it can.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence

from cyclopts import App
from cyclopts.exceptions import CycloptsError, UnusedCliTokensError

from citadels_tui.commands.help_page import HelpPage
from citadels_tui.commands.parameters import EVERY, Ascii, Name
from citadels_tui.texts import command_line
from citadels_tui.wording.errors import UsageError, one_line


def _version() -> str:
    from engine import __version__

    return __version__


app = App(
    name="citadels",
    help="Citadels for the terminal: alone against bots, or with 2-8 people over the network.",
    help_format="plaintext",
    help_formatter=HelpPage(),
    version=_version,
    version_flags=("--version", "-V"),
    result_action="return_value",
    default_parameter=EVERY,
    suppress_keyboard_interrupt=False,
)
for _place, (_name, _help) in enumerate(
    {
        "home": "Open the home screen; so does citadels alone.",
        "learn": "Learn to play: a guided game of three rounds.",
        "daily": "Play the deal of the day, the same for everybody.",
        "ladder": "Play against the next of a row of opponents.",
        "play": "Play on this machine against bots.",
        "host": "Host a table that others can join, and sit at it.",
        "join": "Join a table by its address or invitation.",
        "tables": "List the tables of a host, or those at which you have a seat.",
        "serve": "Host many tables without a screen, until Ctrl+C or SIGTERM.",
        "attach": "Play at a table of the host on this machine, as the person who has logged in by SSH.",
        "relay": "Connect clients to hosts that they cannot reach themselves, until Ctrl+C or SIGTERM.",
        "games": "List the games that were played on this machine, or statistics of them.",
        "replay": "Look at a game again, move by move.",
        "standings": "Show games, wins and ratings of the people and bots at a host of many tables.",
        "review": "Show how likely each player of a game was to win, and which turns cost them most.",
        "verify": "Check the log of a game that was played at a table: the deal, every move and the score.",
        "backup": "Make a backup of a headless host, also while it runs, or of a journal.",
        "restore": "Restore a headless host from its backup, here or on another machine.",
        "doctor": "Check what the game needs of this machine, and show how to mend problems.",
        "rulings": "Find and check rulings: cases of the rules, written as data.",
        "cards": "List the cards of an edition.",
        "bots": "List the bots of the game and of installed packages.",
        "simulate": "Let bots play whole games and report what happened.",
        "arena": "Let bots play each other and show who wins against whom.",
    }.items()
):
    app.command(f"citadels_tui.commands.{_name}:{_name}", name=_name, help=_help, sort_key=_place)
app.command(
    "citadels_tui.commands.help:help_", name="help", help="Show the help of a command.", sort_key=len(list(app))
)
app.command(
    "citadels_tui.commands.completion:install_completion",
    name="--install-completion",
    help="Let bash, zsh or fish complete commands and options.",
)


@app.default
def _home(*, name: Name = "", ascii: Ascii = False) -> int:
    from citadels_tui.commands.home import home

    return home(name=name, ascii=ascii)


def understand(arguments: Sequence[str]) -> object:
    """Run one command.

    Args:
        arguments: What was typed after ``citadels``.

    Returns:
        What it returns: its exit code; something else after a help text.

    Raises:
        UsageError: when there is no such command, or it cannot be asked for so.
    """
    gc.enable()
    if arguments and not arguments[0].startswith("-"):
        check_command(arguments[0])
    if arguments[:1] in (["verify"], ["review"]):
        # It would be an option without a name.
        arguments = ["/dev/stdin" if each == "-" else each for each in arguments]
    try:
        return app(arguments, exit_on_error=False, print_error=False)
    except UnusedCliTokensError as error:
        unused = " ".join(error.unused_tokens or ())
        raise UsageError(command_line.NOT_UNDERSTOOD, unused=unused) from None
    except CycloptsError as error:
        raise UsageError(one_line(error)) from None


def check_command(name: str) -> None:
    """Refuse what is no command.

    Raises:
        UsageError: with the command that was probably meant.
    """
    if name in app:
        return
    from difflib import get_close_matches

    near = get_close_matches(name[:40], [each for each in app if not each.startswith("-")], 1)
    if near:
        raise UsageError(command_line.NEAR_COMMAND, unused=name, near=f"citadels {near[0]}")
    raise UsageError(command_line.NOT_UNDERSTOOD, unused=name)
