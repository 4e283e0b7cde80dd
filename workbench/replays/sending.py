"""How a conversation is sent, as one value: the command line, the page and a proof all send in the same way."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from workbench.conversation import Conversation
from workbench.replays.embedded import embedded
from workbench.replays.endpoint import Endpoint
from workbench.replays.record import OnEvent, ReplayRecord
from workbench.replays.request import Options
from workbench.targets import default_target


@dataclass(frozen=True)
class Sending:
    """To whom and with what."""

    endpoint: Endpoint | None = None
    """None: the embedded model answers."""
    target: str | None = None
    """Whose rules hold; None: the endpoint's, or those of the format's own provider."""
    fault: str = ""
    """How the embedded model fails."""
    options: Options = field(default_factory=Options)
    recorded_tools: bool = False


def send(
    conversation: Conversation, how: Sending, stop: threading.Event | None = None, on_event: OnEvent | None = None
) -> ReplayRecord:
    from workbench.replays.run import replay  # imports `openai`, which only a replay needs

    with _asked(conversation, how) as endpoint:
        return replay(
            conversation,
            endpoint,
            up_to=how.options.up_to,
            stream=how.options.stream,
            temperature=how.options.temperature,
            max_tokens=how.options.max_tokens,
            body=how.options.body,
            recorded_tools=how.recorded_tools,
            stop=stop,
            on_event=on_event,
            target=how.target if how.endpoint is not None else None,
        )


@contextmanager
def _asked(conversation: Conversation, how: Sending) -> Iterator[Endpoint]:
    if how.endpoint is not None:
        yield how.endpoint
        return
    target = how.target or default_target(conversation)
    with embedded(conversation, target, how.options.up_to, how.fault) as endpoint:
        yield endpoint
