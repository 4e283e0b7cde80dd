"""Standard input and output as they are found: closed, or of an encoding that cannot write every character."""

from __future__ import annotations

import codecs
import io
import os
import sys

from workbench.cli.failure import Failure

_ESCAPED = "workbench-escaped"


def prepare_output() -> None:
    """What has no place in the encoding is written as JSON escapes it, so that a piped document stays one."""
    codecs.register_error(_ESCAPED, _escaped)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by who started the program: there is nowhere to write to
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - open as long as the program runs
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPED)


def read_standard_input() -> bytes:
    if sys.stdin is None:
        raise Failure("standard input is closed; name a file, or pipe something into the command.")
    return sys.stdin.buffer.read()


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Every character as `\\uXXXX`, those beyond the first plane as two of them."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    octets = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    units = (octets[at : at + 2].hex() for at in range(0, len(octets), 2))
    return "".join(f"\\u{unit}" for unit in units), error.end
