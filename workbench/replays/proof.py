"""Prove a repair: send the original and the repaired conversation to the same model."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from workbench.conversation import Conversation
from workbench.json.text import JsonObject
from workbench.repairs.repair import repair
from workbench.replays.record import ANSWERED, REFUSED, REPAIRED, ReplayRecord
from workbench.replays.sending import ReplaySettings, send


@dataclass(frozen=True)
class Proof:
    original: ReplayRecord
    repaired: ReplayRecord | None
    """None if no safe repair is known or needed."""
    fixes: tuple[str, ...] = ()
    """The titles of the applied fixes."""

    @property
    def proved(self) -> bool:
        """Whether the original was refused and the repaired conversation was answered."""
        return self.original.ended == REFUSED and self.repaired is not None and self.repaired.ended == ANSWERED

    def as_json(self) -> JsonObject:
        return {
            "proved": self.proved,
            "fixes": list(self.fixes),
            "original": self.original.as_json(),
            "repaired": self.repaired.as_json() if self.repaired else None,
        }


def send_both(conversation: Conversation, settings: ReplaySettings, stop: threading.Event | None = None) -> Proof:
    """Repair the conversation for its target and send both versions at the same time."""
    target = settings.target or (settings.endpoint.target if settings.endpoint else None)
    repair_result = repair(conversation, target, mind_others=False)
    with ThreadPoolExecutor(2) as threads:
        original = threads.submit(send, conversation, settings, stop)
        repaired = threads.submit(send, repair_result.conversation, settings, stop) if repair_result.applied else None
        return Proof(
            original.result(),
            replace(repaired.result(), variant=REPAIRED) if repaired else None,
            tuple(fix.title for fix in repair_result.applied),
        )
