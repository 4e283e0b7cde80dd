"""Replay a conversation. Failures of the provider or the network are recorded, never raised.

A replay runs in its own event loop in the caller's thread. It can be stopped at any time, even while it waits for a
byte, and its sockets and tasks are closed when it returns.
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
from workbench.replays.embedded_model import embedded_endpoint
from workbench.replays.endpoint import Endpoint
from workbench.replays.log_masking import masked_logs
from workbench.replays.record import OnEvent, ReplayRecord
from workbench.replays.recorded_tools import Choose
from workbench.replays.replay_run import ReplayRun
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
    """Send a conversation to an endpoint and record the exchange.

    Without an endpoint, the embedded model answers as `target` would. `limit` is the maximum number of requests in a
    run with recorded tools; `choose` answers calls that were not recorded. `body` is an edited request of this
    conversation, sent unchanged.
    """
    options = Options(up_to, stream, temperature, max_tokens, body)
    with ExitStack() as stack:
        if endpoint is None:
            played = target or default_target(conversation)
            endpoint = stack.enter_context(embedded_endpoint(conversation, played, up_to))
        elif target is not None:
            endpoint = replace(endpoint, target=target)
        tools = recorded_tools or choose is not None
        run = ReplayRun(conversation, endpoint, options, tools=tools, choose=choose, limit=limit, on_event=on_event)
        with masked_logs(endpoint.secrets):
            _run_in_new_loop(run.run_until(stop or threading.Event()))
        return run.record()


def _run_in_new_loop(work: Coroutine[None, None, None]) -> None:
    if not _is_inside_a_loop():
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:  # the caller is a notebook or an asynchronous program
        return thread.submit(asyncio.run, work).result()


def _is_inside_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
