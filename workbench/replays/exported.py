"""What all exported code says alike: where it asks, for what, and from which variable it takes the key."""

from __future__ import annotations

import pprint

from workbench.formats import FORMATS
from workbench.replays.endpoint import DEFAULT_KEY_VARIABLE
from workbench.replays.record import ReplayRecord
from workbench.replays.spoken_format import wire_of

REHEARSAL_PORT = 8765


def start(comment: str, record: ReplayRecord) -> str:
    if not record.embedded:
        return ""
    return f"{comment}Start the embedded model first: workbench rehearse --port {REHEARSAL_PORT}\n"


def base_url(record: ReplayRecord) -> str:
    """The embedded model had a port of its own for this replay; served alone it has the usual one."""
    return f"http://127.0.0.1:{REHEARSAL_PORT}/v1" if record.embedded else str(record.endpoint["base_url"])


def path(record: ReplayRecord) -> str:
    return wire_of(FORMATS[record.wire]).path_of(str(record.request.get("model")))


def variable(record: ReplayRecord) -> str:
    return str(record.endpoint.get("key_variable") or DEFAULT_KEY_VARIABLE)


def python_key(record: ReplayRecord) -> str:
    return '"none"' if record.embedded else f"os.environ[{variable(record)!r}]"


def create(record: ReplayRecord) -> str:
    client = wire_of(FORMATS[record.wire]).client
    if client is None:
        return f"client.post({path(record)!r}, cast_to=object, body=REQUEST)"
    return f"client.{client.python}(**REQUEST)"


def literal(value: object) -> str:
    return pprint.pformat(value, width=100, sort_dicts=False)
