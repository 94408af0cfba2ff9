"""What a bot may use: each limit is kept, and going beyond it has its own name."""

import os
from pathlib import Path

import pytest

from arena.sandbox import Breach, Limits, Sandbox
from arena.sandbox.limits import complaint
from arena.sandbox.watch import Watch
from tests.sandbox.conftest import Run
from tests.sandbox.started import BARE, BOXED, USUAL, Started, until

_FRAMES = "\n".join(["    at main.main(/home/us/bot.go:17) +0x1d"] * 40)
SMALL = Limits(memory_mb=96, processes=12, open_files=40, disk_mb=4, output_mb=1)


def _looked_at(probe: Started, limits: Limits) -> Watch:
    """What one look at the probe sees."""
    watch = Watch(probe.launch.members, lambda: None, limits, boxed=True, group=None)
    watch.look()
    return watch


def _broken(bot: Path, *words: object, limits: Limits = SMALL, sandbox: Sandbox = BOXED) -> tuple[str, bool]:
    """The kind of the limit that the probe was ended for, and whether nothing of it is left."""
    with Started(bot, *map(str, words), limits=limits, sandbox=sandbox) as probe:
        until(probe.launch.breach, f"{words} is ended")
        breach = probe.launch.breach()
        probe.exit_words()
        left = probe.launch.members()
        assert isinstance(breach, Breach)
        return breach.kind, not [pid for pid in left if os.path.exists(f"/proc/{pid}/exe")]


@pytest.mark.parametrize(
    "words", [("one", 110), ("spread", 20, 7), ("shared", 110), ("returned", 110)], ids=str
)
@pytest.mark.parametrize("sandbox", [BOXED, BARE], ids=["boxed", "bare"])
def test_more_memory_than_the_tree_may_have(
    run: Run, bot: Path, words: tuple[object, ...], sandbox: Sandbox
) -> None:
    """In one process, in many that are each below the limit, in pages that no limit of a process counts,
    in pages that no process holds any more."""
    assert run(lambda: _broken(bot, "memory", *words, sandbox=sandbox)) == ("memory", True)


def test_shared_pages_count_once(run: Run, bot: Path) -> None:
    """A child that only looks at its parent's memory takes none."""

    def lives() -> str:
        with Started(bot, "sharing", 60, 4, limits=SMALL) as probe:
            assert probe.line() == "shared"
            return str(_looked_at(probe, SMALL).breach)

    (bot / "sharing.py").write_text(
        "import os, sys\n"
        "kept = bytearray(b'x') * (int(sys.argv[1]) << 20)\n"
        "told, tell = os.pipe()\n"
        "for _ in range(int(sys.argv[2])):\n"
        "    if os.fork() == 0:\n"
        "        sum(kept[::4096]); os.write(tell, b'.'); sys.stdin.read(); os._exit(0)\n"
        "for _ in range(int(sys.argv[2])): os.read(told, 1)\n"
        "print('shared', flush=True); sys.stdin.read()\n"
    )
    assert run(lives) == "None"


def test_forks_beyond_the_cap_are_refused(run: Run, bot: Path) -> None:
    """By the kernel, and for each bot apart: a second one has as many."""

    def counts() -> list[int]:
        with (
            Started(bot, "forking", 100, limits=SMALL) as one,
            Started(bot, "forking", 100, limits=SMALL) as two,
        ):
            return [int(probe.line()) for probe in (one, two)]

    for count in run(counts):
        assert 6 <= count < SMALL.processes


def test_processes_beyond_the_cap_end_a_bot_without_a_box(run: Run, bot: Path) -> None:
    """There the kernel would count the user's other processes too, so they are looked at."""
    assert run(lambda: _broken(bot, "forking", 30, sandbox=BARE)) == ("processes", True)


def test_tmp_has_a_size(run: Run, bot: Path) -> None:
    """More is refused; a bot that does not cope has crashed for its disk."""

    def fills() -> tuple[int, Breach | None]:
        with Started(bot, "disk", "bytes", 100, "fail", limits=Limits(disk_mb=4)) as probe:
            written = int(probe.line())
            probe.exit_words()
            return written, probe.launch.crash_kind(probe.errors())

    written, breach = run(fills)
    assert written <= 4 << 20
    assert breach
    assert breach.kind == "disk"


def test_tmp_has_room_for_so_many_files(run: Run, bot: Path) -> None:
    """Empty files have no size, but take memory of the kernel's."""
    limits = Limits(disk_mb=1, memory_mb=96)
    assert run(lambda: _broken(bot, "disk", "files", 200_000, limits=limits)) == ("disk", True)


def test_what_lies_in_everybodys_tmp_is_not_a_bots() -> None:
    """That is what a process has whose box is still being made; here, this one. It may hold 1024 files."""
    watch = Watch(lambda: [os.getpid()], lambda: None, Limits(disk_mb=1, memory_mb=4096), True, None)
    found = os.statvfs("/tmp")
    assert found.f_files - found.f_ffree > 1024
    watch.look()
    assert watch.breach is None


@pytest.mark.parametrize("sandbox", [BOXED, BARE], ids=["boxed", "bare"])
def test_open_files_beyond_the_limit_are_refused(run: Run, bot: Path, sandbox: Sandbox) -> None:
    """A bot that does not cope has crashed for its files."""

    def crashes() -> Breach | None:
        with Started(bot, "files", 1000, limits=SMALL, sandbox=sandbox) as probe:
            assert probe.exit_words() == "exit code 1"
            return probe.launch.crash_kind(probe.errors())

    breach = run(crashes)
    assert breach
    assert breach.kind == "files"


@pytest.mark.parametrize("children", [1, 3])
@pytest.mark.parametrize("sandbox", [BOXED, BARE], ids=["boxed", "bare"])
def test_more_processor_time_than_a_match_has(run: Run, bot: Path, children: int, sandbox: Sandbox) -> None:
    """Of all its processes together, whoever has the turn."""
    assert run(lambda: _broken(bot, "busy", children, limits=Limits(cpu_s=0.3), sandbox=sandbox)) == (
        "cpu",
        True,
    )


def test_a_fresh_match_has_its_processor_time_whole(run: Run, bot: Path) -> None:
    """What was used in matches before does not count."""

    def lasts() -> float:
        with Started(bot, "busy", 1, limits=Limits(cpu_s=0.4)) as probe:
            for match in range(1, 5):
                until(lambda match=match: _looked_at(probe, USUAL).cpu_s > 0.2 * match, "0.2 s are used")
                assert probe.launch.breach() is None
                probe.launch.fresh_match()
            return _looked_at(probe, USUAL).cpu_s

    assert run(lasts) > 0.8


def test_more_output_than_a_match_has(run: Run, bot: Path) -> None:
    """Counted by whoever reads it; what one match had is not charged to the next."""

    def ends() -> list[str | None]:
        kinds = []
        with Started(bot, "forking", 0, limits=SMALL) as probe:
            for count, fresh in ((700_000, False), (300_000, True), (700_000, False), (700_000, False)):
                if fresh:
                    probe.launch.fresh_match()
                probe.launch.wrote(count)
                breach = probe.launch.breach()
                kinds.append(breach and breach.kind)
        return kinds

    assert run(ends) == [None, None, None, "output"]


def test_a_bot_that_keeps_within_its_limits_is_let_alone(run: Run, bot: Path) -> None:
    """Near every limit, beyond none."""

    def lives() -> Breach | None:
        with Started(bot, "memory", "spread", 10, 3, limits=SMALL) as probe:
            for _ in range(4):
                probe.line()
            return _looked_at(probe, SMALL).breach

    assert run(lives) is None


@pytest.mark.parametrize("sandbox", [BOXED, BARE], ids=["boxed", "bare"])
def test_one_that_dies_without_a_word_when_it_is_refused_memory(
    run: Run, bot: Path, sandbox: Sandbox
) -> None:
    """It is seen to go beyond the limit before the kernel refuses it more, however small the limit."""
    (bot / "silent.py").write_text(
        "import mmap, os, signal\n"
        "kept = []\n"
        "try:\n"
        "    while True:\n"
        "        kept.append(mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE))\n"
        "        kept[-1].write(bytes(1 << 20))\n"
        "except OSError: os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    assert run(lambda: _broken(bot, "silent", limits=Limits(memory_mb=16), sandbox=sandbox)) == (
        "memory",
        True,
    )


@pytest.mark.parametrize(
    ("last_words", "kind"),
    [
        ("Traceback...\nMemoryError\n", "memory"),
        ("terminate called after throwing an instance of 'std::bad_alloc'", "memory"),
        ("OSError: [Errno 24] Too many open files: '/dev/null'", "files"),
        ("MemoryError\n...\nOSError: [Errno 28] No space left on device", "disk"),
        ("BlockingIOError: [Errno 11] Resource temporarily unavailable", "processes"),
        ("memory allocation of 1048576 bytes failed\nnote: run with `RUST_BACKTRACE=1`", "memory"),
        ("fatal error: runtime: out of memory\n\nruntime stack:", "memory"),
        ("oom.rb: failed to allocate memory (NoMemoryError)", "memory"),
        ("lua5.4: not enough memory", "memory"),
        ("RangeError: Array buffer allocation failed", "memory"),
        ("panic: open /dev/null: too many open files", "files"),
        ("  errno: -24,\n  code: 'EMFILE',\n  syscall: 'open'", "files"),
        ("panic: write /tmp/x: file too large", "disk"),
        ("  syscall: 'write',\n  code: 'EFBIG'", "disk"),
        ("\nsignal SIGXFSZ", "disk"),
        ("runtime: failed to create new OS thread (have 20 already; errno=11)", "processes"),
        ("proc.sh: 0: Cannot fork", "processes"),
        ("  code: 'ERR_WORKER_INIT_FAILED'", "processes"),
        (
            f"fatal error: runtime: out of memory\n\ngoroutine 1 [running]:\n{_FRAMES}\n\nexit code 2",
            "memory",
        ),
        (f"java.lang.OutOfMemoryError: Java heap space\n{_FRAMES}\nexit code 1", "memory"),
        ("Cannot allocate memory, going on without\n" + "a line of its own\n" * 40 + "IndexError", None),
        ("IndexError: list index out of range", None),
        ("", None),
    ],
)
def test_a_crash_over_a_limit_is_known_by_its_last_words(last_words: str, kind: str | None) -> None:
    """What the kernel refuses comes back as an error, which most programs print and die of."""
    assert complaint(last_words) == kind
