"""Mask a replay's secrets in the logs of the HTTP libraries, which contain URLs and response heads.

All replays share one filter that stays installed: adding and removing filters while other threads log would leave gaps.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from workbench.replays.secrets import Secrets

_LIBRARIES = ("httpx2", "httpcore2", "openai", "asyncio")
_LOGGERS = (
    "httpx2",
    "openai._base_client",
    *(f"httpcore2.{part}" for part in ("connection", "http11", "http2", "proxy")),
)
_active: dict[int, Secrets] = {}
_lock = Lock()


@contextmanager
def masked_logs(secrets: Secrets) -> Iterator[None]:
    with _lock:
        for name in {*_LOGGERS, *(name for name in logging.root.manager.loggerDict if name.startswith(_LIBRARIES))}:
            logging.getLogger(name).addFilter(_mask)
        _active[id(secrets)] = secrets
    try:
        yield
    finally:
        with _lock:
            _active.pop(id(secrets), None)


def _mask(record: logging.LogRecord) -> bool:
    message = record.getMessage()
    masked = message
    for secrets in list(_active.values()):
        masked = secrets.hide(masked)
    if masked != message:
        record.msg, record.args = masked, ()
    return True
