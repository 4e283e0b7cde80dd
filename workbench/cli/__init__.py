"""The `workbench` command. Each command lives in its own module and is imported when it is called, so that
`--version` and help answer at once."""

from __future__ import annotations

import importlib
from functools import partial
from pathlib import Path
from typing import Any

import click

from workbench import __version__
from workbench.cli.failure import Failure, told_in_one_sentence
from workbench.cli.streams import prepare_output
from workbench.defects import log_what_cannot_be_raised
from workbench.names import nearest

COMMANDS = {
    "open": "workbench.cli.open",
    "detect": "workbench.cli.detect",
    "convert": "workbench.cli.convert",
    "trace": "workbench.cli.trace",
    "xray": "workbench.cli.xray",
    "check": "workbench.cli.check",
    "triage": "workbench.cli.triage",
    "fix": "workbench.cli.fix",
    "shrink": "workbench.cli.shrink",
    "redact": "workbench.cli.redact",
    "capsule": "workbench.cli.capsule",
    "doctor": "workbench.cli.doctor",
    "replay": "workbench.cli.replay",
    "rehearse": "workbench.cli.rehearse",
    "explain": "workbench.cli.explain",
    "rules": "workbench.cli.rules",
}
"""Command → the module whose `command` it is."""


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is no command opens the page: `workbench chat.json`, `workbench --port 9000`, or `workbench` alone."""
        own = {"-h", "--help", "--version"}
        if not args or args[0] not in own | COMMANDS.keys():
            if args and not args[0].startswith("-") and not Path(args[0]).exists():
                near = nearest(args[0], COMMANDS)
                raise Failure(
                    f"there is no command and no file {args[0]!r}{f'; did you mean {near!r}?' if near else '.'}"
                )
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """As a program, every failure is one sentence on standard error; inside another program, an exception."""
        run = partial(super().main, *args, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        prepare_output()
        log_what_cannot_be_raised()
        raise SystemExit(told_in_one_sentence(run))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="workbench")
def main() -> None:
    """See what happens to a conversation on its way to the model and back, and repair it."""
