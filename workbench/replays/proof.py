"""The proof of a repair: the conversation as it was and as repaired, sent together to the same model."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from workbench.conversation import Conversation
from workbench.json.text import Json
from workbench.repairs.repair import repair
from workbench.replays.record import ANSWERED, REFUSED, REPAIRED, ReplayRecord
from workbench.replays.sending import Sending, send


@dataclass(frozen=True)
class Proof:
    original: ReplayRecord
    repaired: ReplayRecord | None
    """None where no safe repair is known: then there is nothing else to send."""
    fixes: tuple[str, ...] = ()
    """Their titles."""

    @property
    def proved(self) -> bool:
        """What was refused as it was is answered as repaired."""
        return self.original.ended == REFUSED and self.repaired is not None and self.repaired.ended == ANSWERED

    def as_json(self) -> Json:
        return {
            "proved": self.proved,
            "fixes": list(self.fixes),
            "original": self.original.as_json(),
            "repaired": self.repaired.as_json() if self.repaired else None,
        }


def send_both(conversation: Conversation, how: Sending, stop: threading.Event | None = None) -> Proof:
    """Repair for whoever receives it, and send both at once."""
    target = how.target or (how.endpoint.target if how.endpoint else None)
    done = repair(conversation, target, mind_others=False)
    with ThreadPoolExecutor(2) as threads:
        original = threads.submit(send, conversation, how, stop)
        repaired = threads.submit(send, done.conversation, how, stop) if done.applied else None
        return Proof(
            original.result(),
            replace(repaired.result(), variant=REPAIRED) if repaired else None,
            tuple(fix.title for fix in done.applied),
        )
