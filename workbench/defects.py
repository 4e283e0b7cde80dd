"""A defect of the workbench in one part: it is reported in its place with a stable code, and everything else goes on.

Each part that can fail alone has a border around it. What a defect says may hold words of the conversation, so it is
neither shown nor logged; the trace is, on the level of debugging, for who asks for it (`WORKBENCH_DEBUG=1`).
"""

from __future__ import annotations

import logging
import sys
from enum import StrEnum

_LOG = logging.getLogger(__name__)
logging.getLogger("workbench").addHandler(logging.NullHandler())  # a library prints nothing unless it is asked to
HIDDEN = True
"""Tests set this to False: there a defect must be seen."""
RULE_NAME = "workbench-defect"
"""The rule of a finding that tells of a defect."""


class Part(StrEnum):
    """What failed, by its code."""

    RULE = "WB001"
    FIX = "WB002"
    READER = "WB003"
    OUTPUT = "WB004"
    PAGE = "WB005"
    STORE = "WB006"


def log_what_cannot_be_raised() -> None:
    """The interpreter prints a trace of what it cannot raise (a value too deep to be printed); a program logs it."""
    sys.unraisablehook = lambda info: _LOG.debug("ignored by the interpreter: %s", info.exc_type.__name__)


def report_defect(part: Part, name: str, defect: Exception) -> str:
    """The sentence for the user. `name` names the part that failed, never anything of a conversation."""
    if not HIDDEN:
        raise defect
    failed = f"{name} failed ({type(defect).__name__})"
    _LOG.error("%s: %s", part, failed)
    _LOG.debug("its trace", exc_info=defect)
    return f"{part}: {failed}. This is a defect of the workbench; please report it. The rest is not affected."
