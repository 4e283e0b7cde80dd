"""A replay as code that asks the same again: curl, Python (`openai`), TypeScript (`ai`), a pytest test.

The key is an environment variable in each of them. Code that asks the embedded model says how to start it.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping

from workbench.json.text import compact
from workbench.replays.export_pytest import as_pytest
from workbench.replays.export_typescript import as_typescript
from workbench.replays.exported import base_url, create, literal, path, python_key, start, variable
from workbench.replays.record import ReplayRecord


class NotExportableError(ValueError):
    """Nothing was sent, so there is nothing to send again."""


def export(record: ReplayRecord, kind: str) -> str:
    """`kind` is one of `EXPORTS`."""
    if record.request is None:
        raise NotExportableError("nothing was sent in this replay, so there is no request to export")
    return EXPORTS[kind](record)


def as_curl(record: ReplayRecord) -> str:
    streamed = ["-N"] if record.stream else []
    words = ["curl", "-sS", *streamed, shlex.quote(base_url(record) + path(record))]
    lines = [
        " ".join(words),
        f'  -H "Authorization: Bearer ${variable(record)}"',
        "  -H 'Content-Type: application/json'",
        f"  --data-binary {shlex.quote(compact(record.request))}",
    ]
    return start("# ", record) + " \\\n".join(lines) + "\n"


def as_python(record: ReplayRecord) -> str:
    reading = "for event in response:\n    print(event)" if record.stream else "print(response)"
    imports = "from openai import OpenAI" if record.embedded else "import os\n\nfrom openai import OpenAI"
    return f"""{start("# ", record)}{imports}

REQUEST = {literal(record.request)}

client = OpenAI(base_url={base_url(record)!r}, api_key={python_key(record)})
response = {create(record)}
{reading}
"""


EXPORTS: Mapping[str, Callable[[ReplayRecord], str]] = {
    "curl": as_curl,
    "python": as_python,
    "typescript": as_typescript,
    "pytest": as_pytest,
}
