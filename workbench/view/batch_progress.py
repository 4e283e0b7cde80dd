"""How far a batch is, and how long the rest will take."""

from __future__ import annotations

from workbench.outputs.verdict_sentence import counted

_SHOWN_IN_SECONDS = 100


def remaining_seconds(done: int, total: int, first: int, since_first: float) -> float | None:
    """Estimate the time for the rest from the results after the first ones, which also waited for processes to start.

    `first` is how many documents the first results were for. None if there are no other results yet, or no rest.
    """
    if not first < done < total:
        return None
    return since_first / (done - first) * (total - done)


def progress_text(done: int, total: int, *, left: float | None = None, took: float | None = None) -> str:
    """Return how many files are done, and the seconds that are left or, at the end, that it took."""
    files = f"{done:,} of {counted(max(total, done), 'file')}"
    if took is not None:
        return f"{files} · {took:,.0f} s"
    return files if left is None else f"{files} · about {_rounded(left)} left"


def _rounded(seconds: float) -> str:
    return f"{seconds:,.0f} s" if seconds < _SHOWN_IN_SECONDS else f"{seconds / 60:,.0f} min"
