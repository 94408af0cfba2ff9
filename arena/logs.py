"""Logging of the parent and its workers into one file.

Each worker writes to a queue of its own, which the parent's `MultiProcessingHandler` empties into the
parent's logging: one queue for all could stay locked for ever by a worker that is killed while it writes.
"""

import contextlib
import logging
import logging.handlers
import multiprocessing
import sys
from pathlib import Path
from typing import Any

from multiprocessing_logging import MultiProcessingHandler

from arena.words import visible

_FORMAT = "%(asctime)s %(levelname)-7s %(processName)s %(name)s: %(message)s"
_BYTES_KEPT = 4 << 20
_root = logging.getLogger("arena")


class _ToParent(logging.Handler):
    """Hands a worker's record to the parent's own logging, which locks and rotates."""

    def emit(self, record: logging.LogRecord) -> None:
        logging.getLogger(record.name).handle(record)


class _Lines(logging.Formatter):
    """A record begins at the left edge, its further lines do not: what a bot wrote cannot pass for one."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record)).replace("\n", "\n    ")


class _ToFile(logging.handlers.RotatingFileHandler):
    """Writes to a file. When that cannot be written it is said, once: no match depends on its log."""

    _said = False

    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._said:
            self._said = True
            print(f"warning: {self.baseFilename}: {error.strerror}", file=sys.stderr, flush=True)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            super().close()


def log_to(file: Path) -> logging.Handler:
    """Write the log of this run to a file; hand the handler to `stop_logging`."""
    handler = _ToFile(file, maxBytes=_BYTES_KEPT, backupCount=2, encoding="utf-8")
    handler.setFormatter(_Lines(_FORMAT))
    _root.addHandler(handler)
    _root.setLevel(logging.INFO)
    _root.propagate = False
    return handler


def stop_logging(handler: logging.Handler) -> None:
    """Close a file that `log_to` opened."""
    _root.removeHandler(handler)
    _root.propagate = True
    handler.close()


def worker_channel(name: str) -> tuple[MultiProcessingHandler, Any]:
    """The parent's end and the worker's end of a log channel. Close the first when the worker is gone."""
    if multiprocessing.get_start_method(allow_none=True) is None:
        # The library makes its queue for the default start method, which must be the workers'.
        multiprocessing.set_start_method("spawn")
        # What tidies up after a run that was killed, a process of the library's, is to do so without a word.
        sys.warnoptions.append("ignore:resource_tracker:UserWarning")
    parent_end = MultiProcessingHandler(name, sub_handler=_ToParent())
    return parent_end, parent_end.queue


def log_to_parent(queue: Any) -> None:
    """In a worker: send everything to the parent."""
    _root.addHandler(logging.handlers.QueueHandler(queue))
    _root.setLevel(logging.INFO)
    _root.propagate = False
