"""One running replay, in a thread of its own, so that the page can show what arrives and stop it."""

from __future__ import annotations

import threading
from contextlib import nullcontext

from workbench.conversation import Conversation
from workbench.json.text import Json
from workbench.replays import Endpoint, Moment, ReplayRecord
from workbench.view.replays import call_line


class Running:
    """`name` is the conversation's in the session: its answer belongs there, whatever is open when it comes."""

    def __init__(
        self,
        name: str,
        conversation: Conversation,
        endpoint: Endpoint | None,
        target: str,
        fault: str,
        options: dict[str, Json],
    ) -> None:
        self.name = name
        self.conversation, self.endpoint, self.target, self.fault = conversation, endpoint, target, fault
        self.options = options
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

    def _told(self, moment: Moment) -> None:
        self.silence = moment.value if moment.kind == "waiting" else 0
        if moment.kind == "tool":
            call = moment.value["call"]
            self._pieces.append(f"\n{call_line(call['name'], call['arguments'])}\n\n")
        blocks = moment.value.get("blocks", []) if moment.kind == "content" else []
        self._pieces += [block["text"] for block in blocks if block.get("type") == "text"]

    def _run(self) -> None:
        from workbench.replays import replay
        from workbench.replays.embedded import embedded

        up_to = self.options.get("up_to")
        asked = (
            nullcontext(self.endpoint)
            if self.endpoint is not None
            else embedded(self.conversation, self.target, up_to, self.fault)
        )
        try:
            with asked as endpoint:
                self.record = replay(
                    self.conversation,
                    endpoint,
                    stop=self.stop,
                    on_event=self._told,
                    target=None if self.endpoint is None else self.target,
                    **self.options,
                )
        except Exception as fault:  # noqa: BLE001 - whatever it is, the page must say that the replay ended
            self.failure = f"The replay failed: {type(fault).__name__}"
