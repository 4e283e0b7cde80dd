"""`workbench rules`: list every rule with its code and the targets that enforce it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from workbench.cli.parameters import output_option
from workbench.cli.screen import terminal

if TYPE_CHECKING:
    from rich.table import Table


@click.command("rules", epilog="Example: workbench rules --output markdown > RULES.md")
@output_option("text", "json", "markdown")
def command(output: str) -> None:
    """List all rules and the targets that enforce them.

    Each rule has a code, a name, and the targets for which it is an error or a warning.
    """
    from workbench.outputs.rule_table import rules_as_json, rules_as_markdown

    if output == "json":
        from workbench.outputs.as_json import indented

        click.echo(indented(rules_as_json()))
    elif output == "markdown":
        click.echo("\n".join(rules_as_markdown()))
    else:
        screen = terminal()
        for table in _tables():
            screen.print(table)
        screen.print("\n`workbench explain TC101` explains a rule.")


def _tables() -> list[Table]:
    from rich.table import Table

    from workbench.outputs.rule_table import rules_in_order, targets_with

    tables = []
    for family, rules in groupby(rules_in_order(), key=lambda rule: rule.family):
        table = Table(title=f"\n{family}", title_justify="left", title_style="bold", box=None, pad_edge=False)
        table.add_column("code", no_wrap=True)
        table.add_column("rule", no_wrap=True)
        table.add_column("error for", ratio=1)
        table.add_column("warning for", ratio=1)
        for rule in rules:
            errors, warnings = targets_with(rule, "error"), targets_with(rule, "warning")
            table.add_row(rule.code, rule.name, ", ".join(errors), ", ".join(warnings))
        tables.append(table)
    return tables
