"""The embedded model: a real endpoint on this machine that refuses what a provider would refuse, and asks no model."""

from __future__ import annotations

from workbench.rehearsal.faults import FAULTS
from workbench.rehearsal.kept import KeptRequest, KeptRequests
from workbench.rehearsal.recordings import Recordings
from workbench.rehearsal.server import Rehearsal

__all__ = ["FAULTS", "KeptRequest", "KeptRequests", "Recordings", "Rehearsal"]
