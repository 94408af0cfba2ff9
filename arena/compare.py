"""Is NEW better than OLD? Deals are played in all seatings until a sequential test on deals decides."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from arena import pool
from arena.build import BuildError, build
from arena.confined import NotPlayedHere, quick_keeping
from arena.deals import drawn_secret, secret_of
from arena.examples import found
from arena.exhibition import ExhibitionError, chosen_options, no_table
from arena.league import plan_of
from arena.manifest import ManifestError, read_bot
from arena.orders import orders, rotations
from arena.ratings.sequential import SequentialTest, Standing, Terms
from arena.record import Fixture, MatchRecord, Sitting
from arena.sandbox import guarded_folder
from arena.schedule import fixture
from arena.season import Entrant
from arena.store import Store
from arena.wire import Clock
from arena.words import one_line
from engine.game import Game
from engine.registry import GAMES
from engine.seating import Seating

BLOCK = 8
"""Deals that are played in the same seats by one set of processes. Few, as what is played when the test has
decided was played for nothing."""


class Comparison(Struct, frozen=True):
    """What is compared, and where. Without a field NEW plays against OLD on every other side; with one both
    play the same deals in the same seats against the same others."""

    old: Entrant
    new: Entrant
    field: tuple[Entrant, ...]
    game: Game
    options: Any
    seating: Seating

    @property
    def arms(self) -> tuple[Entrant, ...]:
        """Whose share of a deal is counted."""
        return (self.new, self.old) if self.field else (self.new,)

    @property
    def everyone(self) -> tuple[Entrant, ...]:
        """All who play."""
        return (self.old, self.new, *self.field)

    def fixtures(self, deal: int) -> list[tuple[Entrant, list[Fixture]]]:
        """For each arm the matches on a deal: everyone moved one seat on till all are round."""
        others = self._others(deal // BLOCK)
        return [(arm, self._around((arm, *others), deal)) for arm in self.arms]

    def sittings(self, deals: int) -> Iterator[Sitting]:
        """Deals 0 to `deals`, block by block; in each those in the same seats together."""
        for first in range(0, deals, BLOCK):
            seats: dict[tuple[str, ...], list[Fixture]] = {}
            for deal in range(first, min(first + BLOCK, deals)):
                for _, fixtures in self.fixtures(deal):
                    for one in fixtures:
                        seats.setdefault(one.entrants, []).append(one)
            yield from (Sitting(tuple(fixtures)) for fixtures in seats.values())

    def _others(self, block: int) -> tuple[Entrant, ...]:
        """Who sits on the other sides: every set of the field in turn, repeated where it is too small."""
        size = self.seating.side_count - 1
        if not self.field:
            return (self.old,) * size
        sets = list(combinations(self.field, size)) or [tuple(islice(cycle(self.field), size))]
        return sets[block % len(sets)]

    def _around(self, meeting: Sequence[Entrant], deal: int) -> list[Fixture]:
        choices = orders(self.seating.sides, tuple(each.members for each in meeting))
        turned = rotations(choices[deal // BLOCK % len(choices)])
        chairs = dict.fromkeys(
            tuple((meeting[who].name, member) for who, member in order) for order in turned
        )
        options = {name: getattr(self.options, name) for name in self.options.__struct_fields__}
        return [
            fixture(
                self.game.name,
                options,
                deal,
                self.seating,
                tuple(name for name, _ in seats),
                tuple(member for _, member in seats),
            )
            for seats in chairs
        ]


class NothingPlayed(Exception):
    """Every deal so far was void; says why."""


class Outcome(Struct, frozen=True):
    """How it ended. `matches` are those that the test took in; `void` deals were left out."""

    standing: Standing
    matches: int
    void: int


def compared(
    old: Path,
    new: Path,
    against: Sequence[Path],
    game: str,
    options: dict[str, str],
    teams: bool,
    seats: int | None,
) -> Comparison:
    """The comparison that these words ask for. Raises: ExhibitionError."""
    chosen = chosen_options(game, options)
    size = 2 if teams else 1
    sides = seats // size if seats else 1 + max(1, len(against))
    tables = [
        table
        for table in GAMES[game].seatings(chosen)
        if (table.side_count, table.teams) == (sides, teams) and seats in (None, table.seats)
    ]
    if not tables:
        came = f"{seats or sides * size} seats{' in teams' if teams else ''}"
        raise no_table(GAMES[game], chosen, came)
    everyone = _entrants([old, new, *against], game, size)
    return Comparison(everyone[0], everyone[1], tuple(everyone[2:]), GAMES[game], chosen, tables[0])


def _entrants(folders: Sequence[Path], game: str, size: int) -> list[Entrant]:
    """Each with a name of its own, though two versions of a bot often have the same."""
    entrants: list[Entrant] = []
    taken: Counter[str] = Counter()
    bots = []
    for folder in folders:
        try:
            bots.append(read_bot(found(folder)))
        except ManifestError as error:
            raise ExhibitionError(str(error)) from error
    for number, bot in enumerate(bots):
        name = bot.manifest.name
        if game not in bot.manifest.games:
            raise ExhibitionError(f"{bot.folder}: plays {', '.join(bot.manifest.games)}, not {game}")
        if number < 2 and bots[0].manifest.name == bots[1].manifest.name:
            name = f"{name} ({('old', 'new')[number]})"
        taken[name] += 1
        entrants.append(Entrant(name if taken[name] == 1 else f"{name} ({taken[name]})", (bot,) * size))
    return entrants


def decide(
    comparison: Comparison,
    terms: Terms,
    most: int,
    seed: int | None,
    workers: int,
    told: Callable[[Standing, int], None] = lambda standing, matches: None,
    sandbox: str = "auto",
    warn: Callable[[str], None] = lambda words: None,
) -> Outcome:
    """Play until the test decides, or `most` matches are played; after each deal `told` hears how it stands.

    `sandbox` is as a season's `kind`; `warn` is told when bots are played without one though nobody asked
    for that, and of too few cores.

    Raises: ExhibitionError; NothingPlayed when all of the first BLOCK deals were void; StoreError,
    pool.Stopped, pool.PoolError.
    """
    each = sum(len(fixtures) for _, fixtures in comparison.fixtures(0))
    if most < each:
        raise ExhibitionError(f"--max-matches: one deal takes {each} matches here, got {most}")
    try:
        for entrant in comparison.everyone:
            build(entrant.bots[0])
    except BuildError as error:
        raise ExhibitionError(str(error)) from error
    secret = drawn_secret() if seed is None else secret_of(seed)
    reading = Reading(comparison, terms, most // each, told)
    with guarded_folder() as scratch, closing(Store(scratch, write=True)) as store:
        try:
            keeping, warning = quick_keeping(sandbox, comparison.everyone, (scratch,))
        except NotPlayedHere as error:
            raise ExhibitionError(str(error)) from error
        if warning:
            warn(warning)
        pool.play(
            store,
            replace(plan_of(comparison.everyone, Clock(), secret), keeping=keeping),
            comparison.sittings(reading.deals),
            workers,
            saw=reading.saw,
            wanted=lambda one: not (reading.standing.verdict or reading.nothing),
            warn=warn,
        )
    if reading.nothing:
        raise NothingPlayed(reading.nothing)
    return Outcome(reading.standing, reading.matches, reading.void)


class Reading:
    """Matches as they finish, read by the test deal by deal in the order of the schedule.

    Quick matches finish first: a test that took them as they come would see them more often than they are.
    """

    def __init__(
        self, comparison: Comparison, terms: Terms, deals: int, told: Callable[[Standing, int], None]
    ) -> None:
        self.deals = deals
        self.matches = self.void = 0
        self.nothing = ""
        """Why no deal told anything: set when the first BLOCK, or all there are, were void."""
        self._comparison, self._told = comparison, told
        self._test = SequentialTest(terms, paired=len(comparison.arms) > 1)
        self.standing = self._test.standing()
        self._records: dict[str, MatchRecord] = {}
        self._next = 0
        self._arms = comparison.fixtures(0)

    def saw(self, record: MatchRecord) -> None:
        """A match has finished."""
        self._records[record.fixture.id] = record
        while self._next < self.deals and not (self.standing.verdict or self.nothing):
            if any(one.id not in self._records for _, fixtures in self._arms for one in fixtures):
                return
            self._read(self._arms)
            self._next += 1
            self._arms = self._comparison.fixtures(self._next)

    def _read(self, arms: list[tuple[Entrant, list[Fixture]]]) -> None:
        played = [(arm, [self._records.pop(one.id) for one in fixtures]) for arm, fixtures in arms]
        void = [record for _, records in played for record in records if record.ending.kind == "void"]
        if void:
            self.void += 1
            if self.void == min(BLOCK, self.deals) == self._next + 1:
                self.nothing = _why(self.void, void[0])
            return
        self.matches += sum(len(records) for _, records in played)
        self.standing = self._test.add(*(share(arm.name, records) for arm, records in played))
        self._told(self.standing, self.matches)


def _why(deals: int, record: MatchRecord) -> str:
    """The sentence on so many void deals, of which this is a match."""
    which = f"the first {deals} deals were all void" if deals > 1 else "the first deal was void"
    who = ", ".join(dict.fromkeys(record.fixture.entrants))
    return f"{which}; a match of {who}: {one_line(record.ending.detail)}"


def share(name: str, records: Sequence[MatchRecord]) -> float:
    """What an entrant won of its rated pairs."""
    won = pairs = 0.0
    for record in records:
        own = record.fixture.sides[record.fixture.entrants.index(name)]
        for side, other, score in record.rated_pairs():
            if own in (side, other):
                pairs += 1
                won += score if own == side else 1 - score
    return won / pairs if pairs else 0.5
