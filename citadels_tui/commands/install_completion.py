"""`citadels --install-completion`: lets a shell complete commands and options.

A shell is given a script with all of them, so that it does not start Python for each press of tab. Its words of help
are those of the language that is spoken when it is written.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from textwrap import shorten
from typing import Annotated, Literal, NamedTuple

from citadels_tui.cli.options import Argument, Option, options_of
from citadels_tui.cli.parser import COMMANDS, HOME, class_of
from citadels_tui.texts import _
from citadels_tui.texts import command_line as texts
from citadels_tui.wording.errors import CommandError

SHELLS = ("bash", "zsh", "fish")
HELP_LENGTH = 80
"""Characters of a help text that a shell shows beside a word."""

_BASH = """# Completion of citadels for bash, written by citadels --install-completion.
_citadels() {{
    local typed=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} words=
    case $COMP_CWORD:${{COMP_WORDS[1]}} in
        1:*) words={first} ;;
        {commands}
    esac
    case "${{COMP_WORDS[1]}} $before" in
        {values}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$typed"))
}}
complete -o default -F _citadels citadels
"""
_ZSH = """#compdef citadels
# Completion of citadels for zsh, written by citadels --install-completion.
_citadels() {{
    local -a commands
    commands=(
        {commands}
    )
    if ((CURRENT == 2)); then
        _describe command commands
        return
    fi
    shift words
    ((CURRENT--))
    case $words[1] in
        {cases}
    esac
}}
_citadels "$@"
"""
_FISH = """# Completion of citadels for fish, written by citadels --install-completion.
function __citadels_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end"""


@dataclass(frozen=True)
class InstallCompletionCommand:
    """Let a shell complete the commands and options of citadels."""

    shell: Annotated[
        Literal["bash", "zsh", "fish"] | None,
        Argument("Which shell: bash, zsh or fish; the one that runs unless you say otherwise."),
    ] = None

    remove: Annotated[bool, Option("Take the completion away again: that of the shell you name, or of all three.")] = (
        False
    )

    def run(self) -> int:
        """Write the script where the shell looks for it, and see that the shell looks there; or undo it. Returns 0.

        Raises:
            CommandError: when the shell that runs is none of these.
        """
        if self.remove:
            removed = [file for shell in SHELLS if self.shell in (None, shell) for file in _remove(_places(shell))]
            print("\n".join(_(texts.COMPLETION_GONE).format(file=file) for file in removed) or _(texts.NO_COMPLETION))
            return 0
        shell = self.shell or running_shell()
        if shell not in SHELLS:
            raise CommandError(texts.NO_SHELL)
        places = _places(shell)
        _write(places.script, _SCRIPTS[shell]())
        if places.read:
            _see_in(places.read, places.line, first=shell == "zsh")
        print(_(texts.COMPLETES).format(shell=shell, file=places.script))
        if shell == "zsh":
            print(_(texts.ZSH_NEEDS).format(line="autoload -Uz compinit && compinit"))
        return 0


class _Places(NamedTuple):
    """Where the completion of a shell lies."""

    script: Path
    read: Path | None = None
    """The file that the shell reads at its start, if it does not find the script by itself."""
    line: str = ""
    """The line there."""


def _places(shell: str) -> _Places:
    home = Path.home()
    match shell:
        case "bash":
            file = home / ".local/share/bash-completion/completions/citadels"
            return _Places(file, home / ".bashrc", f'[ -f "{file}" ] && . "{file}"')
        case "zsh":
            # Oh My Zsh looks in a folder of its own.
            custom = os.environ.get("ZSH_CUSTOM") or (os.environ.get("ZSH", "") and f"{os.environ['ZSH']}/custom")
            if custom and Path(custom).is_dir():
                return _Places(Path(custom) / "completions" / "_citadels")
            file = home / ".zsh" / "completions" / "_citadels"
            # Before the line that looks for completions, wherever that is.
            return _Places(file, home / ".zshrc", f"fpath=({file.parent} $fpath)")
        case _:
            return _Places(home / ".config/fish/completions/citadels.fish")


def running_shell() -> str:
    """The name of the shell that has started this process, or else of the user's; "" when neither is known."""
    command = ["ps", "-p", str(os.getppid()), "-o", "comm="]
    try:
        parent = subprocess.run(command, capture_output=True, text=True, timeout=1).stdout
    except (OSError, subprocess.SubprocessError):
        parent = ""
    names = [Path(each.strip()).name.lstrip("-") for each in (parent, os.environ.get("SHELL", ""))]
    return next((name for name in names if name in SHELLS), "")


def bash_script() -> str:
    """The script for bash, which shows words without help."""
    commands, values = [], []
    for name in COMMANDS:
        options = _options(name)
        commands.append(f"*:{name}) words={quote(_words(options))} ;;")
        values += [
            f"{quote(f'{name} {each.flag}')}) words={quote(_choices(each))} ;;" for each in options if each.metavar
        ]
    return _BASH.format(
        first=quote(" ".join(_first_words())),
        commands="\n        ".join(commands),
        values="\n        ".join(values),
    )


def zsh_script() -> str:
    """The script for zsh."""
    commands = [quote(f"{word}:{_zsh_text(about)}") for word, about in _first_words().items()]
    cases = []
    for name in COMMANDS:
        specs = " ".join(quote(spec) for each in _options(name) for spec in _zsh_specs(each))
        cases.append(f"{name}) _arguments {specs} ;;")
    return _ZSH.format(commands="\n        ".join(commands), cases="\n        ".join(cases))


def _zsh_specs(option: Option) -> Iterator[str]:
    """An option or an argument as zsh is told of it."""
    value = ""
    if option.metavar:
        action = f"({_choices(option)})" if option.choices else "_files" if option.kind is Path else " "
        value = f":{option.metavar}:{action}"
    if isinstance(option, Argument):
        yield f"*{value}"
    else:
        yield from (f"{flag}[{_zsh_text(option.help)}]{value}" for flag in option.flags)


def _zsh_text(text: str) -> str:
    return re.sub(r"([\\\[\]:])", r"\\\1", _short(text))


def fish_script() -> str:
    """The script for fish."""
    first = "test (count (commandline -opc)) -eq 1"
    lines = [_FISH, *(_fish_line(first, "-f -a", word, about) for word, about in _first_words().items())]
    for name in COMMANDS:
        condition, options = f"__citadels_command {name}", _options(name)
        if not any(isinstance(each, Argument) and each.kind is Path for each in options):
            lines.append(f"complete -c citadels -n {quote(condition)} -f")
        for option in options:
            if not isinstance(option, Argument):
                lines += [
                    _fish_line(condition, _fish_value(option), flag.lstrip("-"), option.help) for flag in option.flags
                ]
    return "\n".join([*lines, ""])


def _fish_value(option: Option) -> str:
    """The words for fish about the value of an option: a choice, a file, something else or nothing."""
    if option.choices:
        return f"-x -a {quote(_choices(option))} -l"
    return "-r -F -l" if option.kind is Path else "-x -l" if option.metavar else "-l"


def _fish_line(condition: str, what: str, name: str, about: str) -> str:
    return f"complete -c citadels -n {quote(condition)} {what} {name} -d {_fish_quoted(_short(about))}"


def _fish_quoted(text: str) -> str:
    return "'" + re.sub(r"([\\'])", r"\\\1", text) + "'"


def _first_words() -> dict[str, str]:
    """The words that can stand behind ``citadels``, with their help: the commands, and the options of the first one."""
    found = dict(COMMANDS)
    for option in (*_options(HOME), Option(texts.VERSION, name="version", kind=bool)):
        found |= dict.fromkeys(option.flags, option.help)
    return found


def _options(name: str) -> list[Option]:
    """The options and arguments of a command."""
    return [*options_of(class_of(name)), Option(texts.HELP, name="help", kind=bool)]


def _words(options: list[Option]) -> str:
    """The words of some options and arguments, but for their values."""
    return " ".join(word for each in options for word in (each.choices if isinstance(each, Argument) else each.flags))


def _choices(option: Option) -> str:
    return " ".join(filter(None, option.choices))


def _short(text: str) -> str:
    """A help text as far as it fits beside a word."""
    return shorten(_(text), HELP_LENGTH, placeholder="…")


_SCRIPTS = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}


def _write(file: Path, script: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(script, encoding="utf-8")


def _see_in(file: Path, line: str, *, first: bool) -> None:
    """See that a line stands in what a shell reads at its start: as the first one, or the last."""
    file = file.resolve()
    before = file.read_bytes() if file.exists() else b""
    wanted = _marked(line)
    if wanted not in before:
        end = b"" if not before or before.endswith(b"\n") else b"\n"
        file.write_bytes(wanted + before if first else before + end + wanted)


def _remove(places: _Places) -> Iterator[Path]:
    """Undo what was written for a shell, as far as it is there; yields each file that was changed."""
    if places.script.is_file():
        places.script.unlink()
        yield places.script
    if places.read and places.read.is_file():
        file = places.read.resolve()
        before = file.read_bytes()
        after = before.replace(_marked(places.line), b"")
        if after != before:
            file.write_bytes(after)
            yield places.read


def _marked(line: str) -> bytes:
    """A line as it stands in a file of the user's, who can see whose it is."""
    return f"{line}  # completion of citadels\n".encode()
