"""One word for one thing in each language: that of the rulebook in the box."""

from __future__ import annotations

import re

import pytest

from citadels_tui.texts.catalogue import FOLDER, Catalogue
from citadels_tui.texts.moves import VERBS

FIELD = re.compile(r"\{[^{}]*\}")
INSTEAD = {
    "de": {
        r"vollend\w*": "abschließen, abgeschlossen",
        r"ermord\w*|morde?t?|mörder\w*": "töten, getötet",
        r"rang|ränge|rängen": "Nummer",
        r"gebäudearten?|alle[rn]? fünf arten": "Gebäudetyp",
        r"grundgebäude\w*": "Basisgebäude",
        r"aussicht(en)?": "Gewinnchance",
        r"beschlagnahm\w*|enteignet\w*|enteignen": "konfiszieren, Enteignung",
        r"menschliche kanonenkugel": "Lebende Kanonenkugel",
        r"steuermarker|der eigenen marke": "Plättchen",
        r"tausch\w* (\w+ )?(die )?(ganze )?hand|tauscht hände": "Handkarten tauschen",
        r"(mit )?allen händen|alle hände": "Handkarten",
        r"logs?": "Verlauf am Tisch, Protokoll eines Spiels",
        r"wiederholung": "Replay",
        r"partien?": "Spiel",
        r"kartengabe|das geben": "Austeilen",
        r"undo": "Zurücknehmen",
        r"inhaber": "Leitung",
        r"gegenüber": "Gegner",
        r"fort: vor dir|ist fort|wer vielleicht": "weg, nicht da, wer wer sein kann",
        r"(von|an|mit|auf) wer": "an den, der",
        r"einfach gelesen": "dem Wortlaut nach",
        r"regelauslegung(en)?": "Regelentscheid",
    },
    "nl": {
        r"verwoest\w*|slo+p(t|te|ten|en)?": "vernietigen",
        r"verfraai\w*": "opwaarderen",
        r"betover\w*": "beheksen",
        r"rang(en)?": "nummer",
        r"rondes": "ronden",
        r"handen rui\w+|rui\w+ (\w+ )*van hand": "handkaarten ruilen",
        r"op handen": "in de hand",
        r"wijken|gebouwkaart(en)?": "gebouwen, gebouwenkaart",
        r"menselijke kanonskogel": "Levende Kanonskogel",
        r"fiches?|belastingfiche": "tegel",
        r"uitgave|uitgaven": "editie",
        r"log|logs": "verslag",
        r"partij(en)?": "spel",
        r"serie": "reeks",
        r"lesspel": "begeleid spel",
        r"regelbesluit(en)?": "uitspraak",
        r"startwaarde": "startgetal",
        r"waardering(en)?": "rating",
        r"(aan)?herinner(t|en)?": "aansporen",
        r"machine": "computer",
        r"misschien wie": "wie kan wie zijn",
        r"brengt (de|het|een|niets|niemand) (kroon|goud|punten|inkomen)": "levert op",
        r"(weg|vaak|zeg|kies): voor jou": "vóór",
        r"beëindigt ze|tot ze terug is": "hij",
        r"men|uw": "je",
    },
}
"""Language -> patterns of whole words that must not come back, and the words that stand there instead."""


@pytest.mark.parametrize("language", sorted(INSTEAD))
def test_no_word_comes_back_that_another_stands_for(language: str) -> None:
    texts = Catalogue((FOLDER / f"{language}.po").read_text(encoding="utf-8")).texts
    said = {form: FIELD.sub("", form).casefold() for forms in texts.values() for form in forms}
    found = [
        f"{instead!r} instead of {match.group()!r}: {form}"
        for words, instead in INSTEAD[language].items()
        for form, plain in said.items()
        for match in re.finditer(rf"(?<!\w)(?:{words})(?!\w)", plain)
    ]
    assert not found, "\n".join(found)


def test_a_character_that_something_is_done_to_has_its_article() -> None:
    """German has a case there: "tötet den König", which `whom` says; "als König" and "ist König" have none."""
    texts = Catalogue((FOLDER / "de.po").read_text(encoding="utf-8")).texts
    rows = {word for verb in VERBS.values() for word in (verb.label, verb.item, verb.many)}
    found = [
        text
        for text in texts
        if re.search(
            r"(?<!\bas )(?<!\b(?:is|am) )(?<!\b(?:are|was) )(?<!\byou, )the \{character\}", text, re.IGNORECASE
        )
        and text not in rows
        and not text.startswith("The {character}")
    ]
    assert not found
