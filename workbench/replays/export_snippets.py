"""The parts that all exported code shares: address, path, key and client call."""

from __future__ import annotations

import pprint

from workbench.formats import FORMATS
from workbench.replays.endpoint import DEFAULT_KEY_VARIABLE
from workbench.replays.record import ReplayRecord
from workbench.replays.wire_format import wire_of

REHEARSAL_PORT = 8765


def startup_comment(prefix: str, record: ReplayRecord) -> str:
    """Return a comment that states how to start the embedded model, or nothing for a live endpoint."""
    if not record.embedded:
        return ""
    return f"{prefix}Start the embedded model first: workbench rehearse --port {REHEARSAL_PORT}\n"


def base_url(record: ReplayRecord) -> str:
    """Return the address for exported code. The embedded model's port in the record was only used for that replay."""
    return f"http://127.0.0.1:{REHEARSAL_PORT}/v1" if record.embedded else str(record.endpoint["base_url"])


def request_path(record: ReplayRecord) -> str:
    return wire_of(FORMATS[record.wire]).path_of(str(record.request.get("model")))


def key_variable(record: ReplayRecord) -> str:
    return str(record.endpoint.get("key_variable") or DEFAULT_KEY_VARIABLE)


def key_expression(record: ReplayRecord) -> str:
    """Return the Python expression that reads the key. The embedded model accepts any key."""
    return '"none"' if record.embedded else f"os.environ[{key_variable(record)!r}]"


def client_call(record: ReplayRecord) -> str:
    """Return the Python expression that sends `REQUEST`."""
    client = wire_of(FORMATS[record.wire]).client
    if client is None:
        return f"client.post({request_path(record)!r}, cast_to=object, body=REQUEST)"
    return f"client.{client.python}(**REQUEST)"


def python_literal(value: object) -> str:
    return pprint.pformat(value, width=100, sort_dicts=False)
