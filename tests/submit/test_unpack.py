"""What is submitted is unpacked with care: nothing lands outside, nothing but plain files, never too much."""

import gzip
import io
import os
import socket
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from arena.submit.unpack import BOUNDS, ParcelError, unpack

SMALL = replace(BOUNDS, files=5, each_mb=1, whole_mb=2, ratio=10, depth=3)


def unpacked(source: Path) -> dict[str, bytes]:
    """The files that a submission holds, unpacked within small bounds."""
    target = source.with_name("target")
    unpack(source, target, SMALL)
    return {
        path.relative_to(target).as_posix(): path.read_bytes() for path in target.rglob("*") if path.is_file()
    }


def zipped(file: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return file


def tarred(file: Path, *entries: tuple[tarfile.TarInfo | str, bytes], mode: str = "w:gz") -> Path:
    with tarfile.open(file, mode) as archive:  # type: ignore[call-overload]
        for entry, content in entries:
            member = tarfile.TarInfo(entry) if isinstance(entry, str) else entry
            if member.isreg():
                member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return file


def special(kind: bytes, name: str = "x", link: str = "") -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, link
    return entry


def zip_link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_is_unpacked(mode: str, tmp_path: Path) -> None:
    made = tarred(tmp_path / "bot.tar", ("bot.toml", b"a"), ("src/bot.c", b"b"), mode=mode)
    assert unpacked(made) == {"bot.toml": b"a", "src/bot.c": b"b"}


def test_a_zip_is_unpacked_and_a_lone_folder_at_its_top_is_stepped_over(tmp_path: Path) -> None:
    made = zipped(tmp_path / "bot.zip", ("mijnbot/bot.toml", b"a"), ("mijnbot/src/bot.c", b"b"))
    assert unpacked(made) == {"bot.toml": b"a", "src/bot.c": b"b"}


def test_a_folder_is_copied_without_what_tools_leave_there(tmp_path: Path) -> None:
    for name in ("bot.toml", ".git/config", "__pycache__/bot.pyc", "src/bot.c"):
        (tmp_path / "bot" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "bot" / name).write_bytes(b"a")
    assert unpacked(tmp_path / "bot") == {"bot.toml": b"a", "src/bot.c": b"a"}


def test_what_may_be_executed_stays_so_and_no_other_right_is_kept(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    for name, mode in (("run", 0o4755), ("text", 0o666)):
        (tmp_path / "bot" / name).write_bytes(b"")
        (tmp_path / "bot" / name).chmod(mode)
    unpack(tmp_path / "bot", tmp_path / "target")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "target").iterdir()}
    assert modes == {"run": 0o755, "text": 0o644}


@pytest.mark.parametrize("name", ["../out", "a/../../out", "/out", "a\\..\\..\\out", "C:out", "C:\\out"])
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_path_that_leads_outside_is_refused(pack: object, name: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(ParcelError, match="leads outside"):
        unpacked(pack(tmp_path / "in" / "bot", (name, b"a")))  # type: ignore[operator]
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["bot"]


@pytest.mark.parametrize("name", ["a\nb", "a\x1bb", "é" * 200, "a/b/c/d"])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ParcelError, match=r"is no name for a file|folders deep"):
        unpacked(tarred(tmp_path / "bot", (name, b"a")))


@pytest.mark.parametrize(
    "entry",
    [
        special(tarfile.SYMTYPE, link="/etc/passwd"),
        special(tarfile.LNKTYPE, link="bot.toml"),
        special(tarfile.CHRTYPE),
        special(tarfile.BLKTYPE),
        special(tarfile.FIFOTYPE),
    ],
    ids=["symlink", "link", "character device", "block device", "pipe"],
)
def test_links_and_devices_in_a_tar_are_refused(entry: tarfile.TarInfo, tmp_path: Path) -> None:
    with pytest.raises(ParcelError, match="not a file or a folder"):
        unpacked(tarred(tmp_path / "bot", ("bot.toml", b"a"), (entry, b"")))


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParcelError, match="is a link"):
        unpacked(zipped(tmp_path / "bot", (zip_link("x"), b"/etc/passwd")))


def test_links_pipes_and_sockets_in_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "x").symlink_to("/etc/passwd")
    with pytest.raises(ParcelError, match="'x': is a link"):
        unpacked(tmp_path / "bot")
    (tmp_path / "bot" / "x").unlink()
    (tmp_path / "target").rmdir()
    os.mkfifo(tmp_path / "bot" / "x")
    with pytest.raises(ParcelError, match="'x': is a pipe"):
        unpacked(tmp_path / "bot")
    (tmp_path / "bot" / "x").unlink()
    (tmp_path / "target").rmdir()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "bot" / "x"))
        with pytest.raises(ParcelError, match="'x': is a socket"):
            unpacked(tmp_path / "bot")


def test_a_folder_of_links_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "all").symlink_to("/", target_is_directory=True)
    with pytest.raises(ParcelError, match="'all': is a link"):
        unpacked(tmp_path / "bot")


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_few_bytes_that_become_many_are_refused(pack: object, tmp_path: Path) -> None:
    made = pack(tmp_path / "bot", ("a", bytes(1 << 20)), ("b", bytes(1 << 19)))  # type: ignore[operator]
    assert made.stat().st_size < 10_000
    with pytest.raises(ParcelError, match="'b': unpacks into more than is allowed"):
        unpacked(made)
    written = sum(path.stat().st_size for path in (tmp_path / "target").rglob("*"))
    assert written <= (1 << 20) + SMALL.ratio * made.stat().st_size


def test_one_file_and_all_together_have_a_limit(tmp_path: Path) -> None:
    noise = os.urandom(1 << 20)
    (tmp_path / "bot").mkdir()
    for name in ("a", "b"):
        (tmp_path / "bot" / name).write_bytes(noise)
    assert len(unpacked(tmp_path / "bot")) == 2
    (tmp_path / "again").mkdir()
    (tmp_path / "bot" / "c").write_bytes(b"x")
    with pytest.raises(ParcelError, match="'c': unpacks into more"):
        unpack(tmp_path / "bot", tmp_path / "again" / "target", SMALL)
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "d").write_bytes(noise + b"x")
    with pytest.raises(ParcelError, match="'d': unpacks into more"):
        unpack(tmp_path / "one", tmp_path / "again" / "other", SMALL)


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_too_many_files_are_refused(pack: object, tmp_path: Path) -> None:
    with pytest.raises(ParcelError, match="more than 5 files and folders"):
        unpacked(pack(tmp_path / "bot", *((f"f{n}", b"") for n in range(6))))  # type: ignore[operator]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_file_that_comes_twice_is_refused(pack: object, tmp_path: Path) -> None:
    for number, names in enumerate((("a", "a"), ("a", "./a"), ("a", "a/b"))):
        (tmp_path / str(number)).mkdir()
        with pytest.raises(ParcelError, match="comes twice"):
            unpacked(pack(tmp_path / str(number) / "bot", *((name, b"") for name in names)))  # type: ignore[operator]


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"PK\x03\x04", b"\x1f\x8b" + b"x" * 100, b"BZh9" + b"x" * 99]
)
def test_what_is_no_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "bot").write_bytes(content)
    with pytest.raises(ParcelError):
        unpacked(tmp_path / "bot")


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_damaged_archive_is_refused(pack: object, tmp_path: Path) -> None:
    made = pack(tmp_path / "bot", ("a", os.urandom(5000)))  # type: ignore[operator]
    whole = made.read_bytes()
    made.write_bytes(whole[:2000] + b"damaged" + whole[2007:])
    with pytest.raises(ParcelError):
        unpacked(made)


def test_an_archive_that_goes_on_after_its_end_is_refused(tmp_path: Path) -> None:
    made = tarred(tmp_path / "plain", ("a", b"a"), mode="w")
    (tmp_path / "bot").write_bytes(gzip.compress(made.read_bytes() + bytes(2 << 20)))
    with pytest.raises(ParcelError, match="goes on after its end"):
        unpacked(tmp_path / "bot")


def test_an_encrypted_file_is_refused(tmp_path: Path) -> None:
    made = zipped(tmp_path / "bot", ("a", b"secret"))
    content = bytearray(made.read_bytes())
    # The flags of the file, where it is and in the list of all files (APPNOTE 4.4.4, bit 0).
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    made.write_bytes(content)
    with pytest.raises(ParcelError, match="is encrypted"):
        unpacked(made)
