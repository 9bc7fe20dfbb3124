"""Whatever is chosen in the settings can be played, or is refused with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from citadels_tui.table_list.setup_choices import (
    OWN,
    SAME,
    SURPRISE,
    Wish,
    may_choose_nine,
    offered,
    played,
    preset_of,
    setup_of,
)
from citadels_tui.texts import setup as texts
from engine.editions import EDITIONS
from engine.errors import RulesError
from net.protocol.setup import Setup


def wishes() -> Iterator[Wish]:
    for edition in EDITIONS.values():
        casts = [preset.id for preset in edition.presets] + [SURPRISE]
        for players, cast, uniques, nine in product(edition.counts, casts, (SAME, SURPRISE), (False, True)):
            yield Wish(players, edition.id, cast, (), nine, uniques, (), bool(edition.actions))


def test_every_preset_and_surprise_can_be_played_by_every_number_of_players() -> None:
    for wish in wishes():
        made = setup_of(wish, Random(1))
        rules = made.rules()
        edition = EDITIONS[wish.edition]
        assert rules.players == wish.players
        assert rules.action_cards == bool(edition.actions)
        count = edition.counts[wish.players][-1 if wish.nine else 0]
        assert len(rules.characters) == count
        # What goes over the wire is what is played.
        assert Setup.model_validate(made.model_dump()).rules() == rules


def test_a_setup_is_told_with_the_name_of_its_cast() -> None:
    for edition in EDITIONS.values():
        for preset in edition.presets:
            told = [part.plain for part in played(Setup(edition=edition.id, preset=preset.id))]
            assert told[: 1 + (len(edition.presets) > 1)] == [edition.name, preset.name][: len(told)]


def test_any_character_offered_at_a_rank_can_be_played() -> None:
    random = Random(2)
    for edition in EDITIONS.values():
        for players in edition.counts:
            for _ in range(20):
                ranks = [offered(edition, rank, players) for rank in range(1, len(edition.characters) + 1)]
                cast = tuple(random.choice(ids) for ids in ranks)
                rules = setup_of(Wish(players, edition.id, OWN, cast, uniques=SURPRISE), random).rules()
                assert rules.characters == tuple(id for id in cast if id)


def test_rank_9_is_left_out_only_where_the_players_may_choose() -> None:
    edition = EDITIONS["deluxe"]
    assert [may_choose_nine(edition, players) for players in range(2, 9)] == [
        False,
        False,
        True,
        True,
        True,
        True,
        False,
    ]
    assert offered(edition, 9, 2) == [""]
    assert "" not in offered(edition, 9, 3)
    assert offered(edition, 9, 4) == ["", "artist", "tax_collector"]


@pytest.mark.parametrize("amount", [13, 15])
def test_another_number_of_unique_districts_is_refused(amount: int) -> None:
    picked = EDITIONS["deluxe"].uniques[:amount]
    with pytest.raises(RulesError, match=f"exactly 14 unique districts, not {amount}"):
        setup_of(Wish(uniques=OWN, picked=picked), Random(1))


def test_no_unique_districts_chosen_one_by_one_is_refused() -> None:
    with pytest.raises(RulesError, match="Choose the unique districts"):
        setup_of(Wish(uniques=OWN), Random(1))


def test_districts_chosen_one_by_one_are_played() -> None:
    picked = EDITIONS["deluxe"].uniques[3:17]
    assert setup_of(Wish(uniques=OWN, picked=picked), Random(1)).rules().uniques == picked
    few = EDITIONS["dark_city"].uniques[:1]
    assert setup_of(Wish(edition="dark_city", uniques=OWN, picked=few), Random(1)).rules().uniques == few


def test_excluding_choices_are_refused() -> None:
    edition = EDITIONS["dark_city"]
    cast = tuple(ids[-1] for ids in edition.characters)
    with pytest.raises(RulesError, match="graveyard cannot be in a game with the diplomat"):
        setup_of(Wish(5, "dark_city", OWN, cast, uniques=OWN, picked=("graveyard",)), Random(1))
    assert "graveyard" not in setup_of(Wish(5, "dark_city", OWN, cast, uniques=SURPRISE), Random(1)).uniques
    assert "graveyard" not in setup_of(Wish(5, "dark_city", OWN, cast), Random(1)).rules().uniques


def test_only_switches_that_differ_are_carried() -> None:
    usual = dict(EDITIONS["classic"].options)
    assert setup_of(Wish(edition="classic", options=usual), Random(1)).options == {}
    other = {**usual, "strict_bank": True}
    assert setup_of(Wish(edition="classic", options=other), Random(1)).options == {"strict_bank": True}


def test_every_switch_and_preset_has_words() -> None:
    for edition in EDITIONS.values():
        assert set(edition.options) <= set(texts.OPTIONS)
        assert preset_of(edition, "") is edition.presets[0]
