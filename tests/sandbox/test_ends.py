"""Nothing of a bot is left, neither child nor orphan, however it or we end. And a paused bot does nothing."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.sandbox import Limits, Sandbox, adopting, end_left_behind, end_orphans, tree
from tests.sandbox.conftest import Run
from tests.sandbox.started import BARE, BOXED, Started, until

BOTH = pytest.mark.parametrize("sandbox", [BOXED, BARE], ids=["boxed", "bare"])


def _bearers(mark: str) -> list[int]:
    """The processes of this machine that were started with a word, as argument or in their environment."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            for file in ("cmdline", "environ"):
                try:
                    text = Path(f"/proc/{name}/{file}").read_bytes()
                except OSError:
                    continue
                if mark.encode() in text and b"pytest" not in text:
                    found.append(int(name))
    return found


@BOTH
def test_fault_21_an_orphan_ends_with_its_bot(run: Run, bot: Path, sandbox: Sandbox) -> None:
    """A session of its own, forked twice, deaf to SIGTERM: on return of `close` it is gone."""
    mark = f"orphan-{bot.parent.name}"

    def left() -> tuple[list[int], list[int]]:
        with Started(bot, "orphan", mark, sandbox=sandbox) as probe:
            assert probe.line() == "left"
            before = _bearers(mark)
        return before, _bearers(mark)

    before, after = run(left)
    assert before, "the probe left nobody"
    assert after == []


def test_an_orphan_that_wiped_its_environment_ends_in_a_box(run: Run, bot: Path) -> None:
    """In a box nothing marks what belongs to it: all that is inside ends."""
    mark = f"wiped-{bot.parent.name}"

    def left() -> tuple[list[int], list[int]]:
        with Started(bot, "orphan", mark, "wiped") as probe:
            assert probe.line() == "left"
            before = _bearers(mark)
        return before, _bearers(mark)

    before, after = run(left)
    assert len(before) > 1
    assert after == []


@BOTH
def test_an_orphan_ends_when_its_bot_has_left_by_itself(run: Run, bot: Path, sandbox: Sandbox) -> None:
    """A bot that leaves at once, so that there is nobody any more who it descends from."""
    mark = f"gone-{bot.parent.name}"

    def left() -> list[list[int]]:
        counts = []
        for _ in range(5):
            with Started(bot, "orphan", mark, "gone", sandbox=sandbox) as probe:
                probe.line()
                probe.exit_words()
            counts.append([pid for pid in _bearers(mark) if tree.member(pid)])
        return counts

    assert run(left) == [[]] * 5


def test_orphans_that_have_ended_do_not_pile_up(run: Run, bot: Path) -> None:
    """With adoption they are ours to wait for, while bots play; how a bot ended is known all the same."""
    (bot / "shedding.py").write_text(
        "import os, sys\n"
        "for _ in range(200):\n"
        "    if os.fork() == 0:\n"
        "        os.fork()\n"
        "        os._exit(0)\n"
        "    os.wait()\n"
        "print('shed', flush=True)\n"
        "sys.stdin.read()\n"
    )

    def ended() -> str:
        others = set(tree.children(os.getpid()))
        with (
            adopting(),
            Started(bot, "dying", 7, sandbox=BARE) as dead,
            Started(bot, "shedding", sandbox=BARE) as probe,
        ):
            assert probe.line() == "shed"
            bots = {dead.popen.pid, probe.popen.pid}
            until(lambda: set(tree.children(os.getpid())) <= bots | others, "no other is left")
            return dead.exit_words()

    assert run(ended) == "exit code 7"


def test_what_a_killed_worker_left_behind_can_be_ended(run: Run, bot: Path) -> None:
    """Without a box an orphan outlives it; who knows the worker's process id finds it."""
    mark = f"behind-{bot.parent.name}"

    def left() -> tuple[list[int], list[int]]:
        told, tell = os.pipe()
        worker = os.fork()
        if worker == 0:
            Started(bot, "orphan", mark, sandbox=BARE).line()
            os.write(tell, b".")
            signal.pause()
        os.read(told, 1)
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        before = _bearers(mark)
        end_left_behind(worker)
        until(lambda: not [pid for pid in _bearers(mark) if tree.member(pid)], "it is gone")
        return before, _bearers(mark)

    before, after = run(left)
    assert before
    assert after == []


@BOTH
def test_a_bot_that_is_being_started_when_its_parent_is_killed_can_be_ended(
    run: Run, bot: Path, sandbox: Sandbox
) -> None:
    """It is not tied to its parent yet: at one moment or another of the start, in 20 tries. Between two
    programs it bears no mark that could be read, but it has become a child of whoever adopts."""
    mark = f"unborn-{bot.parent.name}"

    def left() -> list[int]:
        for moment in range(20):
            told, tell = os.pipe()
            worker = os.fork()
            if worker == 0:
                kept = Started(bot, "orphan", mark, sandbox=sandbox)
                os.write(tell, b".")
                signal.pause()
                kept.line()
            os.read(told, 1)
            select.select([], [], [], moment * 0.003)
            os.kill(worker, signal.SIGKILL)
            os.waitpid(worker, 0)
            end_left_behind(worker)
            end_orphans()
            os.close(told)
            os.close(tell)
        until(lambda: not [pid for pid in _bearers(mark) if tree.member(pid)], "they are gone")
        return _bearers(mark)

    def adopted() -> list[int]:
        with adopting():
            return left()

    assert run(adopted) == []


@BOTH
def test_a_bot_ends_with_its_parent(bot: Path, run: Run, sandbox: Sandbox) -> None:
    """A worker is killed with -9: its bots go, in a box their orphans too."""
    mark = f"parent-{bot.parent.name}"
    # That the end of its input would end it proves nothing.
    (bot / "deaf.py").write_text("import time\nprint('on', flush=True)\ntime.sleep(60)\n")
    words = ("orphan",) if sandbox == BOXED else ("deaf",)

    def left() -> None:
        told, tell = os.pipe()
        worker = os.fork()
        if worker == 0:
            probe = Started(bot, *words, mark, sandbox=sandbox)
            probe.line()
            os.write(tell, b".")
            signal.pause()
        os.read(told, 1)
        assert _bearers(mark)
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        until(lambda: not [pid for pid in _bearers(mark) if tree.member(pid)], "they are gone")

    run(left)


@BOTH
def test_a_killed_start_leaves_nothing_at_any_moment(run: Run, bot: Path, sandbox: Sandbox) -> None:
    """Also when it is ended before the box stands."""
    mark = f"moment-{bot.parent.name}"

    def left() -> None:
        for _ in range(20):
            with Started(bot, "forking", 0, mark, sandbox=sandbox):
                pass
            assert not _bearers(mark)

    run(left)


@BOTH
def test_no_descriptor_is_left(run: Run, bot: Path, sandbox: Sandbox) -> None:
    """Nor a thread, over many starts."""

    def grown() -> list[int]:
        import threading

        counts = []
        for _ in range(2):
            for _ in range(8):
                with Started(bot, "dying", 0, sandbox=sandbox) as probe:
                    probe.exit_words()
            counts.append(len(os.listdir("/proc/self/fd")) + threading.active_count())
        return counts

    before, after = run(grown)
    assert before == after


@BOTH
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((0,), "exit code 0"),
        ((7,), "exit code 7"),
        ((200,), "exit code 200"),
        (("signal", 11), "signal SIGSEGV"),
    ],
    ids=str,
)
def test_how_it_ended_is_told(
    run: Run, bot: Path, sandbox: Sandbox, words: tuple[object, ...], told: str
) -> None:
    """The bot's own exit code or signal, not the box's."""

    def ended() -> tuple[str, bool]:
        with Started(bot, "dying", *words, sandbox=sandbox) as probe:
            return probe.exit_words(), probe.launch.never_ran()

    assert run(ended) == (told, False)


def test_a_box_that_cannot_be_made_is_no_fault_of_the_bot(run: Run, bot: Path) -> None:
    """Its machine is short of something, or a path has gone: not a crash of the bot."""

    def ended() -> tuple[str, bool]:
        with Started(bot, "dying", 0, broken=True) as probe:
            return probe.exit_words(), probe.launch.never_ran()

    words, never = run(ended)
    assert words == "exit code 1"
    assert never


def test_a_program_that_is_not_there_is_told_before_the_start(run: Run, bot: Path) -> None:
    """As an OSError, like that of a start without a box."""
    from arena.sandbox import launch

    def refused() -> str:
        with pytest.raises(FileNotFoundError) as caught:
            launch(["./nope"], bot, Limits(), BOXED)
        return str(caught.value)

    assert "./nope" in run(refused)


@BOTH
def test_fault_52_a_paused_bot_gets_no_processor(run: Run, bot: Path, sandbox: Sandbox) -> None:
    """Nor do its children, which write as long as they run; afterwards they go on."""

    def silent() -> tuple[list[int], list[int]]:
        with Started(bot, "busy", 3, sandbox=sandbox) as probe:
            assert probe.popen.stdout
            stdout = probe.popen.stdout.fileno()
            os.read(stdout, 1)
            probe.launch.pause()
            until(lambda: _states(probe) == {"T"}, "all are stopped")
            os.set_blocking(stdout, False)
            while select.select([stdout], [], [], 0)[0]:
                os.read(stdout, 1 << 16)
            heard = select.select([stdout], [], [], 0.3)[0]
            probe.launch.resume()
            return heard, select.select([stdout], [], [], 5)[0]

    paused, after = run(silent)
    assert paused == []
    assert after


@BOTH
def test_a_bot_that_forks_while_it_is_paused_is_paused_whole(run: Run, bot: Path, sandbox: Sandbox) -> None:
    """Children that come into being under the hand are found too."""
    (bot / "breeding.py").write_text(
        "import os\n"
        "print('on', flush=True)\n"
        "while True:\n"
        "    pid = os.fork()\n"
        "    if pid == 0: os._exit(0)\n"
        "    os.waitpid(pid, 0)\n"
    )

    def paused() -> None:
        with Started(bot, "breeding", sandbox=sandbox) as probe:
            probe.line()
            for _ in range(30):
                probe.launch.pause()
                until(lambda: _states(probe) <= {"T", "Z"}, "all are stopped")
                probe.launch.resume()

    run(paused)


def _states(probe: Started) -> set[str]:
    return {_state(pid) for pid in probe.launch.members()}


def _state(pid: int) -> str:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return "gone"
    return text[text.rindex(")") + 2]


def test_a_paused_bot_can_be_ended(run: Run, bot: Path) -> None:
    """SIGKILL needs no waking."""

    def left() -> list[int]:
        with Started(bot, "busy", 2) as probe:
            assert probe.popen.stdout
            os.read(probe.popen.stdout.fileno(), 1)
            probe.launch.pause()
            members = probe.launch.members()
        return [pid for pid in members if tree.member(pid)]

    assert run(left) == []


def test_a_fork_bomb_ends(run: Run, bot: Path) -> None:
    """Without a box too, where its processes are chased until none is left."""
    (bot / "bomb.py").write_text(
        "import os, time\n"
        "end = time.monotonic() + 10\n"
        "print('on', flush=True)\n"
        "while time.monotonic() < end:\n"
        "    try: os.fork()\n"
        "    except OSError: pass\n"
    )
    mark = f"bomb-{bot.parent.name}"

    def left(sandbox: Sandbox) -> list[int]:
        with Started(bot, "bomb", mark, limits=Limits(processes=16), sandbox=sandbox) as probe:
            probe.line()
        return [pid for pid in _bearers(mark) if tree.member(pid)]

    assert run(lambda: left(BOXED)) == []


def test_python_starts_nothing_of_ours_inside() -> None:
    """The package can be imported alone: no other part of the arena is drawn in but the record."""
    code = "import arena.sandbox, sys; print(sorted(n for n in sys.modules if n.startswith('arena')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "arena.transport" not in done.stdout
