"""What a bot can read, write and learn: nothing but the system's programs, its own folder, and its /tmp."""

import json
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from arena.sandbox import Limits, Sandbox, launch
from tests.sandbox.conftest import Run
from tests.sandbox.started import BARE, BOXED, Started, missing


@pytest.fixture
def private(place: Path) -> list[str]:
    """Files as a season has them, readable for everyone: it is the box that must hide them."""
    names = ("other/bot.py", "results/season.db", "results/secret", "configs/season.toml", "home/notes")
    for name in names:
        file = place / name
        file.parent.mkdir(exist_ok=True)
        file.write_text("private")
    return [str(place / name) for name in names]


def test_no_other_file_can_be_read(run: Run, bot: Path, private: list[str]) -> None:
    """Another bot, results, secret, config, home: not by their path nor by any way around."""
    wanted = [*private, str(bot.parent / "other"), "/etc/passwd", "/etc/hostname", "/proc/1/environ", "/root"]

    def read(sandbox: Sandbox) -> list[str]:
        with Started(bot, "reading", *wanted, sandbox=sandbox) as probe:
            return json.loads(probe.whole())

    assert set(private) <= set(run(lambda: read(BARE))), "the probe does not know how to read"
    assert run(lambda: read(BOXED)) == []


def test_a_link_in_a_bots_folder_leads_nowhere(run: Run, bot: Path, private: list[str]) -> None:
    """Links are part of what strangers hand in."""
    for number, path in enumerate(private):
        (bot / f"link{number}").symlink_to(path)
    links = [str(bot / f"link{number}") for number in range(len(private))]

    def read() -> list[str]:
        with Started(bot, "reading", *links) as probe:
            return json.loads(probe.whole())

    assert run(read) == []


def test_a_bot_reads_its_own_folder(run: Run, bot: Path) -> None:
    """At its own path, all of it."""
    (bot / "deep").mkdir()
    (bot / "deep" / "weights").write_text("1")

    def read() -> list[str]:
        with Started(bot, "reading", bot, bot / "deep" / "weights") as probe:
            return json.loads(probe.whole())

    assert run(read) == [str(bot), str(bot / "deep" / "weights")]


def test_hidden_paths_are_hidden_within_what_is_shown(run: Run, bot: Path) -> None:
    """Bots that lie among the system's programs do not see one another, nor a file that is to be hidden."""
    shown = ["/usr/share/doc", "/usr/bin/env"]

    def read(hidden: tuple[str, ...]) -> list[str]:
        with Started(bot, "reading", *shown, sandbox=Sandbox("bubblewrap", hidden)) as probe:
            return json.loads(probe.whole())

    assert run(lambda: read(())) == shown
    assert run(lambda: read(tuple(shown))) == []


def test_nothing_can_be_written_but_tmp(run: Run, bot: Path) -> None:
    """Not even where the rights of the files would allow it."""
    os.chmod(bot, 0o777)
    places = [
        "/",
        "/usr",
        "/usr/local",
        "/etc",
        "/dev",
        "/proc",
        "/var/tmp",
        str(bot),
        str(bot.parent),
        "/tmp",
    ]

    def written(sandbox: Sandbox) -> list[str]:
        with Started(bot, "writing", *places, sandbox=sandbox) as probe:
            return json.loads(probe.whole())

    assert str(bot) in run(lambda: written(BARE)), "the probe does not know how to write"
    assert run(lambda: written(BOXED)) == ["/tmp"]


def test_tmp_is_each_bots_own(run: Run, bot: Path) -> None:
    """What is in the machine's /tmp is not seen, nor is what another bot has in its own."""
    mark = Path("/tmp") / f"arena-{bot.parent.name}"
    mark.write_text("outside")
    try:

        def read() -> list[str]:
            with (
                Started(bot, "disk", "bytes", 1) as other,
                Started(bot, "reading", mark, "/tmp/probe0") as probe,
            ):
                other.line()
                return json.loads(probe.whole())

        assert run(read) == []
    finally:
        mark.unlink()


@contextmanager
def _listening(place: Path) -> Iterator[list[str]]:
    """The arguments of the probe: where something listens."""
    with ExitStack() as stack:
        tcp, udp, abstract, path = (
            stack.enter_context(socket.socket(family, kind))
            for family, kind in (
                (socket.AF_INET, socket.SOCK_STREAM),
                (socket.AF_INET, socket.SOCK_DGRAM),
                (socket.AF_UNIX, socket.SOCK_STREAM),
                (socket.AF_UNIX, socket.SOCK_STREAM),
            )
        )
        for end in (tcp, udp):
            end.bind(("127.0.0.1", 0))
        abstract.bind("\0" + place.name)
        path.bind(str(place / "socket"))
        os.chmod(place / "socket", 0o777)
        for end in (tcp, abstract, path):
            end.listen()
        yield [str(tcp.getsockname()[1]), str(udp.getsockname()[1]), place.name, str(place / "socket")]


def test_no_socket_outside_can_be_reached(run: Run, place: Path, bot: Path) -> None:
    """Loopback, abstract and path sockets; and there are no families that a namespace does not bound."""

    def reached(words: list[str], sandbox: Sandbox) -> list[str]:
        with Started(bot, "network", *words, sandbox=sandbox) as probe:
            return json.loads(probe.whole())

    with _listening(place) as words:
        free = run(lambda: reached(words, BARE))
        assert {"tcp", "udp", "abstract", "path"} <= set(free), "the probe does not know how to connect"
        assert run(lambda: reached(words, BOXED)) == []


def test_no_other_process_is_seen_or_touched(run: Run, bot: Path) -> None:
    """Neither ours nor another bot's: not its arguments, environment, memory, pipes, nor with a signal."""

    def tried() -> dict[str, list[object]]:
        with Started(bot, "forking", 1) as other, Started(bot, "others", *_outside(other)) as probe:
            other.line()
            return json.loads(probe.whole())

    found = run(tried)
    # Number 1 is the box's own: of the bot's user, as much kept in as the bot.
    assert [what for what, pid in found["could"] if pid != 1] == []
    assert not [words for words in found["seen"] if "forking" in str(words) or "pytest" in str(words)]
    assert len(found["seen"]) <= 3


def _outside(other: Started) -> list[int]:
    return [os.getpid(), os.getppid(), other.popen.pid, *other.launch.members()]


def test_without_a_box_a_bot_of_the_same_user_is_seen(run: Run, bot: Path) -> None:
    """The counterpart: the probe of the test above knows how to look."""

    def tried() -> dict[str, list[object]]:
        with Started(bot, "forking", 1, sandbox=BARE) as other:
            other.line()
            with Started(bot, "others", *_outside(other), sandbox=BARE) as probe:
                return json.loads(probe.whole())

    found = run(tried)
    assert {"environment", "descriptors", "memory"} <= {what for what, _ in found["could"]}
    assert any("forking" in str(words) for words in found["seen"])


def test_nothing_is_inherited(run: Run, bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No descriptor but the three pipes, though ours are open; no variable of our environment."""
    monkeypatch.setenv("TOKEN_OF_SOMEBODY", "secret")
    with open(bot.parent / "ours", "w") as ours:
        os.set_inheritable(ours.fileno(), True)

        def given() -> dict[str, dict[str, str]]:
            with Started(bot, "surroundings") as probe:
                return json.loads(probe.whole())

        found = run(given)
    assert set(found["descriptors"]) == {"0", "1", "2"}
    assert all(target.startswith("pipe:") for target in found["descriptors"].values())
    assert set(found["environment"]) - {"LC_CTYPE"} == {
        "PATH", "LANG", "HOME", "TMPDIR", "JAVA_TOOL_OPTIONS", "PWD",
    }  # fmt: skip


@pytest.mark.parametrize("word", ["{}/other/bin/tool", "../other/bin/tool", "./../bot/../other/bin/tool"])
def test_a_bots_word_for_its_program_shows_nothing_of_others(run: Run, place: Path, word: str) -> None:
    """A path to somebody's program would bring the whole installation with it that it seems to belong to."""
    tool = place / "other" / "bin" / "tool"
    tool.parent.mkdir(parents=True)
    shutil.copy("/bin/cat", tool)
    (place / "other" / "private").write_text("secret")

    def refused() -> str:
        with pytest.raises(PermissionError) as caught:
            launch([word.format(place), str(place / "other" / "private")], place / "bot", Limits(), BOXED)
        return str(caught.value)

    assert "the sandbox shows no such path" in run(refused)


def test_limits_are_those_of_the_season(run: Run, bot: Path) -> None:
    """Each as the season says; and none on address space, which node and java only reserve."""
    limits = Limits(memory_mb=100, open_files=50, disk_mb=3, processes=20)

    def given() -> dict[str, dict[str, int]]:
        with Started(bot, "surroundings", limits=limits) as probe:
            return json.loads(probe.whole())

    found = run(given)["limits"]
    assert found == {
        "RLIMIT_DATA": 228 << 20, "RLIMIT_NOFILE": 50, "RLIMIT_FSIZE": 3 << 20, "RLIMIT_CORE": 0,
        "RLIMIT_NPROC": 20, "RLIMIT_AS": -1,
    }  # fmt: skip


def test_a_bot_below_a_closed_folder_runs_as_root(
    bot: Path, run: Run, request: pytest.FixtureRequest
) -> None:
    """Root keeps bots where only root may go; they run as another user all the same."""
    if os.geteuid() != 0 or "user" in request.node.name:
        pytest.skip("only root may go everywhere")
    os.chmod(bot.parent, 0o700)
    with Started(bot, "reading", bot) as probe:
        assert json.loads(probe.whole()) == [str(bot)]


def test_the_interpreter_that_runs_arena_runs_inside(bot: Path) -> None:
    """Wherever it lives, with the packages of its environment."""
    if why := missing():
        pytest.skip(why)
    (bot / "packages.py").write_text("import sys, numpy; print(sys.prefix, numpy.__name__)")
    with Started(bot, "packages", python=sys.executable) as probe:
        assert probe.whole().split() == [sys.prefix, "numpy"]
