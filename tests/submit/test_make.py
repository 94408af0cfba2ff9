"""Building in the sandbox with a toolchain that was installed below somebody's home."""

import os
from pathlib import Path

import pytest

from arena.build import BuildError
from arena.manifest import read_bot
from arena.sandbox import Sandbox
from arena.submit.make import make
from tests.check.bots import bot_folder
from tests.faults.stage import open_folder
from tests.sandbox.started import missing

BOXED = Sandbox("bubblewrap")
COMPILER = '#!/bin/sh\ncat "$(dirname "$0")/../lib/part" >made\nls -AR "$1" >seen 2>&1\nexit 0\n'


@pytest.fixture(autouse=True)
def box() -> None:
    if why := missing():
        pytest.skip(why)


def program(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755)


def toolchain(folder: Path) -> None:
    """A compiler in `bin` that takes a part from `lib`, and lists what it can see of the home it is told."""
    program(folder / "bin" / "compile", COMPILER)
    (folder / "lib").mkdir()
    (folder / "lib" / "part").write_text("part")


def built(folder: Path, home: Path) -> tuple[str, str]:
    """What the compiler took of its own, and what it saw of the home. Raises: BuildError."""
    bot = read_bot(bot_folder(folder / "bot", "", build=["compile", str(home)]))
    made = make(bot, folder / "made", BOXED).folder
    return (made / "made").read_text(), (made / "seen").read_text()


def test_the_toolchain_on_the_path_is_seen_and_nothing_else_of_a_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open_folder() as folder:
        home = folder / "home"
        toolchain(home / ".versions" / "7")
        (home / "letters").mkdir()
        (home / "letters" / "private").write_text("private")
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.setenv("PATH", f"{home}/.versions/7/bin:{os.environ['PATH']}")
        part, seen = built(folder, home)
    assert part == "part"
    assert ".versions/7" in seen
    assert "letters" not in seen


def test_the_toolchain_that_rustup_has_chosen_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs that it puts on the path are all itself, and lie among whatever else cargo installed."""
    with open_folder() as folder:
        home = folder / "home"
        toolchain(home / ".rustup" / "toolchains" / "stable")
        program(
            home / ".cargo" / "bin" / "rustup", f"#!/bin/sh\necho {home}/.rustup/toolchains/stable/bin/$2\n"
        )
        (home / ".cargo" / "bin" / "compile").symlink_to("rustup")
        (home / ".cargo" / "credentials").write_text("private")
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.setenv("PATH", f"{home}/.cargo/bin:{os.environ['PATH']}")
        part, seen = built(folder, home)
    assert part == "part"
    assert "credentials" not in seen


def test_a_compiler_that_cannot_be_seen_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Right below a home `bin` is no installation, and what such a program needs stays hidden."""
    with open_folder() as folder:
        home = folder / "home"
        toolchain(home)
        monkeypatch.setenv("HOME", str(home))
        monkeypatch.setenv("PATH", f"{home}/bin:{os.environ['PATH']}")
        part, seen = built(folder, home)
    assert part == ""
    assert "lib" not in seen.splitlines()
    with open_folder() as folder, pytest.raises(BuildError, match="compile: No such file"):
        built(folder, folder)
