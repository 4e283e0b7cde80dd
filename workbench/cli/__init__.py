"""The `workbench` command. Each subcommand has its own module, imported when it is called: help must answer quickly."""

from __future__ import annotations

import importlib
from functools import partial
from pathlib import Path
from typing import Any

import click

from workbench import __version__
from workbench.cli.failure import Failure, run_and_report
from workbench.cli.streams import prepare_output
from workbench.defects import log_unraisable_exceptions
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
"""The module of each command; it defines the command as `command`."""


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
        """Open the page if no command is given: `workbench chat.json`, `workbench --port 9000`, or just `workbench`."""
        own_options = {"-h", "--help", "--version"}
        if not args or args[0] not in own_options | COMMANDS.keys():
            if args and not args[0].startswith("-") and not Path(args[0]).exists():
                similar = nearest(args[0], COMMANDS)
                hint = f"; did you mean {similar!r}?" if similar else "."
                raise Failure(f"there is no command and no file {args[0]!r}{hint}")
            args = ["open", *args]
        return super().parse_args(ctx, args)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command. As a program it reports every failure in one sentence; called from Python it raises."""
        run = partial(super().main, *args, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        prepare_output()
        log_unraisable_exceptions()
        raise SystemExit(run_and_report(run))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="workbench")
def main() -> None:
    """See what happens to a conversation on its way to the model and back, and repair it."""
