"""A defect of the workbench in one rule or fix: it is reported with the place it is in, and everything else goes on."""

from __future__ import annotations

import logging

_LOG = logging.getLogger(__name__)
HIDDEN = True
"""Tests set this to False: there a defect must be seen."""


def report_defect(part: str, defect: Exception) -> None:
    """`part` names a rule or a fix, never anything of a conversation."""
    if not HIDDEN:
        raise defect
    _LOG.error("%s failed (%s); please report it", part, type(defect).__name__)
    _LOG.debug("its trace", exc_info=defect)
