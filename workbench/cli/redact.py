"""`workbench redact`: a copy that can be handed on."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.inputs import Reading, only_one
from workbench.cli.parameters import REDACTED_KIND, TARGET, one_conversation_options, redacted_kinds


@click.command("redact", epilog="Example: workbench redact chat.json --replace all --out shareable.json")
@click.argument("file", metavar="FILE|-")
@one_conversation_options
@click.option("--target", type=TARGET, help="Whose findings must stay the same. Default: the format's own provider.")
@click.option(
    "--replace", multiple=True, type=REDACTED_KIND, help="Also texts, names, emails, numbers, or all of them."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def command(
    file: str,
    format_: str | None,
    partial: bool,
    number: int | None,
    target: str | None,
    replace: tuple[str, ...],
    out: Path | None,
) -> None:
    """Replace secrets, and texts on request, and keep the findings.

    Secrets are always replaced by stand-ins: keys, tokens, headers, cookies, connection strings, private keys.
    Stand-ins keep lengths, prefixes and which ids are equal. Only the conversation is written, and nothing else of
    the file.
    """
    from workbench.files import write_whole
    from workbench.outputs.redaction_report import redacted_in_words
    from workbench.outputs.rewrite import PLAIN_STYLE, in_the_style_of
    from workbench.redaction.redact import redact

    redacted = redact(only_one(file, Reading(format_, partial, target), number), target, redacted_kinds(replace))
    text = in_the_style_of(PLAIN_STYLE, redacted.conversation.payload) + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(out, text.encode())
    for sentence in redacted_in_words(redacted):
        click.echo(sentence, err=True)
