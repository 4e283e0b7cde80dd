"""Replay a conversation. Whatever the provider or the network does is in the record; nothing of it is raised.

The replay runs in an event loop of its own, in the caller's thread, so that it can be stopped at any moment, even
while it waits for a byte, and its sockets and tasks are gone when it returns.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace

from workbench.conversation import Conversation
from workbench.json.text import Json
from workbench.replays.embedded import embedded
from workbench.replays.endpoint import Endpoint
from workbench.replays.logs import masked_logs
from workbench.replays.one_run import Run
from workbench.replays.record import OnEvent, ReplayRecord
from workbench.replays.recorded_tools import Choose
from workbench.replays.request import Options
from workbench.targets import default_target


def replay(
    conversation: Conversation,
    endpoint: Endpoint | None = None,
    *,
    up_to: int | None = None,
    stream: bool = True,
    temperature: float | None = None,
    max_tokens: int | None = None,
    body: Mapping[str, Json] | None = None,
    recorded_tools: bool = False,
    choose: Choose | None = None,
    limit: int = 25,
    stop: threading.Event | None = None,
    on_event: OnEvent | None = None,
    target: str | None = None,
) -> ReplayRecord:
    """Without an endpoint the embedded model answers, and plays `target`. `limit` is the number of requests of a run
    with recorded tools; `choose` decides on calls that were not recorded. `body` is an edited request of this
    conversation, sent as it is."""
    options = Options(up_to, stream, temperature, max_tokens, body)
    with ExitStack() as stack:
        if endpoint is None:
            endpoint = stack.enter_context(embedded(conversation, target or default_target(conversation), up_to))
        elif target is not None:
            endpoint = replace(endpoint, target=target)
        run = Run(conversation, endpoint, options, recorded_tools or choose is not None, choose, limit, on_event)
        with masked_logs(endpoint.secrets):
            _in_a_loop(run.until(stop or threading.Event()))
        return run.record()


def _in_a_loop(work: Coroutine[None, None, None]) -> None:
    if not _inside_a_loop():
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:  # a notebook, or a program that is asynchronous itself
        return thread.submit(asyncio.run, work).result()


def _inside_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
