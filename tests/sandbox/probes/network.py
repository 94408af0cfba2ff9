"""Tries to reach listeners outside: TCP port, UDP port, abstract name, path of a socket; and to make sockets
of families that no namespace bounds. Prints what it reached."""

import json
import socket
import sys

tcp, udp, abstract, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
HOST = "127.0.0.1"


def reaches(family: int, kind: int, address: object) -> bool:
    try:
        with socket.socket(family, kind) as end:
            end.settimeout(2)
            if address is not None:
                end.connect(address)
                end.send(b"probe")
            return True
    except OSError:
        return False


tries = {
    "tcp": (socket.AF_INET, socket.SOCK_STREAM, (HOST, tcp)),
    "udp": (socket.AF_INET, socket.SOCK_DGRAM, (HOST, udp)),
    "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, "\0" + abstract),
    "path": (socket.AF_UNIX, socket.SOCK_STREAM, path),
    "tcp over ipv6": (socket.AF_INET6, socket.SOCK_STREAM, ("::1", tcp)),
    "vsock": (getattr(socket, "AF_VSOCK", 40), socket.SOCK_STREAM, None),
    "netlink": (getattr(socket, "AF_NETLINK", 16), socket.SOCK_RAW, None),
    "packet": (getattr(socket, "AF_PACKET", 17), socket.SOCK_RAW, None),
    "alg": (getattr(socket, "AF_ALG", 38), socket.SOCK_SEQPACKET, None),
}
print(json.dumps([name for name, how in tries.items() if reaches(*how)]))
