"""Playing sittings on a cluster: a bounded number is under way, each result is taken in and let go at once.

What a worker had not reported when it died is played by another one; a record counts once, by its match.
"""

import contextlib
import logging
import re
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
from msgspec.structs import replace

from arena import pool
from arena.cluster import slurm
from arena.cluster.parcel import Parcel, packed
from arena.cluster.there import Errand, Outcome, outcomes, play_there
from arena.playing import tell_playing
from arena.record import Fixture, MatchRecord, Sitting
from arena.sitting import Plan, void_record
from arena.store import Store

log = logging.getLogger(__name__)

MATCHES = "matches"
"""The dask resource that says how many matches at a time a worker may play; see the README beside this."""
STARTED = ("local", "slurm")
"""The clusters that are started for a run; all else is the address of one."""
_INSTALL = "{}; install it with: pip install 'arena[cluster]'"
_DEATHS = 3
"""How many processes a match may take down before it is void."""
_AHEAD = 2
"""How many sittings are under way for each that can be played at a time."""
_BACK_S = 600.0
"""How long a scheduler that is gone may take to come back."""
_FOUND_S = 10.0
"""How long it may take to find a scheduler at first."""
_ANSWER_S = 2.0
_AGAIN_S = 0.5
_QUIET_S = 10.0
"""How long nothing may come before it is looked whether there are workers."""
_LOSSES = 5
"""How often the scheduler may be lost without a result in between."""


class ClusterError(Exception):
    """The cluster cannot be used; says why."""


def play(
    store: Store,
    plan: Plan,
    sittings: Iterable[Sitting],
    cluster: "Cluster",
    saw: Callable[[MatchRecord], None] = lambda record: None,
    more: Callable[[], Iterable[Sitting]] = tuple,
    wanted: Callable[[Fixture], bool] = lambda fixture: True,
    warn: Callable[[str], None] = lambda words: None,
) -> None:
    """Play sittings as `pool.play` does, on a cluster; `warn` is told when there is no worker to play them.

    Raises: pool.Stopped, ClusterError, StoreError.
    """
    run = _Run(store, plan, iter(sittings), cluster, saw, wanted, warn)
    with pool.stop_requests() as asked, _told_when_asked(asked, run.stop), contextlib.closing(run):
        while True:
            run.hand_out()
            if run.busy():
                run.step()
            elif not run.wait_for(more()):
                return


def check_address(where: str) -> None:
    """Look whether a cluster can be asked for so. Raises: ValueError."""
    # Before dask is: of an address that it cannot read its client complains once more when it is let go.
    found = re.fullmatch(r"(?:[a-z]+://)?[^/\s]+:(\d{1,5})", where)
    if where not in STARTED and not (found and int(found[1]) < 1 << 16):
        raise ValueError(f"expected HOST:PORT, {' or '.join(STARTED)}, got {where!r}")


class Cluster:
    """A way to a scheduler, and its return if it was lost. Use as a context manager."""

    def __init__(self, where: str, workers: int) -> None:
        """`where` is an address, `local` or `slurm`; the last two are started with so many workers."""
        self.where, self.workers = where, workers
        self._started: Any = None
        self.client: Any = None

    def __enter__(self) -> "Cluster":
        """Raises: ClusterError."""
        try:
            self._started = _started(self.where, self.workers)
            self.connect(_FOUND_S, lambda: False)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *how: object) -> None:
        for one in (self.client, self._started):
            if one is not None:
                with contextlib.suppress(Exception):
                    one.close(timeout=5)

    def connect(self, seconds: float, stopped: Callable[[], bool]) -> None:
        """Find the scheduler, trying again for so long, or until stopped. Raises: ClusterError, Stopped."""
        from distributed import Client

        if self.client is not None:
            with contextlib.suppress(Exception):
                self.client.close(timeout=1)
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.client = Client(self._started or self.where, timeout=_ANSWER_S, set_as_default=False)
                return
            except (OSError, ValueError, RuntimeError) as error:
                if stopped():
                    raise pool.Stopped from error
                if isinstance(error, ValueError) or time.monotonic() > deadline:
                    raise ClusterError(f"no scheduler answers at {self.where}: {error}") from error
                time.sleep(_AGAIN_S)

    def slots(self) -> tuple[int, dict[str, int]]:
        """How many sittings can be played at a time, and what each must ask for."""
        workers = self.client.scheduler_info()["workers"].values()
        stated = sum(int(worker["resources"].get(MATCHES, 0)) for worker in workers)
        if stated:
            return stated, {MATCHES: 1}
        return sum(int(worker["nthreads"]) for worker in workers), {}


def _started(where: str, workers: int) -> Any:
    """The cluster that is started for this run; None when `where` is an address. Raises: ClusterError."""
    try:
        import dask
        import distributed
    except ImportError as error:
        raise ClusterError(_INSTALL.format(error)) from error
    # A sitting that is stolen may be played twice; that harms nothing, and wastes time.
    dask.config.set({"distributed.scheduler.work-stealing": False})
    if where == "local":
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            resources={MATCHES: 1},
            dashboard_address=None,
        )
    if where == "slurm":
        try:
            return slurm.started(workers)
        except ImportError as error:
            raise ClusterError(_INSTALL.format(error)) from error
        except slurm.SlurmError as error:
            raise ClusterError(str(error)) from error
    return None


class _Run:
    """One call of `play`."""

    def __init__(
        self,
        store: Store,
        plan: Plan,
        sittings: Iterator[Sitting],
        cluster: Cluster,
        saw: Callable[[MatchRecord], None],
        wanted: Callable[[Fixture], bool],
        warn: Callable[[str], None],
    ) -> None:
        self.news: SimpleQueue[Any] = SimpleQueue()
        """Futures that have ended; None: stop."""
        self._store, self._cluster, self._saw, self._wanted = store, cluster, saw, wanted
        self._warn = warn
        self._plan, self._parcels = _sealed(plan)
        self._sittings = sittings
        self._again: deque[tuple[Sitting, bool]] = deque()
        self._under_way: dict[str, tuple[Any, Sitting]] = {}
        self._deaths: dict[str, int] = {}
        self._number = self._losses = 0
        self._stopped = threading.Event()
        self._warned = False

    def stop(self) -> None:
        """Stop as soon as possible; from any thread."""
        self._stopped.set()
        self.news.put(None)

    def close(self) -> None:
        """Let go of all that is under way."""
        futures = [future for future, _ in self._under_way.values()]
        if futures:
            with contextlib.suppress(Exception):
                self._cluster.client.cancel(futures)

    def wait_for(self, sittings: Iterable[Sitting]) -> bool:
        """Whether there are any more."""
        self._again.extend((sitting, False) for sitting in sittings)
        return bool(self._again)

    def busy(self) -> bool:
        return bool(self._under_way)

    def hand_out(self) -> None:
        """Submit sittings until enough are under way. Raises: ClusterError, Stopped."""
        try:
            slots, asks = self._cluster.slots()
            while len(self._under_way) < _AHEAD * max(1, slots) and (found := self._next()):
                # Should the scheduler be gone, it is among those to be handed out again.
                self._again.appendleft(found)
                self._submit(*found, asks)
                self._again.popleft()
            # What is under way beyond these waits at the scheduler.
            playing = islice(self._under_way.values(), slots)
            tell_playing(self._store, (sitting.fixtures for _, sitting in playing))
        except OSError as error:
            self._lost_scheduler(error)

    def step(self) -> None:
        """Wait for something to happen and take it in, or for a while. Raises: Stopped."""
        from distributed import CancelledError
        from distributed.scheduler import KilledWorker

        try:
            future = self.news.get(timeout=_QUIET_S)
        except Empty:
            self._look_for_workers()
            return
        if future is None:
            raise pool.Stopped
        found = self._under_way.pop(future.key, None)
        if found is None or found[0] is not future:
            return
        sitting = found[1]
        try:
            outcome = outcomes.decode(future.result(timeout=30))
        except (CancelledError, OSError) as error:
            self._again.appendleft((sitting, False))
            self._lost_scheduler(error)
        except KilledWorker as error:
            log.warning("workers of the cluster died in a sitting: %s", error)
            self._blame(sitting.fixtures)
        except Exception as error:
            raise ClusterError(
                f"a worker of the cluster cannot play: {type(error).__name__}: {error}"
            ) from error
        else:
            self._losses = 0
            self._warned = False
            self._take(sitting, outcome)
        finally:
            future.release()

    def _look_for_workers(self) -> None:
        """Say, once in a silence, that nobody is there to play."""
        with contextlib.suppress(OSError):  # which the next one to ask takes care of
            if not self._warned and not self._cluster.slots()[0]:
                self._warned = True
                words = f"there is no worker ({self._cluster.where}); {len(self._under_way)} sittings wait"
                log.warning(words)
                self._warn(words)

    def _next(self) -> tuple[Sitting, bool] | None:
        """The next sitting, and whether its bots are to be sent along."""
        while True:
            if self._again:
                sitting, along = self._again.popleft()
            else:
                further = next(self._sittings, None)
                if further is None:
                    return None
                sitting, along = further, False
            if fixtures := tuple(filter(self._wanted, sitting.fixtures)):
                return Sitting(fixtures), along

    def _submit(self, sitting: Sitting, along: bool, asks: dict[str, int]) -> None:
        self._number += 1
        names = {name for one in sitting.fixtures for name in one.entrants}
        programs = {name: members for name, members in self._plan.programs.items() if name in names}
        contents = {one.folder for members in programs.values() for one in members}
        parcels = [self._parcels[one] for one in sorted(contents)] if along else []
        errand = Errand(replace(self._plan, programs=programs), sitting, parcels)
        future = self._cluster.client.submit(
            play_there,
            msgspec.msgpack.encode(errand),
            key=f"sitting-{sitting.fixtures[0].id}-{self._number}",
            pure=False,
            retries=0,
            resources=asks or None,
        )
        self._under_way[future.key] = future, sitting
        future.add_done_callback(self.news.put)

    def _take(self, sitting: Sitting, outcome: Outcome) -> None:
        for line in outcome.said:
            logging.getLogger(line.logger).log(line.level, line.words)
        for record in outcome.records:
            pool.keep(self._store, record, self._saw)
        done = {record.fixture.id for record in outcome.records}
        left = tuple(one for one in sitting.fixtures if one.id not in done)
        if left and outcome.died:
            log.error("a process that played has ended (%s); its match is played again", outcome.died)
            self._blame(left)
        elif left:
            self._again.append((Sitting(left), bool(outcome.wanting)))

    def _blame(self, left: tuple[Fixture, ...]) -> None:
        """A process died with these still to be played: the first may be why. Too often, and it is void."""
        first = left[0]
        self._deaths[first.id] = deaths = self._deaths.get(first.id, 0) + 1
        if deaths >= _DEATHS:
            words = f"{deaths} processes died in this match"
            pool.keep(self._store, void_record(first, words), self._saw)
            left = left[1:]
        if left:
            self._again.append((Sitting(left), False))

    def _lost_scheduler(self, error: BaseException) -> None:
        """All that was under way is lost with a scheduler; it is played again when there is one."""
        self._losses += 1
        if self._losses > _LOSSES:
            raise ClusterError(f"the scheduler was lost {self._losses} times without a result: {error}")
        log.warning("the scheduler is gone (%s); waiting for it for %.0f s", error, _BACK_S)
        self._again.extend((sitting, False) for _, sitting in self._under_way.values())
        self._under_way.clear()
        self._cluster.connect(_BACK_S, self._stopped.is_set)


def _sealed(plan: Plan) -> tuple[Plan, dict[str, Parcel]]:
    """The plan with contents of parcels as folders, and the parcels. Raises: ClusterError."""
    parcels: dict[str, Parcel] = {}
    by_folder: dict[str, str] = {}
    for folder in sorted({one.folder for members in plan.programs.values() for one in members}):
        try:
            parcel = packed(Path(folder))
        except OSError as error:
            raise ClusterError(f"{folder}: cannot be sent to the cluster: {error}") from error
        parcels[parcel.content] = parcel
        by_folder[folder] = parcel.content
    programs = {
        name: tuple(replace(one, folder=by_folder[one.folder]) for one in members)
        for name, members in plan.programs.items()
    }
    return replace(plan, programs=programs), parcels


@contextlib.contextmanager
def _told_when_asked(asked: socket.socket, stop: Callable[[], None]) -> Iterator[None]:
    """Whoever waits for something else hears of a stop too."""

    def listen() -> None:
        with contextlib.suppress(OSError):
            if asked.recv(1):
                stop()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            asked.shutdown(socket.SHUT_RD)
        thread.join()
