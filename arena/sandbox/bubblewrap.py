"""The command line that puts a bot into a box of bubblewrap: what it sees, and what it is refused.

As an ordinary user the box has a user namespace of its own. As root it has none: root can set it up
alone, reading what only root may read (a bot's folder below a closed one), and the program then gets a
user id that nobody else has, so that the count of its processes is its own too.
"""

import errno
import itertools
import os
import platform
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from arena.sandbox.confinement import Sandbox
from arena.sandbox.limits import Limits, resource_limits
from arena.sandbox.paths import needed, system_paths, within
from arena.sandbox.seccomp import MACHINES, assembled

_USER_NAMESPACES = ("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL")
_ROOT_NAMESPACES = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"),
)
"""The capabilities are for becoming another user, and are gone when it is one."""
_NOBODY = 65534
_FIRST_UID = 1 << 30
_PID_LIMIT = 1 << 22
_UIDS_EACH = 1 << 6
"""As many bots of one worker can live at a time without two of them having one user id."""
_COUNTS_ALONE = (5, 14)
"""The first Linux that counts processes for each user namespace (ucounts), not for the user over all."""
_starts = itertools.count()
_OWN_PACKAGE = str(Path(__file__).parents[1])
"""Holds the example bots when it is installed, in the folder of the interpreter's other packages."""


def tool(name: str) -> str | None:
    """Where a program that the box is made with lives."""
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin")


def box(
    words: Sequence[str],
    folder: Path,
    sandbox: Sandbox,
    limits: Limits,
    filter_fd: int,
    status_fd: int,
    mark: str,
) -> list[str]:
    """The command line that runs a bot's words in a box.

    Two descriptors are to be inherited: one that the filter is read from, one that bwrap tells its state
    on. The box is found by the mark (`NAME=value`), which the bot does not get: a box that is still being
    made when its parent is killed does not end with it yet. Raises: OSError when there is no such program.
    """
    program, shown = needed(words[0], folder)
    roots = [*system_paths(), *shown, *sandbox.shown]
    environment = {"PATH": _path(roots, sandbox.shown), "LANG": "C.UTF-8", "HOME": "/tmp", "TMPDIR": "/tmp"}
    environment |= _java(limits)
    root = os.geteuid() == 0
    prlimit, bounds = required("prlimit"), resource_limits(limits)
    count = [f"--nproc={limits.processes}"] if root or counts_alone() else []
    return [
        # Around the box, since its first process is within a bot's reach where both are of one user; but
        # for the number of processes, which is to be counted inside.
        *(() if root else (prlimit, *bounds, "--")),
        required("bwrap"),
        *(_ROOT_NAMESPACES if root else _USER_NAMESPACES),
        *("--die-with-parent", "--new-session", "--clearenv"),
        *(word for name, value in environment.items() for word in ("--setenv", name, value)),
        *("--setenv", *mark.split("=", 1), "--unsetenv", mark.split("=", 1)[0]),
        *("--proc", "/proc"),
        *("--size", str(limits.disk_mb << 20), "--perms", "1777", "--tmpfs", "/tmp"),
        *_devices(),
        *_files(roots, folder, (*sandbox.hidden, _OWN_PACKAGE)),
        *("--seccomp", str(filter_fd), "--json-status-fd", str(status_fd), "--chdir", str(folder), "--"),
        *(_as_nobody() if root else ()),
        *(prlimit, *(bounds if root else ()), *count, "--"),
        *(str(program), *words[1:]),
    ]


def filter_for_here() -> bytes | None:
    """The assembled filter for this machine; None for an architecture that it does not know."""
    machine = MACHINES.get(platform.machine())
    return assembled(machine) if machine else None


def counts_alone() -> bool:
    """Whether this kernel counts the processes of a user namespace apart from the user's others."""
    numbers = platform.release().split("-")[0].split(".")
    return tuple(int(number) for number in numbers[:2] if number.isdigit()) >= _COUNTS_ALONE


def _devices() -> Iterator[str]:
    yield from ("--perms", "0755", "--tmpfs", "/dev")
    for device in ("null", "zero", "random", "urandom"):
        yield from ("--dev-bind", f"/dev/{device}", f"/dev/{device}")
    for number, stream in enumerate(("stdin", "stdout", "stderr")):
        yield from ("--symlink", f"/proc/self/fd/{number}", f"/dev/{stream}")
    yield from ("--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/tmp", "/dev/shm")


def _files(roots: Sequence[str], folder: Path, hidden: Sequence[str]) -> Iterator[str]:
    """The rest of the file system, read-only: from the outermost path in, so that what is shown within
    something hidden, or hidden within something shown, lies on top."""
    lids = {path for path in hidden if within(Path(path), roots) and os.path.exists(path)} - {str(folder)}
    closed, made = ["/dev"], {Path("/tmp")}
    for path in sorted({*roots, *lids, str(folder)}, key=lambda path: (path.count("/"), path)):
        for above in reversed(Path(path).parents[:-1]):
            # Those that bwrap makes of itself are closed to others than its user.
            if above not in made:
                yield from ("--perms", "0755", "--dir", str(above))
            made.add(above)
        if path in lids and os.path.isdir(path):
            yield from ("--perms", "0755", "--tmpfs", path)
            closed.append(path)
        elif path in lids:
            yield from ("--ro-bind", "/dev/null", path)
        elif os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        else:
            yield from ("--ro-bind", path, path)
    for path in (*closed, "/"):
        yield from ("--remount-ro", path)


def _path(roots: Sequence[str], shown: Sequence[str]) -> str:
    """The folders of our own PATH that can be seen inside, in their order; then those of what is shown."""
    ours = [place for place in os.environ.get("PATH", os.defpath).split(os.pathsep) if place]
    seen = [place for place in ours if within(Path(place), roots)]
    seen += [place for path in shown if os.path.isdir(place := f"{path}/bin") and place not in seen]
    return os.pathsep.join(seen) or "/usr/bin"


def _java(limits: Limits) -> dict[str, str]:
    """Java takes its heap from the size of the machine, which may be more than the limit."""
    return {"JAVA_TOOL_OPTIONS": f"-Xmx{max(16, limits.memory_mb // 2)}m -XX:+UseSerialGC"}


def _as_nobody() -> Sequence[str]:
    return (
        *(required("setpriv"), f"--reuid={_uid()}", f"--regid={_NOBODY}", "--clear-groups"),
        *("--bounding-set=-all", "--inh-caps=-all", "--no-new-privs", "--"),
    )


def _uid() -> int:
    """A user that nobody else is, where this system has room for so many."""
    first, _, many = map(int, Path("/proc/self/uid_map").read_text().split()[:3])
    if first or many < _FIRST_UID << 1:
        return _NOBODY
    return _FIRST_UID + os.getpid() % _PID_LIMIT * _UIDS_EACH + next(_starts) % _UIDS_EACH


def can_read(folder: Path) -> bool:
    """Whether a boxed bot can read its folder. What is above it does not matter."""
    wanted = stat.S_IROTH | stat.S_IXOTH
    return os.geteuid() != 0 or os.stat(folder).st_mode & wanted == wanted


def required(name: str) -> str:
    """Where a tool is. Raises: OSError, as of a machine that is short of something: no bot is to blame."""
    place = tool(name)
    if place is None:
        raise OSError(errno.EAGAIN, f"the sandbox needs {name}, which is not there any more")
    return place
