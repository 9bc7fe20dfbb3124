"""Private names of Textual: each stands in one room, is in this list, and is there in the Textual that is installed."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest
import textual
import textual._ansi_sequences
import textual._compositor
import textual._keyboard_protocol
import textual._xterm_parser
import textual.drivers._writer_thread
import textual.keys
import textual.widgets._toast
from textual.app import App
from textual.cache import FIFOCache
from textual.command import CommandPalette
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.screen import Screen
from textual.strip import Strip

from citadels_tui.terminal import PLAIN_TEXTUAL
from tests.support.root import ROOT
from tests.support.terminal import SECONDS, USUAL, Terminal

linux_driver = pytest.importorskip("textual.drivers.linux_driver", reason="needs a terminal as Unix has them")
PACKAGE = ROOT / "citadels_tui"
ROOM = PACKAGE / "terminal"

SAFETY: Mapping[type | ModuleType, str] = {
    App: "_driver _handle_exception _exception _exception_event _exit _return_code _close_messages_no_wait"
    " _replace_screen _close_all",
    linux_driver.LinuxDriver: "_get_terminal_size _writer_thread run_input_thread process_message exit_event fileno",
    textual.drivers._writer_thread.WriterThread: "_queue",
    textual._xterm_parser: "XTermParser",
    textual._ansi_sequences: "ANSI_SEQUENCES_KEYS",
    textual._keyboard_protocol: "FUNCTIONAL_KEYS",
    textual.keys: "_character_to_key",
    Screen: "_forward_event _mounted_event _callbacks _invoke_and_clear_callbacks _pruning",
    CommandPalette: "_action_command_list",
    DOMNode: "_bindings _merged_bindings",
}
"""Class or module -> names that the client needs in any case."""
IMPROVEMENTS: Mapping[type | ModuleType, str] = {
    App: "_display _background_screens _batch_count _filters _load_screen_css _notifications _unnotify",
    Screen: "_compositor _compositor_refresh _refresh_layout _layout_required _on_timer_update _update_timer",
    textual._compositor: "Compositor ChopsUpdate CompositorUpdate LayoutUpdate",
    textual._compositor.Compositor: "_get_renders visible_widgets",
    textual._compositor.LayoutUpdate: "strips region",
    textual._compositor.ChopsUpdate: "chops spans chop_ends",
    Stylesheet: "_parse_cache _variables",
    Strip: "_segments _cell_length",
    FIFOCache: "_maxsize",
    CommandPalette: "_start_no_matches_countdown _stop_no_matches_countdown _no_matches_timer _list_visible"
    " _NO_MATCHES _NO_MATCHES_COUNTDOWN",
    textual.widgets._toast: "Toast ToastHolder",
    textual.widgets._toast.Toast: "_notification",
    linux_driver.LinuxDriver: "_sigtstp_application _sigcont_application _auto_restart _loop _must_signal_resume _mouse"
    " _patch_lflag _patch_iflag _enable_mouse_support _enable_mouse_pixels _enable_bracketed_paste _disable_line_wrap"
    " _in_band_window_resize _enable_in_band_window_resize",
}
"""Class or module -> names that only what can be switched off needs."""

ALL = [
    pytest.param(owner, name, remedy, id=f"{owner.__name__}.{name}")
    for names, remedy in (
        (SAFETY, "Mend that before Textual is updated: this part has no switch."),
        (IMPROVEMENTS, f"Mend that, or let people set {PLAIN_TEXTUAL}=1 until it is mended."),
    )
    for owner, listed in names.items()
    for name in listed.split()
]


@cache
def parsed(path: str) -> ast.Module:
    return ast.parse(Path(path).read_text(encoding="utf-8"))


@cache
def written(kind: type) -> frozenset[str]:
    """The names that the text of a class gives to its methods and values, and those that it uses of its instances."""
    path = import_module(kind.__module__).__file__
    assert path
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            for part in node.body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.add(part.name)
                elif isinstance(part, ast.Assign | ast.AnnAssign):
                    targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                    found |= {target.id for target in targets if isinstance(target, ast.Name)}
            for each in ast.walk(node):
                if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "self":
                    found.add(each.attr)
    return frozenset(found)


def names_of(owner: type | ModuleType) -> frozenset[str]:
    """The names that a module or a class and those above it have."""
    if isinstance(owner, ModuleType):
        return frozenset(vars(owner))
    ours = [base for base in owner.__mro__ if base.__module__.startswith("textual.")]
    return frozenset().union(*map(written, ours))


@pytest.mark.parametrize(("owner", "name", "remedy"), ALL)
def test_textual_has_every_name_that_is_relied_on(owner: type | ModuleType, name: str, remedy: str) -> None:
    assert name in names_of(owner), (
        f"Textual {textual.__version__} has no {owner.__name__}.{name} any more, which a file of "
        f"{ROOM.relative_to(PACKAGE.parent)} uses. {remedy}"
    )


def private(name: str) -> bool:
    return bool(re.fullmatch(r"_[A-Za-z]\w*", name))


def imported(tree: ast.Module) -> Iterator[str]:
    """What a module imports of private modules, or by a private name, of Textual and Rich."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in ("textual", "rich"):
            hidden = any(map(private, node.module.split(".")))
            yield from (each.name for each in node.names if hidden or private(each.name))
        elif isinstance(node, ast.Import):
            yield from (
                each.name
                for each in node.names
                if each.name.split(".")[0] in ("textual", "rich") and any(map(private, each.name.split(".")))
            )


TUPLES = {"_replace", "_asdict", "_fields", "_make"}
"""Public names of named tuples."""


def reached_into(tree: ast.Module) -> Iterator[str]:
    """The private names that are used of other objects than the one a method belongs to."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and private(node.attr) and node.attr not in TUPLES:
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls", "os")
            if not own:
                yield node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr"):
            name = node.args[1]
            if isinstance(name, ast.Constant) and private(str(name.value)):
                yield str(name.value)


def shared(module: ModuleType) -> Iterator[str]:
    """The private names that classes of a module share with classes of Textual's above them."""
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            for base in kind.__mro__:
                if base.__module__.startswith("textual."):
                    yield from filter(private, written(kind) & written(base))


def touched(module: ModuleType) -> set[str]:
    """All private names of Textual's and Rich's that a module uses."""
    assert module.__file__
    tree = parsed(module.__file__)
    found = {*imported(tree), *shared(module)}
    sources = {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    if sources & {"textual", "rich"} or Path(module.__file__).parent == ROOM:
        hidden = frozenset[str]().union(*map(names_of, {App, Screen, *SAFETY, *IMPROVEMENTS}))
        found |= set(reached_into(tree)) & hidden
    return found


def modules(folder: str) -> Iterator[ModuleType]:
    for found in iter_modules([str(PACKAGE / folder)], f"citadels_tui.{folder}."):
        yield import_module(found.name)


def test_the_list_is_that_of_the_room() -> None:
    listed = set(" ".join([*SAFETY.values(), *IMPROVEMENTS.values()]).split())
    used = set().union(*map(touched, modules("terminal")))
    assert used - listed == set(), "add these to the lists above"
    assert {name for name in listed - used if private(name)} == set(), "take these out of the lists above"


@pytest.mark.thorough
@pytest.mark.parametrize("folder", ["app", "screens", "widgets", "guests", "pages", "actions", "session", "textart"])
def test_no_other_room_touches_a_private_name(folder: str) -> None:
    if folder == "guests":
        pytest.importorskip("asyncssh", reason="of the extra ssh")
        pytest.importorskip("aiohttp", reason="of the extra web")
    assert {(module.__name__, name) for module in modules(folder) for name in touched(module)} == set()


def test_no_style_sheet_names_a_private_layer() -> None:
    sheets = [(path.name, path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.tcss")]
    assert [name for name, text in sheets if re.search(r"layers?:[^;]*\b_\w", text)] == []


# The switch

LOADED = "import sys, citadels_tui.app.app, citadels_tui.app.palette; print(*sys.modules)"
IMPROVED = {f"citadels_tui.terminal.{name}" for name in ("improved_app", "settled_screen", "shown_cells")}


@pytest.mark.thorough
@pytest.mark.parametrize(("value", "loaded"), [("", IMPROVED), ("1", set())])
def test_the_switch_leaves_out_all_that_improves_textual(value: str, loaded: set[str]) -> None:
    environ = os.environ | {PLAIN_TEXTUAL: value}
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, env=environ, capture_output=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.decode().split()) & IMPROVED == loaded


@pytest.mark.terminal
@pytest.mark.slow
@pytest.mark.thorough
def test_a_game_is_played_on_textuals_own_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PLAIN_TEXTUAL, "1")
    play = ["-m", "citadels_tui", "play", "--name", "Ann", "--players", "2", "--seed", "5"]
    with Terminal(play, tmp_path) as terminal:
        terminal.until("Choose your character")
        # Half of an answer, which would be keys of the board.
        terminal.press("\x1b")
        terminal.press("[?61;1;2c")
        terminal.press("?")
        terminal.until("How it is played")
        terminal.press("\x1b")
        terminal.until("Choose your character")
        terminal.press("\r")
        terminal.until("You chose")
        terminal.press("qy")
        terminal.until("New game")
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.modes() == USUAL
        assert terminal.attributes() == terminal.before
