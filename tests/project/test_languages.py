"""The catalogues: complete, whole, and read as they are written."""

from __future__ import annotations

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from citadels_tui.cli.main import USAGE, main
from citadels_tui.pages.encyclopaedia import entries, voice_of
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.texts import _, language, named, retold, speak, translated, why
from citadels_tui.texts.catalogue import FOLDER, Catalogue, languages, of_locale
from engine.errors import RulesError
from net.base.errors import NetError, sentence
from net.base.paths import config_path
from net.base.text import TextError, clean_name
from tests.support.root import ROOT

SCRIPT = ROOT / "scripts" / "texts"
FRENCH = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

# A remark.
#: citadels_tui/texts/board.py
msgid "Log"
msgstr "Journal"

msgctxt "deluxe/magician"
msgid "Magician"
msgstr "Magicienne \"Circé\""

msgid "{amount} card"
msgid_plural "{amount} cards"
msgstr[0] "{amount} carte"
msgstr[1] "{amount} cartes"

msgid ""
"In two\n"
"parts"
msgstr ""
"En deux\n"
"parties"

#, fuzzy
msgid "Old"
msgstr "Vieux"

msgid "Not yet"
msgstr ""
"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """`scripts/texts`."""
    spec = spec_from_loader("texts_script", SourceFileLoader("texts_script", str(SCRIPT)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_catalogue_is_read_as_it_is_written() -> None:
    french = Catalogue(FRENCH)
    assert french.gettext("Log") == "Journal"
    assert french.pgettext("deluxe/magician", "Magician") == 'Magicienne "Circé"'
    assert french.gettext("Magician") == french.pgettext("classic/magician", "Magician") == "Magician"
    assert [french.ngettext("{amount} card", "{amount} cards", n) for n in (0, 1, 2)] == [
        "{amount} carte",
        "{amount} carte",
        "{amount} cartes",
    ]
    assert french.gettext("In two\nparts") == "En deux\nparties"


def test_missing_and_fuzzy_translations_stay_english() -> None:
    french = Catalogue(FRENCH)
    assert [french.gettext(text) for text in ("Old", "Not yet", "Unknown", "")] == ["Old", "Not yet", "Unknown", ""]
    assert french.ngettext("{amount} point", "{amount} points", 0) == "{amount} points"


def test_a_terminal_that_shows_ascii_only_gets_ascii() -> None:
    assert Catalogue(FRENCH, ascii=True).pgettext("deluxe/magician", "Magician") == 'Magicienne "Circe"'
    assert Catalogue('msgid "a"\nmsgstr "Größe"\n', ascii=True).gettext("a") == "Groesse"
    for code in languages():
        speak(code, ascii=True)
        assert _("Settings").isascii()


@pytest.mark.parametrize(
    ("environ", "chosen"),
    [
        ({}, "en"),
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro", "LC_MESSAGES": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_BE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "tlh_QO"}, "en"),
        ({"LANG": "../../etc"}, "en"),
        ({"LANG": "fr_FR", "LANGUAGE": "fr:nl:en"}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LANGUAGE": "de_AT:nl"}, "de"),
        ({"LANG": "nl_NL.UTF-8", "LANGUAGE": "en_GB:nl"}, "en"),
        ({"LANG": "nl_NL.UTF-8", "LANGUAGE": ""}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "C", "LANGUAGE": "nl"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "nl"}, "en"),
        ({"LANG": "nl_NL", "LC_ALL": "POSIX", "LANGUAGE": "nl"}, "en"),
        ({"LANGUAGE": "nl"}, "en"),
    ],
)
def test_the_locale_chooses_a_language_there_is(environ: dict[str, str], chosen: str) -> None:
    assert of_locale(environ) == chosen


def test_every_language_says_its_own_name() -> None:
    assert languages().items() >= {"en": "English", "de": "Deutsch", "nl": "Nederlands"}.items()
    assert {path.stem for path in FOLDER.glob("*.po")} == set(languages()) - {"en"}


def test_no_catalogue_speaks_the_language_of_another() -> None:
    """Whole sentences differ between any two languages."""
    dutch, german = (Catalogue((FOLDER / f"{code}.po").read_text(encoding="utf-8")).texts for code in ("nl", "de"))
    word = re.compile(r"(?<![{\w])[^\W\d_]{2,}(?![}\w])")
    alike = {forms[0] for text, forms in dutch.items() if text and forms == german.get(text)}
    assert [text for text in alike if len(word.findall(text)) > 2] == []


def test_the_option_beats_the_settings_and_these_the_locale(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITADELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8")
    main(["bots"])
    assert language() == "de"
    (config_path() / "settings.json").write_text('{"language": "nl"}')
    main(["bots"])
    assert language() == "nl"
    main(["bots", "--lang", "en"])
    assert language() == "en"
    main(["--lang=de", "bots"])
    assert language() == "de"
    (config_path() / "settings.json").write_text('{"language": "tlh"}')
    main(["bots"])
    assert language() == "de"
    capsys.readouterr()


@pytest.mark.parametrize("arguments", [["--lang"], ["--lang="], ["bots", "--lang", "tlh"]])
def test_a_language_that_there_is_not_is_refused_in_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == USAGE
    told = capsys.readouterr()
    assert not told.out
    assert ", ".join(languages()) in told.err
    assert told.err.count("\n") == 1


def test_a_card_has_the_name_of_its_edition() -> None:
    speak("nl")
    found = {edition: named(edition, "magician", "Magician") for edition in ("deluxe", "classic", "dark_city")}
    assert found == {"deluxe": "Tovenares", "classic": "Magiër", "dark_city": "Magiër"}


def test_the_number_chooses_the_form() -> None:
    speak("de")
    assert translated(("{amount} spectator", "{amount} spectators"), 1) == "{amount} Person sieht zu"
    assert translated(("{amount} spectator", "{amount} spectators"), 2) == "{amount} Personen sehen zu"


def test_the_fields_of_a_text_are_told_from_its_words(script: ModuleType) -> None:
    assert list(script.marked('X = (N_("{amount} card"), N_("{amount} cards"))\nY = (N_("a"), N_("b"))\n_("c")')) == [
        ("{amount} card", "{amount} cards"),
        "a",
        "b",
        "c",
    ]
    assert script.fields("{who!r} and {amount:>3}") == {"who!r", "amount"}


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ("", "not translated"),
        ("{who} hat es", ""),
        ("es hat es", "placeholders"),
        ("{whom} hat es", "placeholders"),
        ("{who hat es", "braces"),
        ("{who} hat es ", "blanks"),
    ],
)
def test_a_fault_in_a_translation_is_found(script: ModuleType, changed: str, fault: str) -> None:
    wanted, ours = script.Catalog(), script.Catalog(locale="de")
    wanted.add("{who} has it")
    ours.add("{who} has it", changed)
    told = list(script.faults(ours, wanted))
    assert [each.startswith(fault) for each in told] == ([True] if fault else [])
    assert [each.partition(":")[0] for each in script.faults(script.Catalog(locale="de"), wanted)] == ["missing"]
    ours.add("{who} has it", "{who} hat es", flags=["fuzzy"])
    assert [each.partition(":")[0] for each in script.faults(ours, wanted)] == ["fuzzy"]


@pytest.mark.slow
def test_every_text_is_said_in_every_language(script: ModuleType) -> None:
    """Nothing missing, fuzzy or left over; no placeholder lost or invented, no plural form too few."""
    wanted = script.template()
    assert len(wanted) > 2500
    found = script.catalogues()
    assert set(found) == set(languages()) - {"en"}
    faults = [f"{code}: {fault}" for code, catalog in found.items() for fault in script.faults(catalog, wanted)]
    assert not faults, "run scripts/texts, and translate what it has added:\n" + "\n".join(faults)


def test_a_card_is_found_by_its_name_in_the_language_and_in_english() -> None:
    speak("nl")
    voice = voice_of("deluxe", UNICODE)
    assert [next(each.id for each in entries(voice, search=word) if each.id) for word in ("taveerne", "tavern")] == [
        "tavern",
        "tavern",
    ]
    assert "wizard" in {each.id for each in entries(voice, search="magiër")}


def test_an_error_is_said_in_the_language_with_what_it_is_about() -> None:
    speak("de")
    assert why(NetError("invite_unreadable", "the part after # has the wrong length; was all of it copied?")) == (
        "Das ist keine Adresse und keine Einladung: der Teil nach # hat die falsche Länge; wurde alles kopiert?"
    )
    assert why(RulesError("{edition} has no action cards", edition="Classic")) == "Klassisch hat keine Aktionskarten"
    with pytest.raises(TextError) as error:
        clean_name("x" * 25)
    assert str(error.value) == "it is longer than 24 cells."
    assert why(error.value) == "länger als 24 Zellen."
    assert retold(sentence("no_such_code")) == (
        "Der Host hat abgelehnt, aus einem Grund, den diese Version nicht kennt (no_such_code)."
    )
