"""What the README deploys on Kubernetes: its parts fit together, and its commands play a season here."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.stage import ARENA, ROOT, arena, tables
from tests.cluster.stage import Programs, free_port, season

dask = pytest.importorskip("dask", reason="needs the extra `cluster`")
distributed = pytest.importorskip("distributed", reason="needs the extra `cluster`")
yaml = pytest.importorskip("yaml", reason="needs the extra `cluster`")

README = (ROOT / "arena" / "cluster" / "README.md").read_text()


def deployed() -> dict[str, Any]:
    """The objects of the README by kind and name."""
    blocks = re.findall(r"^```yaml\n(.*?)^```$", README, re.M | re.S)
    text = next(block for block in blocks if "kind: Deployment" in block)
    return {f"{one['kind']} {one['metadata']['name']}": one for one in yaml.safe_load_all(text)}


def container(name: str) -> Any:
    (found,) = deployed()[f"Deployment {name}"]["spec"]["template"]["spec"]["containers"]
    return found


def test_selectors_find_the_pods_that_they_mean() -> None:
    found = deployed()
    assert sorted(found) == [
        "Deployment arena-scheduler",
        "Deployment arena-workers",
        "Service arena-scheduler",
    ]
    labels = {}
    for name in ("arena-scheduler", "arena-workers"):
        spec = found[f"Deployment {name}"]["spec"]
        labels[name] = spec["template"]["metadata"]["labels"]
        assert spec["selector"]["matchLabels"] == labels[name]
    assert found["Service arena-scheduler"]["spec"]["selector"] == labels["arena-scheduler"]
    assert labels["arena-scheduler"] != labels["arena-workers"]


def test_workers_and_the_run_look_for_the_scheduler_where_it_is() -> None:
    service = deployed()["Service arena-scheduler"]
    (port,) = service["spec"]["ports"]
    address = f"tcp://{service['metadata']['name']}:{port['port']}"
    # No other port is given to the scheduler: it listens to the one that dask has for it.
    assert "--port" not in container("arena-scheduler")["command"]
    assert port == {"port": distributed.scheduler.Scheduler.default_port}
    assert container("arena-workers")["command"][2] == address
    assert f"--cluster {address}" in README


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A scheduler and a worker, started as their containers would, but for the address."""
    programs, port = Programs(tmp_path), str(free_port())
    address = f"tcp://127.0.0.1:{port}"

    def start(name: str, *more: str) -> None:
        program, *words = container(name)["command"]
        words = [word.replace("tcp://arena-scheduler:8786", address) for word in words]
        variables = {one["name"]: one["value"] for one in container(name).get("env", [])}
        programs.start(str(ARENA.with_name(program)), *words, *more, "--no-dashboard", **variables)

    try:
        start("arena-scheduler", "--port", port)
        start("arena-workers", "--local-directory", str(tmp_path / "dask"))
        yield address
    finally:
        programs.end()


def test_its_commands_play_a_season(address: str, tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    done = arena("league", season(tmp_path), "--results", tmp_path, "--no-times", "--cluster", address)
    assert done.returncode == 0, done.stderr
    assert tables(tmp_path / "try") == undisturbed
    with distributed.Client(address, timeout=10, set_as_default=False) as client:
        (worker,) = client.scheduler_info()["workers"].values()
        assert (worker["nthreads"], worker["resources"]) == (1, {"matches": 1})
        assert client.run_on_scheduler(dask.config.get, "distributed.scheduler.work-stealing") is False
