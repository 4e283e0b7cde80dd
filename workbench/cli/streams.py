"""Handle standard streams that are closed, or whose encoding cannot represent every character."""

from __future__ import annotations

import codecs
import io
import os
import sys

import click

from workbench.cli.failure import Failure

_ESCAPED = "workbench-escaped"
_STANDARD_INPUT = "workbench.standard_input"


def prepare_output() -> None:
    """Escape characters that the encoding cannot represent as in JSON, so that a piped document stays valid."""
    codecs.register_error(_ESCAPED, _escaped)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # the calling program has closed it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open as long as the program runs
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPED)


def read_standard_input() -> bytes:
    """Return all of standard input. A command remembers it, because it can be read only once."""
    if sys.stdin is None:
        raise Failure("standard input is closed; name a file, or pipe something into the command.")
    context = click.get_current_context(silent=True)
    remembered = context.meta if context else {}
    if _STANDARD_INPUT not in remembered:
        remembered[_STANDARD_INPUT] = sys.stdin.buffer.read()
    content: bytes = remembered[_STANDARD_INPUT]
    return content


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Escape every character as `\\uXXXX`; one beyond U+FFFF becomes two escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    octets = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    units = (octets[at : at + 2].hex() for at in range(0, len(octets), 2))
    return "".join(f"\\u{unit}" for unit in units), error.end
