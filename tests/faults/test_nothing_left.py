"""Whatever ends a run, after 5 s nothing is left of it: neither bot nor grandchild, file nor descriptor.

The bot here is deaf to SIGTERM and to the end of its input, has a grandchild that is too, and in its 40th act
hangs, on a clock of ten minutes. An `orphan` is a process of its of which nothing tells whose it is: no
parent, a session of its own, an empty environment. Without a box that one lives on where all of the arena is
killed at once, as `arena doctor` says.
"""

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from arena import pool
from arena.build import build
from arena.manifest import read_bot
from arena.store import Store
from tests.arena.stage import ARENA, children, living, plan_for, rogue, sitting_for, until
from tests.arena.test_stops import heard_signals
from tests.check.bots import rogue_folder
from tests.faults.stage import box, descriptors, open_folder, season_of

KINDS = pytest.mark.parametrize("kind", [box("bubblewrap"), "none"])
CLOCK = "start_ms = 20000\nmove_ms = 600000\nmatch_ms = 600000"


class Run:
    """A run of a season of such bots, with a folder of its own for temporary files."""

    def __init__(self, folder: Path, kind: str, *words: str) -> None:
        self.folder = folder
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.temporary.chmod(0o777)
        bots = {name: ["deaf", "grandchild", *words, f"mark={folder}"] for name in ("A", "B")}
        file = season_of(folder, bots, f'{CLOCK}\n[sandbox]\nkind = "{kind}"')
        self.popen = subprocess.Popen(
            [ARENA, "league", file, "--results", folder / "results", "--workers", "2"],
            env=os.environ | {"TMPDIR": str(self.temporary)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=heard_signals,
        )

    def until_it_plays(self) -> None:
        """Until a match is stored and bots play another."""
        assert self.popen.stderr
        while " played, " not in (line := self.popen.stderr.readline()):
            assert line, "it has ended"
        until(self.bots)

    def until_orphans_live(self) -> None:
        """Until bots have left some."""
        until(lambda: living(f"{self.folder}/orphan"))

    def bots(self) -> set[int]:
        """Bots, their grandchildren and boxes: the folder is in their command lines."""
        return {*living(str(self.folder))} - {self.popen.pid}

    def end(self) -> None:
        if self.popen.poll() is None:
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.communicate()

    def nothing_is_left(self) -> None:
        until(lambda: not living(str(self.folder)), seconds=5)
        assert list(self.temporary.iterdir()) == []


@pytest.fixture
def run(kind: str) -> Iterator[Callable[..., Run]]:
    """Starts a run; all of it is gone afterwards."""
    begun: list[Run] = []
    with open_folder() as folder:

        def begin(*words: str) -> Run:
            begun.append(Run(folder, kind, *words))
            return begun[-1]

        yield begin
        for one in begun:
            one.end()


@KINDS
def test_after_a_run_that_ends_by_itself(run: Callable[..., Run]) -> None:
    whole = run("orphan")
    _, err = whole.popen.communicate(timeout=60)
    assert whole.popen.returncode == 0, err
    assert not living(str(whole.folder))
    whole.nothing_is_left()


@KINDS
def test_after_a_stop(run: Callable[..., Run]) -> None:
    hanging = run("hang@40", "orphan")
    hanging.until_it_plays()
    hanging.until_orphans_live()
    os.killpg(hanging.popen.pid, signal.SIGINT)
    _, err = hanging.popen.communicate(timeout=5)
    assert hanging.popen.returncode == 3, err
    hanging.nothing_is_left()


@KINDS
def test_after_the_parent_is_killed(run: Callable[..., Run]) -> None:
    hanging = run("hang@40", "orphan")
    hanging.until_it_plays()
    hanging.until_orphans_live()
    hanging.popen.kill()
    hanging.nothing_is_left()


@KINDS
def test_after_a_worker_is_killed(run: Callable[..., Run]) -> None:
    """Its bots go at once; another takes over; and at the end nothing is left either."""
    hanging = run("hang@40", "orphan")
    hanging.until_it_plays()
    hanging.until_orphans_live()
    workers = [pid for pid in children(hanging.popen.pid) if children(pid)]
    before = hanging.bots()
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    until(lambda: not before & hanging.bots(), seconds=5)
    os.killpg(hanging.popen.pid, signal.SIGTERM)
    _, err = hanging.popen.communicate(timeout=10)
    assert hanging.popen.returncode == 3, err
    hanging.nothing_is_left()


@KINDS
def test_after_parent_and_workers_are_killed_together(run: Callable[..., Run]) -> None:
    """As the kernel does when memory is short, or `timeout --signal=KILL`."""
    hanging = run("hang@40")
    hanging.until_it_plays()
    os.killpg(hanging.popen.pid, signal.SIGKILL)
    hanging.nothing_is_left()


COMMANDS = {
    "check": ("check", "bots/C", "--season", "proef.toml"),
    "submit": ("submit", "bots/C", "--season", "proef.toml"),
    "match": ("match", "bots/C", "bots/A", "--deals", "100"),
    "compare": ("compare", "bots/C", "bots/A"),
}
FOR_EVER = "while :; do sleep 1; done"


def is_gone_when_killed(folder: Path, kind: str, command: str, mark: str, **keys: object) -> None:
    """A command with a bot C; once a process with this mark lives, all of the arena is killed."""
    temporary = folder / "temporary"
    temporary.mkdir()
    temporary.chmod(0o777)
    words = ["deaf", "grandchild", "think=0.2", f"mark={folder}"]
    season_of(folder, {"A": words, "B": words}, f'{CLOCK}\n[sandbox]\nkind = "{kind}"\ntrust = true')
    rogue_folder(folder / "bots" / "C", words, "C", games=["hielenlikkers"], **keys)
    sandbox = ["--sandbox", kind] if command in ("match", "compare") else []
    popen = subprocess.Popen(
        [ARENA, *COMMANDS[command], *sandbox],
        cwd=folder,
        env=os.environ | {"TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until(lambda: popen.poll() is not None or living(mark))
        assert popen.poll() is None, "it has ended"
        os.killpg(popen.pid, signal.SIGKILL)
        kept = ("temporary/*", "results/*/bots/.incoming-*")
        until(lambda: not living(str(folder)) and not any(map(list, map(folder.glob, kept))), seconds=5)
    finally:
        for pid in {popen.pid, *living(str(folder))}:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        popen.wait()


@KINDS
@pytest.mark.parametrize("command", COMMANDS)
def test_fault_20_after_a_command_is_killed_while_bots_play(command: str, kind: str) -> None:
    with open_folder() as folder:
        is_gone_when_killed(folder, kind, command, f"signal.pause()\0{folder}")


@KINDS
@pytest.mark.parametrize("command", COMMANDS)
def test_after_a_command_is_killed_while_a_bot_is_built(command: str, kind: str) -> None:
    with open_folder() as folder:
        script = f"sh -c '{FOR_EVER}' {folder}/child & {FOR_EVER}"
        is_gone_when_killed(folder, kind, command, f"{FOR_EVER}\0{folder}/child", build=["sh", "-c", script])


def test_what_a_build_leaves_running_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    script = f"sh -c '{FOR_EVER}' {tmp_path}/child & exit 0"
    build(read_bot(rogue_folder(tmp_path / "bot", [], build=["sh", "-c", script])), anew=True)
    assert not living(f"{tmp_path}/child")


def test_a_run_gives_back_what_it_opened(tmp_path: Path) -> None:
    """The first one starts what Python keeps for all further ones."""
    play = partial(pool.play, plan=plan_for([rogue()] * 2), workers=2)
    held = []
    for number in range(3):
        store = Store(tmp_path / str(number), write=True)
        play(store, sittings=[sitting_for(2, 2), sitting_for(2, 2, expansion=True)])
        store.close()
        held.append((descriptors(os.getpid()), threading.active_count(), len(children(os.getpid()))))
    assert held[1] == held[2]
