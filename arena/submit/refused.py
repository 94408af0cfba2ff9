"""Why a submission was not taken."""

from arena.check.report import Report


class Refused(Exception):
    """A submission that was not taken; `report` is the check's, when it came so far."""

    def __init__(self, words: str, report: Report | None = None) -> None:
        self.report = report
        super().__init__(words)
