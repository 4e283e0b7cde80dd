"""`workbench redact`: write a copy without secrets that can be shared."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.inputs import ReadOptions, one_conversation
from workbench.cli.parameters import REDACTED_KIND, REPLACE_HELP, TARGET, one_conversation_options, redacted_kinds


@click.command("redact", epilog="Example: workbench redact chat.json --replace all --out shareable.json")
@click.argument("file", metavar="FILE|-")
@one_conversation_options
@click.option("--target", type=TARGET, help="Whose findings must stay the same. Default: the format's own provider.")
@click.option("--replace", multiple=True, type=REDACTED_KIND, help=REPLACE_HELP)
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
    """Replace secrets and keep the findings.

    Secrets (keys, tokens, headers, cookies, connection strings, private keys) are always replaced by placeholders.
    A placeholder keeps the length and the prefix, and equal ids stay equal. Only the conversation is written, not
    the rest of the file.
    """
    from workbench.files import write_atomically
    from workbench.json.style import PLAIN_STYLE, in_the_style_of
    from workbench.outputs.redaction_report import redacted_sentences
    from workbench.redaction.redact import redact

    redacted = redact(
        one_conversation(file, ReadOptions(format_, partial, target), number), target, redacted_kinds(replace)
    )
    text = in_the_style_of(PLAIN_STYLE, redacted.conversation.payload) + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text.encode())
    for sentence in redacted_sentences(redacted):
        click.echo(sentence, err=True)
