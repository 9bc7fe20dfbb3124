"""`citadels --install-completion`: lets a shell complete commands and options."""

from __future__ import annotations

from typing import Literal

from citadels_tui.texts import _
from citadels_tui.texts import command_line as texts
from citadels_tui.wording.errors import CommandError


def install_completion(shell: Literal["bash", "zsh", "fish"] | None = None, /) -> int:
    """Let a shell complete the commands and options of citadels.

    Args:
        shell: Which shell: bash, zsh or fish; the one that runs unless you say otherwise.

    Returns:
        0.

    Raises:
        CommandError: when the shell that runs is none of these.
    """
    from cyclopts.completion.detect import ShellDetectionError, detect_shell

    from citadels_tui.commands.grammar import app

    try:
        found = shell or detect_shell()
    except ShellDetectionError:
        found = "powershell"
    if found == "powershell":
        raise CommandError(texts.NO_SHELL)
    print(_(texts.COMPLETES).format(shell=found, file=app.install_completion(shell=found)))
    if found == "zsh":
        print(_(texts.ZSH_NEEDS).format(line="autoload -Uz compinit && compinit"))
    return 0
