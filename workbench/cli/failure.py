"""End a command with an exit code and report every failure in one sentence on standard error, never a stack trace."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Callable

import click

FAILED = 2
"""The exit code for an unreadable file, an unknown name or a defect of the workbench."""
_INTERRUPTED = 130
_PIPE_CLOSED = 141


class Failure(click.ClickException):
    """The caller's mistake, or a file that cannot be read. The message is a complete sentence."""

    exit_code = FAILED


def run_and_report(run: Callable[[], object]) -> int:
    """Run a command, report its failure in one sentence and return its exit code."""
    if os.environ.get("WORKBENCH_DEBUG"):
        logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")
    try:
        code = run()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return FAILED
    except click.ClickException as error:
        return _report(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader (`head`, a pager) has closed the pipe; writing the rest at exit would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except OSError as error:
        return _report(f"system error: {error.strerror or error} ({error.filename})" if error.filename else str(error))
    except Exception as defect:  # noqa: BLE001 - a defect of the workbench must not end in a stack trace either
        return _report_defect(defect)
    return code if isinstance(code, int) else 0


def _report(sentence: str) -> int:
    click.echo(f"workbench: {' '.join(sentence.split())}", err=True)
    return FAILED


def _report_defect(defect: Exception) -> int:
    """Report a defect by its type: its message may contain a key or text of the conversation."""
    if os.environ.get("WORKBENCH_DEBUG"):
        click.echo(
            f"Traceback (most recent call last):\n{''.join(traceback.format_tb(defect.__traceback__))}", err=True
        )
    return _report(
        f"this is a defect of the workbench itself ({type(defect).__name__}); please report it with the file "
        "and the stack trace that WORKBENCH_DEBUG=1 shows."
    )
