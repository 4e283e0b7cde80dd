"""Send a conversation with one set of settings; the command line, the page and a proof all use it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from workbench.conversation import Conversation
from workbench.replays.embedded_model import embedded_endpoint
from workbench.replays.endpoint import Endpoint
from workbench.replays.record import OnEvent, ReplayRecord
from workbench.replays.request import Options
from workbench.targets import default_target


@dataclass(frozen=True)
class ReplaySettings:
    """Where a conversation is sent, and how."""

    endpoint: Endpoint | None = None
    """If None, the embedded model answers."""
    target: str | None = None
    """Whose rules apply. If None: the endpoint's target, or the provider that defines the conversation's format."""
    fault: str = ""
    """The failure that the embedded model simulates; empty for a normal answer."""
    options: Options = field(default_factory=Options)
    recorded_tools: bool = False


def send(
    conversation: Conversation,
    settings: ReplaySettings,
    stop: threading.Event | None = None,
    on_event: OnEvent | None = None,
) -> ReplayRecord:
    from workbench.replays.run import replay  # imports `openai`, which only a replay needs

    options = settings.options
    with _endpoint(conversation, settings) as endpoint:
        return replay(
            conversation,
            endpoint,
            up_to=options.up_to,
            stream=options.stream,
            temperature=options.temperature,
            max_tokens=options.max_tokens,
            body=options.body,
            recorded_tools=settings.recorded_tools,
            stop=stop,
            on_event=on_event,
            target=settings.target if settings.endpoint is not None else None,
        )


@contextmanager
def _endpoint(conversation: Conversation, settings: ReplaySettings) -> Iterator[Endpoint]:
    if settings.endpoint is not None:
        yield settings.endpoint
        return
    target = settings.target or default_target(conversation)
    with embedded_endpoint(conversation, target, settings.options.up_to, settings.fault) as endpoint:
        yield endpoint
