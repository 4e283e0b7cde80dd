"""Export a replay as code that sends the same request: curl, Python (`openai`), TypeScript (`ai`), a pytest test.

The code reads the key from an environment variable. Code for the embedded model states how to start it.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping

from workbench.json.text import compact
from workbench.replays.export_pytest import as_pytest
from workbench.replays.export_snippets import (
    base_url,
    client_call,
    key_expression,
    key_variable,
    python_literal,
    request_path,
    startup_comment,
)
from workbench.replays.export_typescript import as_typescript
from workbench.replays.record import ReplayRecord


class NotExportableError(ValueError):
    """The replay sent nothing, so there is no request to export."""


def export(record: ReplayRecord, kind: str) -> str:
    """Return the replay as code; `kind` is a key of `EXPORTS`."""
    if record.request is None:
        raise NotExportableError("nothing was sent in this replay, so there is no request to export")
    return EXPORTS[kind](record)


def as_curl(record: ReplayRecord) -> str:
    unbuffered = ["-N"] if record.stream else []
    arguments = ["curl", "-sS", *unbuffered, shlex.quote(base_url(record) + request_path(record))]
    lines = [
        " ".join(arguments),
        f'  -H "Authorization: Bearer ${key_variable(record)}"',
        "  -H 'Content-Type: application/json'",
        f"  --data-binary {shlex.quote(compact(record.request))}",
    ]
    return startup_comment("# ", record) + " \\\n".join(lines) + "\n"


def as_python(record: ReplayRecord) -> str:
    printing = "for event in response:\n    print(event)" if record.stream else "print(response)"
    imports = "from openai import OpenAI" if record.embedded else "import os\n\nfrom openai import OpenAI"
    return f"""{startup_comment("# ", record)}{imports}

REQUEST = {python_literal(record.request)}

client = OpenAI(base_url={base_url(record)!r}, api_key={key_expression(record)})
response = {client_call(record)}
{printing}
"""


EXPORTS: Mapping[str, Callable[[ReplayRecord], str]] = {
    "curl": as_curl,
    "python": as_python,
    "typescript": as_typescript,
    "pytest": as_pytest,
}
