"""The sequential test: its arithmetic, what it must not do, and how often it errs."""

import math
import random

import pytest

from arena.ratings.quantiles import normal, normal_quantile, student
from arena.ratings.sequential import SequentialTest, Standing, Terms
from tests.ratings.sequential import KINDS, tried

TERMS = Terms(0.0, 20.0)


def after(test: SequentialTest, *deals: float) -> Standing:
    for deal in deals:
        test.add(deal)
    return test.standing()


def test_example_of_the_readme() -> None:
    """A hundred deals with a mean of 0.55 and a variance of 0.06."""
    spread = 0.06**0.5
    standing = after(SequentialTest(Terms(), paired=False), *[0.55 - spread, 0.55 + spread] * 50)
    assert standing.deals == 100
    assert standing.ratio == pytest.approx(0.84, abs=0.005)
    assert standing.verdict == ""


def test_bounds_promise_the_risks_themselves() -> None:
    """1 / alpha and beta: no likelihood ratio reaches 1 / alpha more often than alpha, if H0 is true."""
    assert (Terms().lower, Terms().upper) == (pytest.approx(-2.996, abs=1e-3), pytest.approx(2.996, abs=1e-3))
    unequal = Terms(alpha=0.01, beta=0.1)
    assert (unequal.lower, unequal.upper) == (pytest.approx(math.log(0.1)), pytest.approx(math.log(100)))


@pytest.mark.parametrize("paired", [False, True])
def test_one_side_that_wins_all_ends_it(paired: bool) -> None:
    """Soon, though the variance is 0, and not on the first deal."""
    test = SequentialTest(Terms(), paired)
    standing = Standing(0, 0, 0, 0, "")
    while not standing.verdict:
        standing = test.add(1.0)
    assert standing.verdict == "better"
    assert 2 < standing.deals <= 20
    lost = after(SequentialTest(Terms(), paired), *[0.0] * 20)
    assert lost.verdict == "not better"


def test_all_draws_end_it() -> None:
    """Equal is not better."""
    assert after(SequentialTest(Terms(), paired=False), *[0.5] * 300).verdict == "not better"


def test_luck_of_a_deal_drops_out_of_the_pair() -> None:
    """Where cards decide nearly all, a small gain on every deal is clear at once."""
    rng = random.Random(1)
    paired, alone = SequentialTest(TERMS, paired=True), SequentialTest(TERMS, paired=False)
    for _ in range(60):
        luck = rng.random() * 0.8
        both = paired.add(luck + 0.1, luck)
        single = alone.add(luck + 0.1)
    assert both.verdict == "better"
    assert single.verdict == ""


def test_verdict_stands() -> None:
    """What comes later is not taken in: neither deals nor ratio move."""
    test = SequentialTest(Terms(), paired=False)
    decided = after(test, *[1.0] * 20)
    assert decided.verdict == "better"
    assert after(test, *[0.0] * 500) == decided


def test_nothing_played_says_nothing() -> None:
    """And is no error."""
    standing = SequentialTest(Terms(), paired=True).standing()
    assert (standing.deals, standing.ratio, standing.verdict) == (0, 0.0, "")


def test_quantiles() -> None:
    """Against tables: 97.5 % of the normal at 1.960, of Student's t with 5 at 2.571, with 10 at 2.228."""
    assert normal(1.959964) == pytest.approx(0.975, abs=1e-6)
    assert normal_quantile(0.975) == pytest.approx(1.959964, abs=1e-6)
    assert student(2.5706, 5) == pytest.approx(0.975, abs=1e-5)
    assert student(2.2281, 10) == pytest.approx(0.975, abs=1e-5)
    assert student(-12.706, 1) == pytest.approx(0.025, abs=1e-5)
    assert student(1.0, 10_000) == pytest.approx(normal(1.0), abs=1e-4)


@pytest.mark.parametrize("elo", [TERMS.elo0, 60.0], ids=["H0", "H1"])
def test_errors_stay_within_their_limits(elo: float) -> None:
    """Two hundred runs of a coarse test; the long version is `tests.ratings.sequential`."""
    found = tried(KINDS[1], Terms(0.0, 60.0), elo, runs=200)
    assert found.wrong <= 0.05 + 2 * (0.05 * 0.95 / 200) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_error_rates_and_lengths(kind) -> None:  # type: ignore[no-untyped-def]
    """2,000 runs at each bound: both risks kept, shorter than a fixed test; where luck is much, under half
    the matches of a test that takes each for itself."""
    for elo in (TERMS.elo0, TERMS.elo1):
        found = tried(kind, TERMS, elo, runs=2000)
        print(found)
        assert found.wrong <= 0.055
        assert found.matches < 0.8 * found.fixed
        if kind.luck > 2:
            assert found.matches < 0.5 * found.per_match
