"""Every game keeps every promise, at every table it can be played at."""

from collections.abc import Callable

import pytest

from engine.game import Game
from tests.conformance import checks, hiding
from tests.conformance.tables import TESTED, Setting, settings

SETTINGS = [setting for game in TESTED.values() for setting in settings(game)]

PROMISES: tuple[Callable[[Setting, int], None], ...] = (
    checks.ends,
    checks.legal_moves_are_accepted,
    checks.wrong_moves_are_refused,
    checks.no_two_moves_mean_the_same,
    checks.nobody_else_has_moves,
    checks.replay_equals_play,
    checks.everything_survives_encoding,
    checks.same_seed_same_cards,
    checks.cards_are_conserved,
    checks.spectator_can_score,
    checks.luck_comes_from_the_seed,
    hiding.numbers_tell_nothing,
    hiding.seed_stays_secret,
)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_promise(promise: Callable[[Setting, int], None], setting: Setting) -> None:
    promise(setting, SETTINGS.index(setting))


@pytest.mark.parametrize("game", TESTED.values(), ids=TESTED)
def test_numbers_are_even(game: Game) -> None:
    hiding.numbers_are_even(settings(game)[-1], deals=400)


@pytest.mark.parametrize("game", TESTED.values(), ids=TESTED)
def test_fault_69_70_hidden_faces_leave_no_trace(game: Game) -> None:
    tables = settings(game)
    tally = hiding.Tally()
    for setting in tables:
        tally = tally.plus(hiding.hidden_faces_leave_no_trace(setting, seed=7, swaps=1200 // len(tables)))
    assert tally.compared >= 600
    assert tally.acted_upon >= tally.could_be_acted_upon / 2
