"""Python as this program would find it on Windows, for processes that have this folder in ``PYTHONPATH``.

What Windows has not is taken away from modules of this program only: libraries have their own ways there, and on Linux
need what Linux has. This is no Windows: what files, sockets and terminals really do there is not seen.
"""

from __future__ import annotations

import asyncio
import builtins
import sys
import types
from typing import Any

OURS = {"__main__", "engine", "net", "citadels_tui"}
MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
NAMES = {
    "os": {
        *("fork", "forkpty", "openpty", "setsid", "getsid", "getpgid", "getpgrp", "setpgid", "killpg", "tcgetpgrp"),
        *("getuid", "geteuid", "getgid", "getegid", "getgroups", "setuid", "setgid", "chown", "fchown", "fchmod"),
        *("ttyname", "mkfifo", "nice", "getloadavg", "uname", "wait", "waitid", "wait4", "posix_spawn", "sysconf"),
        *("pread", "pwrite", "sched_getaffinity", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "WNOHANG"),
    },
    "signal": {
        *("SIGHUP", "SIGKILL", "SIGSTOP", "SIGCONT", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGUSR1", "SIGUSR2", "SIGALRM"),
        *(
            "SIGWINCH",
            "SIGCHLD",
            "SIGPIPE",
            "SIGQUIT",
            "alarm",
            "pause",
            "setitimer",
            "pthread_kill",
            "pthread_sigmask",
        ),
    },
    "socket": {"AF_UNIX", "AF_NETLINK", "SO_PEERCRED", "SO_REUSEPORT", "MSG_DONTWAIT", "send_fds", "recv_fds"},
    "select": {"poll", "epoll", "kqueue"},
}
VALUES: dict[str, dict[str, object]] = {"os": {"name": "nt"}, "sys": {"platform": "win32"}}
LOOP = {
    *("add_signal_handler", "remove_signal_handler", "connect_read_pipe", "connect_write_pipe"),
    *("create_unix_connection", "create_unix_server"),
}
USUAL_LOOP = {"add_reader", "add_writer", "remove_reader", "remove_writer"}
"""What the usual loop of Windows cannot do, besides; one that is asked for by its name can."""


class View(types.ModuleType):
    """A module without what Windows has not."""

    def __init__(self, module: types.ModuleType) -> None:
        super().__init__(module.__name__)
        self.__dict__["_module"] = module
        self.__dict__.update(
            {name: getattr(module, name) for name in ("__spec__", "__file__") if hasattr(module, name)}
        )

    def __getattr__(self, name: str) -> object:
        about = self.__dict__["_module"]
        if name in NAMES.get(about.__name__, ()):
            raise AttributeError(f"Windows has no {about.__name__}.{name}")
        return VALUES.get(about.__name__, {}).get(name, None) or getattr(about, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.__dict__["_module"], name, value)


VIEWS: dict[str, View] = {}
_import = builtins.__import__


def ours(globals: Any) -> bool:
    """Whether a module of this program asks."""
    return str((globals or {}).get("__name__", "")).partition(".")[0] in OURS


def importing(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """Import as ever, but not what Windows has not."""
    top = name.partition(".")[0]
    if level or not ours(globals):
        return _import(name, globals, locals, fromlist, level)
    if top in MODULES:
        raise ImportError(f"Windows has no {top}")
    module = _import(name, globals, locals, fromlist, level)
    if name in {*NAMES, *VALUES}:
        return VIEWS.setdefault(name, View(module))
    return module


def missing(name: str) -> Any:
    """A method of a loop that refuses those of this program."""
    usual = getattr(asyncio.SelectorEventLoop, name)

    def method(self: Any, *args: Any, **options: Any) -> Any:
        caller = sys._getframe(1).f_globals
        if ours(caller) and (name in LOOP or isinstance(self, UsualLoop)):
            raise NotImplementedError(f"{name}, at {caller['__name__']}")
        return usual(self, *args, **options)

    return method


class UsualLoop(asyncio.SelectorEventLoop):
    """The loop that is made when none is asked for by its name."""


def look_like_windows() -> None:
    """Take away what Windows has not."""
    for name in (*LOOP, *USUAL_LOOP):
        setattr(asyncio.SelectorEventLoop, name, missing(name))
    asyncio.DefaultEventLoopPolicy._loop_factory = UsualLoop  # type: ignore[attr-defined]
    builtins.__import__ = importing


if sys.platform != "win32":
    look_like_windows()
