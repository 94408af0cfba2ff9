"""What follows from a season's secret: the luck of each deal, and match names that tell nothing.

Construction: the seed of deal d is the 32-byte BLAKE2b digest, keyed with the 32-byte secret, of
`deal` and d as 8 bytes, big-endian. What follows from a seed stands in engine/chance.py. A season
whose file gives a number as seed has as secret the 32-byte BLAKE2b digest of that number in decimal. The
commitment to a secret is its SHA-256. `results/README.md` has all of this with vectors to test against.
"""

import secrets
from hashlib import blake2b, sha256

SECRET_BYTES = 32
MOST_DEALS = 100_000
"""How many deals a meeting, and how many rounds a schedule, may have."""


def drawn_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_of(seed: int) -> bytes:
    """The secret that a given seed stands for; 0 is a seed like any other."""
    return blake2b(str(seed).encode(), digest_size=SECRET_BYTES).digest()


def commitment(secret: bytes) -> str:
    """What is published before the first match: 64 hexadecimal digits that fit no other secret."""
    return sha256(secret).hexdigest()


def deal_seed(secret: bytes, deal: int) -> bytes:
    """The seed of a deal: the same for every seating and rotation of it."""
    return blake2b(b"deal" + deal.to_bytes(8, "big"), key=secret, digest_size=32).digest()


def match_name(secret: bytes, fixture_id: str) -> str:
    """What bots are told a match is called. Without the secret it tells neither deal nor rotation."""
    return blake2b(b"match" + fixture_id.encode(), key=secret, digest_size=8).hexdigest()
