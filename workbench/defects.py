"""Report a defect of the workbench in its place with a stable code, so that everything else continues.

Each part that can fail alone catches its own exceptions. An exception's message may contain text of the conversation,
so it is neither shown nor logged. The stack trace without it is logged at debug level, for `WORKBENCH_DEBUG=1`.
"""

from __future__ import annotations

import logging
import sys
import traceback
from enum import StrEnum

_LOG = logging.getLogger(__name__)
logging.getLogger("workbench").addHandler(logging.NullHandler())  # a library logs only if the program configures it
HIDDEN = True
"""Tests set this to False to raise defects instead of reporting them."""
RULE_NAME = "workbench-defect"
"""The rule of a finding that reports a defect."""


class Part(StrEnum):
    """The part that failed, with its code."""

    RULE = "WB001"
    FIX = "WB002"
    READER = "WB003"
    OUTPUT = "WB004"
    PAGE = "WB005"
    STORE = "WB006"


def log_unraisable_exceptions() -> None:
    """Log exceptions that the interpreter cannot raise; by default it prints their stack traces."""
    sys.unraisablehook = lambda info: _LOG.debug("ignored by the interpreter: %s", info.exc_type.__name__)


def report_defect(part: Part, name: str, defect: Exception) -> str:
    """Log a defect and return the sentence for the user. `name` must not contain text of a conversation."""
    if not HIDDEN:
        raise defect
    summary = f"{name} failed ({type(defect).__name__})"
    _LOG.error("%s: %s", part, summary)
    _LOG.debug("stack trace:\n%s", "".join(traceback.format_tb(defect.__traceback__)))
    return f"{part}: {summary}. This is a defect of the workbench; please report it. The rest is not affected."
