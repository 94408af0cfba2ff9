"""Bots arrive on another machine whole, or not at all."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.cluster.parcel import packed, place_of, unpacked
from arena.submit.unpack import ParcelError


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A folder with a program, a folder, and a link to a file elsewhere."""
    folder = tmp_path / "bot"
    (folder / "deep").mkdir(parents=True)
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o755)
    (folder / "deep" / "table.bin").write_bytes(bytes(range(256)))
    (tmp_path / "shared.txt").write_text("for all")
    (folder / "shared.txt").symlink_to(tmp_path / "shared.txt")
    return folder


def test_a_bot_arrives_as_it_left(bot: Path, tmp_path: Path) -> None:
    parcel = packed(bot)
    unpacked(parcel, tmp_path / "shelf")
    place = place_of(tmp_path / "shelf", parcel.content)
    assert os.access(place / "run.sh", os.X_OK)
    assert not os.access(place / "deep" / "table.bin", os.X_OK)
    assert (place / "deep" / "table.bin").read_bytes() == bytes(range(256))
    assert not (place / "shared.txt").is_symlink()
    assert (place / "shared.txt").read_text() == "for all"
    assert os.listdir(tmp_path / "shelf") == [parcel.content]


def test_the_name_of_a_parcel_follows_from_what_is_in_it(bot: Path) -> None:
    first = packed(bot)
    assert packed(bot) == first
    (bot / "run.sh").write_text("#!/bin/sh\nexit\n")
    assert packed(bot).content != first.content


def test_a_parcel_that_is_not_whole_is_refused_and_leaves_nothing(bot: Path, tmp_path: Path) -> None:
    parcel = packed(bot)
    for tar in (parcel.tar[:-1], parcel.tar + b"x", b""):
        with pytest.raises(ParcelError):
            unpacked(replace(parcel, tar=tar), tmp_path / "shelf")
    assert not place_of(tmp_path / "shelf", parcel.content).exists()


def test_the_second_to_unpack_finds_it_there(bot: Path, tmp_path: Path) -> None:
    parcel = packed(bot)
    unpacked(parcel, tmp_path / "shelf")
    unpacked(parcel, tmp_path / "shelf")
    assert os.listdir(tmp_path / "shelf") == [parcel.content]
