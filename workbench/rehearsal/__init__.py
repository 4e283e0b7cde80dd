"""The embedded model: a real endpoint on this machine that refuses what a provider would refuse and calls no model."""

from __future__ import annotations

from workbench.rehearsal.failures import FAILURES
from workbench.rehearsal.recordings import Recordings
from workbench.rehearsal.request_log import RequestLog
from workbench.rehearsal.server import Rehearsal

__all__ = ["FAILURES", "Recordings", "Rehearsal", "RequestLog"]
