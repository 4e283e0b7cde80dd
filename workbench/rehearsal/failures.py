"""The failures that the embedded model can simulate, for teaching and for testing other programs.

A request selects one with the header `x-rehearsal-fault` or after the model's name: `rehearsal-<target>+cut-stream`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

FailureName = Literal[
    "slow",
    "rate-limit",
    "rate-limit-date",
    "server-error",
    "unauthorised",
    "cut-stream",
    "error-in-stream",
    "malformed-json",
    "html",
    "empty",
    "wrong-ids",
    "missing-index",
    "repeated-index",
    "late-id",
]
FAILURES: dict[FailureName, str] = {
    "slow": "every chunk arrives late (`slow:2` waits two seconds)",
    "rate-limit": "429 with Retry-After in seconds (`rate-limit:7`)",
    "rate-limit-date": "429 with Retry-After as a date",
    "server-error": "500",
    "unauthorised": "401",
    "cut-stream": "the connection closes in the middle of the answer",
    "error-in-stream": "the stream reports an error and ends",
    "malformed-json": "JSON that ends too early",
    "html": "a web page instead of JSON",
    "empty": "200 with an empty body",
    "wrong-ids": "calls whose ids change from chunk to chunk, or are all the same",
    "missing-index": "chunks of calls without the index of their call",
    "repeated-index": "chunks of all calls with the same index",
    "late-id": "calls whose ids arrive last",
}
HEADER = "x-rehearsal-fault"
_DELAY = 0.3


class SimulatedFailure(NamedTuple):
    name: FailureName | Literal[""] = ""
    amount: float | None = None

    @property
    def delay(self) -> float:
        if self.name != "slow":
            return 0.0
        return min(_DELAY if self.amount is None else self.amount, 600.0)


class UnknownFailureError(LookupError):
    """There is no simulated failure with this name."""


def read_failure(text: str) -> SimulatedFailure:
    """Parse `name` or `name:amount`; an empty text means no failure."""
    text_name, _, amount = text.strip().partition(":")
    name = next((known for known in FAILURES if known == text_name), None)
    if name is None and text_name:
        raise UnknownFailureError(f"There is no fault '{text_name}'. Known faults: {', '.join(FAILURES)}.")
    try:
        number = float(amount) if amount else None
    except ValueError:
        number = None
    return SimulatedFailure(name or "", number if number is not None and 0 <= number < 1e6 else None)
