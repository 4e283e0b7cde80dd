"""What can be made to go wrong, on purpose: for teaching, and for testing a program against it.

Chosen by the header `x-rehearsal-fault`, or after the model's name: `rehearsal-openai+cut-stream`.
"""

from __future__ import annotations

from typing import NamedTuple

FAILURES = {
    "slow": "every piece comes late (`slow:2` waits two seconds)",
    "rate-limit": "429 with Retry-After in seconds (`rate-limit:7`)",
    "rate-limit-date": "429 with Retry-After as a date",
    "server-error": "500",
    "unauthorised": "401",
    "cut-stream": "the connection closes in the middle of the answer",
    "error-in-stream": "the stream reports an error and ends",
    "malformed-json": "JSON that ends too early",
    "html": "a web page instead of JSON",
    "empty": "200 with an empty body",
    "wrong-ids": "calls whose ids change from piece to piece, or are all the same",
    "missing-index": "pieces of calls without the index of their call",
    "repeated-index": "pieces of all calls under the same index",
    "late-id": "calls whose ids come last",
}
HEADER = "x-rehearsal-fault"
_DELAY = 0.3


class SimulatedFailure(NamedTuple):
    name: str = ""
    amount: float | None = None

    @property
    def delay(self) -> float:
        if self.name != "slow":
            return 0.0
        return min(_DELAY if self.amount is None else self.amount, 600.0)


class UnknownFailureError(LookupError):
    """A fault nobody can make."""


def read_failure(text: str) -> SimulatedFailure:
    """`name` or `name:amount`."""
    name, _, amount = text.strip().partition(":")
    if name and name not in FAILURES:
        raise UnknownFailureError(f"There is no fault '{name}'. Known faults: {', '.join(FAILURES)}.")
    try:
        number = float(amount) if amount else None
    except ValueError:
        number = None
    return SimulatedFailure(name, number if number is not None and 0 <= number < 1e6 else None)
