"""Extract the error from a stack trace, and the message from a log line."""

from __future__ import annotations

import re

_PYTHON = re.compile(r"^Traceback \(most recent call last\):", re.MULTILINE)
_RAISED = re.compile(r"^(?:[\w$]+\.)*[A-Z_]\w*(?:: |$)", re.MULTILINE)
_FRAMES = re.compile(r"^\s+at [^\n]*(?:\n|\Z)|^\s+\.\.\. \d+ more\s*$", re.MULTILINE)
_LOGGED = re.compile(
    r"^\W{0,2}\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?\W*"
    r"(?:\W*\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL)\b\W*)?(?:[\w.-]+(?::\d+)?\s*[-:|]\s+)?",
    re.IGNORECASE | re.MULTILINE,
)


def raised_error(text: str) -> str:
    """Return the last exception of a Python traceback with all its lines, without stack frames of other languages."""
    text = _FRAMES.sub("", text)
    traces = list(_PYTHON.finditer(text))
    if traces:
        raised = _RAISED.search(text, traces[-1].end())
        text = text[raised.start() :] if raised else text
    return _LOGGED.sub("", text).strip()
