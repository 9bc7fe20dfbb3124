"""Settings: what the client remembers of its player, kept in one file that can be read and changed by hand."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from citadels_tui.texts import _, why
from citadels_tui.texts import settings as texts
from citadels_tui.texts.catalogue import languages
from net.base.filesystem import read_file
from net.base.paths import config_path, private_file, private_folder, put_aside
from net.base.text import TextError, clean_name

FILE = "settings.json"
MOST_BYTES = 64 * 1024
UPGRADES: tuple[Callable[[dict[str, Any]], None], ...] = ()
"""Each makes the content of a file of version N, from 1 on, that of one of version N + 1."""
VERSION = 1 + len(UPGRADES)
"""Version of the file; raised by an upgrade, when a setting is added, or gets another name or another meaning."""

Signs = Literal["auto", "unicode", "ascii"]
Call = Literal["never", "bell", "title", "notification"]
Click = Literal["explain", "play"]
Density = Literal["comfortable", "compact"]
Pause = Literal["0", "0.3", "0.8", "1.5", "3"]
Thinking = Literal["0.1", "0.3", "1", "3"]


@dataclass(frozen=True, slots=True)
class Settings:
    """One value for each setting. This class is the schema of the file: `load` checks it."""

    name: str = ""
    """The player's name; empty: that of the user."""
    language: str = ""
    """Code of the language that is spoken; empty: that of the locale."""
    theme: str = "citadels"
    """One of the client's own themes."""
    signs: Signs = "auto"
    """Signs that the board is drawn with; ``auto``: ASCII where the terminal cannot do better."""
    pause: Pause = "0.8"
    """Seconds bots wait between moves in a new game."""
    thinking: Thinking = "0.3"
    """Seconds a mastermind may think about one decision, in games and at tables on this machine."""
    confirm: bool = True
    """Whether to ask before a move that is hardly ever meant."""
    call: Call = "bell"
    """How a window that is not looked at calls its player when it is their turn."""
    motion: bool = True
    """Whether anything moves."""
    mouse: bool = True
    """Whether to listen to the mouse."""
    newcomer: bool = False
    """Whether the player is still to be asked if they know the game."""
    click: Click = "explain"
    """Effect of the first click on a row; the second one plays it in any case."""
    density: Density = "comfortable"
    """Space between lines: ``compact`` has lower cities, and longer lists."""
    address: str = ""
    """Where players come from the internet to a table on this machine, as it was typed last."""
    relay: str = ""
    """The relay by which they come, as it was typed last."""
    keys: dict[str, str] = field(default_factory=dict)
    """Keys of one's own: the id of what a key does -> the key, or several with commas."""


def path() -> Path:
    """The file."""
    return config_path() / FILE


def load() -> tuple[Settings, tuple[str, ...]]:
    """Read the settings. A value that cannot be used is named, and replaced by what it is without a file.

    Returns:
        The settings, and a sentence for each thing that is wrong with the file.
    """
    file_path = path()
    try:
        content = read_file(file_path, MOST_BYTES + 1)
    except FileNotFoundError:
        return Settings(newcomer=True), ()
    except OSError as error:
        return Settings(), (_(texts.UNREADABLE).format(reason=error.strerror or error),)
    try:
        found = json.loads(content) if len(content) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        aside = file_path.with_suffix(".bad")
        with contextlib.suppress(OSError):
            aside = put_aside(file_path)
        return Settings(), (_(texts.NO_SETTINGS).format(path=file_path, name=aside.name),)
    return _checked(_upgraded(found))


def chosen_language() -> str:
    """The language of the settings, or empty: it is needed before anything can be said about what is wrong there."""
    chosen = _found().get("language")
    return chosen if isinstance(chosen, str) and chosen in languages() else ""


def _found() -> dict[str, Any]:
    """All values of the file, used or not; none where it cannot be read."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        found = json.loads(read_file(path(), MOST_BYTES))
        if isinstance(found, dict):
            return _upgraded(found)
    return {}


def _upgraded(found: dict[str, Any]) -> dict[str, Any]:
    """Return the text of a file as this version writes it; keys of a later version stay."""
    version = _version(found)
    for upgrade in UPGRADES[version - 1 :]:
        upgrade(found)
    return found | {"version": max(version, VERSION)}


def _checked(found: dict[str, Any]) -> tuple[Settings, tuple[str, ...]]:
    kinds = get_type_hints(Settings)
    wrong = [_(texts.LATER)] if _version(found) > VERSION else []
    unknown = [name for name in found if name not in kinds and name != "version"]
    wrong += [_(texts.UNKNOWN).format(name=name[:40]) for name in unknown]
    usable: dict[str, Any] = {}
    for name, value in found.items():
        if name not in kinds:
            continue
        reason = _fault(kinds[name], value)
        if not reason and name == "language" and value not in {"", *languages()}:
            reason = _(texts.LANGUAGES).format(languages=", ".join(languages()))
        if not reason and name == "name" and value:
            try:
                value = clean_name(value)
            except TextError as error:
                reason = why(error)
        if reason:
            wrong.append(_(texts.UNUSABLE).format(name=name, reason=reason[:80]))
        else:
            usable[name] = value
    return Settings(**usable), tuple(wrong)


def _version(found: Mapping[str, object]) -> int:
    """The version of a file."""
    version = found.get("version", VERSION)
    return version if isinstance(version, int) and version > 0 else VERSION


def _fault(kind: Any, value: object) -> str:
    """Why a value is not of the type of a setting; empty when it is. Loading pydantic for it would take much longer."""
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        return "" if value in choices else _(texts.CHOICES).format(choices=", ".join(choices))
    if kind is bool:
        return "" if isinstance(value, bool) else _(texts.CHOICES).format(choices="true, false")
    if kind is str:
        return "" if isinstance(value, str) else _(texts.NO_TEXT)
    if isinstance(value, dict) and all(isinstance(each, str) for each in value.values()):
        return ""
    return _(texts.NO_KEYS)


def save(settings: Settings) -> None:
    """Write the settings that are not as they are without a file: never half of them.

    What this version does not know stays in the file: two machines of one home may have different versions.

    Raises:
        OSError: when they cannot be written.
    """
    default, found = asdict(Settings()), _found()
    chosen = {name: value for name, value in asdict(settings).items() if value != default[name]}
    version, kinds = max(_version(found), VERSION), get_type_hints(Settings)
    # A later version may know more values of a setting, too.
    theirs = {
        name: value
        for name, value in found.items()
        if name not in kinds or (version > VERSION and _fault(kinds[name], value))
    }
    private_folder(config_path())
    text = json.dumps(theirs | {"version": version} | chosen, indent=2, ensure_ascii=False) + "\n"
    # What is no character, and can come from the file only, is written as it may stand there.
    private_file(path(), text.encode(errors="backslashreplace"), over=True)
