"""The system calls that a bot is refused, as a classic BPF program for the kernel; no library needed.

Namespaces already keep a bot from files, networks and other processes. The filter closes what they
do not cover: new user namespaces (their owner could mount), kernel parts with a record of faults
(io_uring, keyctl, bpf, perf), socket families that no namespace bounds (vsock), memory that is on no
process's account (memfd, shmget), and every call that is newer than this file.
"""

import errno
import struct
from typing import Final

from msgspec import Struct

# struct seccomp_data, linux/seccomp.h: where each field lies, in bytes (little endian: low word first).
_NUMBER, _ARCHITECTURE, _ARGUMENT_0, _ARGUMENT_1 = 0, 4, 16, 24

# linux/bpf_common.h: class | size or operation | source.
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06

_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_LAST_KNOWN = 462
"""The newest call that was judged (mseal, Linux 6.10). Newer ones are answered with ENOSYS, as by an
older kernel, and programs do without."""
_NEW_NAMESPACE = 0x7E020000
"""clone(2): CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET."""
_AF_UNIX = 1
_TERMINAL_INPUT = (0x5412, 0x541C)
"""ioctl TIOCSTI and TIOCLINUX: typing into a terminal."""


class Machine(Struct, frozen=True):
    """A processor architecture as the filter knows it: AUDIT_ARCH_* and the numbers of its calls."""

    audit: int
    refused: dict[str, int]
    """Answered with EPERM."""
    absent: dict[str, int]
    """Answered with ENOSYS, on which programs take another way."""
    clone: int
    sockets: tuple[int, int]
    ioctl: int


# From Linux 5.1 on a new call has the same number everywhere.
_SHARED_REFUSED: Final = {
    "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428,
    "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "pidfd_getfd": 438,
    "process_madvise": 440, "mount_setattr": 442, "quotactl_fd": 443, "process_mrelease": 448,
    "statmount": 457, "listmount": 458,
}  # fmt: skip
_SHARED_ABSENT: Final = {"clone3": 435, "memfd_secret": 447}

MACHINES: Final[dict[str, Machine]] = {
    "x86_64": Machine(
        audit=0xC000003E,
        refused={
            "modify_ldt": 154, "vhangup": 153, "pivot_root": 155, "adjtimex": 159, "chroot": 161, "acct": 163,
            "settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169,
            "sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173, "init_module": 175,
            "delete_module": 176, "quotactl": 179, "sched_setaffinity": 203, "lookup_dcookie": 212,
            "clock_settime": 227, "kexec_load": 246, "add_key": 248, "request_key": 249, "keyctl": 250,
            "migrate_pages": 256, "unshare": 272, "move_pages": 279, "perf_event_open": 298,
            "fanotify_init": 300, "fanotify_mark": 301, "name_to_handle_at": 303, "open_by_handle_at": 304,
            "clock_adjtime": 305, "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311,
            "kcmp": 312, "finit_module": 313, "kexec_file_load": 320, "bpf": 321, "userfaultfd": 323,
            "ptrace": 101, "syslog": 103, **_SHARED_REFUSED,
        },
        absent={"memfd_create": 319, "shmget": 29, **_SHARED_ABSENT},
        clone=56,
        sockets=(41, 53),
        ioctl=16,
    ),
    "aarch64": Machine(
        audit=0xC00000B7,
        refused={
            "lookup_dcookie": 18, "umount2": 39, "mount": 40, "pivot_root": 41, "chroot": 51, "vhangup": 58,
            "quotactl": 60, "acct": 89, "unshare": 97, "kexec_load": 104, "init_module": 105,
            "delete_module": 106, "clock_settime": 112, "syslog": 116, "ptrace": 117,
            "sched_setaffinity": 122, "reboot": 142, "sethostname": 161, "setdomainname": 162,
            "settimeofday": 170, "adjtimex": 171, "add_key": 217, "request_key": 218, "keyctl": 219,
            "swapon": 224, "swapoff": 225, "migrate_pages": 238, "move_pages": 239, "perf_event_open": 241,
            "fanotify_init": 262, "fanotify_mark": 263, "name_to_handle_at": 264, "open_by_handle_at": 265,
            "clock_adjtime": 266, "setns": 268, "process_vm_readv": 270, "process_vm_writev": 271,
            "kcmp": 272, "finit_module": 273, "bpf": 280, "userfaultfd": 282, "kexec_file_load": 294,
            **_SHARED_REFUSED,
        },
        absent={"memfd_create": 279, "shmget": 194, **_SHARED_ABSENT},
        clone=220,
        sockets=(198, 199),
        ioctl=29,
    ),
}  # fmt: skip


def assembled(machine: Machine) -> bytes:
    """The filter as an array of struct sock_filter (code u16, jump if true u8, if false u8, operand u32)."""
    refuse, lack = _ERRNO | errno.EPERM, _ERRNO | errno.ENOSYS
    lines: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 0, 1, _LAST_KNOWN + 1),
        (_RETURN, 0, 0, lack),
    ]
    lines += _any_of(tuple(machine.absent.values()), lack)
    lines += _any_of(tuple(machine.refused.values()), refuse)
    lines += _where(machine.clone, _ARGUMENT_0, [(_IF_ANY_BIT, 0, 1, _NEW_NAMESPACE)], refuse)
    for socket in machine.sockets:
        other = [(_IF_EQUAL, 1, 0, _AF_UNIX)]
        lines += _where(socket, _ARGUMENT_0, other, _ERRNO | errno.EAFNOSUPPORT)
    typing = [(_IF_EQUAL, 1, 0, _TERMINAL_INPUT[0]), (_IF_EQUAL, 0, 1, _TERMINAL_INPUT[1])]
    lines += _where(machine.ioctl, _ARGUMENT_1, typing, refuse)
    lines.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("<HBBI", *line) for line in lines)


def _any_of(numbers: tuple[int, ...], answer: int) -> list[tuple[int, int, int, int]]:
    """Return `answer` for these calls; the number is loaded."""
    last = len(numbers) - 1
    tests = [(_IF_EQUAL, last - at, int(at == last), number) for at, number in enumerate(numbers)]
    return [*tests, (_RETURN, 0, 0, answer)]


def _where(
    number: int, argument: int, tests: list[tuple[int, int, int, int]], answer: int
) -> list[tuple[int, int, int, int]]:
    """For one call: load the low word of an argument, return `answer` or allow it, as the tests jump.

    Falling through a test, or jumping over those that follow it, comes to `answer`; the last one jumps
    over it to allow.
    """
    body = [(_LOAD, 0, 0, argument), *tests, (_RETURN, 0, 0, answer), (_RETURN, 0, 0, _ALLOW)]
    return [(_IF_EQUAL, 0, len(body), number), *body]
