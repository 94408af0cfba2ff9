"""Sittings on the machines of a dask.distributed cluster: extra `cluster`."""
