"""`arena doctor`: says what is so, and what to do."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena import doctor
from arena.sandbox.probe import Finding, SandboxMissing, findings, sandbox_for
from tests.sandbox.started import missing

ARENA = [sys.executable, "-c", "from arena.cli import main; main()", "doctor"]
BOXED = Finding("a bot is boxed in", "enforced", "bubblewrap")
NO_BOX = Finding("a bot is boxed in", "missing", "bwrap is not installed", "apt install bubblewrap")


def _doctor(*words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ) | ({"PATH": path} if path is not None else {})
    return subprocess.run([*ARENA, *words], capture_output=True, text=True, env=environment, check=False)


def test_exit_code_and_json_tell_the_same() -> None:
    """0 where strangers' bots can be played, 1 where not."""
    done = _doctor("--json")
    told = json.loads(done.stdout)
    assert done.returncode == (0 if told["healthy"] else 1)
    assert told["healthy"] == all(found["state"] != "missing" for found in told["findings"])
    assert told["findings"][0]["state"] == ("missing" if missing() else "enforced")


def test_where_bubblewrap_works_our_box_does() -> None:
    """So that the tests of the box are not skipped, one and all, because it has gone bad."""
    plain = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    try:
        works = subprocess.run(plain, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        works = False
    if not works:
        pytest.skip(f"bubblewrap does not work here: {missing()}")
    assert missing() is None


def test_it_fits_on_a_screen() -> None:
    """24 lines."""
    assert len(_doctor().stdout.splitlines()) <= 24


def test_without_bubblewrap_it_says_what_to_install(tmp_path: Path) -> None:
    """A PATH without it, as on a machine that has none."""
    for name in ("prlimit", "setpriv", "true"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    done = _doctor(path=str(tmp_path))
    assert done.returncode == 1
    assert "bwrap is not installed" in done.stdout
    assert "install bubblewrap" in done.stdout
    assert "Only bots that you trust" in done.stdout


def test_a_bubblewrap_that_does_not_work_is_found_out(tmp_path: Path) -> None:
    """By trying it: one that cannot make its namespaces, and one that keeps nothing away."""
    for name in ("prlimit", "setpriv", "true", "sh"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    fake.chmod(0o755)
    assert "No permissions to create new namespace" in _doctor("--json", path=str(tmp_path)).stdout
    fake.write_text(f'#!/bin/sh\nwhile [ "$1" != "{sys.executable}" ]; do shift; done\nexec "$@"\n')
    done = _doctor("--json", path=str(tmp_path))
    assert "there was a way to" in done.stdout
    assert done.returncode == 1


def test_auto_falls_back_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """And `bubblewrap` refuses, with the same reason; `none` asks for nothing."""
    monkeypatch.setattr("arena.sandbox.probe.box_finding", lambda: NO_BOX)
    sandbox, warning = sandbox_for("auto")
    assert sandbox.kind == "none"
    assert warning
    assert "NO SANDBOX" in warning
    assert "apt install bubblewrap" in warning
    with pytest.raises(SandboxMissing, match="apt install bubblewrap"):
        sandbox_for("bubblewrap")
    assert sandbox_for("none")[1] is None


def test_auto_takes_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a word, and with what is to be hidden."""
    monkeypatch.setattr("arena.sandbox.probe.box_finding", lambda: BOXED)
    sandbox, warning = sandbox_for("auto", ("/srv/bots",))
    assert (sandbox.kind, sandbox.hidden, warning) == ("bubblewrap", ("/srv/bots",), None)


def test_every_finding_that_is_missing_says_what_to_do() -> None:
    """On whatever machine this runs."""
    for found in findings():
        assert found.words
        assert found.remedy or found.state != "missing", found


def test_healthy_means_nothing_is_missing() -> None:
    """What is watched will do."""
    watched = Finding("memory", "watched", "looked at")
    assert doctor.healthy([BOXED, watched])
    assert not doctor.healthy([NO_BOX, watched])
