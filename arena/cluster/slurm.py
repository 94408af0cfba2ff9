"""Workers that are jobs of a Slurm cluster, asked for as the configuration of dask-jobqueue says."""

import asyncio
import logging
from typing import Any

log = logging.getLogger(__name__)

_AGAIN_S = 60.0
"""After how long Slurm is asked again for a job that it refused."""


class SlurmError(Exception):
    """There can be no jobs; says why."""


def started(jobs: int) -> Any:
    """A cluster of so many jobs; one that ends is followed by another. Raises: SlurmError, ImportError."""
    from dask_jobqueue.slurm import SLURMCluster, SLURMJob
    from distributed.deploy.spec import ProcessInterface

    refused: list[str] = []

    class Job(SLURMJob):  # type: ignore[misc]
        """A job without which the others play, should Slurm refuse it."""

        async def start(self) -> None:
            try:
                await super().start()
            except (OSError, RuntimeError) as error:
                why = _why(error)
                if why not in refused:
                    log.warning("Slurm refused a job: %s", why)
                refused.append(why)
                # What is not among the workers is asked for by `adapt`.
                asyncio.get_running_loop().call_later(_AGAIN_S, cluster.workers.pop, self.name, None)
                await ProcessInterface.start(self)

    async def asked_for() -> None:
        cluster.scale(jobs=jobs)
        await cluster

    try:
        cluster = SLURMCluster(job_cls=Job)
    except (RuntimeError, ValueError) as error:
        raise SlurmError(f"{error}\nsee arena/cluster/README.md for jobqueue.yaml") from error
    cluster.sync(asked_for)
    if len(refused) >= jobs:
        cluster.close()
        raise SlurmError(f"Slurm refused each of {jobs} jobs: {refused[0]}")
    # Between equal bounds it replaces what has ended, and does no more.
    cluster.adapt(minimum_jobs=jobs, maximum_jobs=jobs)
    return cluster


def _why(error: OSError | RuntimeError) -> str:
    """What sbatch itself said, on one line: the rest tells how it was called."""
    return str(error).rpartition("stderr:\n")[2].strip().replace("\n", "; ")
