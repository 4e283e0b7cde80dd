"""One running replay in its own thread, so that the page can show its progress and stop it.

At the end, the thread itself stores the result, so that it exists even if the page was closed.
"""

from __future__ import annotations

import threading
from dataclasses import replace

from workbench.app.saved_state import may_store
from workbench.app.store import STORE, title_of
from workbench.conversation import Conversation
from workbench.replays import Moment, ReplayRecord
from workbench.replays.record import AS_IT_WAS, Variant
from workbench.replays.sending import ReplaySettings, send
from workbench.view.replays import call_line


class Running:
    """`name` identifies the conversation in the session, which gets the answer even if another one is open."""

    def __init__(
        self,
        name: str,
        conversation: Conversation,
        how: ReplaySettings,
        variant: Variant = AS_IT_WAS,
        in_table: bool = True,
    ) -> None:
        """`in_table`: the sent messages are those of the table, so the answer is shown there."""
        self.name, self.conversation, self.how = name, conversation, how
        self.variant, self.in_table = variant, in_table
        kind, _, name = name.partition(":")
        self._source = (kind, name)
        self._is_kept = may_store(self._source)
        self.stop = threading.Event()
        self.record: ReplayRecord | None = None
        self.failure = ""
        self.silence = 0
        """Seconds without data."""
        self._pieces: list[str] = []
        self.thread = threading.Thread(target=self._run, name="replay", daemon=True)
        self.thread.start()

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    @property
    def done(self) -> bool:
        return not self.thread.is_alive()

    def _receive(self, moment: Moment) -> None:
        self.silence = moment.value if moment.kind == "waiting" else 0
        if moment.kind == "tool":
            call = moment.value["call"]
            self._pieces.append(f"\n{call_line(call['name'], call['arguments'])}\n\n")
        blocks = moment.value.get("blocks", []) if moment.kind == "content" else []
        self._pieces += [block["text"] for block in blocks if block.get("type") == "text"]

    def _run(self) -> None:
        try:
            self.record = replace(send(self.conversation, self.how, self.stop, self._receive), variant=self.variant)
        except Exception as fault:  # noqa: BLE001 - the page must always show that the replay ended
            self.failure = f"The replay failed: {type(fault).__name__}"
            return
        if self._is_kept:
            count, title = len(self.conversation.messages), title_of(self._source, self.conversation)
            STORE.cases.keep_replay(self._source, self.record.as_json(), count, self.in_table, title)
