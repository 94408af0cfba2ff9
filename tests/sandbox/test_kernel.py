"""The filter of system calls: what it refuses, and that its numbers are the kernel's."""

import errno
import json
import platform
import re
from pathlib import Path

import pytest

from arena.sandbox.seccomp import MACHINES, Machine, assembled
from tests.sandbox.conftest import Run
from tests.sandbox.started import Started

_HEADERS = {
    "x86_64": (Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), r"#define __NR_(\w+) (\d+)"),
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"), r"#define __NR(?:3264)?_(\w+) (\d+)"),
}
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000


def test_every_call_of_the_filter_is_refused(run: Run, bot: Path) -> None:
    """User namespaces, mounts, io_uring, keyrings, tracing, bpf and the rest, tried inside."""
    machine = MACHINES[platform.machine()]
    calls = {**machine.refused, **machine.absent, "clone": machine.clone, "of tomorrow": 463}

    def tried() -> dict[str, int]:
        with Started(bot, "kernel", json.dumps(calls)) as probe:
            return json.loads(probe.whole())

    expected = dict.fromkeys(calls, errno.EPERM)
    expected |= dict.fromkeys([*machine.absent, "of tomorrow"], errno.ENOSYS)
    assert run(tried) == expected


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_what_was_promised_is_in_the_table(machine: Machine) -> None:
    """For every architecture."""
    promised = {"unshare", "setns", "mount", "umount2", "pivot_root", "move_mount", "fsopen", "open_tree"}
    promised |= {"io_uring_setup", "io_uring_enter", "keyctl", "add_key", "request_key", "bpf", "userfaultfd"}
    promised |= {"ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "perf_event_open", "kcmp"}
    assert promised <= machine.refused.keys()
    assert {"clone3", "memfd_create", "memfd_secret", "shmget"} <= machine.absent.keys()


@pytest.mark.parametrize("name", MACHINES)
def test_numbers_are_those_of_the_kernels_headers(name: str) -> None:
    """As far as this machine has headers, and they know the call."""
    file, pattern = _HEADERS[name]
    if not file.exists():
        pytest.skip(f"no {file}: the package linux-libc-dev is not installed")
    known = {found[1]: int(found[2]) for found in re.finditer(pattern, file.read_text())}
    machine = MACHINES[name]
    ours = {**machine.refused, **machine.absent, "clone": machine.clone, "ioctl": machine.ioctl}
    ours |= dict(zip(("socket", "socketpair"), machine.sockets, strict=True))
    assert {call: known.get(call, number) for call, number in ours.items()} == ours


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_the_filter_lets_the_rest_through(machine: Machine) -> None:
    """Each call there is, by an interpreter of the program: only those of the table are refused."""
    program = assembled(machine)
    for number in range(500):
        named = {**dict.fromkeys(machine.refused.values(), errno.EPERM)}
        named |= dict.fromkeys(machine.absent.values(), errno.ENOSYS)
        named |= dict.fromkeys(machine.sockets, errno.EAFNOSUPPORT)
        answer = named.get(number, errno.ENOSYS if number > 462 else 0)
        assert _run(program, number, machine.audit) == (_ERRNO | answer if answer else _ALLOW), number


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_arguments_decide_where_they_must(machine: Machine) -> None:
    """New namespaces, socket families, typing into a terminal; and another architecture's calls are fatal."""
    program, audit = assembled(machine), machine.audit
    refused = _ERRNO | errno.EPERM
    assert _run(program, machine.clone, audit, 0x11) == _ALLOW, "a fork"
    assert _run(program, machine.clone, audit, 0x3D0F00) == _ALLOW, "a thread"
    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert _run(program, machine.clone, audit, flag | 0x11) == refused
    for socket in machine.sockets:
        assert _run(program, socket, audit, 1) == _ALLOW
        for family in (2, 10, 16, 17, 38, 40):
            assert _run(program, socket, audit, family) == _ERRNO | errno.EAFNOSUPPORT
    assert [_run(program, machine.ioctl, audit, 0, word) for word in (0x5412, 0x541C, 0x5401)] == [
        refused, refused, _ALLOW,
    ]  # fmt: skip
    assert _run(program, 1, 0x40000003) == _KILL


def _run(program: bytes, number: int, audit: int, first: int = 0, second: int = 0) -> int:
    """What the kernel would answer: classic BPF over struct seccomp_data."""
    import struct

    seen = struct.pack("<IIQQQ", number, audit, 0, first, second)
    lines = list(struct.iter_unpack("<HBBI", program))
    at = held = 0
    while True:
        code, then, other, operand = lines[at]
        at += 1
        match code:
            case 0x20:
                (held,) = struct.unpack_from("<I", seen, operand)
            case 0x06:
                return operand
            case _:
                true = {0x15: held == operand, 0x35: held >= operand, 0x45: bool(held & operand)}[code]
                at += then if true else other
