"""How the command ends: an exit code, and for every failure one sentence on standard error, never a stack trace."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

import click

FAILED = 2
"""The command could not do what was asked: a file that cannot be read, a word it does not know, a fault of its own."""
_INTERRUPTED = 130
_PIPE_CLOSED = 141


class Failure(click.ClickException):
    """The caller's mistake, or a file that cannot be read. The message is the whole sentence."""

    exit_code = FAILED


def told_in_one_sentence(run: Callable[[], Any]) -> int:
    """Run a command and return its exit code."""
    if os.environ.get("WORKBENCH_DEBUG"):
        logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")
    try:
        code = run()
    except click.exceptions.NoArgsIsHelpError as asked:
        click.echo(asked.format_message())
        return FAILED
    except click.ClickException as failure:
        return _say(failure.format_message())
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader (`head`, a pager) went away; writing what is left at exit would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except OSError as fault:
        return _say(f"system error: {fault.strerror or fault} ({fault.filename})" if fault.filename else str(fault))
    except Exception as fault:  # noqa: BLE001 - a fault of the program itself must not end in a stack trace either
        return _own_fault(fault)
    return code if isinstance(code, int) else 0


def _say(sentence: str) -> int:
    click.echo(f"workbench: {' '.join(sentence.split())}", err=True)
    return FAILED


def _own_fault(fault: Exception) -> int:
    if os.environ.get("WORKBENCH_DEBUG"):
        traceback.print_exception(fault)
    what = f"{type(fault).__name__}: {fault}"[:300]
    return _say(
        f"this is a defect of the workbench itself ({what}); please report it with the file, "
        "and with the trace that WORKBENCH_DEBUG=1 shows."
    )
