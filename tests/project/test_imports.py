"""What may be imported where, checked on the source and in fresh interpreters."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pydantic
import pytest

import net  # noqa: F401
from tests.support.root import ROOT
from tests.support.terminal import SECONDS


def imported(package: str) -> Iterator[tuple[str, str]]:
    """Every (file, top-level module) that a package's source imports, anywhere in it."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            else:
                continue
            for name in names:
                yield str(path.relative_to(ROOT)), name.split(".")[0]


def loaded_by(statement: str) -> set[str]:
    """Top-level modules in a fresh interpreter after a statement."""
    # What stands in the place of a module has no spec: it is not loaded.
    loaded = "{name.split('.')[0] for name, module in sys.modules.items() if getattr(module, '__spec__', None)}"
    code = f"import sys; {statement}; print(*sorted({loaded}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_the_engine_names_only_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"engine"}
    strangers = [(path, name) for path, name in imported("engine") if name not in allowed]
    assert strangers == []


def test_the_engine_loads_nothing_foreign() -> None:
    before = loaded_by("pass")
    foreign = loaded_by("import engine") - before - sys.stdlib_module_names - {"engine", "citadels_engine__mypyc"}
    assert foreign == set()


@pytest.mark.slow
def test_the_table_loads_no_screen() -> None:
    pytest.importorskip("psycopg", reason="of the extra postgres")
    modules = " ".join(f"import {name};" for name in sorted(modules_of("net")))
    assert not loaded_by(modules.rstrip(";")) & {"textual", "rich", "citadels_tui"}


def test_the_command_line_starts_light() -> None:
    heavy = {"textual", "rich", "cryptography", "pydantic", "msgpack", "engine", "argparse"}
    assert not loaded_by("import citadels_tui.cli.main") & (heavy | {"net", "asyncio"})
    for words in ([], ["play", "--seed", "1"]):
        assert not loaded_by(f"from citadels_tui.cli.parser import understand; understand({words})") & heavy


def test_the_home_screen_begins_without_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor the network, nor what checks messages; whoever has settings does not wait longer."""
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    (tmp_path / "settings.json").write_text('{"confirm": false, "pause": "0.3"}')
    code = "import citadels_tui.commands.home, citadels_tui.app.app as a, citadels_tui.settings.settings as s; s.load()"
    assert not loaded_by(code) & {"engine", "pydantic", "cryptography", "msgpack", "sqlite3"}


@pytest.mark.slow
def test_a_client_at_a_table_loads_no_host() -> None:
    """Nor what makes certificates, keeps tables, or checks a game that has ended: its first board would wait for it.

    Nor does it load the bots that it seats, or the home screen, or what reads rulings.
    """
    asked = "from citadels_tui.cli.checks import LEVEL, check_level; check_level(LEVEL)"
    modules = "citadels_tui.app.app, citadels_tui.session.connector, citadels_tui.screens.table"
    code = f"import sys, {modules}; {asked}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert {each for each in loaded if each.startswith("net.host.")} == {"net.host.opening"}
    assert not loaded & {"cryptography.x509", "sqlite3", "net.gamelog.archive", "net.gamelog.verify"}
    assert not loaded & {"engine.bots.steward", "citadels_tui.screens.home", "citadels_tui.rulings"}


OWN = {"citadels_tui", "engine", "net"}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal as Unix has them")
def test_the_board_of_a_game_of_one_s_own_loads_no_more_than_it_did(tmp_path: Path) -> None:
    """Each module is half a millisecond and more of the start. Whoever needs another one should know, and say why."""
    from bench.ui.loaded_modules import loaded_modules

    (tmp_path / "settings.json").write_text('{"confirm": false, "name": "Ann"}')
    folders = {"CITADELS_CONFIG": str(tmp_path), "CITADELS_STATE": str(tmp_path / "state")}
    environ = folders | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    loaded = loaded_modules(("-m", "citadels_tui", "play", "--seed", "1"), "Leave", environ)
    own = [name for name in loaded if name.partition(".")[0] in OWN]
    # They were 292 of 802 with Python 3.11 and the pinned packages.
    assert len(own) <= 293, sorted(own)
    assert len(loaded) <= (805 if sys.version_info[:2] == (3, 11) else 885), sorted(loaded)


def test_no_annotation_of_a_message_is_compiled_again() -> None:
    files = [*(ROOT / "net" / "protocol").glob("*_messages.py"), ROOT / "net" / "gamelog" / "entries.py"]
    files += [
        ROOT / "net" / "protocol" / f"{name}.py" for name in ("schema", "setup", "table_options", "visitor_notes")
    ]
    files += [ROOT / "net" / "client" / "updates.py"]
    for file in files:
        assert "from __future__ import annotations" not in file.read_text(encoding="utf-8"), file


LOADING = """
import gc, sys
from citadels_tui.cli import launch
from citadels_tui.session.start import ShowHome

looks = []
gc.callbacks.append(lambda phase, about: looks.append(phase))
launch.need_terminal = lambda: False
launch.speak = lambda *_, **__: print("citadels_tui.app.app" in sys.modules, len(looks), gc.isenabled()) or exit(0)
launch.launch(ShowHome(), False)
"""
"""Starts a client that ends where it would draw."""


def test_nothing_looks_for_garbage_while_the_client_loads() -> None:
    done = subprocess.run([sys.executable, "-c", LOADING], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert done.stdout.split() == ["True", "0", "True"], done.stderr


@pytest.mark.slow
def test_the_plain_mode_loads_no_screen() -> None:
    """It shares the type of all texts with the screens, and nothing that draws."""
    code = "import sys, citadels_tui.plain.playing, net.local.process; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr
    drawing = {
        "textual.app",
        "textual.screen",
        "textual.widget",
        "textual.widgets",
        "textual.driver",
        "textual.drivers",
    }
    above = {"citadels_tui.app.app", "citadels_tui.screens", "citadels_tui.widgets"}
    assert not set(done.stdout.split()) & (drawing | above)
    assert "textual.content" in done.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize("package", ["engine", "net"])
def test_lower_layers_do_not_reach_up(package: str) -> None:
    above = {"engine": {"net", "citadels_tui"}, "net": {"citadels_tui"}}[package]
    assert [(path, name) for path, name in imported(package) if name in above] == []


GOING = {
    "asyncio": {
        *("get_event_loop", "iscoroutinefunction", "get_event_loop_policy", "set_event_loop_policy"),
        *("get_child_watcher", "set_child_watcher"),
    },
    "multiprocessing": {"Process", "Pool", "Queue", "Manager"},
}
"""What Python 3.14 has deprecated, or does in another way unless a context is asked for."""


@pytest.mark.slow
def test_nothing_is_used_that_newer_pythons_drop() -> None:
    found = []
    for path in (path for package in ("engine", "net", "citadels_tui") for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(value=ast.Name(id=module), attr=name) if name in GOING.get(module, ()):
                    found.append((path.name, name))
                case ast.ImportFrom(module=str(module), names=names):
                    found += [(path.name, each.name) for each in names if each.name in GOING.get(module, ())]
    assert found == []


@pytest.mark.slow
def test_no_module_holds_what_changes() -> None:
    """Two tables in one process would speak of each other's: what belongs to a game stands in an object of its own."""
    found = []
    for package in ("engine", "net", "citadels_tui"):
        for path in (ROOT / package).rglob("*.py"):
            parsed = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            found += [(path.name, name) for node in parsed if isinstance(node, ast.Global) for name in node.names]
    assert found == []


def nodes(tree: ast.AST, *, types: bool) -> Iterator[ast.AST]:
    """All nodes below one; those for type checkers alone only where they are wanted."""
    for node in ast.iter_child_nodes(tree):
        if types or not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from nodes(node, types=types)


def circle(root: Path, packages: Sequence[str], *, types: bool = True) -> list[str]:
    """Modules that import each other in a circle, the first of them at the end again; empty when there is no circle.

    An import counts wherever it stands: within a function too, and by `import_module`.

    Args:
        root: The folder that the names of the modules begin in.
        packages: Folders in it, the modules of which count.
        types: Whether imports for type checkers only count, too.
    """
    files = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for package in packages
        for path in (root / package).rglob("*.py")
    }
    graph: dict[str, set[str]] = {}
    for module, path in files.items():
        found = graph[module] = set()
        for node in nodes(ast.parse(path.read_text(encoding="utf-8")), types=types):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names} & files.keys()
            elif isinstance(node, ast.Call) and _name(node.func) == "import_module":
                found |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)} & files.keys()
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                # A name that is no module is one of the package's.
                found |= {name if name in files else node.module for name in names} & files.keys()
        found.discard(module)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _name(function: ast.expr) -> str:
    """The last part of how a function is called."""
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@pytest.mark.slow
@pytest.mark.parametrize("package", ["citadels_tui", "net", "engine/bots", "tests"])
def test_no_files_import_each_other_in_a_circle(package: str) -> None:
    """So each can be read, and tested, after those that it builds on."""
    assert circle(ROOT, [package]) == []


def test_no_files_of_the_engine_import_each_other_in_a_circle_when_it_runs() -> None:
    """A type checker meets one: cards act on a game, and a game has cards."""
    assert circle(ROOT, ["engine"], types=False) == []


def test_a_circle_is_found_however_its_files_are_imported(tmp_path: Path) -> None:
    package = tmp_path / "rooms"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "hall.py").write_text("def enter():\n    from rooms.attic import climb\n")
    (package / "attic.py").write_text("if TYPE_CHECKING:\n    from rooms import cellar\n")
    (package / "cellar.py").write_text("import_module('rooms.hall')\n")
    found = circle(tmp_path, ["rooms"])
    assert found[0] == found[-1]
    assert set(found) == {"rooms.hall", "rooms.attic", "rooms.cellar"}
    assert circle(tmp_path, ["rooms"], types=False) == []
    (package / "cellar.py").write_text("")
    assert circle(tmp_path, ["rooms"]) == []


@pytest.mark.slow
def test_one_class_has_one_name() -> None:
    """A reader who looks for a class finds one, and imports no other of the same name."""
    named: dict[str, list[str]] = {}
    for path in (path for package in ("engine", "net", "citadels_tui") for path in (ROOT / package).rglob("*.py")):
        for part in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(part, ast.ClassDef):
                named.setdefault(part.name, []).append(str(path.relative_to(ROOT)))
    assert named
    assert {name: paths for name, paths in named.items() if len(paths) > 1} == {}


def modules_of(package: str) -> Iterator[str]:
    """Dotted names of a package's modules, except those that run when imported."""
    for path in (ROOT / package).rglob("*.py"):
        if path.stem != "__main__":
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if path.stem == "__init__" else parts)


LOADER = "pydantic.plugin._loader"
MESSAGES = f"""
import sys, net.protocol.client_messages
print(sys.modules[{LOADER!r}].__spec__ is not None, "importlib.metadata" in sys.modules)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("disabled", "found"), [(None, "False False"), ("__all__", "False False"), ("one", "True True")]
)
def test_plugins_of_pydantic_are_looked_for_only_where_somebody_asks(disabled: str | None, found: str) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "PYDANTIC_DISABLE_PLUGINS"}
    if disabled is not None:
        environ["PYDANTIC_DISABLE_PLUGINS"] = disabled
    done = subprocess.run(
        [sys.executable, "-c", MESSAGES], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == found


def test_the_stand_in_for_pydantics_loader_is_complete() -> None:
    """Where this fails pydantic has changed: mend `net/__init__.py`, or leave its stand-in out."""
    folder = Path(pydantic.__file__).parent
    taken = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("_loader"):
                taken |= {each.name for each in node.names}
    assert taken == {"get_plugins"}
    spec = spec_from_file_location("its_loader", folder / "plugin" / "_loader.py")
    assert spec
    assert spec.loader
    theirs = module_from_spec(spec)
    spec.loader.exec_module(theirs)
    ours = sys.modules[LOADER]
    assert tuple(theirs.get_plugins()) == tuple(ours.get_plugins()) == ()
