"""One process over its pipes: drained, bounded, its exit noticed at once, ended whole."""

import gc
import os
import select
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from arena.transport import STDERR_KEPT, BotProcess, CannotStart, Gone, LineTooLong
from tests.arena.stage import alive, living, parent_of, rogue_words, until

LIMIT = 1 << 20
FOR_EVER = 60.0
Starter = Callable[..., BotProcess]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    """Starts a program of Python, or the words of a command; all are gone afterwards."""
    started: list[BotProcess] = []

    def starter(program: str | Sequence[str]) -> BotProcess:
        words = ["python3", "-I", "-S", "-c", program] if isinstance(program, str) else program
        started.append(BotProcess(words, tmp_path, LIMIT))
        return started[-1]

    yield starter
    for process in started:
        process.kill()


def soon() -> float:
    return time.monotonic() + FOR_EVER


ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


def test_a_line_goes_out_and_comes_back(start: Starter) -> None:
    process = start(ECHO)
    process.send(b"one\n")
    process.send(b"two\n")
    assert [process.receive(soon()), process.receive(soon())] == [b"one", b"two"]


def test_no_line_by_the_deadline_is_none(start: Starter) -> None:
    process = start(ECHO)
    began = time.monotonic()
    assert process.receive(began + 0.05) is None
    assert time.monotonic() - began >= 0.05


def test_a_line_that_came_before_the_deadline_counts_however_late_it_is_read(start: Starter) -> None:
    """On a busy machine the referee may not run when the answer comes."""
    process = start("print('in time', flush=True)\ninput()")
    assert select.select([process.descriptors()[1]], [], [], FOR_EVER)[0]
    past = time.monotonic() - 1
    assert process.receive(past) == b"in time"
    assert process.receive(past) is None


def test_a_flood_of_lines_does_not_move_the_deadline(start: Starter) -> None:
    process = start("while True: print('flood')")
    deadline = time.monotonic() + 0.2
    while process.receive(deadline) is not None:
        assert time.monotonic() < deadline + 5


def test_stderr_is_drained_while_an_answer_is_awaited_and_its_end_kept(start: Starter) -> None:
    process = start("import sys; sys.stderr.write('x' * (1 << 20) + 'the end'); print('done', flush=True)")
    assert process.receive(soon()) == b"done"
    assert process.stderr_tail().endswith("xxthe end")
    assert len(process.stderr_tail()) <= STDERR_KEPT


def test_fault_04_05_stderr_is_never_taken_for_an_answer(start: Starter) -> None:
    process = start("import sys; print('on stderr', file=sys.stderr, flush=True); print('on stdout')")
    assert process.receive(soon()) == b"on stdout"
    with pytest.raises(Gone):
        process.receive(soon())


def test_stderr_that_was_closed_before_the_end_has_a_tail(start: Starter) -> None:
    process = start(
        "import os; os.write(2, b'last words'); os.close(2); print('closed', flush=True); input()"
    )
    assert process.receive(soon()) == b"closed"
    assert process.receive(time.monotonic() + 0.05) is None
    assert process.stderr_tail() == "last words"
    assert process.stderr_tail() == "last words"


@pytest.mark.parametrize("end", ["'\\n'", "''"], ids=["ended", "endless"])
def test_fault_10_a_line_over_the_limit_is_refused_before_it_is_kept(start: Starter, end: str) -> None:
    process = start(f"import sys; sys.stdout.write('x' * (64 << 20) + {end}); sys.stdout.flush(); input()")
    with pytest.raises(LineTooLong):
        process.receive(soon())
    assert len(process._unended) <= LIMIT + (1 << 16)


def test_a_line_of_just_the_limit_passes_and_one_byte_more_does_not(start: Starter) -> None:
    process = start(f"print('x' * {LIMIT}); print('x' * {LIMIT + 1}, flush=True)\ninput()")
    assert process.receive(soon()) == b"x" * LIMIT
    with pytest.raises(LineTooLong):
        process.receive(soon())


def test_a_bot_that_does_not_read_blocks_nobody_and_gets_all_of_it_later(start: Starter) -> None:
    process = start(
        "import sys\nprint('not reading', flush=True)\n"
        "lines = [sys.stdin.readline() for _ in range(21)]\n"
        "print(sum(map(len, lines)), flush=True)\nprint(sys.stdin.read(), flush=True)"
    )
    for _ in range(20):
        process.send(b"x" * 99_999 + b"\n")
    assert process.receive(soon()) == b"not reading"
    process.send(b"last\n")
    assert process.receive(soon()) == b"2000005"


def test_what_was_not_read_when_stdin_is_closed_reaches_no_other_pipe(start: Starter) -> None:
    """The closed descriptor's number is soon that of another pipe."""
    unread = start("import signal; print('up', flush=True); signal.pause()")
    assert unread.receive(soon()) == b"up"
    unread.send(b"x" * (1 << 20) + b"\n")
    number, _ = unread.descriptors()
    reader, writer = os.pipe2(os.O_NONBLOCK)
    unread.close_stdin()
    os.dup2(writer, number)
    try:
        assert unread.receive(time.monotonic() + 0.05) is None
        assert not select.select([reader], [], [], 0)[0]
    finally:
        for descriptor in (reader, writer, number):
            os.close(descriptor)


def test_an_exit_is_noticed_without_a_deadline(start: Starter) -> None:
    process = start("import sys; sys.exit(3)")
    with pytest.raises(Gone):
        process.receive(soon())
    assert process.exit_words() == "exit code 3"


@pytest.mark.parametrize("child", ["grandchild", "babbling-grandchild"])
def test_an_exit_is_noticed_although_a_grandchild_holds_the_pipe(
    start: Starter, child: str, tmp_path: Path
) -> None:
    process = start(rogue_words(child, f"mark={tmp_path}"))
    until(lambda: len(living(str(tmp_path))) == 2)
    os.kill(process.pid, 9)
    with pytest.raises(Gone):
        list(iter(lambda: process.receive(soon()), None))
    assert process.exit_words() == "signal SIGKILL"
    assert len(living(str(tmp_path))) == 1
    process.kill()
    until(lambda: not living(str(tmp_path)))


def test_what_was_written_before_the_exit_is_read(start: Starter) -> None:
    process = start("print('answer'); print('another')")
    until(lambda: process._exited())
    assert [process.receive(soon()), process.receive(soon())] == [b"answer", b"another"]
    with pytest.raises(Gone):
        process.receive(soon())


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("import os; os.kill(os.getpid(), 15)", "signal SIGTERM"),
        ("import os; os.kill(os.getpid(), 41)", "signal 41"),
        ("import os, signal; os.close(1); signal.pause()", "closed its output"),
    ],
)
def test_an_exit_has_words(start: Starter, program: str, words: str) -> None:
    process = start(program)
    with pytest.raises(Gone):
        process.receive(soon())
    assert process.exit_words() == words


def test_a_bot_that_leaves_by_itself_is_not_signalled(start: Starter, tmp_path: Path) -> None:
    mark = tmp_path / "left"
    program = f"import sys; sys.stdin.read(); open({str(mark)!r}, 'w').write('in peace')"
    process = start(program)
    process.end()
    assert mark.read_text() == "in peace"


def test_a_bot_that_heeds_sigterm_may_clean_up(start: Starter, tmp_path: Path) -> None:
    mark = tmp_path / "left"
    process = start(
        f"import signal, sys\ndef leave(*_):\n open({str(mark)!r}, 'w').write('told')\n sys.exit()\n"
        "signal.signal(signal.SIGTERM, leave); print('up', flush=True)\nwhile True: signal.pause()"
    )
    assert process.receive(soon()) == b"up"
    process.end()
    assert mark.read_text() == "told"


@pytest.mark.parametrize("leave", [BotProcess.end, BotProcess.kill])
def test_fault_22_29_a_deaf_bot_and_its_deaf_grandchild_are_gone_in_a_second(
    start: Starter, leave: Callable[[BotProcess], None], tmp_path: Path
) -> None:
    process = start(rogue_words("deaf", "grandchild", f"mark={tmp_path}"))
    until(lambda: len(living(str(tmp_path))) == 2)
    began = time.monotonic()
    leave(process)
    assert time.monotonic() - began < 1
    until(lambda: not living(str(tmp_path)))
    assert not alive(process.pid)


def test_fault_23_a_shell_that_wraps_the_bot_does_not_save_it(start: Starter, tmp_path: Path) -> None:
    deaf = "import signal; signal.signal(15, signal.SIG_IGN); print(1, flush=True); signal.pause()"
    process = start(["sh", "-c", f'{sys.executable} -c "{deaf}" {tmp_path}; true'])
    assert process.receive(soon()) == b"1"
    process.end()
    until(lambda: not living(str(tmp_path)))


def test_nothing_is_left_open_by_200_starts_and_ends(tmp_path: Path) -> None:
    gc.collect()  # what other tests left open
    before, born = len(os.listdir("/proc/self/fd")), own_children()
    for number in range(200):
        process = BotProcess(["sh", "-c", "read line; exit 1"], tmp_path, LIMIT)
        process.send(b"go\n")
        (process.end if number % 2 else process.kill)()
    for _ in range(20):
        with pytest.raises(CannotStart, match=r"\./nope"):
            BotProcess(["./nope"], tmp_path, LIMIT)
    assert len(os.listdir("/proc/self/fd")) == before
    assert own_children() == born


def own_children() -> set[str]:
    """Zombies too."""
    return {
        entry for entry in os.listdir("/proc") if entry.isdigit() and parent_of(int(entry)) == os.getpid()
    }


def test_a_bot_sees_nothing_of_the_environment(start: Starter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_TEST_SECRET", "open sesame")
    process = start("import os; print(sorted(os.environ))")
    assert process.receive(soon()) == b"['ARENA_BOT', 'LANG', 'PATH']"


def test_a_bot_has_no_file_of_ours_open(start: Starter, tmp_path: Path) -> None:
    with open(tmp_path / "ours", "w") as ours:
        os.set_inheritable(ours.fileno(), True)
        process = start("import os; print(sorted(os.listdir('/proc/self/fd'))[:5])")
        assert process.receive(soon()) == b"['0', '1', '2', '3']"


def test_waiting_costs_next_to_nothing(start: Starter) -> None:
    process = start(ECHO)
    before = time.process_time()
    assert process.receive(time.monotonic() + 1) is None
    assert time.process_time() - before < 0.2
